/**
 * Pag-IBIG Fund contributions (RA 9679; HDMF Circular 460). The fund salary is the month's basic pay with
 * allowances and other remuneration, up to the maximum; absences reduce it.
 */
import { Decimal, round2 } from '../../kernel/decimal.ts'
import { type Amount, percent, pesos, readPositive } from './amount.ts'
import { inForce, type RuleUsed } from './effective.ts'
import type { StatutoryTables } from './tables.ts'

export interface PagibigContribution {
  /** The compensation up to the maximum. */
  readonly fund_salary: Decimal
  readonly employee: Decimal
  readonly employer: Decimal
  readonly rule: RuleUsed
}

/** Shares of a month, each half-up to the centavo. */
export function pagibigContribution(tables: StatutoryTables, date: string, compensation: Amount): PagibigContribution {
  const row = inForce(tables.pagibig, date, 'Pag-IBIG table')
  const paid = readPositive(compensation, 'compensation')
  const fundSalary = Decimal.min(paid, row.fund_salary_maximum)
  const rate = paid.lte(row.low_compensation) ? row.employee_low_rate : row.employee_rate
  return {
    fund_salary: fundSalary,
    employee: round2(fundSalary.times(rate)),
    employer: round2(fundSalary.times(row.employer_rate)),
    rule: {
      table: 'Pag-IBIG contribution',
      effective_from: row.effective_from,
      source: row.source,
      get row() {
        return `employee ${percent(rate)}, employer ${percent(row.employer_rate)}, fund salary up to ${pesos(row.fund_salary_maximum)}`
      },
    },
  }
}
