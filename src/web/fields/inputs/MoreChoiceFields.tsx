/** Choices that few forms have; their code loads with the first one drawn. */
import { Input, MultiSelect, SegmentedControl, TagsInput } from '@mantine/core'
import type { InputProps } from '../types.ts'
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

/** A row of buttons of which one is down. */
export function ToggleField(props: InputProps) {
  const { id, label, description, error, withAsterisk } = wrapperProps(props)
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div">
      <div>
        <SegmentedControl
          id={id}
          aria-label={textOf(label)}
          data={choices(props.field.options)}
          value={textOf(props.value)}
          disabled={props.disabled}
          readOnly={props.readOnly}
          onChange={(value) => props.onChange(value)}
        />
      </div>
    </Input.Wrapper>
  )
}
