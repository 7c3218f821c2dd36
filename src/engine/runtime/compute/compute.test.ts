import { describe, expect, it } from 'vitest'
import fc from '../../../../tests/properties.ts'
import { Decimal, toDecimal } from '../../../kernel/decimal.ts'
import type { ComputeNode, Row } from '../../model/module.ts'
import { loadWorld } from '../../testing.ts'
import type { EvalEnv } from '../expressions/index.ts'
import type { CalculationFn, Change } from './index.ts'
import { applyFetch, createComputer, defaults, fromJson, resolveFilter, rowDefaults, toJson } from './index.ts'
import { field, lines, sample } from './testing.ts'

const env: EvalEnv = { user: { id: 9 }, today: () => '2026-02-15', now: () => '2026-02-15T00:00:00Z' }

/** Shares the header's charge over the rows by amount; the last row takes the remainder. */
const spread: CalculationFn = (header, rows) => {
  const total = rows.reduce((sum, row) => sum.plus(toDecimal(row.amount)), new Decimal(0))
  let left = toDecimal(header.charge)
  const shares = rows.map((row, index) => {
    const share = total.isZero()
      ? new Decimal(0)
      : toDecimal(header.charge).times(toDecimal(row.amount)).div(total).toDecimalPlaces(2, Decimal.ROUND_DOWN)
    const given = index === rows.length - 1 ? left : share
    left = left.minus(given)
    return { landed: given }
  })
  return { header: { spread_total: header.charge }, rows: shares }
}

const compute: ComputeNode[] = [
  {
    kind: 'row',
    lines: 'items',
    field: 'amount',
    expr: 'round(qty * price * (1 - discount / 100), 2)',
    reads: [],
  },
  {
    kind: 'set',
    calculation: {
      call: 'spread',
      lines: 'items',
      params: {},
      reads: ['charge', 'amount'],
      writes: ['spread_total', 'landed'],
    },
    reads: [],
    writes: [],
  },
  { kind: 'row', lines: 'items', field: 'cost', expr: '(amount + landed) * parent.rate', reads: [] },
  { kind: 'field', field: 'total', expr: 'sum(items, cost)', reads: [] },
  { kind: 'field', field: 'taxed', expr: "sum(items, class == 'V' ? amount * parent.rate : 0)", reads: [] },
  { kind: 'field', field: 'lines_count', expr: 'count(items)', reads: [] },
  { kind: 'field', field: 'due', expr: 'addDays(dated, supplier.days)', reads: [] },
  {
    kind: 'row',
    lines: 'items',
    field: 'share',
    expr: 'parent.total == 0 ? 0 : cost / parent.total * 100',
    reads: [],
  },
  { kind: 'row', lines: 'items', field: 'of_all', expr: 'amount / sum(parent.items, amount)', reads: [] },
]
const itemLines = lines(
  'items',
  [
    field('qty', 'quantity', { required: true }),
    field('price', 'rate'),
    field('discount', 'percent', { default: { value: 0 } }),
    field('class', 'text', { requiredWhen: 'amount > 100' }),
    field('amount', 'money', {
      computed: 'x',
      checks: [{ expr: 'amount >= 0', message: 'Less than nothing.' }],
    }),
    field('landed', 'money'),
    field('cost', 'money'),
    field('share', 'percent'),
    field('of_all', 'rate'),
    field('from', 'date', { default: { expr: 'parent.dated' } }),
    field('serials', 'json', { visible: 'item.is_serialized', required: true }),
    field('item_id', 'reference', { to: 'item', refAs: 'item' }),
    field('uom_id', 'reference', { to: 'uom', refAs: 'uom', fetch: [{ from: 'item_id', path: 'uom_id' }] }),
    field('note', 'text', { fetch: [{ from: 'item_id', path: 'name' }] }),
  ],
  { minItems: 1 },
)
const module = sample({
  fields: [
    field('charge', 'money', { default: { value: 0 } }),
    field('rate', 'rate'),
    field('dated', 'date', { default: { expr: 'today()' } }),
    field('supplier_id', 'reference', { to: 'supplier', refAs: 'supplier' }),
    field('spread_total', 'money'),
    field('total', 'money'),
    field('taxed', 'money'),
    field('lines_count', 'integer'),
    field('due', 'date'),
    field('buyer', 'user', { default: { expr: 'user.id' } }),
    field('reason', 'text', { requiredWhen: 'charge > 0', readonly: 'rate == 0' }),
  ],
  lines: [itemLines],
  compute,
})
const computer = createComputer(module, env, { spread })

