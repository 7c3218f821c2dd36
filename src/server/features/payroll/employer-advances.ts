/**
 * What the employer advanced because pay did not cover contributions and deductions: posting the payroll makes a deduction
 * with a balance, which the next payrolls collect as net pay allows. Voiding the payroll takes it out again.
 */

import type { Json, Row } from '../../../engine/model/module.ts'
import { auditRows } from '../../platform/audit/index.ts'
import type { Effect } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { NONE } from '../../platform/http/params.ts'
import { nameOf, recordId } from '../../records/row.ts'
import { requireRecompute, takenBy } from '../payroll-runs/recompute.ts'
import { entriesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'

const DEDUCTION = 'deduction'

export const employerAdvances: Effect<Json, Records['payroll']> = {
  name: 'payroll.advances',
  rank: 47,
  params: {
    ...NONE,
    description: 'Makes a deduction of what the employer advanced to employees whose pay did not cover their contributions and tax.',
  },
  /** From the last day of the period on, so that a final pay of the same period collects it as well. */
  async apply(fx): Promise<Json> {
    const { ctx } = fx
    if (!ctx.modules.has(DEDUCTION)) return { ids: [] }
    const user = ctx.principal.user_id || null
    const now = ctx.clock.now().toISOString()
    const rows = await ctx.db.query<{ id: number; row: Row }>(
      sql`
        INSERT INTO ${table(ctx, DEDUCTION)} AS made (
          employee_id, pay_item_id, amount_option, amount, total_amount, balance, frequency, effective_from, remarks,
          is_active, version, created_by, created_at, updated_by, updated_at
        )
        SELECT e.employee_id, i.id, 'amount', sum(e.amount), sum(e.amount), sum(e.amount), 'recurring', d.date_to,
          ${`Advanced by the employer in ${nameOf(fx)}`}, true, 1, ${user}, ${now}, ${user}, ${now}
        FROM ${entriesTable(ctx)} e
        JOIN ${table(ctx, 'pay_period')} d ON d.id = ${fx.record.pay_period_id}
        JOIN ${table(ctx, 'pay_item')} i ON i.id = (
          SELECT c.id FROM ${table(ctx, 'pay_item')} c
          WHERE c.type = 'deduction' AND c.kind = 'cash_advance' AND c.is_active IS NOT FALSE
          ORDER BY (c.code = 'CASH_ADVANCE') DESC, c.id
          LIMIT 1
        )
        WHERE e.parent_id = ${recordId(fx)} AND e.code = 'EMPLOYER_ADVANCE'
        GROUP BY e.employee_id, i.id, d.date_to
        ORDER BY e.employee_id
        RETURNING id, to_jsonb(made) AS row
      `,
    )
    await auditRows(
      ctx,
      ctx.modules.get(DEDUCTION)!,
      rows.map(({ row }) => ({ after: row })),
      `${fx.module.singular} ${nameOf(fx)}`,
    )
    return { ids: rows.map(({ id }) => Number(id)) }
  },
  async reverse(fx, done) {
    const { ctx } = fx
    const { ids } = (done ?? { ids: [] }) as { ids: number[] }
    if (!ids.length) return
    const payroll = await takenBy(ctx, DEDUCTION, ids)
    if (payroll) throw refuse('E_LATER_PAYROLL', `${payroll} collects what this payroll advanced. Undo that payroll first.`)
    const gone = await ctx.db.query<{ employee_id: number; row: Row }>(
      sql`DELETE FROM ${table(ctx, DEDUCTION)} d WHERE id = ANY (${ids}::bigint[]) RETURNING employee_id, to_jsonb(d) AS row`,
    )
    await auditRows(
      ctx,
      ctx.modules.get(DEDUCTION)!,
      gone.map(({ row }) => ({ before: row })),
      `${fx.module.singular} ${nameOf(fx)}`,
    )
    for (const { employee_id } of gone) await requireRecompute(ctx, employee_id)
  },
}
