/** The workflow's rules, pure: states, transitions, approval, progress. Effects and guards are the server's. */

export { can, canDo, codeFor } from '../permissions/index.ts'
export type { ApprovalContext, Decision, PlannedLevel, Settings, Verdict } from './approval.ts'
export { approvalOn, approvalPlan, assents, currentLevel, isOwn, lastApproval, levelsOf, mayDecide } from './approval.ts'
export { downstreamModules as followers, targets } from './downstream.ts'
export type { Badge, Editability } from './state.ts'
export { badgeOf, canDelete, canEdit, flagsOf, progressOf, progressShown, stateOf } from './state.ts'
export type { ActionState, WorkflowContext } from './transitions.ts'
export { availableActions, availableTransitions, permitted, refusal } from './transitions.ts'
