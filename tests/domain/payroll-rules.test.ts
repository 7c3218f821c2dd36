import { describe, expect, it } from 'vitest'
import accountRoles from '../../schemas/account-roles.json' with { type: 'json' }
import * as payroll from '../../src/domain/payroll/index.ts'
import { type Decimal, dec } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'
import { PAYSLIPS } from './payroll-goldens.ts'
import { amounts, EMPTY_YEAR, FIRST_HALF, MONTH, monthly, pay, SECOND_HALF, time, worked } from './payroll-support.ts'

type Input = payroll.PayslipInput
const money = (value: Decimal) => value.toFixed(2)
const NO_AGENCY = ['sss', 'philhealth', 'pagibig'] as const
/** A month of 2022, when Annex D was in force, without contributions. */
const of2022 = (month: number, rate: string, more: Partial<Input> = {}): Input => {
  const period = {
    ...MONTH,
    from: `2022-${String(month).padStart(2, '0')}-01`,
    to: `2022-${String(month).padStart(2, '0')}-28`,
    pay_date: `2022-${String(month).padStart(2, '0')}-28`,
  }
  return { employee: { rate_type: 'monthly', rate, factor: 261, not_contributing: NO_AGENCY }, period, ...more }
}
/** Payrolls one after the other, each knowing the year before it. */
function chain(inputs: readonly Input[], start: payroll.YearToDate = EMPTY_YEAR): payroll.Payslip[] {
  let year_to_date = start
  return inputs.map((input) => {
    const slip = pay({ ...input, year_to_date })
    year_to_date = slip.year_to_date
    return slip
  })
}

describe('withholding over the year', () => {
  const supplementary = (amount: string) => [{ code: 'EXTRA', name: 'Extra', kind: 'supplementary' as const, amount }]
  it.each([
    ['C1', ['20000', '15000', '25000'], ['2916.75', '1750.05', '4083.45']],
    ['C2', ['15000', '15000', '20000'], ['1833.40', '1833.40', '2833.39']],
  ])('%s: 15,000 regular and supplementary pay of %j', (_, extra, tax) => {
    const slips = chain(extra.map((amount, index) => of2022(index + 1, '15000', { items: supplementary(amount) })))
    expect(slips.map((slip) => money(slip.tax))).toEqual(tax)
    expect(slips.map((slip) => slip.tax_base.method)).toEqual(tax.map(() => 'cumulative_average'))
  })
  it('C3: a previous employer in the year; the figure follows from the method (2,833.35 is printed)', () => {
    const previous_employer = { taxable: '180000', withheld: '11000.40', periods: 6 }
    const [slip] = chain([of2022(7, '35000')], { ...EMPTY_YEAR, previous_employer })
    expect([money(slip!.tax), slip!.tax_base.method]).toEqual(['2833.42', 'cumulative_average'])
    expect(slip!.year_to_date.previous_employer).toEqual(previous_employer)
  })
  it('C5: supplementary above regular pay in the first month', () => {
    const slip = pay(
      monthly('20000', {
        employee: { rate_type: 'monthly', rate: '20000', factor: 261, not_contributing: NO_AGENCY },
        items: supplementary('25000'),
      }),
    )
    expect(money(slip.tax)).toBe('4208.40')
  })
  it('uses the cumulative average for the rest of the year', () => {
    const slips = chain([of2022(1, '15000', { items: supplementary('20000') }), of2022(2, '15000'), of2022(3, '40000')])
    expect(slips.map((slip) => slip.tax_base.method)).toEqual(['cumulative_average', 'cumulative_average', 'cumulative_average'])
    // 50,000 over two periods: 833.40 each, less 2,916.75 withheld: nothing more.
    expect(money(slips[1]!.tax)).toBe('0.00')
    // 90,000 over three: 1,833.40 × 3 − 2,916.75
    expect(money(slips[2]!.tax)).toBe('2583.45')
    expect(slips[2]!.year_to_date).toMatchObject({ periods: 3, cumulative_average: true })
  })
  it('uses the average where the company chose it, and stops using the table when pay is ordinary', () => {
    expect(pay(monthly('30450')).tax_base.method).toBe('table')
    const chosen = pay(
      monthly('30450', { employee: { rate_type: 'monthly', rate: '30450', factor: 261, tax_method: 'cumulative_average' } }),
    )
    expect([chosen.tax_base.method, money(chosen.tax)]).toEqual(['cumulative_average', '1069.61'])
  })
  it('D1: the last pay refunds excess withholding', () => {
    const final: Input = {
      ...of2022(10, '60000'),
      period: { ...MONTH, tag: 'final_pay', from: '2022-12-01', to: '2022-12-28', pay_date: '2022-12-28' },
    }
    const [slip] = chain([final], { ...EMPTY_YEAR, taxable_regular: '660000', withheld: '134164.50', periods: 11 })
    expect(amounts(slip!)).toMatchObject({ TAX_REFUND: '24164.50', '13TH_MONTH': '5000.00', net: '89164.50' })
    expect(slip!.tax_base.method).toBe('annualised')
  })
  it('D3: eleven months at 50,000, December at 60,000', () => {
    const months = Array.from({ length: 11 }, (_, index) => of2022(index + 1, '50000'))
    const december = of2022(12, '60000')
    const slips = chain([...months, { ...december, period: { ...december.period, last_of_year: true } }])
    expect(slips.map((slip) => money(slip.tax))).toEqual([...months.map(() => '6666.75'), '9165.75'])
    expect(money(slips[11]!.year_to_date.withheld)).toBe('82500.00')
  })
  it('D4: the year of a joiner with a gap', () => {
    const december = of2022(12, '25000')
    const [slip] = chain([{ ...december, period: { ...december.period, last_of_year: true } }], {
      ...EMPTY_YEAR,
      taxable_regular: '100000',
      withheld: '2500',
      periods: 4,
      previous_employer: { taxable: '150000', withheld: '5834', periods: 6 },
    })
    expect(money(slip!.tax)).toBe('-3334.00')
  })
  it('D6: taxable pay of a year after 13th month, de minimis and contributions', () => {
    const item = (code: string, kind: 'exempt' | 'other_benefit', amount: string) => ({ code, name: code, kind, amount })
    const december: Input = {
      employee: { rate_type: 'monthly', rate: '480000', factor: 261, not_contributing: NO_AGENCY },
      period: { ...MONTH, from: '2025-12-01', to: '2025-12-31', pay_date: '2025-12-31', last_of_year: true },
      items: [item('13TH', 'other_benefit', '40000'), item('DE_MINIMIS', 'exempt', '12000')],
      deductions: [{ code: 'CONTRIBUTIONS', name: 'Contributions of the year', kind: 'union_dues', amount: '30187.50' }],
    }
    const [slip] = chain([december], { ...EMPTY_YEAR, withheld: '29000', periods: 11 })
    expect([slip!.gross, slip!.tax_base.regular, slip!.tax, slip!.year_to_date.withheld].map(money)).toEqual([
      '532000.00',
      '449812.50',
      '3462.50',
      '32462.50',
    ])
  })
  it('two payrolls of one period withhold the same in either order', () => {
    const bonus: Input = monthly('120000', {
      period: { ...MONTH, tag: 'leave_conversion' },
      items: [{ code: 'BONUS', name: 'Bonus', kind: 'other_benefit', amount: '120000' }],
      year_to_date: { ...EMPTY_YEAR, periods: 6 },
    })
    const standard = monthly('120000', { year_to_date: bonus.year_to_date! })
    const inTurn = (first: Input, second: Input) => {
      const payslip = pay(first)
      const two = pay({
        ...second,
        year_to_date: payslip.year_to_date,
        period_to_date: payslip.period_to_date,
        month_to_date: payslip.month_to_date,
      })
      return { tax: money(payslip.tax.plus(two.tax)), year: two.year_to_date }
    }
    const [a, b] = [inTurn(standard, bonus), inTurn(bonus, standard)]
    // Regular 120,000 less 4,450 of contributions is taxed 20,762.55; 30,000 over the 90,000 at 25% more.
    expect(a.year).toMatchObject({ periods: 7, cumulative_average: false })
    expect(b.year).toMatchObject({ periods: 7, cumulative_average: false })
    expect([a.tax, b.tax]).toEqual(['28262.55', '28262.55'])
  })
  it('withholds a final tax on gross pay where it applies, and nothing where exempt', () => {
    const employee = { rate_type: 'monthly', rate: '100000', factor: 261 } as const
    const alien = pay(monthly('100000', { employee: { ...employee, final_tax_rate: '0.25' } }))
    expect([money(alien.tax), alien.lines.find((line) => line.group === 'tax')!.account_role]).toEqual(['25000.00', 'final_tax_payable'])
    expect(money(pay(monthly('100000', { employee: { ...employee, tax_method: 'none' } })).tax)).toBe('0.00')
  })
})

