/** Policy, place of work, calendar and terms of pay that change inside one computation of time. */
import { describe, expect, it } from 'vitest'
import type { TimeFiling } from '../../src/domain/time/filings.ts'
import { calendarByDate, type Holiday, holidayCalendar } from '../../src/domain/time/holidays.ts'
import { type PolicyChanges, type PolicyFrom, timePolicy } from '../../src/domain/time/policy.ts'
import type { PeriodTime } from '../../src/domain/time/types.ts'
import fc from '../properties.ts'
import { amounts, MONTH, pay, time } from './payroll-support.ts'
import { type Case, flexi, minutes, night, office, punches, reckon, weekdays } from './time-fixture.ts'

/** The default policy until Wednesday 7 January 2026, and another from then on. */
const from = (effective_from: string, changes: PolicyChanges): readonly PolicyFrom[] => [
  { effective_from, policy: timePolicy(changes) },
  { effective_from: '2020-01-01', policy: timePolicy() },
]
const days = (text: string, ...dates: string[]) => dates.flatMap((date) => punches(date, text))
const TUESDAY = '2026-01-06'
const WEDNESDAY = '2026-01-07'
const leave = (more: Partial<Extract<TimeFiling, { kind: 'leave' }>> = {}): TimeFiling => ({
  kind: 'leave',
  no: 'L',
  status: 'approved',
  leave_type: 'SL',
  date_from: TUESDAY,
  date_to: '2026-01-09',
  duration_type: 'whole_day',
  with_pay: false,
  ...more,
})

describe('a dated policy', () => {
  const both = (testCase: Case): string[] => reckon({ date: TUESDAY, from: TUESDAY, to: WEDNESDAY, ...testCase }).days.map(minutes)
  it('charges lateness by the grace period of the day', () => {
    const punched = days('in 08:10, out 17:00', TUESDAY, WEDNESDAY)
    expect(both({ punches: punched, policies: from(WEDNESDAY, { lateness: { grace_minutes: 15 } }) })).toEqual([
      '470/10/0/0/0/0',
      '480/0/0/0/0/0',
    ])
  })
  it('applies by the day on which a night shift begins', () => {
    const policies = from(WEDNESDAY, { night: { from: 23 * 60, to: 5 * 60 } })
    expect(both({ shift: night, punches: days('in 22:00, out 06:00+', TUESDAY, WEDNESDAY), policies })).toEqual([
      '420/0/0/0/0/420',
      '420/0/0/0/0/300',
    ])
  })
  it('pairs punches by the rule of the day', () => {
    const policies = from(WEDNESDAY, { punches: { missing: 'schedule' } })
    expect(both({ punches: days('in 08:00', TUESDAY, WEDNESDAY), policies })).toEqual(['0/0/0/480/0/0', '480/0/0/0/0/0'])
  })
  it('opens the window of a shift by the rule of its day', () => {
    const early = days('in 02:30, out 17:00', TUESDAY, WEDNESDAY)
    const policies = from(WEDNESDAY, { punches: { before_shift_minutes: 360 }, overtime: { authorization: 'actual', before_shift: true } })
    expect(both({ punches: early, policies })[1]).toBe('480/0/0/0/330/210')
  })
  it('offsets flexible shortfalls only on days assessed at the cut-off', () => {
    const work = [...days('in 08:00, out 16:00', '2026-01-05', WEDNESDAY), ...days('in 08:00, out 20:00', TUESDAY)]
    const undertime = (policies: readonly PolicyFrom[]) =>
      reckon({ shift: flexi, to: WEDNESDAY, punches: work, policies }).period.undertime_minutes
    expect(undertime(from('2026-01-05', {}))).toBe(0)
    expect(undertime(from(WEDNESDAY, { flexi_deficit: 'day' }))).toBe(60)
    expect(undertime(from('2026-01-01', { flexi_deficit: 'day' }))).toBe(120)
  })
  it('must begin with the first row, and have one row per date', () => {
    const late = { from: TUESDAY, to: TUESDAY, punches: days('in 08:10, out 17:00', TUESDAY) }
    const policyFrom = from(WEDNESDAY, { lateness: { grace_minutes: 15 } })[0]!
    expect(reckon({ ...late, policies: [policyFrom] }).days.map(minutes)).toEqual(['480/0/0/0/0/0'])
    expect(() => reckon({ ...late, policies: [] })).toThrow(expect.objectContaining({ field: 'policy' }))
    expect(() => reckon({ ...late, policies: [policyFrom, policyFrom] })).toThrow(expect.objectContaining({ field: 'policy' }))
    expect(() => reckon({ ...late, policies: [{ ...policyFrom, effective_from: 'x' }] })).toThrow(
      expect.objectContaining({ field: 'policy.0.effective_from' }),
    )
  })
  it('with one kind for all dates equals that kind', () => {
    const change = fc.record({
      lateness: fc.record({ grace_minutes: fc.nat(20) }),
      missed_part: fc.constantFrom('absent', 'late' as const),
    })
    fc.assert(
      fc.property(change, fc.integer({ min: 0, max: 600 }), (policy, offset) => {
        const clock = `${String(6 + Math.floor(offset / 60)).padStart(2, '0')}:${String(offset % 60).padStart(2, '0')}`
        const what: Case = { from: TUESDAY, to: WEDNESDAY, punches: days(`in ${clock}, out 17:00`, TUESDAY, WEDNESDAY) }
        const dated = [
          { effective_from: TUESDAY, policy: timePolicy(policy) },
          { effective_from: WEDNESDAY, policy: timePolicy(policy) },
        ]
        expect(reckon({ ...what, policies: dated }).period).toEqual(reckon({ ...what, policy }).period)
      }),
    )
  })
})

