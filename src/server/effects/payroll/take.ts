/** Processing a payroll takes what it was computed from: time sheets are locked and adjustments are spent. */
import type { Json } from '../../../engine/module.ts'
import type { Effect } from '../../context.ts'
import { refuse } from '../../errors.ts'
import { employeesTable } from '../../payroll/run.ts'
import { freezeDays } from '../../time/sheets.ts'
import { linesTable, recordId, table, textOf } from '../common.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
type Taken = { sheets: number[]; employees: number[]; adjustments: number[] }

export const payrollTake: Effect = {
  name: 'payroll.take',
  rank: 10,
  params: NONE,
  async apply(fx): Promise<Json> {
    const { ctx, record } = fx
    const id = recordId(fx)
    const isWorked = ['standard', 'final_pay'].includes(textOf(record, 'payroll_tag'))
    const now = ctx.clock.now().toISOString()
    const sheets = isWorked
      ? await ctx.db.query<{ id: number; employee_id: number }>(
          `UPDATE ${table(ctx, 'time_sheet')} SET status = 'locked', locked_by = $3, locked_at = $4, version = version + 1
           WHERE pay_period_id = $2 AND status <> 'locked' AND employee_id IN (SELECT employee_id FROM ${employeesTable(ctx)} WHERE parent_id = $1) RETURNING id, employee_id`,
          [id, record.pay_period_id, ctx.principal.user_id || null, now],
        )
      : []
    const adjustments = await ctx.db.query<{ id: number }>(
      `UPDATE ${table(ctx, 'payroll_adjustment')} SET status = 'processed', payroll_id = $1, version = version + 1
       WHERE pay_period_id = $2 AND status IN ('posted', 'processed') AND (pay_group_id IS NULL OR pay_group_id = $3) AND (payroll_id = $1 OR (payroll_id IS NULL AND $4)) RETURNING id`,
      [id, record.pay_period_id, record.pay_group_id, isWorked],
    )
    const employees = sheets.map((one) => one.employee_id)
    if (employees.length) await freezeDays(ctx, employees, textOf(record, 'dtr_from'), textOf(record, 'dtr_to'), true)
    return { sheets: sheets.map((one) => one.id), employees, adjustments: adjustments.map((one) => one.id) }
  },
  async reverse({ ctx, record }, entry) {
    const { sheets, employees, adjustments } = entry as Taken
    if (employees.length) await freezeDays(ctx, employees, textOf(record, 'dtr_from'), textOf(record, 'dtr_to'), false)
    await ctx.db.query(
      `UPDATE ${table(ctx, 'time_sheet')} SET status = 'open', locked_by = NULL, locked_at = NULL, version = version + 1 WHERE id = ANY ($1::bigint[]) AND status = 'locked'`,
      [sheets],
    )
    await ctx.db.query(
      `UPDATE ${table(ctx, 'payroll_adjustment')} SET status = 'posted', payroll_id = NULL, version = version + 1 WHERE id = ANY ($1::bigint[]) AND status = 'processed'`,
      [adjustments],
    )
  },
}

/** Processing an adjustment puts it into the open payroll of its period, which has to be precomputed again. */
export const payrollTakeAdjustment: Effect = {
  name: 'payroll.takeAdjustment',
  rank: 10,
  params: NONE,
  async apply(fx): Promise<Json> {
    const { ctx, record } = fx
    const found = await ctx.db.query<{ id: number; transaction_no: string }>(
      `SELECT id, transaction_no FROM ${table(ctx, 'payroll')} WHERE pay_period_id = $1 AND ($2::bigint IS NULL OR pay_group_id = $2) AND payroll_tag IN ('standard', 'final_pay') AND status IN ('draft', 'precomputed', 'declined')
       ORDER BY (payroll_tag = 'standard') DESC, id FOR UPDATE`,
      [record.pay_period_id, record.pay_group_id ?? null],
    )
    const [payroll] = found
    if (!payroll)
      throw refuse(
        'E_NO_PAYROLL',
        'There is no open payroll of this period. Make the payroll first; a posted adjustment is then taken by itself.',
      )
    if (found.length > 1 && !record.pay_group_id)
      throw refuse('E_PAY_GROUP', 'There is more than one open payroll of this period. Name the pay group of the adjustment.')
    await ctx.db.query(`UPDATE ${table(ctx, 'payroll_adjustment')} SET payroll_id = $2 WHERE id = $1`, [recordId(fx), payroll.id])
    await ctx.db.query(
      `UPDATE ${employeesTable(ctx)} SET state = 'pending', run = NULL WHERE parent_id = $1 AND employee_id IN (SELECT employee_id FROM ${linesTable(ctx, 'payroll_adjustment', 'items')} WHERE parent_id = $2)`,
      [payroll.id, recordId(fx)],
    )
    await ctx.db.query(`UPDATE ${table(ctx, 'payroll')} SET status = 'draft', version = version + 1 WHERE id = $1`, [payroll.id])
    return { payroll_id: payroll.id }
  },
  async reverse(fx) {
    await fx.ctx.db.query(`UPDATE ${table(fx.ctx, 'payroll_adjustment')} SET payroll_id = NULL WHERE id = $1`, [recordId(fx)])
  },
}
