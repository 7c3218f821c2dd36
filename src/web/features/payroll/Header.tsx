import type { RecordRow } from '../../api/types.ts'
import { formatDate } from '../../fields/dates.ts'
import { refLabel } from '../../fields/types.ts'
import { money } from './money.ts'
import classes from './payroll.module.css'
import { t, word } from './text.ts'

/** The group, the days and the totals of a payroll. */
export function Header({ record }: { record: RecordRow }) {
  const facts: readonly [string, string][] = [
    [t('payroll.group'), refLabel(record.pay_group)],
    [t('payroll.period'), refLabel(record.pay_period)],
    [t('payroll.tag'), word('payroll.tags', String(record.payroll_tag))],
    [t('payroll.payout'), formatDate(record.payout_date)],
    [t('payroll.timeRecords'), `${formatDate(record.dtr_from)} – ${formatDate(record.dtr_to)}`],
  ]
  const totals: readonly [string, string][] = [
    [t('payroll.employees'), Number(record.employee_count ?? 0).toLocaleString('en-US')],
    [t('payroll.gross'), money(record.total_gross ?? 0)],
    [t('payroll.deductions'), money(record.total_deductions ?? 0)],
    [t('payroll.net'), money(record.total_net ?? 0)],
    [t('payroll.employer'), money(record.total_employer ?? 0)],
  ]
  const pair = ([name, value]: readonly [string, string]) => (
    <div key={name}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
  return (
    <>
      <dl className={classes.facts}>{facts.map(pair)}</dl>
      <dl className={classes.totals}>{totals.map(pair)}</dl>
    </>
  )
}
