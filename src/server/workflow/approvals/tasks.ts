/**
 * The pending decisions of records, stored as rows so that lists, counts and the inbox find them by an index. They are
 * derived from the record and the decisions so far and are recreated when one of these changes.
 */

import type { ApprovalLevel, Module, Row } from '../../../engine/model/module.ts'
import { roleKey } from '../../../engine/runtime/permissions/index.ts'
import { approvalPlan, currentLevel } from '../../../engine/runtime/workflow/index.ts'
import type { AwaitedDecision, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { envFor } from '../../platform/expressions.ts'
import { endRequests } from '../../platform/notifications/requests.ts'
import { approvalContext, decides, dueDecision } from './approvals.ts'

/** The data by which the users of a level are found. */
interface Naming {
  readonly record: Row
  readonly manager: number | null | undefined
  /** Users from the fields of the record that name them. */
  readonly fields: ReadonlyMap<string, number>
  /** Users who have already decided on the level. */
  readonly given: ReadonlySet<number>
}

/** The users and roles of a level. A level without names is open to all users who hold the permission. */
export function holders(level: ApprovalLevel, { manager, fields, given }: Naming): AwaitedDecision[] {
  if (level.user_ids) {
    const people = [
      ...level.user_ids,
      ...(level.stand_ins ?? []).filter((stand_in) => !given.has(stand_in.for_user_id)).map((stand_in) => stand_in.user_id),
    ]
    const tasks: AwaitedDecision[] = [...new Set(people)].map((user_id) => ({ user_id, role: null }))
    return level.role === undefined ? tasks : [...tasks, { user_id: null, role: roleKey(level.role) }]
  }
  if (level.user_id !== undefined) return [{ user_id: level.user_id, role: null }]
  if (level.role !== undefined) return [{ user_id: null, role: roleKey(level.role) }]
  if (level.manager) return manager ? [{ user_id: manager, role: null }] : []
  if (level.field !== undefined) {
    const holder = fields.get(level.field)
    return holder === undefined ? [] : [{ user_id: holder, role: null }]
  }
  return [{ user_id: null, role: null }]
}

/** The users that fields of the record name in these levels; for a field with an employee, the employee's user. */
export async function usersOfFields(
  ctx: Ctx,
  module: Module,
  record: Row,
  plan: readonly { readonly level: ApprovalLevel }[],
): Promise<ReadonlyMap<string, number>> {
  const users = new Map<string, number>()
  for (const { level } of plan) {
    const named = level.field === undefined ? 0 : Number(record[level.field] ?? 0)
    if (!level.field || !(named > 0)) continue
    const { type, to } = module.field[level.field] ?? {}
    if (type !== 'employee' && to !== 'employee') users.set(level.field, named)
    else {
      const [match] = await ctx.db.query<{ user_id: number | null }>(sql`SELECT user_id FROM ${table(ctx, 'employee')} WHERE id = ${named}`)
      if (match?.user_id) users.set(level.field, Number(match.user_id))
    }
  }
  return users
}

/**
 * Updates the pending tasks of a record, and its stored level. Costs nothing where no approval is in use. Returns the
 * pending tasks, and those that were pending until now.
 */
export async function refreshTasks(ctx: Ctx, module: Module, record: Row): Promise<readonly AwaitedDecision[]> {
  if (!decides(ctx, module)) return []
  const transition = dueDecision(ctx, module, record)
  const tasks: (AwaitedDecision & { level: number })[] = []
  let position = 0
  if (transition) {
    const context = await approvalContext(ctx, module, record)
    const plan = approvalPlan(module, transition.approval!, {
      record,
      settings: ctx.settings,
      env: await envFor(ctx, module),
      given: context.levels,
    })
    const level = currentLevel(plan, context.decisions)
    if (level) {
      position = level.index + 1
      const given = new Set(
        context.decisions.filter((decision) => decision.level === level.index).map((decision) => decision.for_user_id ?? decision.user_id),
      )
      const fields = await usersOfFields(ctx, module, record, [level])
      for (const task of holders(level.level, { record, manager: context.manager_user_id, fields, given }))
        if (task.user_id === null || !given.has(task.user_id)) tasks.push({ ...task, level: level.index })
    }
  }
  const concerned = await keepTasks(ctx, module, Number(record.id), tasks)
  await endRequests(ctx, module, Number(record.id))
  const { level } = module.field
  if (level && !level.writable && Number(record.level ?? 0) !== position)
    await ctx.db.query(sql`UPDATE ${table(ctx, module.entity.table)} SET level = ${position} WHERE id = ${record.id}`)
  return concerned
}

/** Writes the differences: a continuing task keeps its age and its last reminder. Returns the tasks before and after. */
async function keepTasks(
  ctx: Ctx,
  module: Module,
  id: number,
  tasks: readonly (AwaitedDecision & { level: number })[],
): Promise<AwaitedDecision[]> {
  const tableName = table(ctx, 'approval_task')
  const same = sql`a.level = w.level AND a.user_id IS NOT DISTINCT FROM w.user_id AND a.role IS NOT DISTINCT FROM w.role`
  return ctx.db.query<AwaitedDecision>(
    sql`
      WITH w AS (
        SELECT * FROM json_to_recordset(${JSON.stringify(tasks)}::json) AS t(level int, user_id bigint, role text)
      ),
        gone AS (
          DELETE FROM ${tableName} a
          WHERE a.module = ${module.name} AND a.record_id = ${id} AND NOT EXISTS (SELECT 1 FROM w WHERE ${same})
          RETURNING a.user_id, a.role
        ),
        made AS (
          INSERT INTO ${tableName} (module, record_id, level, user_id, role, created_at, checked_on)
          SELECT ${module.name}, ${id}, w.level, w.user_id, w.role, ${ctx.clock.now().toISOString()},
            ${ctx.clock.today(ctx.company.time_zone)}
          FROM w
          WHERE NOT EXISTS (
            SELECT 1 FROM ${tableName} a WHERE a.module = ${module.name} AND a.record_id = ${id} AND ${same}
          )
        )
      SELECT user_id, role
      FROM gone
      UNION
      SELECT user_id, role
      FROM w
    `,
  )
}
