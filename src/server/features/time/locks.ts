/** Locked time sheets: their days cannot be changed by any caller. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { type AppError, refuse } from '../../platform/errors.ts'

/** Dates of one employee that are frozen. */
export interface LockedSpan {
  readonly employee_id: number
  readonly from: string
  readonly to: string
}

/**
 * Locks the time of employees for the current transaction, always in the order of their ids: processing, marking and
 * locking wait for each other.
 */
export async function holdTime(ctx: Ctx, employeeIds: readonly number[]): Promise<void> {
  await ctx.db.query(
    sql`
      SELECT count(*)
      FROM (
        SELECT pg_advisory_xact_lock(hashtextextended(${`time:${ctx.company.schema}:`} || id::text, 0))
        FROM (SELECT DISTINCT unnest(${employeeIds}::bigint[]) AS id ORDER BY 1) e
      ) held
    `,
  )
}

/** Spans of locked sheets of employees that touch the dates. */
export const lockedSpans = (ctx: Ctx, employeeIds: readonly number[], from: string, to: string): Promise<LockedSpan[]> =>
  ctx.db.query<LockedSpan>(
    sql`
      SELECT employee_id, date_from::text AS "from", date_to::text AS "to"
      FROM ${table(ctx, 'time_sheet')}
      WHERE employee_id = ANY (${employeeIds}::bigint[])
        AND status = 'locked'
        AND date_from <= ${to}::date
        AND date_to >= ${from}::date
    `,
  )

export const locked = (): AppError =>
  refuse('E_TIME_LOCKED', 'The time sheet of this date is locked. Ask the timekeeper to unlock it first.')

/** 423 `E_TIME_LOCKED` when one of the employees has a locked sheet for one of the dates. */
export async function requireUnlocked(ctx: Ctx, employeeIds: readonly number[], from: string, to: string): Promise<void> {
  if ((await lockedSpans(ctx, employeeIds, from, to)).length) throw locked()
}
