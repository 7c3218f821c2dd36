import { describe, expect, it } from 'vitest'
import * as law from '../../src/domain/statutory/index.ts'
import { Decimal, dec } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'

const T = law.STATUTORY
const money = (value: { toFixed(places: number): string }) => value.toFixed(2)
const error = (act: () => unknown): string => {
  try {
    act()
  } catch (caught) {
    if (caught instanceof DomainError) return `${caught.field}: ${caught.message}`
    throw caught
  }
  return 'nothing'
}

describe('amounts from outside', () => {
  it.each([
    ['5', '5'],
    ['-5.25', '-5.25'],
    ['30450.00', '30450'],
    [12.5, '12.5'],
    [dec('0.1'), '0.1'],
    [new Decimal('7.5'), '7.5'],
  ])('%s is read exactly', (value, read) => {
    expect(law.readAmount(value, 'pay').toString()).toBe(read)
  })
  it.each([
    ['0x10'],
    ['1e5'],
    ['x1'],
    ['1x'],
    ['1.'],
    ['.5'],
    ['1.2.3'],
    ['--1'],
    [' 1'],
    ['one'],
    [Number.POSITIVE_INFINITY],
    [new Decimal(Number.POSITIVE_INFINITY)],
    [{}],
    [true],
    [{ toString: () => '5' }],
  ])('%s is no amount', (value) => {
    expect(error(() => law.readAmount(value, 'pay'))).toBe(`pay: "pay" is not a number: ${String(value)}`)
  })
  it.each([[null], [undefined], ['']])('%s is missing', (value) => {
    expect(error(() => law.readAmount(value, 'pay'))).toBe('pay: "pay" is missing')
  })
  it('minus zero is zero', () => {
    expect(law.readPositive('-0', 'pay').isZero()).toBe(true)
    expect(error(() => law.readPositive('-0.01', 'pay'))).toBe('pay: "pay" is negative: -0.01')
  })
})

describe('amounts in explanations', () => {
  it.each([
    ['0', '0.00'],
    ['7', '7.00'],
    ['100', '100.00'],
    ['1000', '1,000.00'],
    ['123456.7', '123,456.70'],
    ['1234567.89', '1,234,567.89'],
    ['-123', '-123.00'],
    ['-1234.5', '-1,234.50'],
    ['1.005', '1.005'],
    ['1234.56789012', '1,234.56789'],
    ['2000.0000001', '2,000.00'],
  ])('%s is written %s', (value, text) => {
    expect(law.pesos(dec(value))).toBe(text)
  })
  it('rates are written in percent', () => {
    expect([law.percent(dec('0.05')), law.percent(dec('0.095'))]).toEqual(['5%', '9.5%'])
  })
})

describe('dates', () => {
  it.each(['2026-01-01', '2026-09-09', '2026-10-10', '2026-12-19', '2026-11-29', '2026-03-30', '2026-03-31'])('%s is one', (date) => {
    expect(law.requireDate(date, 'day')).toBe(date)
  })
  it.each([
    '2026-00-10',
    '2026-13-10',
    '2026-20-10',
    '2026-01-00',
    '2026-01-32',
    '2026-01-40',
    '2026-1-10',
    '2026-01-1',
    '226-01-10',
    '2026-01-10T00:00',
    ' 2026-01-10',
    'yyyy-01-10',
    '2026-01-0x',
    '2026-01-1x',
    '2026-0x-10',
    ['2026-01-10'],
    20260110,
    undefined,
  ])('%s is none', (date) => {
    expect(error(() => law.requireDate(date, 'day'))).toBe(`day: "${String(date)}" is not a date (YYYY-MM-DD)`)
  })
})

