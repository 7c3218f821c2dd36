import { Text, TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { cleanNumeric, editNumeric, formatNumeric, numericRules, outputOf, parseNumeric, readNumeric } from '../numeric.ts'
import type { InputProps } from '../types.ts'
import { t, wrapperProps } from './common.tsx'

/**
 * Every kind of number. Formatted at rest; plain digits, right-aligned, while editing. The value is
 * clamped and rounded when the box is left; while typing the record already follows the digits.
 */
export function NumericField(props: InputProps) {
  const { field, value, onChange, onBlur, typed } = props
  const rules = useMemo(() => numericRules(field), [field])
  // A cell begins with the digits that it is edited as: digits that change after it is marked take the mark away.
  const [draft, setDraft] = useState<string | null>(() => {
    if (typed !== undefined) return cleanNumeric(typed, rules)
    return props.bare ? editNumeric(value, rules) : null
  })
  // The first digit is part of the record like those after it: an edit that is given up takes it back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the character that opened the cell
  useEffect(() => {
    if (typed !== undefined) onChange(outputOf(parseNumeric(cleanNumeric(typed, rules), rules), rules))
  }, [])
  // A pasted text that is not a number, such as 1,5, or one that the field cannot hold: shown instead of read as another number.
  const [refused, setRefused] = useState<string | null>(null)
  const leave = () => {
    if (draft !== null) {
      const next = outputOf(parseNumeric(draft, rules), rules)
      // Blank was only the way zero looks while editing: leaving it untouched keeps the zero.
      const untouched = draft === '' && value !== null && value !== undefined && Number(value) === 0
      if (!untouched && next !== (value ?? null)) onChange(next)
      setDraft(null)
    }
    onBlur?.()
  }
  return (
    <TextInput
      {...wrapperProps(refused === null ? props : { ...props, error: t('grid.unreadable', { text: refused }) })}
      value={draft ?? formatNumeric(value, rules)}
      inputMode={rules.scale > 0 ? 'decimal' : 'numeric'}
      autoFocus={props.autoFocus}
      autoComplete="off"
      classNames={{ input: 'tabular' }}
      styles={{ input: { textAlign: 'end' } }}
      {...(rules.suffix &&
        !props.bare && {
          rightSection: (
            <Text size="sm" c="dimmed" aria-hidden>
              {rules.suffix}
            </Text>
          ),
        })}
      onFocus={(event) => {
        if (props.readOnly || draft !== null) return
        const text = editNumeric(value, rules)
        setDraft(text)
        // After the pointer has placed its caret, and without replacing text typed in the meantime.
        const box = event.currentTarget
        requestAnimationFrame(() => box.value === text && box.select())
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain').trim()
        if (props.readOnly || readNumeric(text, rules) !== undefined) return
        event.preventDefault()
        setRefused(text)
      }}
      onChange={(event) => {
        setRefused(null)
        const text = cleanNumeric(event.currentTarget.value, rules)
        setDraft(text)
        onChange(outputOf(parseNumeric(text, rules), rules))
      }}
      onBlur={leave}
    />
  )
}
