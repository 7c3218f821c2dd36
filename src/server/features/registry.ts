/**
 * Everything that descriptors may name as an effect, guard, handler or save hook. `registryCatalog` is the same as
 * plain data, for the checker.
 */
import userRole from '../../../modules/command/user_role.json' with { type: 'json' }
import pages from '../../../schemas/pages.json' with { type: 'json' }
import type { JsonSchema } from '../../engine/model/module.ts'
import { DEMO_ROLES } from '../companies/role-templates.ts'
import type { Approver, Effect, Guard, Handler, SaveHook } from '../platform/context.ts'
import { APPLICATIONS } from '../platform/meta/applications.ts'
import { childrenNone } from '../workflow/builtin/children.ts'
import { sourcesServe, sourcesWithinOpen } from '../workflow/builtin/sources.ts'
import { payablesAge } from './accounting/aging.ts'
import { booksAgree } from './accounting/books-invariant.ts'
import { dateAge, dateAllowed, periodOpen } from './accounting/date-guards.ts'
import { accountsManual, bucketEmpty, duplicateReference, entryBalanced, partyActive, partyTerm } from './accounting/document-guards.ts'
import { ledgerManual, ledgerPost } from './accounting/post.ts'
import { payablesClear, payablesPay } from './accounting/settle-open-items.ts'
import { flowApprover } from './approvals/flow.ts'
import { paperAttach } from './certificates/attach.ts'
import { changeApply } from './change-management/apply.ts'
import { concernAcknowledged, ctoConsume, fulfilOvertime, fulfilRestday } from './filings/follow-up.ts'
import { ctoAvailable, filingAllowed, withinAuthorized } from './filings/guards.ts'
import { businessRestDay, scheduleAdjust, timePunch, timeReprocess } from './filings/time-effects.ts'
import { handlers as allHandlers } from './handlers.ts'
import { saveHooks } from './hooks.ts'
import { stockRelease, stockReserve } from './inventory/allocations.ts'
import { stockMove, stockRevalue } from './inventory/move.ts'
import { leaveEffects, leaveGuards } from './leave/effects.ts'
import { loanEffects, loanUntouched } from './loans/effects.ts'
import { payrollGuards } from './payroll/guards.ts'
import { payrollJournalEffect } from './payroll/journal-effect.ts'
import { payrollTake, payrollTakeAdjustment } from './payroll/lock-inputs.ts'
import { payrollPost } from './payroll/post.ts'
import { employmentTypes, payrollEarn } from './payroll/service-invoice-earning.ts'
import { employeeEncode, encodingApprover } from './people/hire.ts'
import { purchaseBill } from './purchasing/bill.ts'
import { purchaseReturn } from './purchasing/return.ts'
import { reportHandlers } from './reports.ts'
import { timeEffects } from './time/effects.ts'

// Each effect and guard reads its own parameters, which the checker has held against its schema.
export const effects: readonly Effect[] = [
  stockMove,
  stockRevalue,
  stockReserve,
  stockRelease,
  ledgerPost,
  ledgerManual,
  purchaseBill,
  purchaseReturn,
  payablesPay,
  payablesClear,
  payablesAge,
  sourcesServe,
  changeApply,
  timeReprocess,
  timePunch,
  businessRestDay,
  scheduleAdjust,
  ctoConsume,
  fulfilOvertime,
  fulfilRestday,
  concernAcknowledged,
  ...timeEffects,
  ...leaveEffects,
  ...loanEffects,
  employeeEncode,
  paperAttach,
  payrollTake,
  payrollTakeAdjustment,
  payrollEarn,
  payrollPost,
  payrollJournalEffect,
] as readonly Effect[]

export const guards: readonly Guard[] = [
  periodOpen,
  dateAge,
  dateAllowed,
  partyActive,
  partyTerm,
  duplicateReference,
  bucketEmpty,
  entryBalanced,
  accountsManual,
  encodingApprover,
  childrenNone,
  sourcesWithinOpen,
  filingAllowed,
  ctoAvailable,
  withinAuthorized,
  ...payrollGuards,
  ...leaveGuards,
  loanUntouched,
  employmentTypes,
] as readonly Guard[]

/** What every transition is held against after its effects. */
export const invariants: readonly Guard[] = [booksAgree]

export const handlers: readonly Handler[] = [...allHandlers, ...reportHandlers]

export const approvers: ReadonlyMap<string, Approver> = new Map([[flowApprover.name, flowApprover]])

export const hooks: ReadonlyMap<string, SaveHook> = new Map(saveHooks.map((hook) => [hook.name, hook]))

interface CatalogEntry {
  readonly name: string
  readonly params: JsonSchema
}
const entries = (list: readonly CatalogEntry[]): CatalogEntry[] => list.map(({ name, params }) => ({ name, params }))

/** Names and parameter schemas as plain data. */
export const registryCatalog = (): {
  effects: CatalogEntry[]
  guards: CatalogEntry[]
  handlers: CatalogEntry[]
  hooks: string[]
  approvers: string[]
  applications: string[]
  access: string[]
  roles: string[]
  pages: string[]
} => ({
  effects: entries(effects),
  guards: entries(guards),
  handlers: entries(handlers),
  hooks: [...hooks.keys()],
  approvers: [...approvers.keys()],
  applications: [...APPLICATIONS.map(({ name }) => name), 'home'],
  access: userRole.fields.access_codes.options,
  roles: DEMO_ROLES.map(({ code }) => code),
  pages: pages.names,
})
