import { describe, expect, it } from 'vitest'
import * as payroll from '../../src/domain/payroll/index.ts'
import { type BiWeeklyRule, readTables, STATUTORY_DATA } from '../../src/domain/statutory/index.ts'
import { type Decimal, dec } from '../../src/kernel/decimal.ts'
import { PAYSLIPS } from './payroll-goldens.ts'
import { amounts, FIRST_HALF, MONTH, monthly, pay, SECOND_HALF, time, worked } from './payroll-support.ts'

const money = (value: Decimal) => value.toFixed(2)
const terms = { rate_type: 'monthly', rate: '30450', factor: 261 } as const
const line = (slip: payroll.Payslip, code: string) => slip.lines.find((payLine) => payLine.code === code)!

describe('recomputing an old payroll', () => {
  it('gives the same centavo after newer tables were added', () => {
    const later = <Row extends object>(data: { readonly rows: readonly Row[] }, change: object) => ({
      rows: [...data.rows, { ...data.rows.at(-1)!, effective_from: '2027-01-01', ...change }],
    })
    const newer = readTables({
      ...STATUTORY_DATA,
      sss: later(STATUTORY_DATA.sss, { employee_rate: 0.06 }),
      philhealth: later(STATUTORY_DATA.philhealth, { rate: 0.06 }),
      pagibig: later(STATUTORY_DATA.pagibig, { fund_salary_maximum: 20000 }),
      withholding: later(STATUTORY_DATA.withholding, { annex: 'F' }),
      de_minimis: later(STATUTORY_DATA.de_minimis, {}),
      other_benefits: later(STATUTORY_DATA.other_benefits, { ceiling: 150000 }),
      premiums: later(STATUTORY_DATA.premiums, { night: 0.2 }),
    })
    for (const { input } of PAYSLIPS) expect(amounts(payroll.computePayslip(input, newer))).toEqual(amounts(pay(input)))
    const next = { ...monthly('30450'), period: { ...MONTH, from: '2027-01-01', to: '2027-01-31', pay_date: '2027-01-31' } }
    expect([money(payroll.computePayslip(next, newer).contributions), money(pay(next).contributions)]).toEqual(['3143.50', '2486.25'])
  })
})

describe('employment that begins or ends with the period', () => {
  it('pays the whole salary without time records', () => {
    expect(money(pay(monthly('30450', { employee: { ...terms, hired_on: MONTH.from, separated_on: MONTH.to } })).gross)).toBe('30450.00')
    expect(money(pay(monthly('30450', { employee: { ...terms, hired_on: '2020-01-01', separated_on: '2030-01-01' } })).gross)).toBe(
      '30450.00',
    )
  })
  it('never pays more than the whole period', () => {
    const employee = { ...terms, hired_on: '2026-07-02' }
    const capped = pay(monthly('30450', { employee, time: time({ days_scheduled: 22 }) }))
    expect(money(capped.gross)).toBe('30450.00')
    // The trace states the product, and what limits it.
    const { trace } = payroll.explainAll(capped).find(({ code }) => code === 'BASIC')!
    expect(trace.formula).toBe('22 days × 1,400.00 = 30,800.00, at most the 30,450.00 of a whole period')
    expect(money(pay(monthly('30450', { employee, time: time({ days_scheduled: 21 }) })).gross)).toBe('29400.00')
  })
  it('excludes holidays on rest days and those that the factor excludes', () => {
    const employee = { ...terms, separated_on: '2026-07-30' }
    const unworked = (day_type: 'special_rest_day' | 'regular_holiday') => ({ date: '2026-07-20', day_type, entitled: true })
    const some = time({
      days_scheduled: 5,
      unworked_holidays: [unworked('special_rest_day'), unworked('regular_holiday')],
      worked: [worked('ordinary', { regular: 8 })],
    })
    expect(Number(line(pay(monthly('30450', { employee, time: some })), 'BASIC').quantity)).toBe(6)
  })
})

