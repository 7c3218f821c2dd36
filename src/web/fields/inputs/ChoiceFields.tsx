import { Checkbox, Select, Switch } from '@mantine/core'
import type { Option } from '../../../engine/model/module.ts'
import { label as translated } from '../text.ts'
import type { InputProps } from '../types.ts'
import { placeholderOf, t, wrapperProps } from './common.tsx'

/** Options as the component library takes them, in the person's language. */
export const choices = (options: readonly Option[] | undefined) =>
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
