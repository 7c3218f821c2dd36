import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FormProposal, Row } from '../../../engine/model/module.ts'
import { fieldOf, linesOf } from '../../fields/testing.ts'
import { lookedUp } from './looked-up.ts'
import { type AskProposals, numbered, usualOf, watchProposals } from './proposals.ts'
import { RecordStore } from './store.ts'

const lines = linesOf('items', [
  fieldOf('item_id', 'reference', { to: 'item', refAs: 'item' }),
  fieldOf('uom_id', 'integer'),
  fieldOf('qty', 'quantity'),
  fieldOf('source_line_id', 'integer'),
  fieldOf('price', 'rate', { fetch: [{ from: 'item_id', path: 'listed' }] }),
])
const shape = { fields: [], field: {}, lines: [lines] }
const PRICE: FormProposal = {
  lines: 'items',
  field: 'price',
  on: ['item_id', 'uom_id'],
  also: ['qty'],
  handler: { name: 'price', params: null },
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A form with one row; the server proposes the item's number times ten and the unit's, from a hundred pieces on one less. */
function form(rows: Row[] = [{}]) {
  const store = new RecordStore(shape, { items: rows })
  const ask = vi.fn<AskProposals>(async (_proposal, asked) =>
    asked.map((row) => Number(row.item_id) * 10 + Number(row.uom_id) - (Number(row.qty) >= 100 ? 1 : 0)),
  )
  watchProposals(store, [PRICE], ask)
  const key = store.keys('items')[0]!
  const set = (field: string, value: unknown, ref?: Row) =>
    store.setCells('items', [{ key, field, value, ...(ref && { ref: ref as { id: number; name: string } }) }])
  const item = (id: number, listed = 5) => set('item_id', id, { id, name: `Item ${id}`, listed })
  return { store, ask, set, item, settle: () => vi.advanceTimersByTimeAsync(1000), price: () => store.row('items', key).price }
}

it('fills in the price when its keys are entered, replacing the price of the item', async () => {
  const { set, item, settle, price, ask } = form()
  item(1)
  await settle()
  expect([price(), ask.mock.calls.length]).toEqual([5, 0])
  set('uom_id', 2)
  await settle()
  expect(price()).toBe(12)
  item(3)
  await settle()
  expect(price()).toBe(32)
})

it('never replaces an entered price, and leaves a cleared one empty', async () => {
  const { set, item, settle, price } = form()
  item(1)
  set('uom_id', 2)
  await settle()
  set('price', 99)
  item(3)
  await settle()
  expect(price()).toBe(99)
  set('price', null)
  await settle()
  expect(price()).toBe(null)
})

it('drops an answer outdated by a later entry', async () => {
  const { set, item, settle, price, ask } = form()
  let answer: (values: number[]) => void = () => undefined
  ask.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  item(1)
  set('uom_id', 2)
  await settle()
  set('price', 7)
  answer([12])
  await settle()
  expect(price()).toBe(7)
})

it('leaves rows that arrived with a price, and fills those without', async () => {
  const item = { id: 1, name: 'Item 1', listed: 5 }
  const { store, settle } = form([
    { item_id: 1, item, uom_id: 2, price: 5 },
    { item_id: 1, item, uom_id: 2 },
  ])
  await settle()
  expect(store.rows('items').map((row) => row.price)).toEqual([5, 12])
})

// proves: form.propose[].also
it('follows the quantity, except where a price was entered or agreed in a source document', async () => {
  const { set, item, settle, price } = form()
  item(1)
  set('uom_id', 2)
  await settle()
  set('qty', 100)
  await settle()
  expect(price()).toBe(11)
  set('price', 10)
  set('qty', 5)
  await settle()
  expect(price()).toBe(10)

  const bolt = { item_id: 1, item: { id: 1, name: 'Item 1', listed: 5 }, uom_id: 2, qty: 1 }
  const later = form([
    { ...bolt, price: 12 },
    { ...bolt, price: 7 },
    { ...bolt, price: 12, source_line_id: 4 },
  ])
  for (const key of later.store.keys('items')) later.store.setCells('items', [{ key, field: 'qty', value: 100 }])
  await later.settle()
  expect(later.store.rows('items').map((row) => row.price)).toEqual([11, 7, 12])
})

const hours = [fieldOf('date', 'date'), fieldOf('kind', 'text', { default: { value: 'late' } }), fieldOf('from', 'time')]
const DAY = { fields: hours, field: Object.fromEntries(hours.map((field) => [field.name, field])), lines: [] }
const call = { name: 'hours', params: null }
const OF_DAY: FormProposal[] = [
  { field: 'kind', on: ['date'], handler: call },
  { field: 'from', on: ['date'], also: ['kind'], handler: call },
]
const SHIFTS: Row = { '2026-11-23': '17:00:00', '2026-11-24': '18:00:00' }

/** A form without rows: the server proposes the end of the day's shift, and another kind on a Saturday. */
function header(values: Row, isNew = true) {
  const store = new RecordStore(DAY, values)
  const ask = vi.fn<AskProposals>(async ({ field }, [...records]) =>
    records.map(({ date }) =>
      field === 'kind'
        ? date === '2026-11-28'
          ? { value: 'rest', why: 'Rest day' }
          : null
        : SHIFTS[String(date)]
          ? { value: SHIFTS[String(date)], why: 'End of the shift' }
          : null,
    ),
  )
  watchProposals(store, OF_DAY, ask, { isNew })
  return { store, ask, settle: () => vi.advanceTimersByTimeAsync(1000) }
}

// proves: form.propose[].field
it('fills fields of the record, describes the value, and follows the date', async () => {
  const { store, settle } = header({ kind: 'late' })
  store.set('date', '2026-11-23')
  await settle()
  expect([store.value('from'), store.proposalOf('from'), store.value('kind')]).toEqual(['17:00:00', 'End of the shift', 'late'])
  store.set('date', '2026-11-24')
  await settle()
  expect(store.value('from')).toBe('18:00:00')
  // A day without a shift has no end of one: the end of another day's must not stay.
  store.set('date', '2026-11-28')
  await settle()
  expect([store.value('from'), store.value('kind'), store.proposalOf('kind')]).toEqual([null, 'rest', 'Rest day'])
})

it('leaves entered and stored values, and is no longer marked then', async () => {
  const { store, settle } = header({ kind: 'late' })
  store.set('kind', 'late')
  store.set('date', '2026-11-23')
  await settle()
  store.set('from', '19:00:00')
  expect(store.proposalOf('from')).toBeUndefined()
  store.set('date', '2026-11-28')
  await settle()
  expect([store.value('from'), store.value('kind')]).toEqual(['19:00:00', 'late'])

  const stored = header({ date: '2026-11-23', kind: 'late', from: '17:00:00' }, false)
  await stored.settle()
  expect(stored.ask).not.toHaveBeenCalled()
  stored.store.set('date', '2026-11-24')
  await stored.settle()
  expect(stored.store.value('from')).toBe('18:00:00')
  const chosen = header({ date: '2026-11-23', kind: 'late', from: '20:00:00' }, false)
  await chosen.settle()
  chosen.store.set('date', '2026-11-24')
  await chosen.settle()
  expect(chosen.store.value('from')).toBe('20:00:00')
})

it('is not an unsaved change', async () => {
  const { store, settle } = header({ date: '2026-11-23', kind: 'late' })
  await settle()
  expect([store.value('from'), store.dirty]).toEqual(['17:00:00', false])
})

it('looks up values when their keys change, whatever the field contains, and only where a figure needs them', async () => {
  const counted = linesOf('items', [
    fieldOf('item_id', 'integer'),
    fieldOf('qty', 'quantity'),
    fieldOf('units', 'quantity', { writable: false, lookup: { module: 'uom', where: { item_id: '$item_id' }, value: 'factor' } }),
    fieldOf('base_qty', 'quantity', { writable: false, computed: 'qty * units', widget: 'hidden' }),
  ])
  const total = fieldOf('total_qty', 'quantity', { writable: false, computed: 'sum(items, base_qty)' })
  expect(lookedUp({ fields: [], lines: [counted] })).toEqual([])
  const proposals = lookedUp({ fields: [total], lines: [counted] })
  expect(proposals).toMatchObject([{ lines: 'items', field: 'units', on: ['item_id'] }])
  const store = new RecordStore({ fields: [], field: {}, lines: [counted] }, { items: [{ item_id: 1, units: 3 }, {}] })
  const ask = vi.fn<AskProposals>(async (_proposal, asked) => asked.map((row) => Number(row.item_id) * 12))
  watchProposals(store, proposals, ask)
  const [first, second] = store.keys('items')
  store.setCells('items', [
    { key: first!, field: 'item_id', value: 2 },
    { key: second!, field: 'item_id', value: 5 },
  ])
  await vi.advanceTimersByTimeAsync(1000)
  expect(store.rows('items').map(({ units }) => units)).toEqual([24, 60])
  expect(ask).toHaveBeenCalledTimes(1)
})

// proves: fields.*.propose.next
it('renews the next number of a series when another series is chosen, until one is typed', async () => {
  const voucher = { fields: [fieldOf('bank', 'integer'), fieldOf('check_no', 'text', { propose: { next: ['bank'] } })] }
  const [proposal, ...others] = numbered(voucher)
  expect(others).toEqual([])
  const store = new RecordStore({ ...voucher, field: {}, lines: [] }, { bank: 1, check_no: '100' })
  const ask = vi.fn<AskProposals>(async (_proposal, rows) => rows.map(({ bank }) => ({ 1: '100', 2: '7' })[Number(bank)] ?? null))
  watchProposals(store, [proposal!], ask, { isNew: true })
  const settle = () => vi.advanceTimersByTimeAsync(1000)
  for (const [bank, number] of [
    [2, '7'],
    [3, null],
    [1, '100'],
  ]) {
    store.set('bank', bank)
    await settle()
    expect(store.value('check_no')).toBe(number)
  }
  store.set('check_no', '555')
  store.set('bank', 2)
  await settle()
  expect(store.value('check_no')).toBe('555')
})

const party = fieldOf('party_id', 'reference', { to: 'party', refAs: 'party' })
const address = fieldOf('address_id', 'reference', {
  to: 'address',
  refAs: 'address',
  filter: { owner_id: '$party_id' },
  propose: { where: [{ is_default: true }] },
})
const terms = fieldOf('terms_id', 'reference', {
  to: 'terms',
  refAs: 'terms',
  fetch: [{ from: 'party_id', path: 'terms_id' }],
  propose: { where: [{ is_default: true }] },
})
const DEAL = { fields: [party, address, terms], field: { party_id: party, address_id: address, terms_id: terms }, lines: [] }
/** Parties 1 and 2 have an address each; 30 is the usual term. */
const ADDRESSES: Row = { 1: 11, 2: 12 }

/** A deal in which the server proposes the address of the party and the usual term. */
function deal(values: Row, isNew: boolean) {
  const store = new RecordStore(DEAL, values)
  const ask = vi.fn<AskProposals>(async ({ field }, records) =>
    records.map(({ party_id }) => {
      const id = field === 'terms_id' ? 30 : ADDRESSES[String(party_id)]
      return id ? { value: id, why: '', choice: { id, name: `Record ${String(id)}` } } : null
    }),
  )
  watchProposals(store, usualOf(DEAL), ask, { isNew })
  const pick = async (id: number | null, terms_id: number | null = null) => {
    store.set('party_id', id, id === null ? null : ({ id, name: `Party ${id}`, terms_id } as never))
    await vi.advanceTimersByTimeAsync(1000)
  }
  return { store, pick, held: () => [store.value('address_id'), store.value('terms_id')] }
}

// proves: fields.*.propose.where
it('fills in the usual record of a reference for the party, renews it with the party, and clears it without', async () => {
  const { store, pick, held } = deal({}, true)
  await pick(1)
  expect(held()).toEqual([11, 30])
  expect(store.resolved(address)).toEqual({ id: 11, name: 'Record 11' })
  await pick(2)
  expect(held()).toEqual([12, 30])
  await pick(3)
  expect(held()).toEqual([null, 30])
  await pick(1)
  await pick(null)
  expect(held()).toEqual([null, null])
})

it('leaves an entered record, and one that the party brings itself', async () => {
  const { store, pick, held } = deal({}, true)
  await pick(1)
  await pick(2, 15)
  expect(held()).toEqual([12, 15])
  store.set('address_id', 99)
  await pick(1, 30)
  expect(held()).toEqual([99, 30])
  await pick(null)
  expect(held()[0]).toBe(99)
})

it('fills in nothing when a stored record is opened, and follows a change of its party', async () => {
  const opened = deal({ party_id: 1 }, false)
  await vi.advanceTimersByTimeAsync(1000)
  expect(opened.held()).toEqual([undefined, undefined])
  const usual = deal({ party_id: 1, address_id: 11 }, false)
  await usual.pick(2)
  expect(usual.held()[0]).toBe(12)
  const chosen = deal({ party_id: 1, address_id: 19 }, false)
  await chosen.pick(2)
  expect(chosen.held()[0]).toBe(19)
})