describe('rates that change within the period', () => {
  const change = (effective_from: string, rate = '60900') => [{ effective_from, rate }]
  it('apply from their first day, and not before it', () => {
    const gross = (from: string) => money(pay(monthly('30450', { employee: { ...terms, rate_changes: change(from) } })).gross)
    expect([gross('2026-07-01'), gross('2026-07-02'), gross('2026-07-31'), gross('2026-08-01')]).toEqual([
      '60900.00',
      '59885.00',
      '31465.00',
      '30450.00',
    ])
  })
  it('are applied in order of date, by calendar days for weekly pay', () => {
    const two = [...change('2026-07-21', '90000'), ...change('2026-07-11', '60000')]
    expect(money(pay(monthly('30000', { employee: { ...terms, rate: '30000', rate_changes: two } })).gross)).toBe('60000.00')
    const period = { ...MONTH, frequency: 'weekly', to: '2026-07-07', count: 4 } as const
    // 3 of 7 days at 52,000 × 12 ÷ 52, 4 of 7 at twice that.
    const weekly = pay({ employee: { ...terms, rate: '52000', rate_changes: change('2026-07-04', '104000') }, period })
    expect(money(weekly.gross)).toBe('18857.14')
  })
  it('use the last rate for PhilHealth and leave conversion', () => {
    const slip = pay(
      monthly('30450', { employee: { ...terms, rate_changes: change('2026-07-16') }, leave_conversion: [{ leave: 'vacation', days: 1 }] }),
    )
    expect(amounts(slip)).toMatchObject({ PHILHEALTH: '-1522.50', LEAVE_CONVERSION_VACATION: '2800.00' })
    const unsorted = [...change('2026-07-31', '40000'), ...change('2026-07-16'), ...change('2026-08-01', '90000')]
    expect(amounts(pay(monthly('30450', { employee: { ...terms, rate_changes: unsorted } })))).toMatchObject({ PHILHEALTH: '-1000.00' })
  })
})

describe('hours of a day', () => {
  it('other than eight change the hourly rate, not the daily one', () => {
    const slip = pay(monthly('30450', { employee: { ...terms, hours_per_day: 10 }, time: time({ absent_minutes: 600, late_minutes: 60 }) }))
    expect(amounts(slip)).toMatchObject({ ABSENT: '-1400.00', LATE: '-140.00' })
    const forfeited = time({ unworked_holidays: [{ date: '2026-07-01', day_type: 'regular_holiday', entitled: false }] })
    expect(amounts(pay(monthly('30450', { employee: { ...terms, hours_per_day: 10 }, time: forfeited })))).toMatchObject({
      HOLIDAY_FORFEITED: '-1400.00',
    })
    const hourly = pay({ employee: { rate_type: 'hourly', rate: '100', factor: 261, hours_per_day: 10 }, period: MONTH, time: time() })
    expect([hourly.rates.daily, hourly.rates.monthly].map(money)).toEqual(['1000.00', '21750.00'])
  })
})

describe('labor standards that do not cover an employee', () => {
  const some = time({
    worked: [
      worked('regular_holiday', { regular: 8 }),
      worked('rest_day', { regular: 4, regular_night: 4, overtime: 1, overtime_night: 1 }),
    ],
    unworked_holidays: [{ date: '2026-07-01', day_type: 'double_regular', entitled: true }],
  })
  const codes = (...not_covered: payroll.LaborStandard[]) =>
    Object.entries(amounts(pay(monthly('30450', { employee: { ...terms, not_covered }, time: some }))))
      .filter(([code]) => /HOLIDAY|REST|NIGHT|OVERTIME/.test(code))
      .map(([code, amount]) => `${code} ${amount}`)
  it('loses only those', () => {
    const full = [
      'REGULAR_HOLIDAY 1400.00',
      'REST_DAY 1820.00',
      'OVERTIME_REST_DAY 591.50',
      'NIGHT_REST_DAY 91.00',
      'NIGHT_OVERTIME_REST_DAY 29.58',
      'HOLIDAY_UNWORKED 1400.00',
    ]
    const without = (...parts: RegExp[]) => full.filter((name) => !parts.some((part) => part.test(name)))
    expect(codes()).toEqual(full)
    expect(codes('holiday')).toEqual(without(/HOLIDAY/))
    expect(codes('overtime')).toEqual(without(/OVERTIME/))
    expect(codes('night')).toEqual(without(/NIGHT/))
    expect(codes('premium')).toEqual(full.map((name) => name.replace('REST_DAY 1820.00', 'REST_DAY 1400.00')))
  })
})

