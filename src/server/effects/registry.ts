/**
 * Everything that descriptors may name as an effect, guard, handler or save hook. `registryCatalog` is the same as
 * plain data, for the checker.
 */
import userRole from '../../../modules/command/user_role.json' with { type: 'json' }
import pages from '../../../schemas/pages.json' with { type: 'json' }
import type { JsonSchema } from '../../engine/module.ts'
import { flowApprover } from '../approvals/flow.ts'
import { APPLICATIONS } from '../companies/applications.ts'
import type { Approver, Effect, Guard, Handler, SaveHook } from '../context.ts'
import { DEMO_ROLES } from '../demo/grants.ts'
import { handlers as allHandlers } from '../handlers/index.ts'
import { saveHooks } from '../hooks/index.ts'
import { reportHandlers } from '../reports/index.ts'
import { childrenNone } from '../workflow/builtin/children.ts'
import { sourcesServe, sourcesWithinOpen } from '../workflow/builtin/sources.ts'
import { booksAgree } from './books.ts'
import { changeApply } from './change.ts'
import { concernAcknowledged, ctoConsume, fulfilOvertime, fulfilRestday } from './filings/follow.ts'
import { ctoAvailable, filingAllowed, withinAuthorized } from './filings/guards.ts'
import { businessRestDay, scheduleAdjust, timePunch, timeReprocess } from './filings/time.ts'
import { dateAge, dateAllowed, periodOpen } from './guards/dates.ts'
import { accountsManual, bucketEmpty, duplicateReference, entryBalanced, partyActive, partyTerm } from './guards/documents.ts'
import { leaveEffects, leaveGuards } from './leave/index.ts'
import { ledgerManual, ledgerPost } from './ledger/post.ts'
import { loanEffects, loanUntouched } from './loans/index.ts'
import { paperAttach } from './papers.ts'
import { payablesAge } from './payables/age.ts'
import { payablesClear, payablesPay } from './payables/pay.ts'
import { employmentTypes, payrollEarn } from './payroll/earn.ts'
import { payrollGuards } from './payroll/guards.ts'
import { payrollJournalEffect } from './payroll/journal.ts'
import { payrollPost } from './payroll/post.ts'
import { payrollTake, payrollTakeAdjustment } from './payroll/take.ts'
import { employeeEncode, encodingApprover } from './people/encode.ts'
import { purchaseBill } from './purchase/bill.ts'
import { purchaseReturn } from './purchase/return.ts'
import { stockRelease, stockReserve } from './stock/holds.ts'
import { stockMove, stockRevalue } from './stock/move.ts'
import { timeEffects } from './time/index.ts'

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
