/** A payroll run as a journal: balanced, by department and party, on the right accounts. */
import { describe, expect, it } from 'vitest'
import chart from '../../modules/financial/chart_of_account.rows.json' with { type: 'json' }
import accountRoles from '../../schemas/account-roles.json' with { type: 'json' }
import {
  DEDUCTION_ACCOUNT,
  type Payslip,
  type PayslipInput,
  payrollJournal,
  type RunPayslip,
  type YearToDate,
} from '../../src/domain/payroll/index.ts'
import { KINDS } from '../../src/domain/payroll/pay-item-kinds.ts'
import { type Decimal, dec } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'
import { MONTH, monthly, pay, time, worked } from './payroll-support.ts'

const sides = (lines: ReturnType<typeof payrollJournal>) =>
  lines.map((line) => {
    const where = [line.account_role, line.department, line.party?.id].filter((candidate) => candidate !== undefined).join(' ')
    return line.credit.isZero() ? `${where} ${line.debit.toFixed(2)}` : `${where} -${line.credit.toFixed(2)}`
  })
const employee = { rate_type: 'monthly', rate: '30450', factor: 261 } as const
const run = (payslip: RunPayslip['payslip'], more: Partial<RunPayslip> = {}): RunPayslip => ({ employee: 'E1', payslip, ...more })

