import { describe, expect, it } from 'vitest'
import * as payroll from '../../src/domain/payroll/index.ts'
import { FIRST_HALF, MONTH, monthly, pay, time, worked } from './payroll-support.ts'

const terms = { rate_type: 'monthly', rate: '30450', factor: 261 } as const
const FINAL = { ...MONTH, tag: 'final_pay' } as const
const trace = (slip: payroll.Payslip, code: string): payroll.Trace =>
  payroll.explainAll(slip).find((candidate) => candidate.code === code)!.trace

describe('the explanation', () => {
  it('of a salary: rate and frequency', () => {
    expect(trace(pay(monthly('30450', { period: FIRST_HALF })), 'BASIC')).toEqual({
      words: 'Your monthly salary of 30,450.00, half of it in each of two payrolls.',
      formula: '30,450.00 ÷ 2 = 15,225.00',
      inputs: { monthly_rate: '30,450.00', frequency: 'semi_monthly' },
      rules: [
        {
          table: 'Factor (paid days of a year)',
          effective_from: '1974-11-01',
          source: 'DOLE Handbook 2023: no work on Saturdays and Sundays',
          row: 'factor 261',
        },
      ],
    })
  })
  it("of a joiner's salary: days and daily rate", () => {
    const slip = pay(monthly('30450', { employee: { ...terms, hired_on: '2026-07-16' }, time: time({ days_scheduled: 12 }) }))
    expect(trace(slip, 'BASIC')).toMatchObject({
      words: 'You were employed for a part of the period: the days scheduled for you are paid.',
      formula: '12 days × 1,400.00 = 16,800.00',
      inputs: { days: '12', daily_rate: '1,400.00' },
    })
  })
  it('of the cost of living allowance: days and rate', () => {
    const slip = pay({ employee: { rate_type: 'daily', rate: '600', factor: 313, cola_per_day: '10' }, period: MONTH, time: time() })
    expect(trace(slip, 'COLA')).toEqual({
      words: 'Cost of living allowance for the days that you worked or were on paid leave.',
      formula: '22.00 days × 10.00 = 220.00',
      inputs: { days: '22.00', per_day: '10.00' },
      rules: [],
    })
  })
  it('of items paid by the day, the month and the year', () => {
    const base = { name: 'Rice', kind: 'allowance' as const, amount: '1200' }
    const items = [
      { ...base, code: 'DAY', per: 'day' as const, quantity: 1 },
      { ...base, code: 'YEAR', per: 'year' as const },
      { ...base, code: 'ONCE', quantity: 1 },
    ]
    const slip = pay(monthly('30450', { period: FIRST_HALF, items }))
    expect(trace(slip, 'DAY')).toEqual({
      words: 'Rice.',
      formula: '1,200.00 × 1.00 days = 1,200.00',
      inputs: { amount: '1,200.00', quantity: '1.00' },
      rules: [],
    })
    expect(trace(slip, 'YEAR').formula).toBe("50.00, this payroll's part of 1,200.00 a year")
    expect(trace(slip, 'ONCE').formula).toBe('1,200.00')
    expect(slip.lines.find((line) => line.code === 'YEAR')!.rate.toFixed(2)).toBe('50.00')
  })
  it('of overtime names the day', () => {
    const some = time({ worked: [worked('ordinary', { overtime: 1 }), worked('rest_day', { overtime: 1 })] })
    const slip = pay(monthly('30450', { time: some }))
    expect(trace(slip, 'OVERTIME').words).toBe('Overtime on an ordinary day is paid 125% of your hourly rate.')
    expect(trace(slip, 'OVERTIME_REST_DAY').words).toBe('Overtime on a rest day is paid 169% of your hourly rate.')
  })
  it('of contributions: base, sums of the month, and the row of the table', () => {
    const slip = pay(monthly('30450'))
    expect(trace(slip, 'SSS')).toMatchObject({
      inputs: { base: '30,450.00', month_to_date: '1,000.00', earlier: '0.00' },
      rules: [
        {
          table: 'SSS contribution schedule',
          effective_from: '2025-01-01',
          source: 'SSS Circular 2024-006',
          row: 'monthly salary credit 30,500.00 for compensation from 30,250.00 to 30,749.99',
        },
      ],
    })
    expect(trace(slip, 'ec').formula).toBe('30.00')
  })
  it('of tax: taxable pay, contributions, and the bracket', () => {
    expect(trace(pay(monthly('30450')), 'WITHHOLDING_TAX')).toMatchObject({
      inputs: { taxable_regular: '27,963.75', taxable_supplementary: '0.00', contributions: '2,486.25' },
      rules: [{ effective_from: '2023-01-01', row: 'from 20,833.00: 0.00 plus 15% of the excess' }],
    })
    const none = pay(monthly('30450', { employee: { ...terms, tax_method: 'none' } })).tax_base.explain()
    expect([none.formula, none.rules]).toEqual(['0.00', []])
    const final = pay(monthly('30450', { employee: { ...terms, final_tax_rate: '0.25' } }))
    expect(trace(final, 'WITHHOLDING_TAX')).toMatchObject({
      words: 'Final tax of 25% on gross pay.',
      formula: '30,450.00 × 25% = 7,612.50',
      rules: [{ table: 'Final tax', effective_from: '1998-01-01', source: 'NIRC section 25(B)' }],
    })
  })
  it('of annualized tax: its parts, a previous employer separately, and the bracket of the year', () => {
    const year_to_date = {
      gross: '65900',
      basic: '60900',
      taxable_regular: '57652.50',
      taxable_supplementary: '5000',
      contributions: '3247.50',
      withheld: '10959.34',
      periods: 2,
      cumulative_average: true,
      other_benefits_exempt: '7612.50',
      thirteenth_month_paid: '7612.50',
      de_minimis: {},
      previous_employer: { taxable: '300000', withheld: '7500', periods: 21 },
    }
    const slip = (withheld: string) =>
      pay(monthly('30450', { period: { ...MONTH, last_of_year: true }, year_to_date: { ...year_to_date, withheld } }))
    // 300,000.00 + 57,652.50 + 5,000.00 + 27,963.75.
    expect(trace(slip('10959.34'), 'WITHHOLDING_TAX')).toMatchObject({
      formula:
        'tax on 390,616.25 for the year: 0.00 + 15% × (390,616.25 − 250,000.00) = 21,092.44; 21,092.44 − 18,459.34 withheld = 2,633.10',
      inputs: {
        taxable_in_earlier_payrolls: '62,652.50',
        withheld_in_earlier_payrolls: '10,959.34',
        previous_employer_taxable: '300,000.00',
        previous_employer_tax: '7,500.00',
      },
    })
    expect(trace(slip('20000'), 'TAX_REFUND').formula).toMatch(/ 21,092\.44 − 27,500\.00 withheld = -6,407\.56$/)
  })
  it('of what the employer advances: the amount', () => {
    const slip = pay(monthly('500', { employee: { ...terms, rate: '500' } }))
    // SSS 250 on the lowest credit, PhilHealth 250 on the floor, Pag-IBIG 1% of 500.
    expect(trace(slip, 'EMPLOYER_ADVANCE')).toMatchObject({ formula: '5.00', inputs: { amount: '5.00' } })
  })
  it('of pay on separation: years, rate and law', () => {
    const separated = pay(
      monthly('30450', {
        period: FINAL,
        leave_conversion: [
          { leave: 'vacation', days: 3 },
          { leave: 'sick', days: 2 },
        ],
        final: { separation: { cause: 'retrenchment', service: { years: 4, months: 6 } } },
      }),
    )
    expect(trace(separated, '13TH_MONTH')).toMatchObject({
      formula: '30,450.00 ÷ 12 = 2,537.50',
      inputs: { basic_earned: '30,450.00', paid_before: '0.00' },
      rules: [{ table: '13th month pay', effective_from: '1975-12-16' }, { table: '13th month pay and other benefits' }],
    })
    expect(trace(separated, 'LEAVE_CONVERSION_VACATION')).toMatchObject({
      words: expect.stringMatching(/^Unused leave paid in cash\. .* Within its limit: non-taxable\.$/),
      formula: '3.00 days × 1,400.00 = 4,200.00',
      inputs: { days: '3.00', daily_rate: '1,400.00' },
      rules: [{ table: 'Leave conversion' }, { table: 'De minimis benefits', row: 'monetised leave: 12 days per year' }],
    })
    expect(trace(separated, 'LEAVE_CONVERSION_SICK').words).toBe('Unused sick leave in cash; it is taxable.')
    expect(trace(separated, 'SEPARATION_PAY')).toMatchObject({
      formula: '30,450.00 × 0.5 × 5 years, at least one month = 76,125.00',
      inputs: { monthly_pay: '30,450.00', years: '5' },
      rules: [{ table: 'Separation pay', effective_from: '1974-11-01', source: 'Labor Code arts. 298-299; tax: NIRC section 32(B)(6)(b)' }],
    })
    const retired = pay(monthly('30450', { period: FINAL, final: { retirement: { service: { years: 10, months: 0 } } } }))
    expect(trace(retired, 'RETIREMENT_PAY')).toEqual({
      words: 'Retirement pay: 22.5 days of pay for each year of service; half a year counts as a year.',
      formula: '1,400.00 × 22.5 days × 10 years = 315,000.00',
      inputs: { daily_rate: '1,400.00', years: '10' },
      rules: [{ table: 'Retirement pay', effective_from: '1993-01-07', source: 'RA 7641; tax: NIRC section 32(B)(6)(a)' }],
    })
  })
  it('of exempt pay names the rule that exempts it', () => {
    const item = (amount: string) => [{ code: 'RICE', name: 'Rice', kind: 'de_minimis' as const, benefit: 'rice' as const, amount }]
    const tables = (slip: payroll.Payslip, code: string) => trace(slip, code).rules.map((rule) => rule.table)
    expect(tables(pay(monthly('30450', { items: item('3000') })), 'RICE')).toEqual([
      'De minimis benefits',
      '13th month pay and other benefits',
    ])
    expect(tables(pay(monthly('30450', { items: item('-3000') })), 'RICE')).toEqual(['De minimis benefits'])
    const minimum = pay(monthly('16421.25', { employee: { ...terms, rate: '16421.25', minimum_wage_earner: true } }))
    expect(trace(minimum, 'BASIC').rules).toEqual([
      expect.objectContaining({ row: 'factor 261' }),
      {
        table: 'Minimum wage earners',
        effective_from: '2008-07-06',
        source: 'NIRC section 24(A)(2); RA 9504; RR 11-2018 section 2.78.1(B)(13)',
      },
    ])
  })
})
