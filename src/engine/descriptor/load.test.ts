import { describe, expect, it } from 'vitest'
import type { Descriptor } from '../model/descriptor.generated.ts'
import type { Module } from '../model/module.ts'
import { createRegistries } from '../model/registries.ts'
import { edit, loadWorld, PARTS, WORLD } from '../testing.ts'
import { Loader } from './load.ts'

const { modules, problems } = loadWorld()
const order = modules.get('order')!
const receipt = modules.get('receipt')!

describe('resolve', () => {
  it('reports no problem in valid descriptors', () => expect(problems).toEqual([]))

  it('derives labels, number, title and menu place', () => {
    expect([order.title, order.singular, order.application]).toEqual(['Orders', 'Order', 'buy'])
    expect(order.entity).toMatchObject({
      label: '{transaction_no}',
      name: 'transaction_no',
      items: 'items',
      branch: 'branch_id',
      date: 'transaction_date',
    })
    expect(order.entity.numbers[0]).toEqual({
      field: 'transaction_no',
      format: 'O-{branch.code}-{YYYY}-{######}',
      at: 'save',
      gapless: false,
    })
    expect(order.field.transaction_no).toMatchObject({ unique: true, writable: false })
    expect(modules.get('branch')!.entity.label).toBe('{code} · {name}')
    expect(order.field.supplier_id!.title).toBe('Supplier')
  })

  it('names resolved references and their columns', () => {
    expect(order.field.supplier_id).toMatchObject({ refAs: 'supplier', refColumns: ['term_days'], index: true })
    expect(receipt.field.order_ids!.refAs).toBe('orders')
    expect(order.field.posted_by!.refAs).toBe('posted_by_user')
    expect(receipt.lines[0]!.field.item_id!.refColumns).toEqual(['is_serial'])
    expect(order.lines[0]!.field.item_id!.refColumns).toEqual(['cost'])
  })

  it('lets quick filters and columns pass through references', () => {
    const reaching = { filters: ['status', 'supplier.term_days'], columns: ['supplier.term_days'] }
    const { modules: loaded, problems: found } = loadWorld(edit('buy/order', (raw) => Object.assign(raw, reaching)))
    expect(found).toEqual([])
    const { filters, reached, columns } = loaded.get('order')!
    expect(filters).toEqual(['status', 'supplier.term_days'])
    expect(reached!['supplier.term_days']).toMatchObject({ name: 'term_days', type: 'integer' })
    expect(columns[0]!.title).toBe('Supplier term days')
    expect(order.reached).toBeUndefined()
  })

  it('orders computations by what they read', () => {
    const label = (node: Module['compute'][number]) => (node.kind === 'set' ? node.calculation.call : node.field)
    expect(receipt.compute.map(label)).toEqual(['share', 'cost', 'value'])
    expect(order.compute.map(label)).toEqual(['amount', 'due_date', 'total'])
  })

  it('shows the date of a document beside its subject, and other fields without a place last', () => {
    const { modules: loaded } = loadWorld(
      edit('buy/order', set('form', { sections: [{ fields: ['supplier_id'] }, { fields: ['items'] }] })),
    )
    const { sections } = loaded.get('order')!.form.tabs[0]!
    expect(sections.map(({ fields }) => fields[1])).toEqual(['transaction_date', undefined, expect.any(String)])
    expect(sections.at(-1)!.title).toBe('Other')
  })

  it('ignores in requests the fields that the system writes', () => {
    const rows = (order.schema.properties as Record<string, { items: { properties: object } }>).items!.items.properties
    expect(Object.keys(rows)).toEqual(['id', 'item_id', 'qty', 'price'])
    expect(order.lines[0]!.field.qty_received).toMatchObject({ writable: false, default: { value: 0 } })
    expect(receipt.lines[0]!.field.landed!.writable).toBe(false)
    for (const name of ['status', 'transaction_no', 'total', 'created_at', 'posted_by'])
      expect(order.schema.properties).not.toHaveProperty(name)
  })

  it('fills in the source of rows', () => {
    expect(receipt.sources[0]).toMatchObject({
      module: 'order',
      field: 'order_ids',
      many: true,
      copy: { supplier_id: 'supplier_id' },
      lines: {
        items: {
          from: 'items',
          link: 'source_line_id',
          quantity: 'qty',
          serves: 'qty_received',
          rule: 'E_OVER_SERVE',
          copy: { item_id: 'item_id' },
        },
      },
    })
    expect(receipt.lines[0]!.field.source_line_id!.storage).toBe('bigint')
    // A reference that the system fills in is not one that a user chooses a source by.
    const noted = edit('buy/receipt', (raw) => {
      raw.fields = { noted_order_id: { type: 'reference', to: 'order', readonly: true }, ...(raw.fields as object) }
    })
    expect(loadWorld(noted).modules.get('receipt')?.sources[0]?.field).toBe('order_ids')
  })

  it('takes optional transitions only when named', () => {
    expect(Object.keys(order.workflow!.transitions)).toEqual(['post', 'approve', 'disapprove', 'undo_approval', 'close', 'reopen', 'void'])
    expect(receipt.workflow!.states).not.toHaveProperty('closed')
    expect(order.workflow!.transitions.approve!.approval).toEqual({ setting: 'order.requires_approval', amount: 'total', levels: [] })
    expect(order.workflow!.states.disapproved!.saveTo).toBe('draft')
    expect(order.field).toHaveProperty('closed_reason')
    expect(receipt.field).not.toHaveProperty('closed_reason')
  })

  it('answers frozen plain JSON with a hash of its content', () => {
    expect(JSON.parse(JSON.stringify(order))).toEqual(order)
    expect(Object.isFrozen(order.fields[0])).toBe(true)
    const other = loadWorld(
      edit('buy/order', (raw) => {
        raw.title = 'Purchases'
      }),
    ).modules.get('order')!
    expect(other.hash).not.toBe(order.hash)
    expect(loadWorld().modules.get('order')!.hash).toBe(order.hash)
  })
})

