/**
 * The open items behind postings. An opening posting sets the item's balance, a settling one lowers it: at every date the
 * ledger account equals the sum of its open items.
 */

import type { Party, Posting } from '../../../domain/ledger/journal.ts'
import { centsText } from '../../../domain/minor-units.ts'
import type { Row } from '../../../engine/model/module.ts'
import { fromCents, toCents } from '../../../kernel/decimal.ts'
import type { EffectContext } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { idOf, recordId, textOf } from '../../records/row.ts'
import { refreshDerived } from '../../workflow/stored-values.ts'
import {
  applyToItems,
  closeItem,
  type ItemKind,
  lockItems,
  type OpenItem,
  openItem,
  reopenApplications,
  reverseApplications,
} from './open-items.ts'

/** `openItem` of a posting: fields of the record. */
export type OpenItemParams = { due?: string; date?: string; reference?: string }
/** `settles` of a posting. */
export type SettleParams = { document: string; counter?: string; rest?: string; restTo?: string }

/** `reopens` of a posting. */
export type ReopenParams = { document?: string; credit?: string; counter?: string; restTo?: string }

/** A posting that opens or settles an item, before its account is known. */
export interface ItemPosting {
  readonly role: string
  /** Centavos, positive debits. */
  readonly amount: bigint
  readonly party: Party
  readonly posting: Omit<Posting, 'account_id' | 'amount'>
}
export interface Settlement extends ItemPosting {
  readonly module: string
  readonly document: number
  readonly counter: string | undefined
  /** Role of the account that takes the amount beyond the open balance. */
  readonly rest: string | undefined
  /** Field of the record that notes that amount. */
  readonly restTo: string | undefined
}

export interface Reopening extends ItemPosting {
  /** The document that had settled what is owed again. */
  readonly module: string
  readonly document: number
  readonly credit: string | undefined
  /** Field of the document that adds up what was taken of its credit. */
  readonly counter: string | undefined
  /** Field of the record that notes what became an item of the record itself. */
  readonly restTo: string | undefined
}

/** The changes of open items by postings, for the journal. */
export interface ItemsDone {
  opened: number[]
  applied: number[]
  counters: { module: string; id: number; field: string; by: string }[]
}

const kindOf = (party: Party): ItemKind => (party.customer_id === undefined ? 'payable' : 'receivable')
const partyId = (party: Party): number | null | undefined => party.customer_id ?? party.supplier_id
/** The sign of a posting for an item: a payable grows by credits, a receivable by debits. */
const signed = (kind: ItemKind, amount: bigint): bigint => (kind === 'payable' ? -amount : amount)

/** Opens the item of a posting. */
export async function openPosted(fx: EffectContext, item: ItemPosting, params: OpenItemParams, done: ItemsDone): Promise<void> {
  const { record } = fx
  const party_id = partyId(item.party)
  if (party_id === null || party_id === undefined) throw refuse('E_PARTY', 'Choose the customer or supplier who owes or is owed.')
  const date = (field: string | undefined): string => (field && textOf(record, field)) || fx.date
  done.opened.push(
    await openItem(fx, {
      kind: kindOf(item.party),
      account_role: item.role,
      party_id,
      branch_id: idOf(record, 'branch_id'),
      amount: signed(kindOf(item.party), item.amount),
      document_date: date(params.date),
      due_date: date(params.due ?? params.date),
      reference_no: (params.reference && textOf(record, params.reference)) || null,
    }),
  )
}

/** Locks the items that postings settle, document by document. */
export async function lockSettled(
  fx: EffectContext,
  settled: readonly { module: string; role: string; document: number }[],
): Promise<Map<string, OpenItem>> {
  const groups = Map.groupBy(settled, ({ module, role }) => `${module} ${role}`)
  const result = new Map<string, OpenItem>()
  for (const key of [...groups.keys()].sort()) {
    const [module, role] = key.split(' ') as [string, string]
    const ids = groups.get(key)!.map(({ document }) => document)
    for (const [document, item] of await lockItems(fx, module, role, ids)) result.set(`${key} ${document}`, item)
  }
  return result
}

/** Applies the amounts to the items that they settle. Returns the postings; amounts beyond the balance are postings of their own. */
export async function settlePosted(
  fx: EffectContext,
  settlements: readonly Settlement[],
  reference: string | null,
  done: ItemsDone,
): Promise<ItemPosting[]> {
  if (settlements.length === 0) return []
  const items = await lockSettled(fx, settlements)
  const left = new Map<number, bigint>()
  const applications: { item: OpenItem; amount: bigint }[] = []
  const postings: ItemPosting[] = []
  for (const settlement of settlements) {
    const item = itemOf(fx, items, settlement)
    const sign = item.kind === 'payable' ? 1n : -1n
    const wanted = settlement.amount * sign
    const open = left.get(item.id) ?? item.balance
    const amount = settlement.rest !== undefined && wanted > open ? (open > 0n ? open : 0n) : wanted
    left.set(item.id, open - amount)
    const party: Party = item.kind === 'payable' ? { supplier_id: item.party_id } : { customer_id: item.party_id }
    if (amount !== 0n) {
      applications.push({ item, amount })
      postings.push({ ...settlement, party, amount: amount * sign })
    }
    // A credit or an advance is used up by amounts of the other sign; its counter adds up their size all the same.
    if (settlement.counter && amount !== 0n) await raiseCounter(fx, done, settlement, item.balance < 0n ? -amount : amount)
    if (wanted !== amount) {
      const rest: ItemPosting = { ...settlement, role: settlement.rest!, party, amount: (wanted - amount) * sign }
      postings.push(rest)
      done.opened.push(
        await openItem(fx, {
          kind: item.kind,
          account_role: rest.role,
          party_id: item.party_id,
          branch_id: idOf(fx.record, 'branch_id'),
          amount: amount - wanted,
          document_date: fx.date,
          due_date: fx.date,
          reference_no: reference,
        }),
      )
      await noteRest(fx, done, settlement.restTo, wanted - amount)
    }
  }
  done.applied.push(...(await applyToItems(fx, applications)))
  return postings
}

