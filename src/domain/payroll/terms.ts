/**
 * The terms of pay by their dates. Terms change on a day (a raise, a new wage order, from daily to monthly pay), and
 * every day is paid by the terms in force on it; so time comes in parts that no change cuts through.
 */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import {
  dailyRate,
  type FactorRow,
  factorRow,
  isMinimumWage,
  monthlyEquivalent,
  type PremiumRow,
  premiumRow,
  readPositive,
  requireDate,
  type StatutoryTables,
} from '../statutory/index.ts'
import type { PeriodTime } from '../time/types.ts'
import type { EmployeeTerms, PayPeriod, SalaryRateType, TermsChange } from './types.ts'

export interface Rates {
  /** Monthly salary, or the monthly equivalent of a daily or hourly rate: the base of PhilHealth. */
  readonly monthly: Decimal
  /** Not rounded. */
  readonly daily: Decimal
  readonly hourly: Decimal
}

/** Terms that hold from a day on. */
export interface Terms {
  /** The first day; empty for the terms before any change. */
  readonly effective_from: string
  readonly rate_type: SalaryRateType
  readonly rates: Rates
  readonly hoursPerDay: Decimal
  readonly factor: FactorRow
  readonly cola_per_day: Decimal | undefined
  /** The employee under these terms. */
  readonly employee: EmployeeTerms
}

/** Time under one set of terms. */
export interface TimeSlice {
  readonly from: string
  readonly to: string
  readonly time: PeriodTime
  readonly terms: Terms
  readonly premiums: PremiumRow
  readonly minimumWageEarner: boolean
}

const EIGHT = new Decimal(8)
const NO_RATES: Rates = { monthly: ZERO, daily: ZERO, hourly: ZERO }

/** A rate of pay as agreed; `field` names it in errors. */
interface RateOfPay {
  readonly type: SalaryRateType
  readonly rate: Decimal
  readonly factor: Decimal
  readonly hoursPerDay: Decimal
  readonly field?: string
}

/** Daily = monthly × 12 ÷ factor; hourly = daily ÷ hours of a day; a monthly equivalent is rounded to the centavo. */
export function ratesOf({ type, rate, factor, hoursPerDay, field = 'employee.rate' }: RateOfPay): Rates {
  if (rate.isZero()) throw new DomainError(field, 'The rate of pay is missing')
  if (type === 'monthly') {
    const daily = dailyRate(rate, factor)
    return { monthly: rate, daily, hourly: daily.div(hoursPerDay) }
  }
  const daily = type === 'daily' ? rate : rate.times(hoursPerDay)
  return { monthly: monthlyEquivalent(daily, factor), daily, hourly: daily.div(hoursPerDay) }
}

/** All terms of an employee in the order of their dates, those before any change first. */
export function readTerms(employee: EmployeeTerms, tables: StatutoryTables): Terms[] {
  const terms = [termsOf(employee, '', 'employee', tables)]
  if (!employee.rate_changes?.length) return terms
  const changes = employee.rate_changes.map((change, index) => {
    const field = `employee.rate_changes.${index}`
    requireDate(change.effective_from, `${field}.effective_from`)
    return { change, field }
  })
  changes.sort((a, b) => (a.change.effective_from < b.change.effective_from ? -1 : 1))
  let now = employee
  for (const [index, { change, field }] of changes.entries()) {
    if (changes[index + 1]?.change.effective_from === change.effective_from)
      throw new DomainError(`${field}.effective_from`, `Two changes of the terms begin on ${change.effective_from}`)
    now = changed(now, change)
    terms.push(termsOf(now, change.effective_from, field, tables))
  }
  return terms
}

/** The employee after a change. */
function changed(employee: EmployeeTerms, { effective_from: _, ...change }: TermsChange): EmployeeTerms {
  return { ...employee, ...change }
}

function termsOf(employee: EmployeeTerms, from: string, field: string, tables: StatutoryTables): Terms {
  const factor = readPositive(employee.factor, `${field}.factor`)
  const hoursPerDay = employee.hours_per_day === undefined ? EIGHT : readPositive(employee.hours_per_day, `${field}.hours_per_day`)
  if (hoursPerDay.isZero()) throw new DomainError(`${field}.hours_per_day`, 'A day has no hours')
  const rate = readPositive(employee.rate, `${field}.rate`)
  return {
    effective_from: from,
    rate_type: employee.rate_type,
    rates:
      employee.no_rate && rate.isZero()
        ? NO_RATES
        : ratesOf({ type: employee.rate_type, rate, factor, hoursPerDay, field: `${field}.rate` }),
    hoursPerDay,
    factor: factorRow(tables, factor),
    cola_per_day: employee.cola_per_day === undefined ? undefined : readPositive(employee.cola_per_day, `${field}.cola_per_day`),
    employee,
  }
}

