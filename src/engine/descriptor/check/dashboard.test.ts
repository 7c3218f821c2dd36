import { expect, it } from 'vitest'
import { loadWorld } from '../../testing.ts'

const problemsOf = (figures: object, more: object = {}, tile: object = {}) => {
  const dashboard = { tiles: { seen: { type: 'figure', title: 'Seen', figures: { module: 'receipt', ...figures }, ...tile } }, ...more }
  return loadWorld({ 'buy/board': { kind: 'dashboard', dashboard } as never }).problems.map(
    ({ pointer, message, hint }) => `${pointer} ${message} ${hint ?? ''}`,
  )
}
const AT = '/dashboard/tiles/seen'

it('accepts figures of existing fields, lines and references', () => {
  expect(
    problemsOf({ group: ['transaction_date:month', 'supplier.name'], measures: { lines: 'count:items' }, period: 'this_month' }),
  ).toEqual([])
})

const RECORDS = { module: 'receipt', columns: ['supplier.name', 'value'], sort: '-transaction_date', where: { status: 'posted' } }
const GOAL = { module: 'order' }

it('accepts every type of tile with its parts', () => {
  const figures = { module: 'receipt', group: ['supplier_id'] }
  const tiles = {
    figure: { type: 'figure', figures, late: true, span: 4 },
    progress: { type: 'progress', figures, goal: GOAL },
    half: { type: 'progress', figures, goal: 50 },
    chart: { type: 'chart', figures, chart: 'line' },
    ranking: { type: 'ranking', handler: 'order.summary' },
    funnel: { type: 'funnel', stages: { ordered: { title: 'Ordered', figures: GOAL }, received: { title: 'Received', figures } } },
    list: { type: 'list', records: RECORDS },
    calendar: { type: 'calendar', records: { module: 'order', date: 'due_date', period: 'next_7_days' } },
    text: { type: 'text', text: 'Close the month by the fifth.' },
    shortcuts: { type: 'shortcuts', shortcuts: ['order'] },
  }
  const titled = Object.fromEntries(Object.entries(tiles).map(([name, tile]) => [name, { title: name, ...tile }]))
  expect(loadWorld({ 'buy/board': { kind: 'dashboard', dashboard: { narrow: ['board'], tiles: titled } } } as never).problems).toEqual([])
})

it.each([
  ['list without records', { type: 'list', title: 'X' }, '', /needs "records" or a "handler"/],
  ['text without words', { type: 'text', title: 'X' }, '', /needs "text"/],
  ['figure with records', { type: 'figure', title: 'X', figures: GOAL, records: RECORDS }, '/records', /has no "records"/],
  ['figure with a handler beside', { type: 'figure', title: 'X', figures: GOAL, handler: 'order.summary' }, '/handler', /either/],
  ['handler', { type: 'figure', title: 'X', handler: 'order.sumary' }, '/handler', /"order.summary"/],
  ['parameter of a handler', { type: 'figure', title: 'X', handler: 'order.summary', params: { b: 1 } }, '/params/b', /./],
  ['progress without a goal', { type: 'progress', title: 'X', figures: GOAL }, '', /needs a "goal"/],
  ['goal of a figure', { type: 'figure', title: 'X', figures: GOAL, goal: 5 }, '/goal', /Only a progress/],
  ['module of a goal', { type: 'progress', title: 'X', figures: GOAL, goal: { module: 'ordr' } }, '/goal/module', /"order"/],
  ['drawing of a list', { type: 'list', title: 'X', records: RECORDS, chart: 'pie' }, '/chart', /not drawn/],
  ['module of records', { type: 'list', title: 'X', records: { module: 'reciept' } }, '/records/module', /"receipt"/],
  ['column', { type: 'list', title: 'X', records: { ...RECORDS, columns: ['valu'] } }, '/records/columns/0', /"value"/],
  ['order of records', { type: 'list', title: 'X', records: { ...RECORDS, sort: '-valu' } }, '/records/sort', /"value"/],
  [
    'condition of records',
    { type: 'list', title: 'X', records: { ...RECORDS, where: { stauts: 1 } } },
    '/records/where/stauts',
    /"status"/,
  ],
  ['date of a calendar', { type: 'calendar', title: 'X', records: { module: 'supplier' } }, '/records/period', /no date of their own/],
  [
    'figures of a stage',
    { type: 'funnel', title: 'X', stages: { a: { title: 'A', figures: { module: 'orde' } }, b: { title: 'B', figures: GOAL } } },
    '/stages/a/figures/module',
    /"order"/,
  ],
  ['shortcut', { type: 'shortcuts', title: 'X', shortcuts: ['ordr'] }, '/shortcuts/0', /"order"/],
])('reports a wrong %s', (_, tile, place, words) => {
  const { problems } = loadWorld({ 'buy/board': { kind: 'dashboard', dashboard: { tiles: { seen: tile } } } } as never)
  expect(problems.map(({ pointer }) => pointer)).toEqual([`${AT}${place}`])
  expect(`${problems[0]!.message} ${problems[0]!.hint ?? ''}`).toMatch(words)
})

it('accepts figures of report rows: counts and sums of its columns', () => {
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
    'average less another of other records',
    { measures: { a: 'average:freight' }, less: { module: 'receipt', measures: { a: 'average:freight' }, where: { status: 'posted' } } },
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
