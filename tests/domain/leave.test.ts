import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { type AccrualPlan, accrue, daysPerYear, monthsServedIn, proratedDays } from '../../src/domain/leave/accrual.ts'
import { addMonths, completedMonths } from '../../src/domain/leave/calendar.ts'
import { leaveDays } from '../../src/domain/leave/days.ts'
import {
  amend,
  availableOn,
  balanceOn,
  credit,
  expiries,
  expiringNext,
  inDateOrder,
  type LeaveEntry,
  reverse,
  take,
} from '../../src/domain/leave/ledger.ts'
import { payableDays, sicknessAdvance, sicknessRules, sssSicknessBenefit } from '../../src/domain/leave/sickness.ts'
import { type LeaveFacts, type StatutoryLeave, statutoryLeave } from '../../src/domain/leave/statutory.ts'
import { leaveHistory, leaveYear } from '../../src/domain/leave/summary.ts'
import { timeOffCredits } from '../../src/domain/leave/time-off.ts'
import { closeYear, conversionPay } from '../../src/domain/leave/year-end.ts'
import { STATUTORY, splitDeMinimis } from '../../src/domain/statutory/index.ts'
import { dayNumber } from '../../src/domain/time/clock.ts'
import { holidayCalendar } from '../../src/domain/time/holidays.ts'
import { planDays } from '../../src/domain/time/schedule.ts'
import { Decimal } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'
import { office, weekdays } from './time-fixture.ts'

const text = (entries: readonly LeaveEntry[]): string[] => entries.map((entry) => `${entry.date} ${entry.days}`)
const inAdvance: AccrualPlan = { code: 'A', frequency: 'monthly', days_per_year: 12, timing: 'start', start_after_months: 6 }
const sum = (entries: readonly LeaveEntry[]): string =>
  entries.reduce<Decimal>((all, leaveEntry) => all.plus(leaveEntry.days), new Decimal(0)).toString()
const monthly: AccrualPlan = { code: 'VL', frequency: 'monthly', days_per_year: 15, timing: 'end', joiners: 'by_day_15' }

/** Each row: plan, employee, dates, and the credits. */
const PLANS: [name: string, plan: AccrualPlan, hired: string, from: string, to: string, expected: string[]][] = [
  ['1.25 at each month end', monthly, '2020-01-01', '2026-01-01', '2026-03-31', ['2026-01-31 1.25', '2026-02-28 1.25', '2026-03-31 1.25']],
  ['half a month when hired after the 15th', monthly, '2026-01-16', '2026-01-01', '2026-02-28', ['2026-01-31 0.625', '2026-02-28 1.25']],
  ['a whole month when hired on the 15th', monthly, '2026-01-15', '2026-01-01', '2026-01-31', ['2026-01-31 1.25']],
  [
    'by the quarter',
    { code: 'Q', frequency: 'quarterly', days_per_year: 10, timing: 'end' },
    '2020-01-01',
    '2026-01-01',
    '2026-12-31',
    ['2026-03-31 2.5', '2026-06-30 2.5', '2026-09-30 2.5', '2026-12-31 2.5'],
  ],
  [
    'the year in advance',
    { code: 'Y', frequency: 'yearly', days_per_year: 15, timing: 'start' },
    '2020-05-01',
    '2026-01-01',
    '2026-12-31',
    ['2026-01-01 15'],
  ],
  [
    'the year in advance, for a joiner of July',
    { code: 'Y', frequency: 'yearly', days_per_year: 15, timing: 'start', joiners: 'by_month' },
    '2026-07-10',
    '2026-01-01',
    '2026-12-31',
    ['2026-07-10 7.5'],
  ],
  [
    'service incentive leave after twelve months',
    { code: 'SIL', frequency: 'anniversary', days_per_year: 5, timing: 'end', start_after_months: 12 },
    '2024-03-15',
    '2024-01-01',
    '2026-12-31',
    ['2025-03-15 5', '2026-03-15 5'],
  ],
  [
    'a ladder: five, and one more with every year, up to seven',
    {
      code: 'T',
      frequency: 'anniversary',
      days_per_year: 5,
      timing: 'end',
      ladder: [
        { from_years: 2, days_per_year: 6 },
        { from_years: 3, days_per_year: 7 },
      ],
    },
    '2020-06-01',
    '2021-01-01',
    '2024-12-31',
    ['2021-06-01 5', '2022-06-01 6', '2023-06-01 7', '2024-06-01 7'],
  ],
  ['a cap', { ...monthly, max_balance: 2 }, '2020-01-01', '2026-01-01', '2026-03-31', ['2026-01-31 1.25', '2026-02-28 0.75']],
  ['a plan that ended', { ...monthly, effective_to: '2026-01-31' }, '2020-01-01', '2026-01-01', '2026-03-31', ['2026-01-31 1.25']],
  [
    'nothing before six months',
    { ...monthly, start_after_months: 6 },
    '2025-08-01',
    '2025-08-01',
    '2026-02-28',
    ['2026-01-31 1.25', '2026-02-28 1.25'],
  ],
]

