/** Processing a payroll locks its inputs: time sheets are locked and adjustments are used up. */

import { paysWork } from '../../../domain/payroll/index.ts'
import type { Json } from '../../../engine/model/module.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { recordId } from '../../records/row.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import { freezeDays } from '../time/sheets.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
/** The locked inputs, to be released when processing is undone. Runs of version 2.38 took whole adjustments and name no lines. */
interface Taken {
  readonly sheets: number[]
  readonly employees: number[]
  readonly adjustments: number[]
  readonly adjustment_lines?: number[]
}

/**
 * Marks the adjustment lines of the payroll's employees as taken. An adjustment without a pay group may pay employees of
 * several payrolls: it is processed once all of its lines have been taken, and names the payroll when there is only one.
 */
async function takeAdjustments(
  fx: EffectContext<Records['payroll']>,
  isWorked: boolean,
): Promise<Required<Pick<Taken, 'adjustments' | 'adjustment_lines'>>> {
  const { ctx, record } = fx
  const id = recordId(fx)
  const [adjustments, lines] = [table(ctx, 'payroll_adjustment'), linesTable(ctx, 'payroll_adjustment', 'items')]
  const taken = await ctx.db.query<{ id: number; parent_id: number }>(
    sql`
      UPDATE ${lines} l
      SET payroll_id = ${id}
      FROM ${adjustments} a
      WHERE a.id = l.parent_id
        AND a.pay_period_id = ${record.pay_period_id}
        AND a.status IN ('posted', 'processed')
        AND (a.pay_group_id IS NULL OR a.pay_group_id = ${record.pay_group_id})
        AND l.payroll_id IS NULL
        AND (a.payroll_id = ${id} OR (a.payroll_id IS NULL AND ${isWorked}))
        AND l.employee_id IN (SELECT employee_id FROM ${employeesTable(ctx)} WHERE parent_id = ${id})
      RETURNING l.id, l.parent_id
    `,
  )
  const parents = [...new Set(taken.map(({ parent_id }) => parent_id))]
  await ctx.db.query(
    sql`
      UPDATE ${adjustments} a
      SET status = 'processed', version = version + 1,
        payroll_id = (
          SELECT CASE WHEN min(l.payroll_id) = max(l.payroll_id) THEN min(l.payroll_id) END
          FROM ${lines} l
          WHERE l.parent_id = a.id
        )
      WHERE a.id = ANY (${parents}::bigint[])
        AND NOT EXISTS (SELECT 1 FROM ${lines} l WHERE l.parent_id = a.id AND l.payroll_id IS NULL)
    `,
  )
  return { adjustments: parents, adjustment_lines: taken.map((line) => line.id) }
}

