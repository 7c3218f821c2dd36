import { expect, it } from 'vitest'
import { loadWorld } from '../../testing.ts'

const problemsOf = (figures: object, more: object = {}, tile: object = {}) => {
  const dashboard = { tiles: { seen: { type: 'figure', title: 'Seen', figures: { module: 'receipt', ...figures }, ...tile } }, ...more }
  return loadWorld({ 'buy/board': { kind: 'dashboard', dashboard } as never }).problems.map(
    ({ pointer, message, hint }) => `${pointer} ${message} ${hint ?? ''}`,
  )
}
const AT = '/dashboard/tiles/seen'

it('takes figures of fields, lines and references that exist', () => {
  expect(
    problemsOf({ group: ['transaction_date:month', 'supplier.name'], measures: { lines: 'count:items' }, period: 'this_month' }),
  ).toEqual([])
})

it('takes figures of the rows of a report: counts and sums of its columns', () => {
  const buy = {
    'buy/late': {
      kind: 'report',
      fields: {},
      report: {
        query: { from: 'receipt' },
        parameters: { supplier_id: { type: 'reference', to: 'supplier' } },
        columns: { freight: { type: 'quantity' } },
        totals: ['freight'],
      },
    },
    'buy/board': {
      kind: 'dashboard',
      dashboard: {
        tiles: {
          fine: { type: 'figure', title: 'Fine', figures: { module: 'late', measures: { sum: 'sum:freight' }, where: { supplier_id: 1 } } },
          wrong: {
            type: 'ranking',
            title: 'Wrong',
            figures: { module: 'late', group: ['frieght'], measures: { a: 'average:freight' }, period: 'today' },
          },
        },
      },
    },
  }
  expect(loadWorld(buy as never).problems.map(({ pointer }) => pointer)).toEqual(
    ['group/0', 'measures/a', 'period'].map((part) => `/dashboard/tiles/wrong/figures/${part}`),
  )
})

it.each([
  ['module', { module: 'reciept' }, {}, {}, `${AT}/figures/module`, /"receipt"/],
  ['group', { group: ['suplier_id'] }, {}, {}, `${AT}/figures/group/0`, /"supplier_id"/],
  ['span of dates', { group: ['transaction_date:moon'] }, {}, {}, `${AT}/figures/group/0`, /:month/],
  ['measure', { measures: { count: 'count', seen: 'total' } }, {}, {}, `${AT}/figures/measures/seen`, /no measure/],
  ['measured field', { measures: { seen: 'sum:freigt' } }, {}, {}, `${AT}/figures/measures/seen`, /"freight"/],
  ['condition', { where: { stauts: 'posted' } }, {}, {}, `${AT}/figures/where/stauts`, /"status"/],
  ['date', { period: 'this_month', date: 'freight' }, {}, {}, `${AT}/figures/date`, /no date/],
  ['choice of a period', { period: 'chosen' }, {}, {}, `${AT}/figures/period`, /No period can be chosen/],
  ['figure shown', {}, {}, { show: 'cuont' }, `${AT}/show`, /"count"/],
  ['chart without groups', {}, {}, { type: 'chart' }, `${AT}/figures`, /needs groups/],
  [
    'average less another',
    { measures: { a: 'average:freight' }, less: { module: 'receipt', measures: { a: 'average:freight' } } },
    {},
    {},
    `${AT}/figures/less`,
    /sums and counts/,
  ],
])('reports a wrong %s', (_, figures, more, tile, pointer, words) => {
  const [first, ...rest] = problemsOf(figures, more, tile)
  expect(rest).toEqual([])
  expect(first).toMatch(words)
  expect(first!.split(' ')[0]).toBe(pointer)
})
