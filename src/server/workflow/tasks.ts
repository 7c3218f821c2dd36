/**
 * Whose decision a record awaits, kept as rows so that lists, counts and the inbox find it by an index. They
 * follow from the record and the decisions so far and are made anew whenever one of these changes.
 */
import type { ApprovalLevel, Module, Row, Transition } from '../../engine/module.ts'
import { approvalOn, approvalPlan, currentLevel } from '../../engine/workflow/index.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'
import { envFor } from '../evaluation.ts'
import { approvalContext } from './approvals.ts'

interface Task {
  readonly user_id: number | null
  readonly role: string | null
}

/** The decision that leads on from where the record stands; refusing it is open to the same people. */
const due = (ctx: Ctx, module: Module, record: Row): Transition | undefined =>
  Object.values(module.workflow?.transitions ?? {}).find(
    (one) => one.approval && one.tone !== 'danger' && one.from.includes(String(record.status)) && approvalOn(one.approval, ctx.settings),
  )

/** Who a level names. A level that names nobody is open to all who hold the permission. */
function holders(level: ApprovalLevel, record: Row, manager: number | null | undefined): Task[] {
  if (level.user_id !== undefined) return [{ user_id: level.user_id, role: null }]
  if (level.role !== undefined) return [{ user_id: null, role: level.role }]
  if (level.manager) return manager ? [{ user_id: manager, role: null }] : []
  if (level.field !== undefined) {
    const holder = Number(record[level.field] ?? 0)
    return holder > 0 ? [{ user_id: holder, role: null }] : []
  }
  return [{ user_id: null, role: null }]
}

const decides = (module: Module): boolean => Object.values(module.workflow?.transitions ?? {}).some((one) => one.approval)

/** Brings the pending tasks of a record up to date. Costs nothing where no approval is in use. */
export async function refreshTasks(ctx: Ctx, module: Module, record: Row): Promise<void> {
  if (!decides(module)) return
  const used = Object.values(module.workflow!.transitions).some((one) => one.approval && approvalOn(one.approval, ctx.settings))
  if (!used) return
  const id = Number(record.id)
  const transition = due(ctx, module, record)
  const tasks: (Task & { level: number })[] = []
  if (transition) {
    const context = await approvalContext(ctx, module, record)
    const plan = approvalPlan(module, transition.approval!, record, ctx.settings, await envFor(ctx, module))
    const level = currentLevel(plan, context.decisions)
    if (level) {
      const given = new Set(context.decisions.filter((one) => one.level === level.index).map((one) => one.for_user_id ?? one.user_id))
      for (const task of holders(level.level, record, context.manager_user_id))
        if (task.user_id === null || !given.has(task.user_id)) tasks.push({ ...task, level: level.index })
    }
  }
  const table = qualify(ctx.company.schema, 'approval_task')
  await ctx.db.query(
    `WITH gone AS (DELETE FROM ${table} WHERE module = $1 AND record_id = $2)
     INSERT INTO ${table} (module, record_id, level, user_id, role, created_at)
     SELECT $1, $2, t.level, t.user_id, t.role, $4 FROM json_to_recordset($3::json) AS t(level int, user_id bigint, role text)`,
    [module.name, id, JSON.stringify(tasks), ctx.clock.now().toISOString()],
  )
}