/** The terms in force on a day. */
export function termsOn(terms: readonly Terms[], date: string): Terms {
  let index = terms.length - 1
  while (index > 0 && terms[index]!.effective_from > date) index--
  return terms[index]!
}

/** The terms of a stretch of dates, each with its own first day. */
export function termsBetween(terms: readonly Terms[], from: string, to: string): { readonly from: string; readonly terms: Terms }[] {
  const first = { from, terms: termsOn(terms, from) }
  if (terms.length === 1) return [first]
  return [
    first,
    ...terms
      .filter((term) => term.effective_from > from && term.effective_from <= to)
      .map((term) => ({ from: term.effective_from, terms: term })),
  ]
}

/** By declaration, or by comparing the daily rate with the regional wage of a day (RR 11-2018 section 2.78.1(B)(13)). */
export function isMinimumWageEarner({ employee, rates }: Terms, tables: StatutoryTables, date: string): boolean {
  if (employee.minimum_wage_earner !== undefined) return employee.minimum_wage_earner
  if (!employee.region) return false
  // A monthly salary that was rounded from the daily wage may come out a fraction of a centavo above it.
  return isMinimumWage(tables, {
    date,
    region: employee.region,
    category: employee.wage_category ?? 'non_agriculture',
    dailyRate: rates.daily.toDecimalPlaces(2),
  })
}

/**
 * The days from `from` to `to` on which the value of an hour changes: new terms, a new wage order of the region, new
 * premium rates. Time of these dates must be given in parts that begin on them (`split_on` of `computeTime`).
 */
export function termsDates(employee: EmployeeTerms, from: string, to: string, tables: StatutoryTables): string[] {
  requireDate(from, 'from')
  requireDate(to, 'to')
  const dates = new Set<string>()
  const add = (date: string): void => void (date > from && date <= to && dates.add(date))
  for (const { effective_from } of employee.rate_changes ?? []) add(requireDate(effective_from, 'employee.rate_changes.effective_from'))
  for (const row of tables.premiums) add(row.effective_from)
  for (const { employee: employeeTerms } of readTerms(employee, tables))
    if (employeeTerms.region !== undefined && employeeTerms.minimum_wage_earner === undefined)
      for (const row of tables.minimum_wages.get(`${employeeTerms.region}|${employeeTerms.wage_category ?? 'non_agriculture'}`) ?? [])
        add(row.effective_from)
  return [...dates].sort()
}

/** The time of a period with the terms of each part. Throws where a change of terms cuts through time that has a value. */
export function timeSlices(time: PeriodTime | undefined, period: PayPeriod, terms: readonly Terms[], tables: StatutoryTables): TimeSlice[] {
  if (!time) return []
  const slice = (part: PeriodTime, from: string, to: string): TimeSlice => {
    const current = termsOn(terms, from)
    return {
      from,
      to,
      time: part,
      terms: current,
      premiums: premiumRow(tables, to),
      minimumWageEarner: isMinimumWageEarner(current, tables, to),
    }
  }
  if (!time.parts) {
    const changes = termsBetween(terms, period.from, period.to)
    if (changes.length > 1 && hasValue(time, changes)) throw new DomainError('time.parts', undivided(changes))
    return [slice(time, period.from, period.to)]
  }
  return time.parts.map((part, index) => {
    const changes = termsBetween(terms, part.from, part.to)
    if (changes.length > 1) throw new DomainError(`time.parts.${index}.to`, undivided(changes))
    return slice(part, part.from, part.to)
  })
}

/** What to do about time that was summed up before a change of the terms was known. */
function undivided(changes: readonly { readonly from: string }[]): string {
  const days = changes.slice(1).map(({ from }) => from)
  return `The terms of pay change on ${days.join(' and ')}, after the time sheet was made: unlock it if it is locked, process its days again, lock it, and precompute again`
}

/** Whether anything in it is valued by the hour or the day. Leave with pay has no value of its own under a salary. */
function hasValue(time: PeriodTime, changes: readonly { readonly terms: Terms }[]): boolean {
  const away = time.absent_minutes + time.late_minutes + time.undertime_minutes + time.unpaid_leave_minutes
  if (away > 0 || time.worked.length > 0 || time.unworked_holidays.length > 0) return true
  if (time.paid_leave_minutes === 0 && time.days_worked === 0) return false
  return changes.some(({ terms }) => terms.rate_type !== 'monthly' || terms.cola_per_day !== undefined)
}
