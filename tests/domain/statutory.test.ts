import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it, test } from 'vitest'
import * as law from '../../src/domain/statutory/index.ts'
import { DAY_TYPES } from '../../src/domain/time/types.ts'
import { dec, round2 } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'
import * as golden from './statutory-goldens.ts'

const T = law.STATUTORY
const money = (value: { toFixed(places: number): string }) => value.toFixed(2)
const DATE = { D: '2022-06-30', E: '2026-06-30' } as const

describe('withholding tax of one period', () => {
  it.each(golden.TAX_OF_PERIOD)('$row: table $annex, $period, $regular', ({ annex, period, regular, tax, ...rest }) => {
    expect(
      money(
        law.withholdingTax(T, { date: DATE[annex], period, regular, supplementary: 'supplementary' in rest ? rest.supplementary : 0 }).tax,
      ),
    ).toBe(tax)
  })

  it('names the bracket that it used', () => {
    const { rule } = law.withholdingTax(T, { date: '2026-06-30', period: 'monthly', regular: '50000' })
    expect(rule).toMatchObject({
      table: 'Withholding tax table, monthly (Annex E)',
      effective_from: '2023-01-01',
      row: 'from 33,333.00: 1,875.00 plus 20% of the excess',
    })
    expect(law.withholdingTax(T, { date: '2026-06-30', period: 'monthly', regular: '1' }).rule.row).toBe('not over 20,833.00: no tax')
  })

  it('has no printed bi-weekly table: three readings, twice the weekly table by default', () => {
    const by = (rule?: law.BiWeeklyRule) =>
      money(law.taxOfPay(T, { date: '2026-06-30', frequency: 'bi_weekly', regular: '20000', supplementary: '1000', biWeekly: rule }).tax)
    // Half of it weekly: 432.60 + 20% × (10,500 − 7,692) = 994.20, twice.
    expect(by()).toBe('1988.40')
    expect(by('weekly_doubled')).toBe('1988.40')
    // 937.50 + 20% × (21,000 − 16,667)
    expect(by('semi_monthly')).toBe('1804.10')
    // 22,500 + 20% × (546,000 − 400,000) = 51,700, divided by 26
    expect(by('annual')).toBe('1988.46')
    expect(money(law.taxOfPay(T, { date: '2026-06-30', frequency: 'weekly', regular: '7692' }).tax)).toBe('432.60')
  })

  test('brackets of table E are continuous, bases of table D are the yearly base over the periods', () => {
    const [d, e] = [law.inForce(T.withholding, '2022-12-31', 'tax'), law.inForce(T.withholding, '2023-01-01', 'tax')]
    const divisor = { daily: 365, weekly: 52, semi_monthly: 24, monthly: 12, annual: 1 }
    for (const period of law.TAX_PERIODS) {
      e[period].slice(1).forEach((bracket, index) => {
        const before = e[period][index]!
        expect(money(bracket.base)).toBe(money(before.base.plus(bracket.over.minus(before.over).times(before.rate))))
      })
      d[period].forEach((bracket, index) => {
        expect(money(bracket.base)).toBe(money(round2(d.annual[index]!.base.div(divisor[period]))))
      })
    }
  })
})

describe('tax of the year', () => {
  it.each(golden.TAX_OF_YEAR)('$row: table $annex, $taxable', ({ annex, taxable, tax }) => {
    expect(money(law.annualTax(T, DATE[annex], taxable).tax)).toBe(tax)
  })
  it.each(golden.ANNUALISED)('$row: $taxable less $withheld withheld', ({ annex, taxable, withheld, tax }) => {
    expect(money(law.annualise(T, DATE[annex], { taxable, withheld }).tax)).toBe(tax)
  })
})

describe('cumulative average', () => {
  it.each(golden.CUMULATIVE_AVERAGE)('$row: $months', ({ annex, months, tax, ...rest }) => {
    const previous = 'previous' in rest ? rest.previous : { taxable: '0', periods: 0, withheld: '0' }
    let [taxable, withheld] = [dec(previous.taxable), dec(previous.withheld)]
    const found = months.map((amount, index) => {
      taxable = taxable.plus(amount)
      const cumulativeAverage = law.cumulativeAverage(T, {
        date: DATE[annex],
        frequency: 'monthly',
        year: {
          taxable,
          withheld,
          periods: previous.periods + index + 1,
        },
      })
      withheld = withheld.plus(cumulativeAverage.tax)
      return money(cumulativeAverage.tax)
    })
    expect(found).toEqual(tax)
  })
  it('never withholds a negative amount, and needs a period', () => {
    expect(
      money(law.cumulativeAverage(T, { date: '2026-01-31', frequency: 'monthly', year: { taxable: 1, withheld: 500, periods: 1 } }).tax),
    ).toBe('0.00')
    expect(() =>
      law.cumulativeAverage(T, { date: '2026-01-31', frequency: 'monthly', year: { taxable: 1, withheld: 0, periods: 0 } }),
    ).toThrow(DomainError)
  })
})

