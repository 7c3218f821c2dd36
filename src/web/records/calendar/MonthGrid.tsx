import { Popover } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, weekday } from '../../../kernel/dates.ts'
import styles from './calendar.module.css'
import { EntryLink, EntryList } from './EntryLink.tsx'
import { byGroup, type Day, type Entry, entriesOn, inMonth, layWeek, monthLater, weeksOf } from './month.ts'
import { longDay, missingOn, t, weekdayName } from './text.ts'

/** Entries shown on a day before the rest is counted. */
const LANES = 3

interface GridProps {
  month: string
  entries: readonly Entry[]
  today: string
  /** The last day of which entries came; undefined when all did. */
  cut: string | undefined
  /** Id of the heading with the month. */
  labelledBy: string
  busy: boolean
  onMonth: (month: string) => void
}

/** The day that a key moves to; undefined for keys that move nothing. */
export const dayAfterKey = (key: string, day: string): string | undefined => {
  const month = day.slice(0, 7)
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, 1 - weekday(day))
    case 'End':
      return addDays(day, 7 - weekday(day))
    case 'PageUp':
      return inMonth(day, monthLater(month, -1))
    case 'PageDown':
      return inMonth(day, monthLater(month, 1))
    default:
      return undefined
  }
}

/**
 * A month as a grid of days: one of them takes the focus, keys move it (past the ends of the month, too), Enter goes
 * to the entries of the day and Escape back to the day.
 */
export function MonthGrid({ month, entries, today, cut, labelledBy, busy, onMonth }: GridProps) {
  const weeks = weeksOf(month)
  const [chosen, setChosen] = useState(today)
  const grid = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  // The month was turned by the buttons or the address: its first day, or today, is where keys begin.
  const active = chosen.startsWith(month) ? chosen : today.startsWith(month) ? today : `${month}-01`
  const cellOf = (day: string) => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)

  useEffect(() => {
    // The address takes a moment to follow into another month.
    if (!moved.current || active !== chosen) return
    moved.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active, chosen])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, day: string) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target as HTMLElement
    const cell = cellOf(day)
    if (event.key === 'Escape' && target !== cell && cell?.contains(target)) {
      event.stopPropagation()
      cell.focus()
      return
    }
    if (target !== cell) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      event.stopPropagation()
      cell.querySelector<HTMLElement>('a, button')?.focus()
      return
    }
    const next = dayAfterKey(event.key, day)
    if (next === undefined) return
    // The page's own keys (next row of a list) and scrolling are not meant here.
    event.preventDefault()
    event.stopPropagation()
    moved.current = true
    setChosen(next)
    if (!next.startsWith(month)) onMonth(next.slice(0, 7))
  }

  return (
    <div ref={grid} role="grid" aria-labelledby={labelledBy} aria-busy={busy} aria-readonly className={styles.grid}>
      <div role="row" className={styles.week}>
        {weeks[0]!.map((day) => (
          <div key={day} role="columnheader" className={styles.weekday} aria-label={weekdayName(day, 'long')}>
            {weekdayName(day, 'short')}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row" className={styles.week}>
          {layWeek(week, entries, LANES).map((day) => (
            <Cell
              key={day.day}
              {...day}
              all={entriesOn(entries, day.day)}
              outside={!day.day.startsWith(month)}
              isToday={day.day === today}
              missing={missingOn(day.day, cut)}
              active={day.day === active}
              onFocus={() => day.day.startsWith(month) && setChosen(day.day)}
              onKeyDown={(event) => onKeyDown(event, day.day)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface CellProps extends Day {
  all: readonly Entry[]
  outside: boolean
  isToday: boolean
  /** That entries of the day did not come. */
  missing: string | undefined
  active: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** A day. Its links take part in the order of tabs only while the day is the active one. */
function Cell({ day, lanes, more, all, outside, isToday, missing, active, onFocus, onKeyDown }: CellProps) {
  const [open, setOpen] = useState(false)
  const tabIndex = active ? 0 : -1
  return (
    <div
      role="gridcell"
      tabIndex={tabIndex}
      data-day={day}
      data-outside={outside || undefined}
      aria-current={isToday ? 'date' : undefined}
      className={styles.day}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <span className={styles.unseen}>
        {missing && all.length === 0 ? longDay(day) : t('calendar.entries', { day: longDay(day), count: all.length })}
      </span>
      <span className={styles.number} aria-hidden>
        {Number(day.slice(8))}
      </span>
      {missing && <span className={styles.missing}>{missing}</span>}
      {lanes.map((entry, lane) =>
        entry ? (
          <EntryLink key={entry.id} entry={entry} day={day} tabIndex={tabIndex} />
        ) : (
          <span key={`lane-${lane}`} className={styles.lane} />
        ),
      )}
      {more > 0 && (
        <Popover opened={open} onChange={setOpen} trapFocus returnFocus shadow="md" position="bottom" width={300} withinPortal>
          <Popover.Target>
            <button
              type="button"
              className={styles.more}
              tabIndex={tabIndex}
              aria-label={t('calendar.moreOn', { count: more, day: longDay(day) })}
              onClick={() => setOpen(!open)}
            >
              {t('calendar.more', { count: more })}
            </button>
          </Popover.Target>
          <Popover.Dropdown className={styles.popover!} onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
            <p className={styles.popoverTitle}>{longDay(day)}</p>
            <EntryList groups={byGroup(all)} day={day} />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
