import { ActionIcon, Group, Input, Loader, Popover, TextInput } from '@mantine/core'
import { IconCalendar, IconClock } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { DATE_MASK, DEFAULT_DATE, formatDate, formatTime, parseDate, parseTime, TIME_MASK } from '../dates.ts'
import type { InputProps } from '../types.ts'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'

/** Two months beside each other; on phones what there is. */
const DATE_POPUP = 'min(600px, calc(100vw - 16px))'

const Calendar = lazy(() => import('./Calendar.tsx'))

/** A calendar day, typed by the mask or picked; kept as `YYYY-MM-DD`. In a grid cell only typed. */
export function DateField(props: InputProps) {
  return <DayField {...props} />
}

function DayField({ min, ...props }: InputProps & { min?: string | undefined }) {
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const value = (props.value as string | null | undefined) ?? null
  const typed = { format: formatDate, parse: (text: string) => parseDate(text), mask: DATE_MASK }
  if (props.bare) return <TypedField {...props} {...typed} />
  const locked = props.readOnly || props.disabled
  const picker = (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus shadow="md" width={DATE_POPUP}>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('fields.pickDate')}
          disabled={locked}
          tabIndex={-1}
          onClick={() => setOpen(!open)}
        >
          <IconCalendar size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('fields.pickDate')}>
        <Suspense fallback={<Loader size="sm" />}>
          <Calendar
            value={value}
            start={props.field.widget === 'birthdate' ? parseDate(DEFAULT_DATE)! : undefined}
            min={min}
            onPick={(picked) => {
              setOpen(false)
              props.onChange(picked)
              input.current?.focus()
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
  return <TypedField {...props} {...typed} section={picker} inputRef={input} onOpen={locked ? undefined : () => setOpen(true)} />
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

interface TypedProps extends InputProps {
  format: (value: unknown) => string
  parse: (text: string) => string | null
  mask: string
  section?: ReactNode
  inputRef?: React.RefObject<HTMLInputElement | null>
  /** Alt and the down arrow open the picker, as in every list of choices. */
  onOpen?: (() => void) | undefined
}

/** A finger finds no small icon: a tap on the box opens the calendar. */
const byTouch = (): boolean => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches

/**
 * Text that is parsed while it is typed; invalid text stays when the box is left, with its error, and is recorded in the
 * entry, so that nothing is saved instead of it.
 */
function TypedField(props: TypedProps) {
  const { format, parse, mask, section, typed, onOpen, entry } = props
  const [draft, setDraft] = useState<string | null>(typed ?? entry?.text ?? null)
  const [left, setLeft] = useState(!props.bare && entry?.state.step === 'unresolved')
  // A day picked since then takes precedence over the invalid text.
  const pending = left && props.value ? null : draft
  const unreadable = left && pending !== null && !props.bare
  return (
    <TextInput
      {...wrapperProps(props)}
      {...(unreadable && { error: t('fields.unreadable', { text: pending, mask }) })}
      {...(props.inputRef && { ref: props.inputRef })}
      value={pending ?? format(props.value)}
      placeholder={placeholderOf(props, mask)}
      rightSection={props.bare ? undefined : section}
      rightSectionPointerEvents={onOpen ? 'all' : 'none'}
      autoFocus={props.autoFocus}
      autoComplete="off"
      classNames={{ input: 'tabular' }}
      onClick={() => {
        if (onOpen && byTouch()) onOpen()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          if (unreadable) setDraft(null)
          entry?.settle()
        }
        if (!onOpen || !event.altKey || event.key !== 'ArrowDown') return
        event.preventDefault()
        onOpen()
      }}
      onChange={(event) => {
        const text = event.currentTarget.value
        setDraft(text)
        setLeft(false)
        const value = parse(text)
        if (value !== null || text.trim() === '') props.onChange(value)
        else entry?.type(text)
      }}
      onBlur={() => {
        const unread = draft !== null && draft.trim() !== '' && parse(draft) === null
        // A value that is not shown is not saved: the former value is gone, and a required field shows an error.
        if (unread && !props.bare) props.onChange(null)
        if (unread && (!props.bare || entry?.state.step === 'typing')) entry?.refuse(draft, t('fields.unreadable', { text: draft, mask }))
        if (!unread || props.bare) setDraft(null)
        setLeft(true)
        props.onBlur?.()
      }}
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
  // Two texts cannot share one entry.
  const { entry: _entry, ...alone } = props
  const set = (change: Range) => {
    const next = { ...range, ...change }
    props.onChange(next.from || next.to ? next : null)
  }
  const { label, description, error, withAsterisk } = wrapperProps(props)
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div" role="group" aria-label={textOf(label)}>
      <Group grow gap="xs" wrap="nowrap">
        {(['from', 'to'] as const).map((end) => (
          <DayField
            key={end}
            {...alone}
            id={end === 'from' ? props.id : `${props.id}-to`}
            field={
              { ...props.field, title: t(end === 'from' ? 'fields.from' : 'fields.to'), description: undefined } as InputProps['field']
            }
            value={range[end] ?? null}
            error={undefined}
            required={false}
            {...(end === 'to' && range.from && { min: range.from })}
            onChange={(value) => set({ [end]: value as string | null })}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