describe('accrual', () => {
  it('in advance begins with the month after six months of service', () => {
    const accrued = accrue(inAdvance, { hired_on: '2025-08-01' }, [], { from: '2025-08-01', to: '2026-03-01' })
    expect(text(accrued.entries)).toEqual(['2026-02-01 1', '2026-03-01 1'])
    expect(accrued.nothing).toHaveLength(6)
  })

  it.each(PLANS)('%s', (_name, plan, hired, from, to, expected) => {
    const accrued = accrue(plan, { hired_on: hired }, [], { from, to })
    expect(text(accrued.entries)).toEqual(expected)
    expect(accrued.trace()).toHaveLength(expected.length)
  })

  it('earns nothing in a month with too many unpaid days', () => {
    const accrued = accrue(
      { ...monthly, max_unpaid_days: 3 },
      { hired_on: '2020-01-01', unpaid_days: { '2026-02-02': 1, '2026-02-04': 0.5, '2026-02-28': 2, '2026-03-01': 1, '2026-03-31': 2 } },
      [],
      { from: '2026-01-01', to: '2026-03-31' },
    )
    expect(text(accrued.entries)).toEqual(['2026-01-31 1.25', '2026-03-31 1.25'])
    expect(accrued.nothing).toEqual([{ date: '2026-02-28', why: 'unpaid_days' }])
    expect(accrued.trace()[1]!.text).toBe('2026-02-28: nothing for 2026-02 (3.5 unpaid days), since more than 3 in a month earn none.')
  })

  it('forfeits the months of an anniversary year with too many unpaid days', () => {
    const yearly = { ...monthly, frequency: 'anniversary', max_unpaid_days: 1 } as const
    // The month of service from 16 February to 15 March; the other days belong to two of them.
    const unpaid_days = { '2026-02-16': 1, '2026-03-15': 1, '2026-04-15': 1, '2026-04-16': 1 }
    const accrued = accrue(yearly, { hired_on: '2025-05-16', unpaid_days }, [], { from: '2026-05-01', to: '2026-05-31' })
    expect(text(accrued.entries)).toEqual(['2026-05-16 13.75'])
    expect(accrued.trace()[0]!.text).toContain('nothing for 2026-02-16 to 2026-03-15 (2 unpaid days)')
  })

  const credited = (plan: Partial<AccrualPlan>, hired_on = '2020-01-01', separated_on?: string): string[] =>
    text(
      accrue({ ...monthly, ...plan }, { hired_on, ...(separated_on ? { separated_on } : {}) }, [], { from: '2026-01-01', to: '2026-03-31' })
        .entries,
    )
  it('counts service, separation and the days of the plan to the day', () => {
    // Six months from the 2nd of August are over with the 1st of February, so that day itself has no credit in advance.
    const accrued = accrue(inAdvance, { hired_on: '2025-08-02' }, [], { from: '2026-01-01', to: '2026-03-31' })
    expect(text(accrued.entries)).toEqual(['2026-03-01 1'])
    expect(credited({}, '2020-01-01', '2026-02-28')).toEqual(['2026-01-31 1.25', '2026-02-28 1.25'])
    expect(credited({ effective_from: '2026-02-28', effective_to: '2026-03-30' })).toEqual(['2026-02-28 1.25'])
    expect(credited({ effective_from: '2026-03-01' })).toEqual(['2026-03-31 1.25'])
  })
  it('prorates the first month of joiners by the day, or credits all of it', () => {
    for (const [joiners, day, expected] of [
      ['by_day_15', '15', '1.25'],
      ['by_day_15', '16', '0.625'],
      ['by_month', '31', '1.25'],
    ] as const)
      expect(credited({ joiners }, `2026-03-${day}`)).toEqual([`2026-03-31 ${expected}`])
  })
  it('gives the expiry date of a credit', () => {
    const { entries } = accrue({ ...monthly, expires_after_months: 12 }, { hired_on: '2020-01-01' }, [], {
      from: '2026-01-01',
      to: '2026-01-31',
    })
    expect(entries[0]!.expires_on).toBe('2027-01-30')
    expect(accrue(monthly, { hired_on: '2020-01-01' }, [], { from: '2026-01-01', to: '2026-01-31' }).entries[0]).not.toHaveProperty(
      'expires_on',
    )
  })
  it('moves up the ladder with the month that completes its years', () => {
    const plan: AccrualPlan = { ...monthly, days_per_year: 5, ladder: [{ from_years: 2, days_per_year: 6 }] }
    expect([daysPerYear(plan, 23), daysPerYear(plan, 24)].map(String)).toEqual(['5', '6'])
  })
  it.each<[string, Partial<AccrualPlan>]>([
    ['plan.frequency', { frequency: 'weekly' as never }],
    ['plan.days_per_year', { days_per_year: -1 }],
    ['plan.ladder.0.from_years', { ladder: [{ from_years: 0.5, days_per_year: 6 }] }],
    [
      'plan.ladder.1.from_years',
      {
        ladder: [
          { from_years: 0, days_per_year: 6 },
          { from_years: 0, days_per_year: 7 },
        ],
      },
    ],
  ])('names %s when it makes no sense', (field, plan) => {
    expect(() => accrue({ ...monthly, ...plan }, { hired_on: '2020-01-01' }, [], { from: '2026-01-01', to: '2025-12-31' })).toThrow(
      expect.objectContaining({ field }),
    )
  })
  it('refuses dates in the wrong order', () => {
    expect(() => accrue(monthly, { hired_on: '2020-01-01' }, [], { from: '2026-01-02', to: '2026-01-01' })).toThrow(
      expect.objectContaining({ field: 'to' }),
    )
  })

  it('runs once per date, however often it is started', () => {
    const employee = { hired_on: '2020-01-01' }
    const first = accrue(monthly, employee, [], { from: '2026-01-01', to: '2026-06-30' }).entries
    expect(accrue(monthly, employee, first, { from: '2026-01-01', to: '2026-06-30' }).entries).toEqual([])
    expect(text(accrue(monthly, employee, first, { from: '2026-01-01', to: '2026-07-31' }).entries)).toEqual(['2026-07-31 1.25'])
  })

  it('ends with the separation', () => {
    const accrued = accrue(monthly, { hired_on: '2020-01-01', separated_on: '2026-02-27' }, [], { from: '2026-01-01', to: '2026-06-30' })
    expect(text(accrued.entries)).toEqual(['2026-01-31 1.25'])
  })

  it('credits the whole year in twelve months, whatever its days per year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (tenths) => {
        const days = new Decimal(tenths).div(10)
        const plan: AccrualPlan = { ...monthly, days_per_year: days }
        expect(sum(accrue(plan, { hired_on: '2020-01-01' }, [], { from: '2026-01-01', to: '2026-12-31' }).entries)).toBe(days.toString())
      }),
    )
  })

  it('gives the same wherever a run is split', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 364 }), fc.constantFrom(undefined, 3, 7.5), (offset, cap) => {
        const plan: AccrualPlan = { ...monthly, ...(cap === undefined ? {} : { max_balance: cap }) }
        const employee = { hired_on: '2025-11-20' }
        const cut = new Date(Date.UTC(2026, 0, 1 + offset)).toISOString().slice(0, 10)
        const before = new Date(Date.UTC(2026, 0, offset)).toISOString().slice(0, 10)
        const whole = accrue(plan, employee, [], { from: '2026-01-01', to: '2026-12-31' }).entries
        const first = accrue(plan, employee, [], { from: '2026-01-01', to: before }).entries
        const second = accrue(plan, employee, first, { from: cut, to: '2026-12-31' }).entries
        expect(text([...first, ...second])).toEqual(text(whole))
      }),
    )
  })

  it('K15: two months at five days a year are 0.8333… days', () => {
    expect(proratedDays(5, 2).toDecimalPlaces(4).toString()).toBe('0.8333')
    expect(proratedDays(5, 2).toDecimalPlaces(2).toString()).toBe('0.83')
    expect(monthsServedIn(2026, '2020-01-01', '2026-02-20')).toBe(2)
    expect(monthsServedIn(2026, '2026-11-03')).toBe(2)
    expect(daysPerYear({ ...monthly, ladder: [{ from_years: 5, days_per_year: 20 }] }, 60).toString()).toBe('20')
  })

  it('adds months correctly', () => {
    expect([addMonths('2026-01-31', 1), addMonths('2024-01-31', 1), addMonths('2026-03-15', -3)]).toEqual([
      '2026-02-28',
      '2024-02-29',
      '2025-12-15',
    ])
    expect([completedMonths('2025-03-15', '2026-03-13'), completedMonths('2025-03-15', '2026-03-14')]).toEqual([11, 12])
  })
})