describe('minimum wage earners', () => {
  const employee = { rate_type: 'daily', rate: '755', factor: 313, region: 'NCR' } as const
  const october = { ...MONTH, from: '2026-10-01', to: '2026-10-31', pay_date: '2026-10-31' }
  const input: Input = {
    employee,
    period: october,
    time: time({ worked: [worked('ordinary', { regular: 200, overtime: 20 }), worked('regular_holiday', { regular: 8 })] }),
    items: [{ code: 'TRANSPO', name: 'Transportation', kind: 'allowance', amount: '2000' }],
  }
  it('pay no tax on wage, overtime and holidays; other income is taxable separately', () => {
    const slip = pay(input)
    expect(slip.tax_base).toMatchObject({ minimum_wage_earner: true })
    expect([slip.tax_base.regular, slip.tax_base.supplementary, slip.tax].map(money)).toEqual(['2000.00', '0.00', '0.00'])
    expect(slip.lines[0]!.explain().words).toContain('Non-taxable: you earn the minimum wage.')
  })
  it('are determined by the wage order of the date', () => {
    const exempt = (rate: string, to: string) =>
      pay({ ...input, employee: { ...employee, rate }, period: { ...october, from: '2026-09-01', to } }).tax_base.minimum_wage_earner
    expect([exempt('755', '2026-09-25'), exempt('755', '2026-09-26'), exempt('755.01', '2026-09-26'), exempt('695', '2026-09-25')]).toEqual(
      [false, true, false, true],
    )
  })
  it('remain so when the monthly salary was rounded from the daily wage', () => {
    const slip = pay({
      ...input,
      employee: { rate_type: 'monthly', rate: '19692.92', factor: 313, region: 'NCR', wage_category: 'non_agriculture' },
    })
    expect(slip.tax_base.minimum_wage_earner).toBe(true)
  })
})

