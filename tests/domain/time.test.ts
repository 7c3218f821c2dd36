import { describe, expect, it } from 'vitest'
import { minuteAt } from '../../src/domain/time/clock.ts'
import { filingRefusal, type OvertimeFiling, type TimeFiling } from '../../src/domain/time/filings.ts'
import type { Holiday } from '../../src/domain/time/holidays.ts'
import { timePolicy } from '../../src/domain/time/policy.ts'
import { compileShift, type ShiftTemplate } from '../../src/domain/time/shifts.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import { type Case, dayOf, flexi, MONDAY, minutes, night, office, reckon, split, weekdays } from './time-fixture.ts'

const approved = { no: 'F-1', status: 'approved' } as const
const overtime = (from: string, to: string, more: Partial<OvertimeFiling> = {}): TimeFiling => ({
  kind: 'overtime',
  ...approved,
  date: from.slice(0, 10),
  from,
  to,
  ...more,
})

/** Each row: what happened, and `worked/late/undertime/absent/overtime/night` with the status. */
const DAYS: [name: string, what: Case, expected: string, status: string][] = [
  ['on time', { punched: 'in 07:55, out 17:02' }, '480/0/0/0/0/0', 'present'],
  ['with break punches', { punched: 'in 07:55, break 12:01, back 12:58, out 17:02' }, '480/0/0/0/0/0', 'present'],
  ['12 minutes late (golden I24)', { punched: 'in 08:12, out 17:00' }, '468/12/0/0/0/0', 'present'],
  ['30 minutes of undertime (golden I25)', { punched: 'in 08:00, out 16:30' }, '450/0/30/0/0/0', 'present'],
  ['late back from the break', { punched: 'in 08:00, break 12:00, back 13:10, out 17:00' }, '470/10/0/0/0/0', 'present'],
  ['gone for an hour in the morning', { punched: 'in 08:00, out 09:00, in 10:00, out 17:00' }, '420/0/60/0/0/0', 'present'],
  ['absent', { punched: '' }, '0/0/0/480/0/0', 'absent'],
  ['only the afternoon', { punched: 'in 13:00, out 17:00' }, '240/0/0/240/0/0', 'half_day'],
  [
    'only the afternoon, charged as late',
    { punched: 'in 13:00, out 17:00', policy: { missed_part: 'late' } },
    '240/240/0/0/0/0',
    'present',
  ],
  ['only the morning', { punched: 'in 08:00, out 12:00' }, '240/0/0/240/0/0', 'half_day'],
  ['within the grace', { punched: 'in 08:10, out 17:00', policy: { lateness: { grace_minutes: 10 } } }, '480/0/0/0/0/0', 'present'],
  [
    'over the grace: the excess',
    { punched: 'in 08:12, out 17:00', policy: { lateness: { grace_minutes: 10 } } },
    '478/2/0/0/0/0',
    'present',
  ],
  [
    'over the grace: from the start',
    { punched: 'in 08:12, out 17:00', policy: { lateness: { grace_minutes: 10, beyond_grace: 'all' } } },
    '468/12/0/0/0/0',
    'present',
  ],
  [
    'in steps of 15, down',
    { punched: 'in 08:29, out 17:00', policy: { lateness: { step_minutes: 15, rounding: 'down' } } },
    '465/15/0/0/0/0',
    'present',
  ],
  [
    'in steps of 30, up',
    { punched: 'in 08:01, out 17:00', policy: { lateness: { step_minutes: 30, rounding: 'up' } } },
    '450/30/0/0/0/0',
    'present',
  ],
  [
    'by bracket',
    {
      punched: 'in 08:16, out 17:00',
      policy: {
        lateness: {
          brackets: [
            { from: 1, to: 15, charge: 15 },
            { from: 16, to: 30, charge: 30 },
          ],
        },
      },
    },
    '450/30/0/0/0/0',
    'present',
  ],
  [
    'undertime in steps of 15, down',
    { punched: 'in 08:00, out 16:40', policy: { undertime: { step_minutes: 15 } } },
    '465/0/15/0/0/0',
    'present',
  ],
  [
    'undertime in steps of 15, up',
    { punched: 'in 08:00, out 16:50', policy: { undertime: { step_minutes: 15, rounding: 'up' } } },
    '465/0/15/0/0/0',
    'present',
  ],
  ['overtime without a filing', { punched: 'in 08:00, out 20:00' }, '480/0/0/0/0/0', 'present'],
  [
    'overtime as filed',
    { punched: 'in 08:00, out 20:00', filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T19:00`)] },
    '480/0/0/0/120/0',
    'present',
  ],
  [
    'overtime filed for longer than worked',
    { punched: 'in 08:00, out 18:50', filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T21:00`)] },
    '480/0/0/0/105/0',
    'present',
  ],
  [
    'less than the minimum',
    { punched: 'in 08:00, out 17:29', filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T19:00`)] },
    '480/0/0/0/0/0',
    'present',
  ],
  [
    'at most the minutes of the filing',
    { punched: 'in 08:00, out 21:00', filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T21:00`, { minutes: 60 })] },
    '480/0/0/0/60/0',
    'present',
  ],
  [
    'an extension that was approved',
    {
      punched: 'in 08:00, out 21:00',
      filings: [
        overtime(`${MONDAY}T17:00`, `${MONDAY}T18:00`, { authorization: 'Authorized', extension_minutes: 60, extension: 'Approved' }),
      ],
    },
    '480/0/0/0/120/0',
    'present',
  ],
  [
    'an extension that was not',
    {
      punched: 'in 08:00, out 21:00',
      filings: [
        overtime(`${MONDAY}T17:00`, `${MONDAY}T18:00`, { authorization: 'Authorized', extension_minutes: 60, extension: 'Denied' }),
      ],
    },
    '480/0/0/0/60/0',
    'present',
  ],
  [
    'overtime that was not authorized',
    {
      punched: 'in 08:00, out 21:00',
      filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T18:00`, { authorization: 'Denied' })],
    },
    '480/0/0/0/0/0',
    'present',
  ],
  [
    'five hours of overtime until 23:00, one of them at night (golden H24)',
    { punched: 'in 08:00, out 23:00', filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T23:00`, { break_minutes: 60 })] },
    '480/0/0/0/300/60',
    'present',
  ],
  [
    'undertime and overtime on one day stay apart',
    { punched: 'in 08:00, out 16:00, in 17:00, out 19:00', filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T19:00`)] },
    '420/0/60/0/120/0',
    'present',
  ],
  [
    'late with overtime',
    { punched: 'in 09:00, out 19:00', filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T19:00`)] },
    '420/60/0/0/120/0',
    'present',
  ],
  [
    'paid as worked, before the shift not',
    { punched: 'in 06:00, out 19:10', policy: { overtime: { authorization: 'actual' } } },
    '480/0/0/0/120/0',
    'present',
  ],
  [
    'paid as worked, before the shift, too',
    { punched: 'in 06:00, out 19:10', policy: { overtime: { authorization: 'actual', before_shift: true } } },
    '480/0/0/0/240/0',
    'present',
  ],
  ['night shift, break in the middle (golden L12)', { shift: night, punched: 'in 22:00, out 06:00+' }, '420/0/0/0/0/420', 'present'],
  ['night shift, late after midnight', { shift: night, punched: 'in 00:30+, out 06:00+' }, '270/150/0/0/0/270', 'present'],
  [
    'night shift, break punched',
    { shift: night, punched: 'in 22:00, break 02:00+, back 03:15+, out 06:00+' },
    '405/15/0/0/0/405',
    'present',
  ],
  ['split shift', { shift: split, punched: 'in 06:00, out 10:00, in 16:00, out 20:00' }, '480/0/0/0/0/0', 'present'],
  [
    'split shift, late for the second part',
    { shift: split, punched: 'in 06:00, out 10:00, in 16:20, out 20:00' },
    '460/20/0/0/0/0',
    'present',
  ],
  ['split shift, second part missed', { shift: split, punched: 'in 06:00, out 10:00' }, '240/0/0/240/0/0', 'half_day'],
  ['flexible, early', { shift: flexi, punched: 'in 06:30, out 15:30' }, '480/0/0/0/0/0', 'present'],
  ['flexible, after the core began', { shift: flexi, punched: 'in 10:30, out 19:30' }, '450/30/0/0/0/0', 'present'],
  ['flexible, too short', { shift: flexi, punched: 'in 09:00, out 16:00' }, '360/0/120/0/0/0', 'present'],
  ['flexible, away and back', { shift: flexi, punched: 'in 07:00, out 09:00, in 11:00, out 17:00' }, '480/0/0/0/0/0', 'present'],
  ['flexible, absent', { shift: flexi, punched: '' }, '0/0/0/480/0/0', 'absent'],
  ['punches without direction', { punched: 'x 08:00, x 12:00, x 13:00, x 17:00' }, '480/0/0/0/0/0', 'present'],
  ['out and in at the same minute', { punched: 'in 08:00, in 13:00, out 13:00, out 17:00' }, '480/0/0/0/0/0', 'present'],
  ['duplicates', { punched: 'in 08:00, in 08:01, out 17:00, out 17:01' }, '480/0/0/0/0/0', 'present'],
  ['no out', { punched: 'in 08:00' }, '0/0/0/480/0/0', 'incomplete'],
  ['no out, the schedule fills in', { punched: 'in 08:05', policy: { punches: { missing: 'schedule' } } }, '475/5/0/0/0/0', 'incomplete'],
  ['no in, the schedule fills in', { punched: 'out 16:00', policy: { punches: { missing: 'schedule' } } }, '420/0/60/0/0/0', 'incomplete'],
  [
    'the missing out was filed',
    { punched: 'in 08:00', filings: [{ kind: 'timelog', ...approved, type: 'time_out', at: `${MONDAY}T17:00` }] },
    '480/0/0/0/0/0',
    'present',
  ],
  [
    'a wrong in was corrected',
    { punched: 'in 08:40, out 17:00', filings: [{ kind: 'timelog', ...approved, type: 'time_in', at: `${MONDAY}T08:00` }] },
    '480/0/0/0/0/0',
    'present',
  ],
  [
    'a correction that is only pending',
    {
      punched: 'in 08:40, out 17:00',
      filings: [{ kind: 'timelog', no: 'F-1', status: 'pending', type: 'time_in', at: `${MONDAY}T08:00` }],
    },
    '440/40/0/0/0/0',
    'present',
  ],
  [
    'official business all day',
    { filings: [{ kind: 'official_business', ...approved, date_from: MONDAY, date_to: MONDAY }] },
    '480/0/0/0/0/0',
    'official_business',
  ],
  [
    'official business in the morning',
    {
      punched: 'in 13:00, out 17:00',
      filings: [{ kind: 'official_business', ...approved, date_from: MONDAY, date_to: MONDAY, time_from: '08:00', time_to: '12:00' }],
    },
    '480/0/0/0/0/0',
    'present',
  ],
  [
    'marked absent',
    { punched: 'in 08:00, out 17:00', filings: [{ kind: 'mark', ...approved, date: MONDAY, mark: 'absent' }] },
    '0/0/0/480/0/0',
    'absent',
  ],
  ['marked present', { filings: [{ kind: 'mark', ...approved, date: MONDAY, mark: 'present' }] }, '480/0/0/0/0/0', 'present'],
  ['need not punch', { needs_no_punches: true }, '480/0/0/0/0/0', 'present'],
]

