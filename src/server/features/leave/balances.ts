/** Leave balances of a year as screens show them: per employee, and in the documents that gave the credits. */

import { availableOn } from '../../../domain/leave/ledger.ts'
import { type LeaveYear, leaveYear } from '../../../domain/leave/summary.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { syncDocument } from './documents.ts'
import { type Account, accountKey, ledgersOf } from './entries.ts'
import { expiringFirst } from './expiring.ts'
import { holdLeave, renewBalances } from './ledger.ts'
import { sexesOf, wrongSex } from './sexes.ts'
import { leaveTypes } from './types.ts'

export interface LeaveBalance {
  readonly employee_id: number
  readonly leave_type_id: number
  readonly leave_type: { readonly id: number; readonly name: string; readonly code: string; readonly label: string }
  readonly year: number
  readonly beginning: number
  readonly granted: number
  readonly used: number
  readonly reserved: number
  readonly adjusted: number
  /** Converted, carried over or expired. */
  readonly ended: number
  readonly balance: number
  /** Days that a leave beginning today could take. */
  readonly available: number
  /** Days that are lost first unless they are used, and their last day. */
  readonly expiring: number
  readonly expires_on: string | null
}

const COLUMNS = ['beginning', 'granted', 'used', 'reserved', 'adjusted', 'ended', 'balance'] as const
const plain = (days: Decimal): number => Number(days.toFixed(6))

/**
 * Balances of employees in a calendar year, in the order of the leave types. Kinds without entries and those for the
 * other sex are left out.
 */
export async function balancesOf(
  ctx: Ctx,
  employeeIds: readonly number[],
  options: { readonly year: number; readonly leave_type_id?: number },
): Promise<LeaveBalance[]> {
  const { year } = options
  const types = await leaveTypes(ctx)
  const ledgers = await ledgersOf(ctx, employeeIds, options.leave_type_id)
  const sexes = await sexesOf(ctx, employeeIds)
  const today = ctx.clock.today(ctx.company.time_zone)
  const result: LeaveBalance[] = []
  for (const employee_id of employeeIds)
    for (const type of types.values()) {
      const ledger = ledgers.get(accountKey(employee_id, type.id))
      if (!ledger || wrongSex(type, sexes.get(employee_id))) continue
      const columns = leaveYear(ledger, `${year}-01-01`, `${year}-12-31`)
      const expiring = expiringFirst(type, ledger, today)
      const values = Object.fromEntries(COLUMNS.map((name) => [name, plain(columns[name])])) as Record<keyof LeaveYear, number>
      result.push({
        employee_id,
        leave_type_id: type.id,
        leave_type: { id: type.id, name: type.name, code: type.code, label: type.name },
        year,
        ...values,
        available: plain(availableOn(ledger, today)),
        expiring: expiring ? plain(expiring.days) : 0,
        expires_on: expiring?.on ?? null,
      })
    }
  return result
}

/** Recomputes running balances and the figures of processed documents from the history. Returns how many it checked. */
export async function syncBalances(ctx: Ctx, year?: number): Promise<{ balances: number; documents: number; items: number }> {
  return ctx.db.tx(async () => {
    const accounts = await ctx.db.query<Account>(
      sql`SELECT DISTINCT employee_id, leave_type_id FROM ${table(ctx, 'employee_balance_history')}`,
    )
    // Blocks filings meanwhile, because the figures would be outdated at once.
    await holdLeave(
      ctx,
      accounts.map((account) => account.employee_id),
    )
    await renewBalances(ctx, accounts)
    const documents = await ctx.db.query<{ id: number; year: number }>(
      sql`
        SELECT id, year
        FROM ${table(ctx, 'leave_balance')}
        WHERE status = 'processed' AND (${year ?? null}::int IS NULL OR year = ${year ?? null}::int)
        ORDER BY id
      `,
    )
    let items = 0
    for (const document of documents) items += await syncDocument(ctx, Number(document.id), document.year)
    return { balances: accounts.length, documents: documents.length, items }
  })
}

/** The balance at the end of a day, and the days that can be taken from then on. */
export async function balanceOf(
  ctx: Ctx,
  employeeId: number,
  leaveTypeId: number,
  date: string,
): Promise<{ balance: number; available: number }> {
  const ledger = (await ledgersOf(ctx, [employeeId], leaveTypeId)).get(accountKey(employeeId, leaveTypeId)) ?? []
  const { balance } = leaveYear(ledger, date, date)
  return { balance: plain(dec(balance)), available: plain(availableOn(ledger, date)) }
}
