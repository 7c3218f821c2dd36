/** Checklists of hiring and leaving: items from the settings become tasks of an employee, and are done when the records say so. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { allOf, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { textOf } from '../../records/row.ts'

/** Employees who were hired or left longer ago get no tasks: they come from an earlier system. */
const RECENT_DAYS = 60

type Occasion = 'hiring' | 'leaving'
interface Evidence {
  readonly evidence: string
  readonly evidence_module: string | null
  readonly evidence_field: string | null
  readonly evidence_value: string | null
}

const inUse = (ctx: Ctx): boolean => ctx.modules.has('employee_task') && ctx.modules.has('checklist_item')
const stored = (module: Module, name: string): boolean => module.field[name] !== undefined && module.field[name].storage !== undefined

/** Records of the module that belong to employee `e`; undefined where its records belong to no employee. */
function recordsOf(ctx: Ctx, module: Module): Sql | undefined {
  const from = sql`FROM ${table(ctx, module.entity.table)} x`
  if (stored(module, 'employee_id')) return sql`${from} WHERE x.employee_id = e.id`
  return stored(module, 'owner_type') && stored(module, 'owner_id')
    ? sql`${from} WHERE x.owner_type = 'employee' AND x.owner_id = e.id`
    : undefined
}

/** The condition on employee `e` under which an item is done; a text says what is wrong with the item. */
function doneWhen(ctx: Ctx, item: Evidence): Sql | string | undefined {
  if (item.evidence === 'manual') return undefined
  if (item.evidence === 'field') {
    const employee = ctx.modules.get('employee')!
    const name = item.evidence_field ?? ''
    return stored(employee, name) ? sql`e.${ref(name)} IS NOT NULL` : 'Employees have no such field.'
  }
  const module = ctx.modules.get(item.evidence_module ?? '')
  const records = module && recordsOf(ctx, module)
  if (!records) return 'There is no such module with records of employees.'
  const { evidence_field: name, evidence_value: value } = item
  if (name && !stored(module, name)) return 'The module has no such field.'
  const narrowed = name ? allOf([sql`x.${ref(name)}::text = ${value ?? ''}`]) : sql`true`
  const found = sql`EXISTS (SELECT 1 ${records} AND ${narrowed})`
  return item.evidence === 'no_record' ? sql`NOT ${found}` : found
}

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

/** Tasks that are open and whose evidence is there are done; of one employee, or of all. */
export async function settleTasks(ctx: Ctx, employeeId: number | null = null): Promise<void> {
  if (!inUse(ctx)) return
  const items = await ctx.db.query<Evidence & { id: number }>(
    sql`
      SELECT c.id, c.evidence, c.evidence_module, c.evidence_field, c.evidence_value
      FROM ${table(ctx, 'checklist_item')} c
      WHERE c.evidence <> 'manual'
        AND EXISTS (
          SELECT 1
          FROM ${table(ctx, 'employee_task')} k
          WHERE k.checklist_item_id = c.id AND k.status = 'open' AND (${employeeId}::bigint IS NULL OR k.employee_id = ${employeeId})
        )
      ORDER BY c.id
    `,
  )
  const now = ctx.clock.now().toISOString()
  for (const item of items) {
    const condition = doneWhen(ctx, item)
    if (condition === undefined || typeof condition === 'string') continue
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'employee_task')} k
        SET status = 'done', done_at = ${now}, version = k.version + 1
        FROM ${table(ctx, 'employee')} e
        WHERE k.checklist_item_id = ${item.id}
          AND k.status = 'open'
          AND e.id = k.employee_id
          AND (${employeeId}::bigint IS NULL OR e.id = ${employeeId})
          AND ${condition}
      `,
    )
  }
}

const dayOf = (row: Row | null | undefined, name: string): string => textOf(row ?? {}, name).slice(0, 10)

/** The tasks that follow from saving an employee: new ones for a hire and a last day, none for a separation that is taken back. */
export async function followChecklists(ctx: Ctx, before: Row | null | undefined, after: Row): Promise<void> {
  if (!inUse(ctx)) return
  const recent = addDays(ctx.clock.today(ctx.company.time_zone), -RECENT_DAYS)
  const hired = dayOf(after, 'date_hired')
  if (!before && hired >= recent) await makeTasks(ctx, after, 'hiring', hired)
  const [was, leaves] = [dayOf(before, 'date_separated'), dayOf(after, 'date_separated')]
  if (was && was !== leaves)
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
    const problem = doneWhen(ctx, record as unknown as Evidence)
    if (typeof problem === 'string') throw invalid({ [record.evidence === 'field' ? 'evidence_field' : 'evidence_module']: [problem] })
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

/** A record of an employee, which tasks may have waited for. */
const evidenceSaved: SaveHook = {
  name: 'checklist.evidence',
  async afterSave(ctx, _module, { before, after }) {
    const employee = Number((after ?? before)?.employee_id)
    if (employee) await settleTasks(ctx, employee)
  },
}

export const checklistHooks = [itemSaved, taskSaved, evidenceSaved]
