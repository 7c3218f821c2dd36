/** Maternity leave on payslips: RA 11210, DOLE Department Advisory 01-19, RMC 105-2019. */
import { describe, expect, it } from 'vitest'
import * as payroll from '../../src/domain/payroll/index.ts'
import { amounts, daily, EMPTY_YEAR, FIRST_HALF, MONTH, monthly, pay, SECOND_HALF, time } from './payroll-support.ts'

const CREDITS = Array(12).fill(20000)
/** 105 days from July 1. */
const LEAVE: payroll.MaternityLeave = {
  key: '7',
  filing: 'LF-2026-000007',
  from: '2026-07-01',
  to: '2026-10-13',
  days: 105,
  time: [],
  settles: true,
  credits: CREDITS,
  pays_differential: true,
}
const days = (from: number, to: number, minutes = 480) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ date: `2026-07-${String(from + index).padStart(2, '0')}`, minutes }))
const DAY = 480
const BY_LAST = { contribution_timing: { sss: 'last', philhealth: 'last', pagibig: 'last' } } as const

describe('twelve months before the semester of contingency', () => {
  it.each([
    ['2026-05-20', '2025-01', '2025-12'],
    ['2026-01-01', '2024-10', '2025-09'],
    ['2026-12-31', '2025-07', '2026-06'],
    ['2026-07-01', '2025-04', '2026-03'],
  ])('a birth on %s counts %s to %s', (birth, from, to) => {
    expect(payroll.maternityMonths(birth)).toEqual({ from, to })
  })
})

describe('maternity leave over the whole period', () => {
  const first = pay(
    monthly('30450', {
      period: FIRST_HALF,
      time: time({ scheduled_minutes: 11 * DAY, days_scheduled: 11, days_worked: 0, paid_leave_minutes: 11 * DAY }),
      maternity: [{ ...LEAVE, time: days(1, 11) }],
      year_to_date: EMPTY_YEAR,
      settings: BY_LAST,
    }),
  )
  it('pays the SSS benefit and the differential in place of the salary, without tax', () => {
    expect(amounts(first)).toEqual({
      BASIC: '15225.00',
      MATERNITY_LEAVE: '-15225.00',
      'SSS_MATERNITY-7': '70000.00',
      'MATERNITY_DIFFERENTIAL-7': '27873.12',
      net: '97873.12',
    })
    expect(first.tax.isZero()).toBe(true)
    for (const line of first.lines.filter(({ code }) => code.startsWith('SSS_M') || code.startsWith('MATERNITY_D')))
      expect([line.taxable.toFixed(2), line.exempt.eq(line.amount), line.taxability]).toEqual(['0.00', true, 'exempt'])
  })
  it('counts the differential, but not the benefit, for the 13th month', () => {
    expect(first.year_to_date.basic.toFixed(2)).toBe('27873.12')
  })
  it('explains both with their sources', () => {
    const [benefit, differential] = ['SSS_MATERNITY-7', 'MATERNITY_DIFFERENTIAL-7'].map((code) =>
      first.lines.find((line) => line.code === code)!.explain(),
    )
    expect(benefit!.formula).toBe(`(${Array(6).fill('20,000.00').join(' + ')}) ÷ 180 × 105 days = 70,000.00`)
    expect(benefit!.inputs).toEqual({ days: '105', months_counted: '2025-04 to 2026-03', months_on_record: '12' })
    expect(benefit!.rules.map((rule) => rule.source)).toContain('RMC 105-2019')
    expect(differential!.formula).toContain('106,575.00 − 8,701.88 − 70,000.00 = 27,873.12')
    expect(differential!.rules.map((rule) => rule.source)).toEqual(['RA 11210; DOLE Department Advisory 01-19', 'RMC 105-2019'])
  })
  // 15,000 × 3.5 = 52,500.00; SSS 750, PhilHealth 375, Pag-IBIG 200: 1,325 × 3.5 = 4,637.50.
  it('explains why there is no differential', () => {
    const slip = pay(monthly('15000', { maternity: [LEAVE], year_to_date: EMPTY_YEAR }))
    expect(slip.lines.map(({ code }) => code)).not.toContain('MATERNITY_DIFFERENTIAL-7')
    expect(slip.lines.find(({ code }) => code === 'SSS_MATERNITY-7')!.explain().words).toContain(
      'less your contributions is 47,862.50, which the benefit covers: there is no salary differential.',
    )
  })
  it('remits contributions on the salary, and bears the employee’s shares, in later payrolls', () => {
    const second = pay(
      monthly('30450', {
        period: SECOND_HALF,
        time: time({ scheduled_minutes: 12 * DAY, days_scheduled: 12, days_worked: 0, paid_leave_minutes: 12 * DAY }),
        maternity: [{ ...LEAVE, settles: false, time: days(16, 27) }],
        month_to_date: first.month_to_date,
        year_to_date: first.year_to_date,
        settings: BY_LAST,
      }),
    )
    expect(amounts(second)).toEqual({
      BASIC: '15225.00',
      MATERNITY_LEAVE: '-15225.00',
      MATERNITY_SHARES: '2486.25',
      SSS: '-1000.00',
      SSS_MPF: '-525.00',
      PHILHEALTH: '-761.25',
      PAGIBIG: '-200.00',
      net: '0.00',
    })
  })
  it('journals the advance by employee as a receivable from the SSS, the differential as an expense', () => {
    const lines = payroll.payrollJournal([{ employee: '1', payslip: first }], { accrue_thirteenth_month: false })
    const entryOf = (role: string) => lines.find((line) => line.account_role === role)
    expect([entryOf('sss_benefits_receivable')?.debit.toFixed(2), entryOf('sss_benefits_receivable')?.party]).toEqual([
      '70000.00',
      { kind: 'employee', id: '1' },
    ])
    expect(entryOf('employee_benefits_expense')?.debit.toFixed(2)).toBe('27873.12')
    expect(entryOf('salaries_expense')).toBeUndefined()
  })
})

