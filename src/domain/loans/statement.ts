/** The statement of a loan: its release and every payment with the balance after it. */
import { toCents } from '../../kernel/decimal.ts'
import { readPositive } from '../statutory/amount.ts'
import { requireDate } from '../statutory/effective.ts'
import type { Loan, LoanEntry } from './account.ts'

export interface StatementRow {
  readonly date: string
  readonly what: 'release' | LoanEntry['kind']
  readonly reference: string | undefined
  /** Owed more. */
  readonly debit: bigint
  /** Owed less. */
  readonly credit: bigint
  readonly balance: bigint
}

/** The loan's ledger from its release on; entries of one date stay in their order. */
export function loanStatement(loan: Loan, releasedOn: string, reference?: string): StatementRow[] {
  requireDate(releasedOn, 'released_on')
  let balance = loan.schedule.total
  const rows: StatementRow[] = [{ date: releasedOn, what: 'release', reference, debit: balance, credit: 0n, balance }]
  const entries = loan.ledger
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => (a.entry.date < b.entry.date ? -1 : a.entry.date > b.entry.date ? 1 : a.index - b.index))
  for (const { entry, index } of entries) {
    const amount = toCents(readPositive(entry.amount, `ledger.${index}.amount`))
    const isDebit = entry.kind === 'reversal'
    balance += isDebit ? amount : -amount
    rows.push({
      date: entry.date,
      what: entry.kind,
      reference: entry.reference,
      debit: isDebit ? amount : 0n,
      credit: isDebit ? 0n : amount,
      balance,
    })
  }
  return rows
}
