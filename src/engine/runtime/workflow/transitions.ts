/**
 * The actions that this user can do with this record now, and the reasons against the others. The action bar shows it,
 * the server enforces it.
 */

import type { Action, Approval, Module, Principal, Row, Transition } from '../../model/module.ts'
import type { EvalEnv } from '../expressions/index.ts'
import { compileExpression, scopeOf } from '../expressions/index.ts'
import { can, owns } from '../permissions/index.ts'
import type { ApprovalContext, Settings } from './approval.ts'
import { approvalOn, approvalPlan, assents, isOwn, mayDecide } from './approval.ts'
import { canDelete, canEdit, stateOf, titles } from './state.ts'

export interface WorkflowContext {
  readonly settings: Settings
  readonly env: EvalEnv
  readonly approvals?: ApprovalContext
  /** `asSystem`: permissions and own-record rules are lifted, states and conditions are not. */
  readonly system?: boolean
}

/** Why a transition is refused. The kind decides the status of the response, the message is for users. */
interface Refusal {
  readonly kind: 'state' | 'permission' | 'own_record' | 'approval' | 'condition'
  readonly message: string
}

export interface ActionState {
  readonly name: string
  readonly title: string
  readonly code: string
  readonly icon?: string
  readonly allowed: boolean
  readonly reason?: string
  readonly transition: boolean
  /** Whether it starts from the record's state at all. Others are usually not shown. */
  readonly applicable: boolean
  /** The caller is the person concerned: another user has to do it. */
  readonly others_only?: boolean
}

/**
 * Whether this user can run the transition at all. Users who hold its code can. Users who can edit can take back (void) their
 * own filing until it is approved; an authorized one stays so while an extension is requested.
 */
export function permitted(module: Module, transition: Transition, record: Row, principal: Principal): boolean {
  if (can(principal, module, transition.code)) return true
  if (module.kind !== 'filing' || !transition.reverses || !owns(principal, module, record)) return false
  return can(principal, module, 'edit') && !stateOf(module, record.status)?.flags.includes('is_approved')
}

/** The approval that must be given before `transition` can start from the record's state; undefined when none. */
function approvalBefore(
  module: Module,
  transition: Transition,
  { record, status, context }: { readonly record: Row; readonly status: string; readonly context: WorkflowContext },
): Transition | undefined {
  if (transition.approval || transition.reverses) return undefined
  return Object.values(module.workflow?.transitions ?? {}).find(
    (each) =>
      each.approval &&
      assents(each) &&
      each.from.includes(status) &&
      each.to !== status &&
      transition.from.includes(each.to) &&
      approvalNeeded(module, each.approval, record, context),
  )
}

/** Whether the approval is switched on and a level applies: below the lowest amount of the levels no approval is needed. */
function approvalNeeded(module: Module, approval: Approval, record: Row, context: WorkflowContext): boolean {
  return (
    approvalOn(approval, context.settings) &&
    approvalPlan(module, approval, { record, settings: context.settings, env: context.env, given: context.approvals?.levels }).length > 0
  )
}

/** A record, and the user who acts on it. */
interface Attempt {
  readonly record: Row
  readonly principal: Principal
  readonly context: WorkflowContext
}

/** Why the transition is refused; undefined when it is allowed. Guards are checked when it runs. */
export function refusal(module: Module, transition: Transition, { record, principal, context }: Attempt): Refusal | undefined {
  const { workflow } = module
  const status = typeof record.status === 'string' ? record.status : (workflow?.initial ?? '')
  if (!workflow || !transition.from.includes(status)) {
    const from = transition.from.flatMap((name) => workflow?.states[name] ?? [])
    // A state may have the title "For approval" or "To advance".
    const message = from.some(({ title }) => /^(for|to) /i.test(title))
      ? `"${transition.title}" is possible only while a record is ${titles(from)}.`
      : `"${transition.title}" is possible for ${titles(from)} records only.`
    return { kind: 'state', message }
  }
  if (!context.system) {
    if (!permitted(module, transition, record, principal))
      return { kind: 'permission', message: `You do not have the "${transition.code}" permission.` }
    if (transition.notSelf && isOwn(module, record, principal))
      return { kind: 'own_record', message: `You cannot ${transition.title.toLowerCase()} your own record.` }
    if (transition.approval) {
      const plan = approvalPlan(module, transition.approval, {
        record,
        settings: context.settings,
        env: context.env,
        given: context.approvals?.levels,
      })
      const verdict = mayDecide(module, plan, { record, person: principal, context: context.approvals })
      if (!verdict.allowed) return { kind: 'approval', message: verdict.reason }
    }
  }
  if (approvalBefore(module, transition, { record, status, context })) return { kind: 'approval', message: 'It must be approved first.' }
  if (transition.when !== undefined && compileExpression(transition.when, scopeOf(module)).evaluate(record, context.env) !== true) {
    return { kind: 'condition', message: transition.whenMessage ?? `"${transition.title}" is not possible now.` }
  }
  return undefined
}

/**
 * All transitions of the module for this record and user. Approvals that are switched off are left out, and what only
 * starts from the states that they lead to: drafts of a company without approvals have none to undo.
 */
export function availableTransitions(module: Module, record: Row, principal: Principal, context: WorkflowContext): ActionState[] {
  const { workflow } = module
  if (!workflow) return []
  const status = typeof record.status === 'string' ? record.status : workflow.initial
  const all = Object.values(workflow.transitions)
  const needed = all.filter(({ approval }) => !approval || approvalNeeded(module, approval, record, context))
  const others = needed.length === all.length ? [] : all.map(({ to }) => to).filter((state) => state !== status)
  const unreached = new Set(others.filter((state) => needed.every(({ to }) => to !== state)))
  return needed
    .filter(({ from }) => !from.every((state) => unreached.has(state)))
    .map((transition) => {
      const refused = refusal(module, transition, { record, principal, context })
      return {
        name: transition.name,
        title: transition.title,
        code: transition.code,
        transition: true,
        applicable: transition.from.includes(status),
        allowed: refused === undefined,
        ...(transition.icon ? { icon: transition.icon } : {}),
        ...(refused === undefined ? {} : { reason: refused.message }),
        ...(refused?.kind === 'own_record' ? { others_only: true } : {}),
      }
    })
}

/** Actions on one record beside its transitions: edit, delete, print, duplicate and the module's own. */
export function availableActions(module: Module, record: Row, principal: Principal, context: WorkflowContext): ActionState[] {
  const plain = Object.values(module.actions)
    .filter((action) => action.kind === 'record')
    .map((action) => actionState(module, action, { record, principal, context }))
  return [...plain, ...availableTransitions(module, record, principal, context)]
}

function actionState(module: Module, action: Action, { record, principal, context }: Attempt): ActionState {
  const state = action.name === 'edit' ? canEdit(module, record) : action.name === 'delete' ? canDelete(module, record) : { allowed: true }
  const granted = context.system || can(principal, module, action.code)
  const reason = granted ? state.reason : `You do not have the "${action.code}" permission.`
  return {
    name: action.name,
    title: action.title,
    code: action.code,
    transition: false,
    applicable: state.allowed,
    allowed: granted && state.allowed,
    ...(action.icon ? { icon: action.icon } : {}),
    ...(reason === undefined ? {} : { reason }),
  }
}
