/** Exempt benefits: de minimis limits and the yearly ceiling of 13th month pay and other benefits. */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, percent, pesos, readPositive } from './amount.ts'
import { inForce, type RuleUsed } from './effective.ts'
import type { DeMinimisItem, DeMinimisLimit, StatutoryTables } from './tables.ts'

export interface ExemptSplit {
  readonly exempt: Decimal
  readonly excess: Decimal
  readonly rule: RuleUsed
}

const LIMIT_WORDS: Readonly<Record<DeMinimisLimit['unit'], (limit: Decimal) => string>> = {
  pesos,
  days: (limit) => `${limit} days`,
  of_minimum_wage: (limit) => `${percent(limit)} of the minimum wage`,
}

/** The limit of a de minimis item on a day of payment. */
export function deMinimisLimit(tables: StatutoryTables, paidOn: string, item: DeMinimisItem): DeMinimisLimit & { readonly rule: RuleUsed } {
  const row = inForce(tables.de_minimis, paidOn, 'De minimis limits', 'paid_on')
  const limit = row.limits[item]
  if (!limit) throw new DomainError('de_minimis', `"${String(item)}" is not a de minimis benefit`)
  return {
    ...limit,
    rule: {
      table: 'De minimis benefits',
      effective_from: row.effective_from,
      source: row.source,
      row: `${item.replaceAll('_', ' ')}: ${LIMIT_WORDS[limit.unit](limit.limit)} per ${limit.per}`,
    },
  }
}

/**
 * Splits a payment (pesos, or days for monetised leave) at the limit of its day, month, semester or year, of
 * which `used` is taken up already. A limit that is a share of the minimum wage needs that wage and the days.
 */
export function splitDeMinimis(
  tables: StatutoryTables,
  paidOn: string,
  item: DeMinimisItem,
  payment: { readonly amount: Amount; readonly used?: Amount; readonly minimum_wage?: Amount; readonly days?: Amount },
): ExemptSplit {
  const limit = deMinimisLimit(tables, paidOn, item)
  const amount = readPositive(payment.amount, 'amount')
  const ceiling =
    limit.unit === 'of_minimum_wage'
      ? limit.limit.times(readPositive(payment.minimum_wage, 'minimum_wage')).times(readPositive(payment.days ?? 1, 'days'))
      : limit.limit
  const left = Decimal.max(ceiling.minus(readPositive(payment.used ?? ZERO, 'used')), ZERO)
  const exempt = Decimal.min(amount, left)
  return { exempt, excess: amount.minus(exempt), rule: limit.rule }
}

/**
 * The 90,000 basket: 13th month pay, other benefits and the excess of de minimis benefits are exempt together
 * up to the ceiling of the calendar year, previous employers included (NIRC section 32(B)(7)(e); RMC 50-2018).
 */
export function splitOtherBenefits(tables: StatutoryTables, paidOn: string, amount: Amount, used: Amount = ZERO): ExemptSplit {
  const row = inForce(tables.other_benefits, paidOn, 'Ceiling of other benefits', 'paid_on')
  const paid = readPositive(amount, 'amount')
  const left = Decimal.max(row.ceiling.minus(readPositive(used, 'used')), ZERO)
  const exempt = Decimal.min(paid, left)
  return {
    exempt,
    excess: paid.minus(exempt),
    rule: {
      table: '13th month pay and other benefits',
      effective_from: row.effective_from,
      source: row.source,
      row: `exempt up to ${pesos(row.ceiling)} a year`,
    },
  }
}

/** The key of the window in which a limit counts: `2026-03`, `2026-S1`, `2026`. */
export function limitWindow(per: DeMinimisLimit['per'], paidOn: string): string {
  if (per === 'day') return paidOn
  if (per === 'month') return paidOn.slice(0, 7)
  if (per === 'semester') return `${paidOn.slice(0, 4)}-S${paidOn.slice(5, 7) <= '06' ? 1 : 2}`
  return paidOn.slice(0, 4)
}
