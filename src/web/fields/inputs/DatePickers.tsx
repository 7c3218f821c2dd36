/** Pickers that are drawn by the date library; its code loads with the first of them. */
import { DateTimePicker, MonthPickerInput } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import { instantOf, wallClock } from '../../state/zone.ts'
import { DATETIME_MASK, DEFAULT_TIME, MONTH_MASK } from '../dates.ts'
import type { InputProps } from '../types.ts'
import { zoneNote } from '../zoneNote.ts'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'
import { calendarLabels, Dates } from './Dates.tsx'

const icon = <IconCalendar size={16} stroke={1.6} aria-hidden />

// Pickers that are buttons cannot have `aria-required`; their star is in the label.

/** An instant, shown and picked by the company's clock; a reader in another zone sees whose it is. */
export function DateTimeField(props: InputProps) {
  const { 'aria-required': _, ...wrapper } = wrapperProps(props)
  const note = props.bare ? undefined : zoneNote()
  return (
    <Dates>
      <DateTimePicker
        {...wrapper}
        {...(note && { description: [wrapper.description, note].filter(Boolean).join(' ') })}
        ariaLabels={calendarLabels()}
        value={wallClock(props.value) ?? null}
        valueFormat={DATETIME_MASK}
        defaultTimeValue={DEFAULT_TIME}
        placeholder={placeholderOf(props, DATETIME_MASK)}
        timePickerProps={{ format: '12h', withDropdown: true }}
        submitButtonProps={{ 'aria-label': t('fields.accept') }}
        classNames={{ input: 'tabular' }}
        rightSection={icon}
        rightSectionPointerEvents="none"
        onChange={(value) => props.onChange(value ? instantOf(value) : null)}
        onBlur={props.onBlur}
      />
    </Dates>
  )
}

/** A calendar month; stored as `YYYY-MM`. */
export function MonthField(props: InputProps) {
  const { 'aria-required': _, ...wrapper } = wrapperProps(props)
  return (
    <Dates>
      <MonthPickerInput
        {...wrapper}
        ariaLabels={calendarLabels()}
        value={props.value ? `${textOf(props.value).slice(0, 7)}-01` : null}
        valueFormat={MONTH_MASK}
        placeholder={placeholderOf(props, MONTH_MASK)}
        rightSection={icon}
        rightSectionPointerEvents="none"
        onChange={(value) => props.onChange(value ? value.slice(0, 7) : null)}
        onBlur={props.onBlur}
      />
    </Dates>
  )
}
