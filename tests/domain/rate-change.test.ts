/** Terms of pay that change inside a period: each day is paid by the terms in force on it. */
import { describe, expect, it } from 'vitest'
import { type PayslipInput, retroactivePay, type TermsChange, termsDates } from '../../src/domain/payroll/index.ts'
import { STATUTORY } from '../../src/domain/statutory/index.ts'
import type { PeriodTime, TimePart } from '../../src/domain/time/types.ts'
import { DAY_TYPES } from '../../src/domain/time/types.ts'
import { type Decimal, dec } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'
import { amounts, FIRST_HALF, MONTH, pay, time, worked } from './payroll-support.ts'

const money = (value: Decimal) => value.toFixed(2)
const NOBODY = ['sss', 'philhealth', 'pagibig'] as const
const monthlyPaid = { rate_type: 'monthly', rate: '110000', factor: 261, not_contributing: NOBODY } as const
const raise = (more: Partial<TermsChange> = {}): TermsChange => ({ effective_from: '2026-07-16', rate: '120000', ...more })

/** Time in parts that begin on the dates given, with what is different in each; July 2026 has 11 and 12 working days. */
function inParts(parts: readonly (Partial<PeriodTime> & { from: string; to: string })[]): PeriodTime {
  const whole = parts.map((part): TimePart => ({ ...time({ scheduled_minutes: 0, days_scheduled: 0, days_worked: 0 }), ...part }))
  const sum = (pick: (part: TimePart) => number) => whole.reduce((all, part) => all + pick(part), 0)
  return {
    scheduled_minutes: sum((part) => part.scheduled_minutes),
    days_scheduled: sum((part) => part.days_scheduled),
    days_worked: sum((part) => part.days_worked),
    absent_minutes: sum((part) => part.absent_minutes),
    late_minutes: sum((part) => part.late_minutes),
    undertime_minutes: sum((part) => part.undertime_minutes),
    paid_leave_minutes: sum((part) => part.paid_leave_minutes),
    unpaid_leave_minutes: sum((part) => part.unpaid_leave_minutes),
    worked: whole.flatMap((part) => part.worked),
    unworked_holidays: whole.flatMap((part) => part.unworked_holidays),
    parts: whole,
  }
}
const halves = (first: Partial<PeriodTime> = {}, second: Partial<PeriodTime> = {}): PeriodTime =>
  inParts([
    { from: '2026-07-01', to: '2026-07-15', days_scheduled: 11, days_worked: 11, ...first },
    { from: '2026-07-16', to: '2026-07-31', days_scheduled: 12, days_worked: 12, ...second },
  ])

describe('a salary that changes on 16 July', () => {
  const slip = pay({ employee: { ...monthlyPaid, rate_changes: [raise()] }, period: MONTH, time: halves() })
  it('is prorated by working days and rounded once (PROBE: 11 and 12 of 23)', () => {
    expect(money(slip.gross)).toBe('115217.39')
    expect(slip.lines[0]!.explain()).toMatchObject({
      formula: '110,000.00 from 2026-07-01 for 11 of 23 working days + 120,000.00 from 2026-07-16 for 12 of 23 working days = 115,217.39',
      inputs: { '2026-07-01.monthly_rate': '110,000.00', '2026-07-01.days': '11', '2026-07-16.days': '12' },
    })
    expect(money(slip.rates.monthly)).toBe('120000.00')
  })
  it.each([
    ['calendar_days', '115161.29'],
    ['thirty_days', '115000.00'],
  ] as const)('or by %s, as the company says', (salary_change, gross) => {
    const input = { employee: { ...monthlyPaid, rate_changes: [raise()] }, period: MONTH, time: halves(), settings: { salary_change } }
    expect(money(pay(input).gross)).toBe(gross)
  })
  it('counts holidays paid by the factor as working days, all days on 365', () => {
    const holiday = { date: '2026-07-20', day_type: 'regular_holiday', entitled: true } as const
    const days = (factor: number) =>
      pay({
        employee: { ...monthlyPaid, factor, rate_changes: [raise()] },
        period: MONTH,
        time: halves({}, { days_scheduled: 11, unworked_holidays: [holiday] }),
      })
        .lines[0]!.explain()
        .formula.match(/for \d+ of \d+/g)
    expect(days(261)).toEqual(['for 11 of 23', 'for 12 of 23'])
    expect(days(365)).toEqual(['for 15 of 31', 'for 16 of 31'])
  })
  it('pays half of a semi-monthly period, each salary for its days', () => {
    const parts = inParts([
      { from: '2026-07-01', to: '2026-07-08', days_scheduled: 6 },
      { from: '2026-07-09', to: '2026-07-15', days_scheduled: 5 },
    ])
    const employee = { ...monthlyPaid, rate_changes: [raise({ effective_from: '2026-07-09' })] }
    const { lines, gross } = pay({ employee, period: FIRST_HALF, time: parts })
    expect(money(gross)).toBe('57272.73')
    expect(lines[0]!.explain().formula).toMatch(/^\(110,000.00 from 2026-07-01 for 6 of 11 .*\) ÷ 2 = 57,272.73$/)
  })
  it('pays joiners and leavers their days at each salary', () => {
    const employee = { ...monthlyPaid, rate: '30450', hired_on: '2026-07-06', rate_changes: [raise({ rate: '60900' })] }
    const joiner = pay({ employee, period: MONTH, time: halves({ days_scheduled: 8, days_worked: 8 }) })
    expect(joiner.lines[0]!.explain().formula).toBe('8 days from 2026-07-06 × 1,400.00 + 12 days from 2026-07-16 × 2,800.00 = 44,800.00')
    const left = { ...employee, hired_on: '2020-01-01', separated_on: '2026-07-10' }
    expect(
      pay({ employee: left, period: MONTH, time: halves({ days_scheduled: 8 }, { days_scheduled: 0 }) }).lines[0]!.explain().formula,
    ).toBe('8 days × 1,400.00 = 11,200.00')
  })
})