describe('SSS', () => {
  it.each(golden.SSS)('$row: $compensation in $date', ({ date, compensation, msc, shares }) => {
    const found = law.sssContribution(T, date, compensation)
    expect(found.msc.toString()).toBe(msc)
    expect([found.employee, found.employer, found.employee_mpf, found.employer_mpf, found.ec].map(String)).toEqual(shares)
  })

  test.each([
    // Date, lines, first and last line: to / from, total of all shares with EC.
    ['2019-04-01', 37, '2249.99', '250', '19750', '2430'],
    ['2021-01-01', 45, '3249.99', '400', '24750', '3280'],
    ['2023-01-01', 53, '4249.99', '570', '29750', '4230'],
    ['2025-01-01', 61, '5249.99', '760', '34750', '5280'],
  ])('the schedule from %s has %i lines', (date, count, firstTo, firstTotal, lastFrom, lastTotal) => {
    const lines = law.sssSchedule(T, date)
    const total = (line: law.SssScheduleLine) =>
      line.employee.plus(line.employer).plus(line.employee_mpf).plus(line.employer_mpf).plus(line.ec).toString()
    expect(lines).toHaveLength(count)
    expect([String(lines[0]!.from), lines.at(-1)!.to]).toEqual(['0', null])
    expect([String(lines[0]!.to), total(lines[0]!), String(lines.at(-1)!.from), total(lines.at(-1)!)]).toEqual([
      firstTo,
      firstTotal,
      lastFrom,
      lastTotal,
    ])
    lines.slice(1).forEach((line, index) => {
      expect(line.from.minus(lines[index]!.to!).toString()).toBe('0.01')
    })
  })

  it('explains the row of the schedule', () => {
    expect(law.sssContribution(T, '2026-03-31', '30450').rule).toMatchObject({
      source: 'SSS Circular 2024-006',
      row: 'monthly salary credit 30,500.00 for compensation from 30,250.00 to 30,749.99',
    })
    expect(law.sssContribution(T, '2026-03-31', '90000').rule.row).toContain('34,750.00 and over')
    expect(law.sssContribution(T, '2026-03-31', '100').rule.row).toContain('up to 5,249.99')
    expect(law.sssContribution(T, '2026-03-31', '0').rule.row).toContain('no contribution')
    expect(money(law.sssContribution(T, '2026-03-31', '0').ec)).toBe('0.00')
  })

  it('has salary credits from 1,000 for household employers', () => {
    expect(law.sssContribution(T, '2026-03-31', '900', 'household').msc.toString()).toBe('1000')
    expect(law.sssContribution(T, '2026-03-31', '4000', 'household').msc.toString()).toBe('4000')
    expect(law.sssContribution(T, '2026-03-31', '4000').msc.toString()).toBe('5000')
    expect(law.sssSchedule(T, '2026-03-31', 'household')).toHaveLength(69)
  })

  // H35: the printed 750 uses the business schedule; the household schedule gives 600.
  it('H35: a kasambahay of 4,000 a month costs the employer both shares', () => {
    const found = law.householdContributions(T, '2026-03-31', '4000')
    expect([found.remitted.sss, found.remitted.philhealth, found.remitted.pagibig].map(money)).toEqual(['600.00', '500.00', '160.00'])
    expect([found.employer_pays_all, money(found.employee_total), money(found.sss.ec)]).toEqual([true, '0.00', '10.00'])
    const above = law.householdContributions(T, '2026-03-31', '5000')
    expect([above.employer_pays_all, money(above.employee_total)]).toEqual([false, '600.00'])
  })
})