describe('basic pay', () => {
  it('is divided over the pay periods of each frequency', () => {
    const basic = (period: payroll.PayPeriod) => money(pay(monthly('30450.01', { period })).gross)
    expect(basic(MONTH)).toBe('30450.01')
    expect([basic(FIRST_HALF), basic(SECOND_HALF)]).toEqual(['15225.01', '15225.00'])
    const other = (frequency: payroll.PayPeriod['frequency']) =>
      money(pay(monthly('30450', { period: { ...MONTH, frequency, count: 4 } })).gross)
    expect([other('weekly'), other('bi_weekly'), other('daily')]).toEqual(['7026.92', '14053.85', '1400.00'])
  })
  it('changes within the period by days of a month of thirty', () => {
    const employee = {
      rate_type: 'monthly',
      rate: '31000',
      factor: 261,
      rate_changes: [{ effective_from: '2026-07-11', rate: '62000' }],
    } as const
    // A third of 31,000 and two thirds of 62,000.
    const slip = pay({ employee, period: MONTH })
    expect(money(slip.gross)).toBe('51666.67')
    expect(slip.lines[0]!.explain().formula).toBe(
      '31,000.00 from 2026-07-01 for 10 of 30 days + 62,000.00 from 2026-07-11 for 20 of 30 days = 51,666.67',
    )
  })
  it('is never negative through absences', () => {
    const slip = pay(monthly('30450', { time: time({ absent_minutes: 23 * 480, late_minutes: 30 }) }))
    expect(amounts(slip)).toEqual({ BASIC: '30450.00', ABSENT: '-30450.00', net: '0.00' })
    expect(slip.employer_shares).toEqual([])
  })
  it('is not reduced by contributions that it cannot carry: the employer advances them', () => {
    const slip = pay(monthly('30450', { time: time({ absent_minutes: 21.5 * 480 }) }))
    expect(amounts(slip)).toMatchObject({
      SSS: '-250.00',
      PHILHEALTH: '-761.25',
      PAGIBIG: '-3.50',
      EMPLOYER_ADVANCE: '664.75',
      net: '0.00',
    })
  })
  it('of a joiner includes holidays that the factor pays; all calendar days on 365', () => {
    const hired_on = '2026-07-16'
    const some = time({
      days_scheduled: 10,
      unworked_holidays: [{ date: '2026-07-20', day_type: 'special', entitled: true }],
      worked: [worked('regular_holiday', { regular: 4 })],
    })
    const on = (factor: number) =>
      pay({ employee: { rate_type: 'monthly', rate: '30450', factor, hired_on }, period: MONTH, time: some }).lines[0]!
    expect([on(261).quantity, on(253).quantity, on(365).quantity].map(Number)).toEqual([12, 11, 16])
    expect(money(on(365).amount)).toBe('16017.53')
    const leaver = pay({ employee: { rate_type: 'monthly', rate: '36500', factor: 365, separated_on: '2026-07-10' }, period: MONTH })
    expect(money(leaver.gross)).toBe('12000.00')
  })
  it('by the hour and by the day is the time worked, with paid leave and unworked holidays', () => {
    const some = time({
      worked: [worked('ordinary', { regular: 70, regular_night: 8 }), worked('special_working', { regular: 2 })],
      paid_leave_minutes: 480,
      unworked_holidays: [
        { date: '2026-07-01', day_type: 'regular_holiday', entitled: true },
        { date: '2026-07-02', day_type: 'regular_holiday', entitled: false },
        { date: '2026-07-03', day_type: 'double_regular', entitled: true },
        { date: '2026-07-04', day_type: 'special', entitled: true },
      ],
    })
    const expected = { BASIC: '8000.00', LEAVE_PAID: '800.00', NIGHT: '80.00', HOLIDAY_UNWORKED: '2400.00' }
    const by = (rate_type: 'hourly' | 'daily', rate: string) =>
      amounts(pay({ employee: { rate_type, rate, factor: 313 }, period: FIRST_HALF, time: some }))
    expect(by('hourly', '100')).toMatchObject(expected)
    expect(by('daily', '800')).toMatchObject(expected)
  })
})

describe('premiums', () => {
  const all = time({
    worked: [
      worked('regular_holiday', { regular: 7, regular_night: 1, overtime: 1, overtime_night: 1 }),
      worked('special_rest_day', { regular: 8 }),
      worked('special_working', { regular: 8, overtime: 1 }),
    ],
    unworked_holidays: [{ date: '2026-07-01', day_type: 'double_regular', entitled: true }],
  })
  it('add to a monthly salary what it has not paid', () => {
    // 175 an hour: add-on 8 × 1.00; overtime 2 × 2.60; night 1 × 0.20 and 1 × 0.26; special rest day 8 × 1.50.
    expect(amounts(pay(monthly('30450', { time: all })))).toMatchObject({
      BASIC: '30450.00',
      REGULAR_HOLIDAY: '1400.00',
      OVERTIME_REGULAR_HOLIDAY: '910.00',
      NIGHT_REGULAR_HOLIDAY: '35.00',
      NIGHT_OVERTIME_REGULAR_HOLIDAY: '45.50',
      SPECIAL_REST_DAY: '2100.00',
      OVERTIME: '218.75',
      HOLIDAY_UNWORKED: '1400.00',
    })
    expect(amounts(pay(monthly('30450', { time: all, settings: { holiday_on_rest_day: 'add_on' } })))).toMatchObject({
      SPECIAL_REST_DAY: '700.00',
    })
  })
  it('are not due to employees not covered by labor standards', () => {
    const employee = { rate_type: 'monthly', rate: '30450', factor: 261, not_covered: ['holiday', 'premium', 'overtime', 'night'] } as const
    const slip = pay(monthly('30450', { employee, time: all }))
    // A special day that fell on a rest day was not paid by the salary: the plain hours are.
    expect(amounts(slip)).toMatchObject({ BASIC: '30450.00', SPECIAL_REST_DAY: '1400.00' })
    expect(money(slip.gross)).toBe('31850.00')
  })
  it('of unworked holidays are paid when the company forgives the absence', () => {
    const some = time({ absent_minutes: 480, unworked_holidays: [{ date: '2026-06-12', day_type: 'regular_holiday', entitled: false }] })
    expect(money(pay(monthly('30450', { time: some, settings: { forfeit_unworked_holiday: false } })).gross)).toBe('29050.00')
  })
  it('are explained with numbers, table and source', () => {
    const overtime = pay(monthly('30450', { time: all })).lines.find((line) => line.code === 'OVERTIME_REGULAR_HOLIDAY')!
    expect(overtime.explain()).toEqual({
      words: 'Overtime on a regular holiday is paid 260% of your hourly rate.',
      formula: '2.00 h × 175.00 × 2.6 = 910.00',
      inputs: { hours: '2.00', hourly_rate: '175.00', multiple: '2.6' },
      rules: [
        {
          table: 'Premium pay',
          effective_from: '1974-11-01',
          source: "Labor Code arts. 86-87 and 91-94; DOLE Handbook on Workers' Statutory Monetary Benefits, 2023 edition",
          row: 'regular holiday, overtime: 2.6',
        },
      ],
    })
  })
})

