/**
 * Company loans in its books. Releasing one posts the amount to be repaid as a receivable, to the account that payroll
 * credits with each instalment, so that it reaches zero with the last one. Loans of agencies and banks are their money:
 * only what payroll withholds for them is owed.
 */

import type { Posting } from '../../../domain/ledger/journal.ts'
import { DEDUCTION_ACCOUNT } from '../../../domain/payroll/index.ts'
import { toCents } from '../../../kernel/decimal.ts'
import type { EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { recordId, textOf } from '../../records/row.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import { writeEntry } from '../accounting/entry.ts'
import { type LoanAccount, type LoanContext, loadLoans } from './account.ts'
import { creditOf } from './due.ts'

interface Books {
  /** Account of the employee's debt. */
  readonly receivable: number
  account(role: string): number
}

const OWN = /^account:(\d+)$/

/** Undefined where the company does not post such loans: another lender, or the chart has no account for them. */
async function booksOf(fx: EffectContext, loan: LoanAccount): Promise<Books | undefined> {
  if (loan.type.category !== 'Company' || !fx.ctx.modules.has('accounting_entry')) return undefined
  const credit = creditOf(loan)
  const company = await roleAccounts(fx.ctx, [
    ...Object.values(DEDUCTION_ACCOUNT),
    'cash_in_bank',
    'undeposited_collections',
    'interest_income',
    'opening_equity',
  ])
  const receivable = OWN.test(credit) ? Number(OWN.exec(credit)![1]) : company.get(credit)
  return receivable === undefined ? undefined : { receivable, account: (role) => accountFor(role, {}, company) }
}

const loanOf = async (fx: LoanContext): Promise<LoanAccount> => (await loadLoans(fx.ctx, sql`l.id = ${recordId(fx)}`))[0]!

const about = (fx: LoanContext): string => [fx.record.transaction_no, textOf(fx.record.employee, 'name')].filter(Boolean).join(' · ')

/** The employee's debt, kept per person. */
const owed = (books: Books, { employee_id }: LoanAccount) => ({ account_id: books.receivable, employee_id })

/**
 * Dr receivable, Cr cash with the amount released, Cr income with the interest of the whole term. A balance brought forward
 * was paid out, and its interest earned, in earlier books: Cr opening equity. Returns the entry.
 */
export async function bookRelease(fx: LoanContext): Promise<number | null> {
  const loan = await loanOf(fx)
  const books = await booksOf(fx, loan)
  if (!books) return null
  const { total, interest } = loan.loan.schedule
  const description = about(fx)
  const receivable = { ...owed(books, loan), amount: total, description }
  if (fx.record.is_opening) {
    const equity = { account_id: books.account('opening_equity'), amount: -total, description }
    return (await writeEntry(fx, [receivable, equity], { journal: 'General', remarks: `Loan ${description}` })) ?? null
  }
  const postings: Posting[] = [receivable, { account_id: books.account('cash_in_bank'), amount: interest - total, description }]
  if (interest) postings.push({ account_id: books.account('interest_income'), amount: -interest, description })
  return (await writeEntry(fx, postings, { journal: 'Cash Disbursements', remarks: `Loan ${description}` })) ?? null
}

/** Dr collections with the payment, Dr income with rebated interest, Cr receivable. Amounts in centavos. */
export async function bookPayment(fx: LoanContext, date: string, amount: bigint, rebate: bigint): Promise<number | null> {
  const loan = await loanOf(fx)
  const books = await booksOf(fx, loan)
  if (!books) return null
  const description = about(fx)
  const postings: Posting[] = [{ ...owed(books, loan), amount: -(amount + rebate), description }]
  if (amount) postings.push({ account_id: books.account('undeposited_collections'), amount, description })
  if (rebate) postings.push({ account_id: books.account('interest_income'), amount: rebate, description })
  return (await writeEntry(fx, postings, { journal: 'Cash Receipts', date, remarks: `Loan ${description}` })) ?? null
}

/** Interest that a payroll (the record) rebated to employees whose loans it settled. */
export async function rebatesOf(fx: EffectContext): Promise<Posting[]> {
  const { ctx } = fx
  if (!ctx.modules.has('loan_ledger')) return []
  const rows = await ctx.db.query<{ loan_entry_id: number; amount: string }>(
    sql`
      SELECT h.loan_entry_id, h.credit::text AS amount
      FROM ${table(ctx, 'loan_ledger')} h
      WHERE h.payroll_id = ${recordId(fx)}
        AND h.kind = 'rebate'
        AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'loan_ledger')} u WHERE u.reversed_id = h.id)
    `,
  )
  const loans = await loadLoans(ctx, sql`l.id = ANY (${rows.map((row) => row.loan_entry_id)}::bigint[])`)
  const postings: Posting[] = []
  for (const row of rows) {
    const loan = loans.find((loanAccount) => loanAccount.id === Number(row.loan_entry_id))!
    const books = await booksOf(fx, loan)
    const amount = toCents(row.amount)
    if (books) postings.push({ account_id: books.account('interest_income'), amount }, { ...owed(books, loan), amount: -amount })
  }
  return postings
}
