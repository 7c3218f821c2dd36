/** Aging of open items: days past due and the bucket they fall into. */
import { daysBetween } from '../dates.ts'

/** Upper ends of the usual buckets, in days past due; what lies beyond is the last bucket. */
export const AGING_BOUNDS: readonly number[] = [0, 30, 60, 90, 120]
export const AGING_LABELS: readonly string[] = ['Current', '1-30', '31-60', '61-90', '91-120', 'Over 120']
export const AGING_FIELDS = ['current', 'd30', 'd60', 'd90', 'd120', 'over'] as const

/** Days past due on `asOf`; negative before the due date. */
export const daysPastDue = (due: string, asOf: string): number => daysBetween(due, asOf)

/** Index of the bucket for so many days past due. */
export function agingBucket(days: number, bounds: readonly number[] = AGING_BOUNDS): number {
  const index = bounds.findIndex((bound) => days <= bound)
  return index === -1 ? bounds.length : index
}

export interface OpenItem {
  readonly amount: bigint
  readonly applications: readonly { readonly date: string; readonly amount: bigint }[]
}
/** Centavos still open on a day: the item less what was applied up to it. */
export const openOn = (item: OpenItem, asOf: string): bigint =>
  item.applications.reduce((left, application) => (application.date <= asOf ? left - application.amount : left), item.amount)