describe('the ledger', () => {
  const opening = credit([], '2026-01-01', 5, { kind: 'opening' })

  it('refuses unavailable credits, also when they would be missing later only', () => {
    const booked = take([opening], '2026-06-01', 4)
    expect(() => take([opening], '2026-02-01', '5.5')).toThrow('5.5 days are more than the 5')
    expect(() => take([opening, booked], '2026-02-01', 2)).toThrow('2 days are more than the 1')
    expect(availableOn([opening, booked], '2026-02-01').toString()).toBe('1')
    expect(() => take([opening], '2025-12-31', 1)).toThrow(DomainError)
    expect(take([opening], '2026-02-01', 6, { allow_negative: true }).days.toString()).toBe('-6')
  })

  it('is changed by amendments with a reason', () => {
    expect(amend([opening], { date: '2026-02-01', days: '1.5', reason: 'Missed in January' }).days.toString()).toBe('1.5')
    expect(() => amend([opening], { date: '2026-02-01', days: -6, reason: 'Wrong' })).toThrow('more than')
    expect(() => amend([opening], { date: '2026-02-01', days: 1, reason: ' ' })).toThrow('says why')
  })

  it('restores voided credits, once', () => {
    const used = take([opening], '2026-02-01', 2, { key: 'leave:7' })
    const back = reverse([opening, used], 'leave:7')
    expect(balanceOn([opening, used, back], '2026-02-01').toString()).toBe('5')
    // Also on the days before the leave that was cancelled.
    expect(availableOn([opening, used, back], '2026-01-15').toString()).toBe('5')
    expect(() => reverse([opening, used, back], 'leave:7')).toThrow('already')
    expect(() => take([opening, used], '2026-03-01', 1, { key: 'leave:7' })).toThrow('already')
  })

  it('uses credits in order of expiry, and lets the rest expire', () => {
    const carried = credit([opening], '2026-01-01', 3, { kind: 'carry_over', expires_on: '2026-03-31' })
    const used = take([opening, carried], '2026-02-10', 2)
    const ledger = [opening, carried, used]
    expect(text(expiries(ledger, '2026-03-31'))).toEqual([])
    expect(text(expiries(ledger, '2026-12-31'))).toEqual(['2026-04-01 -1'])
    expect(availableOn(ledger, '2026-04-01').toString()).toBe('5')
    expect(text(expiries([...ledger, ...expiries(ledger, '2026-12-31')], '2026-12-31'))).toEqual([])
  })

  it('shows what will be forfeited first, and when', () => {
    const short = credit([opening], '2026-01-01', 3, { kind: 'carry_over', expires_on: '2026-03-31' })
    const long = credit([opening], '2026-01-01', 2, { expires_on: '2026-06-30' })
    const firstLost = (ledger: LeaveEntry[], date: string) => {
      const next = expiringNext(ledger, date)
      return next && `${next.days} ${next.on}`
    }
    const ledger = [opening, short, long]
    expect(firstLost([opening], '2026-01-10')).toBeUndefined()
    expect(firstLost(ledger, '2026-01-10')).toBe('3 2026-03-31')
    // Leave that is filed for a later day until then uses them; what is used up is not lost.
    expect(firstLost([...ledger, take(ledger, '2026-03-30', 1)], '2026-01-10')).toBe('2 2026-03-31')
    expect(firstLost([...ledger, take(ledger, '2026-02-01', 3)], '2026-02-02')).toBe('2 2026-06-30')
    expect(firstLost(ledger, '2026-03-31')).toBe('3 2026-03-31')
    expect(firstLost(ledger, '2026-07-01')).toBeUndefined()
  })

  it('can be used on the last day, and not after it', () => {
    const carried = credit([], '2026-01-01', 3, { kind: 'carry_over', expires_on: '2026-03-31' })
    expect(text(expiries([carried, take([carried], '2026-03-31', 3)], '2026-12-31'))).toEqual([])
    expect(() => take([carried], '2026-04-01', 1)).toThrow('more than the 0')
  })

  it('does not use credits that a later leave needs once others have expired', () => {
    const short = credit([], '2026-01-02', '0.25', { expires_on: '2026-06-30' })
    const lasting = credit([short], '2026-01-01', 5)
    const later = take([short, lasting], '2026-07-01', '2.25')
    const ledger = [short, lasting, later]
    expect(availableOn(ledger, '2026-01-01').toString()).toBe('2.75')
    expect(availableOn(ledger, '2026-01-02').toString()).toBe('3')
    expect(() => take(ledger, '2026-01-01', 3)).toThrow('more than the 2.75')
  })

  it('is never below zero on any date', () => {
    const day = fc.integer({ min: 1, max: 360 }).map((offset) => new Date(Date.UTC(2026, 0, offset)).toISOString().slice(0, 10))
    const step = fc.record({
      isCredit: fc.boolean(),
      date: day,
      days: fc.integer({ min: 1, max: 40 }),
      months: fc.constantFrom(undefined, '2026-06-30', '2026-09-30'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let ledger: LeaveEntry[] = []
        for (const entry of steps) {
          const days = new Decimal(entry.days).div(4)
          try {
            const expires = entry.months !== undefined && entry.months >= entry.date ? { expires_on: entry.months } : {}
            ledger = [...ledger, entry.isCredit ? credit(ledger, entry.date, days, expires) : take(ledger, entry.date, days)]
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError)
          }
        }
        ledger = [...ledger, ...expiries(ledger, '2026-12-31')]
        let running = new Decimal(0)
        for (const leaveEntry of inDateOrder(ledger)) {
          running = running.plus(leaveEntry.days)
          expect(running.isNegative() && !running.isZero()).toBe(false)
        }
      }),
      { numRuns: 1500 },
    )
  })

  it('gives exactly the available credits, found by trial', () => {
    const day = fc.integer({ min: 1, max: 12 }).map((month) => `2026-${String(month).padStart(2, '0')}-10`)
    const step = fc.record({
      isCredit: fc.boolean(),
      date: day,
      days: fc.integer({ min: 1, max: 12 }),
      expires: fc.constantFrom(undefined, '2026-06-30', '2026-09-30'),
    })
    const isSound = (ledger: readonly LeaveEntry[]): boolean =>
      leaveHistory([...ledger, ...expiries(ledger, '2026-12-31')]).every(
        (row) => !row.running_balance.isNegative() || row.running_balance.isZero(),
      )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), day, (steps, date) => {
        let ledger: LeaveEntry[] = []
        for (const entry of steps) {
          const expires = entry.expires !== undefined && entry.expires >= entry.date ? { expires_on: entry.expires } : {}
          if (entry.isCredit) ledger = [...ledger, credit(ledger, entry.date, entry.days, expires)]
          else if (availableOn(ledger, entry.date).gte(entry.days)) ledger = [...ledger, take(ledger, entry.date, entry.days)]
        }
        let most = 0
        while (most < 200 && isSound([...ledger, { date, kind: 'use', days: new Decimal(-(most + 1)) }])) most++
        expect(availableOn(ledger, date).toString()).toBe(String(most))
      }),
      { numRuns: 300 },
    )
  })
})

