/** For any input, payroll returns a payslip, or an error that names the field. */
import { describe, expect, it } from 'vitest'
import { computePayslip, explainAll, type PayslipInput } from '../../src/domain/payroll/index.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'
import { JUNK, paths, withValue } from './junk.ts'
import { MONTH, pay, time, worked } from './payroll-support.ts'

/** An input that has everything. */
const complete = (): PayslipInput => {
  const before = pay({ employee: { rate_type: 'monthly', rate: '30450', factor: 261 }, period: MONTH })
  const part = (from: string, to: string) => ({
    from,
    to,
    ...time({
      late_minutes: 5,
      days_scheduled: 11,
      worked: [worked('ordinary', { regular: 80, overtime: 1 }), worked('regular_holiday', { regular: 8, regular_night: 1 })],
      unworked_holidays: [{ date: from, day_type: 'regular_holiday', entitled: true, paid_percent: 90 }],
    }),
  })
  const parts = [part('2026-07-01', '2026-07-15'), part('2026-07-16', '2026-07-31')]
  return {
    employee: {
      rate_type: 'monthly',
      rate: '30450',
      factor: 261,
      hours_per_day: 8,
      cola_per_day: '10',
      region: 'NCR',
      wage_category: 'non_agriculture',
      membership: 'business',
      not_contributing: [],
      not_covered: [],
      pagibig_extra: '100',
      tax_method: 'table',
      hired_on: '2020-01-01',
      separated_on: '2026-07-31',
      rate_changes: [{ effective_from: '2026-07-16', rate: '34800' }],
    },
    period: { ...MONTH, tag: 'final_pay', month: '2026-07' },
    time: {
      ...time({ late_minutes: 10, days_scheduled: 22, scheduled_minutes: 2 * 22 * 480, days_worked: 44 }),
      worked: parts.flatMap((entry) => entry.worked),
      unworked_holidays: parts.flatMap((entry) => entry.unworked_holidays),
      parts,
    },
    overpaid: [
      {
        payroll: 'PR-1',
        month: '2026-06',
        from: '2026-06-29',
        to: '2026-06-30',
        employee: { rate_type: 'monthly', rate: '30450', factor: 261 },
        time: time({ days_scheduled: 2 }),
        taken_off: time({ absent_minutes: 480 }),
        paid: '30450',
      },
    ],
    items: [
      { code: 'RICE', name: 'Rice', kind: 'de_minimis', benefit: 'rice', amount: '2000' },
      { code: 'TEN', name: 'Tenth', kind: 'allowance', amount: '0.1', times_rate: 'month', per: 'month', prorated: true },
      {
        code: 'HOURS',
        name: 'Hours',
        kind: 'premium',
        amount: '1',
        times_rate: 'hour',
        per: 'hour',
        quantity: '2',
        taxability: 'supplementary',
      },
    ],
    deductions: [
      { code: 'LOAN', name: 'Loan', kind: 'company_loan', amount: '100', balance: '1000', priority: 5 },
      { code: 'SUPPORT', name: 'Support', kind: 'support_order', percent: '0.2', percent_of: 'disposable' },
      { code: 'DUES', name: 'Dues', kind: 'union_dues', amount: '50' },
    ],
    leave_conversion: [{ leave: 'vacation', days: '3' }],
    thirteenth_month: { expected_basic: '1000', share: '1' },
    final: {
      separation: { cause: 'redundancy', service: { years: 6, months: 6 }, monthly_allowances: '500', agreed_amount: '1' },
      retirement: { service: { years: 6, months: 6 } },
    },
    month_to_date: before.month_to_date,
    period_to_date: before.period_to_date,
    year_to_date: { ...before.year_to_date, previous_employer: { taxable: '1', withheld: '0', periods: 1, other_benefits_exempt: '0' } },
    settings: {
      contribution_timing: { sss: 'last', philhealth: 'split', pagibig: 'first' },
      holiday_on_rest_day: 'full',
      forfeit_unworked_holiday: true,
      cola_multiplied_on_holidays: false,
      bi_weekly_tax: 'weekly_doubled',
      minimum_net_pay: '0',
      minimum_net_share: '0',
      retroactive_taxability: 'supplementary',
      salary_change: 'working_days',
    },
  }
}

const INPUT = complete()
const PATHS = paths(INPUT)
describe('the input of a payslip', () => {
  it('is paid when complete', () => {
    expect(explainAll(pay(INPUT)).length).toBeGreaterThan(15)
  })
  it('with random invalid values is paid, or refused at a field of the input', () => {
    const wrong: string[] = []
    for (const path of PATHS)
      for (const junk of JUNK) {
        const said = `${path.join('.')} = ${typeof junk === 'number' ? junk : JSON.stringify(junk)}`
        try {
          const slip = computePayslip(withValue(INPUT, path, junk) as PayslipInput)
          for (const { trace } of explainAll(slip))
            if (/NaN|undefined|Infinity/.test(`${trace.formula} ${trace.words}`)) wrong.push(`${said}: ${trace.formula}`)
          if (!slip.net.isFinite()) wrong.push(`${said}: net ${slip.net}`)
        } catch (error) {
          if (!(error instanceof DomainError)) wrong.push(`${said}: ${String(error)}`)
          else if (!error.field) wrong.push(`${said}: no field`)
        }
      }
    expect(wrong).toEqual([])
  })
  it('with two errors is refused with exactly these', () => {
    const change = fc.tuple(fc.constantFrom(...PATHS), fc.constantFrom(...JUNK))
    fc.assert(
      fc.property(change, change, ([first, a], [two, b]) => {
        // The second path may be inside the value that the first one removed.
        const isInside = first.every((step, index) => two[index] === step)
        const input = isInside ? withValue(INPUT, first, a) : withValue(withValue(INPUT, first, a), two.length ? two : first, b)
        try {
          computePayslip(input as PayslipInput)
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError)
        }
      }),
    )
  })
})