describe('dated rows', () => {
  const row = (effective_from: string, source: string) => ({ effective_from, source })
  const rows = law.inOrder([row('2024-01-01', 'b'), row('2025-01-01', 'c'), row('2023-01-01', 'a')], 'Table')
  it('apply from their first day until the next row', () => {
    expect(rows.map((entry) => entry.source)).toEqual(['a', 'b', 'c'])
    const sourceOn = (date: string) => law.inForce(rows, date, 'Table').source
    expect(['2023-01-01', '2023-12-31', '2024-01-01', '2024-12-31', '2025-01-01', '2099-12-31'].map(sourceOn)).toEqual([
      'a',
      'a',
      'b',
      'b',
      'c',
      'c',
    ])
    expect(error(() => law.inForce(rows, '2022-12-31', 'Table', 'paid_on'))).toBe(
      'paid_on: Table: there is no row in force on 2022-12-31; the first begins on 2023-01-01',
    )
    expect(error(() => law.inForce([], '2022-12-31', 'Table'))).toBe(
      'date: Table: there is no row in force on 2022-12-31; the first begins on no date',
    )
  })
  it('are refused when two have the same date, or one has none', () => {
    expect(error(() => law.inOrder([...rows, row('2024-01-01', 'd')], 'Table'))).toBe(
      'Table.effective_from: Table: two rows begin on 2024-01-01',
    )
    expect(error(() => law.inOrder([row('soon', 'a')], 'Table'))).toBe('Table.effective_from: "soon" is not a date (YYYY-MM-DD)')
  })
})

describe('tables of a company', () => {
  it('may have empty remarks', () => {
    const [row] = law.STATUTORY_DATA.household.rows
    expect(law.readTables({ ...law.STATUTORY_DATA, household: { rows: [{ ...row, note: null }] } }).household[0]!.note).toBeNull()
  })
  it('may lack holidays, but no day type, and have no duplicate wage order', () => {
    expect(law.readTables({ ...law.STATUTORY_DATA, holidays: { rows: [] } }).holidays).toEqual([])
    const [premium] = law.STATUTORY_DATA.premiums.rows as [{ multiples: object }]
    const { special: _, ...multiples } = premium.multiples as Record<string, object>
    expect(error(() => law.readTables({ ...law.STATUTORY_DATA, premiums: { rows: [{ ...premium, multiples }] } }))).toMatch(
      /^premiums\.special: Premium rates of .*: "special" is missing$/,
    )
    const wages = law.STATUTORY_DATA.minimum_wages.rows
    expect(error(() => law.readTables({ ...law.STATUTORY_DATA, minimum_wages: { rows: [...wages, wages[0]!] } }))).toMatch(
      /^Minimum wage .*, .*: two rows begin on /,
    )
  })
  it('read every figure as an exact decimal, in any order of rows', () => {
    const shuffled = law.readTables({
      ...law.STATUTORY_DATA,
      minimum_wages: { rows: [...law.STATUTORY_DATA.minimum_wages.rows].reverse() },
      sss: { rows: [...law.STATUTORY_DATA.sss.rows].reverse() },
    })
    expect(shuffled.minimum_wages.get('NCR|non_agriculture')).toEqual(T.minimum_wages.get('NCR|non_agriculture'))
    expect(shuffled.sss).toEqual(T.sss)
    expect(T.sss.every((sssRow) => sssRow.ec.low instanceof Decimal)).toBe(true)
    expect(T.withholding.every((withholdingRow) => withholdingRow.monthly.every((bracket) => bracket.rate instanceof Decimal))).toBe(true)
  })
  it('have a limit for each de minimis benefit, and brackets for each pay period', () => {
    for (const row of T.de_minimis) expect(Object.keys(row.limits).sort()).toEqual([...law.DE_MINIMIS_ITEMS].sort())
    for (const row of T.withholding) for (const period of law.TAX_PERIODS) expect(row[period].length).toBeGreaterThan(1)
    expect(law.TAX_PERIODS).toHaveLength(5)
    expect(law.PAY_FREQUENCIES).toHaveLength(5)
  })
})

