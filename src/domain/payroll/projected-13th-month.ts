/**
 * Projected basic salary of pay periods that are not paid yet, by the present terms: a 13th month paid before the last
 * salary of the year counts it in addition to the salary earned. An estimate: it assumes no absence, and an employee paid
 * by the day or hour earns the monthly equivalent of the rate (DOLE Handbook, EEMR). The difference is settled once it is
 * known.
 */
import { addDays, daysBetween } from '../../kernel/dates.ts'
import { type Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import type { StatutoryTables } from '../statutory/index.ts'
import { type PayTurn, periodShare } from './salary.ts'
import { readTerms, termsBetween } from './terms.ts'
import type { EmployeeTerms } from './types.ts'

/** A future pay period. */
export interface ExpectedPeriod extends PayTurn {
  readonly from: string
  readonly to: string
}

export interface ExpectedBasic {
  /** Pesos; zero when the employee is employed on none of the days. */
  readonly basic: Decimal
  /** First and last of its days. */
  readonly from?: string
  readonly to?: string
}

/**
 * The basic salary that an employee is expected to be paid for the periods, each by the terms of its days. A period of which the
 * employee is employed on some days, or in which the terms change, is shared by its calendar days. Throws a `DomainError` for
 * invalid terms.
 */
export function expectedBasic(
  employee: EmployeeTerms,
  employed: { readonly from: string; readonly to?: string | undefined },
  periods: readonly ExpectedPeriod[],
  tables: StatutoryTables,
): ExpectedBasic {
  const terms = readTerms(employee, tables)
  let [basic, first, last]: [Decimal, string | undefined, string | undefined] = [ZERO, undefined, undefined]
  for (const period of [...periods].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const from = employed.from > period.from ? employed.from : period.from
    const to = employed.to !== undefined && employed.to < period.to ? employed.to : period.to
    if (to < from) continue
    const parts = termsBetween(terms, from, to)
    const days = daysBetween(period.from, period.to) + 1
    let sum = ZERO
    for (const [index, part] of parts.entries()) {
      const next = parts[index + 1]
      const partDays = daysBetween(part.from, next ? addDays(next.from, -1) : to) + 1
      const share = periodShare(period, part.terms.rates.monthly, part.terms.factor.factor)
      sum = sum.plus(partDays === days ? share : share.times(partDays).div(days))
    }
    basic = basic.plus(round2(sum))
    first ??= from
    last = to
  }
  return { basic, ...(first && last ? { from: first, to: last } : {}) }
}
