/** Mistakes that people make in descriptors, tried on the product's own: each is reported, with its place. */
import { expect, it } from 'vitest'
import { createRegistries, Loader } from '../../src/engine/index.ts'
import { checked, type Mistake, problemsOf, problemsOfProduct, type Raw } from './mistaken.ts'

const post = (raw: Raw): Raw => raw.workflow.transitions.post
/** Parameters of an effect of `post`. */
const effect = (raw: Raw, name: string): Raw => post(raw).effects.find((candidate: Raw) => candidate[name])[name]
const guard = (raw: Raw, transition: string, name: string): Raw =>
  raw.workflow.transitions[transition].guards.find((candidate: Raw) => candidate[name])[name]
const MOVE = '/workflow/transitions/post/effects/1/stock.move'

const PARAMETERS: readonly Mistake[] = [
  [
    'rows that there are not',
    'goods_receipt',
    (raw) => {
      effect(raw, 'stock.move').lines = 'part'
    },
    `${MOVE}/lines`,
    /child table "part"/,
  ],
  [
    'a location that there is not',
    'goods_receipt',
    (raw) => {
      effect(raw, 'stock.move').location = 'locaton_id'
    },
    `${MOVE}/location`,
    /"location_id"/,
  ],
  [
    'a location that is a supplier',
    'goods_receipt',
    (raw) => {
      effect(raw, 'stock.move').location = 'supplier_id'
    },
    `${MOVE}/location`,
    /reference to inventory_location is needed/,
  ],
  [
    'a quantity that is a text',
    'goods_receipt',
    (raw) => {
      effect(raw, 'stock.move').quantity = 'description'
    },
    `${MOVE}/quantity`,
    /gives text/,
  ],
  [
    'an unknown name in a cost',
    'goods_receipt',
    (raw) => {
      effect(raw, 'stock.move').cost = 'cost_valu'
    },
    `${MOVE}/cost`,
    /"cost_value"/,
  ],
  [
    'a cost of goods out',
    'goods_receipt',
    (raw) => {
      effect(raw, 'stock.move').direction = 'out'
    },
    `${MOVE}/cost`,
    /average cost/,
  ],
  [
    'a cost told of goods in',
    'goods_receipt',
    (raw) => {
      effect(raw, 'stock.move').costTo = 'cost_value'
    },
    `${MOVE}/costTo`,
    /only goods out/,
  ],
  [
    'the cost into rows without that field',
    'goods_receipt',
    (raw) => {
      const move = effect(raw, 'stock.move')
      delete move.cost
      Object.assign(move, { direction: 'out', costTo: 'cost_valeu' })
    },
    `${MOVE}/costTo`,
    /rows of "items".*"cost_value"/,
  ],
  [
    'a party that is nobody',
    'goods_receipt',
    (raw) => {
      effect(raw, 'ledger.post').entries[1].party = 'suplier_id'
    },
    '/workflow/transitions/post/effects/2/ledger.post/entries/1/party',
    /"supplier_id"/,
  ],
  [
    'a party of a guard',
    'purchase_order',
    (raw) => {
      guard(raw, 'post', 'party.active').field = 'suplier_id'
    },
    '/workflow/transitions/post/guards/',
    /"supplier_id"/,
  ],
  [
    'a day that nobody asks for',
    'check_voucher',
    (raw) => {
      guard(raw, 'clear', 'date.age').to = 'cleard_at'
    },
    '/workflow/transitions/clear/guards/',
    /"cleared_at"/,
  ],
  [
    'a transition to undo that there is not',
    'check_voucher',
    (raw) => {
      raw.workflow.transitions.unclear.reverses = 'cleer'
    },
    '/workflow/transitions/unclear/reverses',
    /no other transition "cleer" to undo.*"clear"/,
  ],
  [
    'a setting that there is not',
    'check_voucher',
    (raw) => {
      guard(raw, 'clear', 'date.age').setting = 'stale_cheque_days'
    },
    '/workflow/transitions/clear/guards/',
    /"stale_check_days"/,
  ],
]

it.each(PARAMETERS)('parameters: %s', (_, module, change, pointer, words) => {
  expect(problemsOf(module, change)).toEqual([expect.stringMatching(words)])
  expect(problemsOf(module, change)[0]).toContain(pointer)
})