describe('PhilHealth', () => {
  it.each(golden.PHILHEALTH)('$row: $salary in $date', ({ date, salary, shares }) => {
    const found = law.philhealthContribution(T, date, salary)
    expect([found.premium, found.employee, found.employer].map(money)).toEqual(shares)
  })
  it('has the rates as they were applied', () => {
    const premiumOn = (date: string) => money(law.philhealthContribution(T, date, 500000).premium)
    expect(
      ['2018-01-01', '2019-11-30', '2019-12-01', '2020-12-31', '2021-06-30', '2022-01-31', '2023-12-31', '2024-01-01'].map(premiumOn),
    ).toEqual(['1100.00', '1100.00', '1375.00', '1800.00', '1800.00', '3200.00', '3200.00', '5000.00'])
    expect(money(law.philhealthContribution(T, '2026-01-31', 0).premium)).toBe('0.00')
    expect(
      Object.values(law.philhealthContribution(T, '2026-01-31', 0))
        .slice(0, 4)
        .map(Number),
    ).toEqual([0, 0, 0, 0])
    expect(law.philhealthContribution(T, '2026-01-31', 1).rule.row).toBe('5% of the monthly basic salary, from 10,000.00 to 100,000.00')
  })
})

describe('Pag-IBIG', () => {
  it.each(golden.PAGIBIG)('$row: $compensation', ({ compensation, shares }) => {
    const found = law.pagibigContribution(T, '2026-03-31', compensation)
    expect([found.employee, found.employer].map(money)).toEqual(shares)
  })
  it('had a maximum of 5,000 until January 2024, and 1% up to 1,500', () => {
    expect(money(law.pagibigContribution(T, '2024-01-31', 30000).employee)).toBe('100.00')
    const low = law.pagibigContribution(T, '2024-02-01', 1500)
    expect([low.employee, low.employer].map(money)).toEqual(['15.00', '30.00'])
    expect(low.rule.row).toBe('employee 1%, employer 2%, fund salary up to 10,000.00')
  })
})

describe('premium pay', () => {
  it.each(golden.PREMIUM)('$row: $daily a day, $hours h on $day', ({ daily, day, hours, amount, ...rest }) => {
    const kind = { overtime: 'overtime' in rest, night: 'night' in rest }
    const multiple = law.hourMultiple(law.premiumRow(T, '2026-03-31'), day, kind)
    expect(money(round2(dec(daily).div(8).times(multiple).times(hours)))).toBe(amount)
  })

  test('the matrix of multiples', () => {
    const row = law.premiumRow(T, '2026-03-31')
    const matrix = Object.fromEntries(
      DAY_TYPES.map((day) => [
        day,
        [
          law.hourMultiple(row, day),
          law.hourMultiple(row, day, { night: true }),
          law.hourMultiple(row, day, { overtime: true }),
          law.hourMultiple(row, day, { overtime: true, night: true }),
          row.multiples[day].unworked,
        ].map(Number),
      ]),
    )
    expect(matrix).toEqual({
      ordinary: [1, 1.1, 1.25, 1.375, 0],
      special_working: [1, 1.1, 1.25, 1.375, 0],
      rest_day: [1.3, 1.43, 1.69, 1.859, 0],
      special: [1.3, 1.43, 1.69, 1.859, 0],
      special_rest_day: [1.5, 1.65, 1.95, 2.145, 0],
      double_special: [1.5, 1.65, 1.95, 2.145, 0],
      double_special_rest_day: [1.95, 2.145, 2.535, 2.7885, 0],
      regular_holiday: [2, 2.2, 2.6, 2.86, 1],
      regular_holiday_rest_day: [2.6, 2.86, 3.38, 3.718, 1],
      double_regular: [3, 3.3, 3.9, 4.29, 2],
      double_regular_rest_day: [3.9, 4.29, 5.07, 5.577, 2],
    })
    expect(() => law.hourMultiple(row, 'sunday' as never)).toThrow('"sunday" is not a kind of day')
  })

  test('a monthly salary is topped up by what it has not paid', () => {
    const row = law.premiumRow(T, '2026-03-31')
    const addOn = (factor: number, onRestDay?: law.HolidayOnRestDay) =>
      (
        ['ordinary', 'rest_day', 'special', 'special_rest_day', 'regular_holiday', 'regular_holiday_rest_day', 'double_regular'] as const
      ).map((day) => Number(law.monthlyAddOn(row, law.factorRow(T, dec(factor)), day, onRestDay)))
    expect(addOn(365)).toEqual([0, 0.3, 0.3, 0.5, 1, 1.6, 2])
    expect(addOn(261)).toEqual([0, 1.3, 0.3, 1.5, 1, 2.6, 2])
    expect(addOn(313, 'add_on')).toEqual([0, 1.3, 0.3, 0.5, 1, 1.6, 2])
    expect(addOn(253)).toEqual([0, 1.3, 1.3, 1.5, 1, 2.6, 2])
    expect(addOn(305)).toEqual([0, 1.3, 1.3, 1.5, 1, 2.6, 2])
    // A factor on no list: rest days are paid from 365 on.
    expect(addOn(366)).toEqual([0, 0.3, 0.3, 0.5, 1, 1.6, 2])
    expect(addOn(288)).toEqual([0, 1.3, 0.3, 1.5, 1, 2.6, 2])
  })
})

