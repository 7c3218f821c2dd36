/** Reading the ledger of leave credits: rows of `employee_balance_history` as entries, for many employees at once. */

import type { EntryKind, LeaveEntry, LeaveLedger } from '../../../domain/leave/ledger.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { empty, ref, type Sql, sql, table } from '../../platform/db/sql.ts'

/** An entry of one employee and leave type. */
export interface Posting {
  readonly employee_id: number
  readonly leave_type_id: number
  readonly entry: LeaveEntry
}

/** The table of the entries. */
export const history = (ctx: Ctx): Sql => table(ctx, 'employee_balance_history')
export const accountKey = (employee_id: number, leave_type_id: number): string => `${employee_id}:${leave_type_id}`

export interface EntryRow {
  readonly employee_id: number
  readonly leave_type_id: number
  readonly date: string
  readonly kind: EntryKind
  readonly days: string
  readonly expires_on: string | null
  readonly entry_key: string | null
  readonly reverses: EntryKind | null
  readonly remarks: string | null
}

export const SIGNED = sql`(coalesce(qty_in, 0) - coalesce(qty_out, 0))`
export const COLUMNS = sql`
  employee_id, leave_type_id, date::text AS date, kind, ${SIGNED}::text AS days, expires_on::text AS expires_on,
  entry_key, reverses, remarks
`

export const entryOf = (row: EntryRow): LeaveEntry => ({
  date: row.date,
  kind: row.kind,
  days: dec(row.days),
  ...(row.expires_on ? { expires_on: row.expires_on } : {}),
  ...(row.entry_key ? { key: row.entry_key } : {}),
  ...(row.reverses ? { reverses: row.reverses } : {}),
  ...(row.remarks ? { note: row.remarks } : {}),
})

/** Ledgers by `accountKey`, entries in the order in which they were written. One query. */
export async function ledgersOf(ctx: Ctx, employeeIds: readonly number[], leaveTypeId?: number): Promise<Map<string, LeaveEntry[]>> {
  const rows = await ctx.db.query<EntryRow>(
    sql`
      SELECT ${COLUMNS}
      FROM ${history(ctx)}
      WHERE employee_id = ANY (${employeeIds}::bigint[])
        ${leaveTypeId === undefined ? empty : sql`AND leave_type_id = ${leaveTypeId}`}
      ORDER BY id
    `,
  )
  const ledgers = new Map<string, LeaveEntry[]>()
  for (const row of rows) {
    const key = accountKey(Number(row.employee_id), Number(row.leave_type_id))
    const known = ledgers.get(key)
    if (known) known.push(entryOf(row))
    else ledgers.set(key, [entryOf(row)])
  }
  return ledgers
}

/** The ledger of one employee and leave type. */
export const ledgerOf = async (ctx: Ctx, employeeId: number, leaveTypeId: number): Promise<LeaveLedger> =>
  (await ledgersOf(ctx, [employeeId], leaveTypeId)).get(accountKey(employeeId, leaveTypeId)) ?? []

/** The credits of one employee of one leave type. */
export type Account = Pick<Posting, 'employee_id' | 'leave_type_id'>

/** Condition on the columns `employee_id` and `leave_type_id` of a table: the row belongs to one of the accounts. */
export const inAccounts = (alias: string, accounts: readonly Account[]): Sql => sql`
  (${ref(alias)}.employee_id, ${ref(alias)}.leave_type_id) IN (
    SELECT *
    FROM unnest(
      ${accounts.map((account) => account.employee_id)}::bigint[],
      ${accounts.map((account) => account.leave_type_id)}::bigint[]
    )
  )
`
