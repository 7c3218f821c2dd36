/**
 * Everything that descriptors may name as an effect, guard, handler or save hook. `registryCatalog` is the same as
 * plain data, for the checker.
 */
import type { JsonSchema } from '../../engine/module.ts'
import type { Effect, Guard, Handler, SaveHook } from '../context.ts'
import { handlers as allHandlers } from '../handlers/index.ts'
import { saveHooks } from '../hooks/index.ts'
import { reportHandlers } from '../reports/index.ts'
import { childrenNone } from '../workflow/builtin/children.ts'
import { sourcesServe, sourcesWithinOpen } from '../workflow/builtin/sources.ts'
import { changeApply } from './change.ts'
import { dateAge, dateAllowed, periodOpen } from './guards/dates.ts'
import { accountsManual, bucketEmpty, duplicateReference, entryBalanced, partyActive, partyTerm } from './guards/documents.ts'
import { ledgerManual, ledgerPost } from './ledger/post.ts'
import { payablesAge } from './payables/age.ts'
import { payablesClear, payablesPay } from './payables/pay.ts'
import { purchaseBill } from './purchase/bill.ts'
import { purchaseReturn } from './purchase/return.ts'
import { stockRelease, stockReserve } from './stock/holds.ts'
import { stockMove, stockRevalue } from './stock/move.ts'

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
  childrenNone,
  sourcesWithinOpen,
] as readonly Guard[]

export const handlers: readonly Handler[] = [...allHandlers, ...reportHandlers]

export const hooks: ReadonlyMap<string, SaveHook> = new Map(saveHooks.map((hook) => [hook.name, hook]))

interface CatalogEntry {
  readonly name: string
  readonly params: JsonSchema
}
const entries = (list: readonly CatalogEntry[]): CatalogEntry[] => list.map(({ name, params }) => ({ name, params }))

/** Names and parameter schemas as plain data. */
export const registryCatalog = (): { effects: CatalogEntry[]; guards: CatalogEntry[]; handlers: CatalogEntry[]; hooks: string[] } => ({
  effects: entries(effects),
  guards: entries(guards),
  handlers: entries(handlers),
  hooks: [...hooks.keys()],
})
