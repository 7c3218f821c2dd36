import { describe, expect, it } from 'vitest'
import { INITIAL } from '../index/url-state.ts'
import { cutOf, entriesOf, expectedEntries, paramsOf, returning, yearlyParams } from './entries.ts'
import { dayAfterKey } from './MonthGrid.tsx'
import { agendaOf, byGroup, type Entry, inMonth, inOrder, isMonth, layWeek, monthLater, weeksOf } from './month.ts'
import { missingOn } from './text.ts'

const entry = (id: string, from: string, to = from, more: Partial<Entry> = {}): Entry => ({
  id,
  title: id,
  from,
  to,
  tone: 'blue',
  ...more,
})

describe('a month', () => {
  it('consists of whole weeks from Monday', () => {
    const weeks = weeksOf('2026-11')
    expect([weeks.length, weeks[0]![0], weeks.at(-1)!.at(-1)]).toEqual([6, '2026-10-26', '2026-12-06'])
    // February of 2027 begins on a Monday and has 28 days.
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(
      weeksOf('2026-12')
        .flat()
        .filter((day) => day.startsWith('2026-12')),
    ).toHaveLength(31)
  })
  it('has neighbours, also over the new year, and a last day', () => {
    expect([monthLater('2026-12', 1), monthLater('2026-01', -1)]).toEqual(['2027-01', '2025-12'])
    expect([inMonth('2026-01-31', '2026-02'), inMonth('2026-01-31', '2028-02'), inMonth('2026-02-28', '2026-03')]).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-03-28',
    ])
    expect(['2026-11', '2026-13', '26-11', '', undefined].map(isMonth)).toEqual([true, false, false, false, false])
  })
  it('can be navigated by keys', () => {
    const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'x']
    // 1 November 2026 is a Sunday, the last day of its week.
    expect(keys.map((key) => dayAfterKey(key, '2026-11-01'))).toEqual([
      '2026-10-31',
      '2026-11-02',
      '2026-10-25',
      '2026-11-08',
      '2026-10-26',
      '2026-11-01',
      '2026-10-01',
      '2026-12-01',
      undefined,
    ])
  })
})

describe('a week', () => {
  const week = weeksOf('2026-11')[3]!
  const ids = (days: ReturnType<typeof layWeek>) => days.map(({ lanes, more }) => [...lanes.map((lane) => lane?.id ?? '-'), more].join(' '))
  it('puts an entry of several days in one lane, and fills the others with short ones', () => {
    const days = layWeek(
      week,
      [entry('a', '2026-11-16'), entry('long', '2026-11-10', '2026-11-18'), entry('b', '2026-11-18', '2026-11-25')],
      3,
    )
    expect(week[0]).toBe('2026-11-16')
    // `b` has five days here and comes first, `long` three.
    expect(ids(days)).toEqual(['a long 0', '- long 0', 'b long 0', 'b 0', 'b 0', 'b 0', 'b 0'])
  })
  it('counts the entries without a lane on each of its days', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((id) => entry(id, '2026-11-17', id === 'e' ? '2026-11-18' : undefined))
    expect(ids(layWeek(week, many, 3)).slice(0, 3)).toEqual(['0', 'e a b 2', 'e 0'])
  })
})

it('lists the days that have entries, and today', () => {
  const entries = [entry('a', '2026-10-30', '2026-11-02'), entry('b', '2026-11-02')]
  expect(agendaOf('2026-11', entries, '2026-11-21').map((current) => [current.day, current.entries.map(({ id }) => id).join()])).toEqual([
    ['2026-11-01', 'a'],
    ['2026-11-02', 'a,b'],
    ['2026-11-21', ''],
  ])
})

it('groups the entries of a day', () => {
  const sorted = inOrder([
    entry('2', '2026-11-02', undefined, { group: 'Vacation' }),
    entry('1', '2026-11-01', undefined, { group: 'Sick' }),
    entry('3', '2026-11-01', undefined, { group: 'Vacation' }),
  ])
  expect(byGroup(sorted).map(({ group, entries }) => [group, entries.map(({ id }) => id).join()])).toEqual([
    ['Sick', '1'],
    ['Vacation', '3,2'],
  ])
})

