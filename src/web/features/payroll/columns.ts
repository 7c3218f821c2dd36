import type { PayrollKey } from './text.ts'
import type { RegisterRow } from './types.ts'

export interface RegisterColumn {
  readonly name: string
  readonly title: PayrollKey
  readonly width: number
  readonly money: boolean
}
const amount = (name: string, title: PayrollKey, width = 118): RegisterColumn => ({ name, title, width, money: true })

/** Columns of the register on a desktop: the totals first, then their parts. A phone shows the employee and the net pay. */
export const COLUMNS: readonly RegisterColumn[] = [
  { name: 'employee', title: 'payroll.employee', width: 250, money: false },
  { name: 'department', title: 'payroll.department', width: 210, money: false },
  amount('gross', 'payroll.gross', 126),
  amount('net_pay', 'payroll.net', 126),
  amount('basic_pay', 'payroll.basicPay'),
  amount('overtime', 'payroll.overtime'),
  amount('night_differential', 'payroll.night'),
  amount('holiday_pay', 'payroll.holiday'),
  amount('allowances', 'payroll.allowances'),
  amount('bonuses', 'payroll.bonuses', 130),
  amount('other_earnings', 'payroll.otherEarnings', 130),
  amount('sss_ee', 'payroll.sss', 104),
  amount('philhealth_ee', 'payroll.philhealth', 104),
  amount('pagibig_ee', 'payroll.pagibig', 104),
  amount('withholding_tax', 'payroll.tax'),
  amount('loans', 'payroll.loans', 104),
  amount('other_deductions', 'payroll.others', 104),
]
export const PHONE_COLUMNS: readonly RegisterColumn[] = [
  { ...COLUMNS[0]!, width: 190 },
  { ...COLUMNS.find(({ name }) => name === 'net_pay')!, width: 120 },
]

export const who = (row: RegisterRow): string => `${row.employee_no} · ${row.employee}`
