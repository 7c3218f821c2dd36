import { expect, it } from 'vitest'
import { loadWorld } from '../../testing.ts'

const columns = { item_id: { type: 'reference', to: 'item' }, low: { type: 'number' }, high: { type: 'number' }, ratio: { type: 'number' } }
const query = { from: 'order', lines: 'items', group: ['item_id'], select: { low: { sum: 'qty' } } }
const beside = { from: 'order', lines: 'items', group: ['item_id'], select: { high: { sum: 'qty' } } }
const sound = {
  columns,
  query: { ...query, beside: [beside] },
  formulas: { ratio: 'low / high' },
  totals: ['low', 'high'],
  subtotals: ['item_id'],
}
const problems = (more: object) =>
  loadWorld({ 'buy/totals': { kind: 'report', report: { ...sound, ...more } } } as never).problems.map(({ pointer }) => pointer)

// proves: report.subtotals, report.formulas
it('groups end with sums of existing columns, and formulas read columns before them', () => {
  expect(problems({})).toEqual([])
  expect(problems({ subtotals: ['nothing'] })).toEqual(['/report/subtotals/0'])
  expect(problems({ totals: [] })).toEqual(['/report/subtotals'])
  expect(problems({ key: ['item_id'] })).toEqual(['/report/subtotals'])
  expect(problems({ totals: ['low', 'ratio'] })).toEqual(['/report/totals/1'])
  expect(problems({ formulas: { ratio: 'low / hgh' } })).toEqual(['/report/formulas/ratio'])
  expect(problems({ formulas: { ratio: '"a"' } })).toEqual(['/report/formulas/ratio'])
  expect(problems({ formulas: { ratio: 'ratio + 1' } })).toEqual(['/report/formulas/ratio'])
  expect(problems({ query: { ...sound.query, sort: '-ratio' } })).toEqual(['/report/query/sort'])
})

// proves: report.query.beside, report.query.beside[].from, report.query.beside[].lines, report.query.beside[].where
// proves: report.query.beside[].group, report.query.beside[].select
it('modules beside a query have its groups, and columns of their own', () => {
  const other = (more: object) => problems({ query: { ...query, beside: [{ ...beside, ...more }] } })
  expect(other({ from: 'nothing' })).toEqual(['/report/query/beside/0/from'])
  expect(other({ group: ['item_id', 'qty'] })).toEqual(['/report/query/beside/0/group'])
  expect(other({ group: ['nothing'] })).toEqual(['/report/query/beside/0/group/0'])
  expect(other({ select: { high: { sum: 'nothing' } } })).toEqual(['/report/query/beside/0/select/high'])
  expect(other({ select: { high: { sum: 'qty' }, low: { sum: 'qty' } } })).toEqual(['/report/query/beside/0/select/low'])
})
