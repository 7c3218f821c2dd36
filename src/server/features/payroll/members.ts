/** The employees of a payroll: the members of its group, with those added or removed by hand. */

import type { Row } from '../../../engine/model/module.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { requireOtherPerson } from '../../records/write/second-person.ts'
import { forgetRuns, requireIdle } from '../../workflow/jobs.ts'
import { groupOf, isPeriodOpen } from '../accounting/periods.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { payrollModule } from './run.ts'

/**
 * Employees whom a payroll of a tag pays. A final pay is for separated employees; the others leave them out. A supplementary
 * payroll is for the employees that it names.
 */
const MEMBERS: Readonly<Record<string, string>> = {
  standard: `e.status = 'active' AND e.date_hired <= d.date_to AND (e.date_separated IS NULL OR e.date_separated > d.date_to)`,
  supplementary: `e.id = ANY (p.chosen_ids) AND e.date_hired <= d.date_to`,
  '13th_month': `e.date_hired <= d.date_to AND (e.date_separated IS NULL OR e.date_separated > d.date_to) AND e.status = 'active'`,
  leave_conversion: `e.date_hired <= d.date_to AND (e.date_separated IS NULL OR e.date_separated > d.date_to) AND e.status = 'active'`,
  final_pay: `e.date_separated IS NOT NULL AND e.date_separated <= d.date_to AND e.date_separated >= d.date_from - 365`,
}

/** Sets the payroll's employees to those of its group; an employee who got their final pay does not get it again. */
async function fill(ctx: Ctx, payroll: Row): Promise<void> {
  const lines = employeesTable(ctx)
  await ctx.db.query(sql`DELETE FROM ${lines} WHERE parent_id = ${payroll.id}`)
  await ctx.db.query(
    sql`
      INSERT INTO ${lines} (parent_id, line_no, employee_id, department_id, branch_id, state)
      SELECT p.id, row_number() OVER (ORDER BY e.employee_no), e.id, e.department_id, e.branch_id, 'pending'
      FROM ${table(ctx, 'payroll')} p
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id, ${table(ctx, 'employee')} e
      WHERE p.id = ${payroll.id}
        AND e.pay_group_id = ${payroll.pay_group_id}
        AND ${raw(MEMBERS[String(payroll.payroll_tag)]!)}
        AND NOT EXISTS (
          SELECT 1
          FROM ${lines} l
          JOIN ${table(ctx, 'payroll')} q ON q.id = l.parent_id
          WHERE l.employee_id = e.id AND q.payroll_tag = 'final_pay' AND q.status <> 'voided' AND q.id <> p.id
        )
    `,
  )
  await count(ctx, Number(payroll.id))
}

