import { Checkbox, Select, Switch, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import type { Option } from '../../../engine/model/module.ts'
import { label as translated } from '../text.ts'
import type { InputProps } from '../types.ts'
import { placeholderOf, t, wrapperProps } from './common.tsx'

/** Options as the component library takes them, in the person's language. */
export const choices = (options: readonly Option[] | undefined) =>
  (options ?? []).map((option) => ({ value: option.value, label: translated(option.label) }))

/** Options that a form offers, with the one that is chosen already, even where it is no longer one. */
export function offered({ field, value }: Pick<InputProps, 'field' | 'value'>): readonly Option[] | undefined {
  const options = field.options?.filter((option) => option.offered !== false || option.value === value)
  const isFormer = field.optionsOf && typeof value === 'string' && value !== '' && !options?.some((option) => option.value === value)
  return isFormer ? [...(options ?? []), { value, label: value }] : options
}

/** The choice that a text means: its whole label before one that begins with it. */
export function choiceOf(options: readonly Option[] | undefined, text: string): string | undefined {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return undefined
  const named = choices(options).map(({ value, label }) => ({ value, label: label.toLowerCase() }))
  return (named.find(({ label }) => label === wanted) ?? named.find(({ label }) => label.startsWith(wanted)))?.value
}

/** A choice that is typed over a cell: the one that the letters begin, as in a spreadsheet; letters that begin none change nothing. */
function TypedChoice(props: InputProps) {
  const { onChange } = props
  const [before] = useState(props.value)
  const [text, setText] = useState(props.typed ?? '')
  const write = useEffectEvent((letters: string) => onChange(choiceOf(offered(props), letters) ?? before))
  useEffect(() => write(text), [text])
  return (
    <TextInput
      {...wrapperProps(props)}
      autoFocus
      value={text}
      autoComplete="off"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={props.onBlur}
    />
  )
}

/** One of a few words. Searchable once the list is long; the value `''` never occurs. */
export function SelectField(props: InputProps) {
  const data = choices(offered(props))
  const [typed, setTyped] = useState(props.bare ? props.typed : undefined)
  if (typed !== undefined) return <TypedChoice {...props} typed={typed} />
  return (
    <Select
      {...wrapperProps(props)}
      data={data}
      value={props.value === null || props.value === undefined ? null : String(props.value)}
      searchable={data.length > 8}
      clearable={!props.required && !props.bare && !props.readOnly}
      clearButtonProps={{ 'aria-label': t('fields.clear') }}
      placeholder={props.bare ? undefined : placeholderOf(props, t('fields.choose'))}
      allowDeselect={!props.required}
      autoFocus={props.autoFocus}
      defaultDropdownOpened={props.bare && props.autoFocus}
      comboboxProps={{ withinPortal: true, keepMounted: false }}
      checkIconPosition="right"
      onChange={(value) => {
        props.onChange(value)
        props.onDone?.()
      }}
      {...(props.bare && {
        onKeyDown: (event: KeyboardEvent) => {
          const { key, ctrlKey, metaKey, altKey } = event
          if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
          event.preventDefault()
          setTyped(key)
        },
      })}
      onBlur={props.onBlur}
    />
  )
}

/** Yes or no: a switch in forms, a box in grids. */
export function BooleanField(props: InputProps) {
  const { id, label, description, error } = wrapperProps(props)
  const common = {
    id,
    checked: props.value === true,
    disabled: Boolean(props.disabled || props.readOnly),
    autoFocus: props.autoFocus,
    onBlur: props.onBlur,
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => props.onChange(event.currentTarget.checked),
  }
  if (props.bare) return <Checkbox {...common} size="xs" aria-label={translated(props.field.title)} />
  return <Switch {...common} label={label} description={description} error={error} />
}
