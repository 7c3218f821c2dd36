/** The bank book: what a bank account received and paid, from the ledger, and what of it is on a reconciled statement. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { sql, table as tableOf } from '../../platform/db/sql.ts'
import { branchScope, type ReportPage, runPage } from '../../records/report/page.ts'
import { linesTable, table } from '../../records/row.ts'
import { roleAccounts } from './accounts.ts'
import { LINE_BRANCH } from './entry.ts'
import { isCleared, reconciliations } from './reconciled.ts'

/** The ledger account of a bank account: its own, else the one for cash in bank. */
export async function bankLedgerAccount(ctx: Ctx, bankAccount: number): Promise<number | undefined> {
  const [row] = await ctx.db.query<{ gl_account_id: number | null }>(
    sql`SELECT gl_account_id FROM ${tableOf(ctx, 'bank_account')} WHERE id = ${bankAccount}`,
  )
  return row?.gl_account_id ?? (await roleAccounts(ctx, ['cash_in_bank'])).get('cash_in_bank')
}

/** SQL: the check number of the document that made the entry `e`, where its module has one. */
export function checkNo(ctx: Ctx): string {
  const cases = [...ctx.modules.values()]
    .filter(({ kind, field }) => kind === 'document' && field.check_no?.storage !== undefined)
    .map(({ name, entity }) => `WHEN ${literal(name)} THEN (SELECT d.check_no FROM ${table(ctx, entity.table)} d WHERE d.id = e.source_id)`)
  return cases.length ? `CASE e.source_module ${cases.join(' ')} END` : 'NULL::text'
}

/** Every ledger line of the account between two days, after its opening balance. */
export async function bankBook(ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>, values: Row): Promise<ReportPage> {
  const p = new Params()
  const account = p.add((await bankLedgerAccount(ctx, Number(values.bank_account_id))) ?? null, 'bigint')
  const [from, to] = [p.add(values.date_from, 'date'), p.add(values.date_to, 'date')]
  const where = `l.account_id = ${account} AND ${branchScope(ctx, LINE_BRANCH, p)}`
  const lines = `${linesTable(ctx, 'accounting_entry', 'lines')} l JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id AND e.posted_at IS NOT NULL`
  const statements =
    reconciliations(ctx)
      .map(({ name }) => literal(name))
      .join(', ') || 'NULL'
  const statement = `
    WITH opening AS (SELECT coalesce(sum(l.debit - l.credit), 0) AS balance FROM ${lines} WHERE e.transaction_date < ${from} AND ${where})
    SELECT NULL::bigint AS id, NULL::date AS date, NULL::text AS document_no, NULL::text AS document_module, NULL::bigint AS document_id,
           NULL::text AS check_no, 'Opening balance' AS description, 0::numeric AS receipt, 0::numeric AS disbursement,
           o.balance AS running_balance, NULL::boolean AS is_reconciled, NULL::date AS ord_date, 0::bigint AS ord_line
    FROM opening o
    UNION ALL
    SELECT l.id, e.transaction_date, coalesce(e.source_no, e.transaction_no), coalesce(e.source_module, 'accounting_entry'), coalesce(e.source_id, e.id),
           ${checkNo(ctx)}, coalesce(l.description, e.remarks), l.debit, l.credit,
           o.balance + sum(l.debit - l.credit) OVER (ORDER BY e.transaction_date, e.id, l.id),
           coalesce(e.source_module IN (${statements}), false) OR ${isCleared(ctx)}, e.transaction_date, l.id
    FROM ${lines} CROSS JOIN opening o WHERE e.transaction_date BETWEEN ${from} AND ${to} AND ${where}`
  return runPage(ctx, module, { query, sql: statement, params: p.values, order: `ord_date NULLS FIRST, ${quote('ord_line')}` })
}
