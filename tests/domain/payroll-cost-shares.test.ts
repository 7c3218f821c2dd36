/** The cost of an employee's pay shared between cost centres. */
import { describe, expect, it } from 'vitest'
import chart from '../../modules/financial/chart_of_account.rows.json' with { type: 'json' }
import { type CostShare, isExpense, payrollJournal, shareOut } from '../../src/domain/payroll/index.ts'
import { dec } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'
import { monthly, pay } from './payroll-support.ts'

const share = (percent: string | number, where: Partial<CostShare> = {}): CostShare => ({ ...where, percent: dec(percent) })
/** Random splits of exactly 100 percent, to four decimals. */
const shares = fc
  .array(fc.integer({ min: 1, max: 999_999 }), { minLength: 0, maxLength: 5 })
  .map((cuts) => [...new Set([0, ...cuts, 1_000_000])].sort((a, b) => a - b))
  .map((cuts) =>
    cuts.slice(1).map((cut, index) =>
      share(
        dec(cut - cuts[index]!)
          .div(10_000)
          .toFixed(),
        { department: `D${index % 3}`, ...(index % 2 ? { branch: 'B' } : {}) },
      ),
    ),
  )

describe('shares of an amount', () => {
  it('are rounded to the centavo, and the last takes the remainder', () => {
    const parts = shareOut(dec('100.00'), [share('33.3333'), share('33.3333'), share('33.3334')])
    expect(parts.map(({ amount }) => amount.toFixed(2))).toEqual(['33.33', '33.33', '33.34'])
    expect(shareOut(dec('-0.01'), [share(50), share(50)]).map(({ amount }) => amount.toFixed(2))).toEqual(['-0.01', '0.00'])
  })
  it('add up to the whole with any split', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), shares, (centavos, split) => {
        const parts = shareOut(dec(centavos).div(100), split)
        expect(
          parts
            .reduce((all, { amount }) => all.plus(amount), dec(0))
            .times(100)
            .toFixed(),
        ).toBe(String(centavos))
        for (const { amount } of parts) expect(amount.decimalPlaces()).toBeLessThanOrEqual(2)
      }),
    )
  })
  it('that do not add up to 100 percent are refused', () => {
    for (const split of [
      [share(50), share(49.9999)],
      [share(50), share(51)],
      [share(101), share(-1)],
      [share(100), share(0)],
    ])
      expect(() => shareOut(dec(1), split)).toThrow(expect.objectContaining({ field: 'shares' }))
  })
})

describe('the journal', () => {
  const slip = pay(monthly('30450', { deductions: [{ code: 'CA', name: 'CA', kind: 'cash_advance', amount: '100' }] }))
  it('divides the salary, the employer’s shares and the 13th month, but not payables', () => {
    const split = [share(60), share(40, { branch: 'ILO', department: 'OPS' })]
    const lines = payrollJournal([{ employee: 'E1', department: 'HR', payslip: slip, shares: split }])
    expect(
      lines.map((line) => [line.account_role, line.department, line.branch ?? '', line.debit.minus(line.credit).toFixed(2)].join(' ')),
    ).toEqual([
      'salaries_expense HR  18270.00',
      'salaries_expense OPS ILO 12180.00',
      'employer_contributions_expense HR  2424.75',
      'employer_contributions_expense OPS ILO 1616.50',
      'thirteenth_month_expense HR  1522.50',
      'thirteenth_month_expense OPS ILO 1015.00',
      'sss_payable HR  -4605.00',
      'philhealth_payable HR  -1522.50',
      'pagibig_payable HR  -400.00',
      'compensation_tax_payable HR  -1069.61',
      'advances_to_employees HR  -100.00',
      'salaries_payable HR  -26794.14',
      'accrued_13th_month HR  -2537.50',
    ])
  })
  it('has the same sum on each account with any split as without', () => {
    const byRole = (lines: ReturnType<typeof payrollJournal>) =>
      Object.fromEntries(
        [...Map.groupBy(lines, (line) => line.account_role)].map(([role, some]) => [
          role,
          some.reduce((all, { debit, credit }) => all.plus(debit).minus(credit), dec(0)).toFixed(2),
        ]),
      )
    const whole = byRole(payrollJournal([{ employee: 'E1', payslip: slip }]))
    fc.assert(
      fc.property(shares, (split) => {
        expect(byRole(payrollJournal([{ employee: 'E1', payslip: slip, shares: split }]))).toEqual(whole)
      }),
    )
  })
})

it('expense accounts that payrolls post to are found by their role', () => {
  const payroll = (chart as { role?: string; type: string; code: string }[]).filter(
    ({ role, code }) => role && code >= '6010' && code <= '6020',
  )
  expect(payroll.length).toBeGreaterThan(5)
  for (const { role, type } of payroll) expect([role, isExpense(role!)]).toEqual([role, type === 'Expense'])
  for (const role of ['salaries_payable', 'accrued_13th_month', 'accrued_expenses', 'sss_benefits_receivable', 'account:7'])
    expect(isExpense(role)).toBe(false)
  expect(isExpense('account:7', new Set(['account:7']))).toBe(true)
})