describe('what users see', () => {
  it('the columns of a year add up, with an approved filing and a voided one', () => {
    let ledger: LeaveEntry[] = [credit([], '2025-06-01', 4, { kind: 'opening' })]
    ledger = [...ledger, credit(ledger, '2026-01-01', 15)]
    ledger = [...ledger, take(ledger, '2026-03-02', 2, { kind: 'reservation', key: 'leave:1:reserved' })]
    ledger = [...ledger, take(ledger, '2026-04-06', 1, { kind: 'reservation', key: 'leave:2:reserved' })]
    ledger = [...ledger, reverse(ledger, 'leave:1:reserved'), take(ledger, '2026-03-02', 2, { key: 'leave:1' })]
    ledger = [...ledger, amend(ledger, { date: '2026-05-01', days: '-0.5', reason: 'Counted twice' })]
    ledger = [...ledger, ...closeYear(ledger, '2026-12-31', { max_carry_over: 5, is_convertible: true, max_convertible: 6 }).entries]
    const year = leaveYear(ledger, '2026-01-01', '2026-12-31')
    expect(Object.entries(year).map(([name, days]) => `${name} ${days}`)).toEqual([
      'beginning 4',
      'granted 15',
      'used 2',
      'reserved 1',
      'adjusted -0.5',
      'ended 15.5',
      'balance 0',
    ])
    expect(leaveYear(ledger, '2027-01-01', '2027-12-31').granted.toString()).toBe('5')
    const history = leaveHistory(ledger)
    expect(history.at(-1)!.running_balance.toString()).toBe('5')
    expect(history.map((row) => row.qty_in.minus(row.qty_out).toString())).toEqual(history.map((row) => row.entry.days.toString()))
    expect(() => leaveYear(ledger, '2026-12-31', '2026-01-01')).toThrow(DomainError)
  })
})

