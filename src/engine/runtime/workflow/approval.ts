/** The approvers of a record, their order, and whether this user can decide now. */

import { toDecimal } from '../../../kernel/decimal.ts'
import type { Approval, ApprovalLevel, Json, Module, Principal, Row, Transition } from '../../model/module.ts'
import type { EvalEnv } from '../expressions/index.ts'
import { compileExpression, scopeOf } from '../expressions/index.ts'
import { owns, roleKey } from '../permissions/index.ts'

export type Settings = Readonly<Record<string, Json>>

export interface PlannedLevel {
  /** Position in the order of approval, from 0. */
  readonly index: number
  readonly level: ApprovalLevel
  /** Number of approvals that the level needs. */
  readonly quorum: number
}
/** An approval given in the present round. `for_user_id`: by a delegate, in that user's place. */
export interface Decision {
  readonly level: number
  readonly user_id: number
  readonly for_user_id?: number
}
/** The server's data about the approval of one record. */
export interface ApprovalContext {
  readonly decisions: readonly Decision[]
  /** User who is the manager of the record's owner (or preparer). */
  readonly manager_user_id?: number | null
  /** Levels from the company's flows for this record, instead of those of the setting and the descriptor. */
  readonly levels?: readonly ApprovalLevel[]
}

const NO_DECISIONS: ApprovalContext = { decisions: [] }

/** Whether the approval is switched on for the company. Without a setting it always is. */
export function approvalOn(approval: Approval, settings: Settings): boolean {
  return !approval.setting || settings[approval.setting] === true
}

/** Whether it is the decision that leads on, rather than one that refuses. */
export const assents = ({ approval }: Transition): boolean => approval !== undefined && !approval.refuses

/** Levels the company has set for the module, else those of the descriptor. */
export function levelsOf(approval: Approval, settings: Settings): readonly ApprovalLevel[] {
  const key = approval.setting?.replace(/requires_approval$/, 'approval_levels')
  const set = key ? settings[key] : undefined
  return Array.isArray(set) && set.length > 0 ? (set as unknown as ApprovalLevel[]) : approval.levels
}

/** What decides which levels apply. */
interface PlanFacts {
  readonly record: Row
  readonly settings: Settings
  readonly env: EvalEnv
  readonly given?: readonly ApprovalLevel[]
}

/**
 * The levels that apply to this record, lowest first: those whose `from_amount` the record's amount
 * reaches. Without levels, one approval by any holder of the permission code. `given`: levels of the
 * company's flows, see `ApprovalContext`.
 */
export function approvalPlan(module: Module, approval: Approval, { record, settings, env, given }: PlanFacts): PlannedLevel[] {
  const amount = approval.amount ? toDecimal(compileExpression(approval.amount, scopeOf(module)).evaluate(record, env)) : null
  const levels = given ?? levelsOf(approval, settings)
  const applying = levels.filter((level) => level.from_amount === undefined || (amount?.gte(level.from_amount) ?? false))
  const chosen = applying.length ? applying : levels.length ? [] : [{}]
  return chosen.map((level, index) => ({ index, level, quorum: Math.max(1, level.quorum ?? 1) }))
}

/** The first level without its quorum; undefined when all have it. */
export function currentLevel(plan: readonly PlannedLevel[], decisions: readonly Decision[]): PlannedLevel | undefined {
  return plan.find((planned) => countOf(planned, decisions) < planned.quorum)
}

const countOf = (planned: PlannedLevel, decisions: readonly Decision[]): number =>
  new Set(decisions.filter((decision) => decision.level === planned.index).map((decision) => decision.for_user_id ?? decision.user_id)).size

/** Whether one more approval would finish the whole plan. Then the record moves on to the approved state. */
export function lastApproval(plan: readonly PlannedLevel[], decisions: readonly Decision[]): boolean {
  const missing = plan.reduce((sum, planned) => sum + Math.max(0, planned.quorum - countOf(planned, decisions)), 0)
  return missing <= 1
}

type Person = Pick<Principal, 'user_id' | 'role' | 'role_code' | 'employee_id'>

function named(
  module: Module,
  level: ApprovalLevel,
  { record, person, context }: { readonly record: Row; readonly person: Person; readonly context: ApprovalContext },
): boolean {
  if (level.user_ids?.includes(person.user_id)) return true
  if (level.user_id !== undefined) return level.user_id === person.user_id
  if (level.role !== undefined) return roleKey(level.role) === roleKey(person)
  if (level.manager) return context.manager_user_id === person.user_id
  if (level.field !== undefined) {
    const field = module.field[level.field]
    const employee = field?.type === 'employee' || field?.to === 'employee'
    const holder = record[level.field]
    return holder !== null && holder !== undefined && Number(holder) === (employee ? person.employee_id : person.user_id)
  }
  return level.user_ids === undefined
}

/** Whether the record is the user's own: prepared by the user, or about the user. */
export function isOwn(module: Module, record: Row, person: Person): boolean {
  return (typeof record.created_by === 'number' && record.created_by === person.user_id) || owns(person, module, record)
}

export type Verdict = { readonly allowed: true; readonly for_user_id?: number } | { readonly allowed: false; readonly reason: string }

/**
 * Whether the user can decide on the level that is due. Users cannot decide on their own record, neither directly nor
 * through a delegate, nor twice on one level. A delegate acts for the user whom the level names.
 */
export function mayDecide(
  module: Module,
  plan: readonly PlannedLevel[],
  { record, person, context = NO_DECISIONS }: { readonly record: Row; readonly person: Person; readonly context?: ApprovalContext },
): Verdict {
  if (isOwn(module, record, person)) return { allowed: false, reason: 'You cannot approve your own record.' }
  const due = currentLevel(plan, context.decisions)
  if (!due) return { allowed: true }
  const given = context.decisions.filter((decision) => decision.level === due.index)
  if (given.some((decision) => decision.user_id === person.user_id))
    return { allowed: false, reason: 'You have already approved this. Another user must approve it.' }
  if (named(module, due.level, { record, person, context })) return { allowed: true }
  const stands = due.level.stand_ins?.find(
    (each) =>
      each.user_id === person.user_id &&
      record.created_by !== each.for_user_id &&
      !given.some((decision) => (decision.for_user_id ?? decision.user_id) === each.for_user_id),
  )
  if (stands) return { allowed: true, for_user_id: stands.for_user_id }
  return {
    allowed: false,
    reason: plan.length > 1 ? `Level ${due.index + 1} of the approval is due from another user.` : 'The approval is due from another user.',
  }
}