describe('the journal of a run', () => {
  it('posts each component to its account', () => {
    const slip = pay({
      employee,
      period: MONTH,
      time: time({ late_minutes: 60, worked: [worked('ordinary', { overtime: 2 })] }),
      items: [
        { code: 'COMM', name: 'Commission', kind: 'commission', amount: '1000' },
        { code: 'RICE', name: 'Rice', kind: 'de_minimis', benefit: 'rice', amount: '2000' },
        { code: 'SICK', name: 'SSS sickness benefit', kind: 'sss_benefit', amount: '900' },
        { code: 'REIMBURSED', name: 'Taxi', kind: 'reimbursement', amount: '150' },
      ],
      deductions: [
        { code: 'SUPPORT', name: 'Support', kind: 'support_order', amount: '500', payee: 'C1' },
        { code: 'UNION', name: 'Union dues', kind: 'union_dues', amount: '100' },
        { code: 'SSS_LOAN', name: 'SSS loan', kind: 'sss_loan', amount: '300' },
        { code: 'HDMF_LOAN', name: 'Pag-IBIG loan', kind: 'pagibig_loan', amount: '200' },
        { code: 'LOAN', name: 'Company loan', kind: 'company_loan', amount: '400' },
        { code: 'CA', name: 'Cash advance', kind: 'cash_advance', amount: '250' },
        { code: 'INSURANCE', name: 'Insurance', kind: 'voluntary', amount: '50', payee: 'INSURER' },
      ],
    })
    expect(sides(payrollJournal([run(slip, { department: 'SALES' })]))).toEqual([
      'salaries_expense SALES 30275.00',
      'overtime_premium_expense SALES 437.50',
      'commission_expense SALES 1000.00',
      'employee_benefits_expense SALES 2000.00',
      'sss_benefits_receivable SALES E1 900.00',
      'accrued_expenses SALES 150.00',
      'employer_contributions_expense SALES 4141.25',
      'thirteenth_month_expense SALES 2522.92',
      'sss_payable SALES -4755.00',
      'philhealth_payable SALES -1522.50',
      'pagibig_payable SALES -400.00',
      'union_dues_payable SALES -100.00',
      'compensation_tax_payable SALES -1236.49',
      'garnishments_payable SALES C1 -500.00',
      'sss_loans_payable SALES -300.00',
      'pagibig_loans_payable SALES -200.00',
      'employee_loans_receivable SALES E1 -400.00',
      'employee_deductions_payable SALES INSURER -50.00',
      'advances_to_employees SALES E1 -250.00',
      'salaries_payable SALES -29189.76',
      'accrued_13th_month SALES -2522.92',
    ])
  })
  it('sums employees by department and keeps departments and debtors separate', () => {
    const slip = pay(monthly('10000', { deductions: [{ code: 'CA', name: 'CA', kind: 'cash_advance', amount: '100' }] }))
    const lines = sides(
      payrollJournal([
        run(slip, { department: 'A' }),
        run(slip, { employee: 'E2', department: 'A' }),
        run(slip, { employee: 'E3', department: 'B' }),
        run(slip, { employee: 'E4' }),
      ]),
    )
    expect(lines.filter((line) => /^(salaries|advances)/.test(line))).toEqual([
      'salaries_expense A 20000.00',
      'salaries_expense B 10000.00',
      'salaries_expense 10000.00',
      'advances_to_employees A E1 -100.00',
      'salaries_payable A -17900.00',
      'advances_to_employees A E2 -100.00',
      'advances_to_employees B E3 -100.00',
      'salaries_payable B -8950.00',
      'advances_to_employees E4 -100.00',
      'salaries_payable -8950.00',
    ])
    const each = sides(payrollJournal([run(slip), run(slip, { employee: 'E2' })], { net_pay_by_employee: true }))
    expect(each.filter((line) => line.startsWith('salaries_payable'))).toEqual([
      'salaries_payable E1 -8950.00',
      'salaries_payable E2 -8950.00',
    ])
  })
  it('debits what the employer advances, and refunded tax', () => {
    const low = pay(monthly('30450', { time: time({ absent_minutes: 21.5 * 480 }) }))
    expect(sides(payrollJournal([run(low)]))).toContain('advances_to_employees E1 664.75')
    const year: YearToDate = { ...pay(monthly('30450')).year_to_date, withheld: '9000' }
    const last = pay({ ...monthly('30450'), period: { ...MONTH, last_of_year: true }, year_to_date: year })
    expect(sides(payrollJournal([run(last)]))).toContain('compensation_tax_payable 9000.00')
  })
  it('accrues nothing for employees without 13th month pay, and expenses it when paid where it is not accrued', () => {
    const slip = pay({
      employee,
      period: { ...MONTH, tag: '13th_month' },
      year_to_date: { ...pay(monthly('30450')).year_to_date, basic: '120000' },
    })
    expect(sides(payrollJournal([run(slip)]))).toEqual(['accrued_13th_month 10000.00', 'salaries_payable -10000.00'])
    expect(sides(payrollJournal([run(slip)], { accrue_thirteenth_month: false }))[0]).toBe('thirteenth_month_expense 10000.00')
    expect(sides(payrollJournal([run(pay(monthly('30450')), { no_thirteenth_month: true })])).join()).not.toContain('13th')
  })
  it('separates separation and retirement pay', () => {
    const slip = pay({
      employee: { ...employee, separated_on: '2026-07-31' },
      period: { ...MONTH, tag: 'final_pay' },
      time: time(),
      final: {
        separation: { cause: 'redundancy', service: { years: 2, months: 0 } },
        retirement: { service: { years: 6, months: 0 } },
      },
    })
    expect(sides(payrollJournal([run(slip)]))).toContain('separation_pay_expense 249900.00')
  })
  it('refuses a payslip that does not add up, or a line without an account', () => {
    const slip = pay(monthly('30450'))
    const wrong = (payslip: RunPayslip['payslip']) => () => payrollJournal([run(slip), run(payslip)])
    expect(wrong({ ...slip, net: slip.net.plus('0.01') })).toThrow(expect.objectContaining({ field: 'run.1.payslip.net' }))
    expect(wrong({ ...slip, lines: slip.lines.map((line) => ({ ...line, account_role: '' })) })).toThrow(
      expect.objectContaining({ field: 'run.1.payslip.lines' }),
    )
    expect(payrollJournal([])).toEqual([])
  })
})

describe('the accounts', () => {
  it('of every kind of pay and deduction are account roles of the chart', () => {
    const used = new Set([
      ...Object.values(KINDS).map((kind) => kind.account_role),
      ...Object.values(DEDUCTION_ACCOUNT),
      ...['salaries_payable', 'thirteenth_month_expense', 'employer_contributions_expense', 'separation_pay_expense'],
      ...['sss_payable', 'philhealth_payable', 'pagibig_payable', 'compensation_tax_payable', 'final_tax_payable', 'payroll_bank'],
    ])
    const codes = new Map(accountRoles.map((accountRole) => [accountRole.role, accountRole.code]))
    const inChart = new Map(
      (chart as { code: string; role?: string }[]).flatMap((row) => (row.role ? [[row.role, row.code]] : [])) as [string, string][],
    )
    for (const role of used) expect([role, inChart.get(role)]).toEqual([role, codes.get(role)])
  })
})