const SOURCES: readonly Mistake[] = [
  [
    'nothing asks what is open',
    'goods_receipt',
    (raw) => {
      post(raw).guards = post(raw).guards.filter((candidate: Raw) => candidate !== 'sources.withinOpen')
    },
    '/workflow/transitions/post/guards',
    /Add "sources.withinOpen"/,
  ],
  [
    'nothing counts what is taken',
    'goods_receipt',
    (raw) => {
      post(raw).effects = post(raw).effects.filter((candidate: Raw) => candidate !== 'sources.serve')
    },
    '/workflow/transitions/post/effects',
    /Add "sources.serve"/,
  ],
]

it.each(SOURCES)('sources: %s', (_, module, change, pointer, words) => {
  expect(problemsOf(module, change)).toEqual([expect.stringMatching(words)])
  expect(problemsOf(module, change)[0]).toContain(pointer)
})

const REFUSED: readonly Mistake[] = [
  [
    'a subject of a notification with a name that there is not',
    'goods_receipt',
    (raw) => {
      raw.notify = [{ on: 'post', to: ['creator'], title: '{suplier.name} posted' }]
    },
    '/notify/0/title',
    /"supplier"/,
  ],
  [
    'a task that no decision ends',
    'goods_receipt',
    (raw) => {
      raw.notify = [{ on: 'post', to: ['creator'], also: ['task'] }]
    },
    '/notify/0/also',
    /"approvers"/,
  ],
  [
    'a mail of a day',
    'goods_receipt',
    (raw) => {
      raw.notify = [{ before: { date: 'transaction_date' }, to: ['creator'], also: ['mail'] }]
    },
    '/notify/0/also',
    /of the record itself/,
  ],
  [
    'a print form in a state that there is not',
    'goods_receipt',
    (raw) => {
      raw.print = [{ name: 'slip', title: 'Slip', when: "status == 'postd'" }]
    },
    '/print/0/when',
    /never "postd".*"posted"/,
  ],
  [
    'a rule about a choice that there is not, of a referenced record and of the rows of a child table',
    'goods_receipt',
    (raw) => {
      raw.fields.remarks = { type: 'text', visible: "any(items, item.item_type in ['Stock', 'Servce'])" }
    },
    '/fields/remarks/visible',
    /"items.item.item_type" is never "Servce"/,
  ],
  [
    'a panel by a field of another kind',
    'supplier',
    (raw) => {
      raw.panels = { orders: { module: 'purchase_order', where: { supplier_id: '$name' }, title: 'Orders' } }
    },
    '/panels/orders/where/supplier_id',
    /"supplier_id" is a supplier, and "\$name" is no record/,
  ],
  [
    'a next number within a field that there is not',
    'check_voucher',
    (raw) => {
      raw.fields.check_no.propose = { next: ['bank_acount_id'] }
    },
    '/fields/check_no/propose/next/0',
    /"bank_account_id"/,
  ],
  [
    'a usual record by a field that there is not',
    'check_voucher',
    (raw) => {
      raw.fields.payment_method_id.propose = { where: { kind: 'Check' } }
    },
    '/fields/payment_method_id/propose/where/kind',
    /"kind"/,
  ],
  [
    'a usual record by a field of the document that there is not',
    'delivery_receipt',
    (raw) => {
      raw.fields.ship_to_id.propose = { where: [{}, { owner_id: '$client_id' }] }
    },
    '/fields/ship_to_id/propose/where/1/owner_id',
    /"client_id"/,
  ],
  [
    'an index of rows by a field that there is not',
    'payroll',
    (raw) => {
      raw.fields.entries.indexes = [['parent_id', 'employe_id']]
    },
    '/fields/entries/indexes/0/1',
    /"employee_id"/,
  ],
  [
    'values offered from a column that there is not',
    'invoice',
    (raw) => {
      raw.fields.items.fields.lot_no.suggest.value = 'lot_number'
    },
    '/fields/items/fields/lot_no/suggest/value',
    /"stock_unit" has no field "lot_number"/,
  ],
  [
    'values offered from a field that the source does not have',
    'sales_return',
    (raw) => {
      raw.fields.items.fields.lot_no.suggest.source = 'lot_number'
    },
    '/fields/items/fields/lot_no/suggest/source',
    /"invoice.items" has no field "lot_number"/,
  ],
  [
    'two print forms of one name',
    'goods_receipt',
    (raw) => {
      raw.print = [
        { name: 'slip', title: 'Slip' },
        { name: 'slip', title: 'Other slip' },
      ]
    },
    '/print/1/name',
    /print form "slip" already/,
  ],
  [
    'a field access that no role can hold',
    'brand',
    (raw) => {
      raw.fields.secret_note = { type: 'text', access: 'compensaton' }
    },
    '/fields/secret_note/access',
    /"compensation"/,
  ],
  [
    'a title of blanks',
    'brand',
    (raw) => {
      raw.title = '  '
    },
    '/title',
    /Words for people/,
  ],
  [
    'a state that there is not, in a filter',
    'bill',
    (raw) => {
      raw.fields.other_receipt_id = { type: 'reference', to: 'goods_receipt', filter: { status: 'postd' } }
    },
    '/fields/other_receipt_id/filter/status',
    /"postd" is no status.*"posted"/,
  ],
  [
    'a progress that there is not, in a filter',
    'goods_receipt',
    (raw) => {
      raw.fields.other_order_id = { type: 'reference', to: 'purchase_order', filter: { progress: ['opn', 'partially_served'] } }
    },
    '/fields/other_order_id/filter/progress',
    /"opn" is no progress.*"open"/,
  ],
]

