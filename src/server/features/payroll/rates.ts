/** The rate of pay by the days of a period, in the domain's terms. */

import type { EmployeeTerms, TermsChange } from '../../../domain/payroll/index.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { EmployeeTerms as Segment } from '../people/employment-terms.ts'

/** The agreed pay, without other data of the employee. */
export type RateTerms = Pick<EmployeeTerms, 'rate_type' | 'rate' | 'no_rate' | 'rate_changes'>

/** The rate on the first day and its later changes. `all` are the terms of the days in order. */
export function rateTerms(all: readonly Segment[]): RateTerms {
  // Before the day of hiring there is no agreed pay.
  const agreed = all.findIndex((segment) => segment.basic_rate !== null)
  const segments = agreed > 0 ? all.slice(agreed) : all
  const first = segments[0]
  const changes: TermsChange[] = []
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1]
    if (!before || (before.basic_rate === segment.basic_rate && before.salary_rate_type === segment.salary_rate_type)) continue
    changes.push({
      effective_from: segment.from,
      rate: segment.basic_rate ?? '0',
      ...(segment.salary_rate_type ? { rate_type: segment.salary_rate_type } : {}),
    })
  }
  return {
    rate_type: first?.salary_rate_type ?? 'monthly',
    rate: first?.basic_rate ?? '0',
    // An entered zero is meant; where nothing was entered, the rate is missing.
    ...(first?.basic_rate && dec(first.basic_rate).isZero() ? { no_rate: true } : {}),
    ...(changes.length ? { rate_changes: changes } : {}),
  }
}

/** The terms of some of the days: those of `all` that touch them, cut to them. */
export const segmentsWithin = (all: readonly Segment[], from: string, to: string): Segment[] =>
  all
    .filter((employeeTerms) => employeeTerms.from <= to && employeeTerms.to >= from)
    .map((employeeTerms) => ({
      ...employeeTerms,
      from: employeeTerms.from < from ? from : employeeTerms.from,
      to: employeeTerms.to > to ? to : employeeTerms.to,
    }))

/** Only the rate terms of an employee; amounts are compared by their value. */
export function ratesOnly({ rate_type, rate, no_rate, rate_changes }: RateTerms): RateTerms {
  return { rate_type, rate, ...(no_rate ? { no_rate } : {}), ...(rate_changes?.length ? { rate_changes } : {}) }
}

/** Whether two rates of pay give the same amount on every day. */
export const isSameRate = (a: RateTerms, b: RateTerms): boolean => textOf(a) === textOf(b)

const textOf = ({ rate_type, rate, rate_changes }: RateTerms): string =>
  JSON.stringify([
    rate_type,
    dec(rate).toFixed(),
    ...(rate_changes ?? []).map((rate_change) => [
      rate_change.effective_from,
      rate_change.rate_type ?? rate_type,
      dec(rate_change.rate).toFixed(),
    ]),
  ])