const leave = (duration: 'whole_day' | 'first_half' | 'second_half' | 'hours', more: object = {}): TimeFiling =>
  ({
    kind: 'leave',
    ...approved,
    leave_type: 'VL',
    date_from: MONDAY,
    date_to: MONDAY,
    duration_type: duration,
    with_pay: true,
    ...more,
  }) as TimeFiling

const LEAVES: [name: string, what: Case, expected: string, paid: number, unpaid: number, status: string][] = [
  ['a whole day', { filings: [leave('whole_day')] }, '0/0/0/0/0/0', 480, 0, 'on_leave'],
  ['a whole day without pay', { filings: [leave('whole_day', { with_pay: false })] }, '0/0/0/0/0/0', 0, 480, 'on_leave'],
  ['the first half', { punched: 'in 13:05, out 17:00', filings: [leave('first_half')] }, '235/5/0/0/0/0', 240, 0, 'half_day'],
  ['the second half', { punched: 'in 08:00, out 12:00', filings: [leave('second_half')] }, '240/0/0/0/0/0', 240, 0, 'half_day'],
  [
    'two hours that were missing',
    { punched: 'in 10:00, out 17:00', filings: [leave('hours', { minutes: 120 })] },
    '360/0/0/0/0/0',
    120,
    0,
    'present',
  ],
  [
    'from ten to eleven',
    { punched: 'in 08:00, out 10:00, in 11:00, out 17:00', filings: [leave('hours', { time_from: '10:00', time_to: '11:00' })] },
    '420/0/0/0/0/0',
    60,
    0,
    'present',
  ],
  [
    'work during leave without pay is paid',
    { punched: 'in 08:00, out 10:00', filings: [leave('whole_day', { with_pay: false })] },
    '120/0/0/0/0/0',
    0,
    360,
    'half_day',
  ],
  [
    'work during leave with pay is not counted again',
    { punched: 'in 08:00, out 10:00', filings: [leave('whole_day')] },
    '0/0/0/0/0/0',
    480,
    0,
    'on_leave',
  ],
  [
    'a whole day without pay of someone who need not punch',
    { needs_no_punches: true, filings: [leave('whole_day', { with_pay: false })] },
    '0/0/0/0/0/0',
    0,
    480,
    'on_leave',
  ],
  [
    'half a day without pay of someone who need not punch',
    { needs_no_punches: true, filings: [leave('second_half', { with_pay: false })] },
    '240/0/0/0/0/0',
    0,
    240,
    'half_day',
  ],
  [
    'an hour without pay of someone who need not punch',
    { needs_no_punches: true, filings: [leave('hours', { minutes: 60, with_pay: false })] },
    '420/0/0/0/0/0',
    0,
    60,
    'present',
  ],
  [
    'an hour with pay of someone who need not punch',
    { needs_no_punches: true, filings: [leave('hours', { minutes: 60 })] },
    '420/0/0/0/0/0',
    60,
    0,
    'present',
  ],
  [
    'a flexible day without pay of someone who need not punch',
    { shift: flexi, needs_no_punches: true, filings: [leave('whole_day', { with_pay: false })] },
    '0/0/0/0/0/0',
    0,
    480,
    'on_leave',
  ],
  [
    'two hours without pay of a flexible day of someone who need not punch',
    { shift: flexi, needs_no_punches: true, filings: [leave('hours', { minutes: 120, with_pay: false })] },
    '360/0/0/0/0/0',
    0,
    120,
    'present',
  ],
  [
    'work on record during leave without pay of someone who need not punch',
    { needs_no_punches: true, punched: 'in 08:00, out 10:00', filings: [leave('whole_day', { with_pay: false })] },
    '120/0/0/0/0/0',
    0,
    360,
    'half_day',
  ],
  ['half a night shift, and absent for the rest', { shift: night, filings: [leave('second_half')] }, '0/0/0/210/0/0', 210, 0, 'absent'],
  [
    'a flexible day without pay, of which five hours were worked',
    { shift: flexi, punched: 'in 08:00, out 13:00', filings: [leave('whole_day', { with_pay: false })] },
    '300/0/0/0/0/0',
    0,
    180,
    'present',
  ],
  [
    'the second half of a flexible day',
    { shift: flexi, punched: 'in 08:00, out 12:30', filings: [leave('second_half')] },
    '240/0/0/0/0/0',
    240,
    0,
    'half_day',
  ],
  [
    'half a flexible day',
    { shift: flexi, punched: 'in 13:00, out 17:00', filings: [leave('first_half')] },
    '240/0/0/0/0/0',
    240,
    0,
    'half_day',
  ],
]

