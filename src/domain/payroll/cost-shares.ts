/** The cost of an employee's pay shared between cost centres: branches and departments, in percent. */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'

export interface CostShare {
  /** None: the employee's own. */
  readonly branch?: string
  /** None: the employee's own. */
  readonly department?: string
  /** Percent of every expense. */
  readonly percent: Decimal
}

const HUNDRED = new Decimal(100)

/**
 * Whether an account role is an expense, which shares divide: those of the company's chart are so by their name
 * (`schemas/account-roles.json`), accounts of a company's own where the caller says so. What is owed by or to others stays
 * whole, so that it is paid and collected as one amount.
 */
export const isExpense = (role: string, ownRoles?: ReadonlySet<string>): boolean =>
  role.endsWith('_expense') || ownRoles?.has(role) === true

/**
 * An amount of pesos by share, each rounded half-up to the centavo; the last share has the rest, so that the shares always
 * add up to the amount. Throws `DomainError` where the shares are not 100 percent together, or one is not above zero.
 */
export function shareOut<Share extends CostShare>(amount: Decimal, shares: readonly Share[]): (Share & { readonly amount: Decimal })[] {
  if (shares.some(({ percent }) => !percent.isPositive() || percent.isZero()))
    throw new DomainError('shares', 'Every share must be above zero percent.')
  const sum = shares.reduce<Decimal>((all, { percent }) => all.plus(percent), ZERO)
  if (!sum.eq(HUNDRED)) throw new DomainError('shares', `The shares are ${sum.toString()} percent together, not 100.`)
  let left = amount
  return shares.map((share, index) => {
    const part = index === shares.length - 1 ? left : round2(amount.times(share.percent).div(HUNDRED))
    left = left.minus(part)
    return { ...share, amount: part }
  })
}
