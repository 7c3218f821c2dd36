/** The parts in which a month is remitted to its agencies, each a paper of its own. */

import { REMITTANCE_AGENCIES, type RemittanceAgency } from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { entriesTable } from '../payroll-runs/tables.ts'

/**
 * What is remitted: the month's contributions; tax withheld from compensation; final tax of non-resident aliens; or
 * instalments of the agency's loans that payroll deducted.
 */
export type Part = 'contributions' | 'tax' | 'final_tax' | 'loans'
const OF_AGENCY: Readonly<Record<RemittanceAgency, readonly Part[]>> = {
  SSS: ['contributions', 'loans'],
  PhilHealth: ['contributions'],
  Pagibig: ['contributions', 'loans'],
  BIR: ['tax', 'final_tax'],
}
export const PARTS = REMITTANCE_AGENCIES.flatMap((agency) => OF_AGENCY[agency].map((part): [RemittanceAgency, Part] => [agency, part]))

/** Account role of what is owed to an agency, and the pay items of payrolls that owe it. */
export const OWED: Readonly<Record<RemittanceAgency, { readonly role: string; readonly codes: readonly string[] }>> = {
  SSS: { role: 'sss_payable', codes: ['SSS', 'SSS_MPF', 'SSS_EMPLOYER', 'SSS_MPF_EMPLOYER', 'EC'] },
  PhilHealth: { role: 'philhealth_payable', codes: ['PHILHEALTH', 'PHILHEALTH_EMPLOYER'] },
  Pagibig: { role: 'pagibig_payable', codes: ['PAGIBIG', 'PAGIBIG_EXTRA', 'PAGIBIG_EMPLOYER'] },
  BIR: { role: 'compensation_tax_payable', codes: ['WITHHOLDING_TAX', 'TAX_REFUND'] },
}

/** The part that an agency always has: contributions, or tax on compensation. */
export const mainPart = (agency: RemittanceAgency): Part => OF_AGENCY[agency][0]!

/** The part of a remittance. Those of version 2.38 have none, and tax was among the contributions. */
export const partOf = ({ agency, part }: Row): Part =>
  part === 'loans' || part === 'final_tax' ? part : mainPart(agency as RemittanceAgency)

/** Condition: the remittance `alias` is this part of its agency. */
export const isPart = (alias: string, part: Part): Sql => {
  const given = raw(`coalesce(${alias}.part, '')`)
  return part === 'loans' || part === 'final_tax' ? sql`${given} = ${part}` : sql`${given} NOT IN ('loans', 'final_tax')`
}

/** Condition: the tax of the employee `employee` in the payroll `payroll` was final. */
export const hadFinalTax = (ctx: Ctx, payroll: string, employee: string): Sql => sql`
  EXISTS (
    SELECT 1 FROM ${table(ctx, 'payroll_input')} f
    WHERE f.payroll_id = ${raw(payroll)} AND f.employee_id = ${raw(employee)} AND f.input->'employee' ? 'final_tax_rate'
  )
`

/**
 * The tax that the payroll `payroll` withheld from the employee `employee`, from its entries: the sums of the year leave final tax out, as it is
 * on no certificate of the year.
 */
export const withheldTax = (ctx: Ctx, payroll: string, employee: string): Sql => sql`
  (
    SELECT coalesce(sum(-x.amount), 0) FROM ${entriesTable(ctx)} x
    WHERE x.parent_id = ${raw(payroll)} AND x.employee_id = ${raw(employee)} AND x.code IN ('WITHHOLDING_TAX', 'TAX_REFUND')
      AND x.is_manual IS NOT TRUE
  )
`

const TITLES: Readonly<Record<Part, string>> = {
  contributions: '',
  tax: 'tax on compensation',
  final_tax: 'final tax',
  loans: 'loans',
}
const AGENCY_TITLES: Readonly<Record<RemittanceAgency, string>> = { SSS: 'SSS', PhilHealth: 'PhilHealth', Pagibig: 'Pag-IBIG', BIR: 'BIR' }
export const agencyTitle = (agency: RemittanceAgency): string => AGENCY_TITLES[agency]
/** How messages and journal entries name a part: `SSS loans`. */
export const partTitle = (agency: RemittanceAgency, part: Part): string => `${AGENCY_TITLES[agency]} ${TITLES[part]}`.trim()
