/**
 * VAT of a document: once per document and category, shared over the lines by largest remainder, so that
 * lines and totals always agree to the centavo (trading rules F1-F6; NIRC sections 106-108).
 */
import { dec } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { readPositive } from '../statutory/amount.ts'
import { divideHalfUp, hasBothSigns, largestRemainder, roundTogether } from './allocate.ts'
import { shareDiscount } from './discount.ts'

/** How prices of a document relate to VAT. */
export type TaxComputation = 'inclusive' | 'exclusive' | 'exempt' | 'zero_rated' | 'non_vat'
/** VATable, zero-rated or exempt. */
export type VatClass = 'V' | 'Z' | 'E'

interface TaxInput {
  readonly computation: TaxComputation
  /** Percent, e.g. 12. */
  readonly rate: unknown
  /** Discount on the whole document in centavos, before VAT. */
  readonly discount: bigint
  readonly lines: readonly TaxedLine[]
}
interface TaxedLine {
  readonly amount: bigint
  readonly vatClass: VatClass
  /** Net and VAT that another document has settled, of goods that come back: neither discounted nor taxed anew. */
  readonly settled?: { readonly net: bigint; readonly vat: bigint } | undefined
}
interface TaxLine {
  readonly category: VatClass
  readonly net: bigint
  readonly vat: bigint
  readonly gross: bigint
}
export interface TaxResult {
  readonly lines: readonly TaxLine[]
  /** Net of VATable, zero-rated and exempt lines. */
  readonly vatable: bigint
  readonly zeroRated: bigint
  readonly exempt: bigint
  readonly subtotal: bigint
  readonly net: bigint
  readonly vat: bigint
  readonly gross: bigint
}

const COMPUTATIONS: readonly TaxComputation[] = ['inclusive', 'exclusive', 'exempt', 'zero_rated', 'non_vat']
/** Whether it is one of the computations of a tax type. */
export const isComputation = (value: unknown): value is TaxComputation => COMPUTATIONS.includes(value as TaxComputation)
const CLASSES: readonly unknown[] = ['V', 'Z', 'E']

/** A rate in percent, not below zero, as ten-thousandths of a percent: 12 is 120000 of `WHOLE`. */
function readRate(value: unknown, field: string): bigint {
  const percent = readPositive(value, field)
  if (percent.decimalPlaces() > 4) throw new DomainError(field, 'A rate has at most four decimals.')
  return BigInt(percent.times(10_000).toFixed(0))
}
const WHOLE = 1_000_000n

/**
 * A tax of `amounts × rate / den`, rounded once and shared over its lines: by largest remainder on the amounts (F4); in a
 * document with both sold and returned lines, each bears the tax of its own amount, because shares of their small sum
 * would be meaningless for either.
 */
const shareTax = (tax: bigint, amounts: readonly bigint[], rate: bigint, den: bigint): bigint[] =>
  hasBothSigns(amounts)
    ? roundTogether(
        tax,
        amounts.map((amount) => amount * rate),
        den,
      )
    : largestRemainder(tax, amounts)

/** Rule F3: the document's tax type overrides the item's class; a seller without VAT has exempt lines only. */
function categoryOf(computation: TaxComputation, vatClass: VatClass): VatClass {
  if (computation === 'exempt' || computation === 'non_vat') return 'E'
  if (computation === 'zero_rated') return 'Z'
  return vatClass
}

/**
 * Computes the taxes of a document. All amounts in centavos, negative on lines of returned goods; the rate in percent, to
 * four decimals, read only where a line bears VAT. VAT is rounded once, half away from zero: `round2(G × rate / (100 +
 * rate))` of inclusive amounts, `round2(G × rate / 100)` of exclusive ones, where G is the sum of the VATable lines after
 * their share of the document's discount. Throws `DomainError` that names the computation, the rate or the class of a
 * line.
 */
