import type { Reference } from '../../api/types.ts'

export interface Rule {
  table: string
  effective_from: string
  source: string
  row?: string
}
/** The origin of a figure. */
export interface Trace {
  words: string
  formula: string
  inputs: Record<string, string>
  rules: Rule[]
}
export interface PayLine {
  code: string
  name: string
  group: 'earning' | 'contribution' | 'tax' | 'deduction'
  quantity: number
  unit: string
  rate: number
  amount: number
  taxability: string
  taxable: number
  exempt: number
  source: { module: string; id: number } | null
  trace: Trace
}
interface EmployerShare {
  code: string
  name: string
  amount: number
  trace: Trace
}
/** A payslip with the reason for each of its figures. */
export interface Explained {
  payroll_id: number
  employee_id: number
  employee: Reference
  period: { from: string; to: string; pay_date: string; tag: string; month?: string }
  /** The rates, and what they follow from. */
  rates: { monthly: number; daily: number; hourly: number; rate_type?: string; factor?: number; hours_per_day?: number }
  lines: PayLine[]
  employer_shares: EmployerShare[]
  tax_base: {
    method: string
    regular: number
    supplementary: number
    exempt: number
    withheld: number
    minimum_wage_earner: boolean
    trace: Trace
  }
  shortfalls: { code: string; name: string; scheduled: number; taken: number; carried: number }[]
  gross: number
  contributions: number
  tax: number
  deductions: number
  net_pay: number
  year_to_date: { gross: number; basic: number; withheld: number }
  agrees: boolean
}

/** One employee in the register of a payroll. */
export interface RegisterRow {
  id: number
  employee_no: string
  employee: string
  department: string | null
  state: 'pending' | 'computed' | 'failed'
  error: string | null
  [amount: string]: unknown
}
export interface RegisterPage {
  rows: RegisterRow[]
  total: number
}
export interface Problem {
  employee_id: number | null
  employee: Reference | null
  kind: string
  severity: 'error' | 'warning'
  message: string
}
export interface PreviousTotals {
  id: number
  name: string
  employee_count: number
  total_gross: number
  total_deductions: number
  total_net: number
  total_employer: number
}
export interface Standing {
  run: { state: 'running' | 'done' | 'failed' | 'cancelled'; error: string | null; done: number; total: number } | null
  departments: { id: number | null; name: string; employees: number; gross: number; net_pay: number }[]
  /** Banks that employees are paid through, and how many of them. */
  banks: { id: number; name: string; employees: number }[]
  /** Employees whose payslip cannot be mailed. */
  without_email: number
  previous_payroll_id: number | null
  /** Totals of the payroll before; absent where it may not be seen. */
  previous?: PreviousTotals | null
}
/** Changes for an employee since the payroll before. */
export interface Change {
  employee_id: number
  employee: Reference
  item: string
  previous_amount: number
  current_amount: number
  variance: number
  variance_percent: number | null
  reason: string
}
/** Net pay of an employee in this payroll and in an earlier one; `reason` where they are in one of the two only. */
export interface NetChange {
  employee_id: number
  employee: Reference
  previous_amount: number
  current_amount: number
  variance: number
  variance_percent: number | null
  reason: string | null
  /** `reason`, or that of the line that changed the most. */
  cause?: string | null
  department?: string | null
}
export interface NetChanges {
  previous: { id: number; name: string } | null
  rows: NetChange[]
}
export interface ChangePage {
  rows: Change[]
  total: number
  totals: { previous_amount?: number; current_amount?: number; variance?: number }
}
export interface Entry {
  id: number
  employee_id: number
  employee: Reference | null
  pay_item_id: number
  code: string
  name: string
  qty: number | null
  amount: number
  remarks: string | null
}
export interface Contributions {
  sss: { employee: number; employer: number; ec: number }
  philhealth: { employee: number; employer: number }
  pagibig: { employee: number; employer: number }
  withholding_tax: number
}
/** An employee's part in what is owed to an agency. */
export interface ContributionLine {
  employee_id: number
  employee: Reference
  employee_share: number
  employer_share: number
  ec: number
}
export type Agency = 'sss' | 'philhealth' | 'pagibig' | 'withholding_tax'
/** What became of the mail of a payslip. */
export interface PayslipMail {
  employee_id: number
  employee: Reference
  email: string | null
  mailed_at: string | null
  error: string | null
  state: 'sent' | 'failed' | 'no_address' | 'not_sent'
}
export interface RegisterFilter {
  search: string
  department: number | null
  problems: boolean
  sort: string
}
