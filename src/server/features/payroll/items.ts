/** Converts records of earnings, allowances, benefits, deductions and adjustments to the domain's items. */

import type { Deduction, DeductionKind, ItemKind, PayItem } from '../../../domain/payroll/index.ts'
import type { DeMinimisItem } from '../../../domain/statutory/index.ts'
import { dec } from '../../../kernel/decimal.ts'

/** One amount of an employee with its pay item, from any kind of record. */
export interface AmountRow {
  readonly source: 'earning' | 'allowance' | 'employee_de_minimis_benefit' | 'deduction' | 'payroll_adjustment' | 'service_charge' | 'entry'
  readonly source_id: number
  readonly employee_id: number
  readonly pay_item_id: number
  readonly code: string
  readonly name: string
  readonly type: 'earning' | 'deduction' | 'employer_share'
  readonly kind: string | null
  readonly benefit: DeMinimisItem | null
  readonly is_13th_month_basis: boolean | null
  readonly is_statutory_basis: boolean | null
  readonly is_system: boolean | null
  readonly debit_account_id: number | null
  readonly credit_account_id: number | null
  readonly amount: string
  readonly amount_option: string | null
  readonly unit_type: string | null
  readonly time_unit: string | null
  readonly qty: string | null
  readonly is_taxable: boolean | null
  readonly is_prorated: boolean
  readonly balance: string | null
  /** Supplier that a deduction is remitted to. */
  readonly payee_id: number | null
  readonly priority: number | null
  /** How an amount came about that its record computed. */
  readonly explained?: PayItem['explained']
}

/** The origin of a line. */
export interface Source {
  readonly module: string
  readonly id: number
  readonly pay_item_id: number | null
  readonly kind: string | null
}

/** Short names of records in the codes of lines, so that two amounts of one item stay separate. */
const PREFIX: Readonly<Record<AmountRow['source'], string>> = {
  earning: 'E',
  allowance: 'A',
  employee_de_minimis_benefit: 'B',
  deduction: 'D',
  payroll_adjustment: 'J',
  service_charge: 'S',
  entry: 'M',
}
const codeOf = (row: AmountRow): string => `${row.code}-${PREFIX[row.source]}${row.source_id}`

const ITEM_KINDS: ReadonlySet<string> = new Set<ItemKind>([
  'basic',
  'allowance',
  'cola',
  'commission',
  'supplementary',
  'hazard',
  'premium',
  'bonus',
  'other_benefit',
  '13th_month',
  'de_minimis',
  'maternity_differential',
  'sss_benefit',
  'exempt',
  'reimbursement',
])
const DEDUCTION_KINDS: ReadonlySet<string> = new Set<DeductionKind>([
  'support_order',
  'garnishment',
  'government_loan',
  'union_dues',
  'company_loan',
  'voluntary',
  'cash_advance',
  'other',
])
const PER: Readonly<Record<string, PayItem['per']>> = { per_day: 'day', per_month: 'month', per_year: 'year' }
/** Items whose tax treatment is set by law: the setting of a record does not count. */
const FIXED: ReadonlySet<string> = new Set([
  'bonus',
  'other_benefit',
  '13th_month',
  'de_minimis',
  'exempt',
  'reimbursement',
  'maternity_differential',
  'sss_benefit',
])
const hundredth = (amount: string): string => dec(amount).div(100).toFixed()

/** Pay items that non-employees invoice: no compensation, an expense of its own, and its own tax. */
const SERVICE_FEE = 'service_fee'
const EXPANDED_WITHHOLDING = 'expanded_withholding'

/** An earning. An amount by wage is a percent of the rate of the day or the month. */
export function itemOf(row: AmountRow): PayItem {
  if (row.kind === SERVICE_FEE)
    return { code: codeOf(row), name: row.name, kind: 'reimbursement', amount: row.amount, account_role: 'professional_fees' }
  const kind = (row.kind !== null && ITEM_KINDS.has(row.kind) ? row.kind : row.is_taxable === false ? 'exempt' : 'allowance') as ItemKind
  const byWage = row.amount_option === 'percent' || row.unit_type === 'rate_by_wage'
  const perUnit = row.time_unit ? PER[row.time_unit] : row.unit_type === 'day' ? 'day' : undefined
  const per = byWage && perUnit === undefined ? 'month' : perUnit
  const counts = row.is_system
    ? {}
    : { ...(row.is_statutory_basis ? { sss: true, pagibig: true } : {}), ...(row.is_13th_month_basis ? { thirteenth_month: true } : {}) }
  return {
    code: codeOf(row),
    name: row.name,
    kind,
    amount: byWage ? hundredth(row.amount) : row.amount,
    ...(byWage ? { times_rate: per === 'day' ? 'day' : 'month' } : {}),
    ...(per ? { per } : {}),
    ...(row.qty !== null && !dec(row.qty).isZero() ? { quantity: row.qty } : {}),
    ...(row.is_prorated ? { prorated: true } : {}),
    ...(kind === 'de_minimis' && row.benefit ? { benefit: row.benefit } : {}),
    ...(Object.keys(counts).length ? { counts } : {}),
    ...(row.explained ? { explained: row.explained } : {}),
    ...(row.source === 'service_charge' ? { account_role: 'service_charges_payable' } : {}),
    ...(row.is_taxable === false && !FIXED.has(kind) ? { taxability: 'exempt' as const } : {}),
  }
}

/** A deduction: pesos of each payroll, or a share of the pay after contributions and tax. */
export function deductionOf(row: AmountRow): Deduction {
  const kind = (row.kind !== null && DEDUCTION_KINDS.has(row.kind) ? row.kind : 'other') as DeductionKind
  return {
    code: codeOf(row),
    name: row.name,
    kind,
    ...(row.amount_option === 'percent' ? { percent: hundredth(row.amount) } : { amount: row.amount }),
    ...(row.balance === null ? {} : { balance: row.balance }),
    ...(row.payee_id === null ? {} : { payee: String(row.payee_id) }),
    ...(row.priority === null ? {} : { priority: row.priority }),
    // Tax withheld from fees comes before other deductions from them.
    ...(row.kind === EXPANDED_WITHHOLDING ? { account_role: 'ewt_payable', priority: row.priority ?? 0 } : {}),
  }
}