const cents = fc.integer({ min: 0, max: 99_999 }).map((n) => n / 100)
const row = fc.record({
  qty: cents,
  price: cents,
  discount: fc.constantFrom(0, 2.5, 33.33, null),
  class: fc.constantFrom('V', 'E', null),
}) as fc.Arbitrary<Row>
const header = fc.oneof(
  cents.map((charge) => ({ charge })),
  cents.map((rate) => ({ rate })),
  fc.constantFrom('2026-01-31', null).map((dated) => ({ dated })),
  fc.constantFrom(null, 30).map((days) => ({ supplier_id: days, supplier: days && { id: 1, days } })),
)
const edit = fc.oneof(
  header.map((set) => () => ({ set }) as Change),
  fc
    .tuple(
      fc.nat(),
      fc.oneof(
        cents.map((qty) => ({ qty })),
        cents.map((price) => ({ price })),
        fc.constantFrom('V', 'E').map((c) => ({ class: c })),
      ),
    )
    .map(
      ([position, set]) =>
        (rows: Row[]) =>
          ({ lines: 'items', index: position % Math.max(1, rows.length), set }) as Change,
    ),
  row.map((added) => (rows: Row[]) => ({ lines: 'items', rows: [...rows, added] }) as Change),
  fc
    .nat()
    .map((index) => (rows: Row[]) => ({ lines: 'items', rows: rows.filter((_, i) => i !== index % Math.max(1, rows.length)) }) as Change),
  fc.constant((rows: Row[]) => ({ lines: 'items', rows: [...rows].reverse() }) as Change),
)

describe('recomputing', () => {
  it('gives after any edits the same as computing everything', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), fc.array(edit, { maxLength: 12 }), (rows, edits) => {
        let record = computer.all({ charge: 100, rate: 1.1, dated: '2026-01-31', items: rows })
        for (const change of edits) {
          const before = record
          const answer = computer.change(record, change(record.items as Row[]))
          record = answer.record
          expect(record).not.toBe(before)
          expect(toJson(record)).toEqual(toJson(computer.all(record)))
        }
      }),
      { numRuns: 200, seed: 7 },
    )
  })

  it('patches only changes, rounded to the scale of each field', () => {
    const record = computer.all({
      charge: 0,
      rate: 1,
      items: [
        { qty: 3, price: 1.005 },
        { qty: 1, price: 10 },
      ],
    })
    const { patches } = computer.change(record, { lines: 'items', index: 0, set: { price: 2.005 } })
    const plain = patches.map((patch) => ({ ...patch, set: toJson(patch.set) }))
    expect(plain.find((patch) => patch.lines === undefined)?.set).toEqual({ total: 16.02 })
    expect(plain.find((patch) => patch.index === 0)?.set).toEqual({
      amount: 6.02,
      cost: 6.02,
      share: 37.578,
      of_all: 0.3758,
    })
    expect(plain.find((patch) => patch.index === 1)?.set).toEqual({ share: 62.422, of_all: 0.6242 })
    expect(computer.change(record, { set: { buyer: 3 } }).patches).toEqual([])
  })

  it('recomputes one row of five hundred without touching the others', () => {
    let reads = 0
    const counting = () =>
      Object.defineProperty({ price: 1, class: 'V' }, 'qty', {
        enumerable: true,
        get: () => {
          reads += 1
          return 2
        },
      })
    const plainModule = sample({
      fields: [field('total', 'money')],
      lines: [itemLines],
      compute: [compute[0]!, { kind: 'field', field: 'total', expr: 'sum(items, qty)', reads: [] }],
    })
    const plain = createComputer(plainModule, env)
    const rows = Array.from({ length: 500 }, counting)
    const first = plain.change({ items: rows }, { lines: 'items', rows: [...rows, counting()] })
    reads = 0
    const { record } = plain.change(first.record, { lines: 'items', index: 0, set: { qty: 7 } })
    expect(Number(record.total)).toBe(1007)
    expect(reads).toBeLessThan(10)
  })
})

describe('rules', () => {
  it('requires fields that are visible and required, and names them', () => {
    const errors = computer.validate(
      computer.all({
        charge: 5,
        rate: 1,
        items: [
          { price: 5, item: { is_serialized: true } },
          { qty: 2, price: -3, discount: 0 },
          { qty: 2, price: 100, class: 'V' },
        ],
      }),
    )
    expect(errors).toEqual({
      reason: ['Field is required'],
      'items.0.qty': ['Field is required'],
      'items.0.serials': ['Field is required'],
      'items.1.amount': ['Less than nothing.'],
    })
    expect(computer.validate({ items: [] })).toEqual({ items: ['Add at least one line.'] })
  })

  it('reports the state of each field and cell', () => {
    const state = computer.state({ charge: 1, rate: 0, items: [] })
    expect(state.fields.reason).toEqual({ visible: true, readonly: true, required: true })
    expect(state.row('items', { item: null }).serials).toEqual({
      visible: false,
      readonly: false,
      required: false,
    })
    expect(state.row('items', { amount: 101 }).class!.required).toBe(true)
  })
})

