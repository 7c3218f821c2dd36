/** Company rules of payroll and their defaults; each choice that the law leaves open names its reason. */
import type { DeductionKind, PayrollSettings } from './types.ts'

export const DEFAULT_SETTINGS: PayrollSettings = {
  // Deducted once the month's pay is known; the law only asks that the month's contribution is remitted.
  contribution_timing: { sss: 'last', philhealth: 'last', pagibig: 'last' },
  // No source decides it; the default favours the employee.
  holiday_on_rest_day: 'full',
  // Labor Code IRR book III rule IV section 6.
  forfeit_unworked_holiday: true,
  // Labor advisories since 2023 speak of the basic wage.
  cola_multiplied_on_holidays: false,
  // Unconfirmed: the regulations print no bi-weekly table.
  bi_weekly_tax: 'weekly_doubled',
  minimum_net_pay: 0,
  minimum_net_share: 0,
  // Unconfirmed: paid without regard to a payroll period, as RR 2-98 section 2.79 describes supplementary pay.
  retroactive_taxability: 'supplementary',
}

/**
 * Order of deductions after contributions and tax: court-ordered support first (RA 9262), then other
 * garnishments, government loans, union dues, company loans, voluntary deductions, cash advances.
 */
export const DEDUCTION_PRIORITY: Readonly<Record<DeductionKind, number>> = {
  support_order: 10,
  garnishment: 20,
  government_loan: 30,
  union_dues: 40,
  company_loan: 50,
  voluntary: 60,
  cash_advance: 70,
  other: 80,
}
export const DEDUCTION_ACCOUNT: Readonly<Record<DeductionKind, string>> = {
  support_order: 'accrued_expenses',
  garnishment: 'accrued_expenses',
  government_loan: 'statutory_loans_payable',
  union_dues: 'accrued_expenses',
  company_loan: 'advances_to_employees',
  voluntary: 'accrued_expenses',
  cash_advance: 'advances_to_employees',
  other: 'advances_to_employees',
}
