import type { RecordRow } from '../../api/types.ts'
import { formatDate } from '../../fields/dates.ts'
import { refLabel } from '../../fields/types.ts'
import { money, signed } from './money.ts'
import classes from './payroll.module.css'
import { t, word } from './text.ts'
import type { PreviousTotals } from './types.ts'

/** How a total moved against the payroll before: `+1,200.00 (+1.5%)`. */
function changeOf(now: number, before: number, text: (value: number) => string): string {
  const change = Math.round((now - before) * 100) / 100
  const percent = before ? (change / Math.abs(before)) * 100 : undefined
  return [text(change), percent !== undefined && `(${percent > 0 ? '+' : ''}${percent.toFixed(1)}%)`].filter(Boolean).join(' ')
}
const counted = (value: number): string => `${value > 0 ? '+' : ''}${value.toLocaleString('en-US')}`

/** The group, the days and the totals of a payroll, each with its change since the payroll before. */
export function Header({ record, previous }: { record: RecordRow; previous?: PreviousTotals | null | undefined }) {
  const facts: readonly [string, string][] = [
    [t('payroll.group'), refLabel(record.pay_group)],
    [t('payroll.period'), refLabel(record.pay_period)],
    [t('payroll.tag'), word('payroll.tags', String(record.payroll_tag))],
    [t('payroll.payout'), formatDate(record.payout_date)],
    [t('payroll.timeRecords'), `${formatDate(record.dtr_from)} – ${formatDate(record.dtr_to)}`],
  ]
  const totals = [
    ['employees', 'employee_count'],
    ['gross', 'total_gross'],
    ['deductions', 'total_deductions'],
    ['net', 'total_net'],
    ['employer', 'total_employer'],
  ] as const
  // Before the computation there is nothing to compare.
  const compared = previous && Number(record.total_gross ?? 0) !== 0 ? previous : undefined
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className={classes.totals}>
        {totals.map(([title, name]) => {
          const value = Number(record[name] ?? 0)
          const isCount = name === 'employee_count'
          return (
            <div key={name}>
              <dt>{t(`payroll.${title}`)}</dt>
              <dd>{isCount ? value.toLocaleString('en-US') : money(value)}</dd>
              {compared && (
                <dd className={classes.delta} title={t('payroll.sincePayroll', { name: compared.name })}>
                  {changeOf(value, Number(compared[name]), isCount ? counted : signed)}
                </dd>
              )}
            </div>
          )
        })}
      </dl>
      {compared && <p className={classes.deltaNote}>{t('payroll.sincePayroll', { name: compared.name })}</p>}
    </>
  )
}
