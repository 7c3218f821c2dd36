import { ActionIcon, Loader } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import type { PeriodLength } from '../../../engine/model/module.ts'
import { today as businessDay } from '../../state/zone.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { monthTitle, t } from '../calendar/text.ts'
import EmptyState from '../index/EmptyState.tsx'
import { numberText } from '../index/format.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { firstYear, type PeriodCards } from './cards.ts'
import { PeriodCard } from './PeriodCard.tsx'
import styles from './periods.module.css'
import { useCards } from './use-cards.ts'

const titleOf = (length: PeriodLength, { year, number }: PeriodCards): string =>
  length === 'month'
    ? monthTitle(`${year}-${String(number).padStart(2, '0')}`)
    : length === 'quarter'
      ? t('periods.quarter', { quarter: number, year })
      : String(year)

/** The records of a year as cards beneath their periods. The year, like search and filters, is in the address. */
const PeriodsView = (props: LayoutProps) => {
  const { module, state, setState, newPath } = props
  const periods = module.periods!
  const today = businessDay()
  const opening = firstYear(periods, today)
  const year = Number(/^[1-9]\d{3}/.exec(state.month ?? '')?.[0] ?? opening)
  const heading = useId()
  const { shown, count, total, error, loading, retry } = useCards(module, state, year)
  const show = (next: number) => setState({ month: next === opening ? '' : String(next) })
  if (error) return <ErrorPage error={error} onRetry={retry} />
  return (
    <section className={styles.periods} aria-labelledby={heading}>
      <div className={styles.bar}>
        {periods.of !== 'year' && (
          <>
            <ActionIcon variant="default" size={36} aria-label={t('periods.previous')} onClick={() => show(year - 1)}>
              <IconChevronLeft size={18} />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label={t('periods.next')} onClick={() => show(year + 1)}>
              <IconChevronRight size={18} />
            </ActionIcon>
          </>
        )}
        <h2 id={heading} className={periods.of === 'year' ? styles.unseen : styles.year} aria-live="polite">
          {periods.of === 'year' ? t('periods.years') : year}
        </h2>
        {loading && <Loader size="xs" aria-label={t('periods.loading')} role="status" />}
      </div>
      {total > count && !loading && (
        <p className={styles.note} role="status">
          {t('calendar.tooMany', { shown: numberText(count, 'integer'), total: numberText(total, 'integer') })}
        </p>
      )}
      {shown.map((period) => {
        const title = titleOf(periods.of, period)
        return (
          <section key={`${period.year}-${period.number}`} aria-label={title}>
            <h3 className={styles.period}>{title}</h3>
            <ul className={styles.cards}>
              {period.cards.map((card) => (
                <PeriodCard key={card.key} {...props} card={card} period={title} today={today} />
              ))}
            </ul>
          </section>
        )
      })}
      {!loading && shown.length === 0 && (
        <EmptyState
          module={module}
          narrowed={state.search !== '' || Object.keys(state.filters).length > 0 || year !== opening}
          newPath={newPath}
          onClear={() => setState({ filters: {}, search: '', month: '', page: 1 })}
        />
      )}
    </section>
  )
}

export default PeriodsView
