/** Checklists of hiring and leaving: items from the settings become tasks of an employee, and are done when the records say so. */

import type { Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { textOf } from '../../records/row.ts'
import { type Evidence, judge, provenTasks } from './checklist-evidence.ts'
import { hiredAgain } from './movements.ts'

/** Employees who were hired or left longer ago get no tasks: they come from an earlier system. */
const RECENT_DAYS = 60

type Occasion = 'hiring' | 'leaving'
const inUse = (ctx: Ctx): boolean => ctx.modules.has('employee_task') && ctx.modules.has('checklist_item')
/** Makes the tasks of an occasion, each once for its day. */
async function makeTasks(ctx: Ctx, employee: Row, occasion: Occasion, day: string): Promise<void> {
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'employee_task')} (
        employee_id, checklist_item_id, occasion, name, basis_date, due_date, status, created_by, created_at, updated_at, version
      )
      SELECT ${employee.id}, c.id, c.occasion, c.name, ${day}::date, ${day}::date + coalesce(c.days, 0), 'open',
        ${ctx.principal.user_id || null}::bigint, ${now}, ${now}, 1
      FROM ${table(ctx, 'checklist_item')} c
      WHERE c.occasion = ${occasion}
        AND c.is_active IS NOT FALSE
        AND NOT EXISTS (
          SELECT 1
          FROM ${table(ctx, 'employee_task')} k
          WHERE k.employee_id = ${employee.id} AND k.checklist_item_id = c.id AND k.basis_date = ${day}::date
        )
      ORDER BY c.sort_order, c.id
    `,
  )
}

/** Items that users do not decide, with tasks `k` under `tasks`. */
const itemsWith = (ctx: Ctx, tasks: Sql): Promise<(Evidence & { id: number })[]> =>
  ctx.db.query(
    sql`
      SELECT c.id, c.evidence, c.evidence_module, c.evidence_field, c.evidence_value, c.evidence_when
      FROM ${table(ctx, 'checklist_item')} c
      WHERE c.evidence <> 'manual'
        AND EXISTS (SELECT 1 FROM ${table(ctx, 'employee_task')} k WHERE k.checklist_item_id = c.id AND ${tasks})
      ORDER BY c.id
    `,
  )

const tasksOf = (employeeId: number | null, more: Sql): Sql =>
  sql`(${employeeId}::bigint IS NULL OR k.employee_id = ${employeeId}) AND ${more}`

/** Tasks that are open and whose evidence is there are done; of one employee, or of all. */
export async function settleTasks(ctx: Ctx, employeeId: number | null = null): Promise<void> {
  if (!inUse(ctx)) return
  const open = tasksOf(employeeId, sql`k.status = 'open'`)
  for (const item of await itemsWith(ctx, open)) {
    const judged = judge(ctx, item)
    if (!judged || 'wrong' in judged) continue
    const ids = await provenTasks(ctx, item.id, judged, open)
    if (ids.length)
      await ctx.db.query(sql`
        UPDATE ${table(ctx, 'employee_task')}
        SET status = 'done', done_at = ${ctx.clock.now().toISOString()}, version = version + 1
        WHERE id = ANY (${ids}::bigint[]) AND status = 'open'
      `)
  }
}

/** Tasks that were done by evidence which was taken back since are open again, if they were done lately. */
async function reopenTasks(ctx: Ctx, employeeId: number | null): Promise<void> {
  if (!inUse(ctx)) return
  const since = addDays(ctx.clock.today(ctx.company.time_zone), -RECENT_DAYS)
  const done = tasksOf(employeeId, sql`k.status = 'done' AND k.done_by IS NULL AND k.done_at >= ${since}::date`)
  for (const item of await itemsWith(ctx, done)) {
    const judged = item.evidence === 'record' ? judge(ctx, item) : undefined
    if (!judged || 'wrong' in judged) continue
    const ids = await provenTasks(ctx, item.id, judged, done)
    await ctx.db.query(sql`
      UPDATE ${table(ctx, 'employee_task')} k
      SET status = 'open', done_at = NULL, version = version + 1
      WHERE k.checklist_item_id = ${item.id} AND k.id <> ALL (${ids}::bigint[]) AND ${done}
    `)
  }
}

const dayOf = (row: Row | null | undefined, name: string): string => textOf(row ?? {}, name).slice(0, 10)

/**
 * The tasks that follow from saving an employee: new ones for a hire and a last day, none for a separation that is taken
 * back. Those of a separation that was followed by a rehire stay.
 */
export async function followChecklists(ctx: Ctx, before: Row | null | undefined, after: Row): Promise<void> {
  if (!inUse(ctx)) return
  const recent = addDays(ctx.clock.today(ctx.company.time_zone), -RECENT_DAYS)
  const hired = dayOf(after, 'date_hired')
  const isRehired = hiredAgain(before, after)
  if ((!before || isRehired) && hired >= recent) await makeTasks(ctx, after, 'hiring', hired)
  const [was, leaves] = [dayOf(before, 'date_separated'), dayOf(after, 'date_separated')]
  if (was && was !== leaves && !isRehired)
    await ctx.db.query(sql`
      DELETE FROM ${table(ctx, 'employee_task')}
      WHERE employee_id = ${after.id} AND occasion = 'leaving' AND status = 'open' AND basis_date = ${was}::date
    `)
  if (leaves && leaves !== was && leaves >= recent) await makeTasks(ctx, after, 'leaving', leaves)
  await settleTasks(ctx, Number(after.id))
}

/** An item names a module and a field that exist. */
const itemSaved: SaveHook = {
  name: 'checklistItem.saved',
  async beforeSave(ctx, _module, { record }) {
    const judged = judge(ctx, record as unknown as Evidence)
    if (judged && 'wrong' in judged) throw invalid(Object.fromEntries(Object.entries(judged.wrong).map(([name, text]) => [name, [text]])))
  },
  async afterSave() {},
}

/** Who finished a task, and when. */
const taskSaved: SaveHook = {
  name: 'employeeTask.saved',
  async beforeSave(ctx, _module, { before, record }) {
    if (before && sameValue(before.status, record.status)) return
    const isDone = record.status === 'done'
    record.done_at = isDone ? ctx.clock.now().toISOString() : null
    record.done_by = isDone ? ctx.principal.user_id || null : null
  },
  async afterSave() {},
}

/** A record of an employee, or of several (a payroll), which tasks may have waited for. */
const evidenceSaved: SaveHook = {
  name: 'checklist.evidence',
  async afterSave(ctx, _module, { before, after }) {
    const employee = Number((after ?? before)?.employee_id)
    if (employee) await settleTasks(ctx, employee)
  },
  async afterTransition(ctx, _module, { record, transition }) {
    const employee = Number(record.employee_id) || null
    if (transition.reverses) await reopenTasks(ctx, employee)
    else await settleTasks(ctx, employee)
  },
}

export const checklistHooks = [itemSaved, taskSaved, evidenceSaved]
