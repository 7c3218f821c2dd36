/** Where a change of terms cuts a period, and by which days a salary is shared then. */
import { describe, expect, it } from 'vitest'
import {
  type EmployeeTerms,
  type PayrollSettings,
  type PayslipInput,
  type Trace,
  termsDates,
  wageFindings,
} from '../../src/domain/payroll/index.ts'
import { STATUTORY } from '../../src/domain/statutory/index.ts'
import type { PeriodTime } from '../../src/domain/time/types.ts'
import { FIRST_HALF, MONTH, pay, SECOND_HALF, time, worked } from './payroll-support.ts'

const NOBODY = ['sss', 'philhealth', 'pagibig'] as const
const salaried = { rate_type: 'monthly', rate: '36500', factor: 261, not_contributing: NOBODY } as const
const doubled = (effective_from: string) => [{ effective_from, rate: '73000' }]
const quiet = { scheduled_minutes: 0, days_scheduled: 0, days_worked: 0 }
/** Parts in which nothing happened but days scheduled. */
const parts = (...given: readonly (readonly [from: string, to: string, days: number])[]): PeriodTime =>
  time({
    ...quiet,
    days_scheduled: given.reduce((sum, [, , days]) => sum + days, 0),
    parts: given.map(([from, to, days_scheduled]) => ({ ...time(quiet), from, to, days_scheduled })),
  })
const basic = (input: PayslipInput): Trace =>
  pay(input)
    .lines.find((line) => line.code === 'BASIC')!
    .explain()

describe('the dates on which time must be split', () => {
  const dates = (employee: Partial<EmployeeTerms>, tables = STATUTORY) =>
    termsDates({ ...salaried, ...employee }, '2026-09-16', '2026-09-30', tables)
  const changesOn = (...days: string[]) => days.map((effective_from) => ({ effective_from, rate: '40000' }))
  it('are those of new terms after the first day, up to the last, in order', () => {
    expect(dates({ rate_changes: changesOn('2026-09-30', '2026-09-20', '2026-09-16', '2026-10-01') })).toEqual(['2026-09-20', '2026-09-30'])
  })
  it('are those of a wage order where the wage determines the minimum wage earners', () => {
    expect(dates({ region: 'NCR', rate_changes: changesOn('2026-09-28') })).toEqual(['2026-09-26', '2026-09-28'])
    expect([dates({}), dates({ region: 'NCR', minimum_wage_earner: false }), dates({ region: 'Atlantis' })]).toEqual([[], [], []])
    const [row] = STATUTORY.minimum_wages.get('NCR|non_agriculture')!
    const tables = { ...STATUTORY, minimum_wages: new Map([['NCR|fishing', [{ ...row!, effective_from: '2026-09-22' }]]]) }
    expect(dates({ region: 'NCR', wage_category: 'fishing' }, tables)).toEqual(['2026-09-22'])
  })
  it('are those of new premium rates', () => {
    const premiums = [...STATUTORY.premiums, { ...STATUTORY.premiums[0]!, effective_from: '2026-09-18' }]
    expect(dates({}, { ...STATUTORY, premiums })).toEqual(['2026-09-18'])
  })
  it('need a period', () => {
    for (const [from, to, field] of [
      ['soon', '2026-09-30', 'from'],
      ['2026-09-16', 'later', 'to'],
    ] as const)
      expect(() => termsDates(salaried, from, to, STATUTORY)).toThrow(expect.objectContaining({ name: 'DomainError', field }))
  })
})

describe('rates compared with the minimum wage', () => {
  // NCR: 695 a day from 18 July 2025, 755 from 26 September 2026; the tables begin on 16 July 2023.
  const kinds = (employee: Partial<EmployeeTerms>, to = '2026-07-31') =>
    wageFindings({ rate_type: 'daily', rate: '695', factor: 313, region: 'NCR', ...employee }, `${to.slice(0, 8)}01`, to, STATUTORY).map(
      ({ kind, rate }) => `${kind} ${rate}`,
    )
  it('compare pay for fewer hours as if for eight, and hours by the day', () => {
    expect(kinds({ rate: '347', hours_per_day: 4 })).toEqual(['below_minimum_wage 694'])
    expect(kinds({ rate: '348', hours_per_day: 4 })).toEqual([])
    expect(kinds({ rate: '800', hours_per_day: 10 })).toEqual([])
    expect(kinds({ rate: '86.87', rate_type: 'hourly' })).toEqual(['below_minimum_wage 694.96'])
  })
  it('report nothing where no wage is known or no tax is withheld', () => {
    expect([kinds({ region: 'Atlantis', rate: '1' }), kinds({ rate: '1' }, '2023-06-30'), kinds({ tax_method: 'none' })]).toEqual([
      [],
      [],
      [],
    ])
    // Of a category that the region does not have, the general wage.
    expect([kinds({ wage_category: 'area_2' }), kinds({})]).toEqual([['minimum_wage_unmarked 695'], ['minimum_wage_unmarked 695']])
  })
  it('compare household workers by the month', () => {
    expect(kinds({ membership: 'household', rate: '7799', rate_type: 'monthly' })).toEqual(['below_minimum_wage 7799'])
  })
})