const count = (ctx: Ctx, id: number) =>
  ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'payroll')}
      SET employee_count = (SELECT count(*) FROM ${employeesTable(ctx)} WHERE parent_id = ${id})
      WHERE id = ${id}
    `,
  )

/** Refuses a second payroll of the same group, period and tag; its period belongs to the group's cycle. */
async function requireOnly(ctx: Ctx, payroll: Row): Promise<void> {
  // Two users who create the same payroll at once wait for each other here.
  const [group] = await ctx.db.query<{ name: string; pay_cycle_id: number }>(
    sql`
      SELECT name, pay_cycle_id
      FROM ${table(ctx, 'pay_group')}
      WHERE id = ${payroll.pay_group_id}
      FOR UPDATE
    `,
  )
  const [period] = await ctx.db.query<{ name: string; pay_cycle_id: number }>(
    sql`SELECT name, pay_cycle_id FROM ${table(ctx, 'pay_period')} WHERE id = ${payroll.pay_period_id}`,
  )
  if (group && period && group.pay_cycle_id !== period.pay_cycle_id)
    throw invalid({ pay_period_id: [`This period belongs to another pay cycle than ${group.name}.`] })
  const [other] = await ctx.db.query<{ transaction_no: string; status: string }>(
    sql`
      SELECT transaction_no, status
      FROM ${table(ctx, 'payroll')}
      WHERE pay_group_id = ${payroll.pay_group_id}
        AND pay_period_id = ${payroll.pay_period_id}
        AND payroll_tag = ${payroll.payroll_tag}
        AND status <> 'voided'
        AND id <> ${payroll.id}
      LIMIT 1
    `,
  )
  if (other && payroll.payroll_tag !== 'supplementary')
    throw refuse(
      'E_DUPLICATE_PAYROLL',
      `${group?.name ?? 'The group'} has the ${String(payroll.payroll_tag).replaceAll('_', ' ')} payroll ${other.transaction_no} (${other.status}) for ${period?.name ?? 'this period'} already. Use that one, or void it first.`,
    )
}

/** A schedule names items by the payrolls of a month, which another pay cycle has in another number. */
async function requireScheduleOfCycle(ctx: Ctx, payroll: Row): Promise<void> {
  const [row] = await ctx.db.query<{ schedule: string; group: string }>(
    sql`
      SELECT s.name AS schedule, g.name AS "group"
      FROM ${table(ctx, 'pay_schedule')} s
      JOIN ${table(ctx, 'pay_group')} g ON g.id = ${payroll.pay_group_id} AND g.pay_cycle_id <> s.pay_cycle_id
      WHERE s.id = ${payroll.pay_schedule_id}
    `,
  )
  if (row) throw invalid({ pay_schedule_id: [`${row.schedule} belongs to another pay cycle than ${row.group}.`] })
}

const OF_TERMS = ['pay_schedule_id', 'payout_date', 'dtr_from', 'dtr_to'] as const
const OF_GROUP = ['pay_group_id', 'pay_period_id', 'payroll_tag', 'chosen_ids'] as const

/** Saving a payroll: one of its kind, its employees follow its group, and deleting it leaves no rows behind. */
export const payrollSaved: SaveHook = {
  name: 'payroll.saved',
  /** The cost belongs to the days of work: the journal is dated on the last day of the period while its month is open. */
  async beforeSave(ctx, module, { before, record }) {
    const isMoved = before !== undefined && before.pay_period_id !== record.pay_period_id
    const isUntouched = before?.transaction_date === record.transaction_date
    if (record.transaction_date && !(isMoved && isUntouched)) return
    const [period] = await ctx.db.query<{ date_to: string }>(
      sql`SELECT date_to::text FROM ${table(ctx, 'pay_period')} WHERE id = ${record.pay_period_id}`,
    )
    const today = ctx.clock.today(ctx.company.time_zone)
    const isOpen = period !== undefined && (await isPeriodOpen(ctx, period.date_to, groupOf(module.application)))
    record.transaction_date = isOpen ? period.date_to : today
  },
  async afterSave(ctx, _module, { before, after, changed }) {
    if (!after) {
      const id = before!.id
      await forgetRuns(ctx, 'payroll', Number(id))
      await ctx.db.query(sql`DELETE FROM ${table(ctx, 'payroll_input')} WHERE payroll_id = ${id}`)
      return
    }
    const isMoved = !before || OF_GROUP.some((name) => changed.has(name))
    if (before) await requireIdle(ctx, 'payroll', Number(after.id))
    if (isMoved || changed.has('pay_schedule_id')) await requireScheduleOfCycle(ctx, after)
    if (!isMoved) {
      // With other days or another schedule, the computed results are invalid for all employees.
      if (OF_TERMS.some((name) => changed.has(name)))
        await ctx.db.query(sql`UPDATE ${employeesTable(ctx)} SET state = 'pending', run = NULL WHERE parent_id = ${after.id}`)
      return
    }
    await requireOnly(ctx, after)
    await fill(ctx, after)
  },
}

interface MemberChange {
  readonly lines: 'employees' | 'entries'
  readonly gone: readonly Row[]
  readonly come: readonly Row[]
}

/** Reopens a precomputed payroll because its inputs were changed. */
async function reopen(ctx: Ctx, id: number, { lines, gone, come }: MemberChange): Promise<void> {
  const [row] = await ctx.db.query<{ transaction_no: string }>(sql`SELECT transaction_no FROM ${table(ctx, 'payroll')} WHERE id = ${id}`)
  await writeAudit(ctx, {
    module: payrollModule(ctx),
    record_id: id,
    action: 'update',
    number: row?.transaction_no,
    before: { [lines]: gone },
    after: { [lines]: come },
  })
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'payroll')}
      SET status = 'draft', version = version + 1, updated_by = ${ctx.principal.user_id || null},
        updated_at = ${ctx.clock.now().toISOString()}
      WHERE id = ${id} AND status IN ('draft', 'precomputed', 'declined')
    `,
  )
}

const EMPTY: readonly Row[] = []
const byId = (ids: readonly number[]): Row[] => ids.map((employee_id) => ({ employee_id }))

/** Locks the payroll while it can still be changed; 422 afterwards. */
async function open(ctx: Ctx, id: number): Promise<void> {
  const [row] = await ctx.db.query<{ status: string; transaction_no: string }>(
    sql`SELECT status, transaction_no FROM ${table(ctx, 'payroll')} WHERE id = ${id} FOR UPDATE`,
  )
  if (!row || !['draft', 'precomputed', 'declined'].includes(row.status))
    throw refuse('E_NOT_EDITABLE', `Payroll ${row?.transaction_no ?? ''} is ${row?.status}: its employees and entries cannot be changed.`)
  await requireIdle(ctx, 'payroll', id)
}