describe('prefilling', () => {
  it('evaluates defaults', () => {
    expect(defaults(module, env)).toEqual({ charge: 0, dated: '2026-02-15', buyer: 9, items: [] })
    expect(rowDefaults(module, itemLines, { record: { dated: '2026-01-01' }, env })).toEqual({
      discount: 0,
      from: '2026-01-01',
    })
  })

  it('fetches into empty fields and over earlier fetched values, never over an entered value', () => {
    const bolt = { id: 1, name: 'Bolt', uom_id: 4, uom: { id: 4, name: 'PC' } }
    const first = applyFetch(itemLines.fields, {}, { field: 'item_id', picked: bolt })
    expect(first).toEqual({ uom_id: 4, uom: { id: 4, name: 'PC' }, note: 'Bolt' })
    const drill = { id: 2, name: 'Drill', uom_id: 5, uom: { id: 5, name: 'BOX' } }
    expect(applyFetch(itemLines.fields, { ...first, note: 'Mine' }, { field: 'item_id', picked: drill, before: bolt })).toEqual({
      uom_id: 5,
      uom: { id: 5, name: 'BOX' },
    })
  })

  it('a fetched value replaces a default, unless the picked record has none', () => {
    const fields = [field('vat_class', 'text', { default: { value: 'V' }, fetch: [{ from: 'item_id', path: 'vat_class' }] })]
    const exempt = { id: 1, name: 'Rice', vat_class: 'E' }
    expect(applyFetch(fields, { vat_class: 'V' }, { field: 'item_id', picked: exempt })).toEqual({ vat_class: 'E' })
    expect(applyFetch(fields, { vat_class: 'V' }, { field: 'item_id', picked: { id: 2, name: 'Unclassified' } })).toEqual({})
    expect(
      applyFetch(fields, { vat_class: 'V' }, { field: 'item_id', picked: { id: 3, name: 'Salt', vat_class: 'Z' }, before: exempt }),
    ).toEqual({})
  })

  it('fetches over an expression default until a user writes the field', () => {
    const fields = [field('branch_id', 'reference', { default: { expr: 'user.id' }, fetch: [{ from: 'location_id', path: 'branch_id' }] })]
    const picked = { id: 1, name: 'Store', branch_id: 2 }
    const pick = (isEntered: boolean) => applyFetch(fields, { branch_id: 9 }, { field: 'location_id', picked, isEntered: () => isEntered })
    expect([pick(false), pick(true)]).toMatchObject([{ branch_id: 2 }, {}])
  })

  it('resolves the conditions of pickers', () => {
    expect(
      resolveFilter(
        { is_active: true, supplier_id: '$parent.supplier_id', kind: ['$kind', 'x'], at: { lte: '$dated' } },
        { kind: 'a', dated: null },
        { supplier_id: 3 },
      ),
    ).toEqual({
      filter: { is_active: true, supplier_id: 3, kind: ['a', 'x'], at: {} },
      missing: ['dated'],
    })
  })

  it('converts to exact decimals and back', () => {
    const exact = fromJson(module, { charge: 0.1, rate: null, items: [{ qty: '1.50' }] })
    expect(exact.charge).toBeInstanceOf(Decimal)
    expect(toJson(exact)).toEqual({ charge: 0.1, rate: null, items: [{ qty: 1.5 }] })
  })
})

it('does not check empty optional values', () => {
  const { modules } = loadWorld({
    'base/policy': {
      fields: {
        name: { type: 'text' },
        acquired_on: { type: 'date', check: 'acquired_on <= expires_on' },
        expires_on: { type: 'date', check: 'expires_on >= acquired_on' },
        code: { type: 'text', check: "code != ''" },
        debit: { type: 'quantity' },
        credit: { type: 'quantity', check: '(debit == 0) != (credit == 0)' },
        owner: { type: 'text', check: 'owner != null || name != null' },
      },
    },
  })
  const wrong = (record: Row) => Object.keys(createComputer(modules.get('policy')!, env).validate({ credit: 1, owner: 'x', ...record }))
  expect(wrong({})).toEqual([])
  expect(wrong({ acquired_on: '2026-01-01' })).toEqual([])
  expect(wrong({ expires_on: '2026-01-01' })).toEqual([])
  expect(wrong({ acquired_on: '2026-01-02', expires_on: '2026-01-01' })).toEqual(['acquired_on', 'expires_on'])
  // A missing number is 0; a condition that names null tests for an empty value.
  expect(wrong({ credit: null })).toEqual(['credit'])
  expect(wrong({ owner: null })).toEqual(['owner'])
})
