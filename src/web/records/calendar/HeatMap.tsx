import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { addDays, addMonths } from '../../../kernel/dates.ts'
import { type ListPage, listQuery } from '../../api/queries.ts'
import { today as businessDay } from '../../state/zone.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { numberText } from '../index/format.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import styles from './calendar.module.css'
import { entriesOf, legendOf, MOST, paramsOf } from './entries.ts'
import heat from './heat.module.css'
import { initialsOf, rowsOf } from './heat.ts'
import { MonthBar } from './MonthBar.tsx'
import { covers, type Entry, isMonth } from './month.ts'
import { longDay, monthTitle, t, weekdayName } from './text.ts'

/** Requests of one month: beyond that, the list has to be narrowed. */
const PAGES = 8

type Page = UseQueryResult<ListPage>

/** The further requests of a month as one: their rows stay the same array until one of them answers something else. */
const together = (pages: readonly Page[]) => ({
  rows: pages.flatMap(({ data }) => data?.rows ?? []),
  isPending: pages.some(({ isPending }) => isPending),
  error: pages.find(({ error }) => error)?.error,
  refetches: pages.map(({ refetch }) => refetch),
})

/** The records of a month as coloured days, a row for each person or thing. Letters say what colours mean. */
const HeatMap = ({ module, state, setState, rowPath }: LayoutProps) => {
  const calendar = module.calendar!
  const today = businessDay()
  const month = isMonth(state.month) ? state.month : today.slice(0, 7)
  const first = `${month}-01`
  const last = addDays(addMonths(first, 1), -1)
  const days = Array.from({ length: Number(last.slice(8)) }, (_, index) => addDays(first, index))
  const heading = useId()
  const params = paramsOf(calendar, state, first, last)
  const query = useQuery(listQuery(module.name, params))
  const total = query.data?.pagination.total ?? 0
  const pages = Math.min(PAGES, Math.ceil(total / MOST))
  const others = useQueries({
    queries: Array.from({ length: Math.max(0, pages - 1) }, (_, index) => listQuery(module.name, { ...params, page: index + 2 })),
    combine: together,
  })
  const loading = query.isPending || query.isPlaceholderData || others.isPending
  const entries = useMemo(
    () => entriesOf(module, calendar, [...(query.data?.rows ?? []), ...others.rows], rowPath),
    [module, calendar, query.data, others.rows, rowPath],
  )
  const rows = useMemo(() => rowsOf(entries), [entries])
  const legend = legendOf(entries)
  const initials = useMemo(() => initialsOf(legend.map(({ meaning }) => meaning)), [legend])
  const show = (next: string) => setState({ month: next === today.slice(0, 7) ? '' : next })

  const failed = query.error ?? others.error
  if (failed)
    return <ErrorPage error={failed} onRetry={() => Promise.all([query.refetch(), ...others.refetches.map((refetch) => refetch())])} />
  return (
    <section className={styles.calendar} aria-labelledby={heading}>
      <MonthBar month={month} today={today} heading={heading} loading={loading} onShow={show} />
      {legend.length > 0 && (
        <ul className={heat.legend} aria-label={t('calendar.legend')}>
          {legend.map(({ tone, meaning }) => (
            <li key={meaning}>
              <span className={heat.mark} data-tone={tone} aria-hidden>
                {initials.get(meaning)}
              </span>
              {meaning}
            </li>
          ))}
        </ul>
      )}
      {total > PAGES * MOST && (
        <p className={styles.note} role="status">
          {t('calendar.tooMany', { shown: numberText(PAGES * MOST, 'integer'), total: numberText(total, 'integer') })}
        </p>
      )}
      {rows.length > 0 ? (
        <Days rows={rows} days={days} today={today} initials={initials} title={monthTitle(month)} />
      ) : (
        !loading && <p className={styles.nothing}>{t('calendar.none')}</p>
      )}
    </section>
  )
}

interface DaysProps {
  rows: readonly { name: string; entries: readonly Entry[] }[]
  days: readonly string[]
  today: string
  initials: ReadonlyMap<string, string>
  title: string
}

const STEPS: Readonly<Record<string, readonly [row: number, day: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** One day is in the order of tabs; arrow keys go on from it. */
function Days({ rows, days, today, initials, title }: DaysProps) {
  const [focus, setFocus] = useState({ row: 0, day: 0 })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, row: number, day: number) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    const next = {
      row: Math.min(Math.max(0, row + step[0]), rows.length - 1),
      day: Math.min(Math.max(0, day + step[1]), days.length - 1),
    }
    setFocus(next)
    const grid = event.currentTarget.closest('[role="grid"]')
    const cell = grid?.querySelector<HTMLElement>(`[data-place="${next.row} ${next.day}"]`)
    ;(cell?.querySelector<HTMLElement>('a') ?? cell)?.focus()
  }
  return (
    <ScrollRegion label={title} className={heat.scroll}>
      <div role="grid" aria-label={title} aria-readonly className={heat.table}>
        <div role="row" className={heat.row}>
          <div role="columnheader" className={heat.side}>
            <span className={styles.unseen}>{title}</span>
          </div>
          {days.map((day) => (
            <div key={day} role="columnheader" aria-current={day === today ? 'date' : undefined} className={heat.head}>
              <span className={styles.unseen}>{longDay(day)}</span>
              <span aria-hidden>{weekdayName(day, 'short').slice(0, 2)}</span>
              <span aria-hidden>{Number(day.slice(8))}</span>
            </div>
          ))}
        </div>
        {rows.map(({ name, entries }, row) => (
          <div key={name} role="row" className={heat.row}>
            <div role="rowheader" className={heat.side}>
              {name}
            </div>
            {days.map((day, index) => {
              const entry = entries.find((candidate) => covers(candidate, day))
              const tabIndex = Math.min(focus.row, rows.length - 1) === row && focus.day === index ? 0 : -1
              const said = `${name}, ${longDay(day)}: ${entry ? (entry.meaning ?? entry.title) : t('calendar.free')}`
              const mark = entry?.meaning === undefined ? '•' : initials.get(entry.meaning)
              return (
                <div
                  key={day}
                  role="gridcell"
                  tabIndex={entry?.path ? -1 : tabIndex}
                  data-place={`${row} ${index}`}
                  className={heat.cell}
                  onKeyDown={(event) => onKeyDown(event, row, index)}
                  onFocus={() => setFocus({ row, day: index })}
                >
                  {entry?.path ? (
                    <Link to={entry.path} tabIndex={tabIndex} title={said} className={heat.mark} data-tone={entry.tone}>
                      <span className={styles.unseen}>{said}</span>
                      <span aria-hidden>{mark}</span>
                    </Link>
                  ) : (
                    <>
                      <span className={styles.unseen}>{said}</span>
                      {entry && (
                        <span aria-hidden className={heat.mark} data-tone={entry.tone} title={said}>
                          {mark}
                        </span>
                      )}
                    </>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
    </ScrollRegion>
  )
}

export default HeatMap
