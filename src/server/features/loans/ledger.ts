/** The ledger of loans as rows of `loan_ledger`: appended set-wise; balances of rows and loans follow from it. */

import type { LoanEntryKind } from '../../../domain/loans/account.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { expectedEnd, LOAN, loadLoans } from './account.ts'

/** A row to be written. Amounts are decimal texts in pesos, not negative. */
export interface LoanRow {
  readonly loan_entry_id: number
  readonly date: string
  readonly kind: 'release' | LoanEntryKind
  readonly amount: string
  readonly reference_no?: string | null
  readonly payroll_id?: number
  /** Last day of the pay period whose instalment it is. */
  readonly due_date?: string
  /** Row that a reversal takes back. */
  readonly reversed_id?: number
  readonly description: string
}

const ledger = (ctx: Ctx): Sql => table(ctx, 'loan_ledger')

/** Takes loans for the current transaction, in the order of their ids. */
export async function holdLoans(ctx: Ctx, loanIds: readonly number[]): Promise<void> {
  await ctx.db.query(sql`
    SELECT id
    FROM ${table(ctx, LOAN)}
    WHERE id = ANY (${loanIds}::bigint[])
    ORDER BY id
    FOR UPDATE
  `)
}

/** Appends rows and carries balances on. What adds to the debt (a release, a reversal) is a debit. */
export async function writeLoanRows(ctx: Ctx, rows: readonly LoanRow[]): Promise<void> {
  if (!rows.length) return
  const user = ctx.principal.user_id || null
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${ledger(ctx)} (
        employee_id, loan_entry_id, loan_type_id, date, kind, reference_no, payroll_id, due_date, reversed_id,
        description, debit, credit, balance, version, created_by, created_at, updated_by, updated_at
      )
      SELECT l.employee_id, l.id, l.loan_type_id, r.date, r.kind, r.reference_no, r.payroll_id, r.due_date,
        r.reversed_id, r.description, CASE WHEN r.kind IN ('release', 'reversal') THEN r.amount ELSE 0 END,
        CASE WHEN r.kind IN ('release', 'reversal') THEN 0 ELSE r.amount END, 0, 1, ${user}, ${now}, ${user},
        ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(
        loan_entry_id bigint, date date, kind text, amount numeric, reference_no text, payroll_id bigint,
        due_date date, reversed_id int, description text
      )
      JOIN ${table(ctx, LOAN)} l ON l.id = r.loan_entry_id
    `,
  )
  await renewLoans(
    ctx,
    rows.map((row) => row.loan_entry_id),
  )
}

/** Works balances of rows and loans out of the ledger; a loan of which nothing is owed is fully paid, and no longer when it is. */
export async function renewLoans(ctx: Ctx, loanIds: readonly number[]): Promise<void> {
  const loans = table(ctx, LOAN)
  await ctx.db.query(
    sql`
      UPDATE ${ledger(ctx)} h
      SET balance = r.balance
      FROM (
        SELECT id,
          sum(coalesce(debit, 0) - coalesce(credit, 0)) OVER (PARTITION BY loan_entry_id ORDER BY date, id) AS balance
        FROM ${ledger(ctx)}
        WHERE loan_entry_id = ANY (${loanIds}::bigint[])
      ) r
      WHERE r.id = h.id AND h.balance IS DISTINCT FROM r.balance
    `,
  )
  await ctx.db.query(
    sql`
      UPDATE ${loans} l
      SET balance = s.owed, paid_amount = s.paid, is_paused = s.owed > 0
        AND l.is_paused IS TRUE,
          status = CASE
            WHEN s.owed <= 0 THEN 'fully_paid'
            WHEN l.status = 'fully_paid' THEN CASE
            WHEN l.is_paused THEN 'paused'
            ELSE 'active'
            END
            ELSE l.status
            END
      FROM (
        SELECT loan_entry_id, sum(coalesce(debit, 0) - coalesce(credit, 0)) AS owed,
          sum(
            CASE kind WHEN 'release' THEN 0 WHEN 'rebate' THEN 0 ELSE coalesce(credit, 0) - coalesce(debit, 0) END
          ) AS paid
        FROM ${ledger(ctx)}
        WHERE loan_entry_id = ANY (${loanIds}::bigint[])
        GROUP BY loan_entry_id
      ) s
      WHERE l.id = s.loan_entry_id AND l.status IN ('active', 'paused', 'fully_paid')
    `,
  )
}

/** Writes when loans are expected to end: after they were released, paused or resumed. */
export async function renewEnds(ctx: Ctx, loanIds: readonly number[]): Promise<void> {
  const rows = (await loadLoans(ctx, sql`l.id = ANY (${loanIds}::bigint[])`)).map((account) => ({
    id: account.id,
    end_date: expectedEnd(account),
  }))
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, LOAN)} l
      SET end_date = r.end_date
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(id bigint, end_date date)
      WHERE l.id = r.id
    `,
  )
}
