/**
 * Precomputing a payroll: the job of its transition. A batch marks its employees with the run's name, so that an
 * interrupted run continues with those not marked yet, and no employee is computed twice.
 */

import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, TransitionJob } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { requireIdle } from '../../workflow/jobs.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import { computeBatch, payItems } from './compute.ts'
import { beginRun, payrollModule, resumeRun } from './run.ts'

/** Employees of one transaction. */
const BATCH = 250
/** Payrolls up to this size are computed while the user waits. */
const AT_ONCE = 100

const FROM: ReadonlySet<string> = new Set(['draft', 'precomputed', 'declined'])

export const precomputeJob: TransitionJob = {
  name: 'payroll.precompute',
  description: 'Computes the pay of all employees of a payroll, and its totals.',
  atOnce: AT_ONCE,
  async begin(ctx, record) {
    const id = Number(record.id)
    const [{ n } = { n: 0 }] = await ctx.db.query<{ n: number }>(
      sql`SELECT count(*) AS n FROM ${employeesTable(ctx)} WHERE parent_id = ${id}`,
    )
    if (!Number(n)) throw refuse('E_EMPTY', 'This payroll has no employees. Add employees to the pay group or to the payroll.')
    const { hash } = await beginRun(ctx, id)
    return { parts: Number(n), data: { tables: hash } }
  },
  async open(ctx, { id, run, data }) {
    const terms = await resumeRun(ctx, id, (data as { tables: string }).tables)
    const items = await payItems(ctx)
    return async () => {
      const rows = await ctx.db.query<{ employee_id: number; left: number }>(
        sql`
          SELECT employee_id, count(*) OVER () AS left
          FROM ${employeesTable(ctx)}
          WHERE parent_id = ${id} AND run IS DISTINCT FROM ${run}
          ORDER BY id
          LIMIT ${BATCH}
        `,
      )
      if (!rows.length) return 0
      await computeBatch(
        ctx,
        terms,
        rows.map((row) => row.employee_id),
        { mark: run, items },
      )
      return Number(rows[0]!.left) - rows.length
    }
  },
  finish: (ctx, { id }) => writeTotals(ctx, id),
}

/** Locks the payroll's row; 422 unless it may be precomputed. */
async function lockPayroll(ctx: Ctx, id: number): Promise<{ status: string; version: number }> {
  const [row] = await ctx.db.query<{ status: string; version: number }>(
    sql`SELECT status, version FROM ${table(ctx, 'payroll')} WHERE id = ${id} FOR UPDATE`,
  )
  if (!row) throw notFound()
  if (!FROM.has(row.status)) throw refuse('E_STATE', `A payroll that is ${row.status} cannot be precomputed. Undo its later steps first.`)
  return row
}

/** The payroll's totals from its employees. */
async function writeTotals(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'payroll')} p
      SET employee_count = s.n, total_gross = s.gross, total_deductions = s.deductions, total_net = s.net,
        total_employer = s.employer, total = s.net
      FROM (
        SELECT count(*) AS n, coalesce(sum(gross), 0) AS gross, coalesce(sum(deductions), 0) AS deductions,
          coalesce(sum(net_pay), 0) AS net, coalesce(sum(employer_shares), 0) AS employer
        FROM ${employeesTable(ctx)}
        WHERE parent_id = ${id}
      ) s
      WHERE p.id = ${id}
    `,
  )
}

/** Recomputes one employee with the present tables; the others stay as they are. */
export async function precomputeEmployee(ctx: Ctx, id: number, employeeId: number): Promise<Row> {
  const module = payrollModule(ctx)
  await ctx.services.records.get(ctx, module, id)
  await ctx.db.tx(async () => {
    const { status } = await lockPayroll(ctx, id)
    await requireIdle(ctx, 'payroll', id)
    const [line] = await ctx.db.query<{ run: string | null }>(
      sql`SELECT run FROM ${employeesTable(ctx)} WHERE parent_id = ${id} AND employee_id = ${employeeId}`,
    )
    if (!line) throw notFound('The employee is not in this payroll.')
    const run = await beginRun(ctx, id)
    const mark = line.run ?? 'single'
    await computeBatch(ctx, run, [employeeId], { mark, items: await payItems(ctx) })
    await writeTotals(ctx, id)
    // The payroll changed: users who have it open must see the new totals.
    await ctx.db.query(sql`UPDATE ${table(ctx, 'payroll')} SET version = version + 1 WHERE id = ${id}`)
    const [open] = await ctx.db.query(sql`SELECT 1 FROM ${employeesTable(ctx)} WHERE parent_id = ${id} AND state = 'pending' LIMIT 1`)
    if (!open && status !== 'precomputed') await ctx.services.workflow.transition(ctx, module, { id, action: 'precompute', input: {} })
  })
  return ctx.services.records.get(ctx, module, id)
}