describe('allowances and benefits', () => {
  it('COLA once on a holiday, or twice where the company follows the older advisories', () => {
    const input: Input = {
      employee: { rate_type: 'daily', rate: '426', factor: 313, cola_per_day: '20' },
      period: MONTH,
      time: time({ days_worked: 1, worked: [worked('regular_holiday', { regular: 8 })] }),
    }
    expect(money(pay(input).gross)).toBe('872.00')
    expect(money(pay({ ...input, settings: { cola_multiplied_on_holidays: true } }).gross)).toBe('892.00')
  })
  it('by day, by month, by hour, and prorated by absences', () => {
    const base = { name: 'A', kind: 'allowance' as const }
    const items = [
      { ...base, code: 'DAY', amount: '50', per: 'day' as const },
      { ...base, code: 'DAYS', amount: '50', per: 'day' as const, quantity: 3 },
      { ...base, code: 'MONTH', amount: '1000.01', per: 'month' as const },
      { ...base, code: 'HOUR', amount: '100', per: 'hour' as const, quantity: '1.5' },
      { ...base, code: 'PRORATED', amount: '1100', prorated: true },
      { ...base, code: 'BACK', amount: '-10' },
      { ...base, code: 'EMPTY_YEAR', amount: '12000', per: 'year' as const },
      { ...base, code: 'TENTH', amount: '0.1', times_rate: 'month' as const },
      { ...base, code: 'TWO_DAYS', amount: '2', times_rate: 'day' as const },
    ]
    const some = time({ scheduled_minutes: 11 * 480, days_worked: 10, absent_minutes: 480 })
    const found = (period: payroll.PayPeriod) => amounts(pay(monthly('30450', { period, items, time: some })))
    expect(found(FIRST_HALF)).toMatchObject({
      DAY: '500.00',
      DAYS: '150.00',
      MONTH: '500.01',
      HOUR: '150.00',
      PRORATED: '1000.00',
      BACK: '-10.00',
      EMPTY_YEAR: '500.00',
      TENTH: '3045.00',
      TWO_DAYS: '2800.00',
    })
    expect(found(SECOND_HALF)).toMatchObject({ MONTH: '500.00' })
  })
  it('de minimis limits are used up over the payrolls of their period', () => {
    const rice = (amount: string): Input =>
      monthly('30450', { period: FIRST_HALF, items: [{ code: 'RICE', name: 'Rice', kind: 'de_minimis', benefit: 'rice', amount }] })
    const first = pay(rice('1500'))
    const second = pay({ ...rice('1500'), period: SECOND_HALF, month_to_date: first.month_to_date, year_to_date: first.year_to_date })
    const line = second.lines.find((payLine) => payLine.code === 'RICE')!
    expect([first.year_to_date.de_minimis, second.year_to_date.de_minimis].map((used) => money(used['rice|2026-07']!))).toEqual([
      '1500.00',
      '2500.00',
    ])
    // The 500 above the limit are still exempt: they count in the 90,000.
    expect([money(line.exempt), line.taxability, money(second.year_to_date.other_benefits_exempt)]).toEqual(['1500.00', 'exempt', '500.00'])
    const corrected = pay({ ...rice('-600'), year_to_date: second.year_to_date, month_to_date: second.month_to_date })
    expect(money(corrected.year_to_date.de_minimis['rice|2026-07']!)).toBe('1900.00')
    const taken = corrected.lines.find((payLine) => payLine.code === 'RICE')!
    expect([money(taken.exempt), money(taken.taxable), taken.taxability]).toEqual(['-600.00', '0.00', 'exempt'])
  })
  it('counts exempt benefits of a previous employer in the 90,000, and subtracts corrections', () => {
    const bonus = (amount: string, previous: string) =>
      pay(
        monthly('30450', {
          items: [{ code: 'BONUS', name: 'Bonus', kind: 'other_benefit', amount }],
          year_to_date: {
            ...EMPTY_YEAR,
            other_benefits_exempt: '10000',
            previous_employer: { taxable: 0, withheld: 0, periods: 1, other_benefits_exempt: previous },
          },
        }),
      )
    expect(money(bonus('50000', '60000').tax_base.supplementary)).toBe('30000.00')
    const back = bonus('-4000', '60000')
    expect([money(back.tax_base.supplementary), money(back.year_to_date.other_benefits_exempt)]).toEqual(['0.00', '6000.00'])
  })
  it('K16: vacation leave converted, 12 days free from 2026; sick leave never', () => {
    const convert = (leave: 'vacation' | 'sick', days: number, pay_date: string) =>
      pay(
        monthly('30450', {
          period: { ...MONTH, tag: 'leave_conversion', pay_date },
          leave_conversion: [{ leave, days }],
          year_to_date: { ...EMPTY_YEAR, other_benefits_exempt: '90000', taxable_regular: '300000', periods: 6, withheld: '12000' },
        }),
      )
    const split = (slip: payroll.Payslip) => [slip.lines[0]!.exempt, slip.lines[0]!.taxable].map(money)
    expect(split(convert('vacation', 12, '2026-07-31'))).toEqual(['16800.00', '0.00'])
    expect(split(convert('vacation', 15, '2026-07-31'))).toEqual(['16800.00', '4200.00'])
    expect(split(convert('vacation', 12, '2025-12-31'))).toEqual(['14000.00', '2800.00'])
    expect(split(convert('sick', 2, '2026-07-31'))).toEqual(['0.00', '2800.00'])
    // A run of conversions deducts no contributions, but its pay counts in the month.
    const slip = convert('sick', 2, '2026-07-31')
    expect([money(slip.contributions), money(slip.month_to_date.sss_compensation)]).toEqual(['0.00', '2800.00'])
  })
})