/** One mistake each: the change, the place where it must be reported, and words of the message or hint. */
const field = (name: string, spec: unknown) => (raw: Record<string, unknown>) => {
  Object.assign(raw.fields as object, { [name]: spec })
}
const transition = (name: string, spec: unknown) => (raw: Record<string, unknown>) => {
  Object.assign((raw.workflow as { transitions: object }).transitions, { [name]: spec })
}
const set = (key: string, value: unknown) => (raw: Record<string, unknown>) => {
  raw[key] = value
}
const CASES: readonly [string, (raw: Record<string, unknown>) => void, string, RegExp][] = [
  ['unknown key', set('colums', []), '/colums', /Unknown key.*"columns"/],
  ['unknown key of a field', field('note', { type: 'text', requird: true }), '/fields/note/requird', /"required"/],
  ['wrong type of value', set('hidden', 'yes'), '/hidden', /expected boolean/],
  ['unknown field type', field('note', { type: 'txt' }), '/fields/note/type', /"text"/],
  ['field without type', field('note', {}), '/fields/note', /no type/],
  ['unknown module', field('to_id', { type: 'reference', to: 'suplier' }), '/fields/to_id/to', /"supplier"/],
  ['reference without target', field('to_id', { type: 'reference' }), '/fields/to_id', /needs "to"/],
  ['reference called otherwise', field('vendor', { type: 'reference', to: 'supplier' }), '/fields/vendor', /vendor_id/],
  ['reference to what has no name', field('log_id', { type: 'reference', to: 'tick' }), '/fields/log_id/to', /could read as/],
  ['answer name taken twice', field('supplier', { type: 'text' }), '/fields/supplier_id', /answered as "supplier"/],
  [
    'filter on unknown column',
    field('other_id', { type: 'reference', to: 'supplier', filter: { activ: true } }),
    '/fields/other_id/filter/activ',
    /no field "activ"/,
  ],
  [
    'filter by unknown sibling',
    field('other_id', { type: 'reference', to: 'supplier', filter: { id: '$nothing' } }),
    '/fields/other_id/filter/id',
    /"nothing"/,
  ],
  ['fetch from what is no reference', field('note', { type: 'text', fetch: 'freight.name' }), '/fields/note/fetch', /not a reference/],
  ['fetch of an unknown column', field('note', { type: 'text', fetch: 'supplier_id.nam' }), '/fields/note/fetch', /"name"/],
  ['fetch of another type', field('note', { type: 'text', fetch: 'supplier_id.term_days' }), '/fields/note/fetch', /is integer/],
  [
    'lookup of an unknown column',
    field('rate', { type: 'rate', lookup: { module: 'item', where: { id: '$supplier_id' }, value: 'costs' } }),
    '/fields/rate/lookup/value',
    /"cost"/,
  ],
  ['keyword for another type', field('note', { type: 'text', minimum: 3 }), '/fields/note/minimum', /means nothing/],
  ['select without options', field('note', { type: 'select' }), '/fields/note', /needs "options"/],
  ['list of choices for a text', field('note', { type: 'text', optionsOf: 'accountRoles' }), '/fields/note/optionsOf', /it is for select/],
  [
    'list of choices beside others',
    field('note', { type: 'select', optionsOf: 'accountRoles', options: ['a'] }),
    '/fields/note/options',
    /those of "optionsOf"/,
  ],
  [
    'default that is not an option',
    field('note', { type: 'select', options: ['a', 'b'], default: 'c' }),
    '/fields/note/default',
    /default is not valid/,
  ],
  ['pattern that is none', field('note', { type: 'text', pattern: '(' }), '/fields/note/pattern', /regular expression/],
  ['unknown name in an expression', field('note', { type: 'money', computed: 'frieght * 2' }), '/fields/note/computed', /"freight"/],
  ['expression of another type', field('note', { type: 'money', computed: 'supplier.name' }), '/fields/note/computed', /gives text/],
  ['condition that is none', field('note', { type: 'text', visible: 'freight' }), '/fields/note/visible', /bool is needed/],
  ['syntax error', field('note', { type: 'money', computed: 'freight *' }), '/fields/note/computed', /Syntax/],
  [
    'computed in a circle',
    (raw) => {
      field('a', { type: 'money', computed: 'b' })(raw)
      field('b', { type: 'money', computed: 'a' })(raw)
    },
    '/fields/a/computed',
    /circle: a → b → a/,
  ],
  [
    'unknown setting',
    field('note', { type: 'money', default: { expr: 'settings.over_reciept_percent' } }),
    '/fields/note/default/expr',
    /over_receipt_percent/,
  ],
  [
    'unknown table in lookup',
    field('note', { type: 'percent', computed: "lookup('rate.row.percent', supplier_id, transaction_date)" }),
    '/fields/note/computed',
    /"rows"/,
  ],
  ['word of JSON Schema', field('note', { type: 'select', enum: ['a'] }), '/fields/note/enum', /Write "options"/],
  ['unknown line template', field('more', { type: 'lines', lines: 'purchse' }), '/fields/more/lines', /"purchase"/],
  [
    'unknown column of a grid',
    field('more', { type: 'lines', fields: { a: { type: 'text' } }, columns: ['b'] }),
    '/fields/more/columns/0',
    /no field "b"/,
  ],
  ['unknown column', set('columns', ['suplier.name']), '/columns/0', /"supplier"/],
  ['unknown column behind a reference', set('columns', ['supplier.nam']), '/columns/0', /"name"/],
  ['unknown filter', set('filters', ['statu']), '/filters/0', /"status"/],
  ['unknown field in the form', set('form', { sections: [{ fields: ['frieght'] }] }), '/form/sections/0/fields/0', /"freight"/],
  ['unknown fact of the header', set('form', { header: { fields: ['frieght'] } }), '/form/header/fields/0', /"freight"/],
  ['no picture', set('form', { header: { image: 'freight', fields: ['freight'] } }), '/form/header/image', /no image field/],
  ['field twice in the form', set('form', { sections: [{ fields: ['freight', 'freight'] }] }), '/form/sections/0/fields/1', /twice/],
  [
    'large list without index',
    (raw) => {
      set('sort', '-freight')(raw)
      set('entity', { volume: 'large', date: 'transaction_date' })(raw)
    },
    '/sort',
    /large|index/,
  ],
  [
    'second person who is not a recipient',
    set('entity', { secondPerson: { person: 'transaction_no', message: 'Not by yourself.' } }),
    '/entity/secondPerson/person',
    /no field with a user/,
  ],
  ['bad number format', set('entity', { number: 'R-{YYYY}' }), '/entity/number', /counter/],
  ['number at an unknown moment', set('entity', { number: { format: '{##}', at: 'pst' } }), '/entity/number/at', /"post"/],
  ['unknown icon', set('icon', 'truk'), '/icon', /"truck"/],
  ['unknown workflow template', set('workflow', 'documnt'), '/workflow', /"document"/],
  ['unknown state', transition('ship', { from: 'posted', to: 'shiped' }), '/workflow/transitions/ship/to', /no state/],
  [
    'unreachable state',
    (raw) => {
      Object.assign(raw.workflow as object, { states: { lost: { tone: 'grey' } } })
    },
    '/workflow/states/lost',
    /Nothing leads/,
  ],
  ['transition without ends', transition('ship', {}), '/workflow/transitions/ship', /"from" and "to"/],
  ['unknown guard', transition('post', { guards: ['period.opn'] }), '/workflow/transitions/post/guards/0', /"period.open"/],
  [
    'guard with wrong parameters',
    transition('post', { guards: [{ 'period.open': { group: 'stok' } }] }),
    '/workflow/transitions/post/guards/0/period.open/group',
    /"stock"/,
  ],
  ['unknown effect', transition('post', { effects: ['stock.mov'] }), '/workflow/transitions/post/effects/0', /"stock.move"/],
  [
    'expression in a parameter',
    transition('post', { effects: [{ 'stock.move': { lines: 'items', cost: 'costs' } }] }),
    '/workflow/transitions/post/effects/0/stock.move/cost',
    /"cost"/,
  ],
  [
    'unknown account role',
    transition('post', {
      effects: [
        {
          'ledger.post': {
            entries: [
              { debit: 'inventry', amount: 'value' },
              { credit: 'cogs', amount: 'value' },
            ],
          },
        },
      ],
    }),
    '/workflow/transitions/post/effects/0/ledger.post/entries/0/debit',
    /"inventory"/,
  ],
  [
    'posting that cannot balance',
    transition('post', {
      effects: [
        {
          'ledger.post': {
            entries: [
              { debit: 'inventory', amount: 'value' },
              { credit: 'cogs', amount: 'value + 1' },
            ],
          },
        },
      ],
    }),
    '/workflow/transitions/post/effects/0/ledger.post/entries',
    /cannot balance/,
  ],
  ['unknown job', transition('post', { job: 'order.comput' }), '/workflow/transitions/post/job', /"order.compute"/],
  ['unknown handler', set('endpoints', { 'GET summary': 'order.sumary' }), '/endpoints/GET summary', /"order.summary"/],
  [
    'button that asks for a record of nothing',
    set('endpoints', {
      'POST run': { handler: 'order.summary', button: { title: 'Run', input: { to: { type: 'reference', to: 'ordr' } } } },
    }),
    '/endpoints/POST run/button/input/to/to',
    /"order"/,
  ],
  ['unknown action', set('actions', ['index', 'process']), '/actions', /no transition/],
  ['unknown print template', set('print', 'documnt'), '/print/0/template', /"document"/],
  ['notification of who may do nothing', set('notify', [{ on: 'post', to: ['can:vodi'] }]), '/notify/0/to/0', /"void"/],
  ['notification of nobody', set('notify', [{ on: 'post', to: ['boss'] }]), '/notify/0/to/0', /is not a recipient/],
  ['unknown calculation', set('calculations', [{ call: 'shares', lines: 'items' }]), '/calculations/0/call', /"share"/],
  [
    'calculation into nothing',
    set('calculations', [{ call: 'share', lines: 'items', with: { to: 'landd' } }]),
    '/calculations/0',
    /writes "items.landd"/,
  ],
  ['source that is no module', set('sources', { ordr: {} }), '/sources/ordr', /"order"/],
  [
    'counter that does not exist',
    set('sources', { order: { lines: { items: { open: 'qty', serves: 'qty_recieved' } } } }),
    '/sources/order/lines/items/serves',
    /"qty_received"/,
  ],
  ['panel of an unknown module', set('panels', { notes: { module: 'note', where: {} } }), '/panels/notes/module', /no module "note"/],
]

