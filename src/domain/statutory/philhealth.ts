/**
 * PhilHealth premium (RA 11223). The base is the fixed monthly basic salary: overtime, premiums, allowances and
 * bonuses do not add to it, and absences do not reduce it (Circular 2018-0001, Advisory PA2025-0002).
 */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { type Amount, percent, pesos, readPositive } from './amount.ts'
import { inForce, type RuleUsed } from './effective.ts'
import type { StatutoryTables } from './tables.ts'

export interface PhilhealthContribution {
  /** The basic salary brought between floor and ceiling. */
  readonly base: Decimal
  readonly premium: Decimal
  readonly employee: Decimal
  readonly employer: Decimal
  readonly rule: RuleUsed
}

/**
 * Premium of a month, half-up to the centavo; each side pays half, and an odd centavo stays with the employer
 * (Advisory 2018-0003).
 */
export function philhealthContribution(tables: StatutoryTables, date: string, monthlyBasicSalary: Amount): PhilhealthContribution {
  const row = inForce(tables.philhealth, date, 'PhilHealth table')
  const salary = readPositive(monthlyBasicSalary, 'monthly_basic_salary')
  const rule: RuleUsed = {
    table: 'PhilHealth premium',
    effective_from: row.effective_from,
    source: row.source,
    get row() {
      return `${percent(row.rate)} of the monthly basic salary, from ${pesos(row.floor)} to ${pesos(row.ceiling)}`
    },
  }
  if (salary.isZero()) return { base: ZERO, premium: ZERO, employee: ZERO, employer: ZERO, rule }
  const base = Decimal.min(Decimal.max(salary, row.floor), row.ceiling)
  const premium = round2(base.times(row.rate))
  const employee = premium.div(2).toDecimalPlaces(2, Decimal.ROUND_DOWN)
  return { base, premium, employee, employer: premium.minus(employee), rule }
}