describe('rates and minimum wages', () => {
  it.each(golden.EQUIVALENT)('$row: $daily × $factor ÷ 12', ({ daily, factor, monthly }) => {
    expect(money(law.monthlyEquivalent(daily, factor))).toBe(monthly)
  })
  it('J9: 30,450 a month on 261 is 1,400 a day; I21 and I22: 21,140 on 365', () => {
    expect(money(law.dailyRate('30450', 261))).toBe('1400.00')
    expect(money(law.dailyRate('21140', 365))).toBe('695.01')
    expect(money(law.dailyRate('21140', 365).div(8))).toBe('86.88')
  })
  it('I24, I25 and I27: minutes late, undertime and the night hour of 21,140 on 365', () => {
    const hour = law.dailyRate('21140', 365).div(8)
    expect([hour.div(60).times(12), hour.div(60).times(30), hour.times('0.1')].map(money)).toEqual(['17.38', '43.44', '8.69'])
  })
  it('finds the wage order of the date', () => {
    const ncr = (date: string, category?: string) => Number(law.minimumWage(T, date, 'NCR', category).rate)
    expect(['2023-07-16', '2024-07-17', '2025-07-18', '2026-07-25', '2026-09-25', '2026-09-26'].map((date) => ncr(date))).toEqual([
      610, 645, 695, 695, 695, 755,
    ])
    expect(ncr('2026-10-01', 'retail_service_15')).toBe(718)
    expect(law.isMinimumWage(T, { date: '2026-10-01', region: 'NCR', category: 'non_agriculture', dailyRate: '755' })).toBe(true)
    expect(law.isMinimumWage(T, { date: '2026-10-01', region: 'NCR', category: 'non_agriculture', dailyRate: '755.01' })).toBe(false)
    expect(() => law.minimumWage(T, '2026-10-01', 'Atlantis')).toThrow('no minimum wage for "non_agriculture" in region "Atlantis"')
    expect(() => law.minimumWage(T, '2020-10-01', 'NCR')).toThrow('the first begins on 2023-07-16')
  })
})

describe('exempt benefits', () => {
  it('K16: monetised leave, 10 days until 2025 and 12 from 6 January 2026', () => {
    const days = (date: string) => Number(law.splitDeMinimis(T, date, 'monetised_leave', { amount: 12 }).exempt)
    expect([days('2025-12-31'), days('2026-01-05'), days('2026-01-06')]).toEqual([10, 10, 12])
  })
  it('counts what was used in the period, and the share of the minimum wage by the day', () => {
    const rice = law.splitDeMinimis(T, '2026-03-15', 'rice', { amount: '2000', used: '1000' })
    expect([rice.exempt, rice.excess].map(money)).toEqual(['1500.00', '500.00'])
    const meals = law.splitDeMinimis(T, '2026-10-15', 'overtime_meal', { amount: '1000', minimum_wage: '755', days: 4 })
    expect([meals.exempt, meals.excess].map(money)).toEqual(['906.00', '94.00'])
    expect(money(law.splitDeMinimis(T, '2026-03-15', 'rice', { amount: '10', used: '9999' }).excess)).toBe('10.00')
    expect(() => law.splitDeMinimis(T, '2026-10-15', 'overtime_meal', { amount: 1 })).toThrow('"minimum_wage" is missing')
    expect(() => law.deMinimisLimit(T, '2026-10-15', 'cars' as never)).toThrow('not a de minimis benefit')
    expect([law.limitWindow('day', '2026-07-01'), law.limitWindow('month', '2026-07-01')]).toEqual(['2026-07-01', '2026-07'])
    expect([law.limitWindow('semester', '2026-06-30'), law.limitWindow('semester', '2026-07-01')]).toEqual(['2026-S1', '2026-S2'])
    expect(law.limitWindow('year', '2026-07-01')).toBe('2026')
  })
  it('K4: 100,000 of 13th month after 5,000 of other benefits: 85,000 exempt', () => {
    const split = law.splitOtherBenefits(T, '2026-12-15', '100000', '5000')
    expect([split.exempt, split.excess].map(money)).toEqual(['85000.00', '15000.00'])
    expect(law.splitOtherBenefits(T, '2026-12-15', '90000.01').excess.toString()).toBe('0.01')
  })
})

