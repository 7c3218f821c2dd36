/** Length of service, and amounts that depend on it. */
import { Decimal } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { requireDate } from '../statutory/index.ts'

/** Whole years and months from the first to the last day of employment, both worked. */
export function lengthOfService(hiredOn: string, separatedOn: string): { years: number; months: number } {
  const from = requireDate(hiredOn, 'hired_on').split('-').map(Number) as [number, number, number]
  const to = requireDate(separatedOn, 'separated_on').split('-').map(Number) as [number, number, number]
  // The last day is worked: the count runs to the day after it.
  const end = new Date(Date.UTC(to[0], to[1] - 1, to[2] + 1))
  const months = (end.getUTCFullYear() - from[0]) * 12 + (end.getUTCMonth() + 1 - from[1]) - (end.getUTCDate() < from[2] ? 1 : 0)
  if (months < 0) throw new DomainError('separated_on', `Separated on ${separatedOn}, before hired on ${hiredOn}`)
  return { years: Math.floor(months / 12), months: months % 12 }
}

/** Service incentive leave of a part of the year: 5 days × months ÷ 12 (Labor Code art. 95), not rounded. */
export function serviceIncentiveLeave(months: number): Decimal {
  if (!(months >= 0 && months <= 12)) throw new DomainError('months', `${months} months are not a part of a year`)
  return new Decimal(5).times(months).div(12)
}