describe('13th month', () => {
  it('is paid in parts before the year is over, based on the expected rest', () => {
    const run = (share: string, thirteenth_month_paid: string) =>
      pay(
        monthly('30000', {
          period: { ...MONTH, tag: '13th_month' },
          thirteenth_month: { expected_basic: '180000', share },
          year_to_date: { ...EMPTY_YEAR, basic: '180000', thirteenth_month_paid },
        }),
      )
    expect(amounts(run('0.5', '0'))['13TH_MONTH']).toBe('15000.00')
    const rest = run('1', '15000')
    expect(rest.lines[0]!.explain().formula).toBe('(180,000.00 earned + 180,000.00 expected) ÷ 12 − 15,000.00 paid before = 15,000.00')
    expect(money(rest.year_to_date.thirteenth_month_paid)).toBe('30000.00')
    expect(run('0.5', '0').lines[0]!.explain().formula).toBe('(180,000.00 earned + 180,000.00 expected) ÷ 12 × 0.5 = 15,000.00')
  })

  it('counts salary in the calendar year of its days, and only once where payrolls counted it by the year of payment', () => {
    const across = { ...MONTH, from: '2026-12-26', to: '2027-01-10', pay_date: '2027-01-15', month: '2027-01' }
    const final = (thirteenth_month: Input['thirteenth_month'], employee: Partial<Input['employee']> = {}) => {
      const input = monthly('16000', { period: { ...across, tag: 'final_pay' }, thirteenth_month })
      return pay({ ...input, employee: { ...input.employee, ...employee } }).lines.find((line) => line.code === '13TH_MONTH')!
    }
    // 16,000 for 26 December to 10 January: 6 of 16 days are of 2026.
    const before = { year: 2026, basic: '354000', paid: '29500' }
    const line = final({ year: 2027, before: [before] })
    expect(line.explain().formula).toBe(
      '(10,000.00 January) ÷ 12 + 500.00 left of earlier years (2026: 360,000.00 ÷ 12 − 29,500.00 paid) = 1,333.33',
    )
    // By the year of payment, the 13th month of 2026 paid for the December of 2025, which that of 2025 had left out.
    expect(
      money(
        final({
          year: 2027,
          before: [
            { year: 2025, basic: '360000', paid: '29000' },
            { ...before, paid: '31000' },
          ],
        }).amount,
      ),
    ).toBe('833.33')
    // A surplus is not taken off a later year.
    expect(money(final({ year: 2027, before: [{ year: 2025, basic: '12000', paid: '9000' }, before] }).amount)).toBe('1333.33')
    const months = Array.from({ length: 11 }, (_, index) => ({ month: `2026-${String(index + 1).padStart(2, '0')}`, basic: '30000' }))
    expect(final({ year: 2026, months, entered: '5000' }).explain().formula).toBe(
      '(5,000.00 entered for the year + 11 × 30,000.00 January to November + 6,000.00 December) ÷ 12 = 28,416.67',
    )
  })

  it('K1: the year of the Handbook, with a new wage order in July, leave without pay in September and November', () => {
    const old = { rate_type: 'monthly', rate: '14867.50', factor: 313 } as const
    const now = { rate_type: 'monthly', rate: '15910.83', factor: 313 } as const
    const month = (number: number) => {
      const name = `2023-${String(number).padStart(2, '0')}`
      return { ...MONTH, from: `${name}-01`, to: `${name}-28`, pay_date: `${name}-28` }
    }
    const lwop = (days: number) => ({ time: time({ unpaid_leave_minutes: days * 480 }) })
    const slips = chain([
      ...[1, 2, 3, 4, 5, 6].map((number): Input => ({ employee: old, period: month(number) })),
      {
        employee: { ...old, rate_changes: [{ effective_from: '2023-07-16', rate: '15910.83' }] },
        period: { ...month(7), to: '2023-07-31' },
        time: time({ paid_leave_minutes: 5 * 480 }),
      },
      { employee: now, period: month(8) },
      { employee: now, period: month(9), ...lwop(10) },
      { employee: now, period: month(10) },
      { employee: now, period: month(11), ...lwop(1) },
      { employee: now, period: month(12) },
    ])
    expect([slips[6]!.gross, slips[8]!.gross, slips[10]!.gross, slips[11]!.year_to_date.basic].map(money)).toEqual([
      '15389.17',
      '9810.83',
      '15300.83',
      '177438.32',
    ])
    const [thirteenth] = chain([{ employee: now, period: { ...month(12), tag: '13th_month' } }], slips[11]!.year_to_date)
    expect(money(thirteenth!.gross)).toBe('14786.53')
    expect(thirteenth!.lines[0]!.explain().formula).toBe('177,438.32 ÷ 12 = 14,786.53')
    // Paid once, nothing is left to pay.
    expect(chain([{ employee: now, period: { ...month(12), tag: '13th_month' } }], thirteenth!.year_to_date)[0]!.lines).toEqual([])
  })
  it('K3: 88,064.52 earned', () => {
    expect(money(payroll.thirteenthMonth(dec('88064.52')))).toBe('7338.71')
  })
})

describe('separation, retirement and maternity', () => {
  const service = (years: number, months: number) => ({ years, months })
  it.each([
    ['K6', 'retrenchment', '30450', 5, 0, '76125.00'],
    ['K7', 'retrenchment', '30450', 5, 7, '91350.00'],
    ['K9', 'redundancy', '30000', 5, 6, '180000.00'],
    ['one month is the least', 'disease', '30000', 0, 8, '30000.00'],
    ['nothing for serious losses', 'closure_serious_losses', '30000', 9, 0, '0.00'],
    ['nothing on resignation', 'resignation', '30000', 9, 0, '0.00'],
  ] as const)('%s: %s of %s after %i years %i months', (_, cause, rate, years, months, expected) => {
    expect(money(payroll.separationPay(cause, dec(rate), service(years, months)))).toBe(expected)
  })
  it.each([
    ['K10', '1400', 10, 0, '315000.00'],
    ['K12', '1200', 5, 5, '135000.00'],
    ['K13', '1200', 5, 6, '162000.00'],
    ['below five years', '1200', 4, 11, '0.00'],
  ] as const)('%s: retirement on %s a day after %i years %i months', (_, daily, years, months, expected) => {
    expect(money(payroll.retirementPay(dec(daily), service(years, months)))).toBe(expected)
  })
  it('K15: service incentive leave of two months', () => {
    expect(payroll.serviceIncentiveLeave(2).toFixed(2)).toBe('0.83')
    expect(() => payroll.serviceIncentiveLeave(13)).toThrow(DomainError)
  })
  it('counts service to the last day worked', () => {
    const length = payroll.lengthOfService
    expect(length('2021-01-01', '2025-12-31')).toEqual({ years: 5, months: 0 })
    expect(length('2021-01-15', '2026-07-13')).toEqual({ years: 5, months: 5 })
    expect(length('2021-01-15', '2026-07-14')).toEqual({ years: 5, months: 6 })
    expect(() => length('2026-01-15', '2025-01-14')).toThrow('before hired')
    expect(() => payroll.creditedYears({ years: 1.5, months: 0 })).toThrow('not a length of service')
  })
  it.each([
    ['L2', '30450', '2486.25', '70000', ['106575.00', '8701.88', '27873.12', '27873.12']],
    ['L3', '12000', '745', '42000', ['42000.00', '2607.50', '-2607.50', '0.00']],
  ])('%s: maternity differential of %s', (_, monthly_rate, monthly_employee_shares, sss_benefit, expected) => {
    const benefit = payroll.maternityPay({ monthly_rate, days: 105, monthly_employee_shares, sss_benefit })
    expect([benefit.full_pay, benefit.employee_shares, benefit.difference, benefit.differential].map(money)).toEqual(expected)
  })
  it('computes the SSS maternity benefit from the six highest credits', () => {
    const birth = { from: '2026-07-01', days: 105 }
    expect(money(payroll.sssMaternityBenefit(Array(12).fill(20000), birth))).toBe('70000.00')
    expect(money(payroll.sssMaternityBenefit([12000, 12000, 12000, 12000, 12000, 12000, 1000], birth))).toBe('42000.00')
    // A solo parent has 15 days more; days beyond these are without the SSS: 120,000 ÷ 180 × 120.
    expect(money(payroll.sssMaternityBenefit(Array(12).fill(20000), { ...birth, days: 135 }))).toBe('80000.00')
    expect(() => payroll.sssMaternityBenefit([20000, 20000], birth)).toThrow('at least 3')
  })
  it('a final pay converts leave, pays retirement, and deducts what is still owed', () => {
    const slip = pay({
      employee: { rate_type: 'monthly', rate: '26100', factor: 261 },
      period: { ...FIRST_HALF, tag: 'final_pay' },
      leave_conversion: [{ leave: 'service_incentive', days: '2.5' }],
      final: { retirement: { service: service(5, 6) } },
      deductions: [{ code: 'LOAN', name: 'Company loan', kind: 'company_loan', amount: '500', balance: '4200' }],
    })
    expect(amounts(slip)).toMatchObject({
      BASIC: '13050.00',
      '13TH_MONTH': '1087.50',
      LEAVE_CONVERSION_SERVICE_INCENTIVE: '3000.00',
      RETIREMENT_PAY: '162000.00',
      LOAN: '-4200.00',
      PHILHEALTH: '-652.50',
    })
  })
  it('separation pay by agreement is never less than the law, and taxable after a resignation', () => {
    const final = (cause: payroll.SeparationCause, agreed_amount: string) =>
      pay(
        monthly('30000', {
          period: { ...MONTH, tag: 'final_pay' },
          final: { separation: { cause, service: service(2, 0), monthly_allowances: '1000', agreed_amount } },
        }),
      ).lines.find((line) => line.code === 'SEPARATION_PAY')!
    expect([money(final('redundancy', '10').amount), money(final('redundancy', '90000').amount)]).toEqual(['62000.00', '90000.00'])
    expect([money(final('resignation', '50000').taxable), final('redundancy', '0').taxability]).toEqual(['50000.00', 'exempt'])
  })
})

