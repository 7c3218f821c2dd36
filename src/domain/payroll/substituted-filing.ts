/**
 * Substituted filing: whether the employer's certificate (BIR form 2316) stands in the place of the employee's income tax
 * return. It does where all conditions hold (RR 11-2018; the details are unconfirmed). That the employee
 * has no income but compensation is for the employee to declare: who has other income is marked as filing a return.
 */
import type { Decimal } from '../../kernel/decimal.ts'
import type { Separation } from './alphalist.ts'

export const FILING_CONDITIONS = ['not_marked', 'citizen', 'one_employer', 'whole_year', 'tax_equal'] as const
export type FilingCondition = (typeof FILING_CONDITIONS)[number]

export interface FilingFacts {
  /** False: the employee files a return, for instance for other income; null: not said. */
  readonly substituted_filing: boolean | null
  readonly nationality: string
  readonly separation: Separation
  readonly has_previous_employer: boolean
  readonly tax_due: Decimal
  readonly tax_withheld: Decimal
}

/** Each condition, and whether it holds. */
export const filingConditions = (facts: FilingFacts): Readonly<Record<FilingCondition, boolean>> => ({
  not_marked: facts.substituted_filing !== false,
  citizen: facts.nationality === 'Filipino',
  one_employer: !facts.has_previous_employer,
  whole_year: facts.separation === 'NA',
  tax_equal: facts.tax_due.eq(facts.tax_withheld),
})

/** Whether all conditions hold. */
export const isSubstituted = (facts: FilingFacts): boolean => Object.values(filingConditions(facts)).every(Boolean)
