/** `ledger.post`: the journal that a document declares; `ledger.manual`: a journal voucher made by hand. */

import { dec, toCents } from '../../../domain/decimal.ts'
import { PARTY_FIELDS, type Party, type Posting } from '../../../domain/ledger/journal.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { fault, idOf, linesOf, recordId, refOf } from '../../records/row.ts'
import { accountFor, loadItems, loadLocation, type Place, roleAccounts } from './accounts.ts'
import { JOURNALS, reverseEntry, writeEntry } from './entry.ts'

type Entry = {
  debit?: string
  credit?: string
  /** Expression for an account id instead of a role. */
  account?: string
  lines?: string
  amount: string
  when?: string
  party?: string
  description?: string
}
type Params = { journal?: string; entries: Entry[]; location?: string; remarks?: string }

const ENTRY = {
  type: 'object',
  additionalProperties: false,
  required: ['amount'],
  oneOf: [{ required: ['debit'] }, { required: ['credit'] }],
  properties: {
    debit: { type: 'string', description: 'Account role debited; `account` when the expression `account` says which.' },
    credit: { type: 'string', description: 'Account role credited.' },
    account: { type: 'string', format: 'expression', description: 'Expression: id of the account, instead of the role’s.' },
    lines: { type: 'string', format: 'lines', description: 'Child table: one posting per row.' },
    amount: { type: 'string', format: 'expression', description: 'Expression over the record, or over the row when `lines` is given.' },
    when: { type: 'string', format: 'expression', description: 'Expression; the entry is left out when it is false.' },
    party: {
      type: 'string',
      format: 'any-field',
      to: ['supplier', 'customer', 'employee'],
      description: 'Field with the supplier, customer or employee who owes or is owed.',
    },
    description: { type: 'string', format: 'expression', description: 'Expression: text of the line.' },
  },
}

export const ledgerPost: Effect<Params> = {
  name: 'ledger.post',
  rank: 40,
  params: {
    description:
      'Writes a journal entry. Its debits and credits must be equal for every document; inventory accounts get exactly what stock moves.',
    type: 'object',
    additionalProperties: false,
    required: ['entries'],
    properties: {
      journal: { enum: [...JOURNALS], default: 'General', description: 'Journal that the entry belongs to.' },
      entries: { type: 'array', minItems: 2, items: ENTRY, description: 'The debits and credits.' },
      location: {
        type: 'string',
        format: 'field',
        to: ['inventory_location'],
        description: 'Field with the location whose accounts apply.',
        default: 'location_id',
      },
      remarks: { type: 'string', format: 'expression', description: 'Expression: remarks of the entry.' },
    },
  },
  async apply(fx, params): Promise<Json> {
    const sources = await loadPlaces(fx, params)
    const postings: Posting[] = []
    for (const entry of params.entries) {
      const rows: (Row | undefined)[] = entry.lines ? linesOf(fx.record, entry.lines) : [undefined]
      for (const row of rows) {
        if (entry.when && fx.evaluate(entry.when, row) !== true) continue
        const cents = toCents(dec(fx.decimal(entry.amount, row)))
        if (cents === 0n) continue
        const role = entry.debit ?? entry.credit!
        const account_id = entry.account
          ? Number(fx.evaluate(entry.account, row))
          : accountFor(role, placeOf(fx, sources, entry, row), sources.company)
        postings.push({
          account_id,
          amount: entry.debit ? cents : -cents,
          ...(entry.party ? partyOf(fx, entry, row) : {}),
          description: entry.description ? String(fx.evaluate(entry.description, row) ?? '') : null,
        })
      }
    }
    const remarks = params.remarks ? String(fx.evaluate(params.remarks) ?? '') : undefined
    const id = await writeEntry(fx, postings, { journal: params.journal ?? 'General', ...(remarks === undefined ? {} : { remarks }) })
    return { entry: id ?? null }
  },
  async reverse(fx, entry) {
    const { entry: id } = entry as { entry: number | null }
    if (id !== null) await reverseEntry(fx, id)
  },
}

interface Sources {
  items: Map<number, Row>
  location: Row | undefined
  company: Map<string, number>
}

async function loadPlaces(fx: EffectContext, params: Params): Promise<Sources> {
  const ids = params.entries.flatMap((entry) => (entry.lines ? linesOf(fx.record, entry.lines) : []).map((line) => idOf(line, 'item_id')))
  const location = idOf(fx.record, params.location ?? 'location_id')
  return {
    items: await loadItems(
      fx.ctx,
      ids.filter((id) => id !== null),
    ),
    location: location === null ? undefined : await loadLocation(fx.ctx, location),
    company: await roleAccounts(fx.ctx, [...params.entries.map((entry) => entry.debit ?? entry.credit!), 'cogs']),
  }
}

function placeOf(fx: EffectContext, sources: Sources, entry: Entry, row: Row | undefined): Place {
  const item = row ? idOf(row, 'item_id') : null
  return {
    item: item === null ? undefined : sources.items.get(item),
    location: sources.location,
    party: entry.party ? refOf(row?.[entry.party] === undefined ? fx.record : row, entry.party.replace(/_id$/, '')) : undefined,
  }
}

/** The party as a dimension of the line: which one it is, the field's reference says. */
function partyOf(fx: EffectContext, { party, lines }: Entry, row: Row | undefined): Party {
  const own = fx.module.lines.find((one) => one.name === lines)?.fields.find((one) => one.name === party)
  const of = row && own ? { to: own.to, id: idOf(row, party!) } : undefined
  const { to, id } = of?.id ? of : { to: fx.module.field[party!]?.to, id: idOf(fx.record, party!) }
  const field = PARTY_FIELDS.find((name) => name === `${to}_id`)
  if (!field) throw fault(`${party} is not a customer, supplier or employee.`)
  return { [field]: id }
}

/** A journal voucher is its own ledger entry; its void writes the mirror. */
export const ledgerManual: Effect = {
  name: 'ledger.manual',
  rank: 40,
  params: {
    description: 'A journal voucher made by hand: the record is its own ledger entry.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async apply(fx) {
    if (linesOf(fx.record, 'lines').length < 2) throw fault('A journal voucher has fewer than two lines.')
    return { entry: recordId(fx) }
  },
  async reverse(fx, entry) {
    await reverseEntry(fx, (entry as { entry: number }).entry)
  },
}
