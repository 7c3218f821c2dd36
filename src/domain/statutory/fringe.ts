/**
 * Fringe benefits tax of managerial and supervisory employees: a final tax that the employer bears on the grossed-up
 * value of benefits that are neither de minimis nor required by the business (NIRC section 33; return 1603Q).
 */
import { Decimal, round2 } from '../../kernel/decimal.ts'
import { type Amount, percent, pesos, readPositive } from './amount.ts'
import { type Effective, inForce, type RuleUsed } from './effective.ts'

interface FringeRow extends Effective {
  readonly rate: Decimal
}
const ROWS: readonly FringeRow[] = [
  { effective_from: '2000-01-01', rate: new Decimal('0.32'), source: 'NIRC section 33 (RA 8424)' },
  { effective_from: '2018-01-01', rate: new Decimal('0.35'), source: 'NIRC section 33 as amended by RA 10963; RR 11-2018' },
]

export interface FringeBenefitTax {
  readonly grossed_up: Decimal
  readonly tax: Decimal
  readonly rule: RuleUsed
}

/** Grossed-up value = value ÷ (1 − rate); tax = grossed-up value × rate; both half-up to the centavo. By the day of the benefit. */
export function fringeBenefitTax(date: string, value: Amount): FringeBenefitTax {
  const row = inForce(ROWS, date, 'Fringe benefits tax')
  const grossedUp = readPositive(value, 'value').div(new Decimal(1).minus(row.rate))
  return {
    grossed_up: round2(grossedUp),
    tax: round2(grossedUp.times(row.rate)),
    rule: {
      table: 'Fringe benefits tax',
      effective_from: row.effective_from,
      source: row.source,
      row: `${percent(row.rate)} of the grossed-up value of ${pesos(round2(grossedUp))}`,
    },
  }
}