describe('COLA', () => {
  it('is paid for paid leave and unworked regular holidays, not for special days', () => {
    const unworked = (day_type: 'special' | 'regular_holiday', entitled = true) => ({ date: '2026-07-01', day_type, entitled })
    const some = time({
      days_worked: 10,
      paid_leave_minutes: 720,
      unworked_holidays: [unworked('special'), unworked('regular_holiday'), unworked('regular_holiday', false)],
    })
    const slip = pay({ employee: { rate_type: 'daily', rate: '600', factor: 313, cola_per_day: '10' }, period: MONTH, time: some })
    expect(amounts(slip).COLA).toBe('125.00')
    expect(line(slip, 'COLA').counts).toMatchObject({ sss: true, pagibig: true, thirteenth_month: false })
  })
  it('is multiplied for the holiday only, not for the rest day premium', () => {
    const cola = (day: 'regular_holiday_rest_day' | 'double_regular' | 'special') =>
      amounts(
        pay({
          employee: { rate_type: 'daily', rate: '600', factor: 313, cola_per_day: '10' },
          period: MONTH,
          time: time({ days_worked: 1, worked: [worked(day, { regular: 4, regular_night: 4 })] }),
          settings: { cola_multiplied_on_holidays: true },
        }),
      ).COLA
    expect([cola('regular_holiday_rest_day'), cola('double_regular'), cola('special')]).toEqual(['20.00', '30.00', '10.00'])
  })
  it('of zero has no line', () => {
    const slip = (given: Partial<payroll.EmployeeTerms>, days_worked: number) =>
      pay({ employee: { rate_type: 'daily', rate: '600', factor: 313, ...given }, period: MONTH, time: time({ days_worked }) }).lines
    expect([slip({ cola_per_day: '0' }, 5), slip({ cola_per_day: '10' }, 0), slip({}, 5)]).toEqual([[], [], []])
  })
})

describe('pay items', () => {
  it('by the month are divided over three payrolls, the last taking the remaining centavo', () => {
    const items = [{ code: 'A', name: 'A', kind: 'allowance' as const, amount: '1000', per: 'month' as const }]
    const part = (number: number) =>
      amounts(pay(monthly('30450', { period: { ...MONTH, frequency: 'weekly', number, count: 3 }, items }))).A
    expect([part(1), part(2), part(3)]).toEqual(['333.33', '333.33', '333.34'])
  })
  it('prorated by time are zero without a schedule', () => {
    const items = [{ code: 'A', name: 'A', kind: 'allowance' as const, amount: '1000', prorated: true }]
    const share = (given: Parameters<typeof time>[0]) => amounts(pay(monthly('30450', { items, time: time(given) }))).A
    expect([share({ scheduled_minutes: 0 }), share({ scheduled_minutes: 960, absent_minutes: 240, unpaid_leave_minutes: 240 })]).toEqual([
      '0.00',
      '500.00',
    ])
    expect(share({ scheduled_minutes: 480, absent_minutes: 960 })).toBe('0.00')
  })
  it('can override the rule of their kind', () => {
    const items = [
      { code: 'A', name: 'A', kind: 'allowance' as const, amount: '1000', taxability: 'exempt' as const, account_role: 'samples' },
      { code: 'B', name: 'B', kind: 'commission' as const, amount: '500', counts: { sss: false, pagibig: false, thirteenth_month: true } },
      { code: 'C', name: 'C', kind: 'reimbursement' as const, amount: '70' },
    ]
    const slip = pay(monthly('30450', { items }))
    expect([line(slip, 'A').taxability, line(slip, 'A').account_role, money(slip.month_to_date.sss_compensation)]).toEqual([
      'exempt',
      'samples',
      '31450.00',
    ])
    expect([money(slip.year_to_date.basic), line(slip, 'C').taxability, money(slip.tax_base.exempt)]).toEqual([
      '30950.00',
      'none',
      '1000.00',
    ])
  })
  it('meals of overtime are exempt by the day, up to a share of the regional wage', () => {
    const meals = (region?: string) =>
      pay({
        employee: { ...terms, minimum_wage_earner: false, ...(region ? { region } : {}) },
        period: { ...MONTH, from: '2026-10-01', to: '2026-10-31', pay_date: '2026-10-31' },
        items: [{ code: 'MEAL', name: 'Meals', kind: 'de_minimis', benefit: 'overtime_meal', amount: '250', per: 'day', quantity: 4 }],
      }).year_to_date
    // 30% of 755 four times is 906, of 505 it is 606; the rest counts in the 90,000. Where no wage is known, that of NCR.
    const exempt = [meals(), meals('NCR'), meals('CAR'), meals('NIR')].map((year) => money(year.other_benefits_exempt))
    expect(exempt).toEqual(['94.00', '94.00', '394.00', '94.00'])
  })
})

