/**
 * The journal of a payroll run. Pay is an expense of the employee's department; contributions, tax and deductions are
 * liabilities to their payees, or repayments of the employee's debts; the net pay is owed to the employees; the
 * employer's shares are an expense on top. The 13th month is accrued with every payroll, so that paying it meets a
 * liability.
 *
 * Every payslip adds up to its net pay, so the journal balances, and so does each department's part of it, unless an
 * employee's cost is shared: then expenses are those of the shares, and what is owed stays with the employee's department.
 */
import { type Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type CostShare, isExpense, shareOut } from './cost-shares.ts'
import { total } from './lines.ts'
import type { PayLine, Payslip } from './result.ts'

/** A payslip with the department of its cost, or the cost centres that share it. */
export interface RunPayslip {
  readonly employee: string
  readonly department?: string
  readonly payslip: Pick<Payslip, 'lines' | 'employer_shares' | 'net' | 'year_to_date'>
  /** Managerial employees and others without 13th month pay: nothing is accrued. */
  readonly no_thirteenth_month?: boolean
  /** Cost centres that bear the employee's expenses, in percent, together 100; none: the department above. */
  readonly shares?: readonly CostShare[]
}

export interface PayrollJournalLine {
  readonly account_role: string
  readonly department?: string
  /** Only of an expense that a share puts on a certain branch; else it is the branch of the employee. */
  readonly branch?: string
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
  /** Account roles of a company's own that are expenses, beside those that are so by their name. */
  readonly expense_roles?: ReadonlySet<string>
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
 * The balanced lines of a run, one per account role, department, branch and party, debits first. Lines that cancel out are
 * left out. Throws `DomainError` for a payslip whose lines do not add up to its net pay, or without an account role, and
 * for shares that are not 100 percent together.
 */
export function payrollJournal(run: readonly RunPayslip[], rules: PayrollJournalRules = {}): PayrollJournalLine[] {
  const accrue = rules.accrue_thirteenth_month ?? true
  const entries = new Map<string, Entry>()
  for (const [index, runPayslip] of run.entries()) {
    const field = `run.${index}`
    const { payslip, department, employee, shares } = runPayslip
    /** Positive amounts are debits. */
    const post = (role: string, amount: Decimal, party?: PayrollJournalLine['party']): void => {
      if (!role) throw new DomainError(`${field}.payslip.lines`, `A line of ${employee} has no account role`)
      const parts =
        shares?.length && isExpense(role, rules.expense_roles)
          ? shareOut(amount, shares)
          : [{ amount } as Partial<CostShare> & { amount: Decimal }]
      for (const part of parts) {
        const where = { ...(department === undefined ? {} : { department }), ...placeOf(part) }
        const key = { account_role: role, ...where, ...(party ? { party } : {}) }
        const name = JSON.stringify([role, where.department ?? null, where.branch ?? null, party?.kind ?? null, party?.id ?? null])
        const entry = entries.get(name)
        if (entry) entry.amount = entry.amount.plus(part.amount)
        else entries.set(name, { key, amount: part.amount })
      }
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

const placeOf = ({ branch, department }: Partial<CostShare>): Partial<Pick<CostShare, 'branch' | 'department'>> => ({
  ...(department === undefined ? {} : { department }),
  ...(branch === undefined ? {} : { branch }),
})

/** Whether a line changes the employee's debts to the company, before accounts of its own are set for it. */
export const isOwed = (line: Pick<PayLine, 'account_role' | 'is_repayment'>): boolean =>
  line.is_repayment === true || BY_EMPLOYEE.has(line.account_role)

const partyOf = (role: string, employee: string, payee: string | undefined, isRepayment = false): PayrollJournalLine['party'] =>
  isRepayment || BY_EMPLOYEE.has(role) ? { kind: 'employee', id: employee } : payee === undefined ? undefined : { kind: 'payee', id: payee }

/**
 * The addition of a payroll to the accrued 13th month: one twelfth of the year's basic salary after it less one twelfth
 * before it, so that the year's accruals come to the year's 13th month to the centavo.
 */
function thirteenthMonthAccrual(payslip: Pick<Payslip, 'lines' | 'year_to_date'>): Decimal {
  const after = payslip.year_to_date.basic
  const before = after.minus(total(payslip.lines, (line) => (line.counts.thirteenth_month ? line.amount : ZERO)))
  return round2(after.div(12)).minus(round2(before.div(12)))
}
