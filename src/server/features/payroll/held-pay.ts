/**
 * Pay that is held back: it is owed, stands on the payslip and in the journal, and is left out of the bank file of its payroll
 * until it is released, by a separate bank file, with that of a later payroll, or in cash.
 */

import type { Json } from '../../../engine/model/module.ts'
import type { Ctx, Effect, Guard, SaveHook } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { recordId } from '../../records/row.ts'
import { store } from '../../records/write/save.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }

/**
 * FROM clause `l` of what a payroll pays out by employee, columns `employee_id` and `net_pay`: its net pay but what is held, and
 * pay of earlier payrolls that is released with it.
 */
export const paidOut = (ctx: Ctx, payroll: unknown): Sql => {
  const lines = employeesTable(ctx)
  if (!ctx.modules.has('held_pay')) return sql`(SELECT employee_id, net_pay FROM ${lines} WHERE parent_id = ${payroll}) l`
  const held = table(ctx, 'held_pay')
  return sql`
    (
      SELECT employee_id, sum(net_pay) AS net_pay
      FROM (
        SELECT m.employee_id, m.net_pay
        FROM ${lines} m
        WHERE m.parent_id = ${payroll}
          AND NOT EXISTS (SELECT 1 FROM ${held} h WHERE h.payroll_id = m.parent_id AND h.employee_id = m.employee_id)
        UNION ALL
        SELECT h.employee_id, h.amount
        FROM ${held} h
        WHERE h.release_payroll_id = ${payroll} AND h.status = 'released'
      ) parts
      GROUP BY employee_id
    ) l
  `
}

/** The net pay of the employee in the payroll; held pay of an employee who is not in it is refused. */
export const heldPaySaved: SaveHook = {
  name: 'heldPay.saved',
  async beforeSave(ctx, _module, { before, record }) {
    if (before) return
    const [line] = await ctx.db.query<{ net_pay: string | null; status: string; is_sent: boolean }>(
      sql`
        SELECT l.net_pay::text, p.status,
          EXISTS (
            SELECT 1
            FROM ${table(ctx, 'bank_transmittal')} t
            WHERE t.payroll_id = p.id AND t.state = 'valid' AND p.status = 'posted' AND p.payout_date < ${ctx.clock.today(ctx.company.time_zone)}::date
          ) AS is_sent
        FROM ${employeesTable(ctx)} l
        JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id
        WHERE l.parent_id = ${record.payroll_id} AND l.employee_id = ${record.employee_id}
      `,
    )
    if (!line || line.status === 'voided') throw invalid({ employee_id: ['The employee is not in this payroll.'] })
    if (line.is_sent) throw refuse('E_PAID_OUT', 'The bank file of this payroll was due before today: its pay can no longer be held.')
    record.amount = line.net_pay
  },
  async afterSave() {},
}

