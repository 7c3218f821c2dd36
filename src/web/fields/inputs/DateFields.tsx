import { Group, Input, TextInput } from '@mantine/core'
import { DateInput, DateTimePicker, MonthPickerInput } from '@mantine/dates'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useState } from 'react'
import { DATE_MASK, DATETIME_MASK, DEFAULT_TIME, formatDate, formatTime, MONTH_MASK, parseDate, parseTime, TIME_MASK } from '../dates.ts'
import type { InputProps } from '../types.ts'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'

const icon = <IconCalendar size={16} stroke={1.6} aria-hidden />

/** A calendar day, typed by the mask or picked; kept as `YYYY-MM-DD`. In a grid cell only typed. */
export function DateField(props: InputProps) {
  if (props.bare) return <TypedField {...props} format={formatDate} parse={(text) => parseDate(text)} mask={DATE_MASK} />
  return (
    <DateInput
      {...wrapperProps(props)}
      value={(props.value as string | null) ?? null}
      valueFormat={DATE_MASK}
      dateParser={(text) => parseDate(text)}
      placeholder={placeholderOf(props, DATE_MASK)}
      clearable={!props.required && !props.readOnly}
      clearButtonProps={{ 'aria-label': t('fields.clear') }}
      rightSection={props.value && !props.required && !props.readOnly && !props.disabled ? undefined : icon}
      rightSectionPointerEvents={props.value && !props.required ? 'all' : 'none'}
      classNames={{ input: 'tabular' }}
      onChange={(value) => props.onChange(value)}
      onBlur={props.onBlur}
    />
  )
}

// Pickers that are buttons cannot say `aria-required`; their star is in the label.

/** An instant, shown in local time by the mask. */
export function DateTimeField(props: InputProps) {
  const { 'aria-required': _, ...wrapper } = wrapperProps(props)
  const local = props.value ? dayjs(String(props.value)).format(`YYYY-MM-DD ${'HH:mm:ss'}`) : null
  return (
    <DateTimePicker
      {...wrapper}
      value={local}
      valueFormat={DATETIME_MASK}
      defaultTimeValue={DEFAULT_TIME}
      placeholder={placeholderOf(props, DATETIME_MASK)}
      timePickerProps={{ format: '12h', withDropdown: true }}
      submitButtonProps={{ 'aria-label': t('fields.accept') }}
      classNames={{ input: 'tabular' }}
      rightSection={icon}
      rightSectionPointerEvents="none"
      onChange={(value) => props.onChange(value ? dayjs(value).toISOString() : null)}
      onBlur={props.onBlur}
    />
  )
}

/** A time of day; kept as `HH:mm:ss`. */
export function TimeField(props: InputProps) {
  return (
    <TypedField
      {...props}
      format={formatTime}
      parse={parseTime}
      mask={TIME_MASK}
      section={<IconClock size={16} stroke={1.6} aria-hidden />}
    />
  )
}

/** Text that is read by a parser when the box is left; what cannot be read goes back to the last value. */
function TypedField(
  props: InputProps & {
    format: (value: unknown) => string
    parse: (text: string) => string | null
    mask: string
    section?: React.ReactNode
  },
) {
  const { format, parse, mask, section, typed } = props
  const [draft, setDraft] = useState<string | null>(typed ?? null)
  return (
    <TextInput
      {...wrapperProps(props)}
      value={draft ?? format(props.value)}
      placeholder={placeholderOf(props, mask)}
      rightSection={props.bare ? undefined : section}
      rightSectionPointerEvents="none"
      autoFocus={props.autoFocus}
      autoComplete="off"
      classNames={{ input: 'tabular' }}
      onChange={(event) => {
        const text = event.currentTarget.value
        setDraft(text)
        const value = parse(text)
        if (value !== null || text.trim() === '') props.onChange(value)
      }}
      onBlur={() => {
        setDraft(null)
        props.onBlur?.()
      }}
    />
  )
}

/** A calendar month; kept as `YYYY-MM`. */
export function MonthField(props: InputProps) {
  const { 'aria-required': _, ...wrapper } = wrapperProps(props)
  return (
    <MonthPickerInput
      {...wrapper}
      value={props.value ? `${textOf(props.value).slice(0, 7)}-01` : null}
      valueFormat={MONTH_MASK}
      placeholder={placeholderOf(props, MONTH_MASK)}
      rightSection={icon}
      rightSectionPointerEvents="none"
      onChange={(value) => props.onChange(value ? value.slice(0, 7) : null)}
      onBlur={props.onBlur}
    />
  )
}

interface Range {
  from?: string | null
  to?: string | null
}

/** Two days, the second not before the first. */
export function DateRangeField(props: InputProps) {
  const range = (props.value ?? {}) as Range
  const set = (change: Range) => {
    const next = { ...range, ...change }
    props.onChange(next.from || next.to ? next : null)
  }
  const { id, label, description, error, withAsterisk } = wrapperProps(props)
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div" role="group" aria-label={textOf(label)}>
      <Group grow gap="xs" wrap="nowrap">
        {(['from', 'to'] as const).map((end) => (
          <DateInput
            key={end}
            id={end === 'from' ? id : `${id}-to`}
            aria-label={t(end === 'from' ? 'fields.from' : 'fields.to')}
            value={range[end] ?? null}
            valueFormat={DATE_MASK}
            dateParser={(text) => parseDate(text)}
            placeholder={placeholderOf(props, DATE_MASK)}
            {...(end === 'to' && range.from && { minDate: range.from })}
            disabled={props.disabled}
            readOnly={props.readOnly}
            rightSection={icon}
            rightSectionPointerEvents="none"
            onChange={(value) => set({ [end]: value })}
            onBlur={props.onBlur}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
