import { describe, expect, it } from 'vitest'
import type * as payroll from '../../src/domain/payroll/index.ts'
import { dec } from '../../src/kernel/decimal.ts'
import { PAYSLIPS } from './payroll-goldens.ts'
import { FIRST_HALF, monthly, pay, SECOND_HALF } from './payroll-support.ts'

const money = (value: { toFixed(places: number): string }) => value.toFixed(2)

describe('payslips', () => {
  it.each(PAYSLIPS)('$row: $what', ({ input, expected }) => {
    const slip = pay(input)
    const found = (key: string): string => {
      if (key === 'gross' || key === 'net') return money(slip[key])
      if (key === 'taxable') return money(slip.tax_base.regular.plus(slip.tax_base.supplementary))
      if (key === 'exempt') return money(slip.tax_base.exempt)
      const codes = key === 'sss' ? ['SSS', 'SSS_MPF'] : [key]
      return money(slip.lines.reduce((sum, line) => (codes.includes(line.code) ? sum.plus(line.amount.abs()) : sum), dec(0)))
    }
    expect(Object.fromEntries(Object.keys(expected).map((key) => [key, found(key)]))).toEqual(expected)
  })

  it('adds up: the lines equal net pay, and each line has a source', () => {
    for (const { input } of PAYSLIPS) {
      const slip = pay(input)
      const sum = slip.lines.reduce((total, line) => total.plus(line.amount), dec(0))
      expect(money(sum)).toBe(money(slip.net))
      for (const line of slip.lines) {
        const trace = line.explain()
        expect(trace.words.length).toBeGreaterThan(5)
        expect(trace.formula).toMatch(/\d/)
        if (line.group === 'earning' && line.taxability !== 'none') expect(money(line.taxable.plus(line.exempt))).toBe(money(line.amount))
      }
    }
  })
})

describe('contributions within a month', () => {
  const both = (timing: payroll.ContributionTiming) => {
    const settings = { contribution_timing: { sss: timing, philhealth: timing, pagibig: timing } }
    const first = pay(monthly('30450', { period: FIRST_HALF, settings }))
    const second = pay(
      monthly('30450', { period: SECOND_HALF, settings, month_to_date: first.month_to_date, year_to_date: first.year_to_date }),
    )
    return { first, second }
  }
  it('L14: half in each payroll, and the tax of each half uses what was deducted in it', () => {
    const { first, second } = both('split')
    expect([first.contributions, second.contributions, first.tax, second.tax].map(money)).toEqual([
      '1243.13',
      '1243.12',
      '534.73',
      '534.73',
    ])
  })
  it.each(['first', 'last', 'split', 'cumulative'] as const)('%s gives the same by the end of the month', (timing) => {
    const { first, second } = both(timing)
    expect(money(first.contributions.plus(second.contributions))).toBe('2486.25')
    expect(Object.values(second.month_to_date.contributions).map(money)).toEqual([
      '1000.00',
      '525.00',
      '761.25',
      '200.00',
      '2000.00',
      '1050.00',
      '30.00',
      '761.25',
      '200.00',
    ])
    expect(money(first.gross.plus(second.gross))).toBe('30450.00')
  })
})