describe('the year end', () => {
  const ledger = [credit([], '2026-01-01', 15), { date: '2026-06-01', kind: 'use', days: new Decimal(-3) } as LeaveEntry]
  const rows: [name: string, rules: Parameters<typeof closeYear>[2], expected: [string, string, string], next: string][] = [
    ['five carried over, the rest lost', { max_carry_over: 5, is_convertible: false }, ['5', '0', '7'], '5'],
    ['five carried over, the rest in cash', { max_carry_over: 5, is_convertible: true }, ['5', '7', '0'], '5'],
    [
      'at most three in cash, first',
      { max_carry_over: 5, is_convertible: true, max_convertible: 3, first: 'conversion' },
      ['5', '3', '4'],
      '5',
    ],
    ['everything in cash', { max_carry_over: 0, is_convertible: true }, ['0', '12', '0'], '0'],
    ['everything carried over', { max_carry_over: 15, is_convertible: true }, ['12', '0', '0'], '12'],
  ]
  it.each(rows)('%s', (_name, rules, expected, next) => {
    const closed = closeYear(ledger, '2026-12-31', rules)
    expect([closed.carried_over, closed.converted, closed.forfeited].map(String)).toEqual(expected)
    const after = [...ledger, ...closed.entries]
    expect([balanceOn(after, '2026-12-31').toString(), balanceOn(after, '2027-01-01').toString()]).toEqual(['0', next])
  })
  it('lets carried-over credits expire separately', () => {
    const closed = closeYear(ledger, '2026-12-31', { max_carry_over: 5, is_convertible: false, carry_over_months: 3 })
    expect(text(expiries([...ledger, ...closed.entries], '2027-12-31'))).toEqual(['2027-04-01 -5'])
  })
  it('converts days to cash, rounded once', () => {
    expect(conversionPay(proratedDays(5, 2), '610').amount.toFixed(2)).toBe('508.33')
    expect(conversionPay(12, '1400').amount.toFixed(2)).toBe('16800.00')
  })
})