const WARNED: readonly Mistake[] = [
  [
    'an unknown application',
    'brand',
    (raw) => {
      raw.application = 'resorce'
    },
    '/application',
    /"resource"/,
  ],
  [
    'a permission code close to a usual one',
    'goods_receipt',
    (raw) => {
      post(raw).code = 'pots'
    },
    '/workflow/transitions/post/code',
    /"post"/,
  ],
  [
    'a role that no template knows',
    'goods_receipt',
    (raw) => {
      raw.notify = [{ on: 'post', to: ['role:acountant'] }]
    },
    '/notify/0/to/0',
    /"ACCOUNTANT"/,
  ],
  [
    'a level of a role that no template knows',
    'goods_receipt',
    (raw) => {
      raw.workflow.transitions.approve = { approval: { levels: [{ role: 'aprover' }] } }
    },
    '/workflow/transitions/approve/approval/levels/0/role',
    /"APPROVER"/,
  ],
  [
    'a page without a screen',
    'brand',
    (raw) => {
      raw.kind = 'page'
    },
    '/kind',
    /A page needs a screen of its own/,
  ],
]

it.each(REFUSED)('refused: %s', (_, module, change, pointer, words) => {
  expect(problemsOf(module, change)).toEqual([expect.stringMatching(words)])
  expect(problemsOf(module, change)[0]).toContain(`${pointer} `)
})
it.each(WARNED)('warned of: %s', (_, module, change, pointer, words) => {
  const found = problemsOf(module, change, 'warnings')
  expect(found).toEqual([expect.stringMatching(words)])
  expect(found[0]).toContain(`${pointer} `)
})
it('the shipped descriptors give no warning', () => expect(problemsOfProduct('warnings')).toEqual([]))

it('13.11: checking one module reports what it breaks in other modules, and an unknown module name', () => {
  const breaking = checked('supplier', (raw) => {
    raw.fields.term_id = { ...raw.fields.payment_term_id, renamedFrom: 'payment_term_id' }
    delete raw.fields.payment_term_id
  })
  expect(breaking.errors.failed).toBe(true)
  expect(breaking.errors.lines.join('\n')).toMatch(/In other modules:[\s\S]*modules\/[a-z]+\/(?!supplier)\w+\.json:\d+/)
  const missing = checked('brnad', () => undefined)
  expect(missing).toMatchObject({ errors: { failed: true, lines: [expect.stringMatching(/no module "brnad".*"brand"/)] }, verdict: '' })
  expect(checked('brand', () => undefined)).toEqual({ errors: { lines: [], failed: false }, verdict: 'brand is sound.' })
})

it('reports duplicate keys, and names what is missing', () => {
  const load = (text: string) => new Loader(createRegistries()).load([{ path: 'modules/base/a.json', text }]).problems
  expect(load('{ "fields": { "a": { "type": "text" },\n "a": { "type": "text" } } }').filter(({ line }) => line === 2)).toMatchObject([
    { pointer: '/fields/a', line: 2, message: '"a" stands here twice; the last one would count.' },
  ])
  expect(load('{\n "title": "A"\n "fields": {} }')[0]).toMatchObject({
    message: 'The file is not valid JSON: a comma is missing after line 2.',
  })
})