describe('check', () => {
  it.each(CASES)('reports: %s', (_, change, pointer, words) => {
    const found = loadWorld({ ...edit('buy/receipt', change), 'base/tick': { kind: 'log', fields: { at: { type: 'datetime' } } } }).problems
    const messages = found.map((problem) => `${problem.pointer} ${problem.message} ${problem.hint ?? ''}`)
    expect(
      messages.filter((text) => text.startsWith(`${pointer} `) && words.test(text)),
      messages.join('\n'),
    ).toHaveLength(1)
    expect(found.every((problem) => problem.file === 'modules/buy/receipt.json')).toBe(true)
  })

  it('reports the line, and the problems of all files at once', () => {
    const broken: Descriptor = { fields: { a: { type: 'text' }, b_id: { type: 'reference', to: 'nowhere' } } }
    const found = loadWorld({ 'base/one': broken, 'base/two': broken, 'base/three': '{ "fields": { ' }).problems
    expect(found.map((problem) => [problem.file, problem.line])).toEqual([
      ['modules/base/one.json', 8],
      ['modules/base/three.json', 1],
      ['modules/base/two.json', 8],
    ])
  })

  it('does not report a module for an invalid one that it refers to', () => {
    const found = loadWorld({ 'base/supplier': '{ "kind": 3 }' }).problems
    expect(new Set(found.map((problem) => problem.file))).toEqual(new Set(['modules/base/supplier.json']))
  })
})