describe('the request', () => {
  const calendar = { start: 'date_from', end: 'date_to', title: '{name}', tones: {}, first: false }
  it('overlaps the shown days, within the filters of the list', () => {
    const state = {
      ...INITIAL,
      search: 'ana',
      sort: '-id',
      page: 3,
      filters: { status: { eq: 'posted' }, date_from: { lte: '2026-11-10', gte: '2026-01-01' } },
    }
    expect(paramsOf(calendar, state, '2026-10-26', '2026-12-06')).toEqual({
      page: 1,
      limit: 500,
      search: 'ana',
      sort: 'date_from',
      'filter[status]': 'posted',
      'filter[date_from][lte]': '2026-11-10',
      'filter[date_from][gte]': '2026-01-01',
      'filter[date_to][gte]': '2026-10-26',
    })
  })
  it('is one field where records last a day, and parameters for a report', () => {
    const { end: _, ...day } = calendar
    expect(paramsOf(day, INITIAL, '2026-10-26', '2026-12-06')).toMatchObject({
      'filter[date_from][gte]': '2026-10-26',
      'filter[date_from][lte]': '2026-12-06',
    })
    expect(paramsOf({ ...day, range: ['from', 'to'] }, { ...INITIAL, filters: { from: { eq: '2025-01-01' } } }, 'a', 'b')).toEqual({
      page: 1,
      limit: 500,
      'filter[from]': 'a',
      'filter[to]': 'b',
    })
  })
  it('includes entries that recur every year, unless the list is narrowed to dates', () => {
    const { end: _, ...day } = calendar
    const yearly = { ...day, yearly: 'is_recurring' }
    expect(yearlyParams(day, INITIAL, '2026-10-26')).toBeUndefined()
    expect(yearlyParams(yearly, { ...INITIAL, filters: { date_from: { gte: '2026-01-01' } } }, '2026-10-26')).toBeUndefined()
    expect(yearlyParams(yearly, { ...INITIAL, search: 'day' }, '2026-10-26')).toEqual({
      page: 1,
      limit: 500,
      search: 'day',
      sort: 'date_from',
      'filter[date_from][lt]': '2026-10-26',
      'filter[is_recurring]': 'true',
    })
  })
  it('shows recurring entries on their day in later years, once where it has a new date, and never on a day that does not exist', () => {
    const shown = (entries: [string, string][], dated: [string, string][], first: string, last: string) =>
      returning(
        entries.map(([title, from], index) => entry(String(index), from, undefined, { title })),
        dated.map(([title, from]) => entry('9', from, undefined, { title })),
        first,
        last,
      ).map(({ id, from, to }) => [id, from, to])
    const days: [string, string][] = [
      ['New Year', '2024-01-01'],
      ['Rizal', '2024-12-30'],
      ['Leap', '2024-02-29'],
      ['Later', '2027-01-01'],
    ]
    expect(shown(days, [], '2025-12-29', '2026-02-01')).toEqual([
      ['0-2026', '2026-01-01', '2026-01-01'],
      ['1-2025', '2025-12-30', '2025-12-30'],
    ])
    expect(shown(days, [['New Year', '2026-01-01']], '2025-12-31', '2026-03-01')).toEqual([])
    expect(shown(days, [], '2028-02-28', '2028-03-05')).toEqual([['2-2028', '2028-02-29', '2028-02-29']])
  })
  it('omits rows without a day, and never ends before it begins', () => {
    const rows = [
      { id: 1, name: 'a', date_from: '2026-11-02', date_to: '2026-11-01' },
      { id: 2, name: 'b', date_from: null, date_to: '2026-11-01' },
    ]
    expect(entriesOf({ field: {}, fields: [] } as never, calendar, rows, undefined)).toEqual([
      { id: '1', title: 'a', from: '2026-11-02', to: '2026-11-02', tone: 'blue' },
    ])
  })
  it('shows expected entries that are not prepared yet on their due date, within the filters of the list', () => {
    const module = { name: 'remittance', singular: 'Remittance', field: {}, fields: [], periods: { due: 'due' } } as never
    const rows = [
      { year: 2026, month: 10, agency: 'SSS', due: '2026-11-10' },
      { year: 2026, month: 11, agency: 'BIR', due: '2026-12-10', total: 500 },
      { year: 2026, month: 11, agency: 'SSS' },
    ]
    const shown = (more: object = {}) =>
      expectedEntries(module, { ...calendar, title: '{agency} · {total}' }, rows, {
        filters: {},
        search: '',
        today: '2026-11-26',
        base: '/talent/remittance',
        ...more,
      }).map(({ title, from, tone, meaning, path }) => [title, from, tone, meaning, path])
    expect(shown()).toEqual([
      ['SSS', '2026-11-10', 'red', 'Late: not prepared yet', '/talent/remittance?show=periods&month=2026'],
      ['BIR · 500', '2026-12-10', 'amber', 'To prepare', '/talent/remittance?show=periods&month=2026'],
    ])
    expect(shown({ filters: { agency: { eq: 'BIR' } } })).toHaveLength(1)
    expect(shown({ search: 'x' })).toEqual([])
  })
})

it('marks the days beyond the first rows of a long list as incomplete, and none where all rows were loaded', () => {
  const calendar = { start: 'date', title: [], tones: {} } as never
  const rows = [{ date: '2026-11-02' }, { date: '2026-11-03' }]
  const cut = cutOf(calendar, rows, 900)
  expect(['2026-11-02', '2026-11-03', '2026-11-04'].map((day) => missingOn(day, cut))).toEqual([undefined, 'Not all loaded', 'Not loaded'])
  expect(missingOn('2026-11-04', cutOf(calendar, rows, 2))).toBeUndefined()
})