describe('the rows behind a figure', () => {
  const used = (rule: law.RuleUsed) => [rule.table, rule.effective_from, rule.source.length > 3, rule.row]
  it('name table, date and source', () => {
    expect(used(law.sssContribution(T, '2026-03-31', 0).rule)).toEqual([
      'SSS contribution schedule',
      '2025-01-01',
      true,
      'no pay in the month, no contribution',
    ])
    expect(used(law.philhealthContribution(T, '2026-03-31', 0).rule).slice(0, 3)).toEqual(['PhilHealth premium', '2024-01-01', true])
    expect(used(law.pagibigContribution(T, '2026-03-31', 2000).rule)).toEqual([
      'Pag-IBIG contribution',
      '2024-02-01',
      true,
      'employee 2%, employer 2%, fund salary up to 10,000.00',
    ])
    expect(used(law.splitOtherBenefits(T, '2026-12-15', 1).rule)).toEqual([
      '13th month pay and other benefits',
      '2018-01-01',
      true,
      'exempt up to 90,000.00 a year',
    ])
    expect(used(law.annualTax(T, '2026-12-31', '400001').rule)).toEqual([
      'Graduated income tax',
      '2023-01-01',
      true,
      'from 400,000.00: 22,500.00 plus 20% of the excess',
    ])
    const limit = (item: law.DeMinimisItem) => law.deMinimisLimit(T, '2024-03-31', item).rule
    expect(used(limit('rice'))).toEqual(['De minimis benefits', '2018-01-01', true, 'rice: 2,000.00 per month'])
    expect([limit('monetised_leave').row, limit('overtime_meal').row]).toEqual([
      'monetised leave: 10 days per year',
      'overtime meal: 25% of the minimum wage per day',
    ])
  })
  it('of a salary credit show the range of the schedule at both ends', () => {
    const row = (pay: string, membership?: law.SssMembership) => law.sssContribution(T, '2026-03-31', pay, membership).rule.row
    expect([row('5250'), row('5249.99'), row('34749.99'), row('34750')]).toEqual([
      'monthly salary credit 5,500.00 for compensation from 5,250.00 to 5,749.99',
      'monthly salary credit 5,000.00 for compensation up to 5,249.99',
      'monthly salary credit 34,500.00 for compensation from 34,250.00 to 34,749.99',
      'monthly salary credit 35,000.00 for compensation of 34,750.00 and over',
    ])
    expect([row('1000', 'household'), row('4000', 'household')]).toEqual([
      'monthly salary credit 1,000.00 for compensation up to 1,249.99',
      'monthly salary credit 4,000.00 for compensation from 3,750.00 to 4,249.99',
    ])
  })
  it('of annualized and averaged tax are those of the computed tax', () => {
    const year = law.annualise(T, '2026-12-31', { taxable: '500000', withheld: '40000' })
    expect([money(year.tax_due), money(year.tax), money(year.bracket.over), year.rule.table]).toEqual([
      '42500.00',
      '2500.00',
      '400000.00',
      'Graduated income tax',
    ])
    const average = law.cumulativeAverage(T, {
      date: '2026-03-31',
      frequency: 'monthly',
      year: { taxable: '100000.01', periods: 3, withheld: '0' },
    })
    expect([money(average.average), money(average.tax_to_date), money(average.tax), money(average.bracket.over)]).toEqual([
      '33333.34',
      '5625.21',
      '5625.21',
      '33333.00',
    ])
    expect(average.rule.table).toBe('Withholding tax table, monthly (Annex E)')
    expect(law.taxOfPay(T, { date: '2026-03-31', frequency: 'semi_monthly', regular: '20000' }).rule.table).toBe(
      'Withholding tax table, semi-monthly (Annex E)',
    )
    for (const periods of [0, -1])
      expect(
        error(() => law.cumulativeAverage(T, { date: '2026-03-31', frequency: 'monthly', year: { taxable: 1, periods, withheld: 0 } })),
      ).toBe('periods: The cumulative average needs at least one period')
  })
})

