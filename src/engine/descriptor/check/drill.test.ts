import { expect, it } from 'vitest'
import { edit, loadWorld } from '../../testing.ts'

const ask = { parameters: { item_id: { type: 'reference', to: 'item' } }, columns: { name: { type: 'text' } } }
const report = (more: object) => ({
  'buy/lines': { kind: 'report', report: { ...ask, handler: 'order.summary' } },
  'buy/totals': {
    kind: 'report',
    report: { ...ask, columns: { name: { type: 'text' }, low: { type: 'number' } }, handler: 'order.summary', ...more },
  },
})
const problems = (more: object) => loadWorld(report(more) as never).problems.map(({ pointer }) => pointer)
const drill = (more: object) => problems({ drill: [{ columns: ['low'], to: 'lines', with: { item_id: '$item_id' }, ...more }] })

// proves: report.opens, report.opens.module, report.opens.application, report.opens.query
it('the columns of what rows open must exist, and only such rows can be bookmarked', () => {
  const opens = { module: 'name', application: 'name', query: 'name' }
  const star = { columns: { name: { type: 'text' }, low: { type: 'number' }, marked: { type: 'boolean', widget: 'bookmark' } } }
  expect(problems({ opens, ...star })).toEqual([])
  expect(problems(star)).toEqual(['/report/columns/marked/widget'])
  expect(problems({ opens: { module: 'nothing', application: 'name', query: 'nowhere' } })).toEqual([
    '/report/opens/module',
    '/report/opens/query',
  ])
})

// proves: report.outline, report.outline.level, report.outline.total
it('the outline of a report and the targets of its figures must exist', () => {
  expect(drill({})).toEqual([])
  expect(drill({ columns: ['name'] })).toEqual(['/report/drill/0/columns/0'])
  expect(drill({ columns: ['high'] })).toEqual(['/report/drill/0/columns/0'])
  expect(drill({ to: 'order' })).toEqual(['/report/drill/0/to'])
  expect(drill({ to: 'nothing' })).toEqual(['/report/drill/0/to'])
  expect(drill({ with: { item: 1 } })).toEqual(['/report/drill/0/with/item'])
  expect(drill({ with: { item_id: '$branch_id' } })).toEqual(['/report/drill/0/with/item_id'])
  expect(drill({ when: 'nothing' })).toEqual(['/report/drill/0/when'])
  expect(problems({ spread: 'name' })).toEqual(['/report/spread'])
  expect(problems({ outline: { level: 'low', total: 'nothing' } })).toEqual(['/report/outline/total'])
})

// proves: drill, drill[].fields, drill[].to, drill[].with
it('figures of a record open a report with the parameters that they name', () => {
  const pointers = (more: object) =>
    loadWorld({
      ...report({}),
      ...edit('buy/receipt', (raw) => Object.assign(raw, { drill: [{ fields: ['freight'], to: 'lines', with: {}, ...more }] })),
    } as never).problems.map(({ pointer }) => pointer)
  expect(pointers({ with: { item_id: '$id' } })).toEqual([])
  expect(pointers({ fields: ['frei'] })).toEqual(['/drill/0/fields/0'])
  expect(pointers({ fields: ['transaction_date'] })).toEqual(['/drill/0/fields/0'])
  expect(pointers({ to: 'order' })).toEqual(['/drill/0/to'])
  expect(pointers({ with: { item: 1, item_id: '$nothing' } })).toEqual(['/drill/0/with/item', '/drill/0/with/item_id'])
  // Figures of a table take values of their row; those of the record have none.
  expect(pointers({ fields: ['items.qty'], with: { item_id: '$items.item_id' } })).toEqual([])
  expect(pointers({ fields: ['items.quantity'] })).toEqual(['/drill/0/fields/0'])
  expect(pointers({ fields: ['freight', 'items.qty'], with: { item_id: '$items.item_id' } })).toEqual(['/drill/0/with/item_id'])
})
