/** Days that sickness claims take of the limits of the law: of a calendar year, and of one illness. */

import type { SicknessRules } from '../../../domain/leave/sickness.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'

export const CLAIM = 'sss_benefit_claim'

/** FROM and WHERE of the earlier claims `b` of the employee of the claim `c`; drafts take no days. */
const earlier = (ctx: Ctx): Sql => sql`
  FROM ${table(ctx, CLAIM)} b
  WHERE b.employee_id = c.employee_id
    AND b.benefit = 'sickness'
    AND b.status NOT IN ('draft', 'refused')
    AND b.id <> c.id
    AND (b.date_from, b.id) < (c.date_from, c.id)
`

/**
 * Columns `used` and `illness_used`: days that earlier claims took of the calendar year in which the claim `c` begins, and of the
 * illness of the claim `c.same_illness_id`, which is the first one of it.
 */
export const usedDays = (ctx: Ctx): Sql => sql`
  (
    SELECT coalesce(
      sum(
        greatest(
          0,
          least(b.date_from + b.days - 1, (date_trunc('year', c.date_from) + interval '1 year - 1 day')::date)
            - greatest(b.date_from, date_trunc('year', c.date_from)::date) + 1
        )
      ),
      0
    )::int
    ${earlier(ctx)}
  ) AS used,
  (
    SELECT coalesce(sum(b.days), 0)::int ${earlier(ctx)} AND c.same_illness_id IN (b.id, b.same_illness_id)
  ) AS illness_used
`

/** What the limits of the law say where they leave fewer days than those of a claim. */
export const limitText = (rules: SicknessRules, left: number): string =>
  `The SSS pays at most ${rules.max_days} days of sickness in a calendar year and ${rules.same_illness_days} of one illness: ${left} are left.`

/** The first claim of the illness that a claim continues; null where it continues none. */
export async function firstOfIllness(ctx: Ctx, record: Row, from: string): Promise<number | null> {
  if (record.same_illness_id === null || record.same_illness_id === undefined) return null
  const [first] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT coalesce(b.same_illness_id, b.id) AS id
      FROM ${table(ctx, CLAIM)} b
      WHERE b.id = ${record.same_illness_id}
        AND b.employee_id = ${record.employee_id}
        AND b.benefit = 'sickness'
        AND b.date_from < ${from}::date
        AND b.id IS DISTINCT FROM ${record.id ?? null}::bigint
    `,
  )
  if (!first) throw invalid({ same_illness_id: ['Choose an earlier sickness claim of this employee.'] })
  return Number(first.id)
}
