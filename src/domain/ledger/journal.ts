/** Journals: debits and credits in centavos, merged per account and dimension, always balanced. */

export interface Posting {
  readonly account_id: number
  /** Centavos, positive debits, negative credits. */
  readonly amount: bigint
  readonly supplier_id?: number | null
  readonly customer_id?: number | null
  readonly department_id?: number | null
  readonly branch_id?: number | null
  readonly description?: string | null
}
export interface JournalLine extends Omit<Posting, 'amount'> {
  readonly debit: bigint
  readonly credit: bigint
}

/** A journal whose debits and credits differ, in centavos. */
export class Unbalanced extends Error {
  readonly difference: bigint
  constructor(difference: bigint) {
    super(`debits and credits differ by ${difference} centavos`)
    this.difference = difference
  }
}

/** Sums postings per account, party, department and branch, drops what cancels out, debits first. Throws `Unbalanced`. */
export function buildJournal(postings: readonly Posting[]): JournalLine[] {
  const merged = new Map<string, { posting: Posting; amount: bigint }>()
  let difference = 0n
  for (const posting of postings) {
    difference += posting.amount
    const key = [
      posting.account_id,
      posting.supplier_id ?? '',
      posting.customer_id ?? '',
      posting.department_id ?? '',
      posting.branch_id ?? '',
    ].join('|')
    const entry = merged.get(key)
    if (entry) entry.amount += posting.amount
    else merged.set(key, { posting, amount: posting.amount })
  }
  if (difference !== 0n) throw new Unbalanced(difference)
  const lines = [...merged.values()]
    .filter(({ amount }) => amount !== 0n)
    .map(({ posting, amount }) => {
      const { amount: _, ...dimensions } = posting
      return { ...dimensions, debit: amount > 0n ? amount : 0n, credit: amount < 0n ? -amount : 0n }
    })
  return [...lines.filter((line) => line.debit > 0n), ...lines.filter((line) => line.credit > 0n)]
}

/** The mirror of a journal: debits become credits. */
export const mirror = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }))
