/** More mistakes that people make in descriptors, tried on the product's own: of values, texts, lists and what goes where. */
import { expect, it } from 'vitest'
import { type Mistake, problemsOf } from './mistaken.ts'

const REFUSED: readonly Mistake[] = [
  [
    'a presentation of another type',
    'brand',
    (raw) => {
      raw.fields.name.widget = 'birthdate'
    },
    '/fields/name/widget',
    /"birthdate" is for a date; a text is not shown so/,
  ],
  [
    'rows that are not there',
    'citizenship',
    (raw) => {
      raw.rows = 'citizenships.rows.json'
    },
    '/rows',
    /no file "citizenships.rows.json".*"citizenship.rows.json"/,
  ],
  [
    'a text of a print form that the module lacks',
    'goods_receipt',
    (raw) => {
      raw.print = { template: 'check', paper: 'check' }
    },
    '/print/0/template',
    /prints the field "payee"/,
  ],
  [
    'a question with a name that there is not',
    'brand',
    (raw) => {
      raw.fields.name.check = { expr: 'name != before.name', severity: 'confirm', message: 'From {before.nam}?' }
    },
    '/fields/name/check/message',
    /no field "nam".*"name"/,
  ],
  [
    'a question that tells a value through a reference',
    'brand',
    (raw) => {
      raw.fields.name.check = [{ expr: 'name != before.name', severity: 'confirm', message: 'Of {manufacturer.name}?' }]
    },
    '/fields/name/check/0/message',
    /through a reference/,
  ],
  [
    'values in a message that is said as it stands',
    'brand',
    (raw) => {
      raw.fields.name.check = { expr: "name != 'x'", message: '{name} is wrong.' }
    },
    '/fields/name/check/message',
    /shown as it stands.*"confirm"/,
  ],
  [
    'values in the question of a transition',
    'goods_receipt',
    (raw) => {
      raw.workflow.transitions.post.confirm = { kind: 'warning', message: 'Post {total}?' }
    },
    '/workflow/transitions/post/confirm/message',
    /shown as it stands.*"workflow.facts"/,
  ],
  [
    'values in the reason of a transition',
    'goods_receipt',
    (raw) => {
      raw.workflow.transitions.void.whenMessage = 'The bill of {landed_billed} comes first.'
    },
    '/workflow/transitions/void/whenMessage',
    /shown as it stands/,
  ],
  [
    'a label in capitals',
    'brand',
    (raw) => {
      raw.entity = { label: '{Code}' }
    },
    '/entity/label',
    /no field "Code".*"code"/,
  ],
  [
    'a default that is no day',
    'brand',
    (raw) => {
      raw.fields.since = { type: 'date', default: 'today' }
    },
    '/fields/since/default',
    /"today" is no date.*today\(\)/,
  ],
  [
    'a default that is a day written otherwise',
    'brand',
    (raw) => {
      raw.fields.since = { type: 'date', default: '31/12/2026' }
    },
    '/fields/since/default',
    /is no date/,
  ],
  [
    'a default of another type',
    'brand',
    (raw) => {
      raw.fields.note = { type: 'text', default: 5 }
    },
    '/fields/note/default',
    /expected string/,
  ],
  [
    'a default worked out to no option',
    'brand',
    (raw) => {
      raw.fields.kind = { type: 'select', options: ['Own', 'Shared'], default: { expr: "'Owm'" } }
    },
    '/fields/kind/default/expr',
    /"Owm" is no option.*"Own"/,
  ],
  [
    'a select computed to no option',
    'brand',
    (raw) => {
      raw.fields.kind = { type: 'select', options: ['Own', 'Shared'], computed: "is_active ? 'Own' : 'Sharde'" }
    },
    '/fields/kind/computed',
    /"Sharde" is no option.*"Shared"/,
  ],
  [
    'an empty option',
    'brand',
    (raw) => {
      raw.fields.kind = { type: 'select', options: ['', 'Own'] }
    },
    '/fields/kind/options',
    /option is empty/,
  ],
  [
    'bounds the wrong way round',
    'brand',
    (raw) => {
      raw.fields.size = { type: 'integer', minimum: 5, maximum: 3 }
    },
    '/fields/size/minimum',
    /no value fits/,
  ],
  [
    'a condition written as a function',
    'brand',
    (raw) => {
      raw.fields.size = { type: 'integer', computed: 'if(is_active, 1, 2)' }
    },
    '/fields/size/computed',
    /condition \? \w+ : \w+|\? .+ :/,
  ],
  [
    'a default of what is computed',
    'brand',
    (raw) => {
      raw.fields.size = { type: 'integer', computed: '1', default: 3 }
    },
    '/fields/size/default',
    /would never be used/,
  ],
  [
    'a field left out of a print form that the module lacks',
    'goods_receipt',
    (raw) => {
      raw.print = [{ name: 'receipt', omit: ['totl', 'items.qty'] }]
    },
    '/print/0/omit/0',
    /no field "totl"/,
  ],
  [
    'a column that is printed empty and that the rows lack',
    'goods_receipt',
    (raw) => {
      raw.print = [{ name: 'receipt', blank: ['items.qty', 'items.qtty'] }]
    },
    '/print/0/blank/1',
    /no field "items.qtty"/,
  ],
  [
    'a field that every record has',
    'brand',
    (raw) => {
      raw.fields.version = { type: 'text' }
    },
    '/fields/version',
    /of its own/,
  ],
  [
    'a status beside a workflow',
    'goods_receipt',
    (raw) => {
      raw.fields.status = { type: 'select', options: ['draft', 'posted'] }
    },
    '/fields/status',
    /workflow says the status/,
  ],
  [
    'a former name that is still there',
    'brand',
    (raw) => {
      raw.fields.nickname = { type: 'text', renamedFrom: 'name' }
    },
    '/fields/nickname/renamedFrom',
    /"name" still exists/,
  ],
  [
    'two fields of one former name',
    'brand',
    (raw) => {
      raw.fields.a = { type: 'text', renamedFrom: 'old' }
      raw.fields.b = { type: 'text', renamedFrom: 'old' }
    },
    '/fields/b/renamedFrom',
    /"a" is renamed/,
  ],
  [
    'a record fetched from itself',
    'brand',
    (raw) => {
      raw.fields.branch_id = { type: 'reference', to: 'branch', fetch: 'branch_id.id' }
    },
    '/fields/branch_id/fetch',
    /itself/,
  ],
  [
    'a lookup of another type',
    'goods_receipt',
    (raw) => {
      raw.fields.rating = { type: 'number', lookup: { module: 'supplier', where: { id: '$supplier_id' }, value: 'name' } }
    },
    '/fields/rating/lookup/value',
    /is text; the field is number/,
  ],
  [
    'a child table as a column',
    'goods_receipt',
    (raw) => {
      raw.columns = ['transaction_no', 'items.qty']
    },
    '/columns/1',
    /"items" is a child table/,
  ],
  [
    'a moment beside what is no day',
    'daily_time_record',
    (raw) => {
      raw.columns = ['date', { path: 'time_in', day: 'shift_code' }]
    },
    '/columns/1/day',
    /"shift_code" is .*; a date is needed here/,
  ],
  [
    'a moment beside a day that the list lacks',
    'daily_time_record',
    (raw) => {
      raw.columns = ['employee.name', { path: 'time_in', day: 'date' }]
    },
    '/columns/1/day',
    /"date" is no column of the list.*Add it/,
  ],
  [
    'a day beside what is no moment',
    'daily_time_record',
    (raw) => {
      raw.columns = ['date', { path: 'work_hours', day: 'date' }]
    },
    '/columns/1/day',
    /"work_hours" is .*; only a datetime has a day beside it/,
  ],
  [
    'a column that stands twice',
    'brand',
    (raw) => {
      raw.columns = ['name', 'name']
    },
    '/columns/1',
    /twice/,
  ],
  [
    'a filter by files',
    'goods_receipt',
    (raw) => {
      raw.filters = ['proof']
    },
    '/filters/0',
    /type attachments/,
  ],
  [
    'a filter by what is recomputed',
    'brand',
    (raw) => {
      raw.fields.age = { type: 'integer', computed: '1', live: true }
      raw.filters = ['age']
    },
    '/filters/0',
    /recomputed each time/,
  ],
  [
    'an order by what is worked out anew',
    'brand',
    (raw) => {
      raw.fields.age = { type: 'integer', computed: '1', live: true }
      raw.sort = 'age'
    },
    '/sort',
    /recomputed each time/,
  ],
  [
    'a text search in a yes or no',
    'brand',
    (raw) => {
      raw.search = ['is_active']
    },
    '/search/0',
    /only texts and choices are searched/,
  ],
  [
    'a filter by a record of another kind',
    'brand',
    (raw) => {
      raw.fields.place_id = { type: 'reference', to: 'inventory_location', filter: { branch_id: '$manufacturer_id' } }
    },
    '/fields/place_id/filter/branch_id',
    /is a branch, and "\$manufacturer_id" is a manufacturer/,
  ],
  [
    'a filter by a yes that is a text',
    'brand',
    (raw) => {
      raw.fields.place_id = { type: 'reference', to: 'inventory_location', filter: { is_active: 'true' } }
    },
    '/fields/place_id/filter/is_active',
    /true or false is needed/,
  ],
  [
    'a panel of a report by a parameter that there is not',
    'item',
    (raw) => {
      raw.panels = { stock: { module: 'inventory_balance', where: { itm_id: '$id' } } }
    },
    '/panels/stock/where/itm_id',
    /no field "itm_id".*"item_id"/,
  ],
  [
    'a button for values of a field that there is not',
    'memorandum_corner',
    (raw) => {
      raw.endpoints = { 'PATCH {id}/archive': { handler: 'memo.archive', button: { title: 'Archive', where: { is_archivd: true } } } }
    },
    '/endpoints/PATCH {id}~1archive/button/where/is_archivd',
    /no field "is_archivd".*"is_archived"/,
  ],
  [
    'a button above the list that depends on values of a record',
    'memorandum_corner',
    (raw) => {
      raw.endpoints = { 'POST archive': { handler: 'memo.archive', button: { title: 'Archive', where: { is_archived: true } } } }
    },
    '/endpoints/POST archive/button/where',
    /Only a button on a record/,
  ],
  [
    'a panel by a field that there is not',
    'supplier',
    (raw) => {
      raw.panels = { orders: { module: 'purchase_order', where: { suplier_id: '$id' } } }
    },
    '/panels/orders/where/suplier_id',
    /no field "suplier_id".*"supplier_id"/,
  ],
  [
    'a record copied to a reference to another module',
    'goods_receipt',
    (raw) => {
      raw.sources.purchase_order.copy = { supplier_id: 'supplier_id', location_id: 'supplier_id' }
    },
    '/sources/purchase_order/copy/location_id',
    /points to supplier, "location_id" to inventory_location/,
  ],
  [
    "a record copied to the rows' reference to another module",
    'goods_receipt',
    (raw) => {
      raw.sources.purchase_order.lines.items.copy.uom_id = 'item_id'
    },
    '/sources/purchase_order/lines/items/copy/uom_id',
    /points to item, "uom_id" to uom/,
  ],
  [
    'a level of approval that is no person',
    'goods_receipt',
    (raw) => {
      raw.workflow.transitions.approve = { approval: { levels: [{ field: 'supplier_id' }] } }
    },
    '/workflow/transitions/approve/approval/levels/0/field',
    /user or an employee is needed/,
  ],
  [
    'a stamp of who in a text',
    'goods_receipt',
    (raw) => {
      raw.workflow.transitions.post.stamps = { by: 'remarks' }
    },
    '/workflow/transitions/post/stamps/by',
    /a user is needed/,
  ],
  [
    'a stamp of when in a reference',
    'goods_receipt',
    (raw) => {
      raw.workflow.transitions.post.stamps = { at: 'location_id' }
    },
    '/workflow/transitions/post/stamps/at',
    /a day or a time is needed/,
  ],
  [
    'what is asked, of another type than the field it goes to',
    'goods_receipt',
    (raw) => {
      raw.workflow.transitions.post.input = { supplier_dr_no: { type: 'date' } }
    },
    '/workflow/transitions/post/input/supplier_dr_no/type',
    /is date and goes to "supplier_dr_no", which is text/,
  ],
  [
    'an owner that is no person',
    'brand',
    (raw) => {
      raw.entity = { owner: 'manufacturer_id' }
    },
    '/entity/owner',
    /user or employee is needed/,
  ],
]

const WARNED: readonly Mistake[] = [
  [
    'a state without a way out',
    'goods_receipt',
    (raw) => {
      raw.workflow.states = { checked: { title: 'Checked' } }
      raw.workflow.transitions.check = { from: 'draft', to: 'checked' }
    },
    '/workflow/states/checked',
    /Nothing leads out/,
  ],
  [
    'an action close to a usual one',
    'brand',
    (raw) => {
      raw.actions = ['index', 'veiw']
    },
    '/actions/1',
    /"view"/,
  ],
  [
    'an action that nothing carries out',
    'brand',
    (raw) => {
      raw.actions = ['index', 'fly']
    },
    '/actions/1',
    /Nothing carries out/,
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
