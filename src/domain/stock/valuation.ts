/**
 * Perpetual inventory at moving weighted average (trading rules K1-K10). A bucket (item in a location) is two whole
 * numbers, millionths of the base unit and centavos; the average is always derived, never kept rounded. Every function
 * takes a bucket and returns the new one with the ledger rows that lead to it; nothing is ever recomputed afterwards.
 */
import { dec } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { divideHalfUp } from '../trade/allocate.ts'

export interface Bucket {
  /** Millionths of the base unit. */
  readonly qty: bigint
  /** Centavos. */
  readonly value: bigint
  /** Cost of the last unit received, in millionths of a centavo per unit; null when nothing ever came in. */
  readonly lastCost: bigint | null
}
export type MovementKind = 'in' | 'out' | 'revalue' | 'void_in' | 'void_out' | 'void_reval'
export interface Movement {
  readonly kind: MovementKind
  readonly qty: bigint
  readonly value: bigint
  readonly qtyAfter: bigint
  readonly valueAfter: bigint
}
export interface Step {
  readonly bucket: Bucket
  readonly rows: readonly Movement[]
  /**
   * Centavos that left the stock's value without goods (positive) or came in (negative): cost of sales
   * adjusted for K10, variance for K3, K5 and K9. The caller's journal books them.
   */
  readonly variance: bigint
}

export const EMPTY: Bucket = { qty: 0n, value: 0n, lastCost: null }

/** Refused: the bucket holds less than asked and may not go below zero. Quantities in millionths. */
export class Shortage extends Error {
  readonly needed: bigint
  readonly available: bigint
  constructor(needed: bigint, available: bigint) {
    super('insufficient stock')
    this.needed = needed
    this.available = available
  }
}

/** Millionths of a centavo per unit = centavos × SCALE / millionths of a unit. */
const SCALE = 1_000_000_000_000n
const abs = (n: bigint): bigint => (n < 0n ? -n : n)
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Cost per unit in millionths of a centavo. */
export const unitCost = (value: bigint, qty: bigint): bigint => (qty === 0n ? 0n : divideHalfUp(value * SCALE, qty))
const costOf = (qty: bigint, perUnit: bigint): bigint => divideHalfUp(qty * perUnit, SCALE)

/** Quantities that move are above zero, and received goods have no negative value. */
function checkQty(qty: bigint): void {
  if (qty <= 0n) throw new DomainError('qty', 'Quantity must be greater than zero.')
}
function checkCost(cost: bigint): void {
  if (cost < 0n) throw new DomainError('cost', 'Goods do not come in at a cost below zero.')
}

function move(bucket: Bucket, kind: MovementKind, qty: bigint, value: bigint): { bucket: Bucket; row: Movement } {
  const next = { qty: bucket.qty + qty, value: bucket.value + value, lastCost: bucket.lastCost }
  return { bucket: next, row: { kind, qty, value, qtyAfter: next.qty, valueAfter: next.value } }
}

/**
 * K1, goods in at `cost`. K10: a shortage of the bucket is settled first; the difference between the value at which those
 * units were issued and their cost is an extra value row (`variance`: to cost of sales). Quantities in millionths, cost
 * in centavos. Throws `DomainError` on `qty` or `cost`.
 */
export function receive(bucket: Bucket, qty: bigint, cost: bigint): Step {
  checkQty(qty)
  checkCost(cost)
  const step = move(bucket, 'in', qty, cost)
  const next = { ...step.bucket, lastCost: unitCost(cost, qty) }
  if (bucket.qty >= 0n) return settle({ bucket: next, rows: [step.row], variance: 0n })
  const short = -bucket.qty
  const cover = min(qty, short)
  const adjust = divideHalfUp(cost * cover, qty) - divideHalfUp(abs(bucket.value) * cover, short)
  if (adjust === 0n) return settle({ bucket: next, rows: [step.row], variance: 0n })
  const extra = move(next, 'revalue', 0n, -adjust)
  return settle({ bucket: extra.bucket, rows: [step.row, extra.row], variance: adjust })
}

