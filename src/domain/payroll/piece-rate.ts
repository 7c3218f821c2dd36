/** Employees paid by results: their legal minimum on a holiday and for a day's work. */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, readPositive } from '../statutory/index.ts'

/**
 * Holiday pay of a piece-rate employee: not less than the average of the last seven days actually worked before the
 * holiday, and not less than the minimum wage of a day (IRR book III rule IV section 8(a)). `earned` are the earnings of
 * those days, at most seven, in pesos.
 */
export function pieceRateHolidayPay(earned: readonly Amount[], minimumWage: Amount): Decimal {
  if (earned.length === 0 || earned.length > 7) throw new DomainError('earned', 'The average is of the last one to seven days worked')
  const sum = earned.reduce<Decimal>((all, amount, index) => all.plus(readPositive(amount, `earned.${index}`)), ZERO)
  return round2(Decimal.max(sum.div(earned.length), readPositive(minimumWage, 'minimum_wage')))
}

/**
 * The amount added to piece-rate earnings of some hours so that they reach the minimum wage, in proportion to eight hours
 * (Labor Code art. 124).
 */
export function pieceRateTopUp(earned: Amount, hours: Amount, minimumWage: Amount): Decimal {
  const due = readPositive(minimumWage, 'minimum_wage').times(readPositive(hours, 'hours')).div(8)
  return round2(Decimal.max(due.minus(readPositive(earned, 'earned')), ZERO))
}
