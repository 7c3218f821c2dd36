/** `ledger.post`: the journal that a document declares, with the open items behind it. */

import { PARTY_FIELDS, type Party, type Posting } from '../../../domain/ledger/journal.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { dec, toCents } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { fault, idOf, linesOf, recordId, textOf } from '../../records/row.ts'
import { accountFor, loadItems, loadLocation, loadParty, notedPlace, type Place, requirePostable, roleAccounts } from './accounts.ts'
import { reverseEntry, writeEntry } from './entry.ts'
import { type Entry, LEDGER_POST, type LedgerPost } from './post-params.ts'
import {
  type ItemPosting,
  type ItemsDone,
  lockSettled,
  openPosted,
  type Reopening,
  reopenPosted,
  type Settlement,
  settledBy,
  settlePosted,
  undoItems,
} from './posted-items.ts'

export const ledgerPost: Effect<LedgerPost> = {
  name: 'ledger.post',
  keepsRecord: true,
  rank: 30,
  params: LEDGER_POST,
  async lock(fx, params) {
    const settled = params.entries.flatMap((entry) =>
      entry.settles
        ? settledBy(rowsOf(fx, entry), fx.record, entry.settles.document).map((document) => ({
            module: moduleOf(fx, entry, entry.settles!.document),
            role: roleOf(entry),
            document,
          }))
        : [],
    )
    await lockSettled(fx, settled)
  },
  async apply(given, params): Promise<Json> {
    const fx: EffectContext = params.date ? { ...given, date: textOf(given.record, params.date) || given.date } : given
    const sources = await loadSources(fx, params)
    const done: ItemsDone = { opened: [], applied: [], counters: [] }
    const postings: Posting[] = []
    const settlements: Settlement[] = []
    const reopenings: Reopening[] = []
    const chosen: number[] = []
    for (const entry of params.entries) {
      for (const row of rowsOf(fx, entry)) {
        if (entry.when && fx.evaluate(entry.when, row) !== true) continue
        const cents = toCents(dec(fx.decimal(entry.amount, row)))
        if (cents === 0n) continue
        const item: ItemPosting = {
          role: roleOf(entry),
          amount: entry.debit === undefined ? -cents : cents,
          party: entry.party ? partyOf(fx, entry, row) : {},
          posting: dimensionsOf(fx, entry, row),
        }
        const [document] = entry.settles ? settledBy([row], fx.record, entry.settles.document) : []
        if (entry.settles && document !== undefined) {
          const { counter, rest, restTo } = entry.settles
          const settlement = { ...item, module: moduleOf(fx, entry, entry.settles.document), document, counter, rest, restTo }
          settlements.push(settlement)
          continue
        }
        const settling = entry.reopens && settlingOf(fx, entry, row, entry.reopens.document)
        if (entry.reopens && settling) {
          const { credit, counter, restTo } = entry.reopens
          reopenings.push({ ...item, ...settling, credit, counter, restTo })
          continue
        }
        if (entry.openItem) await openPosted(fx, item, entry.openItem, done)
        const accountId = entry.account ? fx.evaluate(entry.account, row) : null
        const account_id =
          accountId === null || accountId === undefined
            ? await accountOf(fx, sources, item, placeOf(fx, sources, entry, { row, fallback: params.location }))
            : Number(accountId)
        if (accountId) chosen.push(account_id)
        postings.push({ ...item.posting, ...item.party, account_id, amount: item.amount })
      }
    }
    await requirePostable(fx.ctx, chosen)
    const reference = (params.reference && textOf(fx.record, params.reference)) || null
    for (const item of await settlePosted(fx, settlements, reference, done))
      postings.push({ ...item.posting, ...item.party, account_id: await accountOf(fx, sources, item, {}), amount: item.amount })
    for (const reopening of reopenings)
      for (const item of await reopenPosted(fx, reopening, done))
        postings.push({ ...item.posting, ...item.party, account_id: await accountOf(fx, sources, item, {}), amount: item.amount })
    const remarks = params.remarks ? String(fx.evaluate(params.remarks) ?? '') : undefined
    const id = await writeEntry(fx, postings, {
      journal: params.opening && fx.evaluate(params.opening) === true ? 'General' : (params.journal ?? 'General'),
      ...(params.date ? { date: fx.date } : {}),
      ...(params.branch ? { branch_id: idOf(fx.record, params.branch) } : {}),
      ...(remarks === undefined ? {} : { remarks }),
    })
    return { entry: id ?? null, ...done }
  },
  async reverse(fx, entry) {
    const { entry: id, ...done } = entry as { entry: number | null } & Partial<ItemsDone>
    await undoItems(fx, done)
    if (id !== null) await reverseEntry(fx, id)
  },
}

