import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { file, save } from '../../../api/client.ts'
import { formatDate } from '../../../fields/dates.ts'
import { clockText, numberText } from '../../../records/index/format.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { toastError } from '../../../ui/toast.ts'
import { Card } from '../Card.tsx'
import { type DashboardKey, label, t } from '../text.ts'
import classes from './portal.module.css'
import type { Day, OwnFiling, PortalDay } from './types.ts'

const money = (value: number): string => numberText(value, 'money')
const days = (value: number): string => numberText(value, 'quantity', { scale: 2 })

/** A list of names with details, or the text for an empty one. */
function Lines({ none, children }: { none: string; children: readonly ReactNode[] }) {
  return children.length ? <ul className={classes.list}>{children}</ul> : <p className={classes.none}>{none}</p>
}

export function Schedule({ week, today }: { week: readonly Day[]; today: string }) {
  return (
    <Card title={t('portal.schedule')}>
      <Lines none={t('portal.noShift')}>
        {week.map((day) => (
          <li key={day.date} data-now={day.date === today || undefined}>
            <span>
              {weekday(day.date)} {formatDate(day.date).slice(5)}
              {day.date === today && ` · ${t('portal.today')}`}
              {day.holiday && <span className={classes.note}>{day.holiday}</span>}
            </span>
            <span className="tabular">{hoursOf(day)}</span>
          </li>
        ))}
      </Lines>
    </Card>
  )
}
const hoursOf = (day: Day): string =>
  day.is_rest_day
    ? t('portal.restDay')
    : day.time_in && day.time_out
      ? `${clockText(day.time_in)} – ${clockText(day.time_out)}`
      : t('portal.noShift')
const weekday = (date: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )

export function Filings({ title, rows }: { title: string; rows: readonly OwnFiling[] }) {
  const wayTo = useListHref()
  const { application } = useModuleRoute()
  return (
    <Card title={title}>
      <Lines none={t('portal.noFilings')}>
        {rows.map((row) => {
          const to = wayTo(row.module, `/view/${row.id}`) ?? (row.openable ? `/${application}/${row.module}/view/${row.id}` : undefined)
          const dates = [row.date_from, row.date_to !== row.date_from ? row.date_to : null].filter(Boolean).map(formatDate).join(' – ')
          return (
            <li key={`${row.module}-${row.id}`}>
              <span>
                {to ? <Link to={to}>{label(row.title)}</Link> : label(row.title)}
                <span className={classes.note}>{dates}</span>
              </span>
              <span>{row.status === 'processed' ? label(row.state) : t(`portal.state.${row.status}` as DashboardKey)}</span>
            </li>
          )
        })}
      </Lines>
    </Card>
  )
}

export function LeaveBalances({ rows }: { rows: PortalDay['leave_balances'] }) {
  return (
    <Card title={t('portal.balances')}>
      <Lines none={t('portal.noBalances')}>
        {rows.map((row) => (
          <li key={row.leave_type_id}>
            <span>
              {row.leave_type.name}
              {row.reserved > 0 && <span className={classes.note}>{t('portal.reserved', { days: days(row.reserved) })}</span>}
            </span>
            {/* What can still be filed, as the form of a leave offers it. */}
            <strong className="tabular">{t('portal.days', { count: row.balance - row.reserved })}</strong>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

export function Loans({ rows }: { rows: PortalDay['loan_balances'] }) {
  return (
    <Card title={t('portal.loans')}>
      <Lines none={t('portal.noLoans')}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {row.loan_type.name}
              <span className={classes.note}>
                {t(row.deduction_frequency === 'every_period' ? 'portal.instalment' : 'portal.monthlyInstalment', {
                  amount: money(row.amortization),
                })}
                {row.is_paused && ` · ${t('portal.paused')}`}
              </span>
            </span>
            <strong className="tabular">{money(row.balance)}</strong>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

/** Sickness and maternity benefits of the SSS: how far each claim has come. Shown to those who have one. */
export function BenefitClaims({ rows }: { rows: PortalDay['benefit_claims'] }) {
  if (!rows.length) return null
  return (
    <Card title={t('portal.benefits')}>
      <Lines none="">
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              {label(row.benefit)} · {label(row.state)}
              <span className={classes.note}>
                {formatDate(row.date_from)} – {formatDate(row.date_to)}
                {row.advanced ? ` · ${t('portal.advanced', { amount: money(row.advanced) })}` : ''}
              </span>
            </span>
            {row.amount !== null && <strong className="tabular">{money(row.amount)}</strong>}
          </li>
        ))}
      </Lines>
    </Card>
  )
}

export function LatestPayslip({ slip, may }: { slip: PortalDay['latest_payslip']; may: boolean }) {
  const wayTo = useListHref()
  const to = slip && may ? wayTo('payslip', `/view/${slip.id}`) : undefined
  return (
    <Card title={t('portal.payslip')}>
      {slip ? (
        <>
          <p className={classes.note}>
            {slip.pay_period?.name} · {formatDate(slip.payout_date)}
          </p>
          <p className={classes.net}>
            <span className={classes.note}>{t('portal.netPay')}</span>
            {money(slip.net_pay)}
          </p>
          {to && (
            <Link to={to} className={classes.way}>
              {t('portal.explain')}
            </Link>
          )}
        </>
      ) : (
        <p className={classes.none}>{t('portal.noPayslip')}</p>
      )}
    </Card>
  )
}

export function Documents({ rows }: { rows: PortalDay['documents'] }) {
  const open = async (id: number) => save(await file('get', `files/${id}`))
  return (
    <Card title={t('portal.documents')}>
      <Lines none={t('portal.noDocuments')}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>
              <Anchor component="button" type="button" ta="start" onClick={() => void open(row.id).catch(toastError)}>
                {row.name}
              </Anchor>
              <span className={classes.note}>{row.transaction_no}</span>
            </span>
            <span className="tabular">{formatDate(row.created_at)}</span>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

export function Holidays({ rows }: { rows: PortalDay['holidays'] }) {
  return (
    <Card title={t('portal.holidays')}>
      <Lines none={t('portal.noHolidays')}>
        {rows.map((row) => (
          <li key={`${row.id}-${row.date}`}>
            <span>
              {row.name}
              {row.holiday_type && <span className={classes.note}>{row.holiday_type.name}</span>}
            </span>
            <span className="tabular">{formatDate(row.date)}</span>
          </li>
        ))}
      </Lines>
    </Card>
  )
}