describe('K16: vacation leave in cash', () => {
  it.each([
    ['2026-12-15', '12', '0'],
    ['2025-12-15', '10', '2'],
  ])('12 days paid on %s: %s exempt, %s more', (date, exempt, excess) => {
    const split = splitDeMinimis(STATUTORY, date, 'monetised_leave', { amount: 12 })
    expect([split.exempt.toString(), split.excess.toString()]).toEqual([exempt, excess])
  })
})

describe('days of a leave', () => {
  const first = dayNumber('2026-01-01')
  const plans = planDays(weekdays(office), [], holidayCalendar([{ date: '2026-01-07', kind: 'regular', name: 'Holiday' }]), {
    first,
    last: first + 30,
  })
  const whole = { date_from: '2026-01-05', date_to: '2026-01-11', duration_type: 'whole_day' } as const
  it('are working days of the schedule', () => {
    const counted = leaveDays(whole, 'working', plans)
    expect(counted.days.toString()).toBe('4')
    expect(counted.dates.filter((date) => date.free).map((date) => `${date.date} ${date.free}`)).toEqual([
      '2026-01-07 holiday',
      '2026-01-10 rest_day',
      '2026-01-11 rest_day',
    ])
  })
  it('are calendar days where the law counts so', () => {
    expect(leaveDays(whole, 'calendar', plans).days.toString()).toBe('7')
  })
  it('can be halves and hours', () => {
    const oneDay = { date_from: '2026-01-05', date_to: '2026-01-05' }
    expect(leaveDays({ ...oneDay, duration_type: 'first_half' }, 'working', plans).days.toString()).toBe('0.5')
    expect(leaveDays({ ...oneDay, duration_type: 'hours', minutes: 120 }, 'working', plans).days.toString()).toBe('0.25')
    // The whole shift is a day; a minute more is not there, and nothing or a part of a minute is no leave.
    expect(leaveDays({ ...oneDay, duration_type: 'hours', minutes: 480 }, 'working', plans).days.toString()).toBe('1')
    for (const minutes of [481, 0, 7.5, undefined])
      expect(() =>
        leaveDays({ ...oneDay, duration_type: 'hours', ...(minutes === undefined ? {} : { minutes }) }, 'working', plans),
      ).toThrow(expect.objectContaining({ field: 'minutes' }))
    expect(() => leaveDays({ ...oneDay, date_to: '2026-01-04', duration_type: 'whole_day' }, 'working', plans)).toThrow(
      expect.objectContaining({ field: 'date_to' }),
    )
    expect(() => leaveDays({ ...whole, duration_type: 'first_half' }, 'working', plans)).toThrow(DomainError)
    expect(() => leaveDays({ ...whole, date_to: '2026-02-11' }, 'working', plans)).toThrow('no schedule')
  })
})