/** The open item that a posting settles; of the record's party, where it names one. */
function itemOf(fx: EffectContext, items: ReadonlyMap<string, OpenItem>, settlement: Settlement): OpenItem {
  const item = items.get(`${settlement.module} ${settlement.role} ${settlement.document}`)
  const title = fx.ctx.modules.get(settlement.module)?.singular ?? settlement.module
  if (!item) throw refuse('E_SOURCE', `${title}: the document to settle is not posted. Post it first or choose another.`)
  const party = partyId(settlement.party)
  if ((party !== null && party !== undefined && party !== item.party_id) || kindOf(settlement.party) !== item.kind) {
    const who = item.kind === 'payable' ? 'supplier' : 'customer'
    throw refuse('E_SOURCE', `${item.transaction_no ?? title} belongs to another ${who}. Choose a document of this ${who}.`)
  }
  return item
}

async function raiseCounter(
  fx: EffectContext,
  done: ItemsDone,
  { module, document, counter }: Pick<Settlement, 'module' | 'document' | 'counter'>,
  cents: bigint,
): Promise<void> {
  const raised = { module, id: document, field: counter!, by: centsText(cents) }
  done.counters.push(raised)
  await addToCounter(fx, raised, 1)
}

/** Notes on the record what it opened as an item without having asked for one: a credit, or what is owed again. */
async function noteRest(fx: EffectContext, done: ItemsDone, field: string | undefined, cents: bigint): Promise<void> {
  if (field) await raiseCounter(fx, done, { module: fx.module.name, document: recordId(fx), counter: field }, cents)
}

/** Adds to a money field of another document, and recomputes the fields that depend on it there; the transition does so on its record. */
async function addToCounter(fx: EffectContext, raised: ItemsDone['counters'][number], sign: 1 | -1): Promise<void> {
  const module = fx.ctx.modules.get(raised.module)
  if (!module) return
  const field = ref(raised.field)
  await fx.ctx.db.query(
    sql`
      UPDATE ${table(fx.ctx, module.entity.table)}
      SET ${field} = coalesce(${field}, 0) + ${sign}::int * ${raised.by}::numeric
      WHERE id = ${raised.id}
    `,
  )
  if (module.name === fx.module.name && raised.id === recordId(fx))
    fx.record[raised.field] = fromCents(toCents(fx.record[raised.field]) + BigInt(sign) * toCents(raised.by))
  else await refreshDerived(fx.ctx, module, raised.id)
}

/** Makes an amount owed again that a document had settled. Returns the postings: of the credit it opened, and of what is owed. */
export async function reopenPosted(fx: EffectContext, reopening: Reopening, done: ItemsDone): Promise<ItemPosting[]> {
  const { module, document, role, credit, counter, party } = reopening
  const kind = kindOf(party)
  const sign = reopening.amount < 0n ? -1n : 1n
  let left = reopening.amount * sign
  const postings: ItemPosting[] = []
  const unused = credit === undefined ? undefined : (await lockItems(fx, module, credit, [document])).get(document)
  if (credit !== undefined && unused && unused.balance < 0n) {
    const amount = left < -unused.balance ? left : -unused.balance
    done.applied.push(...(await applyToItems(fx, [{ item: unused, amount: -amount }])))
    if (counter) await raiseCounter(fx, done, reopening, amount)
    postings.push({ ...reopening, role: credit, amount: amount * sign })
    left -= amount
  }
  if (left === 0n) return postings
  postings.push({ ...reopening, amount: left * sign })
  for (const reopened of await reopenApplications(fx, { module, document, role, amount: left })) {
    done.applied.push(reopened.id)
    left -= reopened.amount
    const field = counterOf(fx, module, reopened.source_module)
    if (!field) continue
    const lowered = { module: reopened.source_module, id: reopened.source_id, field, by: centsText(-reopened.amount) }
    done.counters.push(lowered)
    await addToCounter(fx, lowered, 1)
  }
  const party_id = partyId(party)
  if (left > 0n && party_id !== null && party_id !== undefined) {
    done.opened.push(
      await openItem(fx, {
        kind,
        account_role: role,
        party_id,
        branch_id: idOf(fx.record, 'branch_id'),
        amount: left,
        document_date: fx.date,
        due_date: fx.date,
        reference_no: null,
      }),
    )
    await noteRest(fx, done, reopening.restTo, left)
  }
  return postings
}

/** The counter of a settled document that the settling module raises. */
function counterOf(fx: EffectContext, module: string, settled: string): string | undefined {
  const source = fx.ctx.modules.get(module)?.sources.find((candidate) => candidate.module === settled)
  return Object.values(source?.lines ?? {}).find((lines) => !lines.from && lines.serves)?.serves
}

/** Gives back what postings did to open items. */
export async function undoItems(fx: EffectContext, done: Partial<ItemsDone>): Promise<void> {
  await reverseApplications(fx, done.applied ?? [])
  for (const id of done.opened ?? []) await closeItem(fx, id)
  for (const raised of done.counters ?? []) await addToCounter(fx, raised, -1)
}

/** Documents that the rows of a posting settle. */
export const settledBy = (rows: readonly (Row | undefined)[], record: Row, field: string): number[] =>
  rows.map((row) => (row && field in row ? idOf(row, field) : idOf(record, field))).filter((id) => id !== null)
