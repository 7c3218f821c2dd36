/** The figures of the year in the items of processed leave balance documents: always those of the ledger. */

import { leaveYear } from '../../../domain/leave/summary.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'
import { type Account, accountKey, inAccounts, ledgersOf } from './entries.ts'

interface Item {
  readonly id: number
  readonly employee_id: number
  readonly leave_type_id: number
  readonly year: number
}

const items = (ctx: Ctx): Sql => linesTable(ctx, 'leave_balance', 'items')

/** Writes the figures of a year into the items of a document, processed or about to be. Answers how many there are. */
export async function syncDocument(ctx: Ctx, id: number, year: number): Promise<number> {
  const rows = await ctx.db.query<Item>(
    sql`
      SELECT id, employee_id, leave_type_id, ${year}::int AS year
      FROM ${items(ctx)}
      WHERE parent_id = ${id}
    `,
  )
  await writeFigures(ctx, rows)
  return rows.length
}

/** Writes the figures of accounts whose entries from a date on have changed into the items of processed documents. */
export async function syncItems(ctx: Ctx, accounts: readonly Account[], since: string): Promise<void> {
  if (!ctx.modules.has('leave_balance')) return
  await writeFigures(
    ctx,
    await ctx.db.query<Item>(
      sql`
        SELECT i.id, i.employee_id, i.leave_type_id, d.year
        FROM ${items(ctx)} i
        JOIN ${table(ctx, 'leave_balance')} d ON d.id = i.parent_id
        WHERE d.status = 'processed'
          AND d.year >= ${Number(since.slice(0, 4))}
          AND ${inAccounts('i', accounts)}
      `,
    ),
  )
}

async function writeFigures(ctx: Ctx, found: readonly Item[]): Promise<void> {
  if (!found.length) return
  const ledgers = await ledgersOf(ctx, [...new Set(found.map((item) => Number(item.employee_id)))])
  const rows = found.map(({ id, employee_id, leave_type_id, year }) => {
    const ledger = ledgers.get(accountKey(Number(employee_id), Number(leave_type_id))) ?? []
    const { beginning, used, reserved, adjusted, balance } = leaveYear(ledger, `${year}-01-01`, `${year}-12-31`)
    const figures = { beginning, used, reserved, adjusted, balance }
    return { id, ...Object.fromEntries(Object.entries(figures).map(([name, days]) => [name, days.toFixed()])) }
  })
  await ctx.db.query(
    sql`
      UPDATE ${items(ctx)} l
      SET beginning = r.beginning, used = r.used, reserved = r.reserved, adjusted = r.adjusted, balance = r.balance
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(
        id bigint, beginning numeric, used numeric, reserved numeric, adjusted numeric, balance numeric
      )
      WHERE l.id = r.id
    `,
  )
}
