/** Kasambahay (RA 10361 section 30): below 5,000 a month the employer pays both shares of all three agencies. */
import type { Decimal } from '../../kernel/decimal.ts'
import { type Amount, pesos, readPositive } from './amount.ts'
import { inForce, type RuleUsed } from './effective.ts'
import { type PagibigContribution, pagibigContribution } from './pagibig.ts'
import { type PhilhealthContribution, philhealthContribution } from './philhealth.ts'
import { type SssContribution, sssContribution } from './sss.ts'
import type { StatutoryTables } from './tables.ts'

/** Whether the household employer bears the employee's shares of a month too. */
export function householdEmployerPaysAll(tables: StatutoryTables, date: string, monthlyPay: Amount): boolean {
  return readPositive(monthlyPay, 'monthly_pay').lt(inForce(tables.household, date, 'Household employers').employer_pays_all_below)
}

/** The law behind it, for the explanation. */
export function householdRule(tables: StatutoryTables, date: string): RuleUsed {
  const { effective_from, source, employer_pays_all_below: below } = inForce(tables.household, date, 'Household employers')
  return { table: 'Household employers', effective_from, source, row: `below ${pesos(below)} in the month the employer pays both shares` }
}

export interface HouseholdContributions {
  readonly sss: SssContribution
  readonly philhealth: PhilhealthContribution
  readonly pagibig: PagibigContribution
  readonly employer_pays_all: boolean
  /** The employee's part of the three, and the total remittance without EC. */
  readonly employee_total: Decimal
  readonly remitted: { readonly sss: Decimal; readonly philhealth: Decimal; readonly pagibig: Decimal }
}

/** The contributions of a household worker for a month. */
export function householdContributions(tables: StatutoryTables, date: string, monthlyPay: Amount): HouseholdContributions {
  const sss = sssContribution(tables, date, monthlyPay, 'household')
  const philhealth = philhealthContribution(tables, date, monthlyPay)
  const pagibig = pagibigContribution(tables, date, monthlyPay)
  const all = householdEmployerPaysAll(tables, date, monthlyPay)
  const employee = sss.employee.plus(sss.employee_mpf).plus(philhealth.employee).plus(pagibig.employee)
  return {
    sss,
    philhealth,
    pagibig,
    employer_pays_all: all,
    employee_total: all ? employee.times(0) : employee,
    remitted: {
      sss: sss.employee.plus(sss.employer).plus(sss.employee_mpf).plus(sss.employer_mpf),
      philhealth: philhealth.premium,
      pagibig: pagibig.employee.plus(pagibig.employer),
    },
  }
}
