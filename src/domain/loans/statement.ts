/** The statement of a loan: its release and every payment with the balance after it, and the net proceeds. */
import { fromCents, toCents } from '../../kernel/decimal.ts'
import { type Amount, pesos, readPositive } from '../statutory/amount.ts'
import { requireDate } from '../statutory/effective.ts'
import type { TraceLine } from '../time/trace-line.ts'
import { divideHalfUp } from '../trade/allocate.ts'
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

const MILLIONTHS = 1_000_000n

/** The borrower's net proceeds: the principal less the service fee that the lender keeps, half-up to the centavo. */
export function netProceeds(
  principal: Amount,
  serviceFee: Amount,
): { readonly fee: bigint; readonly proceeds: bigint; trace(): TraceLine[] } {
  const whole = toCents(readPositive(principal, 'principal'))
  const rate = readPositive(serviceFee, 'service_fee')
  const fee = divideHalfUp(whole * BigInt(rate.times(MILLIONTHS.toString()).toFixed(0)), MILLIONTHS)
  const proceeds = whole - fee
  return {
    fee,
    proceeds,
    trace: () => [
      {
        about: 'proceeds',
        text: `${pesos(fromCents(whole))} less a service fee of ${rate.times(100)}% (${pesos(fromCents(fee))}) = ${pesos(fromCents(proceeds))}.`,
      },
    ],
  }
}
