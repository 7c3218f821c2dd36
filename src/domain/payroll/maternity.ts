/**
 * Maternity leave (RA 11210): full pay is the SSS benefit, which the employer advances for the SSS, and the employer's
 * salary differential. Both are exempt from income tax (RMC 105-2019); the differential is part of the 13th month's base,
 * the benefit is not.
 */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, readPositive } from '../statutory/index.ts'

export interface MaternityPay {
  readonly full_pay: Decimal
  /** The employee's SSS, PhilHealth and Pag-IBIG shares of the leave, which full pay bears. */
  readonly employee_shares: Decimal
  readonly sss_benefit: Decimal
  /** Full pay less shares less benefit; below zero nothing is topped up. */
  readonly difference: Decimal
  /** The employer's additional pay, never below zero. */
  readonly differential: Decimal
}

/** Days of leave: live birth, solo parent, miscarriage or emergency termination. */
export const MATERNITY_DAYS = { live_birth: 105, solo_parent: 120, miscarriage: 60 } as const

/** Months of contributions without which the SSS pays no benefit. */
export const MATERNITY_CREDITS_NEEDED = 3

/**
 * The twelve months whose salary credits count, `YYYY-MM`, first and last: those before the semester of contingency,
 * which is the quarter of the birth and the quarter before it (RA 11199 sections 8(i) and 14-A).
 */
export function maternityMonths(contingency: string): { readonly from: string; readonly to: string } {
  const [year, month] = contingency.split('-').map(Number) as [number, number]
  // Months since year 0 of the first month of the semester.
  const semester = year * 12 + Math.floor((month - 1) / 3) * 3 - 3
  const name = (index: number): string => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  return { from: name(semester - 12), to: name(semester - 1) }
}

/** The six highest of the credits, fewer where fewer are on record; throws below three. */
export const sixHighest = (credits: readonly Amount[]): Decimal[] => {
  if (credits.length < MATERNITY_CREDITS_NEEDED)
    throw new DomainError('credits', 'The benefit needs at least three monthly contributions in the twelve months')
  return credits
    .map((credit, index) => readPositive(credit, `credits.${index}`))
    .sort((a, b) => b.comparedTo(a))
    .slice(0, 6)
}

/**
 * SSS maternity benefit: the six highest monthly salary credits (regular, not above 20,000) of the twelve months
 * before the semester of contingency, ÷ 180, times the days of leave.
 */
export function sssMaternityBenefit(credits: readonly Amount[], days: number): Decimal {
  let sum = ZERO
  for (const credit of sixHighest(credits)) sum = sum.plus(credit)
  return round2(sum.div(180).times(days))
}

/** Salary differential by the formula of DOLE Department Advisory 01-19: months of leave are days ÷ 30. */
export function maternityPay(leave: {
  readonly monthly_rate: Amount
  readonly days: number
  readonly monthly_employee_shares: Amount
  readonly sss_benefit: Amount
}): MaternityPay {
  if (!(leave.days > 0)) throw new DomainError('days', 'Maternity leave has no days')
  const months = new Decimal(leave.days).div(30)
  const fullPay = round2(readPositive(leave.monthly_rate, 'monthly_rate').times(months))
  const shares = round2(readPositive(leave.monthly_employee_shares, 'monthly_employee_shares').times(months))
  const benefit = readPositive(leave.sss_benefit, 'sss_benefit')
  const difference = fullPay.minus(shares).minus(benefit)
  return { full_pay: fullPay, employee_shares: shares, sss_benefit: benefit, difference, differential: Decimal.max(difference, ZERO) }
}
