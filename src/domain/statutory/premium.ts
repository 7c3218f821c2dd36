/**
 * Premium pay (Labor Code arts. 86-87, 91-94): how many times the basic hourly rate an hour is worth, and how
 * much of that a monthly salary has paid already.
 */
import { type Decimal, ONE, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import type { DayType } from '../time/types.ts'
import { inForce } from './effective.ts'
import type { FactorRow, PremiumRow, StatutoryTables } from './tables.ts'

export interface HourKind {
  readonly overtime?: boolean
  /** Within the night window, 10 PM to 6 AM. */
  readonly night?: boolean
}

export const premiumRow = (tables: StatutoryTables, date: string): PremiumRow => inForce(tables.premiums, date, 'Premium rates')

/** The full multiple of an hour: of the day, of overtime, and 10% more of that at night. */
export function hourMultiple(row: PremiumRow, dayType: DayType, kind: HourKind = {}): Decimal {
  const day = row.multiples[dayType]
  if (!day) throw new DomainError('day_type', `"${String(dayType)}" is not a kind of day`)
  const multiple = kind.overtime ? day.overtime : day.worked
  return kind.night ? multiple.times(row.night.plus(1)) : multiple
}

/**
 * A holiday on a rest day: the factor does not say whether the salary pays it already, no source decides it.
 * `full`, the default, favours the employee; `add_on` counts it as paid.
 */
export type HolidayOnRestDay = 'full' | 'add_on'

const ON_REST_DAY: ReadonlySet<DayType> = new Set([
  'special_rest_day',
  'regular_holiday_rest_day',
  'double_regular_rest_day',
  'double_special_rest_day',
])
const REGULAR: ReadonlySet<DayType> = new Set(['regular_holiday', 'double_regular'])

/** How much of an hour of such a day (1 or 0) the monthly salary on this factor has paid already. */
export function paidBySalary(factor: FactorRow, dayType: DayType, onRestDay: HolidayOnRestDay = 'full'): Decimal {
  if (dayType === 'ordinary' || dayType === 'special_working') return ONE
  if (factor.rest_days) return ONE
  if (dayType === 'rest_day') return ZERO
  if (ON_REST_DAY.has(dayType)) return onRestDay === 'add_on' ? ONE : ZERO
  if (REGULAR.has(dayType)) return factor.regular_holidays ? ONE : ZERO
  return factor.special_days ? ONE : ZERO
}

/** The addition for the first eight hours to a monthly salary. A salary never includes overtime: its full multiple counts. */
export const monthlyAddOn = (row: PremiumRow, factor: FactorRow, dayType: DayType, onRestDay: HolidayOnRestDay = 'full'): Decimal =>
  hourMultiple(row, dayType).minus(paidBySalary(factor, dayType, onRestDay))
