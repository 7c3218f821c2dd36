/** Journals: debits and credits in centavos, merged per account and dimension, always balanced. */
import { DomainError } from '../../kernel/errors.ts'

/** The debtor or creditor: at most one of them on a line. */
export const PARTY_FIELDS = ['supplier_id', 'customer_id', 'employee_id'] as const
type PartyField = (typeof PARTY_FIELDS)[number]
export type Party = { readonly [field in PartyField]?: number | null }

export interface Posting extends Party {
  readonly account_id: number
  /** Centavos, positive debits, negative credits. */
  readonly amount: bigint
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
      ...PARTY_FIELDS.map((field) => posting[field] ?? ''),
      posting.department_id ?? '',
      posting.branch_id ?? '',
    ].join('|')
    const entry = merged.get(key)
    if (entry) entry.amount += posting.amount
    else merged.set(key, { posting, amount: posting.amount })
  }
  if (difference !== 0n) throw new Unbalanced(difference)
  const lines = [...merged.values()].map(({ posting, amount }) => {
    const { amount: _, ...dimensions } = posting
    return { ...dimensions, debit: amount > 0n ? amount : 0n, credit: amount < 0n ? -amount : 0n }
  })
  return [...lines.filter((line) => line.debit > 0n), ...lines.filter((line) => line.credit > 0n)]
}

/** The mirror of a journal: debits become credits. */
export const mirror = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }))

/**
 * A journal voucher as entered: two lines or more, each either a debit or a credit above zero, both sides
 * equal. Answers what each side comes to, in centavos. Throws `Unbalanced`, or `DomainError` naming the line's side
 * or, when there is too little to be an entry, `lines`.
 */
export function checkVoucher(lines: readonly { readonly debit: bigint; readonly credit: bigint }[]): bigint {
  let debits = 0n
  let credits = 0n
  lines.forEach(({ debit, credit }, index) => {
    if (debit < 0n) throw new DomainError(`lines.${index}.debit`, 'A debit is not below zero.')
    if (credit < 0n) throw new DomainError(`lines.${index}.credit`, 'A credit is not below zero.')
    if (debit !== 0n && credit !== 0n) throw new DomainError(`lines.${index}.credit`, 'A line is either a debit or a credit.')
    debits += debit
    credits += credit
  })
  if (lines.length < 2 || (debits === 0n && credits === 0n)) throw new DomainError('lines', 'An entry needs at least a debit and a credit.')
  if (debits !== credits) throw new Unbalanced(debits - credits)
  return debits
}