export function spreadTax(input: TaxInput): TaxResult {
  if (!isComputation(input.computation)) throw new DomainError('computation', `"${String(input.computation)}" is not a way to compute VAT.`)
  input.lines.forEach(({ vatClass }, index) => {
    if (!CLASSES.includes(vatClass)) throw new DomainError(`lines.${index}.vatClass`, `"${String(vatClass)}" is not a VAT class.`)
  })
  const count = input.lines.length
  let subtotal = 0n
  for (const line of input.lines) subtotal += line.amount
  const amounts = input.lines.map((line) => line.amount)
  const open = [...amounts.keys()].filter((i) => !input.lines[i]!.settled)
  if (input.discount !== 0n) {
    const shares = shareDiscount(
      input.discount,
      open.map((i) => amounts[i]!),
    )
    for (const [k, i] of open.entries()) amounts[i]! -= shares[k]!
  }
  const categories = input.lines.map((line) => categoryOf(input.computation, line.vatClass))
  const indexes: number[] = []
  let base = 0n
  for (const i of open) {
    if (categories[i] !== 'V') continue
    indexes.push(i)
    base += amounts[i]!
  }
  const inclusive = input.computation === 'inclusive'
  const rate = indexes.length ? readRate(input.rate, 'rate') : 0n
  const den = inclusive ? WHOLE + rate : WHOLE
  const vat = divideHalfUp(base * rate, den)
  const shares = shareTax(
    vat,
    indexes.map((i) => amounts[i]!),
    rate,
    den,
  )
  const vats: bigint[] = new Array(count).fill(0n)
  for (let k = 0; k < indexes.length; k++) vats[indexes[k]!] = shares[k]!

  const lines: TaxLine[] = new Array(count)
  const nets = { V: 0n, Z: 0n, E: 0n }
  let net = 0n
  let gross = 0n
  let settledVat = 0n
  for (let i = 0; i < count; i++) {
    const { settled } = input.lines[i]!
    const lineVat = settled?.vat ?? vats[i]!
    const lineNet = settled?.net ?? (inclusive ? amounts[i]! - lineVat : amounts[i]!)
    const lineGross = lineNet + lineVat
    lines[i] = { category: categories[i]!, net: lineNet, vat: lineVat, gross: lineGross }
    nets[categories[i]!] += lineNet
    net += lineNet
    gross += lineGross
    if (settled) settledVat += lineVat
  }
  return { lines, vatable: nets.V, zeroRated: nets.Z, exempt: nets.E, subtotal, net, vat: vat + settledVat, gross }
}

/**
 * Expanded withholding tax, rule F7: per ATC once per document, `round2(rate × net)`, never on VAT. Returns the tax per
 * line (largest remainder within its ATC) and per ATC, in centavos. A line without a rate, or at zero, bears none; the
 * same ATC at two rates is two groups, as it is two lines of the certificate (BIR form 2307). Throws `DomainError` naming
 * the rate of a line.
 */
export function withhold(lines: readonly { readonly net: bigint; readonly atc: string; readonly rate: unknown }[]): {
  lines: bigint[]
  groups: { atc: string; rate: string; base: bigint; tax: bigint }[]
} {
  const groups = new Map<string, { atc: string; rate: bigint; indexes: number[]; base: bigint }>()
  lines.forEach((line, index) => {
    const none = line.rate === null || line.rate === undefined || line.rate === ''
    const rate = none ? 0n : readRate(line.rate, `lines.${index}.rate`)
    if (rate === 0n) return
    const key = `${line.atc}|${rate}`
    const group = groups.get(key) ?? { atc: line.atc, rate, indexes: [], base: 0n }
    group.indexes.push(index)
    group.base += line.net
    groups.set(key, group)
  })
  const taxes: bigint[] = new Array(lines.length).fill(0n)
  const out = [...groups.values()].map((group) => {
    const tax = divideHalfUp(group.base * group.rate, WHOLE)
    const nets = group.indexes.map((index) => lines[index]!.net)
    const shares = shareTax(tax, nets, group.rate, WHOLE)
    group.indexes.forEach((index, k) => {
      taxes[index] = shares[k]!
    })
    return { atc: group.atc, rate: dec(group.rate).div(10_000).toString(), base: group.base, tax }
  })
  return { lines: taxes, groups: out }
}