describe('a part-time day of four hours', () => {
  const shift = compileShift({ code: 'PART', kind: 'Fixed', parts: [{ time_in: '08:00', time_out: '12:00' }] })
  const what: Case = { shift, punched: 'in 08:00, out 18:00', filings: [overtime(`${MONDAY}T12:00`, `${MONDAY}T18:00`)] }
  it.each([
    ['schedule', '240 0 360'],
    ['eight_hours', '240 240 120'],
  ] as const)('has overtime after the %s', (after, expected) => {
    const day = dayOf({ ...what, policy: { overtime: { after } } })
    expect(`${day.regular_minutes} ${day.premium_minutes} ${day.overtime_minutes}`).toBe(expected)
  })
})

const holiday = (date: string, kind: Holiday['kind'] = 'regular', more: Partial<Holiday> = {}): Holiday => ({
  date,
  kind,
  name: `${kind} ${date}`,
  ...more,
})
const SATURDAY = '2026-01-10'

/** Each row: the premium days, with the rows of worked minutes as `type regular/night/overtime/night`. */
const PREMIUMS: [name: string, what: Case, expected: string[], status: string][] = [
  ['holiday, not worked', { holidays: [holiday(MONDAY)] }, [], 'holiday'],
  [
    'holiday, worked by the shift',
    { punched: 'in 08:10, out 17:00', holidays: [holiday(MONDAY)] },
    ['regular_holiday 470/0/0/0'],
    'holiday_worked',
  ],
  [
    'special day, worked by the shift',
    { punched: 'in 08:00, out 17:00', holidays: [holiday(MONDAY, 'special')] },
    ['special 480/0/0/0'],
    'holiday_worked',
  ],
  [
    'special working day',
    { punched: 'in 08:10, out 17:00', holidays: [holiday(MONDAY, 'special_working')] },
    ['special_working 470/0/0/0'],
    'present',
  ],
  [
    'two regular holidays on one date',
    { punched: 'in 08:00, out 17:00', holidays: [holiday(MONDAY), holiday(MONDAY, 'regular', { name: 'another' })] },
    ['double_regular 480/0/0/0'],
    'holiday_worked',
  ],
  [
    'a special day on a regular holiday is absorbed',
    { punched: 'in 08:00, out 17:00', holidays: [holiday(MONDAY), holiday(MONDAY, 'special')] },
    ['regular_holiday 480/0/0/0'],
    'holiday_worked',
  ],
  ['rest day without filing', { date: SATURDAY, punched: 'in 08:00, out 17:00' }, [], 'rest_day'],
  [
    'rest day with filing',
    {
      date: SATURDAY,
      punched: 'in 08:00, out 17:00',
      filings: [{ kind: 'rest_day_work', ...approved, date: SATURDAY, from: `${SATURDAY}T08:00`, to: `${SATURDAY}T17:00` }],
    },
    ['rest_day 480/0/0/0'],
    'rest_day_worked',
  ],
  [
    'rest day that a rule makes of a day with a shift: a meal break, too',
    {
      punched: 'in 08:00, out 17:00',
      schedule: { ...weekdays(office), rest_days: [{ effective_from: '2026-01-01', weekdays: [1] }] },
      policy: { rest_day_work: 'actual' },
    },
    ['rest_day 480/0/0/0'],
    'rest_day_worked',
  ],
  [
    'rest day, ten hours: two are overtime',
    {
      date: SATURDAY,
      punched: 'in 08:00, out 19:00',
      filings: [{ kind: 'rest_day_work', ...approved, date: SATURDAY, from: `${SATURDAY}T08:00`, to: `${SATURDAY}T20:00` }],
    },
    ['rest_day 480/0/120/0'],
    'rest_day_worked',
  ],
  [
    'rest day and holiday, as worked',
    { date: SATURDAY, punched: 'in 08:00, out 12:00', holidays: [holiday(SATURDAY)], policy: { rest_day_work: 'actual' } },
    ['regular_holiday_rest_day 240/0/0/0'],
    'holiday_worked',
  ],
  [
    'double holiday on a rest day, eight hours (golden L11)',
    {
      date: SATURDAY,
      punched: 'in 08:00, out 17:00',
      holidays: [holiday(SATURDAY), holiday(SATURDAY, 'regular', { name: 'another' })],
      policy: { rest_day_work: 'actual' },
    },
    ['double_regular_rest_day 480/0/0/0'],
    'holiday_worked',
  ],
  [
    'a holiday overtime hour (golden I31)',
    {
      punched: 'in 08:00, out 23:00',
      holidays: [holiday(MONDAY)],
      filings: [overtime(`${MONDAY}T22:00`, `${MONDAY}T23:00`)],
    },
    ['regular_holiday 480/0/0/60'],
    'holiday_worked',
  ],
  [
    'a night shift into a holiday is cut at midnight',
    { shift: night, punched: 'in 22:00, out 06:00+', holidays: [holiday('2026-01-06')] },
    ['ordinary 0/120/0/0', 'regular_holiday 0/300/0/0'],
    'present',
  ],
  [
    'unless the whole shift goes by the date it began',
    { shift: night, punched: 'in 22:00, out 06:00+', holidays: [holiday('2026-01-06')], policy: { holiday_attribution: 'shift_start' } },
    ['ordinary 0/420/0/0'],
    'present',
  ],
  [
    'a night shift of a holiday ends on an ordinary day',
    { shift: night, punched: 'in 22:00, out 06:00+', holidays: [holiday(MONDAY)] },
    ['ordinary 0/300/0/0', 'regular_holiday 0/120/0/0'],
    'holiday_worked',
  ],
  [
    'a night shift into a rest day stays work of its own day',
    { shift: night, date: '2026-01-09', punched: 'in 22:00, out 06:00+' },
    ['ordinary 0/420/0/0'],
    'present',
  ],
  [
    'a holiday of another city',
    { punched: 'in 08:00, out 17:00', holidays: [holiday(MONDAY, 'special', { places: ['MANILA'] })] },
    ['ordinary 480/0/0/0'],
    'present',
  ],
  [
    'a holiday of the city',
    {
      punched: 'in 08:00, out 17:00',
      schedule: { ...weekdays(office), places: [{ effective_from: '2025-01-01', codes: ['NCR', 'MANILA'] }] },
      holidays: [holiday(MONDAY, 'special', { places: ['MANILA'] })],
    },
    ['special 480/0/0/0'],
    'holiday_worked',
  ],
  [
    'a holiday that returns every year',
    { punched: 'in 08:00, out 17:00', holidays: [holiday('2024-01-05', 'regular', { is_recurring: true })] },
    ['regular_holiday 480/0/0/0'],
    'holiday_worked',
  ],
]

