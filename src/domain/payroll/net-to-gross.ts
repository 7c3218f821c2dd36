/**
 * Net to gross: the pay that leaves an agreed net after contributions, tax and deductions. Contributions step at
 * brackets and centavos are rounded, so that an exact net does not always exist: the answer is a gross, found to
 * the centavo, whose net is the agreed one or just above it.
 */
import { Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, pesos, readPositive, STATUTORY, type StatutoryTables } from '../statutory/index.ts'
import { computePayslip } from './payslip.ts'
import type { Payslip } from './result.ts'
import type { PayItem, PayslipInput } from './types.ts'

export interface NetToGross {
  readonly gross: Decimal
  readonly payslip: Payslip
  /** How much the net is above the agreed one; mostly zero. */
  readonly over: Decimal
}

/** Above every salary: the search gives up there. */
const HIGHEST = 10n ** 13n

/**
 * Finds the amount. `build` puts an amount into the input: as the basic rate, or as the bonus to be grossed up.
 * Net rises with pay except for the small steps of contribution brackets, so halving the range finds it.
 */
export function netToGross(net: Amount, build: (amount: Decimal) => PayslipInput, tables: StatutoryTables = STATUTORY): NetToGross {
  const target = readPositive(net, 'net')
  const pay = (centavos: bigint): Payslip => computePayslip(build(new Decimal(centavos.toString()).div(100)), tables)
  let low = 1n
  let high = BigInt(Decimal.max(target.times(100), 100).toFixed(0))
  while (pay(high).net.lt(target)) {
    low = high
    high *= 2n
    if (high > HIGHEST) throw new DomainError('net', `No pay leaves a net of ${target.toFixed(2)}`)
  }
  while (low < high) {
    const middle = (low + high) / 2n
    if (pay(middle).net.lt(target)) low = middle + 1n
    else high = middle
  }
  const payslip = pay(high)
  const over = payslip.net.minus(target)
  return { gross: new Decimal(high.toString()).div(100), payslip, over: over.isNegative() ? ZERO : over }
}

/** What remains of one further item of a payslip after contributions and tax. */
export interface NetOfItem {
  readonly gross: Decimal
  /** What the net pay before deductions rises by. */
  readonly net: Decimal
  /** Contributions and tax that are withheld because of it, by their names; negative where less is withheld. */
  readonly withheld: readonly { readonly name: string; readonly amount: Decimal }[]
  /** `12,500.00 − 2,500.00 withholding tax = 10,000.00`. */
  readonly formula: string
}

/** Union dues lower the tax; other deductions are the employee's own affair, whatever was agreed of the item. */
const withoutDebts = (input: PayslipInput): PayslipInput => ({
  ...input,
  deductions: (input.deductions ?? []).filter(({ kind }) => kind === 'union_dues'),
})

const withItem = (input: PayslipInput, item: PayItem): PayslipInput => ({
  ...withoutDebts(input),
  items: [...(input.items ?? []).filter(({ code }) => code !== item.code), item],
})
const withoutItem = (input: PayslipInput, code: string): PayslipInput => ({
  ...withoutDebts(input),
  items: (input.items ?? []).filter((other) => other.code !== code),
})

/**
 * What an item leaves: the payslip with it against the payslip without it. Contributions that a later payroll of the month
 * deducts are not known yet and are not counted.
 */
export function netOfItem(input: PayslipInput, item: PayItem, tables: StatutoryTables = STATUTORY): NetOfItem {
  const [before, after] = [computePayslip(withoutItem(input, item.code), tables), computePayslip(withItem(input, item), tables)]
  const taken = (slip: Payslip) =>
    new Map(slip.lines.filter(({ group }) => group === 'contribution' || group === 'tax').map((line) => [line.code, line]))
  const [was, is] = [taken(before), taken(after)]
  const withheld = [...new Map([...was, ...is])]
    .map(([code, { name }]) => ({ name, amount: (was.get(code)?.amount ?? ZERO).minus(is.get(code)?.amount ?? ZERO) }))
    .filter(({ amount }) => !amount.isZero())
  const gross = after.gross.minus(before.gross)
  const net = after.net.minus(before.net)
  const parts = withheld.map(({ name, amount }) => ` ${amount.isNegative() ? '+' : '−'} ${pesos(amount.abs())} ${name}`)
  return { gross, net, withheld, formula: `${pesos(gross)}${parts.join('')} = ${pesos(net)}` }
}

/** The amount of an item that leaves an agreed net after contributions and tax, to the centavo or just above it. */
export function grossOfNet(
  input: PayslipInput,
  item: Omit<PayItem, 'amount'>,
  net: Amount,
  tables: StatutoryTables = STATUTORY,
): NetOfItem {
  const agreed = readPositive(net, 'net')
  const before = computePayslip(withoutItem(input, item.code), tables).net
  const { gross } = netToGross(before.plus(agreed), (amount) => withItem(input, { ...item, amount: amount.toFixed(2) }), tables)
  return netOfItem(input, { ...item, amount: gross.toFixed(2) }, tables)
}