describe('a dated location and calendar', () => {
  const city = (date: string): Holiday => ({ date, name: 'Charter day', kind: 'special', places: ['CEB'] })
  it('a local holiday applies from the day on which the employee works there', () => {
    const schedule = {
      ...weekdays(office),
      places: [
        { effective_from: '2025-01-01', codes: ['MNL'] },
        { effective_from: WEDNESDAY, codes: ['CEB'] },
      ],
    }
    const { days: found } = reckon({ from: TUESDAY, to: WEDNESDAY, schedule, holidays: [city(TUESDAY), city(WEDNESDAY)] })
    expect(found.map((day) => day.day_type)).toEqual(['ordinary', 'special'])
  })
  it('a calendar applies from its first day', () => {
    const list = (name: string, kind: Holiday['kind']) => holidayCalendar([TUESDAY, WEDNESDAY].map((date) => ({ date, name, kind })))
    const calendar = calendarByDate([
      { effective_from: WEDNESDAY, calendar: list('New', 'regular') },
      { effective_from: '2026-01-01', calendar: list('Old', 'special') },
    ])
    const types = reckon({ from: '2026-01-05', to: WEDNESDAY, calendar }).days.map((day) => day.day_type)
    expect(types).toEqual(['ordinary', 'special', 'regular_holiday'])
    const before = calendarByDate([{ effective_from: WEDNESDAY, calendar: list('New', 'regular') }])
    expect(reckon({ from: TUESDAY, to: TUESDAY, calendar: before }).days[0]!.day_type).toBe('ordinary')
  })
  it('a yearly holiday ends when it is repealed', () => {
    const yearly: Holiday = { date: '2020-01-06', name: 'Feast', kind: 'special', is_recurring: true, effective_to: '2025-12-31' }
    const type = (year: number) => reckon({ date: `${year}-01-06`, holidays: [yearly] }).days[0]!.day_type
    expect([type(2025), type(2026)]).toEqual(['special', 'ordinary'])
    expect(() => holidayCalendar([{ ...yearly, effective_to: 'never' }])).toThrow(
      expect.objectContaining({ field: 'holidays.0.effective_to' }),
    )
  })
})

describe('time in parts', () => {
  it('has each day in the part of its date', () => {
    const { period } = reckon({
      to: '2026-01-09',
      split_on: [WEDNESDAY, '2026-01-05', '2026-02-01'],
      holidays: [{ date: '2026-01-08', name: 'H', kind: 'regular' }],
      punches: [...days('in 08:20, out 17:00', TUESDAY), ...days('in 08:30, out 17:00', WEDNESDAY)],
    })
    const parts = period.parts!
    expect(parts.map((part) => [part.from, part.to, part.late_minutes, part.absent_minutes, part.days_worked])).toEqual([
      ['2026-01-05', '2026-01-06', 20, 480, 1],
      ['2026-01-07', '2026-01-09', 30, 480, 1],
    ])
    expect(parts.map((part) => part.unworked_holidays.length)).toEqual([0, 1])
  })
  it('covers the period where the employee joined or left within it', () => {
    const { period } = reckon({ to: '2026-01-09', employed_from: '2026-01-08', split_on: [WEDNESDAY], punches: [] })
    expect(period.parts!.map((part) => [part.from, part.to, part.days_scheduled])).toEqual([
      ['2026-01-05', '2026-01-06', 0],
      ['2026-01-07', '2026-01-09', 2],
    ])
  })
  it('offsets the earliest shortfall of flexible days, with work counted where it was done', () => {
    const { period } = reckon({
      shift: flexi,
      to: WEDNESDAY,
      split_on: [WEDNESDAY],
      punches: [...days('in 08:00, out 16:00', '2026-01-05', TUESDAY), ...days('in 08:00, out 18:30', WEDNESDAY)],
    })
    expect(period.parts!.map((part) => [part.undertime_minutes, part.worked[0]!.regular])).toEqual([
      [30, 840],
      [0, 570],
    ])
    expect([period.undertime_minutes, period.worked[0]!.regular]).toEqual([30, 1410])
  })
  it('refuses an invalid date', () => {
    expect(() => reckon({ split_on: ['soon'] })).toThrow(expect.objectContaining({ field: 'split_on.0' }))
  })
  it('gives the same as the whole, wherever it is cut', () => {
    const clock = fc
      .integer({ min: 7 * 60, max: 20 * 60 })
      .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
    const week = fc.array(fc.tuple(clock, clock), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(week, fc.integer({ min: 5, max: 9 }), fc.constantFrom(office, flexi), (pairs, cut, shift) => {
        const work = pairs.flatMap(([a, b], index) => punches(`2026-01-0${5 + index}`, a < b ? `in ${a}, out ${b}` : ''))
        const what: Case = { shift, to: '2026-01-09', punches: work }
        const { parts, ...whole } = reckon({ ...what, split_on: [`2026-01-0${cut}`] }).period
        expect(whole).toEqual(reckon(what).period)
        const sum = (pick: (part: PeriodTime) => number) => parts!.reduce((all, part) => all + pick(part), 0)
        const workedIn = (part: PeriodTime) => part.worked.reduce((all, row) => all + row.regular, 0)
        expect([sum((part) => part.undertime_minutes), sum(workedIn)]).toEqual([whole.undertime_minutes, workedIn(whole)])
      }),
    )
  })
})

