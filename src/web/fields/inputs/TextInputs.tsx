import { PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import type { FieldType } from '../../../engine/model/module.ts'
import { wordsOf } from '../lists.ts'
import { applyMask, maskExample } from '../masks.ts'
import type { InputProps } from '../types.ts'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'

const KEYBOARDS: Partial<Record<FieldType, 'email' | 'tel' | 'url' | 'numeric'>> = {
  email: 'email',
  phone: 'tel',
  url: 'url',
  tin: 'numeric',
  sss_no: 'numeric',
  philhealth_no: 'numeric',
  pagibig_no: 'numeric',
}
const HTML_TYPES: Partial<Record<FieldType, string>> = { email: 'email', phone: 'tel', url: 'url' }

export const maxLengthOf = ({ field }: InputProps): number | undefined =>
  typeof field.schema.maxLength === 'number' ? field.schema.maxLength : undefined

/** One line of text: plain, code, e-mail, phone, address of a page, and the masked government numbers. */
export function TextField(props: InputProps) {
  const { field, value, typed } = props
  const mask = maskExample(field.type)
  useTyped(props)
  return (
    <TextInput
      {...wrapperProps(props)}
      value={typed !== undefined && value === undefined ? typed : textOf(value)}
      type={HTML_TYPES[field.type] ?? 'text'}
      inputMode={KEYBOARDS[field.type] ?? 'text'}
      maxLength={mask ? undefined : maxLengthOf(props)}
      placeholder={mask && placeholderOf(props, mask)}
      autoFocus={props.autoFocus}
      autoComplete="off"
      classNames={field.type === 'code' || mask ? { input: 'tabular' } : undefined}
      onChange={(event) => {
        const text = mask ? applyMask(field.type, event.currentTarget.value) : event.currentTarget.value
        props.onChange(text === '' ? null : text)
      }}
      onBlur={props.onBlur}
    />
  )
}

/** Words in a grid cell: as text with commas between them, so that the keys of the grid do what they do in other cells. */
export function WordsInCell(props: InputProps) {
  const { value, onChange } = props
  const [text, setText] = useState(props.typed ?? (Array.isArray(value) ? value.join(', ') : ''))
  const write = (next: string) => onChange(next.trim() === '' ? null : wordsOf(next))
  useTyped({ ...props, onChange: (first) => write(String(first)) })
  return (
    <TextInput
      {...wrapperProps(props)}
      value={text}
      autoComplete="off"
      onChange={(event) => {
        setText(event.currentTarget.value)
        write(event.currentTarget.value)
      }}
      onBlur={props.onBlur}
    />
  )
}

/** Starts an edit with the key that opened it, as a spreadsheet does. */
export function useTyped({ typed, onChange }: InputProps): void {
  // The first key belongs to this mount only; later renders must not write it again.
  const [first] = useState(typed)
  const start = useEffectEvent(() => {
    if (first !== undefined) onChange(first)
  })
  useEffect(() => start(), [])
}

/** Several lines of text; grows with the text. */
export function LongTextField(props: InputProps) {
  return (
    <Textarea
      {...wrapperProps(props)}
      value={textOf(props.value)}
      autosize
      minRows={props.bare ? 1 : 2}
      maxRows={10}
      maxLength={maxLengthOf(props)}
      autoFocus={props.autoFocus}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
      onBlur={props.onBlur}
    />
  )
}

/** Passwords and secrets: hidden until the user shows them, never filled in by the browser. */
export function SecretField(props: InputProps) {
  return (
    <PasswordInput
      {...wrapperProps(props)}
      value={textOf(props.value)}
      autoComplete={props.field.type === 'password' ? 'new-password' : 'off'}
      visibilityToggleButtonProps={{ 'aria-label': t('fields.showSecret') }}
      onChange={(event) => props.onChange(event.currentTarget.value || null)}
      onBlur={props.onBlur}
    />
  )
}
