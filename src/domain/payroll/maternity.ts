/**
 * Maternity leave (RA 11210): full pay is the SSS benefit, which the employer advances for the SSS, and the employer's
 * salary differential. Both are exempt from income tax (RMC 105-2019); the differential is part of the 13th month's base,
 * the benefit is not.
 */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { statutoryLeaveRow } from '../leave/statutory.ts'
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

/** Monthly contributions in the twelve months before, without which the SSS pays no benefit for a leave that begins on a day. */
export const maternityCreditsNeeded = (from: string): number => statutoryLeaveRow('maternity', from).min_contributions ?? 0

/** The most days that the SSS pays for: of a live birth, with those of a solo parent. */
export function maternityDaysPaid(from: string): number {
  const { days, solo_parent_days = 0 } = statutoryLeaveRow('maternity', from)
  return days + solo_parent_days
}

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

/** The six highest of the credits, fewer where fewer are on record. */
export const sixHighest = (credits: readonly Amount[]): Decimal[] =>
  credits
    .map((credit, index) => readPositive(credit, `credits.${index}`))
    .sort((a, b) => b.comparedTo(a))
    .slice(0, 6)

/**
 * SSS maternity benefit: the six highest monthly salary credits (regular, not above 20,000) of the twelve months
 * before the semester of contingency, ÷ 180, times the days of leave, of those that the law grants at most.
 */
export function sssMaternityBenefit(credits: readonly Amount[], { from, days }: { readonly from: string; readonly days: number }): Decimal {
  const needed = maternityCreditsNeeded(from)
  if (credits.length < needed)
    throw new DomainError('credits', `The benefit needs at least ${needed} monthly contributions in the twelve months`)
  let sum = ZERO
  for (const credit of sixHighest(credits)) sum = sum.plus(credit)
  return round2(sum.div(180).times(Math.min(days, maternityDaysPaid(from))))
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
