/** Treatment of each kind of pay item: tax (RR 11-2018 section 2.79(B)), SSS and Pag-IBIG compensation, 13th month. */
import type { ItemKind } from './types.ts'

/**
 * Tax classes of an earning before limits are applied: `other_benefits` fills the 90,000 basket first,
 * `de_minimis` its own limit and then the basket.
 */
type TaxClass = 'regular' | 'supplementary' | 'other_benefits' | 'de_minimis' | 'exempt' | 'none'

export interface KindRule {
  readonly tax: TaxClass
  readonly sss: boolean
  readonly pagibig: boolean
  readonly thirteenth_month: boolean
  /** Exempt when a minimum wage earner receives it: wage, holiday pay, overtime, night differential, hazard pay (NIRC 24(A)(2)). */
  readonly minimum_wage: boolean
  readonly account_role: string
  /** It is the 13th month itself. */
  readonly is_thirteenth_month: boolean
}

const rule = (tax: TaxClass, counts: Partial<KindRule> = {}): KindRule => ({
  tax,
  sss: false,
  pagibig: false,
  thirteenth_month: false,
  minimum_wage: false,
  account_role: 'salaries_expense',
  is_thirteenth_month: false,
  ...counts,
})
const PREMIUMS = { account_role: 'overtime_premium_expense' }
const BENEFITS = { account_role: 'employee_benefits_expense' }
const REMUNERATION = { sss: true, pagibig: true }

export const KINDS: Readonly<
  Record<ItemKind | 'leave_conversion' | 'sick_leave_conversion' | 'maternity_leave' | 'maternity_shares', KindRule>
> = {
  basic: rule('regular', { ...REMUNERATION, thirteenth_month: true, minimum_wage: true }),
  /** Overtime, night differential, holiday and rest day premiums. */
  premium: rule('supplementary', { ...REMUNERATION, ...PREMIUMS, minimum_wage: true }),
  allowance: rule('regular', REMUNERATION),
  cola: rule('regular', { ...REMUNERATION, minimum_wage: true }),
  commission: rule('supplementary', { ...REMUNERATION, account_role: 'commission_expense' }),
  supplementary: rule('supplementary', REMUNERATION),
  hazard: rule('supplementary', { ...REMUNERATION, ...PREMIUMS, minimum_wage: true }),
  /** Performance bonuses: SSS compensation (IRR rule 12 section 6), and in the basket. */
  bonus: rule('other_benefits', { ...REMUNERATION, ...BENEFITS }),
  /** Christmas bonus, gifts, 14th month and the like. */
  other_benefit: rule('other_benefits', BENEFITS),
  '13th_month': rule('other_benefits', { account_role: 'accrued_13th_month', is_thirteenth_month: true }),
  de_minimis: rule('de_minimis', BENEFITS),
  /** Unused vacation or service incentive leave: de minimis up to its days. */
  leave_conversion: rule('de_minimis', { ...BENEFITS, sss: true }),
  sick_leave_conversion: rule('supplementary', { ...BENEFITS, sss: true }),
  /** Exempt (RMC 105-2019), and part of the 13th month's base (DOLE Handbook, chapter 13). */
  maternity_differential: rule('exempt', { ...BENEFITS, thirteenth_month: true }),
  /** Salary taken off for the time of the leave; contributions stay due on it (DOLE Department Advisory 01-19). */
  maternity_leave: rule('regular', { thirteenth_month: true, minimum_wage: true }),
  /** The employee's contributions of the leave, which full pay bears: a part of the salary that they are deducted from. */
  maternity_shares: rule('regular', { ...BENEFITS, minimum_wage: true }),
  /** No expense: the SSS pays it back. */
  sss_benefit: rule('exempt', { account_role: 'sss_benefits_receivable' }),
  exempt: rule('exempt', BENEFITS),
  reimbursement: rule('none', { account_role: 'accrued_expenses' }),
}