describe('time that is not split where terms change', () => {
  const uncut = (given: Partial<PeriodTime>, employee: Partial<EmployeeTerms> = {}) => {
    const input = { employee: { ...salaried, rate_changes: doubled('2026-07-16'), ...employee }, period: MONTH }
    try {
      pay({ ...input, time: time({ ...quiet, ...given }) })
      return 'paid'
    } catch (error) {
      return (error as { field: string }).field
    }
  }
  const holiday = { date: '2026-07-01', day_type: 'special', entitled: true } as const
  it.each<[string, Partial<PeriodTime>]>([
    ['lateness', { late_minutes: 1 }],
    ['undertime', { undertime_minutes: 1 }],
    ['absence', { absent_minutes: 1 }],
    ['leave without pay', { unpaid_leave_minutes: 1 }],
    ['work', { worked: [worked('ordinary', { overtime: 1 })] }],
    ['a holiday', { unworked_holidays: [holiday] }],
  ])('is refused with %s in it', (_, given) => {
    expect(uncut(given)).toBe('time.parts')
  })
  it('is paid where a salary has paid it already', () => {
    expect([uncut({}), uncut({ days_worked: 22 }), uncut({ paid_leave_minutes: 480 })]).toEqual(['paid', 'paid', 'paid'])
  })
  it('is refused where days have a value of their own under any of the terms', () => {
    const cola = { cola_per_day: '10' }
    expect([uncut({ days_worked: 22 }, cola), uncut({ paid_leave_minutes: 480 }, cola), uncut({}, cola)]).toEqual([
      'time.parts',
      'time.parts',
      'paid',
    ])
    const later = { rate_changes: [{ effective_from: '2026-07-16', rate_type: 'daily' as const, rate: '600' }] }
    expect([uncut({ paid_leave_minutes: 480 }, later), uncut({}, later)]).toEqual(['time.parts', 'paid'])
  })
})

describe('a salary that changes is prorated', () => {
  const formula = (period: PayslipInput['period'], on: string, given?: PeriodTime, settings: Partial<PayrollSettings> = {}) =>
    basic({ employee: { ...salaried, rate_changes: doubled(on) }, period, settings, ...(given ? { time: given } : {}) }).formula.match(
      /for \d+ of \d+ [a-z ]*days/g,
    )
  it('over a month of thirty days where no time gives the days worked', () => {
    expect(formula(SECOND_HALF, '2026-07-31')).toEqual(['for 14 of 15 days', 'for 1 of 15 days'])
    const overNewYear = { ...MONTH, from: '2026-12-16', to: '2027-01-15' }
    expect(formula(overNewYear, '2027-01-01')).toEqual(['for 15 of 30 days', 'for 15 of 30 days'])
    expect(formula(FIRST_HALF, '2026-07-08', undefined, { salary_change: 'calendar_days' })).toEqual([
      'for 7 of 15 days',
      'for 8 of 15 days',
    ])
  })
  it('by calendar days where the period is not a number of months', () => {
    const week = { ...MONTH, frequency: 'weekly', from: '2026-07-27', to: '2026-08-02', count: 4 } as const
    expect(formula(week, '2026-08-01')).toEqual(['for 5 of 7 days', 'for 2 of 7 days'])
  })
  it('by working days only where time covers the whole period', () => {
    const cut = (from: string, to: string, first = 5, second = 6) =>
      formula(FIRST_HALF, '2026-07-08', parts([from, '2026-07-07', first], ['2026-07-08', to, second]))
    expect(cut('2026-07-01', '2026-07-15')).toEqual(['for 5 of 11 working days', 'for 6 of 11 working days'])
    expect(cut('2026-06-26', '2026-07-15')).toEqual(['for 7 of 15 days', 'for 8 of 15 days'])
    expect(cut('2026-07-01', '2026-07-10')).toEqual(['for 7 of 15 days', 'for 8 of 15 days'])
    expect(cut('2026-07-01', '2026-07-15', 0, 6)).toEqual(['for 0 of 6 working days', 'for 6 of 6 working days'])
    expect(cut('2026-07-01', '2026-07-15', 0, 0)).toEqual(['for 7 of 15 days', 'for 8 of 15 days'])
  })
  it('and explains it', () => {
    expect(basic({ employee: { ...salaried, rate_changes: doubled('2026-07-16') }, period: MONTH })).toMatchObject({
      words: 'Your terms changed inside this period; each salary is paid for its days.',
      formula: '36,500.00 from 2026-07-01 for 15 of 30 days + 73,000.00 from 2026-07-16 for 15 of 30 days = 54,750.00',
      inputs: {
        '2026-07-01.monthly_rate': '36,500.00',
        '2026-07-01.days': '15',
        '2026-07-16.monthly_rate': '73,000.00',
        '2026-07-16.days': '15',
      },
    })
  })
  it('a salary that does not change shows how often it is paid', () => {
    const words = (frequency: PayslipInput['period']['frequency']) => basic({ employee: salaried, period: { ...MONTH, frequency } }).words
    expect((['monthly', 'semi_monthly', 'bi_weekly', 'weekly', 'daily'] as const).map((name) => words(name).split(', ').at(-1))).toEqual([
      'paid once a month.',
      'half of it in each of two payrolls.',
      'paid every two weeks.',
      'paid every week.',
      'paid by the day.',
    ])
  })
})

