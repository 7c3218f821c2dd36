/** Deductions, benefits and pay by results, each by its own function; and that every line names its law. */
import { describe, expect, it } from 'vitest'
import {
  type Deduction,
  finalPayDue,
  leaveConversionPay,
  pieceRateHolidayPay,
  pieceRateTopUp,
  scheduledAmount,
  separationPay,
  takeDeductions,
} from '../../src/domain/payroll/index.ts'
import { fringeBenefitTax, fringeReturnDue } from '../../src/domain/statutory/index.ts'
import { type Decimal, dec } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'
import { MONTH, monthly, pay, time } from './payroll-support.ts'

const money = (value: Decimal) => value.toFixed(2)
const owed = (code: string, kind: Deduction['kind'], amount: string, more: Partial<Deduction> = {}): Deduction => ({
  code,
  name: code,
  kind,
  amount,
  ...more,
})
const PAY = { gross: dec(20000), disposable: dec(15000) }
const taken = (deductions: readonly Deduction[], rules = {}) =>
  takeDeductions(deductions, PAY, rules).lines.map((line) => `${line.code} ${line.amount.neg().toFixed(2)}`)

describe('deductions', () => {
  it('are taken by priority of their kind down to the minimum net pay', () => {
    const all = [
      owed('CA', 'cash_advance', '5000'),
      owed('LOAN', 'company_loan', '4000'),
      owed('SSS', 'sss_loan', '3000'),
      owed('HDMF', 'pagibig_loan', '2000'),
      owed('CHILD', 'support_order', '1000'),
    ]
    expect(taken(all)).toEqual(['CHILD 1000.00', 'SSS 3000.00', 'HDMF 2000.00', 'LOAN 4000.00', 'CA 5000.00'])
    expect(taken(all, { minimum_net_pay: '7500' })).toEqual(['CHILD 1000.00', 'SSS 3000.00', 'HDMF 2000.00', 'LOAN 1500.00'])
    expect(taken(all, { minimum_net_pay: '100', minimum_net_share: '0.5' })).toEqual(['CHILD 1000.00', 'SSS 3000.00', 'HDMF 1000.00'])
  })
  it('ordered by a court go below the minimum, but never below zero', () => {
    const garnished = [owed('COURT', 'garnishment', '20000', { payee: 'CREDITOR' }), owed('CA', 'cash_advance', '1')]
    const { lines, shortfalls, total } = takeDeductions(garnished, PAY, { minimum_net_pay: '10000' })
    expect([money(total), lines.length, lines[0]!.payee]).toEqual(['15000.00', 1, 'CREDITOR'])
    expect(shortfalls.map((shortfall) => [shortfall.code, money(shortfall.carried)])).toEqual([
      ['COURT', '5000.00'],
      ['CA', '1.00'],
    ])
  })
  it('are a share of gross pay or of the rest, and whole balances in the last pay', () => {
    const share = owed('S', 'support_order', '0', { percent: '0.2' })
    expect(money(scheduledAmount(share, PAY))).toBe('3000.00')
    expect(money(scheduledAmount({ ...share, percent_of: 'gross' }, PAY))).toBe('4000.00')
    expect(money(scheduledAmount({ ...share, balance: '500' }, PAY))).toBe('500.00')
    const loan = owed('L', 'company_loan', '100', { balance: '900' })
    expect([money(scheduledAmount(loan, PAY)), money(scheduledAmount(loan, PAY, true))]).toEqual(['100.00', '900.00'])
  })
  it('never exceed what is available, and account for everything', () => {
    const kind = fc.constantFrom<Deduction['kind']>('support_order', 'garnishment', 'sss_loan', 'union_dues', 'company_loan', 'other')
    const amount = fc.integer({ min: 0, max: 2_000_000 }).map((centavos) => (centavos / 100).toFixed(2))
    const list = fc.array(fc.record({ code: fc.constantFrom('A', 'B'), name: fc.constant('D'), kind, amount, whole_only: fc.boolean() }), {
      maxLength: 6,
    })
    fc.assert(
      fc.property(list, fc.nat(20000), (deductions, minimum) => {
        const result = takeDeductions(deductions, PAY, { minimum_net_pay: minimum })
        const scheduled = deductions.reduce((sum, entry) => sum.plus(entry.amount), dec(0))
        const carried = result.shortfalls.reduce((sum, shortfall) => sum.plus(shortfall.carried), dec(0))
        expect(result.total.plus(carried).eq(scheduled)).toBe(true)
        expect(result.total.lte(PAY.disposable)).toBe(true)
        const isCourt = (deduction: { kind: Deduction['kind'] }) => deduction.kind === 'support_order' || deduction.kind === 'garnishment'
        if (!deductions.some(isCourt)) expect(PAY.disposable.minus(result.total).gte(Math.min(minimum, 15000))).toBe(true)
      }),
    )
  })
})

describe('separation', () => {
  it('converts leave to cash by the day and fraction of a day', () => {
    expect(money(leaveConversionPay('0.833333', dec(1400)))).toBe('1166.67')
    expect(() => leaveConversionPay('-1', dec(1400))).toThrow(expect.objectContaining({ field: 'days' }))
  })
  it('requires final pay within thirty days', () => {
    expect([finalPayDue('2026-01-31'), finalPayDue('2026-12-15')]).toEqual(['2026-03-02', '2027-01-14'])
    expect(() => finalPayDue('soon')).toThrow(expect.objectContaining({ field: 'separated_on' }))
  })
  it.each([
    ['no_assignment', '75000.00'],
    ['no_assignment_by_age', '150000.00'],
    ['disease', '75000.00'],
    ['labor_saving_devices', '150000.00'],
    ['reinstatement_impossible', '150000.00'],
    ['closure', '75000.00'],
    ['closure_serious_losses', '0.00'],
    ['resignation', '0.00'],
  ] as const)('separation pay for %s of 30,000 after five years is %s', (cause, expected) => {
    expect(money(separationPay(cause, dec(30000), { years: 5, months: 0 }))).toBe(expected)
  })
})

