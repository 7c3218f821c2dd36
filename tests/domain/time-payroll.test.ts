/** Goldens of whole pays, from punches to the payslip. */
import { describe, expect, it } from 'vitest'
import { STATUTORY_DATA } from '../../src/domain/statutory/index.ts'
import type { TimeFiling } from '../../src/domain/time/filings.ts'
import type { Holiday } from '../../src/domain/time/holidays.ts'
import type { Punch } from '../../src/domain/time/punches.ts'
import { compileShift } from '../../src/domain/time/shifts.ts'
import { amounts, daily, MONTH, monthly, pay } from './payroll-support.ts'
import { type Case, dayOf, office, punches, reckon } from './time-fixture.ts'

/** Weekdays of July 2026, from Wednesday the 1st. */
const JULY = Array.from({ length: 31 }, (_, index) => `2026-07-${String(index + 1).padStart(2, '0')}`)
const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
const worked = (besides: Readonly<Record<string, string>> = {}): Punch[] =>
  JULY.flatMap((date) => punches(date, besides[date] ?? (isWeekday(date) ? 'in 08:00, out 17:00' : '')))
const holiday = (date: string, kind: Holiday['kind']): Holiday => ({ date, kind, name: date })
const overtime = (from: string, to: string, minutes?: number): TimeFiling => ({
  kind: 'overtime',
  no: 'OT',
  status: 'approved',
  date: from.slice(0, 10),
  from,
  to,
  ...(minutes === undefined ? {} : { break_minutes: minutes }),
})

const evening = compileShift({ code: 'E', kind: 'Fixed', parts: [{ time_in: '18:00', time_out: '02:00', time_type: 'tomorrow' }] })

const ROWS: [row: string, what: string, time: Case, expected: Record<string, string>][] = [
  ['H1', 'nothing unusual', {}, { net: '26894.14' }],
  [
    'H19',
    'two days of leave without pay',
    {
      punches: worked({ '2026-07-06': '', '2026-07-07': '' }),
      filings: [
        {
          kind: 'leave',
          no: 'L',
          status: 'approved',
          leave_type: 'LWOP',
          date_from: '2026-07-06',
          date_to: '2026-07-07',
          duration_type: 'whole_day',
          with_pay: false,
        },
      ],
    },
    { net: '24641.64' },
  ],
  [
    'H21',
    'two hours of overtime, a rest day of eight hours',
    {
      punches: worked({ '2026-07-01': 'in 08:00, out 19:00', '2026-07-04': 'in 08:00, out 17:00' }),
      filings: [
        overtime('2026-07-01T17:00', '2026-07-01T19:00'),
        { kind: 'rest_day_work', no: 'R', status: 'approved', date: '2026-07-04', from: '2026-07-04T08:00', to: '2026-07-04T17:00' },
      ],
    },
    { net: '28728.01' },
  ],
  [
    'H22',
    'a regular holiday and a special day worked',
    { holidays: [holiday('2026-07-01', 'regular'), holiday('2026-07-02', 'special')] },
    { net: '28356.14' },
  ],
  [
    'H24',
    'five hours of overtime until 11 PM, of them one at night',
    {
      punches: worked({ '2026-07-01': 'in 08:00, out 17:00, in 18:00, out 23:00' }),
      filings: [overtime('2026-07-01T18:00', '2026-07-01T23:00')],
    },
    { WITHHOLDING_TAX: '-1229.46' },
  ],
  [
    'H25',
    'absent on the day before a regular holiday not worked',
    { punches: worked({ '2026-07-01': '', '2026-07-02': '' }), holidays: [holiday('2026-07-02', 'regular')] },
    { gross: '27650.00' },
  ],
]

describe('from punches to the payslip', () => {
  it.each(ROWS)('%s: %s', (_row, _what, given, expected) => {
    const { period } = reckon({ punches: worked(), ...given, from: MONTH.from, to: MONTH.to })
    const slip = pay(monthly('30450', { time: period }))
    expect({ ...amounts(slip), gross: slip.gross.toFixed(2) }).toMatchObject(expected)
  })

  it('L12: seven hours of a night shift are all within the window', () => {
    const graveyard = compileShift({ code: 'N', kind: 'Fixed', parts: [{ time_in: '22:00', time_out: '06:00' }], break_minutes: 60 })
    expect(dayOf({ shift: graveyard, punched: 'in 22:00, out 06:00+' }).worked).toEqual([
      { day_type: 'ordinary', regular: 0, regular_night: 420, overtime: 0, overtime_night: 0 },
    ])
  })

  // Labor Code art. 94(a): the day's wage is due anyway, and the hours worked are paid again.
  it.each([
    ['two hours', office, 'in 08:00, out 10:00', { REGULAR_HOLIDAY: '400.00', HOLIDAY_UNWORKED: '600.00' }],
    ['none', office, '', { HOLIDAY_UNWORKED: '800.00' }],
    ['a whole day', office, 'in 08:00, out 17:00', { REGULAR_HOLIDAY: '1600.00' }],
    ['a night shift that begins on it', evening, 'in 18:00, out 02:00+', { REGULAR_HOLIDAY: '1200.00', HOLIDAY_UNWORKED: '200.00' }],
  ])('payroll finding 5: a daily-paid employee who works %s on a regular holiday', (_worked, shift, punched, expected) => {
    const thursday = '2026-07-02'
    const before = punches('2026-07-01', shift === office ? 'in 08:00, out 17:00' : 'in 18:00, out 00:00+')
    const { period } = reckon({
      shift,
      from: '2026-07-01',
      to: thursday,
      punches: [...before, ...punches(thursday, punched)],
      holidays: [holiday(thursday, 'regular')],
    })
    const paid = amounts(pay(daily('800', { time: period })))
    expect({ REGULAR_HOLIDAY: paid.REGULAR_HOLIDAY, HOLIDAY_UNWORKED: paid.HOLIDAY_UNWORKED }).toEqual({
      REGULAR_HOLIDAY: undefined,
      HOLIDAY_UNWORKED: undefined,
      ...expected,
    })
  })

  it('takes the proclaimed holidays', () => {
    const day = (date: string) => dayOf({ date, holidays: STATUTORY_DATA.holidays.rows as readonly Holiday[] })
    expect([day('2026-04-09').day_type, day('2026-08-21').day_type, day('2026-02-25').day_type, day('2026-04-08').day_type]).toEqual([
      'regular_holiday',
      'special',
      'special_working',
      'ordinary',
    ])
  })
})
