import { expect, it } from 'vitest'
import { edit, loadWorld } from '../../testing.ts'

type Raw = Record<string, unknown>
const field = (name: string, spec: unknown) => (raw: Raw) => {
  Object.assign(raw.fields as object, { [name]: spec })
}
const set = (key: string, value: unknown) => (raw: Raw) => {
  raw[key] = value
}

/** One mistake each: the change, the place where it must be reported, and words of the message or hint. */
const CASES: readonly [string, (raw: Raw) => void, string, RegExp][] = [
  ['calendar of an unknown day', set('calendar', { start: 'transaction_dat' }), '/calendar/start', /"transaction_date"/],
  ['calendar of what is no day', set('calendar', { start: 'freight' }), '/calendar/start', /a date is needed/],
  [
    'calendar with a last day that may be empty',
    (raw) => {
      field('until', { type: 'date' })(raw)
      set('calendar', { start: 'transaction_date', end: 'until' })(raw)
    },
    '/calendar/end',
    /may be empty/,
  ],
  ['calendar with unknown words', set('calendar', { start: 'transaction_date', title: '{suplier.name}' }), '/calendar/title', /"supplier"/],
  ['calendar with an unknown group', set('calendar', { start: 'transaction_date', group: 'supplier.nam' }), '/calendar/group', /"name"/],
  [
    'calendar coloured by a reference',
    set('calendar', { start: 'transaction_date', color: 'supplier_id' }),
    '/calendar/color',
    /few values/,
  ],
  [
    'calendar with colours of states',
    set('calendar', { start: 'transaction_date', color: 'status', tones: { posted: 'red' } }),
    '/calendar/tones',
    /colours of its states/,
  ],
  [
    'calendar with the colour of an unknown choice',
    (raw) => {
      field('way', { type: 'select', options: ['truck', 'ship'] })(raw)
      set('calendar', { start: 'transaction_date', color: 'way', tones: { truk: 'red' } })(raw)
    },
    '/calendar/tones/truk',
    /"truck"/,
  ],
  [
    'calendar that returns by what is no yes or no',
    set('calendar', { start: 'transaction_date', yearly: 'freight' }),
    '/calendar/yearly',
    /yes or no/,
  ],
  [
    'calendar of several days that return',
    (raw) => {
      field('until', { type: 'date', required: true })(raw)
      field('again', { type: 'boolean' })(raw)
      set('calendar', { start: 'transaction_date', end: 'until', yearly: 'again' })(raw)
    },
    '/calendar/yearly',
    /one day/,
  ],
  ['a tree of what refers to nothing of its kind', set('tree', {}), '/tree', /lies below/],
  [
    'a tree with unknown words',
    (raw) => {
      field('part_of_id', { type: 'reference', to: 'receipt' })(raw)
      set('entity', { tree: 'part_of_id' })(raw)
      set('tree', { detail: '{part_of.nam}' })(raw)
    },
    '/tree/detail',
    /"nam"/,
  ],
  [
    'a drawing whose pictures are no images',
    (raw) => {
      field('part_of_id', { type: 'reference', to: 'receipt' })(raw)
      set('entity', { tree: 'part_of_id' })(raw)
      set('tree', { diagram: { image: 'part_of_id' } })(raw)
    },
    '/tree/diagram/image',
    /no image field/,
  ],
  ['range of what is no report', set('calendar', { start: 'transaction_date', range: ['a', 'b'] }), '/calendar/range', /Only reports/],
]

it.each(CASES)('reports: %s', (_, change, pointer, words) => {
  const reported = loadWorld(edit('buy/receipt', change)).problems.map(
    (problem) => `${problem.pointer} ${problem.message} ${problem.hint ?? ''}`,
  )
  expect(reported).toEqual([expect.stringMatching(words)])
  expect(reported[0]).toMatch(new RegExp(`^${pointer} `))
})

it("requires the labels of a report's calendar and parameters that take its dates", () => {
  const messagesFor = (calendar: object) => {
    const report = {
      parameters: { from: { type: 'date' }, to: { type: 'date' }, how: { type: 'text' } },
      columns: { day: { type: 'date' }, who: { type: 'text' } },
    }
    const tick = { kind: 'report', report: { ...report, handler: 'order.summary' }, calendar }
    return loadWorld({ 'base/tick': tick as never }).problems.map(
      (problem) => `${problem.pointer} ${problem.message} ${problem.hint ?? ''}`,
    )
  }
  expect(messagesFor({ start: 'day', title: '{who}', range: ['from', 'to'] })).toEqual([])
  expect(messagesFor({ start: 'dy' })).toEqual([
    expect.stringMatching(/^\/calendar Rows of a report have no label/),
    expect.stringMatching(/^\/calendar The calendar of a report needs the "range"/),
    expect.stringMatching(/^\/calendar\/start There is no column "dy".*"day"/),
  ])
  expect(messagesFor({ start: 'day', title: '{whom}', range: ['form', 'how'] })).toEqual([
    expect.stringMatching(/^\/calendar\/title There is no column "whom".*"who"/),
    expect.stringMatching(/^\/calendar\/range\/0 There is no parameter "form".*"from"/),
    expect.stringMatching(/^\/calendar\/range\/1 "how" is text/),
  ])
})

it('requires for a board of days one record per person and day, and a handler of its days', () => {
  const messagesFor = (planner: object, more: object = {}) => {
    const shift = {
      fields: {
        who_id: { type: 'reference', to: 'supplier', required: true },
        day: { type: 'date', required: true },
        what_id: { type: 'reference', to: 'supplier', required: true },
        free: { type: 'boolean' },
        hours: { type: 'number' },
      },
      entity: { unique: [['day', 'who_id']] },
      planner: { person: 'who_id', date: 'day', choice: 'what_id', days: 'order.summary', ...planner },
      ...more,
    }
    return loadWorld({ ...edit('buy/receipt', () => {}), 'base/shift': shift as never }).problems.map(
      (problem) => `${problem.pointer} ${problem.message} ${problem.hint ?? ''}`,
    )
  }
  expect(messagesFor({ free: 'free', follows: ['hours'] })).toEqual([])
  expect(messagesFor({}, { entity: {} })).toEqual([expect.stringMatching(/^\/planner A day of a person could have several/)])
  expect(messagesFor({ person: 'hours', date: 'dy', free: 'hours', follows: ['day'], days: 'order.sumary' })).toEqual([
    expect.stringMatching(/^\/planner A day of a person/),
    expect.stringMatching(/^\/planner\/person "hours" is number; a required reference/),
    expect.stringMatching(/^\/planner\/date There is no field "dy".*"day"/),
    expect.stringMatching(/^\/planner\/days There is no handler "order.sumary".*"order.summary"/),
    expect.stringMatching(/^\/planner\/free "hours" is number; yes or no/),
    expect.stringMatching(/^\/planner\/follows\/0 "day" is date; a field that can be emptied/),
  ])
})
