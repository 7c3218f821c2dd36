/** Company rules of payroll and their defaults; each choice that the law leaves open names its reason. */
import type { RuleUsed } from '../statutory/index.ts'
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
  // No law names a way. Working days agree with the DOLE Handbook (chapter 13) and with published examples.
  salary_change: 'working_days',
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
  sss_loan: 30,
  pagibig_loan: 30,
  union_dues: 40,
  company_loan: 50,
  voluntary: 60,
  cash_advance: 70,
  other: 80,
}
/** The account role that each kind of deduction is credited to. */
export const DEDUCTION_ACCOUNT: Readonly<Record<DeductionKind, string>> = {
  support_order: 'garnishments_payable',
  garnishment: 'garnishments_payable',
  government_loan: 'statutory_loans_payable',
  sss_loan: 'sss_loans_payable',
  pagibig_loan: 'pagibig_loans_payable',
  union_dues: 'union_dues_payable',
  company_loan: 'employee_loans_receivable',
  voluntary: 'employee_deductions_payable',
  cash_advance: 'advances_to_employees',
  other: 'advances_to_employees',
}

const law = (table: string, effective_from: string, source: string): RuleUsed => ({ table, effective_from, source })
const ARTICLE_113 = law('Wage deductions', '1974-11-01', 'Labor Code arts. 113-114, with written authorization')
const AGENCY_LOAN = law('Loan amortisation', '1974-11-01', "The agency's billing; Labor Code art. 113")
const COURT_ORDER = law('Garnishment', '1974-11-01', "The court's order; Labor Code art. 113(c); Civil Code art. 1708")
/** The law behind each kind of deduction, for the explanation. */
export const DEDUCTION_LAW: Readonly<Record<DeductionKind, RuleUsed>> = {
  support_order: law('Support order', '2004-03-27', "The court's order; RA 9262 section 8(g)"),
  garnishment: COURT_ORDER,
  government_loan: AGENCY_LOAN,
  sss_loan: AGENCY_LOAN,
  pagibig_loan: AGENCY_LOAN,
  union_dues: law('Union dues', '1974-11-01', 'Labor Code arts. 113(b) and 250(o); RR 11-2018 section 2.78.1(B)(12)'),
  company_loan: ARTICLE_113,
  voluntary: ARTICLE_113,
  cash_advance: ARTICLE_113,
  other: ARTICLE_113,
}