describe('the tax base', () => {
  it('deducts contributions beyond regular pay from supplementary pay', () => {
    const commission = (amount: string) => [{ code: 'C', name: 'Commission', kind: 'commission' as const, amount }]
    const base = (amount: string) => pay(monthly('1000', { items: commission(amount) })).tax_base
    // SSS 1,750, PhilHealth 250 and Pag-IBIG 200 on 1,000 of regular pay.
    expect([base('50000').regular, base('50000').supplementary].map(money)).toEqual(['0.00', '48800.00'])
    const nothing = pay(monthly('400')).tax_base
    expect([money(nothing.supplementary), nothing.regular.isNegative()]).toEqual(['0.00', true])
  })
  it.each<[BiWeeklyRule, string, string]>([
    ['weekly_doubled', '9616', '9616.01'],
    ['semi_monthly', '10417', '10417.01'],
    ['annual', '9615.38', '9615.39'],
  ])('of two weeks by the rule %s: up to %s supplementary pay demands the average', (bi_weekly_tax, exempt, above) => {
    const method = (amount: string) =>
      pay({
        employee: { ...terms, not_contributing: ['sss', 'philhealth', 'pagibig'] },
        period: { ...MONTH, frequency: 'bi_weekly', count: 2, number: 2, tag: 'leave_conversion' },
        items: [
          { code: 'A', name: 'A', kind: 'allowance', amount },
          { code: 'B', name: 'B', kind: 'commission', amount: '1' },
        ],
        settings: { bi_weekly_tax },
      }).tax_base.method
    expect([method(exempt), method(above)]).toEqual(['cumulative_average', 'table'])
  })
  it('with supplementary pay as high as regular pay is averaged', () => {
    const method = (amount: string) =>
      pay(
        monthly('50000', {
          employee: { ...terms, rate: '50000', not_contributing: ['sss', 'philhealth', 'pagibig'] },
          items: [{ code: 'B', name: 'B', kind: 'commission', amount }],
        }),
      ).tax_base.method
    expect([method('49999.99'), method('50000')]).toEqual(['table', 'cumulative_average'])
  })
})

describe('deductions', () => {
  const loan = (code: string, amount: string, more: object = {}) => ({ code, name: code, kind: 'company_loan' as const, amount, ...more })
  it('leave the larger of the two minimums', () => {
    const net = (minimum_net_pay: string, minimum_net_share: string) =>
      money(pay(monthly('10000', { deductions: [loan('A', '9000')], settings: { minimum_net_pay, minimum_net_share } })).net)
    expect([net('2500', '0.2'), net('1500', '0.2'), net('0', '0')]).toEqual(['2500.00', '2000.00', '50.00'])
  })
  it('of one priority are taken in the given order', () => {
    const slip = pay(monthly('10000', { deductions: [loan('B', '9000'), loan('A', '9000')] }))
    expect(slip.shortfalls.map((shortfall) => `${shortfall.code} ${money(shortfall.taken)}`)).toEqual(['A 50.00'])
  })
  it('of a final pay take the balance, or the amount where there is no balance', () => {
    const deductions = [loan('A', '100', { balance: '300' }), loan('B', '100'), loan('C', '100', { balance: '0' })]
    const slip = pay(monthly('30450', { period: { ...MONTH, tag: 'final_pay' }, deductions }))
    expect(amounts(slip)).toMatchObject({ A: '-300.00', B: '-100.00' })
    expect(line(slip, 'C')).toBeUndefined()
  })
})