describe('every run', () => {
  const pesos = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((centavos) => (centavos / 100).toFixed(2))
  const deduction = fc.record({
    code: fc.constantFrom('A', 'B'),
    name: fc.constant('D'),
    kind: fc.constantFrom(...(Object.keys(DEDUCTION_ACCOUNT) as (keyof typeof DEDUCTION_ACCOUNT)[])),
    amount: pesos(30_000),
  })
  const item = fc.record({
    code: fc.constant('I'),
    name: fc.constant('I'),
    kind: fc.constantFrom('basic', 'allowance', 'commission', 'bonus', 'hazard', 'exempt', 'sss_benefit', 'reimbursement' as const),
    amount: fc.integer({ min: -500_000, max: 9_000_000 }).map((centavos) => (centavos / 100).toFixed(2)),
  })
  const payslip = fc
    .record({
      rate: fc.integer({ min: 100_000, max: 20_000_000 }).map((centavos) => (centavos / 100).toFixed(2)),
      absent: fc.nat(22 * 480),
      items: fc.array(item, { maxLength: 3 }),
      deductions: fc.array(deduction, { maxLength: 4 }),
      tag: fc.constantFrom('standard', 'final_pay', '13th_month' as const),
    })
    .map(({ rate, absent, tag, ...rest }) =>
      pay({ employee: { ...employee, rate }, period: { ...MONTH, tag }, time: time({ absent_minutes: absent }), ...rest }),
    )
  const entry = fc.record({
    employee: fc.constantFrom('E1', 'E2', 'E3'),
    department: fc.constantFrom('A', 'B', 'C'),
    payslip,
    no_thirteenth_month: fc.boolean(),
  })
  const sum = (values: readonly Decimal[]) => values.reduce((all, decimal) => all.plus(decimal), dec(0))

  it('balances, in total and in each department, under all rules', () => {
    const rules = fc.record({ accrue_thirteenth_month: fc.boolean(), net_pay_by_employee: fc.boolean() })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 5 }), rules, (given, chosen) => {
        const lines = payrollJournal(given, chosen)
        for (const department of ['A', 'B', 'C']) {
          const departmentLines = lines.filter((line) => line.department === department)
          expect(sum(departmentLines.map((line) => line.debit)).toFixed(2)).toBe(sum(departmentLines.map((line) => line.credit)).toFixed(2))
        }
        for (const { debit, credit } of lines) {
          expect([debit.isNegative() && !debit.isZero(), credit.isNegative() && !credit.isZero()]).toEqual([false, false])
          expect(debit.isZero()).not.toBe(credit.isZero())
        }
        const owed = (role: string) => {
          const roleLines = lines.filter((line) => line.account_role === role)
          return sum(roleLines.map((line) => line.credit.minus(line.debit)))
        }
        const slips = given.map((current) => current.payslip)
        expect(owed('salaries_payable').eq(sum(slips.map((slip) => slip.net)))).toBe(true)
        expect(owed('compensation_tax_payable').eq(sum(slips.map((slip) => slip.tax)))).toBe(true)
        const shares = sum(slips.flatMap((slip) => slip.employer_shares.map((share) => share.amount)))
        const agencies = owed('sss_payable').plus(owed('philhealth_payable')).plus(owed('pagibig_payable'))
        expect(agencies.eq(shares.plus(sum(slips.map((slip) => slip.contributions))))).toBe(true)
      }),
    )
  })
  it('of a full year leaves no accrual once the 13th month is paid', () => {
    const month = fc.record({ absent: fc.nat(10 * 480), rate: fc.integer({ min: 1_000_000, max: 9_999_999 }) })
    fc.assert(
      fc.property(fc.array(month, { minLength: 3, maxLength: 5 }), (months) => {
        const slips: Payslip[] = []
        const next = (input: PayslipInput) => {
          const before = slips.at(-1)?.year_to_date
          slips.push(pay({ ...input, ...(before ? { year_to_date: before } : {}) }))
        }
        for (const { absent, rate } of months) next(monthly((rate / 100).toFixed(2), { time: time({ absent_minutes: absent }) }))
        next({ employee, period: { ...MONTH, tag: '13th_month' } })
        const lines = payrollJournal(slips.map((slip) => run(slip)))
        expect(lines.filter((line) => line.account_role === 'accrued_13th_month')).toEqual([])
      }),
    )
  })
})
