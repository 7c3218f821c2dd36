/**
 * Service charges of hotels, restaurants and the like: all that is collected belongs to the covered employees, who are all
 * but managerial ones (Labor Code art. 96 as amended by RA 11360).
 */
import { Decimal, fromCents, toCents } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, pesos, readPositive } from '../statutory/index.ts'
import { largestRemainder } from '../trade/allocate.ts'

/** By days or hours of work, or in equal shares. */
const SHARE_METHODS = ['days', 'hours', 'equal'] as const
export type ShareMethod = (typeof SHARE_METHODS)[number]

/** Weights have four decimals at most. */
const UNITS = 10_000

/**
 * The shares of `collected` pesos by weight, in pesos, in the order of the weights. Their sum is what was collected, to the
 * centavo: those left over go to the largest fractions cut off. A weight of zero has no share. Throws a `DomainError` where
 * no one has a weight.
 */
export function serviceChargeShares(collected: Amount, weights: readonly Amount[]): Decimal[] {
  const parts = weights.map((weight, index) =>
    BigInt(new Decimal(readPositive(weight, `shares.${index}.weight`)).times(UNITS).toDecimalPlaces(0).toFixed()),
  )
  if (!parts.some((part) => part > 0n)) throw new DomainError('shares', 'No employee has days or hours to share by')
  return largestRemainder(toCents(readPositive(collected, 'collected')), parts).map((cents) => new Decimal(fromCents(cents)))
}

/** A share as its payslip explains it. */
export interface SharedCharge {
  readonly charge: string
  readonly date_from: string
  readonly date_to: string
  readonly collected: string
  readonly method: string
  readonly weight: string
  readonly total_weight: string
  readonly amount: string
}

/** Words and formula of a share on a payslip. */
export function shareExplained(share: SharedCharge): { words: string; formula: string } {
  const [weight, all] = [new Decimal(share.weight), new Decimal(share.total_weight)]
  const unit = share.method === 'equal' ? '' : ` ${share.method}`
  return {
    words: `Your share of the service charges collected from ${share.date_from} to ${share.date_to} (${share.charge}). All of it is distributed among covered employees (RA 11360).`,
    formula: `${pesos(new Decimal(share.collected))} × ${weight.toString()} of ${all.toString()}${unit === '' ? ' shares' : unit} = ${pesos(new Decimal(share.amount))}`,
  }
}
