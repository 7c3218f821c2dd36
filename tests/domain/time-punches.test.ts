import { describe, expect, it } from 'vitest'
import { momentText } from '../../src/domain/time/clock.ts'
import { compileShift } from '../../src/domain/time/shifts.ts'
import { type Case, flexi, minutes, night, office, punches, reckon, weekdays } from './time-fixture.ts'

const graveyard = compileShift({ code: 'GY', kind: 'Fixed', parts: [{ time_in: '00:00', time_out: '08:00' }] })

/** Each row: several days at once, and `worked/late/undertime/absent/overtime/night` of each. */
const WEEKS: [name: string, what: Case, expected: string[]][] = [
  [
    'a night shift belongs to the date it begins',
    {
      shift: night,
      to: '2026-01-06',
      punches: [...punches('2026-01-05', 'in 21:50, out 06:05+'), ...punches('2026-01-06', 'in 21:55, out 06:00+')],
    },
    ['420/0/0/0/0/420', '420/0/0/0/0/420'],
  ],
  [
    'the out of the night before is not the in of the day',
    {
      shift: night,
      date: '2026-01-06',
      punches: [...punches('2026-01-05', 'in 21:50, out 06:05+'), ...punches('2026-01-06', 'in 21:55, out 06:00+')],
    },
    ['420/0/0/0/0/420'],
  ],
  [
    'a shift from midnight, punched before midnight',
    {
      shift: graveyard,
      to: '2026-01-06',
      punches: [...punches('2026-01-04', 'in 23:50, out 08:00+'), ...punches('2026-01-05', 'in 23:55, out 08:00+')],
    },
    ['480/0/0/0/0/360', '480/0/0/0/0/360'],
  ],
  [
    'a day shift after a night shift',
    {
      to: '2026-01-06',
      schedule: { ...weekdays(office), dated: [{ date: '2026-01-05', shift: night }] },
      punches: [...punches('2026-01-05', 'in 22:00, out 06:30+'), ...punches('2026-01-06', 'in 07:45, out 17:00')],
    },
    ['420/0/0/0/0/420', '480/0/0/0/0/0'],
  ],
  [
    'a night shift before a rest day, with a break after midnight',
    {
      shift: night,
      date: '2026-01-09',
      to: '2026-01-10',
      punches: punches('2026-01-09', 'in 22:00, break 02:00+, back 03:00+, out 06:30+'),
    },
    ['420/0/0/0/0/420', '0/0/0/0/0/0'],
  ],
  [
    'the same without directions',
    { shift: night, date: '2026-01-09', to: '2026-01-10', punches: punches('2026-01-09', 'x 22:00, x 02:00+, x 03:00+, x 06:30+') },
    ['420/0/0/0/0/420', '0/0/0/0/0/0'],
  ],
  [
    'overtime past midnight stays with its day',
    {
      to: '2026-01-06',
      policy: { overtime: { authorization: 'actual' } },
      punches: [...punches('2026-01-05', 'in 08:00, out 03:00+'), ...punches('2026-01-06', 'in 08:00, out 17:00')],
    },
    ['480/0/0/0/600/300', '480/0/0/0/0/0'],
  ],
  [
    'even past the hour at which the next day begins, where one may be in for 24 hours',
    {
      to: '2026-01-06',
      policy: { overtime: { authorization: 'actual' }, punches: { longest_minutes: 1440 } },
      punches: [...punches('2026-01-05', 'in 08:00, out 05:00+'), ...punches('2026-01-06', 'in 08:00, out 17:00')],
    },
    ['480/0/0/0/720/420', '480/0/0/0/0/0'],
  ],
  [
    'a forgotten out does not swallow the next day',
    { to: '2026-01-06', punches: [...punches('2026-01-05', 'in 08:00'), ...punches('2026-01-06', 'in 08:00, out 17:00')] },
    ['0/0/0/480/0/0', '480/0/0/0/0/0'],
  ],
  [
    'without directions, a forgotten punch spoils only its own day',
    { to: '2026-01-06', punches: [...punches('2026-01-05', 'x 08:00, x 12:00, x 13:00'), ...punches('2026-01-06', 'x 08:00, x 17:00')] },
    ['240/0/0/240/0/0', '480/0/0/0/0/0'],
  ],
  [
    'flexible hours: what one day lacks and another has too much',
    {
      shift: flexi,
      to: '2026-01-06',
      punches: [...punches('2026-01-05', 'in 08:00, out 16:00'), ...punches('2026-01-06', 'in 08:00, out 19:00')],
    },
    ['420/0/60/0/0/0', '480/0/0/0/0/0'],
  ],
]

