/** One employee's payroll being worked out: the input read, checked, and turned into rates. */
import { Dec, type Decimal, ZERO } from '../decimal.ts'
import { DomainError } from '../errors.ts'
import {
  dailyRate,
  type FactorRow,
  factorRow,
  isMinimumWage,
  monthlyEquivalent,
  PAY_FREQUENCIES,
  type PremiumRow,
  premiumRow,
  readPositive,
  requireDate,
  type StatutoryTables,
} from '../statutory/index.ts'
import { DAY_TYPES, type PeriodTime } from '../time/types.ts'
import { type Carried, readCarried } from './carried.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import type { EmployeeTerms, PayPeriod, PayrollSettings, PayslipInput, SalaryRateType } from './types.ts'

export interface Rates {
  /** Monthly salary, or the monthly equivalent of a daily or hourly rate: the base of PhilHealth. */
  readonly monthly: Decimal
  /** Not rounded. */
  readonly daily: Decimal
  readonly hourly: Decimal
}

export interface Job {
  readonly input: PayslipInput
  readonly tables: StatutoryTables
  readonly employee: EmployeeTerms
  readonly period: PayPeriod
  readonly settings: PayrollSettings
  readonly time: PeriodTime | undefined
  readonly rates: Rates
  readonly hoursPerDay: Decimal
  readonly factor: FactorRow
  readonly premiums: PremiumRow
  /** First day of the month of coverage: the date of contribution tables. */
  readonly coverage: string
  /** The last payroll of the month of coverage for this employee. */
  readonly lastOfMonth: boolean
  readonly minimumWageEarner: boolean
  readonly carried: Carried
}

const EIGHT = new Dec(8)

/** Reads and checks everything; the first thing wrong is thrown with the name of its field. */
export function readJob(input: PayslipInput, tables: StatutoryTables): Job {
  const { employee, period, time } = input
  checkPeriod(period)
  if (time) checkTime(time)
  if (employee.rate_type !== 'monthly' && !time && (period.tag === 'standard' || period.tag === 'final_pay'))
    throw new DomainError('time', `An employee paid by the ${employee.rate_type === 'daily' ? 'day' : 'hour'} cannot be paid without time`)
  const factor = readPositive(employee.factor, 'employee.factor')
  const hoursPerDay = employee.hours_per_day === undefined ? EIGHT : readPositive(employee.hours_per_day, 'employee.hours_per_day')
  if (hoursPerDay.isZero()) throw new DomainError('employee.hours_per_day', 'A day has no hours')
  const rates = ratesOf(employee.rate_type, readPositive(employee.rate, 'employee.rate'), factor, hoursPerDay)
  return {
    input,
    tables,
    employee,
    period,
    time,
    settings: input.settings ? { ...DEFAULT_SETTINGS, ...input.settings } : DEFAULT_SETTINGS,
    rates,
    hoursPerDay,
    factor: factorRow(tables, factor),
    premiums: premiumRow(tables, period.to),
    coverage: `${period.month ?? period.to.slice(0, 7)}-01`,
    lastOfMonth: period.number === period.count || period.tag === 'final_pay',
    minimumWageEarner: isMinimumWageEarner(employee, rates.daily, tables, period.to),
    carried: readCarried(input),
  }
}

/** Daily = monthly × 12 ÷ factor; hourly = daily ÷ hours of a day; a monthly equivalent is rounded to the centavo. */
export function ratesOf(type: SalaryRateType, rate: Decimal, factor: Decimal, hoursPerDay: Decimal): Rates {
  if (rate.isZero()) throw new DomainError('employee.rate', 'The rate of pay is missing')
  if (type === 'monthly') {
    const daily = dailyRate(rate, factor)
    return { monthly: rate, daily, hourly: daily.div(hoursPerDay) }
  }
  if (type !== 'daily' && type !== 'hourly') throw new DomainError('employee.rate_type', `"${String(type)}" is not a salary rate type`)
  const daily = type === 'daily' ? rate : rate.times(hoursPerDay)
  return { monthly: monthlyEquivalent(daily, factor), daily, hourly: daily.div(hoursPerDay) }
}

/** By declaration, or by comparing the daily rate with the regional wage of the last day of the period. */
function isMinimumWageEarner(employee: EmployeeTerms, daily: Decimal, tables: StatutoryTables, date: string): boolean {
  if (employee.minimum_wage_earner !== undefined) return employee.minimum_wage_earner
  if (!employee.region) return false
  // A monthly salary that was rounded from the daily wage may come out a fraction of a centavo above it.
  return isMinimumWage(tables, date, employee.region, employee.wage_category ?? 'non_agriculture', daily.toDecimalPlaces(2))
}

function checkPeriod(period: PayPeriod): void {
  for (const field of ['from', 'to', 'pay_date'] as const) requireDate(period[field], `period.${field}`)
  if (period.from > period.to) throw new DomainError('period.to', `The period ends on ${period.to}, before it begins on ${period.from}`)
  if (period.month !== undefined) requireDate(`${period.month}-01`, 'period.month')
  if (!PAY_FREQUENCIES.includes(period.frequency))
    throw new DomainError('period.frequency', `"${String(period.frequency)}" is not a pay frequency`)
  if (!(Number.isInteger(period.number) && Number.isInteger(period.count) && period.number >= 1 && period.number <= period.count))
    throw new DomainError('period.number', `Payroll ${period.number} of ${period.count} of the month does not exist`)
}

const COUNTS = [
  'scheduled_minutes',
  'days_scheduled',
  'days_worked',
  'absent_minutes',
  'late_minutes',
  'undertime_minutes',
  'paid_leave_minutes',
  'unpaid_leave_minutes',
] as const
const PARTS = ['regular', 'regular_night', 'overtime', 'overtime_night'] as const

function checkTime(time: PeriodTime): void {
  for (const field of COUNTS) requireCount(time[field], `time.${field}`)
  time.worked.forEach((day, index) => {
    if (!DAY_TYPES.includes(day.day_type))
      throw new DomainError(`time.worked.${index}.day_type`, `"${String(day.day_type)}" is not a kind of day`)
    for (const part of PARTS) requireCount(day[part], `time.worked.${index}.${part}`)
  })
  for (const holiday of time.unworked_holidays) requireDate(holiday.date, 'time.unworked_holidays.date')
}

function requireCount(value: unknown, field: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DomainError(field, `"${field}" is missing`)
  if (value < 0) throw new DomainError(field, `"${field}" is negative: ${value}`)
}

export const hours = (minutes: number): Decimal => (minutes === 0 ? ZERO : new Dec(minutes).div(60))