/**
 * K2, goods out at the average; the last unit takes the rest of the value. Below zero (only where the item or location
 * allows it, K10) the missing units go at the average, else at the last cost. Throws `Shortage`, and `DomainError` on
 * `qty`. The cost of the issue is minus the value of the row.
 */
export function issue(bucket: Bucket, qty: bigint, allowNegative = false): Step {
  checkQty(qty)
  if (qty > bucket.qty && !allowNegative) throw new Shortage(qty, bucket.qty > 0n ? bucket.qty : 0n)
  const step = move(bucket, 'out', -qty, -issueCost(bucket, qty))
  return { bucket: step.bucket, rows: [step.row], variance: 0n }
}

/**
 * Goods out with a value of their own: goods that a transfer put in transit leave it at exactly that value. The last of
 * the goods leave no value behind; the difference from their average value is variance. Throws `Shortage`, and
 * `DomainError` on `qty` and `cost`.
 */
export function issueAt(bucket: Bucket, qty: bigint, value: bigint): Step {
  checkQty(qty)
  checkCost(value)
  if (qty > bucket.qty) throw new Shortage(qty, bucket.qty > 0n ? bucket.qty : 0n)
  const taken = min(value, bucket.value)
  const step = move(bucket, 'out', -qty, -taken)
  const settled = settle({ bucket: step.bucket, rows: [step.row], variance: 0n })
  return { ...settled, variance: settled.variance - (value - taken) }
}

/** The value that an issue of `qty` removes from the bucket. */
export function issueCost(bucket: Bucket, qty: bigint): bigint {
  if (qty === bucket.qty) return bucket.value
  if (bucket.qty > 0n && qty < bucket.qty) return divideHalfUp(bucket.value * qty, bucket.qty)
  if (bucket.qty > 0n) return bucket.value + divideHalfUp(bucket.value * (qty - bucket.qty), bucket.qty)
  if (bucket.qty < 0n) return divideHalfUp(bucket.value * qty, bucket.qty)
  return costOf(qty, bucket.lastCost ?? 0n)
}

/**
 * K7, goods found by a count: at the average, in an empty bucket at the cost last paid, else at the item's standard
 * cost (millionths of a centavo per unit). Throws `DomainError` on `unit_cost` when none of them is known: it has
 * to be typed.
 */
export function gain(bucket: Bucket, qty: bigint, standardCost: bigint | null = null): Step {
  checkQty(qty)
  if (bucket.qty > 0n) {
    const step = receive(bucket, qty, divideHalfUp(bucket.value * qty, bucket.qty))
    // Nothing was bought: the last cost paid stays the same.
    return { ...step, bucket: { ...step.bucket, lastCost: bucket.lastCost } }
  }
  const perUnit = bucket.lastCost ?? standardCost
  if (perUnit === null) throw new DomainError('unit_cost', 'Nothing is known of the cost of these goods. Give the unit cost.')
  return receive(bucket, qty, costOf(qty, perUnit))
}

/**
 * What a difference of a count changes the value of the bucket by, as `issue` and `gain` would post it; 0 where the cost of
 * found goods is not known. Quantity in millionths, negative for goods that are missing.
 */
export function differenceCost(bucket: Bucket, qty: bigint, standardCost: bigint | null = null): bigint {
  if (qty < 0n) return -issueCost(bucket, -qty)
  const isKnown = bucket.qty > 0n || bucket.lastCost !== null || standardCost !== null
  return qty > 0n && isKnown ? gain(bucket, qty, standardCost).rows[0]!.value : 0n
}

/**
 * A write-up or write-down of the value in stock, without goods. Throws `DomainError` on `amount` when there is not that
 * much value: an empty bucket has none, and a value is never below zero.
 */
export function adjustValue(bucket: Bucket, amount: bigint): Step {
  if (bucket.qty <= 0n || bucket.value + amount < 0n)
    throw new DomainError('amount', 'There is not that much value in stock to change. Lower the amount.')
  const step = move(bucket, 'revalue', 0n, amount)
  return { bucket: step.bucket, rows: [step.row], variance: 0n }
}