describe('hours are paid at the rate of their day', () => {
  // 174 an hour, from 16 July on 348.
  const daily = { rate_type: 'daily', rate: '1392', factor: 313, not_contributing: NOBODY } as const
  const doubled: TermsChange = { effective_from: '2026-07-16', rate: '2784' }
  const some = (hours: number): Partial<PeriodTime> => ({
    paid_leave_minutes: 480,
    worked: [
      worked('ordinary', { regular: hours, overtime: 1, overtime_night: 1, regular_night: 2 }),
      worked('regular_holiday', { regular: 8 }),
    ],
    unworked_holidays: [{ date: '2026-07-01', day_type: 'regular_holiday', entitled: true }],
  })
  it('for basic pay, leave, overtime, night differential and holidays', () => {
    const slip = pay({ employee: { ...daily, rate_changes: [doubled] }, period: MONTH, time: halves(some(80), some(88)) })
    expect(amounts(slip)).toMatchObject({
      BASIC: money(dec(82 * 174 + 90 * 348)),
      LEAVE_PAID: money(dec(8 * 174 + 8 * 348)),
      OVERTIME: money(dec('1.25').times(2 * 174 + 2 * 348)),
      NIGHT: money(dec('0.1').times(2 * 174 + 2 * 348)),
      NIGHT_OVERTIME: money(dec('0.125').times(174 + 348)),
      REGULAR_HOLIDAY: money(dec(2 * 8 * (174 + 348))),
      HOLIDAY_UNWORKED: money(dec(8 * (174 + 348))),
    })
    const overtime = slip.lines.find((line) => line.code === 'OVERTIME')!
    expect([overtime.quantity.toString(), overtime.rate.toString()]).toEqual(['4', '326.25'])
    expect(overtime.explain()).toMatchObject({
      formula: '2.00 h × 174.00 × 1.25 (2026-07-01 to 2026-07-15) + 2.00 h × 348.00 × 1.25 (2026-07-16 to 2026-07-31) = 1,305.00',
      inputs: { '2026-07-01.hourly_rate': '174.00', '2026-07-16.hourly_rate': '348.00' },
    })
    expect(overtime.explain().rules).toHaveLength(1)
  })
  it('for absences, leave without pay, lateness, undertime and lost holidays of a salary', () => {
    const away: Partial<PeriodTime> = {
      absent_minutes: 480,
      unpaid_leave_minutes: 240,
      late_minutes: 30,
      undertime_minutes: 60,
      unworked_holidays: [{ date: '2026-07-01', day_type: 'regular_holiday', entitled: false }],
    }
    const employee = { ...monthlyPaid, rate: '30450', rate_changes: [raise({ rate: '60900' })] }
    // 175 an hour, then 350.
    expect(amounts(pay({ employee, period: MONTH, time: halves(away, away) }))).toMatchObject({
      ABSENT: '-4200.00',
      LEAVE_UNPAID: '-2100.00',
      LATE: '-262.50',
      UNDERTIME: '-525.00',
      HOLIDAY_FORFEITED: '-4200.00',
    })
  })
  it('sums the parts before rounding', () => {
    const cheap = { ...daily, rate: '100.02', rate_changes: [{ effective_from: '2026-07-16', rate: '100.06' }] }
    const minute = { worked: [{ ...worked('ordinary', {}), regular: 10 }] }
    // 2.08375 + 2.084583…: 4.17 together, 2.08 + 2.08 separately.
    expect(amounts(pay({ employee: cheap, period: MONTH, time: halves(minute, minute) })).BASIC).toBe('4.17')
  })
  it('for COLA, whose rate may change separately', () => {
    const employee = { ...daily, cola_per_day: '10', rate_changes: [{ effective_from: '2026-07-16', cola_per_day: '15.50' }] }
    const cola = pay({ employee, period: MONTH, time: halves() }).lines.find((line) => line.code === 'COLA')!
    expect(money(cola.amount)).toBe('296.00')
    expect(cola.explain().formula).toBe(
      '11.00 days × 10.00 (2026-07-01 to 2026-07-15) + 12.00 days × 15.50 (2026-07-16 to 2026-07-31) = 296.00',
    )
  })
  it('of a cut-off before the period at the rate of that time', () => {
    const employee = { ...monthlyPaid, rate: '30450', rate_changes: [{ effective_from: '2026-07-01', rate: '60900' }] }
    const cutOff = inParts([
      { from: '2026-06-26', to: '2026-06-30', days_scheduled: 3, late_minutes: 60 },
      { from: '2026-07-01', to: '2026-07-10', days_scheduled: 8, late_minutes: 60 },
    ])
    expect(amounts(pay({ employee, period: FIRST_HALF, time: cutOff }))).toMatchObject({ BASIC: '30450.00', LATE: '-525.00' })
  })
  it('by the day before the change and by the month after it', () => {
    const employee = {
      ...daily,
      rate_changes: [{ effective_from: '2026-07-16', rate_type: 'monthly' as const, rate: '46000', factor: 261 }],
    }
    const work = { worked: [worked('ordinary', { regular: 88, overtime: 1 })] }
    const slip = pay({ employee, period: MONTH, time: halves(work, { ...work, absent_minutes: 480 }) })
    expect(slip.lines.filter((line) => line.code === 'BASIC').map((line) => money(line.amount))).toEqual(['24000.00', '15312.00'])
    expect(amounts(slip)).toMatchObject({
      ABSENT: '-2114.94',
      OVERTIME: money(dec('1.25').times(dec(174).plus(dec(46000).times(12).div(261).div(8)))),
    })
  })
})

