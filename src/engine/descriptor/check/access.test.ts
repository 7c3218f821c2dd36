import { expect, it } from 'vitest'
import type { FieldType } from '../../model/module.ts'
import { isConfidential, nameable, needsAccess, sees } from '../../runtime/permissions/index.ts'
import { edit, loadWorld } from '../../testing.ts'

type Raw = Record<string, unknown>
const field = (name: string, spec: unknown) => (raw: Raw) => {
  Object.assign(raw.fields as object, { [name]: spec })
}
const set = (key: string, value: unknown) => (raw: Raw) => {
  raw[key] = value
}
const problemsOf = (name: string, change: (raw: Raw) => void) =>
  loadWorld(edit(name, change)).problems.map(({ file, pointer, line, message, hint }) => ({ file, pointer, line, message, hint }))

it.each<[FieldType, object]>([
  ['money', {}],
  ['tin', {}],
  ['sss_no', {}],
  ['philhealth_no', {}],
  ['pagibig_no', {}],
  ['text', { sensitive: true }],
])('C1: a %s that does not say who may see it is refused', (type, more) => {
  const [problem, ...others] = problemsOf('base/item', field('secret_value', { type, ...more }))
  expect(others).toEqual([])
  expect(problem).toMatchObject({ pointer: '/fields/secret_value', file: expect.stringMatching(/base\/item\.json$/) })
  expect(problem!.line).toBeGreaterThan(1)
  expect(problem!.message).toMatch(/Who may see "secret_value"\?/)
  expect(problem!.hint).toMatch(/"compensation".*"module"/)
})

it('C1: rows and report columns are checked as well', () => {
  const inRows = problemsOf('base/item', field('parts', { type: 'lines', fields: { price: { type: 'money' } } }))
  expect(inRows.map(({ pointer }) => pointer)).toEqual(['/fields/parts/fields/price'])
  const columns = { total: { type: 'money' } } as const
  const report = { kind: 'report', report: { columns, query: { from: 'order', select: { total: { sum: 'total' } } } } } as const
  expect(loadWorld({ 'buy/totals': report }).problems.map(({ pointer }) => pointer)).toEqual(['/report/columns/total'])
  expect(loadWorld({ 'buy/totals': { ...report, access: 'cost' } }).modules.get('totals')!.report!.columns[0]!.access).toBe('cost')
})

it('C1: access of the field, its rows, its tab or the module suffices; the nearest applies', () => {
  const { modules, problems } = loadWorld(
    edit('base/item', (raw) => {
      Object.assign(raw, { access: 'module' })
      field('own', { type: 'money', access: 'cost' })(raw)
      field('placed', { type: 'tin' })(raw)
      field('other', { type: 'money' })(raw)
      field('plain', { type: 'text' })(raw)
      field('parts', { type: 'lines', access: 'bank_details', fields: { price: { type: 'money' }, what: { type: 'text' } } })(raw)
      set('form', {
        tabs: [
          { title: 'A', sections: [{ fields: ['name'] }] },
          { title: 'B', access: 'personal', sections: [{ fields: ['placed'] }] },
        ],
      })(raw)
    }),
  )
  expect(problems).toEqual([])
  const item = modules.get('item')!
  const access = Object.fromEntries(['own', 'placed', 'other', 'plain'].map((name) => [name, item.field[name]!.access]))
  expect(access).toEqual({ own: 'cost', placed: 'personal', other: 'module', plain: undefined })
  const { price, what } = item.lines.find((lines) => lines.name === 'parts')!.field
  expect([price!.access, what!.access]).toEqual(['bank_details', undefined])
  expect(['own', 'other'].map((name) => sees({ access: [] }, item.field[name]!))).toEqual([false, true])
})

it('C1: a name or a search that others may use contains nothing confidential', () => {
  const named = (raw: Raw) => {
    field('tin', { type: 'tin', access: 'module' })(raw)
    set('entity', { label: '{name} · {tin}' })(raw)
    set('search', ['name', 'tin'])(raw)
  }
  const found = problemsOf('base/supplier', named)
  expect(found.map(({ pointer }) => pointer)).toEqual(['/entity/label', '/search/1'])
  expect(found[0]!.message).toMatch(/"tin" is confidential/)
  // Nothing refers to a receipt: only users with the permission can search it.
  expect(
    problemsOf('buy/receipt', (raw) => set('search', ['transaction_no', 'value'])(raw)).filter((problem) =>
      /confidential/.test(problem.message),
    ),
  ).toEqual([])
})

