/**
 * The journal of a payroll run. Pay is an expense of the employee's department; contributions, tax and deductions are
 * liabilities to their payees, or repayments of the employee's debts; the net pay is owed to the employees; the
 * employer's shares are an expense on top. The 13th month is accrued with every payroll, so that paying it meets a
 * liability.
 *
 * Every payslip adds up to its net pay, so the journal balances, and so does each department's part of it.
 */
import { type Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { total } from './lines.ts'
import type { PayLine, Payslip } from './result.ts'

/** A payslip with the department and branch of its cost. */
export interface RunPayslip {
  readonly employee: string
  readonly department?: string
  readonly payslip: Pick<Payslip, 'lines' | 'employer_shares' | 'net' | 'year_to_date'>
  /** Managerial employees and others without 13th month pay: nothing is accrued. */
  readonly no_thirteenth_month?: boolean
}

export interface PayrollJournalLine {
  readonly account_role: string
  readonly department?: string
  /** The debtor or creditor, on accounts that are kept per person. */
  readonly party?: { readonly kind: 'employee' | 'payee'; readonly id: string }
  /** Pesos; one of the two is zero. */
  readonly debit: Decimal
  readonly credit: Decimal
}

export interface PayrollJournalRules {
  /** Accrue the 13th month with each payroll (default); otherwise it is an expense when it is paid. */
  readonly accrue_thirteenth_month?: boolean
  /** Credit the net pay to each employee, instead of one sum per department. */
  readonly net_pay_by_employee?: boolean
}

const NET_PAY = 'salaries_payable'
const ACCRUED = 'accrued_13th_month'
const EXPENSE = 'thirteenth_month_expense'
/** Employees' debts to the company are kept per employee. */
const BY_EMPLOYEE: ReadonlySet<string> = new Set(['advances_to_employees', 'employee_loans_receivable', 'sss_benefits_receivable'])

interface Entry {
  readonly key: Omit<PayrollJournalLine, 'debit' | 'credit'>
  amount: Decimal
}

/**
 * The balanced lines of a run, one per account role, department and party, debits first. Lines that cancel out are
 * left out. Throws `DomainError` for a payslip whose lines do not add up to its net pay, or without an account role.
 */
export function payrollJournal(run: readonly RunPayslip[], rules: PayrollJournalRules = {}): PayrollJournalLine[] {
  const accrue = rules.accrue_thirteenth_month ?? true
  const entries = new Map<string, Entry>()
  for (const [index, runPayslip] of run.entries()) {
    const field = `run.${index}`
    const { payslip, department, employee } = runPayslip
    /** Positive amounts are debits. */
    const post = (role: string, amount: Decimal, party?: PayrollJournalLine['party']): void => {
      if (!role) throw new DomainError(`${field}.payslip.lines`, `A line of ${employee} has no account role`)
      const key = { account_role: role, ...(department === undefined ? {} : { department }), ...(party ? { party } : {}) }
      const name = JSON.stringify([role, department ?? null, party?.kind ?? null, party?.id ?? null])
      const entry = entries.get(name)
      if (entry) entry.amount = entry.amount.plus(amount)
      else entries.set(name, { key, amount })
    }
    if (!total(payslip.lines, (line) => line.amount).eq(payslip.net))
      throw new DomainError(`${field}.payslip.net`, `The lines of ${employee} do not add up to the net pay`)
    for (const line of payslip.lines) {
      const role = line.account_role === ACCRUED && !accrue ? EXPENSE : line.account_role
      post(role, line.amount, partyOf(role, employee, line.payee, line.is_repayment))
    }
    post(NET_PAY, payslip.net.neg(), rules.net_pay_by_employee ? { kind: 'employee', id: employee } : undefined)
    for (const share of payslip.employer_shares) {
      post(share.expense_role, share.amount)
      post(share.payable_role, share.amount.neg(), partyOf(share.payable_role, employee, share.payee))
    }
    if (accrue && !runPayslip.no_thirteenth_month) {
      const accrual = thirteenthMonthAccrual(payslip)
      post(EXPENSE, accrual)
      post(ACCRUED, accrual.neg())
    }
  }
  const lines = [...entries.values()]
    .filter(({ amount }) => !amount.isZero())
    .map(({ key, amount }) => ({ ...key, debit: amount.isPositive() ? amount : ZERO, credit: amount.isNegative() ? amount.neg() : ZERO }))
  return [...lines.filter((line) => line.credit.isZero()), ...lines.filter((line) => line.debit.isZero())]
}

/** Whether a line changes the employee's debts to the company, before accounts of its own are set for it. */
export const isOwed = (line: Pick<PayLine, 'account_role' | 'is_repayment'>): boolean =>
  line.is_repayment === true || BY_EMPLOYEE.has(line.account_role)

const partyOf = (role: string, employee: string, payee: string | undefined, isRepayment = false): PayrollJournalLine['party'] =>
  isRepayment || BY_EMPLOYEE.has(role) ? { kind: 'employee', id: employee } : payee === undefined ? undefined : { kind: 'payee', id: payee }

/**
 * The addition of a payroll to the accrued 13th month: one twelfth of the year's basic salary after it less one twelfth
 * before it, so that the year's accruals come to the year's 13th month to the centavo.
 */
export function thirteenthMonthAccrual(payslip: Pick<Payslip, 'lines' | 'year_to_date'>): Decimal {
  const after = payslip.year_to_date.basic
  const before = after.minus(total(payslip.lines, (line) => (line.counts.thirteenth_month ? line.amount : ZERO)))
  return round2(after.div(12)).minus(round2(before.div(12)))
}
