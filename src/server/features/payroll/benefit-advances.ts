/** What posted payrolls advanced of SSS benefits, noted with the claims; a maternity leave gets its claim by this. */

import type { Json } from '../../../engine/model/module.ts'
import type { Ctx, Effect } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { recordId } from '../../records/row.ts'
import { store } from '../../records/write/save.ts'
import { entriesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import { LINE } from './benefit-claims.ts'
import { CLAIM } from './sickness-days.ts'
import { traceOf } from './trace.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }

interface Advance {
  readonly employee_id: number
  readonly code: string
  readonly source_id: number
  readonly days: number
  readonly amount: string
}

/** Sums of claims from their advances; a claim of which all days are advanced goes on to the SSS. */
const renewClaims = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db.query(
    sql`
      UPDATE ${table(ctx, CLAIM)} c
      SET advanced_days = s.days, advanced_amount = s.amount, version = c.version + 1,
        status = CASE
          WHEN c.status NOT IN ('approved', 'advanced') THEN c.status
          WHEN s.amount >= c.benefit_amount AND s.amount > 0 THEN 'advanced'
          ELSE 'approved'
        END
      FROM (
        SELECT b.id, coalesce(sum(a.days), 0) AS days, coalesce(sum(a.amount), 0) AS amount
        FROM ${table(ctx, CLAIM)} b
        LEFT JOIN ${linesTable(ctx, CLAIM, 'advances')} a ON a.parent_id = b.id
        WHERE b.id = ANY (${ids}::bigint[])
        GROUP BY b.id
      ) s
      WHERE s.id = c.id
    `,
  )

/** How a line of the employee's payslip was computed. */
async function formulaOf(ctx: Ctx, payroll: number, employee: number, code: string): Promise<string | null> {
  const { lines } = (await traceOf(ctx, payroll, employee)) as { lines?: { code: string; trace: { formula?: string } }[] }
  return lines?.find((line) => line.code === code)?.trace.formula ?? null
}

/** Posting a payroll notes what it advanced with each claim; the benefit of a maternity leave gets its claim by this. */
export const benefitAdvanced: Effect<Json, Records['payroll']> = {
  name: 'benefitClaim.advanced',
  rank: 45,
  params: {
    ...NONE,
    description: 'Notes the SSS benefits that a payroll advanced with their claims, and makes the claims of maternity leaves.',
  },
  async apply(fx): Promise<Json> {
    const { ctx } = fx
    const module = ctx.modules.get(CLAIM)
    if (!module) return { made: [], claims: [] }
    const id = recordId(fx)
    const advances = await ctx.db.query<Advance>(
      sql`
        SELECT employee_id, code, source_id, qty::int AS days, amount::text
        FROM ${entriesTable(ctx)}
        WHERE parent_id = ${id}
          AND is_manual IS NOT TRUE
          AND (code LIKE ${`${LINE.sickness}%`} OR code LIKE ${`${LINE.maternity}%`})
        ORDER BY employee_id, id
      `,
    )
    const paid_on = fx.record.payout_date
    const made: number[] = []
    for (const { employee_id, source_id, amount } of advances.filter(({ code }) => code.startsWith(LINE.maternity))) {
      const [leave] = await ctx.db.query<{ from: string; to: string; days: number }>(
        sql`SELECT date_from::text AS "from", date_to::text AS "to", date_to - date_from + 1 AS days FROM ${table(ctx, 'leave_filing')} WHERE id = ${source_id}`,
      )
      if (!leave) continue
      const { from: date_from, to: date_to, days } = leave
      const computation = await formulaOf(ctx, id, employee_id, `${LINE.maternity}${source_id}`)
      const claim = {
        benefit: 'maternity',
        employee_id,
        leave_filing_id: source_id,
        date_from,
        date_to,
        days,
        benefit_amount: amount,
        computation,
      }
      const sums = { advanced_days: days, advanced_amount: amount, advances: [{ payroll_id: id, paid_on, days, amount }] }
      made.push(await store(ctx, module, { ...claim, ...sums, status: 'advanced' }))
    }
    const sickness = advances.filter(({ code }) => code.startsWith(LINE.sickness))
    const claims = sickness.map(({ source_id }) => Number(source_id))
    if (claims.length) {
      await ctx.db.query(
        sql`
          INSERT INTO ${linesTable(ctx, CLAIM, 'advances')} (parent_id, line_no, payroll_id, paid_on, days, amount)
          SELECT r.source_id,
            (SELECT count(*) + 1 FROM ${linesTable(ctx, CLAIM, 'advances')} a WHERE a.parent_id = r.source_id),
            ${id}, ${paid_on}::date, r.days, r.amount
          FROM jsonb_to_recordset(${JSON.stringify(sickness)}::jsonb) AS r(source_id bigint, days int, amount numeric)
        `,
      )
      await renewClaims(ctx, claims)
    }
    return { made, claims }
  },
  async reverse(fx, entry) {
    const { ctx } = fx
    const { made, claims } = entry as { made: number[]; claims: number[] }
    const all = [...made, ...claims]
    if (!all.length) return
    await ctx.db.query(
      sql`DELETE FROM ${linesTable(ctx, CLAIM, 'advances')} WHERE payroll_id = ${recordId(fx)} AND parent_id = ANY (${all}::bigint[])`,
    )
    await ctx.db.query(sql`DELETE FROM ${table(ctx, CLAIM)} WHERE id = ANY (${made}::bigint[])`)
    await renewClaims(ctx, claims)
  },
}