const roleOf = (entry: Entry): string => entry.debit ?? entry.credit!
const rowsOf = (fx: EffectContext, entry: Entry): (Row | undefined)[] => (entry.lines ? linesOf(fx.record, entry.lines) : [undefined])

/** The module that a reference of the rows, else of the record, points to. */
function moduleOf(fx: EffectContext, { lines }: Entry, field: string): string {
  const rowField = fx.module.lines.find((line) => line.name === lines)?.field[field]
  const module = (rowField ?? fx.module.field[field])?.to
  if (!module) throw fault(`${field} does not refer to a document.`)
  return module
}

/** The document that settled what is owed again: the one that a field names, else the record itself. */
function settlingOf(fx: EffectContext, entry: Entry, row: Row | undefined, field: string | undefined) {
  if (field === undefined) return { module: fx.module.name, document: recordId(fx) }
  const [document] = settledBy([row], fx.record, field)
  return document === undefined ? undefined : { module: moduleOf(fx, entry, field), document }
}

interface Sources {
  items: Map<number, Row>
  /** By id. */
  locations: Map<number, Row | undefined>
  company: Map<string, number>
  parties: Map<string, Row | undefined>
}

async function loadSources(fx: EffectContext, { entries, location = 'location_id' }: LedgerPost): Promise<Sources> {
  const rows = entries.flatMap((entry) => rowsOf(fx, entry).map((row) => ({ entry, row })))
  const items = rows.map(({ row }) => (row ? idOf(row, 'item_id') : null)).filter((id) => id !== null)
  const ids = rows.flatMap(({ entry, row }) => {
    const field = entry.location ?? location
    return [row && field in row ? idOf(row, field) : null, idOf(fx.record, field)]
  })
  const locations = new Map<number, Row | undefined>()
  for (const id of new Set(ids)) if (id !== null) locations.set(id, await loadLocation(fx.ctx, id))
  const roles = entries.flatMap((entry) => [
    roleOf(entry),
    ...[entry.settles?.rest, entry.reopens?.credit].filter((role) => role !== undefined),
  ])
  return { items: await loadItems(fx.ctx, items), locations, company: await roleAccounts(fx.ctx, roles), parties: new Map() }
}

async function accountOf(fx: EffectContext, sources: Sources, { role, party }: ItemPosting, place: Place): Promise<number> {
  const key = `${role} ${JSON.stringify(party)}`
  if (!sources.parties.has(key)) sources.parties.set(key, await loadParty(fx.ctx, role, party))
  return accountFor(role, { ...place, party: sources.parties.get(key) }, sources.company)
}

/** The place of the posting's goods: that of the entry, else the one where an effect found the line's, else the document's. */
function placeOf(
  fx: EffectContext,
  { items, locations }: Sources,
  entry: Entry,
  { row, fallback = 'location_id' }: { readonly row: Row | undefined; readonly fallback?: string },
): Place {
  const item = row ? idOf(row, 'item_id') : null
  const field = entry.location ?? fallback
  const id = (row && field in row ? idOf(row, field) : null) ?? idOf(fx.record, field)
  const location = id === null ? undefined : locations.get(id)
  const place = { item: item === null ? undefined : items.get(item), location }
  return entry.location ? place : { ...place, ...notedPlace(row) }
}

/** The party as a dimension of the line: which one it is, the field's reference says. */
function partyOf(fx: EffectContext, { party, lines }: Entry, row: Row | undefined): Party {
  const partyField = fx.module.lines.find((line) => line.name === lines)?.fields.find((candidate) => candidate.name === party)
  const linePartner = row && partyField ? { to: partyField.to, id: idOf(row, party!) } : undefined
  const { to, id } = linePartner?.id ? linePartner : { to: fx.module.field[party!]?.to, id: idOf(fx.record, party!) }
  const field = PARTY_FIELDS.find((name) => name === `${to}_id`)
  if (!field) throw fault(`${party} is not a customer, supplier or employee.`)
  return { [field]: id }
}

function dimensionsOf(fx: EffectContext, { department, branch, description }: Entry, row: Row | undefined): ItemPosting['posting'] {
  const elsewhere = branch ? ((row && idOf(row, branch)) ?? idOf(fx.record, branch)) : null
  const text = description ? fx.evaluate(description, row) : null
  return {
    ...(elsewhere === null || elsewhere === idOf(fx.record, 'branch_id') ? {} : { branch_id: elsewhere }),
    ...(department ? { department_id: (row && idOf(row, department)) ?? idOf(fx.record, department) } : {}),
    description: text === null || text === undefined || text === '' ? null : String(text),
  }
}
