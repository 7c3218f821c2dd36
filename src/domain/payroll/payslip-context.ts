/** The context of one employee's payroll computation: the input, checked, and converted to rates. */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type FactorRow, type PremiumRow, premiumRow, type StatutoryTables } from '../statutory/index.ts'
import type { PeriodTime } from '../time/types.ts'
import { checkInput } from './input.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { isMinimumWageEarner, type Rates, readTerms, type Terms, type TimeSlice, termsOn, timeSlices } from './terms.ts'
import { type EmployeeTerms, type PayPeriod, type PayrollSettings, type PayslipInput, paysWork } from './types.ts'
import { type Carried, readCarried } from './ytd.ts'

export interface Job {
  readonly input: PayslipInput
  readonly tables: StatutoryTables
  /** The employee under the terms of the last day of the period. */
  readonly employee: EmployeeTerms
  readonly period: PayPeriod
  readonly settings: PayrollSettings
  readonly time: PeriodTime | undefined
  /** All terms by their dates, and those of the last day of the period. */
  readonly terms: readonly Terms[]
  readonly current: Terms
  /** Time by the terms of its days; one slice unless something changes inside the period. */
  readonly slices: readonly TimeSlice[]
  /** Of the last day of the period, as are the next four. */
  readonly rates: Rates
  readonly hoursPerDay: Decimal
  readonly factor: FactorRow
  readonly premiums: PremiumRow
  readonly minimumWageEarner: boolean
  /** First day of the month of coverage: the date of contribution tables. */
  readonly coverage: string
  /** The last payroll of the month of coverage for this employee, or one that is posted after it. */
  readonly lastOfMonth: boolean
  readonly carried: Carried
}

/** Reads and checks everything; the first thing wrong is thrown with the name of its field. */
export function readJob(input: PayslipInput, tables: StatutoryTables): Job {
  checkInput(input)
  const { period, time } = input
  const terms = readTerms(input.employee, tables)
  const current = termsOn(terms, period.to)
  const { rates, hoursPerDay, factor } = current
  if (!time && !input.no_time && paysWork(period.tag))
    for (const { rate_type } of [termsOn(terms, period.from), current])
      if (rate_type !== 'monthly')
        throw new DomainError('time', `An employee paid by the ${rate_type === 'daily' ? 'day' : 'hour'} cannot be paid without time`)
  return {
    input,
    tables,
    employee: current.employee,
    period,
    time,
    terms,
    current,
    slices: timeSlices(time, period, terms, tables),
    settings: input.settings ? { ...DEFAULT_SETTINGS, ...input.settings } : DEFAULT_SETTINGS,
    rates,
    hoursPerDay,
    factor,
    premiums: premiumRow(tables, period.to),
    coverage: `${period.month ?? period.to.slice(0, 7)}-01`,
    lastOfMonth: period.number === period.count || period.completes_month === true || period.tag === 'final_pay',
    minimumWageEarner: isMinimumWageEarner(current, tables, period.to),
    carried: readCarried(input),
  }
}

export const hours = (minutes: number): Decimal => (minutes === 0 ? ZERO : new Decimal(minutes).div(60))
