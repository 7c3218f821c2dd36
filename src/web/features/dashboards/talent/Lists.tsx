import { numberText } from '../../../records/index/format.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { today } from '../../../state/zone.ts'
import { Card } from '../Card.tsx'
import { BarList } from '../charts/BarList.tsx'
import { Chart } from '../charts/Chart.tsx'
import { type DashboardKey, label, t } from '../text.ts'
import { filled, filterBy, todays } from './filters.ts'
import type { TalentFigures } from './types.ts'

type Rows<K extends keyof TalentFigures> = NonNullable<TalentFigures[K]>

/** Id of the card that lists pending filings by kind, each with a link to its list. */
export const PENDING = 'pending-filings'

export function Pending({ rows }: { rows: Rows<'pending_filing_request'> }) {
  const wayTo = useListHref()
  return (
    <Card title={t('talent.filings')} id={PENDING}>
      <BarList
        rows={rows.map((row) => ({
          key: row.module,
          label: label(row.title),
          value: row.count,
          to: wayTo(row.module, '?filter[status]=posted'),
        }))}
      />
    </Card>
  )
}

export function Leaves({ rows }: { rows: Rows<'leave_filing'> }) {
  const wayTo = useListHref()
  if (!rows.length)
    return (
      <Card title={t('talent.leave')}>
        <BarList rows={[]} />
      </Card>
    )
  const now = today().slice(0, 4)
  const year = `filter[date_from][gte]=${now}-01-01&filter[date_from][lte]=${now}-12-31`
  return (
    <Chart
      title={t('talent.leave')}
      rowKind={t('talent.leaveType')}
      rows={rows.map((row) => ({
        label: row.leave_type?.name ?? t('talent.unassigned'),
        ways: {
          approved: wayTo('leave_filing', `?${filterBy('leave_type_id', row.leave_type_id)}&${year}&filter[status][in]=approved,processed`),
          pending: wayTo('leave_filing', `?${filterBy('leave_type_id', row.leave_type_id)}&${year}&filter[status]=posted`),
        },
        values: { approved: row.approved_days, pending: row.pending_days },
      }))}
      series={[
        { key: 'approved', name: t('talent.approved'), color: 'var(--mantine-primary-color-filled)' },
        { key: 'pending', name: t('talent.waiting'), color: 'yellow.7' },
      ]}
      stacked
      format={(value) => numberText(value, 'quantity', { scale: 2 })}
    />
  )
}

export function RightNow({ rows }: { rows: Rows<'break_status'> }) {
  const wayTo = useListHref()
  return (
    <Card title={t('talent.breaks')}>
      <BarList
        rows={rows.map((row) => ({
          key: row.status,
          label: t(`talent.breaks.${row.status}`),
          value: row.count,
          to: row.status === 'on_break' ? wayTo('break_status', `?filter[status]=on_break&${todays('date')}`) : undefined,
        }))}
      />
    </Card>
  )
}

export function Types({ rows }: { rows: Rows<'total_employment_type'> }) {
  const wayTo = useListHref()
  return (
    <Card title={t('talent.types')}>
      <BarList
        rows={rows.map((row) => ({
          key: row.employment_type_id ?? 0,
          label: row.employment_type?.name ?? t('talent.unassigned'),
          value: row.count,
          to: wayTo('employee', `?filter[status]=active&${filterBy('employment_type_id', row.employment_type_id)}`),
        }))}
      />
    </Card>
  )
}

export function Statuses({ rows }: { rows: Rows<'totalStatusSum'> }) {
  const wayTo = useListHref()
  return (
    <Card title={t('talent.status')}>
      <BarList
        rows={rows.map((row) => ({
          key: row.status,
          label: t(`talent.statuses.${row.status}` as DashboardKey),
          value: row.count,
          to: wayTo('employee', `?filter[status]=${row.status}`),
        }))}
      />
    </Card>
  )
}

export function Completion({ rows }: { rows: Rows<'get_employment_details_completion'> }) {
  const wayTo = useListHref()
  return (
    <Card title={t('talent.completion')}>
      <BarList
        most={100}
        rows={rows.map((row) => ({
          key: row.section,
          label: label(row.title),
          value: row.percent,
          // The employee list cannot filter by values of other records.
          to: row.fields.length ? wayTo('employee', `?filter[status]=active&${filled(row.fields)}`) : undefined,
          text: `${t('talent.completeOf', { complete: row.complete, total: row.total })} · ${row.percent}%`,
        }))}
      />
    </Card>
  )
}
