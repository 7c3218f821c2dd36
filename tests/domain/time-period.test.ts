import { describe, expect, it } from 'vitest'
import type { TimeFiling } from '../../src/domain/time/filings.ts'
import type { Holiday } from '../../src/domain/time/holidays.ts'
import { nightMinutes } from '../../src/domain/time/split.ts'
import type { PeriodTime } from '../../src/domain/time/types.ts'
import { type Case, flexi, office, punches, reckon, weekdays } from './time-fixture.ts'

const regular = (date: string): Holiday => ({ date, kind: 'regular', name: `Holiday ${date}` })
const present = (...dates: string[]) => dates.flatMap((date) => punches(date, 'in 08:00, out 17:00'))
const leave = (date: string, withPay: boolean): TimeFiling => ({
  kind: 'leave',
  no: 'L',
  status: 'approved',
  leave_type: 'VL',
  date_from: date,
  date_to: date,
  duration_type: 'whole_day',
  with_pay: withPay,
})

/** Each row: the unworked holidays with whether they are paid. Monday 5 to Friday 9 January 2026. */
const ENTITLED: [name: string, what: Case, expected: string[]][] = [
  ['present the day before', { holidays: [regular('2026-01-07')], punches: present('2026-01-06') }, ['2026-01-07 true worked']],
  [
    'absent the day before (golden H25)',
    { holidays: [regular('2026-01-07')], punches: present('2026-01-05') },
    ['2026-01-07 false absent'],
  ],
  [
    'on leave with pay the day before',
    { holidays: [regular('2026-01-07')], filings: [leave('2026-01-06', true)], punches: [] },
    ['2026-01-07 true leave_with_pay'],
  ],
  [
    'on leave without pay the day before',
    { holidays: [regular('2026-01-07')], filings: [leave('2026-01-06', false)], punches: present('2026-01-05') },
    ['2026-01-07 false leave_without_pay'],
  ],
  [
    'Monday: Friday decides, the rest days are passed over',
    { from: '2026-01-12', to: '2026-01-12', history_from: '2026-01-08', holidays: [regular('2026-01-12')], punches: present('2026-01-09') },
    ['2026-01-12 true worked'],
  ],
  [
    'two in a row after an absence: both lost',
    { holidays: [regular('2026-01-07'), regular('2026-01-08')], punches: present('2026-01-05') },
    ['2026-01-07 false absent', '2026-01-08 false absent'],
  ],
  [
    'two in a row, the first one worked: the second is paid',
    { holidays: [regular('2026-01-07'), regular('2026-01-08')], punches: present('2026-01-05', '2026-01-07') },
    ['2026-01-08 true holiday_before_worked'],
  ],
  ['worked: it is not among the unworked', { holidays: [regular('2026-01-07')], punches: present('2026-01-05', '2026-01-07') }, []],
  ['no day before on record', { holidays: [regular('2026-01-05')], punches: [] }, ['2026-01-05 true no_record']],
  [
    'no day before on record, said not to be present',
    { holidays: [regular('2026-01-05')], punches: [], present_before: false },
    ['2026-01-05 false no_record'],
  ],
  [
    'that the company pays: whatever was before, but no rest day and nothing the law pays already',
    {
      to: '2026-01-10',
      holidays: [
        ...['2026-01-07', '2026-01-10'].map((date) => ({
          date,
          kind: 'special' as const,
          name: 'Foundation Day',
          is_paid_if_unworked: true,
        })),
        { date: '2026-01-08', kind: 'special', name: 'Fiesta', is_paid_if_unworked: true },
        regular('2026-01-08'),
      ],
      punches: present('2026-01-05'),
    },
    ['2026-01-07 true company', '2026-01-08 false absent', '2026-01-10 false absent'],
  ],
  ['on a rest day', { to: '2026-01-10', holidays: [regular('2026-01-10')], punches: present('2026-01-09') }, ['2026-01-10 true worked']],
]

describe('unworked holidays', () => {
  it.each(ENTITLED)('%s', (_name, what, expected) => {
    const result = reckon({ to: '2026-01-09', ...what })
    expect(result.holidays.map((holiday) => `${holiday.date} ${holiday.entitled} ${holiday.why}`)).toEqual(expected)
    expect(result.period.unworked_holidays.map((unworked_holiday) => unworked_holiday.date)).toEqual(
      expected.map((name) => name.slice(0, 10)),
    )
    expect(result.trace()).toHaveLength(expected.length)
  })
})

