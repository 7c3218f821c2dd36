/** Building the lines of a payslip with their explanations. */
import { type Decimal, ONE, round2, ZERO } from '../../kernel/decimal.ts'
import { type DeMinimisItem, pesos, type RuleUsed } from '../statutory/index.ts'
import { KINDS, type KindRule } from './pay-item-kinds.ts'
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
  /** The part earned as a minimum wage earner; by the status on the last day of the period unless given. */
  readonly minimum_wage_amount?: Decimal
  /** The de minimis benefit whose limit applies; `quantity` counts days for monetised leave. */
  readonly benefit?: DeMinimisItem
  readonly words: () => string
  readonly formula: () => string
  readonly inputs?: () => Record<string, string>
  readonly rules?: () => readonly RuleUsed[]
}

export const UNIT_WORDS: Readonly<Record<Unit, string>> = { period: '', hour: ' h', day: ' days', month: ' months', year: ' years' }

/** Hours of one kind under one set of terms. */
export interface HourSlice {
  /** The dates they are from, for the explanation. */
  readonly from: string
  readonly to: string
  readonly hours: Decimal
  readonly hourly: Decimal
  /** Multiple of the hourly rate; negative for deductions. */
  readonly multiple?: Decimal
  /** Earned as a minimum wage earner. */
  readonly minimum_wage: boolean
  readonly words: string
  readonly rules?: () => readonly RuleUsed[]
}

interface HourLine {
  readonly code: string
  readonly name: string
  readonly kind?: KindRule
  readonly slices: readonly HourSlice[]
}

/** Hours × hourly rate × multiple, summed over the terms of the period and rounded half-up to the centavo once. */
function hourLine(line: HourLine): Earning {
  const slices = joined(line.slices)
  const first = slices[0]!
  const isOne = slices.length === 1
  let [hours, exact] = [first.hours, payOf(first)]
  let minimum = first.minimum_wage ? exact : ZERO
  for (let index = 1; index < slices.length; index++) {
    const slice = slices[index]!
    const pay = payOf(slice)
    hours = hours.plus(slice.hours)
    exact = exact.plus(pay)
    if (slice.minimum_wage) minimum = minimum.plus(pay)
  }
  const amount = round2(exact)
  return {
    code: line.code,
    name: line.name,
    kind: line.kind ?? KINDS.premium,
    quantity: hours,
    unit: 'hour',
    rate: isOne ? first.hourly.times(first.multiple ?? ONE) : exact.div(hours),
    amount,
    minimum_wage_amount: isOne ? (first.minimum_wage ? amount : ZERO) : round2(minimum),
    words: () => [...(isOne ? [] : [CHANGED]), ...new Set(slices.map((slice) => slice.words))].join(' '),
    formula: () =>
      `${slices.map((slice) => `${hourFormula(slice)}${isOne ? '' : ` (${slice.from} to ${slice.to})`}`).join(' + ')} = ${pesos(amount.abs())}${amount.isNegative() ? ', taken off' : ''}`,
    inputs: () =>
      isOne ? hourInputs(first) : Object.fromEntries(slices.flatMap((slice) => dated(slice.from, Object.entries(hourInputs(slice))))),
    rules: () => distinct(slices.flatMap((slice) => slice.rules?.() ?? [])),
  }
}

/** Pesos of a slice, not rounded. */
const payOf = ({ hours, hourly, multiple }: HourSlice): Decimal => {
  const pay = hours.times(hourly)
  return multiple ? pay.times(multiple) : pay
}
const CHANGED = 'Your terms changed inside the period: each part is paid by the terms of its days.'
const hourFormula = ({ hours, hourly, multiple = ONE }: HourSlice): string =>
  `${pesos(hours)} h × ${pesos(hourly)}${multiple.abs().eq(1) ? '' : ` × ${multiple.abs()}`}`
const hourInputs = ({ hours, hourly, multiple = ONE }: HourSlice): Record<string, string> => ({
  hours: pesos(hours),
  hourly_rate: pesos(hourly),
  multiple: multiple.toString(),
})
/** `2026-07-16.hours`: the inputs of one part of the period. */
export const dated = <Value>(date: string, inputs: readonly (readonly [string, Value])[]): [string, Value][] =>
  inputs.map(([name, value]) => [`${date}.${name}`, value])

const distinct = (rules: readonly RuleUsed[]): RuleUsed[] => [
  ...new Map(rules.map((rule) => [`${rule.table}|${rule.effective_from}|${rule.row ?? ''}`, rule])).values(),
]

const isSame = (a: HourSlice, b: HourSlice): boolean =>
  a.hourly.eq(b.hourly) && (a.multiple ?? ONE).eq(b.multiple ?? ONE) && a.minimum_wage === b.minimum_wage && a.words === b.words

/** Slices that differ in nothing but their dates are one. */
function joined(slices: readonly HourSlice[]): HourSlice[] {
  if (slices.length === 1) return [...slices]
  const out: HourSlice[] = []
  for (const slice of slices) {
    const last = out.at(-1)
    if (last && isSame(last, slice)) out[out.length - 1] = { ...last, to: slice.to, hours: last.hours.plus(slice.hours) }
    else out.push(slice)
  }
  return out
}

/** Collects slices by line, lines in the order in which they first appear. */
export class HourLines {
  private readonly lines = new Map<
    string,
    { readonly code: string; readonly name: string; readonly kind?: KindRule; readonly slices: HourSlice[] }
  >()

  add(line: { readonly code: string; readonly name: string; readonly kind?: KindRule }, slice: HourSlice): void {
    if (slice.hours.isZero()) return
    const match = this.lines.get(line.code)
    if (match) match.slices.push(slice)
    else this.lines.set(line.code, { ...line, slices: [slice] })
  }

  earnings(): Earning[] {
    return [...this.lines.values()].map(hourLine)
  }
}

/** Contributions, tax and deductions: negative lines outside income. */
export function otherLine(line: {
  readonly code: string
  readonly name: string
  readonly group: LineGroup
  readonly amount: Decimal
  readonly account_role: string
  readonly payee?: string | undefined
  readonly is_repayment?: boolean
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
    ...(line.payee === undefined ? {} : { payee: line.payee }),
    ...(line.is_repayment ? { is_repayment: true } : {}),
    explain: line.explain,
  }
}
const NOTHING = { sss: false, pagibig: false, thirteenth_month: false }

/** Sum of a property over lines. */
export function total<Line>(lines: readonly Line[], pick: (line: Line) => Decimal): Decimal {
  let sum = ZERO
  for (const line of lines) {
    const amount = pick(line)
    if (!amount.isZero()) sum = sum.plus(amount)
  }
  return sum
}