/** Adds employees of any group; those already in it stay. */
export async function addEmployees(ctx: Ctx, id: number, employeeIds: readonly number[]): Promise<number> {
  await open(ctx, id)
  const known = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'employee')} WHERE id = ANY (${employeeIds}::bigint[])`)
  const has = new Set(known.map((entry) => entry.id))
  const missing = employeeIds.filter((employeeId) => !has.has(employeeId))
  if (missing.length) throw invalid({ employee_ids: [`There is no employee ${missing.join(', ')}.`] })
  const added = await ctx.db.query(
    sql`
      INSERT INTO ${employeesTable(ctx)} (parent_id, line_no, employee_id, department_id, branch_id, state)
      SELECT ${id},
        1 + coalesce(
          (SELECT max(line_no) FROM ${employeesTable(ctx)} WHERE parent_id = ${id}), 0
        ) + row_number() OVER (ORDER BY e.id),
        e.id, e.department_id, e.branch_id, 'pending'
      FROM ${table(ctx, 'employee')} e
      WHERE e.id = ANY (${employeeIds}::bigint[])
        AND NOT EXISTS (SELECT 1 FROM ${employeesTable(ctx)} l WHERE l.parent_id = ${id} AND l.employee_id = e.id)
      RETURNING id
    `,
  )
  if (added.length) {
    await count(ctx, id)
    await reopen(ctx, id, { lines: 'employees', gone: EMPTY, come: byId(employeeIds) })
  }
  return added.length
}

/** Removes employees with their computed results. */
export async function removeEmployees(ctx: Ctx, id: number, employeeIds: readonly number[]): Promise<number> {
  await open(ctx, id)
  const removed = await ctx.db.query(
    sql`
      DELETE FROM ${employeesTable(ctx)}
      WHERE parent_id = ${id}
        AND employee_id = ANY (${employeeIds}::bigint[])
      RETURNING id
    `,
  )
  await ctx.db.query(
    sql`
      DELETE FROM ${entriesTable(ctx)}
      WHERE parent_id = ${id}
        AND employee_id = ANY (${employeeIds}::bigint[])
    `,
  )
  await ctx.db.query(
    sql`
      DELETE FROM ${table(ctx, 'payroll_input')}
      WHERE payroll_id = ${id}
        AND employee_id = ANY (${employeeIds}::bigint[])
    `,
  )
  if (removed.length) {
    await count(ctx, id)
    await reopen(ctx, id, { lines: 'employees', gone: byId(employeeIds), come: EMPTY })
  }
  return removed.length
}

/** Adds a manual entry: an amount of a pay item for one employee of this payroll. */
export async function addEntry(
  ctx: Ctx,
  id: number,
  entry: { employee_id: number; pay_item_id: number; qty: string | null; amount: string; remarks: string | null },
): Promise<number> {
  await open(ctx, id)
  const [line] = await ctx.db.query(
    sql`
      SELECT 1
      FROM ${employeesTable(ctx)}
      WHERE parent_id = ${id} AND employee_id = ${entry.employee_id}
    `,
  )
  if (!line) throw invalid({ employee_id: ['The employee is not in this payroll.'] })
  const [item] = await ctx.db.query<{ code: string; name: string; type: string; is_system: boolean | null }>(
    sql`
      SELECT code, name, type, is_system
      FROM ${table(ctx, 'pay_item')}
      WHERE id = ${entry.pay_item_id} AND is_active IS NOT FALSE
    `,
  )
  if (!item || item.type === 'employer_share') throw invalid({ pay_item_id: ['Choose an earning or a deduction.'] })
  if (['SSS', 'SSS_MPF', 'PHILHEALTH', 'PAGIBIG', 'WITHHOLDING_TAX'].includes(item.code))
    throw invalid({ pay_item_id: [`${item.name} is computed from the tables and cannot be entered.`] })
  const [made] = await ctx.db.query<{ id: number }>(
    sql`
      INSERT INTO ${entriesTable(ctx)} (
        parent_id, line_no, employee_id, pay_item_id, code, name, part, qty, rate, amount, is_manual, remarks
      )
      VALUES (
        ${id}, 0, ${entry.employee_id}, ${entry.pay_item_id}, ${item.code}, ${item.name}, ${item.type},
        ${entry.qty}::numeric, ${entry.amount}::numeric, ${entry.amount}::numeric, true, ${entry.remarks}
      )
      RETURNING id
    `,
  )
  await ctx.db.query(
    sql`
      UPDATE ${employeesTable(ctx)}
      SET state = 'pending', run = NULL
      WHERE parent_id = ${id} AND employee_id = ${entry.employee_id}
    `,
  )
  await reopen(ctx, id, { lines: 'entries', gone: EMPTY, come: [{ id: made!.id, code: item.code, name: item.name, ...entry }] })
  return made!.id
}

export async function removeEntry(ctx: Ctx, id: number, entryId: number): Promise<boolean> {
  await open(ctx, id)
  const [gone] = await ctx.db.query<Row & { employee_id: number }>(
    sql`
      DELETE FROM ${entriesTable(ctx)}
      WHERE parent_id = ${id} AND id = ${entryId} AND is_manual
      RETURNING id, employee_id, pay_item_id, code, name, qty, amount, remarks
    `,
  )
  if (!gone) return false
  requireOtherPerson(ctx, ctx.modules.get('payroll_adjustment'), gone.employee_id)
  await ctx.db.query(
    sql`
      UPDATE ${employeesTable(ctx)}
      SET state = 'pending', run = NULL
      WHERE parent_id = ${id} AND employee_id = ${gone.employee_id}
    `,
  )
  await reopen(ctx, id, { lines: 'entries', gone: [gone], come: EMPTY })
  return true
}