export const payrollTake: Effect<Json, Records['payroll']> = {
  name: 'payroll.take',
  rank: 10,
  params: { ...NONE, description: 'Locks the time sheets and days of a payroll’s employees, and takes the adjustments that it pays.' },
  async apply(fx): Promise<Json> {
    const { ctx, record } = fx
    const id = recordId(fx)
    const isWorked = paysWork(record.payroll_tag)
    const now = ctx.clock.now().toISOString()
    const sheets = isWorked
      ? await ctx.db.query<{ id: number; employee_id: number }>(
          sql`
            UPDATE ${table(ctx, 'time_sheet')}
            SET status = 'locked', locked_by = ${ctx.principal.user_id || null}, locked_at = ${now},
              version = version + 1
            WHERE pay_period_id = ${record.pay_period_id}
              AND status <> 'locked'
              AND employee_id IN (SELECT employee_id FROM ${employeesTable(ctx)} WHERE parent_id = ${id})
            RETURNING id, employee_id
          `,
        )
      : []
    const adjustments = await takeAdjustments(fx, isWorked)
    const employees = sheets.map((sheet) => sheet.employee_id)
    if (employees.length) await freezeDays(ctx, employees, { from: record.dtr_from, to: record.dtr_to, isLocked: true })
    return { sheets: sheets.map((sheet) => sheet.id), employees, ...adjustments }
  },
  async reverse({ ctx, record }, entry) {
    const { sheets, employees, adjustments, adjustment_lines = [] } = entry as unknown as Taken
    if (employees.length) await freezeDays(ctx, employees, { from: record.dtr_from, to: record.dtr_to, isLocked: false })
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'time_sheet')}
        SET status = 'open', locked_by = NULL, locked_at = NULL, version = version + 1
        WHERE id = ANY (${sheets}::bigint[]) AND status = 'locked'
      `,
    )
    await ctx.db.query(
      sql`
        UPDATE ${linesTable(ctx, 'payroll_adjustment', 'items')}
        SET payroll_id = NULL
        WHERE id = ANY (${adjustment_lines}::bigint[])
      `,
    )
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'payroll_adjustment')}
        SET status = 'posted', payroll_id = NULL, version = version + 1
        WHERE id = ANY (${adjustments}::bigint[]) AND status = 'processed'
      `,
    )
    // A bank file with amounts that may change must not be sent any more.
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'bank_transmittal')}
        SET state = 'void'
        WHERE payroll_id = ${record.id} AND state IS DISTINCT FROM 'void'
      `,
    )
  },
}

/** Refuses an adjustment with employees who are not in the payroll: their amounts would be lost. */
async function requireMembers(
  fx: EffectContext<Records['payroll_adjustment']>,
  payroll: { readonly id: number; readonly transaction_no: string },
): Promise<void> {
  const { ctx } = fx
  const others = await ctx.db.query<{ name: string }>(
    sql`
      SELECT DISTINCT e.full_name AS name
      FROM ${linesTable(ctx, 'payroll_adjustment', 'items')} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      WHERE l.parent_id = ${recordId(fx)}
        AND l.employee_id NOT IN (SELECT employee_id FROM ${employeesTable(ctx)} WHERE parent_id = ${payroll.id})
      ORDER BY 1
      LIMIT 4
    `,
  )
  if (!others.length) return
  const names = others.slice(0, 3).map(({ name }) => name)
  throw refuse(
    'E_NOT_IN_PAYROLL',
    `${payroll.transaction_no} does not pay ${names.join(', ')}${others.length > names.length ? ' and others' : ''}. Leave the adjustment posted: each payroll of the period takes its own employees.`,
  )
}

/** Processing an adjustment puts it into the open payroll of its period, which must then be precomputed again. */
export const payrollTakeAdjustment: Effect<Json, Records['payroll_adjustment']> = {
  name: 'payroll.takeAdjustment',
  rank: 10,
  params: { ...NONE, description: 'Puts an adjustment into the open payroll of its period, which must then be precomputed again.' },
  async apply(fx): Promise<Json> {
    const { ctx, record } = fx
    const rows = await ctx.db.query<{ id: number; transaction_no: string }>(
      sql`
        SELECT id, transaction_no
        FROM ${table(ctx, 'payroll')}
        WHERE pay_period_id = ${record.pay_period_id}
          AND (${record.pay_group_id}::bigint IS NULL OR pay_group_id = ${record.pay_group_id}::bigint)
          AND payroll_tag IN ('standard', 'supplementary', 'final_pay')
          AND status IN ('draft', 'precomputed', 'declined')
        ORDER BY (payroll_tag = 'standard') DESC, id
        FOR UPDATE
      `,
    )
    const [payroll] = rows
    if (!payroll)
      throw refuse(
        'E_NO_PAYROLL',
        'There is no open payroll for this period. Create the payroll first; it then includes posted adjustments.',
      )
    if (rows.length > 1 && !record.pay_group_id)
      throw refuse('E_PAY_GROUP', 'There is more than one open payroll for this period. Enter the pay group of the adjustment.')
    await requireMembers(fx, payroll)
    await ctx.db.query(sql`
      UPDATE ${table(ctx, 'payroll_adjustment')}
      SET payroll_id = ${payroll.id}
      WHERE id = ${recordId(fx)}
    `)
    await ctx.db.query(
      sql`
        UPDATE ${employeesTable(ctx)}
        SET state = 'pending', run = NULL
        WHERE parent_id = ${payroll.id}
          AND employee_id IN (
            SELECT employee_id FROM ${linesTable(ctx, 'payroll_adjustment', 'items')} WHERE parent_id = ${recordId(fx)}
          )
      `,
    )
    await ctx.db.query(sql`
      UPDATE ${table(ctx, 'payroll')}
      SET status = 'draft', version = version + 1
      WHERE id = ${payroll.id}
    `)
    return { payroll_id: payroll.id }
  },
  async reverse(fx) {
    await fx.ctx.db.query(sql`UPDATE ${table(fx.ctx, 'payroll_adjustment')} SET payroll_id = NULL WHERE id = ${recordId(fx)}`)
  },
}