describe('a work day', () => {
  it.each(DAYS)('%s', (_name, what, expected, status) => {
    const day = dayOf(what)
    expect([minutes(day), day.status]).toEqual([expected, status])
  })

  it.each(LEAVES)('with leave: %s', (_name, what, expected, paid, unpaid, status) => {
    const day = dayOf(what)
    expect([minutes(day), day.paid_leave_minutes, day.unpaid_leave_minutes, day.status]).toEqual([expected, paid, unpaid, status])
  })

  it.each(PREMIUMS)('premium: %s', (_name, what, expected, status) => {
    const day = dayOf(what)
    const rows = day.worked.map((row) => `${row.day_type} ${row.regular}/${row.regular_night}/${row.overtime}/${row.overtime_night}`)
    expect([rows, day.status]).toEqual([expected, status])
  })

  it('reports what it omitted and why', () => {
    const day = dayOf({
      punched: 'in 07:30, in 07:31, out 17:40',
      filings: [{ ...overtime(`${MONDAY}T17:00`, `${MONDAY}T18:00`), status: 'pending' }],
    })
    expect(day.ignored.map((ignored) => `${ignored.what} ${ignored.reason} ${ignored.minutes ?? ''}`.trim())).toEqual([
      'punch duplicate',
      'work no_authorization 30',
      'work no_authorization 40',
      'filing not_approved',
    ])
  })

  it('explains itself in words', () => {
    const day = dayOf({
      punched: 'in 08:12, out 19:00',
      policy: { lateness: { grace_minutes: 5 } },
      filings: [overtime(`${MONDAY}T17:00`, `${MONDAY}T18:30`)],
      holidays: [holiday(MONDAY, 'special_working', { source: 'Proclamation 1' })],
    })
    const lines = day.trace()
    expect(lines[0]).toEqual({
      about: 'plan',
      text: '2026-01-05 is a special working day (special_working 2026-01-05).',
      source: 'Proclamation 1',
    })
    expect(lines.map((line) => line.text)).toContain("Late: 7 min (12 min on the clock; 5 min grace, then by the company's steps).")
    expect(lines.map((line) => line.text)).toContain('473 worked + 7 late + 0 undertime + 0 absent + 0 leave = 480 minutes owed.')
    expect(lines.map((line) => line.text)).toContain('Overtime: 1 h 30 min (F-1).')
    expect(lines.at(-1)!.text).toBe('Not counted: work from 18:30 to 19:00, because it is outside the approved hours.')
  })

  it('applies an approved change of shift and a moved rest day', () => {
    const changed = dayOf({
      punched: 'in 06:00, out 10:00, in 16:00, out 20:00',
      filings: [{ kind: 'shift_change', ...approved, date_from: MONDAY, date_to: MONDAY, shift: split }],
    })
    expect([changed.shift, minutes(changed)]).toEqual(['SPLIT', '480/0/0/0/0/0'])
    const moved = reckon({
      date: SATURDAY,
      to: '2026-01-12',
      punched: 'in 08:00, out 17:00',
      filings: [{ kind: 'rest_day_move', ...approved, date: SATURDAY, new_rest_date: '2026-01-12' }],
    })
    expect(moved.days.map((day) => day.status)).toEqual(['present', 'rest_day', 'rest_day'])
  })
})

