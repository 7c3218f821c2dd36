/** Choices that few forms have; their code loads with the first one drawn. */
import { Input, MultiSelect, SegmentedControl, TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { offeredOf } from '../filters.ts'
import { type InputProps, isRef, refLabel } from '../types.ts'
import { TOGGLE_LOAD_MS, useChoices } from '../useChoices.ts'
import { choices } from './ChoiceFields.tsx'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'

export function MultiSelectField(props: InputProps) {
  const data = choices(props.field.options)
  const value = Array.isArray(props.value) ? [...new Set(props.value.map(String))] : []
  // Without a list of choices the words are the person's own.
  if (!props.field.options)
    return (
      <TagsInput
        {...wrapperProps(props)}
        value={value}
        placeholder={value.length ? undefined : placeholderOf(props, '')}
        onChange={(next) => props.onChange([...new Set(next)])}
        onBlur={props.onBlur}
      />
    )
  return (
    <MultiSelect
      {...wrapperProps(props)}
      data={data}
      value={value}
      searchable={data.length > 8}
      placeholder={value.length ? undefined : placeholderOf(props, t('fields.choose'))}
      comboboxProps={{ withinPortal: true, keepMounted: false }}
      onChange={(next) => props.onChange([...new Set(next)])}
      onBlur={props.onBlur}
    />
  )
}

interface ButtonsProps extends InputProps {
  data: { value: string; label: string }[]
  onPick: (value: string) => void
}

const Buttons = ({ data, onPick, ...props }: ButtonsProps) => {
  const { id, label, description, error, withAsterisk } = wrapperProps(props)
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div">
      <div>
        <SegmentedControl
          id={id}
          aria-label={textOf(label)}
          data={data}
          value={textOf(props.value)}
          disabled={props.disabled}
          readOnly={props.readOnly}
          onChange={onPick}
        />
      </div>
    </Input.Wrapper>
  )
}

/** A row of buttons of which one is pressed. */
export function ToggleField(props: InputProps) {
  return <Buttons {...props} data={choices(props.field.options)} onPick={props.onChange} />
}

/** The same for a reference to a list so short that all of it can be shown. */
export function ReferenceToggle(props: InputProps) {
  const { field, around, value, resolved } = props
  const filter = useMemo(() => offeredOf(field, around), [field, around])
  const { items } = useChoices(field.to ?? '', { open: true, search: '', filter, firstLoad: TOGGLE_LOAD_MS })
  const shown = items.length > 0 ? items : [resolved].filter(isRef)
  return (
    <Buttons
      {...props}
      value={value}
      data={shown.map((ref) => ({ value: String(ref.id), label: refLabel(ref) }))}
      onPick={(id) => {
        const ref = shown.find((item) => String(item.id) === id)
        props.onChange(Number(id), ref)
      }}
    />
  )
}
