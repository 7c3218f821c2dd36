import { Checkbox, Input, MultiSelect, SegmentedControl, Select, Switch, TagsInput } from '@mantine/core'
import type { Option } from '../../../engine/module.ts'
import { label as translated } from '../text.ts'
import type { InputProps } from '../types.ts'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'

const choices = (options: readonly Option[] | undefined) =>
  (options ?? []).map((option) => ({ value: option.value, label: translated(option.label) }))

/** One of a few words. Searchable once the list is long; the value `''` never occurs. */
export function SelectField(props: InputProps) {
  const data = choices(props.field.options)
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
      comboboxProps={{ withinPortal: true, keepMounted: false }}
      checkIconPosition="right"
      onChange={(value) => props.onChange(value)}
      onBlur={props.onBlur}
    />
  )
}

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
  return <Switch {...common} label={label} description={description} error={error} pt={26} />
}