describe('contributions', () => {
  it('of a household worker from 5,000 on are shared', () => {
    const slip = pay(monthly('5000', { employee: { ...terms, rate: '5000', membership: 'household' } }))
    expect(amounts(slip)).toMatchObject({ SSS: '-250.00', PHILHEALTH: '-250.00', PAGIBIG: '-100.00' })
  })
  it('of four weeks are deducted in quarters', () => {
    const settings = { contribution_timing: { sss: 'split', philhealth: 'split', pagibig: 'split' } } as const
    let carried = {}
    const weeks = [1, 2, 3, 4].map((number) => {
      const slip = pay(monthly('30000', { period: { ...MONTH, frequency: 'weekly', number, count: 4 }, settings, ...carried }))
      carried = { month_to_date: slip.month_to_date }
      return money(slip.contributions)
    })
    // 1,500 + 750 + 200 = 2,450; four weeks pay 27,692.31, which is credited at 27,500.
    expect(weeks).toEqual(['612.50', '612.50', '612.50', '487.50'])
  })
  it('are not advanced for an employee without pay', () => {
    const slip = pay(monthly('30450', { period: SECOND_HALF, time: time({ unpaid_leave_minutes: 12 * 480 }) }))
    expect([slip.contributions, slip.net].map(money)).toEqual(['0.00', '0.00'])
    expect(pay(monthly('30450', { period: FIRST_HALF })).employer_shares).toEqual([])
  })
  it('follow the month of coverage, not the days of the period', () => {
    const period = { ...SECOND_HALF, from: '2024-12-26', to: '2025-01-10', pay_date: '2025-01-15' }
    const sss = (month?: string) => amounts(pay(monthly('5000', { period: month ? { ...period, month } : period }))).SSS
    expect([sss(), sss('2024-12')]).toEqual(['-250.00', '-180.00'])
  })
})

describe('explanations', () => {
  it('of a split contribution show the whole and the part', () => {
    const settings = { contribution_timing: { sss: 'split', philhealth: 'last', pagibig: 'cumulative' } } as const
    const first = pay(monthly('30450', { period: FIRST_HALF, settings }))
    expect(line(first, 'SSS').explain()).toMatchObject({
      words: "SSS for 2026-07, on the month's pay of 30,450.00. Part 1 of 2 of the month.",
      formula: '20,000.00 × 5% = 1,000.00; × 1 ÷ 2 = 500.00',
    })
    expect(line(first, 'PAGIBIG').explain().words).toBe("Pag-IBIG for 2026-07, on the month's pay of 15,225.00.")
    expect(line(first, 'PHILHEALTH')).toBeUndefined()
    const second = pay(monthly('30450', { period: SECOND_HALF, settings, month_to_date: first.month_to_date }))
    expect(line(second, 'SSS').explain()).toMatchObject({
      words: "SSS for 2026-07, on the month's pay of 30,450.00.",
      formula: '20,000.00 × 5% = 1,000.00; − 500.00 of earlier payrolls = 500.00',
    })
  })
  it('of items show rate, quantity and share', () => {
    const base = { name: 'Meals', kind: 'allowance' as const, amount: '100' }
    const items = [
      { ...base, code: 'A' },
      { ...base, code: 'B', per: 'day' as const },
      { ...base, code: 'C', per: 'month' as const },
      { ...base, code: 'D', prorated: true },
      { ...base, code: 'E', quantity: 3 },
    ]
    const slip = pay(
      monthly('30450', { period: FIRST_HALF, items, time: time({ scheduled_minutes: 960, absent_minutes: 480, days_worked: 7 }) }),
    )
    const parts = (code: string) => [line(slip, code).explain().formula, String(line(slip, code).rate), line(slip, code).unit]
    expect(parts('A')).toEqual(['100.00', '100', 'period'])
    expect(parts('B')).toEqual(['100.00 × 7.00 days = 700.00', '100', 'day'])
    expect(parts('C')).toEqual(["50.00, this payroll's part of 100.00 a month", '50', 'period'])
    expect(parts('D')).toEqual(['100.00 × 0.50 of the time = 50.00', '100', 'period'])
    expect(parts('E')).toEqual(['100.00 × 3.00 = 300.00', '100', 'period'])
    expect(line(slip, 'D').explain().words).toBe('Meals, in proportion to the time that was not absent.')
  })
  it('of tax show what was withheld earlier in the period', () => {
    const standard = pay(monthly('120000'))
    const bonus = pay(
      monthly('120000', {
        period: { ...MONTH, tag: 'leave_conversion' },
        items: [{ code: 'C', name: 'Commission', kind: 'commission', amount: '1000' }],
        period_to_date: standard.period_to_date,
        year_to_date: standard.year_to_date,
      }),
    )
    expect(bonus.tax_base.explain().formula).toBe(
      '8,541.80 + 25% × (116,550.00 − 66,667.00) = 21,012.55, less 20,762.55 withheld earlier in this period',
    )
    expect(money(bonus.tax)).toBe('250.00')
    expect(bonus.tax_base.explain().words).toContain('regular 115,550.00, supplementary 1,000.00')
    expect(standard.tax_base.explain().words).not.toContain('supplementary')
  })
  it('of deductions show what is carried forward', () => {
    const slip = pay(
      monthly('10000', { deductions: [{ code: 'A', name: 'Loan', kind: 'company_loan', amount: '9900', balance: '20000' }] }),
    )
    expect(line(slip, 'A').explain()).toMatchObject({
      words: 'Loan: the instalment, not more than the balance of 20,000.00.',
      formula: '9,050.00 of 9,900.00; the rest would leave too little net pay and is carried forward',
      inputs: { scheduled: '9,900.00', balance_before: '20,000.00', balance_after: '10,950.00' },
    })
  })
  it('of deductions that are a share of pay show the base and the share', () => {
    const dues = { code: 'D', name: 'Union dues', kind: 'union_dues', percent: '0.02', percent_of: 'gross' } as const
    const slip = pay(monthly('30450', { deductions: [dues, { ...dues, code: 'E', percent: undefined, amount: '200' }] }))
    expect(line(slip, 'D').explain()).toMatchObject({
      words: 'Union dues: 2% of gross pay.',
      formula: '30,450.00 × 2% = 609.00',
      inputs: { base: '30,450.00', scheduled: '609.00' },
    })
    expect(line(slip, 'E').explain()).toMatchObject({ words: 'Union dues: the amount set for each payroll.', formula: '200.00' })
  })
})