describe('deductions', () => {
  const loan = { code: 'SSS_LOAN', name: 'SSS salary loan', kind: 'government_loan' as const, amount: '923' }
  it('L8: the last instalment is capped at the balance', () => {
    const take = (balance: string) => amounts(pay(monthly('30450', { deductions: [{ ...loan, balance }] }))).SSS_LOAN
    expect([take('1200'), take('277')]).toEqual(['-923.00', '-277.00'])
    const trace = pay(monthly('30450', { deductions: [{ ...loan, balance: '277' }] }))
      .lines.find((line) => line.code === 'SSS_LOAN')!
      .explain()
    expect(trace.inputs).toEqual({ scheduled: '277.00', balance_before: '277.00', balance_after: '0.00' })
  })
  it('are taken in order down to the minimum net pay; the rest is carried forward', () => {
    const slip = pay(
      monthly('10000', {
        deductions: [
          { code: 'CA', name: 'Cash advance', kind: 'cash_advance', amount: '1000' },
          { code: 'COMPANY', name: 'Company loan', kind: 'company_loan', amount: '5000' },
          { ...loan, amount: '2000' },
          { code: 'PAUSED', name: 'Paused', kind: 'company_loan', amount: '100', paused: true },
        ],
        settings: { minimum_net_share: '0.3' },
      }),
    )
    expect(amounts(slip)).toMatchObject({ SSS_LOAN: '-2000.00', COMPANY: '-4050.00', net: '3000.00' })
    expect(
      slip.shortfalls.map((shortfall) => [shortfall.code, ...[shortfall.scheduled, shortfall.taken, shortfall.carried].map(money)]),
    ).toEqual([
      ['COMPANY', '5000.00', '4050.00', '950.00'],
      ['CA', '1000.00', '0.00', '1000.00'],
    ])
  })
  it('follow their own priority, and can refuse to be taken in part', () => {
    const slip = pay(
      monthly('10000', {
        deductions: [
          { code: 'A', name: 'A', kind: 'company_loan', amount: '6000' },
          { code: 'B', name: 'B', kind: 'cash_advance', amount: '5000', priority: 1 },
          { code: 'C', name: 'C', kind: 'other', amount: '9000', whole_only: true },
        ],
      }),
    )
    expect(amounts(slip)).toMatchObject({ B: '-5000.00', A: '-4050.00', net: '0.00' })
    expect(slip.shortfalls.map((shortfall) => shortfall.code)).toEqual(['A', 'C'])
  })
  it('ordered by a court come first and may go below the minimum: a share of pay after contributions and tax', () => {
    const order = { code: 'SUPPORT', name: 'Support', kind: 'support_order' as const, percent: '0.2' }
    const slip = pay(monthly('10000', { deductions: [{ ...loan }, order], settings: { minimum_net_pay: '9000' } }))
    expect(amounts(slip)).toMatchObject({ SUPPORT: '-1810.00', net: '7240.00' })
    expect(slip.shortfalls[0]).toMatchObject({ code: 'SSS_LOAN' })
    expect(amounts(pay(monthly('10000', { deductions: [{ ...order, percent_of: 'gross' }] })))).toMatchObject({ SUPPORT: '-2000.00' })
  })
  it('union dues reduce taxable pay; a voluntary Pag-IBIG contribution does not', () => {
    const dues = pay(monthly('30450', { deductions: [{ code: 'DUES', name: 'Union dues', kind: 'union_dues', amount: '100' }] }))
    expect([money(dues.tax), amounts(dues).DUES]).toEqual(['1054.61', '-100.00'])
    const employee = { rate_type: 'monthly', rate: '30450', factor: 261, pagibig_extra: '300' } as const
    expect(amounts(pay(monthly('30450', { employee })))).toMatchObject({ PAGIBIG_EXTRA: '-300.00', WITHHOLDING_TAX: '-1069.61' })
    const deducted = (timing: payroll.ContributionTiming, period: payroll.PayPeriod) =>
      amounts(pay({ employee, period, settings: { contribution_timing: { sss: 'last', philhealth: 'last', pagibig: timing } } }))
        .PAGIBIG_EXTRA
    expect([
      deducted('first', FIRST_HALF),
      deducted('first', SECOND_HALF),
      deducted('split', FIRST_HALF),
      deducted('last', FIRST_HALF),
      deducted('last', SECOND_HALF),
    ]).toEqual(['-300.00', undefined, '-150.00', undefined, '-300.00'])
  })
})