describe('household workers', () => {
  it('below 5,000 a month are paid for by the employer, to the centavo', () => {
    const all = (pay: string) => law.householdEmployerPaysAll(T, '2026-03-31', pay)
    expect([all('4999.99'), all('5000')]).toEqual([true, false])
  })
  it('with a higher salary bear their shares, provident fund included', () => {
    const found = law.householdContributions(T, '2026-03-31', '25000')
    // SSS 5% and 10% of 20,000 and of the 5,000 above it; PhilHealth 5% of 25,000; Pag-IBIG 2% and 2% of 10,000.
    expect(money(found.employee_total)).toBe('2075.00')
    expect([found.remitted.sss, found.remitted.philhealth, found.remitted.pagibig].map(money)).toEqual(['3750.00', '1250.00', '400.00'])
  })
})

describe('de minimis benefits', () => {
  it('that are a share of the minimum wage count one day by default', () => {
    const meal = law.splitDeMinimis(T, '2026-10-15', 'overtime_meal', { amount: '300', minimum_wage: '755' })
    expect([meal.exempt, meal.excess].map(money)).toEqual(['226.50', '73.50'])
  })
  it('are never negative', () => {
    const split = (payment: { amount: string; used?: string; days?: string; minimum_wage?: string }) =>
      error(() => law.splitDeMinimis(T, '2026-10-15', 'overtime_meal', { minimum_wage: '755', ...payment }))
    expect(split({ amount: '-1' })).toBe('amount: "amount" is negative: -1')
    expect(split({ amount: '1', used: '-1' })).toBe('used: "used" is negative: -1')
    expect(split({ amount: '1', days: '-1' })).toBe('days: "days" is negative: -1')
    expect(error(() => law.splitOtherBenefits(T, '2026-10-15', '1', '-1'))).toBe('used: "used" is negative: -1')
  })
})

describe('local holidays', () => {
  const isIn = (places: string[] | undefined, ...asked: string[]) =>
    law.holidaysOn(
      { ...T, holidays: [{ date: '2026-06-24', kind: 'special', name: 'Day', source: 'local', ...(places ? { places } : {}) }] },
      '2026-06-24',
      asked,
    ).length
  it('are observed in any of their places, or everywhere where none is named', () => {
    expect([isIn(['Manila', 'Cebu'], 'Cebu'), isIn(['Manila'], 'Cebu', 'Davao'), isIn([], 'Cebu'), isIn(undefined)]).toEqual([1, 0, 1, 1])
    expect(law.holidaysOn(T, '2026-06-11')).toEqual([])
    expect(error(() => law.holidaysOn(T, 'today'))).toBe('date: "today" is not a date (YYYY-MM-DD)')
  })
})

describe('pay rates', () => {
  it('treat a special working day as an ordinary one, whatever the factor excludes', () => {
    const factor = law.factorRow(T, dec(253))
    expect([law.paidBySalary(factor, 'special_working'), law.paidBySalary(factor, 'special')].map(Number)).toEqual([1, 0])
  })
  it('refuse unknown factors by name', () => {
    expect(error(() => law.dailyRate('-1', 261))).toBe('monthly_rate: "monthly_rate" is negative: -1')
    expect(error(() => law.dailyRate('1', '-261'))).toBe('factor: "factor" is negative: -261')
    expect(error(() => law.monthlyEquivalent('1', 0))).toBe('factor: The factor is zero')
    expect(error(() => law.minimumWage(T, '2026-01-01', 'NCR', 'pirates'))).toBe(
      'region: There is no minimum wage for "pirates" in region "NCR"',
    )
  })
  it('of an unlisted factor include rest days from 365 on', () => {
    const none = { ...T, factors: [] }
    const row = (factor: string) => law.factorRow(none, dec(factor))
    expect([row('364.99').rest_days, row('365').rest_days]).toEqual([false, true])
    expect(row('261')).toMatchObject({ regular_holidays: true, special_days: true, source: 'Agreed with the employee' })
    expect(row('261').factor.toString()).toBe('261')
  })
})
