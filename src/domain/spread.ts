/**
 * Largest remainder: sharing an amount out so that the shares add up to it exactly.
 * Each share is cut down to the whole unit, and the units left over go to the largest fractions cut off,
 * ties to the earlier line.
 */

/** `num / den` rounded half away from zero; both are whole numbers, `den` > 0. */
export function divideHalfUp(num: bigint, den: bigint): bigint {
  const negative = num < 0n
  const twice = (negative ? -num : num) * 2n + den
  const result = twice / (den * 2n)
  return negative ? -result : result
}

function divideFloor(num: bigint, den: bigint): bigint {
  const quotient = num / den
  return num % den !== 0n && num < 0n !== den < 0n ? quotient - 1n : quotient
}

/**
 * Shares `amount` (whole units, e.g. centavos) over lines by their weights; the sum of the answer is `amount`.
 * When all weights cancel out, every line weighs the same. No lines: an empty answer.
 */
export function largestRemainder(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0) return []
  let total = 0n
  for (const weight of weights) total += weight
  const even = total === 0n
  const whole = even ? BigInt(weights.length) : total < 0n ? -total : total
  const sign = total < 0n ? -1n : 1n
  const shares: bigint[] = new Array(weights.length)
  const cut: { index: number; fraction: bigint }[] = []
  let left = amount
  for (let index = 0; index < weights.length; index++) {
    const product = amount * (even ? 1n : weights[index]! * sign)
    const share = divideFloor(product, whole)
    shares[index] = share
    left -= share
    const fraction = product - share * whole
    if (fraction !== 0n) cut.push({ index, fraction })
  }
  if (left === 0n) return shares
  cut.sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction > b.fraction ? -1 : 1))
  for (let i = 0; i < Number(left); i++) shares[cut[i]!.index]! += 1n
  return shares
}