/**
 * K3, a price difference that comes after the goods (a bill, late freight): the part that belongs to goods
 * still here changes their value, the rest is variance. `billed` is the quantity the difference is about.
 * Throws `DomainError` on `qty` when it is about nothing.
 */
export function revalue(bucket: Bucket, difference: bigint, billed: bigint): Step {
  checkQty(billed)
  const share = bucket.qty <= 0n ? 0n : min(bucket.qty, billed)
  return valueOnly(bucket, 'revalue', share === 0n ? 0n : divideHalfUp(difference * share, billed), difference)
}

/** Undoes a K3 row of `value`, for the part of the goods it changed (`held`, then) that is still here. */
export function voidRevalue(bucket: Bucket, value: bigint, held: bigint): Step {
  const share = bucket.qty <= 0n ? 0n : min(bucket.qty, held)
  return valueOnly(bucket, 'void_reval', share === 0n ? 0n : divideHalfUp(-value * share, held), -value)
}

/** A value row that never makes the value negative; the remaining amount is variance. */
function valueOnly(bucket: Bucket, kind: MovementKind, wanted: bigint, difference: bigint): Step {
  const value = bucket.qty > 0n && bucket.value + wanted < 0n ? -bucket.value : wanted
  if (value === 0n) return { bucket, rows: [], variance: difference }
  const step = move(bucket, kind, 0n, value)
  return { bucket: step.bucket, rows: [step.row], variance: difference - value }
}

/** K8, void of goods out: exactly what the row took comes back. */
export function voidOut(bucket: Bucket, row: Pick<Movement, 'qty' | 'value'>): Step {
  const step = move(bucket, 'void_out', -row.qty, -row.value)
  return settle({ bucket: step.bucket, rows: [step.row], variance: 0n })
}

/**
 * K9, void of goods in. `exact`: no live goods out of another document followed, so exactly its value goes;
 * else the goods leave at the average and the difference is variance. Never below zero: throws `Shortage`.
 */
export function voidIn(bucket: Bucket, row: Pick<Movement, 'qty' | 'value'>, exact: boolean, allowNegative = false): Step {
  if (row.qty > bucket.qty && !allowNegative) throw new Shortage(row.qty, bucket.qty > 0n ? bucket.qty : 0n)
  const left = { qty: bucket.qty - row.qty, value: bucket.value - row.value }
  const whole = left.qty > 0n ? left.value >= 0n : left.value === 0n
  const value = exact && whole ? row.value : issueCost(bucket, row.qty)
  const step = move(bucket, 'void_in', -row.qty, -value)
  return settle({ bucket: step.bucket, rows: [step.row], variance: value - row.value })
}

/** Quantity zero means value zero: the rest after a correction becomes variance. */
function settle(step: Step): Step {
  if (step.bucket.qty !== 0n || step.bucket.value === 0n) return step
  const rest = step.bucket.value
  const row = move(step.bucket, 'revalue', 0n, -rest)
  return { bucket: row.bucket, rows: [...step.rows, row.row], variance: step.variance + rest }
}

/** Minor units of cost and quantity: the whole, the part, and what was taken before. */
interface CostShare {
  readonly cost: bigint
  readonly qty: bigint
  readonly whole: bigint
  readonly takenQty: bigint
  readonly takenCost: bigint
}

/** K4 and K6: the part of an original cost that belongs to `qty` of `of`; the last part takes the remainder. */
export function partOf({ cost, qty, whole, takenQty, takenCost }: CostShare): bigint {
  if (takenQty + qty >= whole) return cost - takenCost
  return divideHalfUp(cost * qty, whole)
}

/** Whether the billed amount (centavos) differs from the received value by more than the percentage. False for a receipt at no cost. */
export const beyondTolerance = (billed: bigint, received: bigint, percent: number | string): boolean =>
  received > 0n &&
  dec(abs(billed - received))
    .times(100)
    .gt(dec(received).times(dec(percent)))