describe('ordinary pay below the exempt level', () => {
  it('uses the table, and contributes to no average', () => {
    const slip = pay(monthly('20000'))
    expect([slip.tax_base.method, money(slip.tax), slip.year_to_date.cumulative_average]).toEqual(['table', '0.00', false])
  })
})

describe('non-finite time', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, '60'])('%s is refused', (late_minutes) => {
    expect(() => pay(monthly('30450', { time: time({ late_minutes: late_minutes as number }) }))).toThrow('"time.late_minutes" is missing')
  })
})

describe('separation', () => {
  const final = (given: payroll.FinalPay) => pay(monthly('30000', { period: { ...MONTH, tag: 'final_pay' }, final: given }))
  const service = { years: 3, months: 0 }
  it.each([
    ['redundancy', '90000.00', 'exempt'],
    ['labor_saving_devices', '90000.00', 'exempt'],
    ['reinstatement_impossible', '90000.00', 'exempt'],
    ['retrenchment', '45000.00', 'exempt'],
    ['closure', '45000.00', 'exempt'],
    ['disease', '45000.00', 'exempt'],
    ['closure_serious_losses', '40000.00', 'exempt'],
    ['resignation', '40000.00', 'supplementary'],
    ['just_cause', '40000.00', 'supplementary'],
  ] as const)('for %s: %s, %s, where 40,000 was agreed', (cause, amount, taxability) => {
    const found = line(final({ separation: { cause, service, agreed_amount: '40000' } }), 'SEPARATION_PAY')
    expect([money(found.amount), found.taxability, Number(found.quantity), found.unit]).toEqual([amount, taxability, 3, 'year'])
    const asked = `${found.explain().formula} ${found.explain().words}`
    expect(asked.includes('agreed')).toBe(amount === '40000.00')
    // Taxed or not, it is no pay for work: contributions are due on the salary of 30,000.
    const slip = final({ separation: { cause, service, agreed_amount: '40000' } })
    expect([money(line(slip, 'SSS').amount), money(line(slip, 'SSS_MPF').amount)]).toEqual(['-1000.00', '-500.00'])
    expect(line(final({ separation: { cause, service } }), 'SEPARATION_PAY')?.amount.greaterThan(0) ?? false).toBe(amount !== '40000.00')
  })
  it('shows the pay for a year of service', () => {
    expect(line(final({ separation: { cause: 'retrenchment', service } }), 'SEPARATION_PAY').rate.toString()).toBe('15000')
    const retired = (exempt?: boolean) =>
      line(final({ retirement: { service: { years: 6, months: 0 }, ...(exempt === undefined ? {} : { exempt }) } }), 'RETIREMENT_PAY')
    expect([retired().rate.toFixed(2), Number(retired().quantity), retired().taxability]).toEqual(['31034.48', 6, 'exempt'])
    expect([retired(true).taxability, retired(false).taxability]).toEqual(['exempt', 'supplementary'])
  })
  it('names a refund and a tax correctly', () => {
    const names = (slip: payroll.Payslip) =>
      slip.lines.filter((payLine) => payLine.group === 'tax').map((payLine) => `${payLine.code} ${payLine.name}`)
    expect(names(pay(monthly('30450')))).toEqual(['WITHHOLDING_TAX Withholding tax'])
    const period_to_date = { taxable_regular: 0, taxable_supplementary: 0, withheld: '5000', cumulative_before: false }
    expect(names(pay(monthly('30450', { period_to_date })))).toEqual(['TAX_REFUND Refund of withholding tax'])
  })
  it('on the tenth, hired on the first: ten calendar days on 365', () => {
    const employee = { ...terms, rate: '36500', factor: 365, hired_on: MONTH.from, separated_on: '2026-07-10' }
    expect(money(pay({ employee, period: MONTH }).gross)).toBe('12000.00')
  })
})

