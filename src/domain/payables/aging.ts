/**
 * Aging of open items, receivable or payable: each item's open amount on a day, its days past due, and their bucket.
 * Everything is computed as of that day, without later events (trading rules, invariant 24).
 */
import { daysBetween } from '../../kernel/dates.ts'
import { DomainError } from '../../kernel/errors.ts'

/** Upper ends of the usual buckets, in days past due; the last bucket is for more days. */
export const AGING_BOUNDS: readonly number[] = [0, 30, 60, 90, 120]

/** The fields that hold the usual buckets of a frozen aging. */
export const AGING_FIELDS = ['current', 'd30', 'd60', 'd90', 'd120', 'over'] as const

/** Throws `DomainError` unless the upper ends are whole days, each after the one before, the first of them 0. */
export function checkBounds(bounds: readonly number[]): void {
  const rising = bounds.every((bound, i) => Number.isInteger(bound) && (i === 0 ? bound === 0 : bound > bounds[i - 1]!))
  if (!rising || bounds.length < 2)
    throw new DomainError('aging_buckets', 'Buckets end on whole days, each after the one before, beginning with 0.')
}

/** Names of the buckets: `Current`, `1-30` … `Over 120`. */
export const agingLabels = (bounds: readonly number[] = AGING_BOUNDS): string[] =>
  bounds.map((bound, i) => (i === 0 ? 'Current' : `${bounds[i - 1]! + 1}-${bound}`)).concat(`Over ${bounds.at(-1)}`)

/** Days past due on `asOf`; negative before the due date. A credit or an advance, whose open amount is negative, is never past due. */
export function daysPastDue(due: string, asOf: string, open = 0n): number {
  const days = daysBetween(due, asOf)
  return open < 0n ? Math.min(days, 0) : days
}

/** Index of the bucket for so many days past due. */
export function agingBucket(days: number, bounds: readonly number[] = AGING_BOUNDS): number {
  const index = bounds.findIndex((bound) => days <= bound)
  return index === -1 ? bounds.length : index
}

/** Centavos in their bucket, 0n in the others. */
export function inBucket(amount: bigint, days: number, bounds: readonly number[] = AGING_BOUNDS): bigint[] {
  const row: bigint[] = new Array(bounds.length + 1).fill(0n)
  row[agingBucket(days, bounds)] = amount
  return row
}

/** Centavos, negative on a credit; payments, returns and voids are applications with a date, negative when taken back. */
interface OpenItem {
  readonly amount: bigint
  readonly applications: readonly { readonly date: string; readonly amount: bigint }[]
}
/** An open item with the day it was posted for and the day it is due, `YYYY-MM-DD`. */
export interface DatedItem extends OpenItem {
  readonly date: string
  readonly due: string
}

/** Centavos still open on a day: the item less what was applied up to it. */
export const openOn = (item: OpenItem, asOf: string): bigint =>
  item.applications.reduce((left, application) => (application.date <= asOf ? left - application.amount : left), item.amount)

interface AgedItem<T> {
  readonly item: T
  readonly days: number
  readonly open: bigint
  /** `open` in its bucket. */
  readonly buckets: readonly bigint[]
}
interface Aging<T> {
  /** Items with an open amount, in the given order. */
  readonly rows: readonly AgedItem<T>[]
  readonly buckets: readonly bigint[]
  /** Sum of the buckets: the balance of the control account on the day. */
  readonly open: bigint
}

/** Ages items as of a day. Entries with a later date do not exist yet; settled items are left out. Centavos. */
export function age<T extends DatedItem>(items: readonly T[], asOf: string, bounds: readonly number[] = AGING_BOUNDS): Aging<T> {
  checkBounds(bounds)
  const rows: AgedItem<T>[] = []
  const buckets: bigint[] = new Array(bounds.length + 1).fill(0n)
  let total = 0n
  for (const item of items) {
    const open = item.date <= asOf ? openOn(item, asOf) : 0n
    if (open === 0n) continue
    const days = daysPastDue(item.due, asOf, open)
    rows.push({ item, days, open, buckets: inBucket(open, days, bounds) })
    buckets[agingBucket(days, bounds)]! += open
    total += open
  }
  return { rows, buckets, open: total }
}