describe('contributions', () => {
  it('are borne by a household employer below 5,000, and omitted where the employee contributes elsewhere', () => {
    const kasambahay = pay(monthly('4000', { employee: { rate_type: 'monthly', rate: '4000', factor: 313, membership: 'household' } }))
    expect(amounts(kasambahay)).toEqual({ BASIC: '4000.00', net: '4000.00' })
    expect(Object.fromEntries(kasambahay.employer_shares.map((share) => [share.code, money(share.amount)]))).toEqual({
      sss_employer: '600.00',
      ec: '10.00',
      philhealth_employer: '500.00',
      pagibig_employer: '160.00',
    })
    const elsewhere = pay(monthly('30450', { employee: { rate_type: 'monthly', rate: '30450', factor: 261, not_contributing: ['sss'] } }))
    expect(money(elsewhere.contributions)).toBe('961.25')
  })
  it('in the first payroll are estimated with monthly allowances, and adjusted by the last', () => {
    const settings = { contribution_timing: { sss: 'first', philhealth: 'first', pagibig: 'first' } } as const
    const items = [{ code: 'TRANSPO', name: 'Transportation', kind: 'allowance' as const, amount: '2000', per: 'month' as const }]
    const first = pay(monthly('30450', { period: FIRST_HALF, settings, items }))
    expect(amounts(first)).toMatchObject({ SSS: '-1000.00', SSS_MPF: '-625.00' })
    const second = pay(
      monthly('30450', {
        period: SECOND_HALF,
        settings,
        items,
        time: time({ absent_minutes: 5 * 480 }),
        month_to_date: first.month_to_date,
        year_to_date: first.year_to_date,
      }),
    )
    // 32,450 less 7,000 is 25,450: a credit of 25,500, 350 less than was deducted.
    expect(amounts(second)).toMatchObject({ SSS_MPF: '350.00' })
    expect(second.lines.find((line) => line.code === 'SSS_MPF')!.explain().formula).toBe(
      '5,500.00 × 5% = 275.00; − 625.00 of earlier payrolls = -350.00',
    )
  })
})

describe('retroactive pay and net to gross', () => {
  it('pays the differences of past payrolls, line by line', () => {
    const june = monthly('30450', { time: time({ worked: [worked('ordinary', { overtime: 2 })], absent_minutes: 480 }) })
    const retro = payroll.retroactivePay([june, june], '32190')
    expect(retro.items.map((item) => [item.code, item.kind, money(item.amount as Decimal)])).toEqual([
      ['RETRO_BASIC', 'basic', '3480.00'],
      ['RETRO_ABSENT', 'basic', '-160.00'],
      ['RETRO_OVERTIME', 'premium', '50.00'],
    ])
    expect([money(retro.total), retro.differences.length]).toEqual(['3370.00', 6])
    const slip = pay(monthly('32190', { items: retro.items }))
    expect([money(slip.gross), money(slip.tax_base.supplementary), money(slip.year_to_date.basic)]).toEqual([
      '35560.00',
      '3370.00',
      '35510.00',
    ])
    const regular = payroll.retroactivePay([{ ...june, settings: { retroactive_taxability: 'regular' } }], '32190')
    expect(regular.items[0]!.taxability).toBe('regular')
    expect(payroll.retroactivePay([june], '30450').items).toEqual([])
  })
  it('finds the salary for a net amount', () => {
    const found = payroll.netToGross('26894.14', (rate) => monthly(rate.toFixed(2)))
    expect([money(found.over), money(found.payslip.net)]).toEqual(['0.00', '26894.14'])
    expect(Math.abs(Number(found.gross) - 30450)).toBeLessThan(0.05)
  })
  it('grosses up a bonus', () => {
    const before = pay(monthly('60000')).net
    const { gross } = payroll.netToGross(before.plus(10000), (amount) =>
      monthly('60000', { items: [{ code: 'BONUS', name: 'Bonus', kind: 'commission', amount: amount.toFixed(2) }] }),
    )
    expect(money(gross)).toBe('12500.00')
  })
  it('finds the gross of an agreed net amount of one item, and names what is withheld', () => {
    // 60,000 is in the bracket of 20%, above the highest salary credit; a company loan does not concern the promise.
    const loan = { code: 'LOAN', name: 'Loan', kind: 'company_loan', amount: '60000', balance: '60000' } as const
    const found = payroll.grossOfNet(
      monthly('60000', { deductions: [loan] }),
      { code: 'C', name: 'Commission', kind: 'commission' },
      '10000',
    )
    expect([money(found.gross), money(found.net)]).toEqual(['12500.00', '10000.00'])
    expect(found.formula).toBe('12,500.00 − 2,500.00 Withholding tax = 10,000.00')
    expect(payroll.netOfItem(monthly('90000'), { code: 'C', name: 'Commission', kind: 'commission', amount: '12500' }).formula).toBe(
      '12,500.00 − 3,125.00 Withholding tax = 9,375.00',
    )
  })
  it('leaves at least any agreed net, and a centavo less of gross would not', () => {
    const item = { code: 'C', name: 'Commission', kind: 'commission' } as const
    fc.assert(
      fc.property(fc.integer({ min: 1_000_000, max: 30_000_000 }), fc.integer({ min: 100, max: 10_000_000 }), (rate, net) => {
        const input = monthly((rate / 100).toFixed(2))
        const { gross, net: left } = payroll.grossOfNet(input, item, (net / 100).toFixed(2))
        expect(left.times(100).gte(net)).toBe(true)
        const less = payroll.netOfItem(input, { ...item, amount: gross.minus('0.01').toFixed(2) })
        expect(less.net.times(100).lt(net)).toBe(true)
      }),
      { numRuns: 25 },
    )
  })
  it('fails where no pay is sufficient', () => {
    expect(() => payroll.netToGross('100', () => monthly('0.01'))).toThrow('No pay leaves a net of 100.00')
  })
})