describe('punches over several days', () => {
  it.each(WEEKS)('%s', (_name, what, expected) => {
    expect(reckon(what).days.map(minutes)).toEqual(expected)
  })

  it('omits punches replaced by a filing, by number', () => {
    const day = reckon({
      punches: [
        { at: punches('2026-01-05', 'in 08:00')[0]!.at, kind: 'time_in', no: 'P1' },
        { at: punches('2026-01-05', 'out 11:00')[0]!.at, kind: 'time_out', no: 'P2' },
      ],
      filings: [{ kind: 'timelog', no: 'T-1', status: 'processed', type: 'time_out', at: '2026-01-05T17:00', replaces: 'P2' }],
    }).days[0]!
    expect([minutes(day), day.ignored.map((ignored) => `${ignored.no} ${ignored.reason}`), momentText(day.time_out!)]).toEqual([
      '480/0/0/0/0/0',
      ['P2 corrected'],
      '2026-01-05T17:00',
    ])
  })
})

describe('repeated punches', () => {
  it('are duplicates up to the limit, and the first one counts', () => {
    const day = reckon({ punched: 'in 08:00, in 08:02, out 16:50, out 16:52' }).days[0]!
    expect([minutes(day), day.status, day.ignored.map((ignored) => `${ignored.reason} ${momentText(ignored.from!).slice(11)}`)]).toEqual([
      '470/0/10/0/0/0',
      'present',
      ['duplicate 08:02', 'duplicate 16:52'],
    ])
  })
  it('are errors beyond it', () => {
    const day = reckon({ punched: 'in 08:00, out 16:50, out 16:53' }).days[0]!
    expect([minutes(day), day.status, day.ignored.map((ignored) => ignored.reason)]).toEqual([
      '470/0/10/0/0/0',
      'incomplete',
      ['missing_in'],
    ])
  })
  it('yield to a correction of the same kind, before or after', () => {
    const filed = (time: string): Case => ({
      punched: 'in 08:00, out 16:30',
      filings: [{ kind: 'timelog', no: 'T', status: 'approved', type: 'time_out', at: `2026-01-05T${time}` }],
    })
    for (const [time, expected] of [
      ['17:00', '480/0/0/0/0/0'],
      ['16:00', '420/0/60/0/0/0'],
    ] as const) {
      const day = reckon(filed(time)).days[0]!
      expect([minutes(day), day.status, day.ignored.map((ignored) => ignored.reason)]).toEqual([expected, 'present', ['corrected']])
    }
  })
})

describe('the break', () => {
  const floating = compileShift({ code: 'F', kind: 'Fixed', parts: [{ time_in: '08:00', time_out: '17:00' }], break_minutes: 60 })
  const rows: [name: string, what: Case, expected: string][] = [
    ['at any hour', { punched: 'in 08:00, out 13:30, in 14:30, out 17:00' }, '480/0/0/0/0/0'],
    ['too long', { punched: 'in 08:00, out 13:30, in 14:45, out 17:00' }, '465/15/0/0/0/0'],
    ['not punched', { punched: 'in 08:00, out 17:00' }, '480/0/0/0/0/0'],
    ['partly punched', { punched: 'in 08:00, out 12:00, in 12:30, out 17:00' }, '480/0/0/0/0/0'],
    ['a short day has none', { punched: 'in 08:00, out 12:00' }, '240/0/0/240/0/0'],
    ['five hours have none', { punched: 'in 08:00, out 13:00' }, '300/0/0/180/0/0'],
    ['six hours have one', { punched: 'in 08:00, out 14:00' }, '300/0/180/0/0/0'],
    ['an afternoon has none', { punched: 'in 13:00, out 17:00' }, '240/0/0/240/0/0'],
    ['late and without break punches', { punched: 'in 09:00, out 17:00' }, '420/60/0/0/0/0'],
    [
      'worked through where it must be punched',
      { punched: 'in 08:00, out 17:00', policy: { breaks: { deduction: 'punched' } } },
      '480/0/0/0/0/0',
    ],
  ]
  it.each(rows)('%s', (_name, what, expected) => {
    expect(minutes(reckon({ shift: floating, ...what }).days[0]!)).toBe(expected)
  })
  it('at a fixed hour, worked through and filed as overtime', () => {
    const day = reckon({
      punched: 'in 08:00, out 17:00',
      policy: { breaks: { deduction: 'punched' } },
      filings: [{ kind: 'overtime', no: 'O', status: 'approved', date: '2026-01-05', from: '2026-01-05T12:00', to: '2026-01-05T13:00' }],
    }).days[0]!
    expect(minutes(day)).toBe('480/0/0/0/60/0')
  })
})
