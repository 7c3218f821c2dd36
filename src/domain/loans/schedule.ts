/**
 * Amortization schedules: the repayment of a loan, instalment by instalment. Counted in whole centavos; each instalment's
 * interest is rounded half-up to the centavo, and the last instalment takes the rest, so that the principal is repaid
 * exactly.
 */
import { Decimal, fromCents, toCents } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, pesos, readPositive } from '../statutory/amount.ts'
import type { TraceLine } from '../time/trace-line.ts'
import { divideHalfUp } from '../trade/allocate.ts'

export const INTEREST_METHODS = ['none', 'flat', 'diminishing'] as const
/** `flat`: on the first principal for the whole term, spread evenly. `diminishing`: on the balance, level instalments. */
export type InterestMethod = (typeof INTEREST_METHODS)[number]

export interface LoanTerms {
  readonly principal: Amount
  readonly method: InterestMethod
  /** Per year, as a share: 0.10 is 10%. */
  readonly annual_rate?: Amount
  /** How many instalments. */
  readonly instalments: number
  /** How many instalments a year has: 12 monthly, 24 semi-monthly. */
  readonly per_year: number
  /** The agency's or the contract's own instalment; the last one includes the rest. */
  readonly instalment?: Amount
}

/** One instalment, in centavos. */
interface Instalment {
  readonly no: number
  readonly amount: bigint
  readonly principal: bigint
  readonly interest: bigint
  /** Principal that is owed after it. */
  readonly balance: bigint
}

export interface LoanSchedule {
  readonly terms: LoanTerms
  readonly rows: readonly Instalment[]
  readonly principal: bigint
  readonly interest: bigint
  readonly total: bigint
  trace(): TraceLine[]
}

const SCALE = 10n ** 18n

/** The schedule of a loan. Throws `DomainError` naming the term that makes no sense. */
export function amortize(terms: LoanTerms): LoanSchedule {
  const principal = toCents(readPositive(terms.principal, 'principal'))
  if (principal <= 0n) throw new DomainError('principal', 'A loan has a principal.')
  if (!INTEREST_METHODS.includes(terms.method))
    throw new DomainError('method', `"${String(terms.method)}" is not a way to charge interest.`)
  if (!Number.isInteger(terms.instalments) || terms.instalments < 1)
    throw new DomainError('instalments', 'A loan has one instalment or more.')
  if (!Number.isInteger(terms.per_year) || terms.per_year < 1) throw new DomainError('per_year', 'A year has one instalment or more.')
  const rate = terms.method === 'none' ? new Decimal(0) : readPositive(terms.annual_rate, 'annual_rate')
  const fixed = terms.instalment === undefined ? undefined : toCents(readPositive(terms.instalment, 'instalment'))
  if (fixed === 0n) throw new DomainError('instalment', 'An instalment pays something.')
  const rows =
    terms.method === 'diminishing' && !rate.isZero() ? diminishing(principal, rate, terms, fixed) : level(principal, rate, terms, fixed)
  const interest = rows.reduce((sum, row) => sum + row.interest, 0n)
  return { terms, rows, principal, interest, total: principal + interest, trace: () => scheduleTrace(terms, rows, interest) }
}

/** Without interest, or with flat interest: everything by equal instalments. */
function level(principal: bigint, rate: Decimal, terms: LoanTerms, fixed: bigint | undefined): Instalment[] {
  const count = BigInt(terms.instalments)
  const interest = terms.method === 'flat' ? toCents(fromCents(principal).times(rate).times(terms.instalments).div(terms.per_year)) : 0n
  const total = principal + interest
  const amount = fixed ?? divideHalfUp(total, count)
  const rows: Instalment[] = []
  let paid = 0n
  let paidInterest = 0n
  for (let no = 1; paid < total; no++) {
    // The last instalment takes the rest; an instalment of the agency's own may need more or fewer of them.
    const isLast = fixed === undefined ? no === terms.instalments : false
    const pay = isLast ? total - paid : amount < total - paid ? amount : total - paid
    paid += pay
    const interestSoFar = divideHalfUp(interest * paid, total)
    const ownInterest = interestSoFar - paidInterest
    paidInterest = interestSoFar
    rows.push({ no, amount: pay, principal: pay - ownInterest, interest: ownInterest, balance: principal - (paid - paidInterest) })
  }
  return rows
}

/** Interest on the outstanding balance; the level instalment is P × r ÷ (1 − (1 + r)^−n), half-up to the centavo. */
function diminishing(principal: bigint, annual: Decimal, terms: LoanTerms, fixed: bigint | undefined): Instalment[] {
  const rate = annual.div(terms.per_year)
  const factor = rate.div(new Decimal(1).minus(rate.plus(1).pow(-terms.instalments)))
  const amount = fixed ?? toCents(fromCents(principal).times(factor))
  const scaled = BigInt(rate.times(SCALE.toString()).toFixed(0))
  const rows: Instalment[] = []
  let balance = principal
  for (let no = 1; balance > 0n; no++) {
    const interest = divideHalfUp(balance * scaled, SCALE)
    if (fixed !== undefined && amount <= interest) throw new DomainError('instalment', 'The instalment does not even pay the interest.')
    const isLast = (fixed === undefined && no === terms.instalments) || amount - interest >= balance
    // Of a loan of centavos, an instalment may be no more than its interest.
    const repaid = isLast ? balance : amount > interest ? amount - interest : 0n
    balance -= repaid
    rows.push({ no, amount: repaid + interest, principal: repaid, interest, balance })
  }
  return rows
}

function scheduleTrace(terms: LoanTerms, rows: readonly Instalment[], interest: bigint): TraceLine[] {
  const first = rows[0]!
  const last = rows[rows.length - 1]!
  const words: Record<InterestMethod, string> = {
    none: 'without interest',
    flat: `with flat interest of ${terms.annual_rate} a year on the first principal`,
    diminishing: `with interest of ${terms.annual_rate} a year on the outstanding balance`,
  }
  return [
    {
      about: 'loan',
      text: `${pesos(readPositive(terms.principal, 'principal'))} ${words[terms.method]}: ${rows.length} instalments of ${pesos(fromCents(first.amount))}, the last one ${pesos(fromCents(last.amount))}; interest ${pesos(fromCents(interest))} in all.`,
    },
  ]
}