/** Employees whose pay every payroll holds get held pay when a payroll is processed; it goes when that is undone. */
export const payrollHold: Effect<Json, Records['payroll']> = {
  name: 'payroll.hold',
  rank: 20,
  params: { ...NONE, description: 'Holds the pay of employees who are marked for it, and notes the amounts held.' },
  async apply(fx): Promise<Json> {
    const { ctx } = fx
    const module = ctx.modules.get('held_pay')
    if (!module) return { ids: [] }
    const id = recordId(fx)
    const marked = await ctx.db.query<{ employee_id: number; reason: string | null }>(
      sql`
        SELECT e.id AS employee_id, e.hold_pay_reason AS reason
        FROM ${employeesTable(ctx)} l
        JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id AND e.hold_pay
        WHERE l.parent_id = ${id}
          AND l.net_pay > 0
          AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'held_pay')} h WHERE h.payroll_id = l.parent_id AND h.employee_id = e.id)
        ORDER BY l.line_no
      `,
    )
    const ids: number[] = []
    for (const { employee_id, reason } of marked)
      ids.push(await store(ctx, module, { payroll_id: id, employee_id, reason: reason ?? 'Pay is held', status: 'held' }))
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'held_pay')} h
        SET amount = l.net_pay
        FROM ${employeesTable(ctx)} l
        WHERE h.payroll_id = ${id}
          AND h.status = 'held'
          AND l.parent_id = h.payroll_id
          AND l.employee_id = h.employee_id
      `,
    )
    return { ids }
  },
  async reverse(fx, entry) {
    // Of a voided payroll nothing is owed: what was held by hand goes as well.
    if (fx.transition.to === 'voided') {
      await fx.ctx.db.query(sql`DELETE FROM ${table(fx.ctx, 'held_pay')} WHERE payroll_id = ${recordId(fx)} AND status = 'held'`)
      return
    }
    const { ids } = entry as { ids: number[] }
    if (!ids.length) return
    await fx.ctx.db.query(sql`DELETE FROM ${table(fx.ctx, 'held_pay')} WHERE id = ANY (${ids}::bigint[]) AND status = 'held'`)
  },
}

const releasable: Guard<Json, Records['held_pay']> = {
  name: 'heldPay.releasable',
  params: { ...NONE, description: 'Refuses to release pay of a payroll that is not posted, or with a payroll that cannot pay it.' },
  async check({ ctx, record }) {
    const [found] = await ctx.db.query<{ status: string; transaction_no: string; later: string | null; follows: boolean | null }>(
      sql`
        SELECT p.status, p.transaction_no, q.status AS later, q.payout_date > p.payout_date AS follows
        FROM ${table(ctx, 'payroll')} p
        LEFT JOIN ${table(ctx, 'payroll')} q ON q.id = ${record.release_payroll_id}
        WHERE p.id = ${record.payroll_id}
      `,
    )
    if (found?.status !== 'posted')
      throw refuse('E_STATE', `Payroll ${found?.transaction_no ?? ''} is not posted yet. Delete the held pay to pay it with that payroll.`)
    if (record.released_by_means !== 'payroll') {
      if (record.release_payroll_id) throw invalid({ release_payroll_id: ['Leave it empty unless a later payroll pays it.'] })
      return
    }
    if (!found.later) throw invalid({ release_payroll_id: ['Choose the payroll whose bank file pays it.'] })
    if (found.later === 'voided' || !found.follows)
      throw invalid({ release_payroll_id: ['Choose a payroll that is paid out after this one.'] })
  },
}

const unsent: Guard<Json, Records['held_pay']> = {
  name: 'heldPay.unsent',
  params: { ...NONE, description: 'Refuses to take a release back once a bank file with the pay was made and not voided.' },
  async check(fx) {
    const { ctx, record } = fx
    const [sent] = await ctx.db.query<{ batch_no: string }>(
      sql`
        SELECT t.batch_no
        FROM ${table(ctx, 'bank_transmittal')} t
        WHERE t.state = 'valid'
          AND (t.held_pay_id = ${recordId(fx)} OR t.payroll_id = ${record.release_payroll_id}::bigint)
        LIMIT 1
      `,
    )
    if (sent) throw refuse('E_PAID_OUT', `Bank file ${sent.batch_no} pays it already.`)
  },
}

/** A payroll whose held pay was released is not voided: the money may be on its way. */
const noRelease: Guard<Json, Records['payroll']> = {
  name: 'heldPay.none',
  params: { ...NONE, description: 'Refuses to void a payroll of which held pay was released, or that releases pay of another.' },
  async check(fx) {
    const { ctx } = fx
    if (!ctx.modules.has('held_pay')) return
    const [released] = await ctx.db.query<{ transaction_no: string }>(
      sql`
        SELECT transaction_no
        FROM ${table(ctx, 'held_pay')}
        WHERE status = 'released' AND (payroll_id = ${recordId(fx)} OR release_payroll_id = ${recordId(fx)})
        LIMIT 1
      `,
    )
    if (released) throw refuse('E_HELD_PAY', `Held pay ${released.transaction_no} was released with this payroll. Undo its release first.`)
  },
}

export const heldPayGuards = [releasable, unsent, noRelease]

/** SQL of a payroll's problems: net pay that is not paid out with it. */
export const heldProblems = (ctx: Ctx, id: number): Sql =>
  ctx.modules.has('held_pay')
    ? sql`
      SELECT h.employee_id, 'held_pay', 'warning', concat('The pay is held (', h.transaction_no, '): ', h.reason)
      FROM ${table(ctx, 'held_pay')} h
      WHERE h.payroll_id = ${id} AND h.status = 'held'
      UNION ALL
      SELECT e.id, 'hold_too_late', 'warning',
        'Marked to hold the pay after this payroll was processed, so that it is in the bank file: hold it under Held Pay, or undo the process'
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id AND p.status IN ('processed', 'approved')
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id AND e.hold_pay
      WHERE l.parent_id = ${id}
        AND l.net_pay > 0
        AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'held_pay')} h WHERE h.payroll_id = l.parent_id AND h.employee_id = e.id)
    `
    : sql`SELECT NULL::bigint, '', '', '' WHERE false`
