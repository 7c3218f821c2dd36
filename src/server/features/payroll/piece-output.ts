/** Output of employees paid by piece: what a payroll pays of it, once, and output that no payroll pays any more. */

import type { PieceWork } from '../../../domain/payroll/index.ts'
import type { Json } from '../../../engine/model/module.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx, Effect, SaveHook } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { recordId } from '../../records/row.ts'
import { requireRecompute } from '../payroll-runs/recompute.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import type { Run } from './run.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
const OUTPUT = 'piece_output'

/** By employee, open output of the days whose time the run pays. */
export async function pieceWorkOf(ctx: Ctx, run: Run, employeeIds: readonly number[]): Promise<Map<number, PieceWork[]>> {
  if (!ctx.modules.has(OUTPUT)) return new Map()
  const rows = await ctx.db.query<PieceWork & { employee_id: number }>(
    sql`
      SELECT o.employee_id, o.id::text AS key, o.date::text, o.piece_rate_id::text AS piece, r.name, o.quantity::text, o.rate::text, o.hours::text
      FROM ${table(ctx, OUTPUT)} o
      JOIN ${table(ctx, 'piece_rate')} r ON r.id = o.piece_rate_id
      JOIN ${table(ctx, 'employee')} e ON e.id = o.employee_id AND e.is_piece_rate
      WHERE o.employee_id = ANY (${employeeIds}::bigint[])
        AND o.date BETWEEN ${run.dtr.from}::date AND ${run.dtr.to}::date
        AND (o.status = 'open' OR o.payroll_id = ${run.payroll_id})
        AND o.quantity > 0
      ORDER BY o.employee_id, o.date, o.id
    `,
  )
  const found = new Map<number, PieceWork[]>()
  for (const { employee_id, ...work } of rows) found.set(employee_id, [...(found.get(employee_id) ?? []), work])
  return found
}

/** How far back the last seven days worked before a holiday are looked for. */
const LOOK_BACK_DAYS = 60

/** By employee, the output of each day until the end of the run's cut-off, whatever payroll paid it: holidays are paid by its average. */
export async function pieceDaysOf(ctx: Ctx, run: Run, employeeIds: readonly number[]): Promise<Map<number, PieceDay[]>> {
  if (!ctx.modules.has(OUTPUT)) return new Map()
  const rows = await ctx.db.query<PieceDay & { employee_id: number }>(
    sql`
      SELECT o.employee_id, o.date::text, sum(round(o.quantity * o.rate, 2))::text AS earned
      FROM ${table(ctx, OUTPUT)} o
      JOIN ${table(ctx, 'employee')} e ON e.id = o.employee_id AND e.is_piece_rate
      WHERE o.employee_id = ANY (${employeeIds}::bigint[])
        AND o.date BETWEEN ${addDays(run.dtr.from, -LOOK_BACK_DAYS)}::date AND ${run.dtr.to}::date
        AND o.quantity > 0
      GROUP BY 1, 2
      ORDER BY 1, 2
    `,
  )
  const byEmployee = Map.groupBy(rows, (row) => row.employee_id)
  return new Map([...byEmployee].map(([id, days]) => [id, days.map(({ date, earned }) => ({ date, earned }))]))
}
interface PieceDay {
  readonly date: string
  readonly earned: string
}

/** Output is of employees who are paid by piece; open payrolls compute it again, and those that took it refuse the change. */
export const pieceOutputSaved: SaveHook = {
  name: 'pieceOutput.saved',
  async beforeSave(ctx, _module, { before, record }) {
    const [employee] = await ctx.db.query<{ is_piece_rate: boolean | null }>(
      sql`SELECT is_piece_rate FROM ${table(ctx, 'employee')} WHERE id = ${record.employee_id}`,
    )
    if (!employee?.is_piece_rate) throw invalid({ employee_id: ['The employee is not paid by piece. Set it with the employee first.'] })
    const payroll = before ? await takenWith(ctx, Number(before.id)) : null
    if (payroll) throw refuse('E_PAID', `${payroll} pays this output. Undo that payroll first.`)
  },
  async afterSave(ctx, _module, { before, after }) {
    for (const id of new Set([before?.employee_id, after?.employee_id])) if (id) await requireRecompute(ctx, Number(id))
  },
}

/** Number of the payroll that computed the output and computes no more. */
async function takenWith(ctx: Ctx, output: number): Promise<string | null> {
  const [row] = await ctx.db.query<{ transaction_no: string }>(
    sql`
      SELECT p.transaction_no
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status IN ('processed', 'approved', 'posted')
      WHERE i.input->'piece_work' @> jsonb_build_array(jsonb_build_object('key', ${String(output)}::text))
      LIMIT 1
    `,
  )
  return row?.transaction_no ?? null
}