describe('due dates of remittances', () => {
  const due = (agency: law.RemittanceAgency, month: number, name = 'Demo', number: string | null = null) =>
    law.remittanceDue(agency, { year: 2026, month }, { name, number })
  it('the 15th or 20th by the last digit for PhilHealth, by the first letter for Pag-IBIG, the end of the month for SSS', () => {
    expect([due('SSS', 1), due('SSS', 12)]).toEqual(['2026-02-28', '2027-01-31'])
    expect(['00-1234567-4', '00-1234567-5', null].map((number) => due('PhilHealth', 7, 'Demo', number))).toEqual([
      '2026-08-15',
      '2026-08-20',
      '2026-08-15',
    ])
    expect(['dela Cruz', 'Ever', 'Q', 'Zeta', '7 Seas', '—'].map((name) => due('Pagibig', 1, name))).toEqual([
      '2026-02-14',
      '2026-02-19',
      '2026-02-24',
      '2026-02-28',
      '2026-02-28',
      '2026-02-14',
    ])
    expect([due('BIR', 11), due('BIR', 12)]).toEqual(['2026-12-10', '2027-01-15'])
    const finalTax = (month: number) => law.remittanceDue('BIR', { year: 2026, month, part: 'final_tax' }, { name: 'Demo', number: null })
    expect([1, 2, 3, 11, 12].map(finalTax)).toEqual(['2026-02-10', '2026-03-10', '2026-04-30', '2026-12-10', '2027-01-31'])
    expect(law.remittanceDue('SSS', { year: 2013, month: 12 }, { name: 'Demo', number: null })).toBeUndefined()
  })
})

it('DOLE reports are due in January of the year after: 13th month pay on the 15th, wages on the 31st', () => {
  expect([law.doleDue('thirteenth_month', 2026), law.doleDue('wages', 2026)]).toEqual(['2027-01-15', '2027-01-31'])
  expect(() => law.doleDue('wages', 1985)).toThrow('no row in force')
})

describe('tables as data', () => {
  const ajv = new Ajv({ formats: { date: /^\d{4}-\d\d-\d\d$/ } })
  const folder = (path: string) => join(import.meta.dirname, '../..', path)
  test.each(readdirSync(folder('src/domain/statutory/tables')))('%s fits its schema', (file) => {
    const read = (path: string) => JSON.parse(readFileSync(folder(path), 'utf8')) as object
    const validate = ajv.compile(read(`schemas/statutory/${file}`))
    validate(read(`src/domain/statutory/tables/${file}`))
    expect(validate.errors ?? []).toEqual([])
  })

  it('give a past month the same centavo after newer rows arrive', () => {
    const newer = law.readTables({
      ...law.STATUTORY_DATA,
      sss: {
        rows: [
          { ...law.STATUTORY_DATA.sss.rows.at(-1)!, effective_from: '2027-01-01', employee_rate: 0.06 },
          ...law.STATUTORY_DATA.sss.rows,
        ],
      },
    })
    for (const date of ['2019-04-30', '2022-12-31', '2026-12-31'])
      expect(law.sssContribution(newer, date, 30450).employee).toEqual(law.sssContribution(T, date, 30450).employee)
    expect(money(law.sssContribution(newer, '2027-01-01', 30450).employee)).toBe('1200.00')
  })

  it('refuse dates outside the tables, invalid dates, negative and missing amounts, naming the field', () => {
    const error = (act: () => unknown) => {
      try {
        act()
      } catch (caught) {
        if (caught instanceof DomainError) return `${caught.field}: ${caught.message}`
      }
      return 'nothing'
    }
    expect(error(() => law.sssContribution(T, '2019-03-31', 1))).toBe(
      'date: SSS table: there is no row in force on 2019-03-31; the first begins on 2019-04-01',
    )
    expect(error(() => law.sssContribution(T, '2026-13-01', 1))).toBe('date: "2026-13-01" is not a date (YYYY-MM-DD)')
    expect(error(() => law.sssContribution(T, '2026-01-01', -1))).toBe('compensation: "compensation" is negative: -1')
    expect(error(() => law.philhealthContribution(T, '2026-01-01', ''))).toBe('monthly_basic_salary: "monthly_basic_salary" is missing')
    expect(error(() => law.pagibigContribution(T, '2026-01-01', 'ten'))).toBe('compensation: "compensation" is not a number: ten')
    expect(error(() => law.pagibigContribution(T, '2026-01-01', Number.NaN))).toContain('is not a number')
    expect(error(() => law.withholdingTax(T, { date: '2026-01-01', period: 'hourly' as never, regular: 1 }))).toBe(
      'period: There is no withholding table for "hourly"',
    )
    expect(error(() => law.dailyRate(1, 0))).toBe('factor: The factor is zero')
    const twice = { rows: [...law.STATUTORY_DATA.sss.rows, ...law.STATUTORY_DATA.sss.rows] }
    expect(error(() => law.readTables({ ...law.STATUTORY_DATA, sss: twice }))).toContain('two rows begin on 2019-04-01')
    expect(error(() => law.readTables({ ...law.STATUTORY_DATA, sss: { rows: [] } }))).toBe('SSS table: SSS table: the table has no rows')
  })

  it('have national holidays, and local ones only at their place', () => {
    expect(law.holidaysOn(T, '2026-03-20').map((day) => day.name)).toEqual(["Eid'l Fitr"])
    expect(law.holidaysOn(T, '2026-02-25')[0]!.kind).toBe('special_working')
    const local = {
      ...T,
      holidays: [{ date: '2026-06-24', kind: 'special' as const, name: 'San Juan', source: 'local', places: ['Manila'] }],
    }
    expect(law.holidaysOn(local, '2026-06-24')).toEqual([])
    expect(law.holidaysOn(local, '2026-06-24', ['Manila'])).toHaveLength(1)
    expect([law.hasHolidaysOf(T, 2026), law.hasHolidaysOf(T, 2031)]).toEqual([true, false])
    expect(T.holidays.filter((day) => day.kind === 'regular' && day.date.startsWith('2026'))).toHaveLength(12)
  })
})