describe('time not paid in this payroll', () => {
  const cola = { ...terms, cola_per_day: '50' }
  const final = (employee: payroll.EmployeeTerms, period = MONTH) =>
    pay(monthly('30450', { employee, period: { ...period, tag: 'final_pay' }, no_time: true }))
  it('pays no salary, premium or COLA, and needs no time records of daily-paid employees', () => {
    expect(final(cola).lines).toEqual([])
    expect(final({ rate_type: 'daily', rate: '600', factor: 313 }).lines).toEqual([])
  })
  it('deducts contributions in the month of leaving only', () => {
    const leave_conversion = [{ leave: 'vacation' as const, days: 5 }]
    const slip = (separated_on: string) =>
      pay(
        monthly('30450', {
          employee: { ...terms, separated_on, pagibig_extra: '100' },
          period: { ...MONTH, tag: 'final_pay' },
          no_time: true,
          leave_conversion,
        }),
      )
    expect(slip('2026-07-10').lines.some((payLine) => payLine.group === 'contribution')).toBe(true)
    expect(slip('2026-06-30').lines.map((payLine) => payLine.group)).toEqual(['earning'])
  })
})

describe('lines that are not income', () => {
  it('are not in the tax base', () => {
    const items = [{ code: 'C', name: 'C', kind: 'reimbursement' as const, amount: '70' }]
    const slip = pay(monthly('30450', { items, deductions: [{ code: 'A', name: 'A', kind: 'other', amount: '5', whole_only: true }] }))
    for (const payLine of slip.lines.filter((each) => each.group !== 'earning' || each.code === 'C'))
      expect([payLine.taxability, Number(payLine.taxable), Number(payLine.exempt)]).toEqual(['none', 0, 0])
    expect([amounts(slip).A, money(slip.gross), money(slip.year_to_date.gross)]).toEqual(['-5.00', '30520.00', '30520.00'])
  })
  it('a final tax applies to all taxable pay', () => {
    const items = [{ code: 'C', name: 'C', kind: 'commission' as const, amount: '10000' }]
    expect(money(pay(monthly('100000', { employee: { ...terms, rate: '100000', final_tax_rate: '0.25' }, items })).tax)).toBe('27500.00')
  })
  it('benefit payrolls of daily-paid employees need no time records', () => {
    const employee = { rate_type: 'daily', rate: '600', factor: 313 } as const
    const slip = pay({ employee, period: { ...MONTH, tag: 'leave_conversion' }, leave_conversion: [{ leave: 'vacation', days: 2 }] })
    expect(money(slip.net)).toBe('1200.00')
  })
})