describe('pay by results', () => {
  it('on a holiday equals the average of the last seven days, at least the minimum wage', () => {
    expect(money(pieceRateHolidayPay([700, 800, 900, 800, 850, 750, 801], '755'))).toBe('800.14')
    expect(money(pieceRateHolidayPay([500, 600], '755'))).toBe('755.00')
    for (const days of [[], new Array(8).fill(1)])
      expect(() => pieceRateHolidayPay(days, 755)).toThrow(expect.objectContaining({ field: 'earned' }))
    expect(() => pieceRateHolidayPay([1, -1], 755)).toThrow(expect.objectContaining({ field: 'earned.1' }))
  })
  it('is raised to the minimum wage of the hours', () => {
    expect([pieceRateTopUp('600', 8, '755'), pieceRateTopUp('600', 4, '755'), pieceRateTopUp('0', 4, '755')].map(money)).toEqual([
      '155.00',
      '0.00',
      '377.50',
    ])
  })
})

describe('fringe benefits tax', () => {
  it('is borne by the employer on the grossed-up value, at the rate of the date', () => {
    const now = fringeBenefitTax('2026-07-31', '65000')
    expect([now.grossed_up, now.tax].map(money)).toEqual(['100000.00', '35000.00'])
    expect(now.rule).toMatchObject({ effective_from: '2018-01-01', row: '35% of the grossed-up value of 100,000.00' })
    const before = fringeBenefitTax('2017-12-31', '68000')
    expect([before.grossed_up, before.tax].map(money)).toEqual(['100000.00', '32000.00'])
    expect(now.formula).toBe('65,000.00 ÷ 65% = 100,000.00; × 35% = 35,000.00')
    expect(() => fringeBenefitTax('1999-12-31', '1')).toThrow(expect.objectContaining({ field: 'date' }))
    expect(() => fringeBenefitTax('2026-07-31', '-1')).toThrow(expect.objectContaining({ field: 'value' }))
  })
  it('applies to half of the value where housing or a vehicle is only used, and at a lower rate for non-resident aliens', () => {
    const housing = fringeBenefitTax('2026-07-31', '30000', { kind: 'housing_use' })
    expect([housing.monetary_value, housing.grossed_up, housing.tax].map(money)).toEqual(['15000.00', '23076.92', '8076.92'])
    expect(housing.formula).toBe('30,000.00 × 50% = 15,000.00; 15,000.00 ÷ 65% = 23,076.92; × 35% = 8,076.92')
    expect(money(fringeBenefitTax('2026-07-31', '30000', { kind: 'vehicle_transfer' }).monetary_value)).toBe('30000.00')
    const alien = fringeBenefitTax('2026-07-31', '75000', { is_non_resident: true })
    expect([alien.grossed_up, alien.tax].map(money)).toEqual(['100000.00', '25000.00'])
  })
  it('is returned by the last day of the month after the quarter, before 2018 by the tenth', () => {
    const due = (year: number, quarter: number) => fringeReturnDue({ year, quarter })
    expect([due(2026, 1), due(2026, 2), due(2026, 3), due(2026, 4)]).toEqual(['2026-04-30', '2026-07-31', '2026-10-31', '2027-01-31'])
    expect(due(2017, 4)).toBe('2018-01-10')
  })
})

describe('the explanation of a line', () => {
  it('names a law or rule with its effectivity for all that the law determines', () => {
    const away = time({
      absent_minutes: 60,
      late_minutes: 10,
      undertime_minutes: 10,
      unpaid_leave_minutes: 60,
      unworked_holidays: [{ date: '2026-07-01', day_type: 'regular_holiday', entitled: false }],
    })
    const deductions = (['support_order', 'garnishment', 'sss_loan', 'union_dues', 'company_loan', 'other'] as const).map((kind) =>
      owed(kind, kind, '10'),
    )
    const salaried = pay(monthly('30450', { time: away, deductions, leave_conversion: [{ leave: 'service_incentive', days: 1 }] }))
    const daily = pay({
      employee: { rate_type: 'daily', rate: '1000', factor: 313 },
      period: MONTH,
      time: time({
        paid_leave_minutes: 480,
        worked: [{ day_type: 'ordinary', regular: 480, regular_night: 0, overtime: 60, overtime_night: 60 }],
      }),
    })
    for (const line of [...salaried.lines, ...salaried.employer_shares, ...daily.lines]) {
      const { rules } = line.explain()
      expect([line.code, rules.length > 0]).toEqual([line.code, true])
      for (const rule of rules)
        expect(rule).toMatchObject({ source: expect.stringMatching(/\w{3}/), effective_from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    }
    const source = (code: string) => salaried.lines.find((line) => line.code === code)!.explain().rules[0]!.source
    expect(source('support_order')).toContain('RA 9262')
    expect(source('company_loan')).toContain('Labor Code arts. 113')
    expect(source('LEAVE_CONVERSION_SERVICE_INCENTIVE')).toContain('art. 95')
    expect(source('UNDERTIME')).toContain('art. 88')
  })
})