describe('leaves granted by law', () => {
  const mother: LeaveFacts = { sex: 'female', contributions: 12 }
  const father: LeaveFacts = { sex: 'male', is_married: true, lives_with_spouse: true, delivery_no: 1 }
  const rows: [name: string, leave: StatutoryLeave, facts: LeaveFacts, days: string][] = [
    ['service incentive leave', 'service_incentive', { service_months: 12, employees: 10 }, '5'],
    ['not before a year', 'service_incentive', { service_months: 11, employees: 10 }, '0'],
    ['not with fewer than ten employees', 'service_incentive', { service_months: 12, employees: 9 }, '0'],
    ['not with vacation leave already', 'service_incentive', { service_months: 12, employees: 50, vacation_days: 5 }, '0'],
    ['not for field personnel', 'service_incentive', { service_months: 12, employees: 50, is_managerial_or_field: true }, '0'],
    ['maternity', 'maternity', mother, '105'],
    ['maternity of a solo parent', 'maternity', { ...mother, is_solo_parent: true }, '120'],
    ['maternity with seven days given to the father', 'maternity', { ...mother, transferred_days: 7 }, '98'],
    ['miscarriage', 'maternity_miscarriage', mother, '60'],
    ['paternity', 'paternity', father, '7'],
    ['paternity, fifth delivery', 'paternity', { ...father, delivery_no: 5 }, '0'],
    ['paternity, not living together', 'paternity', { ...father, lives_with_spouse: false }, '0'],
    ['solo parent', 'solo_parent', { service_months: 6, has_solo_parent_card: true }, '7'],
    ['solo parent without card', 'solo_parent', { service_months: 6, has_solo_parent_card: false }, '0'],
    ['violence against women', 'vawc', { sex: 'female', has_certification: true }, '10'],
    ['the same, extended by the court', 'vawc', { sex: 'female', has_certification: true, days_by_court_order: 5 }, '15'],
    ['special leave for women', 'special_women', { sex: 'female', service_months: 6, has_gynecological_surgery: true }, '60'],
    ['domestic worker', 'kasambahay_service_incentive', { service_months: 12 }, '5'],
  ]
  it.each(rows)('%s', (_name, leave, facts, days) => {
    const found = statutoryLeave(leave, '2026-05-01', facts)
    expect([found.days.toString(), found.is_entitled]).toEqual([days, days !== '0'])
    expect(found.trace()[0]!.source).toContain('effective')
  })
  it('are calendar days for maternity and the special leave for women', () => {
    expect(statutoryLeave('maternity', '2026-05-01', mother).day_count).toBe('calendar')
    expect(
      statutoryLeave('special_women', '2026-05-01', { sex: 'female', service_months: 6, has_gynecological_surgery: true }).day_count,
    ).toBe('calendar')
    expect(statutoryLeave('solo_parent', '2026-05-01', { service_months: 6, has_solo_parent_card: true }).day_count).toBe('working')
  })
  it('name the missing fact, and the effectivity of the law', () => {
    expect(() => statutoryLeave('paternity', '2026-05-01', { sex: 'male' })).toThrow(DomainError)
    expect(() => statutoryLeave('maternity', '2018-05-01', mother)).toThrow('no row in force')
    expect(() => statutoryLeave('maternity', '2026-05-01', { ...mother, transferred_days: 8 })).toThrow('At most 7')
  })
  it('report when the SSS pays nothing', () => {
    expect(statutoryLeave('maternity', '2026-05-01', { sex: 'female', contributions: 2 }).notes.join()).toContain('SSS pays no benefit')
  })
  it.each(['statutory-leaves', 'sss-sickness'])('%s come from data that match their schema', (name) => {
    const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')) as object
    const validate = new Ajv({ formats: { date: /^\d{4}-\d\d-\d\d$/ } }).compile(read(`schemas/statutory/${name}.json`))
    validate(read(`src/domain/leave/tables/${name}.json`))
    expect(validate.errors ?? []).toEqual([])
  })
})