describe('invalid input', () => {
  const shift = (more: Partial<ShiftTemplate>): (() => unknown) => {
    return () => compileShift({ code: 'X', kind: 'Fixed', parts: [{ time_in: '08:00', time_out: '17:00' }], ...more })
  }
  const rows: [name: string, run: () => unknown, field: string][] = [
    ['no parts', shift({ parts: [] }), 'shift.X.parts'],
    [
      'overlapping parts',
      shift({
        parts: [
          { time_in: '08:00', time_out: '12:00' },
          { time_in: '11:00', time_out: '15:00' },
        ],
      }),
      'shift.X.parts',
    ],
    ['a break outside', shift({ breaks: [{ break_out: '18:00', break_in: '19:00' }] }), 'shift.X.breaks.0'],
    ['negative break', shift({ break_minutes: -1 }), 'shift.X.break_minutes'],
    ['a time that is none', shift({ parts: [{ time_in: '25:00', time_out: '17:00' }] }), 'shift.X.parts.0.time_in'],
    ['flexible without hours', shift({ kind: 'Flexi' }), 'shift.X.required_minutes'],
    ['31 February', () => reckon({ date: '2026-02-31' }), 'from'],
    ['a period that ends before it begins', () => reckon({ to: '2026-01-01' }), 'to'],
    ['half a minute', () => reckon({ punches: [{ at: 1.5 }] }), 'punches.0.at'],
    ['overtime that ends before it begins', () => reckon({ filings: [overtime(`${MONDAY}T18:00`, `${MONDAY}T17:00`)] }), 'filings.0.to'],
    ['leave of negative minutes', () => reckon({ filings: [leave('hours', { minutes: -5 })] }), 'filings.0.minutes'],
    ['half-day leave over two dates', () => reckon({ filings: [leave('first_half', { date_to: '2026-01-06' })] }), 'filings.0.date_to'],
    [
      'shifts that overlap',
      () =>
        reckon({
          to: '2026-01-06',
          schedule: {
            ...weekdays(office),
            dated: [
              { date: MONDAY, shift: compileShift({ code: 'LONG', kind: 'Fixed', parts: [{ time_in: '12:00', time_out: '09:00' }] }) },
            ],
          },
        }),
      'schedule.2026-01-06',
    ],
    ['negative grace', () => timePolicy({ lateness: { grace_minutes: -1 } }), 'policy.lateness.grace_minutes'],
    [
      'brackets that overlap',
      () =>
        timePolicy({
          lateness: {
            brackets: [
              { from: 1, to: 15, charge: 15 },
              { from: 10, to: 20, charge: 30 },
            ],
          },
        }),
      'policy.lateness.brackets.1',
    ],
  ]
  it.each(rows)('%s names its field', (_name, run, field) => {
    expect(run).toThrow(DomainError)
    try {
      run()
    } catch (error) {
      expect((error as DomainError).field).toBe(field)
    }
  })
})

describe('filing limits', () => {
  it.each([
    ['2026-01-05', '2026-02-04', false, true],
    ['2026-01-05', '2026-02-05', false, false],
    ['2026-03-06', '2026-01-05', false, true],
    ['2026-03-07', '2026-01-05', false, false],
    ['2026-01-05', '2026-01-05', true, false],
  ])('%s on %s, period closed: %s', (date, today, closed, may) => {
    expect(filingRefusal(date, today, closed) === undefined).toBe(may)
  })
})

it('reads instants in the time zone of the employee', async () => {
  const { localMinute } = await import('../../src/domain/time/clock.ts')
  const instant = Date.parse('2026-01-04T16:30:00Z')
  expect(localMinute(instant)).toBe(minuteAt('2026-01-05T00:30'))
  expect(localMinute(instant, 'America/New_York')).toBe(minuteAt('2026-01-04T11:30'))
})
