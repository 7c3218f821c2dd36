/** Approvals of the present round, the next approver, and recording a decision. */

import type { Approval, ApprovalLevel, Module, Row, Transition } from '../../../engine/model/module.ts'
import { type ApprovalContext, approvalOn, assents, levelsOf } from '../../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { empty, type Sql, sql, table } from '../../platform/db/sql.ts'

/** Whether any approval of the module is switched on. */
export const decides = (ctx: Ctx, module: Module): boolean =>
  Object.values(module.workflow?.transitions ?? {}).some(({ approval }) => approval && approvalOn(approval, ctx.settings))

/** The decision that leads on from the record's present state; the same people can refuse it. */
export const dueDecision = (ctx: Ctx, module: Module, record: Row): Transition | undefined =>
  Object.values(module.workflow?.transitions ?? {}).find(
    (transition) =>
      assents(transition) && transition.from.includes(String(record.status)) && approvalOn(transition.approval!, ctx.settings),
  )

/**
 * Decisions of the present round, which is between two transitions of the record, about its present values; the levels from the company's flows;
 * and the manager of the record's subject.
 */
export async function approvalContext(ctx: Ctx, module: Module, record: Row): Promise<ApprovalContext> {
  const rows = await ctx.db.prepared<{ level: number; user_id: number; on_behalf_of: number | null; at: string | Date }>(sql`
      SELECT level, user_id, on_behalf_of, at
      FROM ${table(ctx, 'approval')}
      WHERE module = ${module.name}
        AND record_id = ${Number(record.id)}
        AND round = ${roundSql(ctx, module, Number(record.id))}
        AND superseded_at IS NULL
      ORDER BY id
    `)
  const since = rows.at(-1)?.at ?? record.posted_at
  const levels = await flowLevels(ctx, module, record, since ? new Date(since as string).toISOString() : undefined)
  return {
    manager_user_id: await managerOf(ctx, module, record),
    ...(levels ? { levels } : {}),
    decisions: rows.map((row) => ({
      level: row.level,
      user_id: row.user_id,
      ...(row.on_behalf_of ? { for_user_id: row.on_behalf_of } : {}),
    })),
  }
}

/** The round of a record: one more than the number of its executions. */
export const roundSql = (ctx: Ctx, module: Module, id: number): Sql =>
  sql`(SELECT count(*) + 1 FROM ${table(ctx, 'execution')} WHERE module = ${module.name} AND record_id = ${id})`

/** Levels from the registered approvers for this record; undefined where none applies. */
async function flowLevels(ctx: Ctx, module: Module, record: Row, since?: string): Promise<readonly ApprovalLevel[] | undefined> {
  const flows = [...ctx.modules.values()].find((candidate) => candidate.approves)
  const approver = flows && ctx.services.approvers.get(flows.approves!)
  const approval: Approval | undefined = (
    dueDecision(ctx, module, record) ?? Object.values(module.workflow?.transitions ?? {}).find(assents)
  )?.approval
  if (!flows || !approver || !approval) return undefined
  return approver.levels(ctx, { flows, module, record, base: levelsOf(approval, ctx.settings), ...(since ? { since } : {}) })
}

/** Whether a level asks for the manager: only then is the manager looked up. */
const asksManager = (ctx: Ctx, { workflow }: Pick<Module, 'workflow'>): boolean =>
  Object.values(workflow?.transitions ?? {}).some(({ approval }) => {
    const set = approval?.setting ? ctx.settings[approval.setting.replace(/requires_approval$/, 'approval_levels')] : undefined
    const levels = Array.isArray(set) && set.length ? (set as unknown as ApprovalLevel[]) : (approval?.levels ?? [])
    return levels.some((level) => level.manager)
  })

/**
 * The user who is the manager of the record's owner (or of the person who prepared it), by the employees' `manager_id`.
 * Null without employees, or for an employee without a manager.
 */
async function managerOf(ctx: Ctx, module: Pick<Module, 'entity' | 'field' | 'workflow'>, record: Row): Promise<number | null> {
  const employees = ctx.modules.get('employee')
  if (!employees?.field.manager_id || !employees.field.user_id || !asksManager(ctx, module)) return null
  const owner = module.entity.owner ? module.field[module.entity.owner] : undefined
  const isEmployee = owner?.type === 'employee' || owner?.to === employees.name
  const tableName = table(ctx, employees.entity.table)
  const [match] = await ctx.db.query<{ user_id: number | null }>(
    sql`
      SELECT m.user_id
      FROM ${tableName} e
      JOIN ${tableName} m ON m.id = e.manager_id
      WHERE ${isEmployee ? sql`e.id` : sql`e.user_id`} = ${(owner ? record[owner.name] : undefined) ?? record.created_by ?? null}
    `,
  )
  return match?.user_id ?? null
}

interface Recorded {
  readonly id: number
  readonly level: number
  readonly transition: Transition
  readonly remarks?: string
  readonly on_behalf_of?: number
}

/** Records a decision, also in the record's own list of approvals where it has one. */
export async function recordDecision(ctx: Ctx, module: Module, decision: Recorded): Promise<void> {
  const { id, level, transition, remarks = null, on_behalf_of = null } = decision
  const now = ctx.clock.now().toISOString()
  const user = ctx.principal.user_id
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'approval')} (
        module, record_id, round, level, action, user_id, on_behalf_of, remarks, at
      )
      VALUES (
        ${module.name}, ${id}, ${roundSql(ctx, module, id)}, ${level}, ${transition.name}, ${user}, ${on_behalf_of},
        ${remarks}, ${now}
      )
    `,
  )
  const approvalLines = module.lines.find((lines) => lines.readonly === true && lines.field.approver_id && lines.field.acted_at)
  if (!approvalLines) return
  const tableName = table(ctx, approvalLines.table)
  const word = assents(transition) ? 'approve' : transition.tone === 'danger' ? 'disapprove' : 'return'
  const isFor = approvalLines.field.for_user_id ? { column: sql`, for_user_id`, value: sql`, ${on_behalf_of}::bigint` } : NO_COLUMN
  await ctx.db.query(
    sql`
      INSERT INTO ${tableName} (parent_id, line_no, level, approver_id, action, remarks, acted_at${isFor.column})
      SELECT ${id}, coalesce(max(line_no), 0) + 1, ${level + 1}, ${user}, ${word}, ${remarks}, ${now}${isFor.value}
      FROM ${tableName}
      WHERE parent_id = ${id}
    `,
  )
}

const NO_COLUMN = { column: empty, value: empty }