describe('minimum wage earners', () => {
  const employee = { rate_type: 'daily', rate: '755', factor: 313, region: 'NCR', not_contributing: NOBODY } as const
  const period = {
    ...MONTH,
    from: '2026-09-16',
    to: '2026-09-30',
    pay_date: '2026-09-30',
    frequency: 'semi_monthly',
    number: 2,
    count: 2,
  } as const
  const day = { days_worked: 1, worked: [worked('ordinary', { regular: 8 })] }
  it('are minimum wage earners on the days on which the wage order makes them so', () => {
    expect(termsDates(employee, period.from, period.to, STATUTORY)).toEqual(['2026-09-26'])
    const parts = inParts([
      { from: '2026-09-16', to: '2026-09-25', ...day },
      { from: '2026-09-26', to: '2026-09-30', ...day },
    ])
    const basic = pay({ employee, period, time: parts }).lines[0]!
    expect([basic.amount, basic.taxable, basic.exempt].map(money)).toEqual(['1510.00', '755.00', '755.00'])
    expect(basic.taxability).toBe('regular')
    expect(basic.explain().words).toContain('755.00 is non-taxable')
  })
  it('stop being so on the day of a raise, and their taxable wages bear a share of the contributions', () => {
    const raised = { ...employee, not_contributing: undefined, rate: '695', rate_changes: [{ effective_from: '2026-09-20', rate: '1390' }] }
    const parts = inParts([
      { from: '2026-09-16', to: '2026-09-19', ...day },
      { from: '2026-09-20', to: '2026-09-30', ...day },
    ])
    const slip = pay({ employee: raised, period, time: parts })
    expect([slip.lines[0]!.exempt, slip.lines[0]!.taxable].map(money)).toEqual(['695.00', '1390.00'])
    const share = slip.contributions.times(2).div(3)
    expect(slip.tax_base.regular.plus(slip.tax_base.supplementary).toFixed(2)).toBe(dec(1390).minus(share).toFixed(2))
  })
  it('on a salary have it split on the day of the wage order', () => {
    const salaried = { ...employee, rate_type: 'monthly', rate: '19692.92' } as const
    const parts = inParts([
      { from: '2026-09-16', to: '2026-09-25', days_scheduled: 9, days_worked: 9 },
      { from: '2026-09-26', to: '2026-09-30', days_scheduled: 4, days_worked: 4, absent_minutes: 480 },
    ])
    const slip = pay({ employee: salaried, period, time: parts })
    expect(slip.lines.map((line) => [line.code, money(line.amount), money(line.taxable), money(line.exempt)])).toEqual([
      ['BASIC', '9846.46', '6816.78', '3029.68'],
      ['ABSENT', '-755.00', '0.00', '-755.00'],
    ])
  })
})

