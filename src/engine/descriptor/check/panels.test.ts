import { expect, it } from 'vitest'
import { edit, loadWorld } from '../../testing.ts'

const load = (panels: object, receipt: object = {}) =>
  loadWorld({
    ...edit('base/supplier', (raw) => void Object.assign(raw, { panels })),
    ...edit('buy/receipt', (raw) => void Object.assign(raw.fields as object, receipt)),
  })
const messagesFor = (...sent: Parameters<typeof load>) => load(...sent).problems.map((problem) => [problem.pointer, problem.message])

it('derives the records of a panel from the only reference, and the module from the path', () => {
  const { modules, problems } = load({
    receipt: {},
    received: 'receipt',
    late: { module: 'receipt', where: { supplier_id: '$id', freight: 0 } },
  })
  expect(problems).toEqual([])
  expect(modules.get('supplier')!.panels.map(({ path, title, module, where }) => [path, title, module, where])).toEqual([
    ['receipt', 'Receipt', 'receipt', { supplier_id: '$id' }],
    ['received', 'Received', 'receipt', { supplier_id: '$id' }],
    ['late', 'Late', 'receipt', { supplier_id: '$id', freight: 0 }],
  ])
})

it('reports an ambiguous reference, or none', () => {
  const forwarder = { type: 'reference', to: 'supplier' }
  expect(messagesFor({ receipt: {} }, { forwarder_id: forwarder })).toEqual([
    ['/panels/receipt', '"receipt" has several references to "supplier": supplier_id, forwarder_id.'],
  ])
  expect(messagesFor({ goods: 'item' })).toEqual([['/panels/goods', '"item" has no reference to "supplier".']])
  // A reference that a company adds of its own does not change what the panel shows.
  expect(messagesFor({ receipt: {} }, { x_forwarder_id: forwarder })).toEqual([])
})