describe('a holiday during a leave paid by the SSS or EC', () => {
  const holiday: Holiday = { date: '2026-01-08', name: 'H', kind: 'regular' }
  const found = (filings: TimeFiling[], more: Case = {}) => reckon({ to: '2026-01-09', holidays: [holiday], filings, ...more })
  it('has the percentage of the benefit, the higher of two', () => {
    const sick = found([leave({ benefit_percent: 90 })])
    expect(sick.period.unworked_holidays).toEqual([{ date: '2026-01-08', day_type: 'regular_holiday', entitled: true, paid_percent: 90 }])
    expect(sick.trace()[0]!.text).toContain('it keeps 90% of its pay, because the SSS or EC paid you a benefit')
    const two = found([
      leave({ benefit_percent: 60, duration_type: 'first_half', date_from: WEDNESDAY, date_to: WEDNESDAY }),
      leave({ benefit_percent: 90, duration_type: 'second_half', date_from: WEDNESDAY, date_to: WEDNESDAY }),
    ])
    expect(two.period.unworked_holidays[0]!.paid_percent).toBe(90)
  })
  it('is fully paid when the employer pays the leave, and unpaid when nobody does', () => {
    expect(found([leave({ with_pay: true, benefit_percent: 90 })]).holidays[0]).toMatchObject({ entitled: true, why: 'leave_with_pay' })
    expect(found([leave()]).holidays[0]).toMatchObject({ entitled: false, why: 'leave_without_pay' })
  })
  it('refuses an invalid percentage', () => {
    for (const percent of [-1, 101, Number.NaN])
      expect(() => found([leave({ benefit_percent: percent })])).toThrow(expect.objectContaining({ field: 'filings.0.benefit_percent' }))
  })

  const on = (paid_percent: number) =>
    time({ unworked_holidays: [{ date: '2026-07-20', day_type: 'regular_holiday', entitled: true, paid_percent }] })
  it('is paid at that share to daily-paid employees, and the rest deducted from a salary', () => {
    const daily = { rate_type: 'daily', rate: '1000', factor: 313 } as const
    const salaried = { rate_type: 'monthly', rate: '30450', factor: 261 } as const
    const slip = pay({ employee: daily, period: MONTH, time: on(90) })
    expect(amounts(slip)).toMatchObject({ HOLIDAY_UNWORKED: '900.00' })
    expect(slip.lines[0]!.explain().words).toContain('percentage of the benefit')
    const ownSlip = pay({ employee: salaried, period: MONTH, time: on(90) })
    expect(amounts(ownSlip)).toMatchObject({ BASIC: '30450.00', HOLIDAY_ON_BENEFIT: '-140.00' })
    expect(
      amounts(pay({ employee: salaried, period: MONTH, time: on(90), settings: { forfeit_unworked_holiday: false } })),
    ).not.toHaveProperty('HOLIDAY_ON_BENEFIT')
    expect(amounts(pay({ employee: salaried, period: MONTH, time: on(100) }))).not.toHaveProperty('HOLIDAY_ON_BENEFIT')
    expect(() => pay({ employee: salaried, period: MONTH, time: on(120) })).toThrow(
      expect.objectContaining({ field: 'time.unworked_holidays.0.paid_percent' }),
    )
  })
})
