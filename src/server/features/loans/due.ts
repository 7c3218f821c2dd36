/** Instalments of employees' loans that fall due in a payroll, and the deductions of a posted payroll. */

import { instalmentDue, settle } from '../../../domain/loans/account.ts'
import { DEDUCTION_ACCOUNT, type DeductionKind } from '../../../domain/payroll/index.ts'
import { toCents } from '../../../kernel/decimal.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { idOf, recordId, textOf } from '../../records/row.ts'
import { type LoanAccount, loadLoans, pesosText } from './account.ts'
import { holdLoans, type LoanRow, writeLoanRows } from './ledger.ts'

/** One loan's instalment. Amounts are decimal texts in pesos. */
export interface LoanDue {
  readonly employee_id: number
  readonly loan_entry_id: number
  /** Pay item of the loan's type, where it has one. */
  readonly pay_item_id: number | null
  readonly code: string
  readonly name: string
  readonly kind: Extract<DeductionKind, 'government_loan' | 'sss_loan' | 'pagibig_loan' | 'company_loan' | 'cash_advance'>
  /** The account that payroll credits: an account role, or `account:<id>`. */
  readonly account_role: string
  readonly amount: string
  /** The amount still owed; a final pay deducts all of it. */
  readonly balance: string
  readonly priority?: number
}

/** The deduction of a posted payroll for a loan. */
export interface LoanPayment {
  readonly employee_id: number
  readonly loan_entry_id: number
  readonly amount: string
}

const AGENCY: Readonly<Record<string, LoanDue['kind']>> = { SSS: 'sss_loan', Pagibig: 'pagibig_loan' }
const kindOf = ({ type, item_kind }: LoanAccount): LoanDue['kind'] =>
  AGENCY[type.category] ?? (item_kind === 'cash_advance' ? 'cash_advance' : 'company_loan')

/**
 * The account that payroll credits with an instalment: the loan's own account, or the role of its kind. Instalments of a
 * bank's or another lender's loan are owed to that lender.
 */
export function creditOf(account: LoanAccount): string {
  if (account.account_id !== null) return `account:${account.account_id}`
  const isOthers = account.type.category === 'Bank' || account.type.category === 'Other'
  return DEDUCTION_ACCOUNT[isOthers ? 'voluntary' : kindOf(account)]
}

/** Loans of employees with an instalment due in a pay period, without paused ones. Set-wise, within the caller's transaction. */
export async function loansDue(
  ctx: Ctx,
  employeeIds: readonly number[],
  period: { readonly from: string; readonly to: string; readonly tag: string },
): Promise<readonly LoanDue[]> {
  if (!ctx.modules.has('loan_ledger') || !employeeIds.length) return []
  const where = sql`l.employee_id = ANY (${employeeIds}::bigint[]) AND l.status IN ('active', 'paused')`
  const accounts = await loadLoans(ctx, where, period.to)
  return accounts.flatMap((account): LoanDue[] => {
    const { amount, balance } = asked(account, period)
    if (amount <= 0n) return []
    const { type } = account
    return [
      {
        employee_id: account.employee_id,
        loan_entry_id: account.id,
        pay_item_id: account.pay_item_id,
        code: type.code,
        name: `${type.name} ${account.transaction_no}`.trim(),
        kind: kindOf(account),
        account_role: creditOf(account),
        amount: pesosText(amount),
        balance: pesosText(balance),
        ...(type.priority === null ? {} : { priority: type.priority }),
      },
    ]
  })
}

/** A final pay settles loans, paused ones too; others take the instalment of their period. */
function asked({ loan }: LoanAccount, period: { to: string; tag: string }): { amount: bigint; balance: bigint } {
  if (period.tag !== 'final_pay') return instalmentDue(loan, period.to)
  const { amount } = settle(loan, period.to)
  return { amount, balance: amount }
}

/**
 * Writes the deductions of a posted payroll into the ledgers of the loans; `reverse` removes them. Belongs to the
 * posting's transaction.
 */
export async function payLoans(
  fx: EffectContext,
  payments: readonly LoanPayment[],
  options: { readonly date: string; readonly reverse: boolean },
): Promise<void> {
  const ids = payments.map((payment) => payment.loan_entry_id)
  if (!ids.length) return
  await holdLoans(fx.ctx, ids)
  return options.reverse ? takeBack(fx, ids) : pay(fx, payments, options.date)
}

async function pay(fx: EffectContext, payments: readonly LoanPayment[], date: string): Promise<void> {
  const { ctx, record } = fx
  const number = textOf(record, 'transaction_no')
  const period = idOf(record, 'pay_period_id')
  const [match] = await ctx.db.query<{ date_to: string }>(
    sql`SELECT date_to::text AS date_to FROM ${table(ctx, 'pay_period')} WHERE id = ${period}`,
  )
  const due_date = match?.date_to ?? date
  const isFinal = textOf(record, 'payroll_tag') === 'final_pay'
  const common = { date, due_date, payroll_id: recordId(fx), reference_no: number || null }
  const rows = payments.map(
    (payment): LoanRow => ({
      ...common,
      loan_entry_id: payment.loan_entry_id,
      kind: 'payment',
      amount: payment.amount,
      description: 'Deducted by payroll',
    }),
  )
  if (isFinal) {
    const paid = new Map(payments.map((payment) => [payment.loan_entry_id, toCents(payment.amount)]))
    for (const { id, loan } of await loadLoans(ctx, sql`l.id = ANY (${[...paid.keys()]}::bigint[])`, due_date)) {
      const { amount, rebate } = settle(loan, due_date)
      // Unearned interest is rebated when the whole balance was paid.
      if (rebate > 0n && paid.get(id) === amount)
        rows.push({ ...common, loan_entry_id: id, kind: 'rebate', amount: pesosText(rebate), description: 'Interest not earned' })
    }
  }
  await writeLoanRows(ctx, rows)
}

async function takeBack(fx: EffectContext, loanIds: readonly number[]): Promise<void> {
  const { ctx } = fx
  const ledger = table(ctx, 'loan_ledger')
  const rows = await ctx.db.query<{
    id: number
    loan_entry_id: number
    date: string
    due_date: string | null
    amount: string
    reference_no: string | null
  }>(
    sql`
      SELECT id, loan_entry_id, date::text AS date, due_date::text AS due_date, credit::text AS amount, reference_no
      FROM ${ledger} h
      WHERE payroll_id = ${recordId(fx)}
        AND loan_entry_id = ANY (${loanIds}::bigint[])
        AND kind <> 'reversal'
        AND NOT EXISTS (SELECT 1 FROM ${ledger} u WHERE u.reversed_id = h.id)
    `,
  )
  await writeLoanRows(
    ctx,
    rows.map(
      ({ id, due_date, ...row }): LoanRow => ({
        ...row,
        loan_entry_id: Number(row.loan_entry_id),
        kind: 'reversal',
        payroll_id: recordId(fx),
        reversed_id: Number(id),
        ...(due_date ? { due_date } : {}),
        description: 'The payroll was voided',
      }),
    ),
  )
}