describe('retroactive pay', () => {
  it('from a day inside a past period pays the difference for its days', () => {
    const past: PayslipInput = {
      employee: { ...monthlyPaid, rate: '30450' },
      period: MONTH,
      time: halves({ late_minutes: 60 }, { late_minutes: 60, worked: [worked('ordinary', { overtime: 2 })] }),
    }
    const retro = retroactivePay([past], { effective_from: '2026-07-16', rate: '60900' })
    expect(retro.items.map((item) => [item.code, money(dec(item.amount))])).toEqual([
      ['RETRO_BASIC', '15886.96'],
      ['RETRO_LATE', '-175.00'],
      ['RETRO_OVERTIME', '437.50'],
    ])
    expect(retroactivePay([past], '60900').items.map((item) => money(dec(item.amount)))).toEqual(['30450.00', '-350.00', '437.50'])
  })
})

describe('inconsistent input', () => {
  const employee = { ...monthlyPaid, rate_changes: [raise()] }
  const refused = (input: Partial<PayslipInput>) => () => pay({ employee, period: MONTH, ...input })
  it.each<[string, Partial<PayslipInput>, string]>([
    ['time of value that is not cut', { time: time({ late_minutes: 1 }) }, 'time.parts'],
    ['a part across the change', { time: inParts([{ from: '2026-07-01', to: '2026-07-31' }]) }, 'time.parts.0.to'],
    [
      'a gap between parts',
      {
        time: inParts([
          { from: '2026-07-01', to: '2026-07-14' },
          { from: '2026-07-16', to: '2026-07-31' },
        ]),
      },
      'time.parts.1.from',
    ],
    ['a part that ends before it begins', { time: inParts([{ from: '2026-07-02', to: '2026-07-01' }]) }, 'time.parts.0.to'],
    ['parts that do not add up', { time: { ...halves(), late_minutes: 5 } }, 'time.parts.late_minutes'],
    ['no parts', { time: { ...halves(), parts: [] } }, 'time.parts'],
    [
      'two changes on one day',
      { employee: { ...monthlyPaid, rate_changes: [raise(), raise()] } },
      'employee.rate_changes.0.effective_from',
    ],
    ['a rate that is missing', { employee: { ...monthlyPaid, rate_changes: [raise({ rate: '0' })] } }, 'employee.rate_changes.0.rate'],
    [
      'a date that is none',
      { employee: { ...monthlyPaid, rate_changes: [raise({ effective_from: '16 July' })] } },
      'employee.rate_changes.0.effective_from',
    ],
    ['a day-rate without time', { employee: { ...monthlyPaid, rate_changes: [raise({ rate_type: 'daily' })] } }, 'time'],
  ])('%s is refused by name', (_what, input, field) => {
    expect(refused(input)).toThrow(expect.objectContaining({ name: 'DomainError', field }))
  })
})

describe('every period', () => {
  const row = fc.record({
    day_type: fc.constantFrom(...DAY_TYPES),
    regular: fc.nat(480),
    regular_night: fc.nat(120),
    overtime: fc.nat(240),
    overtime_night: fc.nat(60),
  })
  const part = fc.record({
    late_minutes: fc.nat(60),
    absent_minutes: fc.nat(480),
    days_worked: fc.nat(11),
    worked: fc.array(row, { maxLength: 3 }),
  })
  it('split where nothing changes is paid as if not split', () => {
    fc.assert(
      fc.property(part, part, fc.constantFrom('monthly', 'daily' as const), (first, second, rate_type) => {
        const whole = halves(first, second)
        const { parts: _, ...uncut } = whole
        const employee = { ...monthlyPaid, rate_type, rate: rate_type === 'daily' ? '1000' : '30450', cola_per_day: '10' }
        const [cut, plain] = [whole, uncut].map((entry) => pay({ employee, period: MONTH, time: entry }))
        expect(amounts(cut!)).toEqual(amounts(plain!))
      }),
    )
  })
  it('is between what either rate would pay', () => {
    fc.assert(
      fc.property(part, part, (first, second) => {
        const paid = (rate: string, changes: TermsChange[] = []) =>
          Number(
            pay({
              employee: { ...monthlyPaid, rate_type: 'daily', rate, rate_changes: changes },
              period: MONTH,
              time: halves(first, second),
            }).gross,
          )
        const mixed = paid('1000', [{ effective_from: '2026-07-16', rate: '1500' }])
        expect(mixed).toBeGreaterThanOrEqual(paid('1000'))
        expect(mixed).toBeLessThanOrEqual(paid('1500'))
      }),
    )
  })
})