describe('accounts and explanations', () => {
  it('every line has an existing account role', () => {
    const roles = new Set(accountRoles.map((accountRole) => accountRole.role))
    for (const { input } of PAYSLIPS) {
      const slip = pay(input)
      for (const line of slip.lines) expect(roles).toContain(line.account_role)
      for (const share of slip.employer_shares) expect([roles.has(share.expense_role), roles.has(share.payable_role)]).toEqual([true, true])
    }
  })
  it('explain why no tax is withheld', () => {
    const explain = (slip: payroll.Payslip) => slip.tax_base.explain()
    expect(explain(pay(monthly('20000'))).rules[0]!.row).toBe('not over 20,833.00: no tax')
    expect(
      explain(pay(monthly('20000', { employee: { rate_type: 'monthly', rate: '20000', factor: 261, tax_method: 'none' } }))).words,
    ).toBe('No tax is withheld from this employee.')
  })
  it('write each share of a contribution with its rate', () => {
    const slip = pay(monthly('30450'))
    expect(slip.lines.filter((line) => line.group === 'contribution').map((line) => line.explain().formula)).toEqual([
      '20,000.00 × 5% = 1,000.00',
      '10,500.00 × 5% = 525.00',
      'premium on 30,450.00 is 1,522.50, shared by two: 761.25',
      '10,000.00 × 2% = 200.00',
    ])
    expect(payroll.explainAll(slip)).toHaveLength(slip.lines.length + slip.employer_shares.length)
  })
})

describe('invalid input', () => {
  const error = (input: Input): string => {
    try {
      pay(input)
    } catch (caught) {
      if (caught instanceof DomainError) return `${caught.field}: ${caught.message}`
      throw caught
    }
    return 'nothing'
  }
  const employee = { rate_type: 'monthly', rate: '30450', factor: 261 } as const
  const base: Input = { employee, period: MONTH }
  const item = { code: 'X', name: 'X', kind: 'allowance' as const, amount: '1' }
  it.each<[string, Input]>([
    ['employee.rate: "employee.rate" is missing', { ...base, employee: { ...employee, rate: '' } }],
    ['employee.rate: The rate of pay is missing', { ...base, employee: { ...employee, rate: 0 } }],
    ['employee.rate: "employee.rate" is negative: -1', { ...base, employee: { ...employee, rate: -1 } }],
    [
      'employee.rate_type: "yearly" is not one of hourly, daily, monthly',
      { ...base, employee: { ...employee, rate_type: 'yearly' as never }, time: time() },
    ],
    ['employee.factor: "employee.factor" is missing', { ...base, employee: { ...employee, factor: undefined as never } }],
    ['factor: The factor is zero', { ...base, employee: { ...employee, factor: 0 } }],
    ['employee.hours_per_day: A day has no hours', { ...base, employee: { ...employee, hours_per_day: 0 } }],
    ['time: An employee paid by the day cannot be paid without time', { ...base, employee: { ...employee, rate_type: 'daily' } }],
    ['time: An employee paid by the hour cannot be paid without time', { ...base, employee: { ...employee, rate_type: 'hourly' } }],
    ['time.late_minutes: "time.late_minutes" is negative: -1', { ...base, time: time({ late_minutes: -1 }) }],
    ['time.absent_minutes: "time.absent_minutes" is missing', { ...base, time: time({ absent_minutes: undefined as never }) }],
    [
      'time.worked.0.overtime: "time.worked.0.overtime" is negative: -60',
      { ...base, time: time({ worked: [worked('ordinary', { overtime: -1 })] }) },
    ],
    ['time.worked.0.day_type: "sunday" is not a kind of day', { ...base, time: time({ worked: [worked('sunday' as never, {})] }) }],
    [
      'time.days_scheduled: The first or last period of an employee needs its scheduled days',
      { ...base, employee: { ...employee, hired_on: '2026-07-02' } },
    ],
    ['period.to: The period ends on 2026-06-30, before it begins on 2026-07-01', { ...base, period: { ...MONTH, to: '2026-06-30' } }],
    ['period.pay_date: "soon" is not a date (YYYY-MM-DD)', { ...base, period: { ...MONTH, pay_date: 'soon' } }],
    ['period.month: "2026-13-01" is not a date (YYYY-MM-DD)', { ...base, period: { ...MONTH, month: '2026-13' } }],
    ['period.number: Payroll 3 of 2 of the month does not exist', { ...base, period: { ...FIRST_HALF, number: 3 } }],
    ['period.frequency: "yearly" is not a pay frequency', { ...base, period: { ...MONTH, frequency: 'yearly' as never } }],
    [
      'date: SSS table: there is no row in force on 2018-07-01; the first begins on 2019-04-01',
      { ...base, period: { ...MONTH, from: '2018-07-01', to: '2018-07-31' } },
    ],
    ['items.0.amount: "items.0.amount" is missing', { ...base, items: [{ ...item, amount: '' }] }],
    ['items.0.kind: "gift" is not a kind of pay item', { ...base, items: [{ ...item, kind: 'gift' as never }] }],
    ['items.0.benefit: "X" does not say which de minimis benefit it is', { ...base, items: [{ ...item, kind: 'de_minimis' }] }],
    ['items.0.quantity: "items.0.quantity" is missing', { ...base, items: [{ ...item, per: 'hour' }] }],
    ['items.0.times_rate: "week" is not a rate of pay', { ...base, items: [{ ...item, times_rate: 'week' as never }] }],
    ['time: "X" is paid per day worked and needs time', { ...base, items: [{ ...item, per: 'day' }] }],
    ['time: "X" is reduced by absences and needs time', { ...base, items: [{ ...item, prorated: true }] }],
    [
      'deductions.L.amount: "deductions.L.amount" is negative: -5',
      { ...base, deductions: [{ code: 'L', name: 'L', kind: 'other', amount: -5 }] },
    ],
    [
      'deductions.0.kind: "tip" is not a kind of deduction',
      { ...base, deductions: [{ code: 'L', name: 'L', kind: 'tip' as never, amount: 5 }] },
    ],
    [
      'year_to_date.periods: "year_to_date.periods" is not a whole number of pay periods',
      { ...base, year_to_date: { ...EMPTY_YEAR, periods: 1.5 } },
    ],
    [
      'year_to_date.withheld: "year_to_date.withheld" is missing',
      { ...base, year_to_date: { ...EMPTY_YEAR, withheld: undefined as never } },
    ],
    [
      'final.separation.cause: "boredom" is not a cause of separation',
      {
        ...base,
        period: { ...MONTH, tag: 'final_pay' },
        final: { separation: { cause: 'boredom' as never, service: { years: 1, months: 0 } } },
      },
    ],
    [
      'final.retirement.service: Retirement pay is due after five years of service',
      { ...base, period: { ...MONTH, tag: 'final_pay' }, final: { retirement: { service: { years: 4, months: 0 } } } },
    ],
  ])('%s', (expected, input) => {
    expect(error(input)).toBe(expected)
  })
})