/** Open payrolls of the employee compute again, without output that was paid otherwise. */
export const pieceOutputRecompute: Effect<Json, Records['piece_output']> = {
  name: 'pieceOutput.recompute',
  rank: 50,
  params: { ...NONE, description: 'Has open payrolls of the employee compute without the output, and refuses where one has taken it.' },
  async apply(fx): Promise<Json> {
    const payroll = await takenWith(fx.ctx, recordId(fx))
    if (payroll) throw refuse('E_PAID', `${payroll} pays this output. Undo that payroll first.`)
    await requireRecompute(fx.ctx, fx.record.employee_id)
    return null
  },
  reverse: (fx) => requireRecompute(fx.ctx, fx.record.employee_id),
}

/** Marks the output that a payroll paid; refuses where some of it was deleted or changed after it was computed. */
export const pieceOutputPaid: Effect<Json, Records['payroll']> = {
  name: 'pieceOutput.paid',
  rank: 47,
  params: { ...NONE, description: 'Marks the piece output that a payroll paid.' },
  async apply(fx): Promise<Json> {
    const { ctx } = fx
    if (!ctx.modules.has(OUTPUT)) return null
    const id = recordId(fx)
    const [row] = await ctx.db.query<{ computed: number; paid: number }>(
      sql`
        WITH work AS (
          SELECT (w->>'key')::bigint AS id, (w->>'quantity')::numeric AS quantity, (w->>'rate')::numeric AS rate
          FROM ${table(ctx, 'payroll_input')} i, jsonb_array_elements(i.input->'piece_work') w
          WHERE i.payroll_id = ${id}
        ), paid AS (
          UPDATE ${table(ctx, OUTPUT)} o
          SET status = 'paid', payroll_id = ${id}, version = version + 1
          FROM work
          WHERE o.id = work.id AND o.status = 'open' AND o.quantity = work.quantity AND o.rate = work.rate
          RETURNING o.id
        )
        SELECT (SELECT count(*) FROM work)::int AS computed, (SELECT count(*) FROM paid)::int AS paid
      `,
    )
    if (row!.computed !== row!.paid)
      throw refuse(
        'E_PAYROLL_STALE',
        'Piece output changed after this payroll was computed. Undo the approval and the process, and precompute it again.',
      )
    return null
  },
  async reverse({ ctx, record }) {
    if (!ctx.modules.has(OUTPUT)) return
    await ctx.db.query(
      sql`UPDATE ${table(ctx, OUTPUT)} SET status = 'open', payroll_id = NULL, version = version + 1 WHERE payroll_id = ${record.id} AND status = 'paid'`,
    )
  },
}

/**
 * Problems of a payroll: output of earlier days that no payroll pays, and days worked without output, which would be paid
 * nothing. Rows of `employee_id, kind, severity, message`.
 */
export const pieceProblems = (ctx: Ctx, id: number): Sql =>
  ctx.modules.has(OUTPUT)
    ? sql`
      SELECT o.employee_id, 'piece_output_unpaid', 'warning',
        concat(
          'Piece output of ', to_char(min(o.date), 'YYYY/MM/DD'), ' to ', to_char(max(o.date), 'YYYY/MM/DD'),
          ' was entered after its payroll: pay it with an adjustment and mark it as paid'
        )
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id AND p.status NOT IN ('posted', 'voided') AND p.payroll_tag IN ('standard', 'final_pay')
      JOIN ${table(ctx, OUTPUT)} o ON o.employee_id = l.employee_id AND o.status = 'open' AND o.date < p.dtr_from AND o.quantity > 0
      WHERE l.parent_id = ${id}
      GROUP BY o.employee_id
      UNION ALL
      SELECT e.id, 'piece_output_missing', 'warning',
        concat(
          count(*), CASE WHEN count(*) = 1 THEN ' day' ELSE ' days' END, ' worked without piece output (',
          string_agg(to_char(r.date, 'YYYY-MM-DD'), ', ' ORDER BY r.date), '): enter the output, or its hours are paid nothing'
        )
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id AND p.status NOT IN ('posted', 'voided') AND p.payroll_tag IN ('standard', 'final_pay')
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id AND e.is_piece_rate
      JOIN ${table(ctx, 'daily_time_record')} r ON r.employee_id = e.id AND r.date BETWEEN p.dtr_from AND p.dtr_to AND r.work_hours > 0
      WHERE l.parent_id = ${id}
        AND NOT EXISTS (SELECT 1 FROM ${table(ctx, OUTPUT)} o WHERE o.employee_id = e.id AND o.date = r.date AND o.quantity > 0)
      GROUP BY e.id
    `
    : sql`SELECT NULL::bigint, '', '', '' WHERE false`
