/**
 * Largest remainder: sharing an amount out so that the shares add up to it exactly. Each share is cut down to the whole
 * unit, and the units left over go to the largest fractions cut off, ties to the earlier line. A negative amount mirrors
 * the positive one: the shares of `-x` are the shares of `x` with the other sign, so that a return undoes a sale line by
 * line.
 */
import { DomainError } from '../../kernel/errors.ts'

/** `num / den` rounded half away from zero; both are whole numbers, `den` > 0. */
export function divideHalfUp(num: bigint, den: bigint): bigint {
  const negative = num < 0n
  const twice = (negative ? -num : num) * 2n + den
  const result = twice / (den * 2n)
  return negative ? -result : result
}

/**
 * Shares `amount` (whole units, e.g. centavos) over lines by their weights; the sum of the result is `amount`. When all
 * weights cancel out, every line has the same weight. No lines: an empty result.
 */
export function largestRemainder(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0) return []
  let total = 0n
  for (const weight of weights) total += weight
  if (total === 0n)
    return roundTogether(
      amount,
      weights.map(() => amount),
      BigInt(weights.length),
    )
  const factor = total < 0n ? -amount : amount
  return roundTogether(
    amount,
    weights.map((weight) => factor * weight),
    total < 0n ? -total : total,
  )
}

/**
 * Rounds the exact parts `numerators[i] / den` (`den` > 0) to whole units so that they add up to `total`, which is
 * the sum of the parts rounded once. No part is a whole unit off, and an exact part stays as it is. Throws
 * `DomainError` on `total` when it is not that sum.
 */
export function roundTogether(total: bigint, numerators: readonly bigint[], den: bigint): bigint[] {
  const shares: bigint[] = new Array(numerators.length)
  const cut: { index: number; fraction: bigint }[] = []
  let left = total
  for (let index = 0; index < numerators.length; index++) {
    const share = numerators[index]! / den
    shares[index] = share
    left -= share
    const fraction = numerators[index]! - share * den
    if (fraction !== 0n) cut.push({ index, fraction })
  }
  if (left === 0n) return shares
  const unit = left < 0n ? -1n : 1n
  const takers = cut.filter(({ fraction }) => fraction < 0n === left < 0n)
  const count = Number(left * unit)
  if (count > takers.length) throw new DomainError('total', `The parts do not add up to ${total}.`)
  takers.sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : (a.fraction - b.fraction) * unit > 0n ? -1 : 1))
  for (let i = 0; i < count; i++) shares[takers[i]!.index]! += unit
  return shares
}

/** Whether there are both positive and negative weights. Shares by weight mean little then: the sum may be near zero. */
export const hasBothSigns = (weights: readonly bigint[]): boolean =>
  weights.some((weight) => weight > 0n) && weights.some((weight) => weight < 0n)