describe('sickness benefit of the SSS', () => {
  const credits = Array.from({ length: 6 }, () => 20000)
  const rules = sicknessRules('2026-07-01')
  const confined = (days: number, from = '2026-07-01') => ({ from, days, used: 0 })
  it('is 90% a day, at most 120 days a year, and nothing below four days or three contributions', () => {
    expect(sssSicknessBenefit(credits, confined(10), rules).amount.toFixed(2)).toBe('6000.00')
    expect(sssSicknessBenefit(credits, confined(3), rules).amount.toFixed(2)).toBe('0.00')
    expect(sssSicknessBenefit(credits.slice(0, 2), confined(10), rules).trace()[0]!.text).toContain('No benefit')
    expect(sssSicknessBenefit(credits, { ...confined(30), used: 110 }, rules).days).toBe(10)
  })
  it('counts the days of each calendar year, and at most 240 of one illness', () => {
    // 12 to 31 December are 20 days, of which 10 are left; January has its own 120.
    expect(payableDays({ ...confined(60, '2026-12-12'), used: 110 }, rules)).toBe(50)
    expect(payableDays({ ...confined(200, '2026-12-12'), used: 120 }, rules)).toBe(120)
    expect(payableDays({ ...confined(30), used: 0, illness_used: 225 }, rules)).toBe(15)
    expect(payableDays({ ...confined(30), used: 100, illness_used: 225 }, rules)).toBe(15)
    expect(payableDays({ ...confined(30), used: 110, illness_used: 225 }, rules)).toBe(10)
    expect(payableDays({ ...confined(30), used: 0, illness_used: 240 }, rules)).toBe(0)
    expect(() => payableDays({ ...confined(30), illness_used: -1 }, rules)).toThrow(expect.objectContaining({ field: 'illness_used' }))
  })
  // 86,500 ÷ 180 × 90% = 432.50 a day; 7 days are 3,027.50.
  const claim = {
    key: '1',
    claim: 'SBC-1',
    from: '2026-07-13',
    to: '2026-07-19',
    days: 7,
    used: 0,
    credits: [14500, 14500, 14500, 14500, 14500, 14000],
    advanced_days: 0,
    advanced: 0,
    until: '2026-07-15',
  }
  it('is advanced by the days of each payroll, and adds up to the whole benefit', () => {
    const first = sicknessAdvance(claim)
    expect([first.days, first.amount.toFixed(2), first.benefit.toFixed(2)]).toEqual([3, '1297.50', '3027.50'])
    const second = sicknessAdvance({ ...claim, until: '2026-07-31', advanced_days: 3, advanced: first.amount })
    expect([second.days, second.amount.toFixed(2)]).toEqual([4, '1730.00'])
    expect(sicknessAdvance({ ...claim, until: '2026-07-10' }).days).toBe(0)
  })
  it('follows the amount from the SSS once entered, and settles the difference with the next payroll', () => {
    const { days, amount } = sicknessAdvance({
      ...claim,
      until: '2026-07-31',
      sss_benefit: '3000.01',
      advanced_days: 7,
      advanced: '3027.50',
    })
    expect([days, amount.toFixed(2)]).toEqual([0, '-27.49'])
    // A third of 100 pesos that cannot be shared evenly.
    const parts = ['2026-07-13', '2026-07-14', '2026-07-15'].map((until, index) =>
      sicknessAdvance({
        ...claim,
        to: '2026-07-15',
        days: 3,
        sss_benefit: 100,
        until,
        advanced_days: index,
        advanced: [0, '33.33', '66.67'][index]!,
      }),
    )
    expect(parts.map((part) => part.amount.toFixed(2))).toEqual(['33.33', '33.34', '33.33'])
  })
})

it('compensatory time off instead of overtime pay: hour for hour, for 90 days', () => {
  const overtime = { no: 'OT-1', date: '2026-01-05', minutes: 150, is_cto: true, cto_computed: false }
  const credits = timeOffCredits(
    [],
    [overtime, { ...overtime, no: 'OT-2', is_cto: false }, { ...overtime, no: 'OT-3', cto_computed: true }],
  )
  expect(credits.map((leaveEntry) => `${leaveEntry.days} ${leaveEntry.expires_on}`)).toEqual(['2.5 2026-04-05'])
})