describe('a period', () => {
  it('adds up its days as payroll reads them', () => {
    const { period } = reckon({
      to: '2026-01-11',
      holidays: [regular('2026-01-07'), { date: '2026-01-06', kind: 'special', name: 'Fiesta' }],
      filings: [
        leave('2026-01-08', true),
        { kind: 'overtime', no: 'O', status: 'approved', date: '2026-01-05', from: '2026-01-05T17:00', to: '2026-01-05T23:00' },
        { kind: 'rest_day_work', no: 'R', status: 'approved', date: '2026-01-10', from: '2026-01-10T08:00', to: '2026-01-10T12:00' },
      ],
      punches: [
        ...punches('2026-01-05', 'in 08:20, out 23:00'),
        ...punches('2026-01-06', 'in 08:00, out 17:00'),
        ...punches('2026-01-09', 'in 13:00, out 16:45'),
        ...punches('2026-01-10', 'in 08:00, out 12:00'),
      ],
    })
    expect(period).toEqual<PeriodTime>({
      scheduled_minutes: 1440,
      days_scheduled: 3,
      days_worked: 3.5,
      absent_minutes: 240,
      late_minutes: 20,
      undertime_minutes: 15,
      worked: [
        { day_type: 'ordinary', regular: 685, regular_night: 0, overtime: 300, overtime_night: 60 },
        { day_type: 'rest_day', regular: 240, regular_night: 0, overtime: 0, overtime_night: 0 },
        { day_type: 'special', regular: 480, regular_night: 0, overtime: 0, overtime_night: 0 },
      ],
      unworked_holidays: [{ date: '2026-01-07', day_type: 'regular_holiday', entitled: true }],
      paid_leave_minutes: 480,
      unpaid_leave_minutes: 0,
    })
  })

  it('begins with the hire date and ends with the separation', () => {
    const result = reckon({ to: '2026-01-16', employed_from: '2026-01-08', employed_to: '2026-01-13', punches: [] })
    expect(result.days.map((day) => day.date)).toEqual(['2026-01-08', '2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12', '2026-01-13'])
    expect(result.period.days_scheduled).toBe(4)
  })

  it('offsets shortfalls of flexible days with unpaid work of other days, but never with overtime', () => {
    const what: Case = {
      shift: flexi,
      to: '2026-01-06',
      punches: [...punches('2026-01-05', 'in 08:00, out 16:00'), ...punches('2026-01-06', 'in 08:00, out 19:00')],
    }
    expect(reckon(what).period).toMatchObject({ undertime_minutes: 0, worked: [{ regular: 960, overtime: 0 }] })
    expect(reckon({ ...what, policy: { flexi_deficit: 'day' } }).period).toMatchObject({
      undertime_minutes: 60,
      worked: [{ regular: 900 }],
    })
    const paid = reckon({
      ...what,
      filings: [{ kind: 'overtime', no: 'O', status: 'approved', date: '2026-01-06', from: '2026-01-06T17:00', to: '2026-01-06T19:00' }],
    })
    expect(paid.period).toMatchObject({ undertime_minutes: 60, worked: [{ regular: 900, overtime: 120 }] })
  })

  it('omits what the time sheet omits', () => {
    const what: Case = {
      date: '2026-01-05',
      holidays: [regular('2026-01-05')],
      punches: punches('2026-01-05', 'in 08:00, out 23:00'),
      filings: [{ kind: 'overtime', no: 'O', status: 'approved', date: '2026-01-05', from: '2026-01-05T17:00', to: '2026-01-05T23:00' }],
    }
    expect(reckon(what).period.worked).toEqual([
      { day_type: 'regular_holiday', regular: 480, regular_night: 0, overtime: 300, overtime_night: 60 },
    ])
    expect(reckon({ ...what, options: { overtime: false } }).period.worked).toMatchObject([{ overtime: 0, overtime_night: 0 }])
    expect(reckon({ ...what, options: { night_differential: false } }).period.worked).toMatchObject([{ overtime: 360, overtime_night: 0 }])
    expect(reckon({ ...what, options: { holiday: false } }).period.worked).toMatchObject([{ day_type: 'ordinary', regular: 480 }])
  })

  it('takes rest days from the rule in force, and the shift from the latest pattern', () => {
    const result = reckon({
      to: '2026-01-11',
      punches: [],
      schedule: { ...weekdays(office), rest_days: [{ effective_from: '2026-01-01', weekdays: [3] }] },
    })
    expect(result.days.map((day) => day.status)).toEqual(['absent', 'absent', 'rest_day', 'absent', 'absent', 'unscheduled', 'unscheduled'])
  })
})

describe('the night window', () => {
  const minute = (hour: number, more = 0): number => hour * 60 + more
  const night = { from: minute(22), to: minute(6) }
  it('begins at 22:00 and ends at 06:00, to the minute', () => {
    expect(nightMinutes(minute(21, 59), minute(22, 1), night)).toBe(1)
    expect(nightMinutes(minute(5, 59), minute(6, 1), night)).toBe(1)
    expect(nightMinutes(minute(6), minute(22), night)).toBe(0)
    expect(nightMinutes(0, minute(24), night)).toBe(480)
  })
  it('may lie within one day, or be empty', () => {
    expect(nightMinutes(0, minute(24), { from: minute(1), to: minute(5) })).toBe(240)
    expect(nightMinutes(0, minute(24), { from: minute(6), to: minute(6) })).toBe(0)
  })
})
