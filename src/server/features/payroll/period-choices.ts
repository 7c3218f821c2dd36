/** Pay periods that pickers offer: the next one to pay first, of a pay group or of all pay cycles. */

import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { handler, optionalId, optionalText } from '../../platform/http/params.ts'
import { paging } from '../../records/list.ts'
import { listQuery } from '../../records/routes/query.ts'

/** The most periods of a cycle that are offered: over nine years of weekly pay. */
const ALL = 500
const DEFAULT_LIMIT = 20

interface Place {
  readonly id: number
  readonly is_due: boolean
}

/**
 * Periods of the group's cycle in the order in which they are wanted. A salary is paid for the first period without a payroll
 * since the group's first one, such as a period whose payroll was voided, or for the present period where there is none. Any
 * other payroll goes with the last period that has a salary, and the last pay of those who left with the first of which the
 * salary is not posted.
 */
async function placesOf(ctx: Ctx, group: number, tag: string): Promise<Place[]> {
  const paid = sql`
    FROM ${table(ctx, 'payroll')} p
    JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
    WHERE p.pay_group_id = ${group} AND p.payroll_tag = 'standard' AND p.status <> 'voided'
  `
  const today = ctx.clock.today(ctx.company.time_zone)
  return ctx.db.query<Place>(
    sql`
      SELECT w.id, w.is_due
      FROM (
        SELECT d.id, d.date_from,
          coalesce(
            CASE
              WHEN ${tag === 'standard'}::boolean
                THEN d.date_from > (SELECT min(d.date_from) ${paid}) AND NOT d.id IN (SELECT p.pay_period_id ${paid})
              ELSE d.date_from >= (SELECT max(d.date_from) ${paid})
            END
              AND NOT (${tag === 'final_pay'}::boolean AND EXISTS (
                SELECT 1
                FROM ${table(ctx, 'payroll')} q
                WHERE q.pay_period_id = d.id AND q.pay_group_id = g.id AND q.payroll_tag = 'standard' AND q.status = 'posted'
              )),
            d.date_to >= ${today}::date
          ) AS is_due
        FROM ${table(ctx, 'pay_period')} d
        JOIN ${table(ctx, 'pay_group')} g ON g.pay_cycle_id = d.pay_cycle_id
        WHERE g.id = ${group}
      ) w
      ORDER BY w.is_due DESC,
        CASE WHEN w.is_due THEN w.date_from END,
        w.date_from DESC
      LIMIT ${ALL}
    `,
  )
}

/**
 * Periods of all cycles, for documents that are of no pay group: of each cycle those after the last one whose salary is posted
 * are due, in a cycle without any those from the present period on.
 */
async function placesOfAll(ctx: Ctx): Promise<Place[]> {
  const today = ctx.clock.today(ctx.company.time_zone)
  return ctx.db.query<Place>(
    sql`
      SELECT w.id, w.is_due
      FROM (
        SELECT d.id, d.date_from, coalesce(d.date_from > s.date_from, d.date_to >= ${today}::date) AS is_due
        FROM ${table(ctx, 'pay_period')} d
        LEFT JOIN (
          SELECT e.pay_cycle_id, max(e.date_from) AS date_from
          FROM ${table(ctx, 'payroll')} p
          JOIN ${table(ctx, 'pay_period')} e ON e.id = p.pay_period_id
          WHERE p.payroll_tag = 'standard' AND p.status = 'posted'
          GROUP BY e.pay_cycle_id
        ) s ON s.pay_cycle_id = d.pay_cycle_id
      ) w
      ORDER BY w.is_due DESC,
        CASE WHEN w.is_due THEN w.date_from END,
        w.date_from DESC
      LIMIT ${ALL}
    `,
  )
}

/** Choices of the dropdown, for a pay group where one is given: periods still to be paid in the order of time, then earlier ones, the latest first. */
export const forGroup = handler('payPeriod.forGroup', async (ctx, { query }, module) => {
  const { pay_group_id: _group, payroll_tag: _tag, ...rest } = query
  const group = optionalId(query, 'pay_group_id')
  const places = group ? await placesOf(ctx, group, optionalText(query, 'payroll_tag') ?? 'standard') : await placesOfAll(ctx)
  const asked = listQuery(rest)
  const ids = places.map((place) => Number(place.id))
  const filter = { ...asked.filter, id: { in: ids.length ? ids : [0] } }
  const rows = await ctx.services.records.dropdown(ctx, module, { ...asked, page: 1, limit: ALL, filter })
  const order = new Map(ids.map((each, index) => [each, index]))
  const placeOf = (row: Row): number => order.get(Number(row.id)) ?? ALL
  const { limit, offset } = paging({ ...asked, limit: asked.limit ?? DEFAULT_LIMIT })
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b)).slice(offset, offset + limit)
})
