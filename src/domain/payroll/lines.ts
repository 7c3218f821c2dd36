/** Building the lines of a payslip with their explanations. */
import { type Decimal, ONE, round2, ZERO } from '../decimal.ts'
import { type DeMinimisItem, pesos, type RuleUsed } from '../statutory/index.ts'
import { KINDS, type KindRule } from './kinds.ts'
import type { LineGroup, PayLine, Trace, Unit } from './result.ts'

/** An earning before it is known how much of it is taxed. */
export interface Earning {
  readonly code: string
  readonly name: string
  readonly kind: KindRule
  readonly quantity: Decimal
  readonly unit: Unit
  readonly rate: Decimal
  readonly amount: Decimal
  /** The de minimis benefit whose limit applies; `quantity` counts days for monetised leave. */
  readonly benefit?: DeMinimisItem
  readonly words: () => string
  readonly formula: () => string
  readonly inputs?: () => Record<string, string>
  readonly rules?: () => readonly RuleUsed[]
}

export const UNIT_WORDS: Readonly<Record<Unit, string>> = { period: '', hour: ' h', day: ' days', month: ' months', year: ' years' }

interface HourLine {
  readonly code: string
  readonly name: string
  readonly kind?: KindRule
  readonly hours: Decimal
  readonly hourly: Decimal
  /** Times the hourly rate; negative for what is taken off. */
  readonly multiple?: Decimal
  readonly words: string
  readonly rules?: () => readonly RuleUsed[]
}

/** Hours × hourly rate × multiple, half-up to the centavo once. */
export function hourLine(line: HourLine): Earning {
  const multiple = line.multiple ?? ONE
  const amount = round2(line.hours.times(line.hourly).times(multiple))
  return {
    code: line.code,
    name: line.name,
    kind: line.kind ?? KINDS.premium,
    quantity: line.hours,
    unit: 'hour',
    rate: line.hourly.times(multiple),
    amount,
    words: () => line.words,
    formula: () =>
      `${pesos(line.hours)} h × ${pesos(line.hourly)}${multiple.abs().eq(1) ? '' : ` × ${multiple.abs()}`} = ${pesos(amount.abs())}${amount.isNegative() ? ', taken off' : ''}`,
    inputs: () => ({ hours: pesos(line.hours), hourly_rate: pesos(line.hourly), multiple: multiple.toString() }),
    ...(line.rules ? { rules: line.rules } : {}),
  }
}

/** Contributions, tax and deductions: negative lines outside income. */
export function otherLine(line: {
  readonly code: string
  readonly name: string
  readonly group: LineGroup
  readonly amount: Decimal
  readonly account_role: string
  readonly explain: () => Trace
}): PayLine {
  return {
    code: line.code,
    name: line.name,
    group: line.group,
    quantity: ONE,
    unit: 'period',
    rate: line.amount,
    amount: line.amount,
    taxability: 'none',
    taxable: ZERO,
    exempt: ZERO,
    counts: NOTHING,
    account_role: line.account_role,
    explain: line.explain,
  }
}
const NOTHING = { sss: false, pagibig: false, thirteenth_month: false }

/** Sum of a property over lines. */
export function total<Line>(lines: readonly Line[], of: (line: Line) => Decimal): Decimal {
  let sum = ZERO
  for (const line of lines) {
    const amount = of(line)
    if (!amount.isZero()) sum = sum.plus(amount)
  }
  return sum
}