describe('joiners and leavers whose salary changes', () => {
  // On 365 every calendar day is paid: 1,200 a day, then 2,400.
  const employee = { ...salaried, factor: 365, rate_changes: doubled('2026-07-16') }
  const paid = (more: Partial<EmployeeTerms>) => basic({ employee: { ...employee, ...more }, period: MONTH })
  it('are paid from their first to their last day, each at its rate', () => {
    expect(paid({ hired_on: '2026-07-15' })).toMatchObject({
      words: 'You were employed for a part of the period: the days scheduled for you are paid, each at the rate of its date.',
      formula: '1 day from 2026-07-15 × 1,200.00 + 16 days from 2026-07-16 × 2,400.00 = 39,600.00',
      inputs: {
        '2026-07-15.days': '1',
        '2026-07-15.daily_rate': '1,200.00',
        '2026-07-16.days': '16',
        '2026-07-16.daily_rate': '2,400.00',
      },
    })
    expect(paid({ separated_on: '2026-07-16' }).formula).toBe(
      '15 days from 2026-07-01 × 1,200.00 + 1 day from 2026-07-16 × 2,400.00 = 20,400.00',
    )
    expect(paid({ hired_on: '2026-07-16' }).formula).toBe('16 days × 2,400.00 = 38,400.00')
    expect(paid({ separated_on: '2026-07-15' }).formula).toBe('15 days × 1,200.00 = 18,000.00')
  })
  it('who were paid by the day are paid by the month from then on only', () => {
    const later = { ...salaried, factor: 365, rate_type: 'daily', rate: '600', hired_on: '2026-07-10' } as const
    const changed = { ...later, rate_changes: [{ effective_from: '2026-07-16', rate_type: 'monthly' as const, rate: '36500' }] }
    const given = parts(['2026-07-10', '2026-07-15', 4], ['2026-07-16', '2026-07-31', 12])
    expect(basic({ employee: changed, period: MONTH, time: given }).formula).toBe('16 days × 1,200.00 = 19,200.00')
  })
  it('are minimum wage earners on the days on which they earn it', () => {
    const period = { ...MONTH, from: '2026-10-01', to: '2026-10-31', pay_date: '2026-10-31' }
    // 21,900 × 12 ÷ 365 is 720 a day, below the 755 of the order.
    const earner = { ...employee, rate: '21900', region: 'NCR', rate_changes: doubled('2026-10-16') } as const
    const line = pay({ employee: { ...earner, hired_on: '2026-10-15' }, period }).lines[0]!
    expect([line.amount, line.exempt, line.taxable].map((decimal) => decimal.toFixed(2))).toEqual(['39120.00', '720.00', '38400.00'])
    const all = pay({ employee: { ...earner, rate_changes: [], hired_on: '2026-10-15' }, period }).lines[0]!
    expect([all.taxability, all.taxable.toFixed(2)]).toEqual(['exempt', '0.00'])
  })
})