describe('loader', () => {
  const files = Object.entries(WORLD).map(([name, value]) => ({ path: `modules/${name}.json`, text: JSON.stringify(value) }))
  it('resolves only the modules that a change affects', () => {
    const loader = new Loader(createRegistries(PARTS))
    const before = loader.load(files).modules
    const changed = files.map((file) =>
      file.path.endsWith('/item.json') ? { ...file, text: file.text.replace('"rate"', '"money"') } : file,
    )
    const after = loader.load(changed).modules
    const same = [...after].filter(([name, module]) => before.get(name) === module).map(([name]) => name)
    expect(same.sort()).toEqual(['branch', 'rate', 'supplier', 'user'])
    expect(loader.load(files).modules.get('order')).toEqual(before.get('order'))
  })

  it('resolves two of 200 descriptors again when one changes that the other refers to', () => {
    const many = Array.from({ length: 29 }, (_, copy) =>
      Object.entries(WORLD).map(([name, value]) => {
        const text = JSON.stringify(value)
          .replaceAll(/"(to|order)":\s*"(\w+)"/g, (_all, key, to) => `"${key}":"${to}_${copy}"`)
          .replace('"sources":{"order"', `"sources":{"order_${copy}"`)
        return { path: `modules/${name}_${copy}.json`, text: text.replaceAll('"to":"branch', '"to":"branch') }
      }),
    ).flat()
    const all = [...many, ...files]
    const loader = new Loader(createRegistries(PARTS))
    const before = loader.load(all).modules
    expect(before.size).toBeGreaterThanOrEqual(200)
    const path = 'modules/buy/order_0.json'
    const after = loader.load(all.map((file) => (file.path === path ? { ...file, text: `${file.text} ` } : file))).modules
    // How long both take is measured by the benchmark.
    expect([...after].filter(([name, module]) => before.get(name) !== module).map(([name]) => name)).toEqual(['order_0', 'receipt_0'])
  })
})
