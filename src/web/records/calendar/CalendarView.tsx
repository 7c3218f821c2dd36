import { useQueries, useQuery } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { listQuery } from '../../api/queries.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { today as businessDay } from '../../state/zone.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { numberText } from '../index/format.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { expectedQuery } from '../periods/use-cards.ts'
import { Agenda } from './Agenda.tsx'
import styles from './calendar.module.css'
import { cutOf, entriesOf, expectedEntries, legendOf, paramsOf, returning, yearlyParams } from './entries.ts'
import { MonthBar } from './MonthBar.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { inOrder, isMonth, weeksOf } from './month.ts'
import { t } from './text.ts'

const NONE: readonly Row[] = []

/** What is expected of the periods that are due within these days; a paper can be due in the year after its period. */
function useExpected(module: Module, first: string, last: string): readonly Row[] {
  const isDue = module.periods?.expects !== undefined && module.calendar?.start === module.periods.due
  const years = [...new Set([Number(first.slice(0, 4)) - 1, Number(first.slice(0, 4)), Number(last.slice(0, 4))])]
  return useQueries({
    queries: isDue ? years.map((year) => expectedQuery(module, year)) : [],
    combine: expectedRows,
  })
}
const expectedRows = (answers: readonly { readonly data?: readonly Row[] | undefined }[]): readonly Row[] =>
  answers.some(({ data }) => data?.length) ? answers.flatMap(({ data }) => data ?? []) : NONE

/** The rows of a list on the days of a month. The month, like search and filters, is in the address. */
const CalendarView = ({ module, state, setState, rowPath, narrow }: LayoutProps) => {
  const calendar = module.calendar!
  const { base } = useModuleRoute()
  const today = businessDay()
  const month = isMonth(state.month) ? state.month : today.slice(0, 7)
  const heading = useId()
  const weeks = weeksOf(month)
  const [first, last] = [weeks[0]![0]!, weeks.at(-1)!.at(-1)!]
  const query = useQuery(listQuery(module.name, paramsOf(calendar, state, first, last)))
  const earlier = yearlyParams(calendar, state, first)
  const yearly = useQuery({ ...listQuery(module.name, earlier ?? {}), enabled: earlier !== undefined })
  const rows = query.data?.rows
  const again = earlier && yearly.data?.rows
  const expected = useExpected(module, first, last)
  const { filters, search } = state
  const entries = useMemo(() => {
    const dated = entriesOf(module, calendar, rows ?? [], rowPath)
    const returned = again ? returning(entriesOf(module, calendar, again, rowPath), dated, first, last) : []
    const due = expectedEntries(module, calendar, expected, { filters, search, today, base })
    return inOrder([...dated, ...returned, ...due.filter(({ from }) => from >= first && from <= last)])
  }, [module, calendar, rows, again, expected, rowPath, first, last, filters, search, today, base])
  const legend = legendOf(entries)
  const total = query.data?.pagination.total ?? 0
  const show = (next: string) => setState({ month: next === today.slice(0, 7) ? '' : next })
  const loading = query.isPending || query.isPlaceholderData || yearly.isFetching

  const cut = loading ? undefined : cutOf(calendar, rows ?? [], total)

  const failed = query.error ?? yearly.error
  if (failed) return <ErrorPage error={failed} onRetry={() => Promise.all([query.refetch(), yearly.refetch()])} />
  return (
    <section className={styles.calendar} aria-labelledby={heading}>
      <MonthBar month={month} today={today} heading={heading} loading={loading} onShow={show} />
      {legend.length > 0 && (
        <ul className={styles.legend} aria-label={t('calendar.legend')}>
          {legend.map(({ tone, meaning }) => (
            <li key={meaning} data-tone={tone}>
              {meaning}
            </li>
          ))}
        </ul>
      )}
      {total > (rows?.length ?? 0) && !loading && (
        <p className={styles.note} role="status">
          {t('calendar.tooMany', { shown: numberText(rows?.length ?? 0, 'integer'), total: numberText(total, 'integer') })}
        </p>
      )}
      {narrow ? (
        <Agenda month={month} entries={entries} today={today} cut={cut} />
      ) : (
        <MonthGrid month={month} entries={entries} today={today} cut={cut} labelledBy={heading} busy={loading} onMonth={show} />
      )}
      {!loading && entries.length === 0 && <p className={styles.nothing}>{t('calendar.none')}</p>}
    </section>
  )
}

export default CalendarView