// proves: entity.picker
it('pickers show below a label what the descriptor of the module names, and nothing that others may not see', () => {
  const { modules, problems } = loadWorld(
    edit('base/item', (raw) => {
      field('thickness', { type: 'text' })(raw)
      set('entity', { picker: ['thickness'] })(raw)
    }),
  )
  expect(problems).toEqual([])
  const line = modules
    .get('order')!
    .lines.flatMap(({ fields }) => fields)
    .find(({ to }) => to === 'item')!
  expect(line.picker).toEqual([{ path: 'thickness', title: 'Thickness', type: 'text' }])
  expect(nameable({ grants: {}, access: [] }, modules, { module: modules.get('item')!, path: 'thickness', use: 'column' })).toBe(true)
  const closed = problemsOf('base/item', (raw) => {
    field('size', { type: 'text', access: 'cost' })(raw)
    set('entity', { picker: ['size', 'colour'] })(raw)
  })
  expect(closed.map(({ pointer }) => pointer)).toEqual(['/entity/picker/0', '/entity/picker/1'])
})

// proves: entity.pickerFigures, entity.pickerFigures[].call, entity.pickerFigures[].title, entity.pickerFigures[].type, entity.pickerFigures[].value, entity.pickerFigures[].with
it('pickers show figures answered by a call of the module, and of no other', () => {
  const figure = (call: string) =>
    edit('base/item', (raw) => {
      set('endpoints', { 'GET stock': 'item.stock' })(raw)
      set('entity', { pickerFigures: [{ call, value: 'available', title: 'Available', with: ['location_id'] }] })(raw)
    })
  const line = loadWorld(figure('stock'))
    .modules.get('order')!
    .lines.flatMap(({ fields }) => fields)
    .find(({ to }) => to === 'item')!
  expect(line.pickerFigures).toEqual([{ call: 'stock', value: 'available', title: 'Available', type: 'quantity', with: ['location_id'] }])
  const missing = loadWorld(figure('stocks')).problems.filter(({ pointer }) => pointer === '/entity/pickerFigures/0/call')
  expect(missing.map(({ message }) => message)).toEqual(['The module has no call "GET stocks".'])
})

// proves: entity.offeredColumns
it('lists offer columns of the records that they refer to, besides those that they show', () => {
  const offering = (name: string) => loadWorld(edit('base/supplier', set('entity', { offeredColumns: [name] })))
  expect(offering('term_days').modules.get('order')!.offeredColumns).toMatchObject([
    { path: 'supplier.term_days', title: 'Supplier term days', via: 'supplier_id' },
  ])
  const missing = offering('colour').problems.filter(({ pointer }) => pointer === '/entity/offeredColumns/0')
  expect(missing).toHaveLength(1)
})

// proves: entity.pickerChoices, entity.pickerChoices.call, entity.pickerChoices.with
it('references request choices from an existing call of their target', () => {
  const choices = (call: string) =>
    edit('base/item', (raw) => {
      set('endpoints', { 'GET stock': 'item.stock' })(raw)
      set('entity', { pickerChoices: { call, with: ['location_id'] } })(raw)
    })
  const line = loadWorld(choices('stock'))
    .modules.get('order')!
    .lines.flatMap(({ fields }) => fields)
    .find(({ to }) => to === 'item')!
  expect(line.pickerChoices).toEqual({ call: 'stock', with: ['location_id'] })
  const missing = loadWorld(choices('stocks')).problems.filter(({ pointer }) => pointer === '/entity/pickerChoices/call')
  expect(missing.map(({ message }) => message)).toEqual(['The module has no call "GET stocks".'])
})

it('passwords and secrets are confidential, and no access code shows them', () => {
  for (const type of ['password', 'secret'] as const)
    expect([isConfidential({ type, sensitive: true }), needsAccess({ type, sensitive: true })]).toEqual([true, false])
  expect(isConfidential({ type: 'text', sensitive: false })).toBe(false)
})