describe('maternity leave over part of the period', () => {
  it('deducts the hours of the leave and its holidays from a monthly salary', () => {
    const slip = pay(
      monthly('30450', {
        period: MONTH,
        time: time({
          scheduled_minutes: 22 * DAY,
          paid_leave_minutes: 5 * DAY,
          unworked_holidays: [{ date: '2026-07-29', day_type: 'regular_holiday', entitled: true }],
        }),
        maternity: [
          {
            ...LEAVE,
            from: '2026-07-25',
            to: '2026-11-06',
            settles: false,
            time: days(27, 31).filter(({ date }) => date !== '2026-07-29'),
          },
        ],
      }),
    )
    // Four days and the holiday at 1,400; seven of 31 days of the contributions.
    expect(amounts(slip)).toMatchObject({ BASIC: '30450.00', MATERNITY_LEAVE: '-7000.00', SSS: '-1000.00', MATERNITY_SHARES: '561.41' })
  })
  it('pays a daily-paid employee the day neither as leave nor as holiday', () => {
    const slip = pay(
      daily('800', {
        period: FIRST_HALF,
        time: time({
          scheduled_minutes: 10 * DAY,
          days_scheduled: 10,
          days_worked: 6,
          worked: [{ day_type: 'ordinary', regular: 6 * DAY, regular_night: 0, overtime: 0, overtime_night: 0 }],
          paid_leave_minutes: 4 * DAY,
          unworked_holidays: [{ date: '2026-07-10', day_type: 'regular_holiday', entitled: true }],
        }),
        maternity: [{ ...LEAVE, from: '2026-07-09', time: days(9, 12), settles: false }],
      }),
    )
    expect(amounts(slip)).toMatchObject({ BASIC: '4800.00', LEAVE_PAID: '3200.00', MATERNITY_LEAVE: '-3200.00' })
    expect(amounts(slip)).not.toHaveProperty('HOLIDAY_UNWORKED')
  })
})

it('uses the benefit that the SSS computed, and pays no differential where the employer is exempt', () => {
  const slip = pay(
    monthly('30450', {
      period: FIRST_HALF,
      time: time({ scheduled_minutes: 11 * DAY, paid_leave_minutes: 11 * DAY }),
      maternity: [{ ...LEAVE, time: days(1, 11), sss_benefit: '65000', pays_differential: false }],
      settings: BY_LAST,
    }),
  )
  expect(amounts(slip)).toEqual({ BASIC: '15225.00', MATERNITY_LEAVE: '-15225.00', 'SSS_MATERNITY-7': '65000.00', net: '65000.00' })
})

describe('sickness benefit', () => {
  const claim = {
    key: '3',
    claim: 'SBC-2026-000003',
    from: '2026-07-13',
    to: '2026-07-19',
    days: 7,
    until: '2026-07-15',
    used: 0,
    credits: [14500, 14500, 14500, 14500, 14500, 14000, 10000],
    advanced_days: 0,
    advanced: 0,
  }
  const slip = pay(
    monthly('30450', {
      period: FIRST_HALF,
      time: time({ scheduled_minutes: 11 * DAY, days_scheduled: 11, days_worked: 8, unpaid_leave_minutes: 3 * DAY }),
      sickness: [claim],
      settings: BY_LAST,
    }),
  )
  const line = slip.lines.find(({ code }) => code === 'SSS_SICKNESS-3')!
  it('has a separate line for the days of the payroll, not taxable, in no base, receivable from the SSS', () => {
    expect(line.amount.toFixed(2)).toBe('1297.50')
    expect([line.taxable.toFixed(2), line.exempt.toFixed(2), line.account_role]).toEqual(['0.00', '1297.50', 'sss_benefits_receivable'])
    expect(line.counts).toMatchObject({ sss: false, pagibig: false, thirteenth_month: false })
  })
  it('explains the credits, the days and the law', () => {
    expect(line.explain().formula).toBe(
      '(14,500.00 + 14,500.00 + 14,500.00 + 14,500.00 + 14,500.00 + 14,000.00) ÷ 180 × 90% × 7 days = 3,027.50; 3 of 7 days = 1,297.50',
    )
    expect(line.explain().rules.map((rule) => rule.source)).toEqual(['RA 8282 section 14; RA 11199 section 14'])
  })
})
