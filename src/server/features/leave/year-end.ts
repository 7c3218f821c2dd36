/** The daily job of leave: credits that fall due or expire, and the end of the leave year. */

import { expiries, type LeaveLedger } from '../../../domain/leave/ledger.ts'
import { closeYear } from '../../../domain/leave/year-end.ts'
import { daysBetween } from '../../../kernel/dates.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { accrualsDue } from './accrual.ts'
import { accountKey, ledgersOf, type Posting } from './entries.ts'
import { holdLeave, postLeave } from './ledger.ts'
import { type LeaveType, leaveTypes } from './types.ts'

const BATCH = 500
/** Credits that expired longer ago are dealt with when the year is closed. */
const LOOK_BACK_DAYS = 35

/** Rules of the end of a year for a ledger: days converted during the year count against the maximum. */
export function yearEndRules(type: LeaveType, ledger: LeaveLedger, year: number) {
  const converted = ledger
    .filter(
      (leaveEntry) =>
        leaveEntry.date.startsWith(String(year)) && (leaveEntry.kind === 'conversion' || leaveEntry.reverses === 'conversion'),
    )
    .reduce((sum, leaveEntry) => sum.minus(leaveEntry.days), dec(0))
  const rest = type.max_convertible?.minus(converted)
  return {
    // Without a limit everything is carried over.
    max_carry_over: type.max_carry_over ?? '1000000',
    ...(type.carry_over_months === undefined ? {} : { carry_over_months: type.carry_over_months }),
    is_convertible: type.is_convertible,
    ...(rest === undefined ? {} : { max_convertible: rest.isNegative() ? 0 : rest }),
  }
}

/**
 * Closes a leave year of one type for every employee who has credits: carries over, converts the days paid in cash and
 * lets the rest lapse. Returns how many balances it closed, undefined where the year is already closed.
 */
export async function closeLeaveYear(ctx: Ctx, type: LeaveType, year: number): Promise<number | undefined> {
  return ctx.db.tx(async () => {
    const [row] = await ctx.db.query<{ closed_year: number | null }>(
      sql`SELECT closed_year FROM ${table(ctx, 'leave_type')} WHERE id = ${type.id} FOR UPDATE`,
    )
    if (row?.closed_year && row.closed_year >= year) return undefined
    const last = `${year}-12-31`
    const people = await ctx.db.query<{ id: number }>(
      sql`
        SELECT DISTINCT employee_id AS id
        FROM ${table(ctx, 'employee_balance_history')}
        WHERE leave_type_id = ${type.id} AND date <= ${last}
        ORDER BY 1
      `,
    )
    let closed = 0
    for (let start = 0; start < people.length; start += BATCH) {
      const ids = people.slice(start, start + BATCH).map((person) => Number(person.id))
      await holdLeave(ctx, ids)
      const ledgers = await ledgersOf(ctx, ids, type.id)
      const postings: Posting[] = []
      for (const employee_id of ids) {
        const ledger = ledgers.get(accountKey(employee_id, type.id)) ?? []
        for (const entry of closeYear(ledger, last, yearEndRules(type, ledger, year)).entries)
          postings.push({ employee_id, leave_type_id: type.id, entry: { ...entry, key: `year_end:${year}:${entry.key ?? entry.kind}` } })
      }
      await postLeave(ctx, { module: 'leave_type', id: type.id }, postings)
      closed += new Set(postings.map((posting) => posting.employee_id)).size
    }
    await ctx.db.query(sql`UPDATE ${table(ctx, 'leave_type')} SET closed_year = ${year} WHERE id = ${type.id}`)
    return closed
  })
}

/** Closes years that ended the set number of days ago, for leave types with a rule for carrying over. */
async function closeYearsDue(ctx: Ctx): Promise<void> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const year = Number(today.slice(0, 4)) - 1
  const wait = Number(ctx.settings.leave_year_close_days ?? 30)
  if (daysBetween(`${year + 1}-01-01`, today) < wait) return
  const rows = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, 'leave_type')}
      WHERE max_carry_over IS NOT NULL
        AND credit_per IS DISTINCT FROM 'event'
        AND (closed_year IS NULL OR closed_year < ${year})
      ORDER BY id
    `,
  )
  if (!rows.length) return
  const types = await leaveTypes(ctx)
  for (const { id } of rows) await closeLeaveYear(ctx, types.get(Number(id))!, year)
}

/** Writes what has expired by today, on the days after its last. */
async function expireCredits(ctx: Ctx): Promise<number> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const history = table(ctx, 'employee_balance_history')
  return ctx.db.tx(async () => {
    const accounts = await ctx.db.query<{ employee_id: number; leave_type_id: number }>(
      sql`
        SELECT DISTINCT employee_id, leave_type_id
        FROM ${history} h
        WHERE expires_on < ${today}::date
          AND qty_in > 0
          AND NOT EXISTS (
            SELECT 1
            FROM ${history} x
            WHERE x.employee_id = h.employee_id
              AND x.leave_type_id = h.leave_type_id
              AND x.entry_key = 'expiry:' || h.expires_on::text
          )
          AND h.expires_on > ${today}::date - ${raw(String(LOOK_BACK_DAYS))}
        ORDER BY 1, 2
        LIMIT 5000
      `,
    )
    if (!accounts.length) return 0
    const ids = [...new Set(accounts.map((account) => Number(account.employee_id)))]
    await holdLeave(ctx, ids)
    const ledgers = await ledgersOf(ctx, ids)
    const postings = accounts.flatMap(({ employee_id, leave_type_id }) => {
      const ledger = ledgers.get(accountKey(Number(employee_id), Number(leave_type_id))) ?? []
      return expiries(ledger, today)
        .filter((entry) => !ledger.some((leaveEntry) => leaveEntry.key === entry.key))
        .map((entry): Posting => ({ employee_id: Number(employee_id), leave_type_id: Number(leave_type_id), entry }))
    })
    for (const id of new Set(postings.map((posting) => posting.leave_type_id)))
      await postLeave(
        ctx,
        { module: 'leave_type', id },
        postings.filter((posting) => posting.leave_type_id === id),
      )
    return postings.length
  })
}

/** All of it; safe to run at any time and any number of times. */
export async function leaveDue(ctx: Ctx): Promise<void> {
  if (!ctx.modules.has('employee_balance_history')) return
  await accrualsDue(ctx)
  await expireCredits(ctx)
  await closeYearsDue(ctx)
}