describe('properties', () => {
  const centavos = fc.integer({ min: 0, max: 1_000_000_00 }).map((value) => dec(value).div(100))
  const date = fc.constantFrom('2019-04-30', '2021-06-30', '2023-06-30', '2026-06-30')

  it('contributions never fall when pay rises', () => {
    fc.assert(
      fc.property(centavos, centavos, date, (a, b, day) => {
        const [low, high] = a.lte(b) ? [a, b] : [b, a]
        const sss = (pay: typeof a) => law.sssContribution(T, day, pay)
        expect(
          sss(low)
            .employee.plus(sss(low).employee_mpf)
            .lte(sss(high).employee.plus(sss(high).employee_mpf)),
        ).toBe(true)
        expect(
          sss(low)
            .employer.plus(sss(low).employer_mpf)
            .lte(sss(high).employer.plus(sss(high).employer_mpf)),
        ).toBe(true)
        expect(law.philhealthContribution(T, day, low).premium.lte(law.philhealthContribution(T, day, high).premium)).toBe(true)
        expect(law.pagibigContribution(T, day, low).employee.lte(law.pagibigContribution(T, day, high).employee)).toBe(true)
      }),
    )
  })

  it('tax never falls when pay rises, and never exceeds the highest rate', () => {
    fc.assert(
      fc.property(
        centavos,
        centavos,
        fc.constantFrom(...law.TAX_PERIODS),
        fc.constantFrom('2022-06-30', '2026-06-30'),
        (a, b, period, day) => {
          const [low, high] = a.lte(b) ? [a, b] : [b, a]
          const tax = (pay: typeof a) => law.withholdingTax(T, { date: day, period, regular: pay }).tax
          // Bases of Annex D are rounded to the centavo, so that a bracket may begin one centavo low.
          expect(tax(low).lte(tax(high).plus('0.01'))).toBe(true)
          expect(tax(high).lte(high.times('0.35').plus('0.01'))).toBe(true)
        },
      ),
    )
  })

  it('shares of PhilHealth add up to the premium, the odd centavo paid by the employer', () => {
    fc.assert(
      fc.property(centavos, date, (pay, day) => {
        const philhealthContribution = law.philhealthContribution(T, day, pay)
        expect(philhealthContribution.employee.plus(philhealthContribution.employer).eq(philhealthContribution.premium)).toBe(true)
        expect(['0', '0.01']).toContain(philhealthContribution.employer.minus(philhealthContribution.employee).toString())
      }),
    )
  })
})