describe('the expected pay of a month', () => {
  it('counts monthly allowances and nothing else', () => {
    const settings = { contribution_timing: { sss: 'first', philhealth: 'last', pagibig: 'last' } } as const
    const sss = (items: payroll.PayItem[]) => money(pay(monthly('20000', { period: FIRST_HALF, settings, items })).contributions)
    const item = { code: 'A', name: 'A', amount: '5000' }
    expect(sss([])).toBe('1000.00')
    expect(sss([{ ...item, kind: 'allowance', per: 'month' }])).toBe('1250.00')
    expect(sss([{ ...item, kind: 'cola', per: 'month' }])).toBe('1250.00')
    expect(sss([{ ...item, kind: 'commission', per: 'month' }])).toBe('1000.00')
    expect(sss([{ ...item, kind: 'allowance' }])).toBe('1000.00')
  })
})

describe('sums of the year', () => {
  it('increase with each payroll', () => {
    const first = pay(monthly('30450', { items: [{ code: 'A', name: 'A', kind: 'allowance', amount: '1000' }] }))
    const second = pay(monthly('30450', { year_to_date: first.year_to_date }))
    const { gross, basic, contributions, withheld, taxable_regular, periods } = second.year_to_date
    expect([gross, basic, contributions, withheld, taxable_regular].map(money)).toEqual([
      '61900.00',
      '60900.00',
      // The allowance raises the SSS credit from 30,500 to 31,500.
      '5022.50',
      '2281.72',
      '56877.50',
    ])
    expect(periods).toBe(2)
  })
  it('are reduced by corrections of regular and supplementary pay together', () => {
    const items = [
      { code: 'A', name: 'A', kind: 'allowance' as const, amount: '-31000' },
      { code: 'C', name: 'C', kind: 'commission' as const, amount: '5000' },
    ]
    const { regular, supplementary } = pay(
      monthly('30450', { employee: { ...terms, not_contributing: ['sss', 'philhealth', 'pagibig'] }, items }),
    ).tax_base
    expect([regular, supplementary].map(money)).toEqual(['0.00', '4450.00'])
  })
})

describe('single exceptions', () => {
  it('of an item apply separately', () => {
    const base = { name: 'A', kind: 'allowance' as const, amount: '100' }
    const items = [
      { ...base, code: 'A', taxability: 'exempt' as const },
      { ...base, code: 'B', account_role: 'samples' },
      { ...base, code: 'C', counts: { sss: false } },
      { ...base, code: 'D' },
    ]
    const slip = pay(monthly('30450', { items }))
    const treatment = (code: string) => [line(slip, code).taxability, line(slip, code).account_role, line(slip, code).counts.sss]
    expect([treatment('A'), treatment('B'), treatment('C'), treatment('D')]).toEqual([
      ['exempt', 'salaries_expense', true],
      ['regular', 'samples', true],
      ['regular', 'salaries_expense', false],
      ['regular', 'salaries_expense', true],
    ])
  })
  it('a voluntary Pag-IBIG contribution belongs to standard and final pay', () => {
    const extra = (tag: payroll.PayrollTag) =>
      amounts(
        pay({
          employee: { ...terms, pagibig_extra: '300' },
          period: { ...MONTH, tag },
          items: [{ code: 'E', name: 'E', kind: 'exempt', amount: '1000' }],
        }),
      ).PAGIBIG_EXTRA
    expect([extra('standard'), extra('final_pay'), extra('13th_month'), extra('leave_conversion')]).toEqual([
      '-300.00',
      '-300.00',
      undefined,
      undefined,
    ])
  })
})

describe('small amounts', () => {
  it('of 13th month and maternity', () => {
    expect(money(payroll.thirteenthMonth(dec(120000), dec(4000)))).toBe('6000.00')
    expect(() => payroll.maternityPay({ monthly_rate: 1, days: 0, monthly_employee_shares: 0, sss_benefit: 0 })).toThrow('has no days')
    expect(payroll.serviceIncentiveLeave(12).toString()).toBe('5')
    expect(payroll.lengthOfService('2026-01-01', '2026-01-01')).toEqual({ years: 0, months: 0 })
  })
})
