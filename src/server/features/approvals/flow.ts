/**
 * Approval flows: the approvers of a workflow's records, level by level. The most specific active flow of the record's
 * module holds: employee, team, department (the nearest on the way up), branch, company. Without one, records about an
 * employee go to the employee's team leader, else to the head of their department, else to their manager; where there is
 * none of them, every user with the right to approve can decide. Users never decide on their own records.
 */

import type { ApprovalLevel, Module, Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { ApprovalQuestion, Approver, Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { delegatesOf } from './delegation.ts'
import { recheckPending } from './recheck.ts'
import { managersOf, type Subject, subjectOf, whoMayApprove } from './reporting-line.ts'

interface FlowRow {
  readonly id: number
  readonly escalate_after_days: number | null
}
interface LevelRow {
  readonly level: number
  readonly approver_type: 'manager' | 'team_leader' | 'department_head' | 'branch_manager' | 'user' | 'role'
  readonly approver_id: number | null
  readonly role: string | null
  readonly rule: 'any' | 'all' | null
  readonly from_amount: number | null
  readonly delegate_id: number | null
}

type StandIns = NonNullable<ApprovalLevel['stand_ins']>

/** The flow that applies to the record; undefined when there is none. */
async function flowOf(ctx: Ctx, { flows, module }: ApprovalQuestion, who: Subject): Promise<FlowRow | undefined> {
  const [flowRow] = await ctx.db.prepared<FlowRow>(sql`
      SELECT f.id, f.escalate_after_days
      FROM ${table(ctx, flows.entity.table)} f
      JOIN ${table(ctx, 'module')} m ON m.id = f.module_id
      WHERE m.name = ${module.name}
        AND f.is_active IS NOT FALSE
        AND CASE f.scope
          WHEN 'employee' THEN f.employee_id = ${who.employee_id}
          WHEN 'team' THEN f.team_id = ${who.team_id}
          WHEN 'department' THEN f.department_id = ANY (${who.department_ids}::bigint[])
          WHEN 'branch' THEN f.branch_id = ${who.branch_id}
          ELSE f.scope = 'company'
          END
      ORDER BY array_position(ARRAY['employee','team','department','branch','company'], f.scope::text),
        array_position(${who.department_ids}::bigint[], f.department_id), f.id DESC
      LIMIT 1
    `)
  return flowRow
}

/** Rows of a flow in order; delegates only where their dates hold today. */
const levelRows = (ctx: Ctx, flows: Module, id: number): Promise<LevelRow[]> => {
  const today = ctx.clock.today(ctx.company.time_zone)
  return ctx.db.query<LevelRow>(
    sql`
      SELECT l.level, l.approver_type, l.approver_id, r.code AS role, l.rule, l.from_amount::float8 AS from_amount,
        CASE
          WHEN coalesce(l.delegate_from, ${today}::date) <= ${today}::date
            AND coalesce(l.delegate_to, ${today}::date) >= ${today}::date
          THEN l.delegate_id
        END AS delegate_id
      FROM ${table(ctx, `${flows.entity.table}__levels`)} l
      LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = l.role_id
      WHERE l.parent_id = ${id}
      ORDER BY l.level, l.line_no
    `,
  )
}

function named(row: LevelRow, who: Subject): number | null {
  if (row.approver_type === 'user') return row.approver_id === null ? null : Number(row.approver_id)
  return row.approver_type === 'role' ? null : who[row.approver_type]
}

/** One level from the rows of its number: any of its people decides, or all of them where the rule says so. */
async function levelFrom(ctx: Ctx, { module, record }: ApprovalQuestion, who: Subject, rows: readonly LevelRow[]): Promise<ApprovalLevel> {
  const concerned = new Set([who.user_id, record.created_by ? Number(record.created_by) : null])
  const users = (
    await whoMayApprove(
      ctx,
      module,
      rows.map((row) => named(row, who)),
    )
  ).filter((id) => !concerned.has(id))
  const role = rows.find((row) => row.approver_type === 'role' && row.role)?.role
  const amounts = rows.flatMap((row) => (row.from_amount === null ? [] : [row.from_amount]))
  const delegates: StandIns = rows.flatMap((row) => {
    const person = named(row, who)
    return row.delegate_id !== null && person !== null ? [{ user_id: Number(row.delegate_id), for_user_id: person }] : []
  })
  const all = rows.some((row) => row.rule === 'all')
  return {
    ...(amounts.length === rows.length ? { from_amount: Math.min(...amounts) } : {}),
    // No user there could decide: every user who can approve at all then decides.
    ...(users.length ? { user_ids: users } : role ? { role } : {}),
    ...(users.length && role ? { role } : {}),
    quorum: all ? Math.max(1, users.length) : 1,
    ...(delegates.length ? { stand_ins: delegates } : {}),
  }
}

/** The users who can decide besides the level's own delegates: delegates of today, and managers when it has waited too long. */
async function withStandIns(
  ctx: Ctx,
  { module, record }: ApprovalQuestion,
  who: Subject,
  { levels, late }: { readonly levels: readonly ApprovalLevel[]; readonly late: boolean },
): Promise<ApprovalLevel[]> {
  const idsOf = (level: ApprovalLevel): readonly number[] => level.user_ids ?? (level.user_id === undefined ? [] : [level.user_id])
  const people = [...new Set(levels.flatMap(idsOf))]
  const delegates = await delegatesOf(ctx, module.name, people)
  const managers = late ? await managersOf(ctx, people) : new Map<number, number>()
  const concerned = new Set([who.user_id, record.created_by ? Number(record.created_by) : null])
  return levels.map((level) => {
    const ids = idsOf(level)
    const stand_ins = [
      ...(level.stand_ins ?? []),
      ...ids.flatMap((id) => (delegates.get(id) ?? []).map((user_id) => ({ user_id, for_user_id: id }))),
      ...ids.flatMap((id) => (managers.has(id) ? [{ user_id: managers.get(id)!, for_user_id: id }] : [])),
    ].filter((candidate) => !concerned.has(candidate.user_id))
    return stand_ins.length ? { ...level, user_ids: ids, stand_ins } : level
  })
}

const waitedDays = (ctx: Ctx, since: string | undefined): number =>
  since ? Math.floor((ctx.clock.now().getTime() - Date.parse(since)) / DAY_MS) : 0

async function levels(ctx: Ctx, question: ApprovalQuestion): Promise<readonly ApprovalLevel[] | undefined> {
  const { flows, module, record, base, since } = question
  const who = await subjectOf(ctx, module, record)
  const flow = await flowOf(ctx, question, who)
  if (flow) {
    const groups = new Map<number, LevelRow[]>()
    for (const row of await levelRows(ctx, flows, Number(flow.id))) groups.set(row.level, [...(groups.get(row.level) ?? []), row])
    const result: ApprovalLevel[] = []
    for (const rows of groups.values()) result.push(await levelFrom(ctx, question, who, rows))
    const late = flow.escalate_after_days !== null && flow.escalate_after_days > 0 && waitedDays(ctx, since) >= flow.escalate_after_days
    return withStandIns(ctx, question, who, { levels: result, late })
  }
  if (base.length) return withStandIns(ctx, question, who, { levels: base, late: false })
  const isAboutEmployee = module.entity.owner !== undefined && module.field[module.entity.owner]?.type === 'employee'
  if (!isAboutEmployee) return undefined
  const creator = record.created_by ? Number(record.created_by) : null
  const [first] = (await whoMayApprove(ctx, module, [who.team_leader, who.department_head, who.manager])).filter(
    (id) => id !== creator && id !== who.user_id,
  )
  return first === undefined ? undefined : withStandIns(ctx, question, who, { levels: [{ user_ids: [first], quorum: 1 }], late: false })
}

/** `approves: "flow"`. */
export const flowApprover: Approver = { name: 'flow', levels }

/**
 * A person whom a level names must be able to approve: the level would otherwise be open to every user who can, also to the
 * one who decided on the level before it.
 */
async function requireAble(ctx: Ctx, module: Module, flow: Row): Promise<void> {
  const errors: Record<string, string[]> = {}
  for (const [index, row] of ((flow.levels as readonly Row[] | undefined) ?? []).entries())
    for (const field of ['approver_id', 'delegate_id']) {
      const person = field === 'approver_id' && row.approver_type !== 'user' ? null : row[field]
      if (person === null || person === undefined || (await whoMayApprove(ctx, module, [Number(person)])).length) continue
      errors[`levels.${index}.${field}`] = [`This user cannot approve ${module.title}. Choose another user, or grant them Approval.`]
    }
  if (Object.keys(errors).length) throw invalid(errors)
}

/** A changed flow also holds for what is pending. */
export const flowSaved: SaveHook = {
  name: 'approval_flow.saved',
  async afterSave(ctx, _module, { before, after }) {
    const targets = await ctx.db.query<{ id: number; name: string }>(
      sql`SELECT id, name FROM ${table(ctx, 'module')} WHERE id = ANY (${[before, after].map((row) => Number(row?.module_id ?? 0))}::bigint[])`,
    )
    const target = targets.find(({ id }) => Number(id) === Number(after?.module_id))
    const module = target && ctx.modules.get(target.name)
    if (module && after && after.is_active !== false) await requireAble(ctx, module, after)
    await recheckPending(ctx, { modules: targets.map(({ name }) => name) })
  },
}

/** The levels as shown on screen, for a record that an employee would file. */
export async function approversOf(ctx: Ctx, module: Module, record: Row): Promise<readonly ApprovalLevel[] | undefined> {
  const flows = [...ctx.modules.values()].find((candidate) => candidate.approves === flowApprover.name)
  return flows && levels(ctx, { flows, module, record, base: [] })
}
