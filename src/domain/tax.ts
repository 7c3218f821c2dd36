/**
 * VAT of a document: once per document and category, shared over the lines by largest remainder, so that
 * lines and totals always agree to the centavo (trading rules F1-F6; NIRC sections 106-108).
 */
import { dec } from './decimal.ts'
import { divideHalfUp, largestRemainder } from './spread.ts'

/** How prices of a document relate to VAT. */
export type TaxComputation = 'inclusive' | 'exclusive' | 'exempt' | 'zero_rated' | 'non_vat'
/** VATable, zero-rated or exempt. */
export type VatClass = 'V' | 'Z' | 'E'

export interface TaxInput {
  readonly computation: TaxComputation
  /** Percent, e.g. 12. */
  readonly rate: unknown
  /** Discount on the whole document in centavos, before VAT. */
  readonly discount: bigint
  readonly lines: readonly { readonly amount: bigint; readonly vatClass: VatClass }[]
}
export interface TaxLine {
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

/** Rule F3: the document's tax type overrides the item's class; a seller without VAT has exempt lines only. */
export function categoryOf(computation: TaxComputation, vatClass: VatClass): VatClass {
  if (computation === 'exempt' || computation === 'non_vat') return 'E'
  if (computation === 'zero_rated') return 'Z'
  return vatClass
}

/** Works out the taxes of a document. All amounts in centavos; the rate in percent, to four decimals. */
export function spreadTax(input: TaxInput): TaxResult {
  const count = input.lines.length
  let subtotal = 0n
  for (const line of input.lines) subtotal += line.amount
  const amounts = input.lines.map((line) => line.amount)
  if (input.discount !== 0n) {
    const shares = largestRemainder(input.discount, amounts)
    for (let i = 0; i < count; i++) amounts[i]! -= shares[i]!
  }
  const categories = input.lines.map((line) => categoryOf(input.computation, line.vatClass))
  const at: number[] = []
  let base = 0n
  for (let i = 0; i < count; i++) {
    if (categories[i] !== 'V') continue
    at.push(i)
    base += amounts[i]!
  }
  const inclusive = input.computation === 'inclusive'
  // Rate in ten-thousandths of a percent: 12 -> 120000 of 1000000.
  const rate = BigInt(dec(input.rate).times(10_000).toFixed(0))
  const vat = inclusive ? divideHalfUp(base * rate, 1_000_000n + rate) : divideHalfUp(base * rate, 1_000_000n)
  const shares = largestRemainder(
    vat,
    at.map((i) => amounts[i]!),
  )
  const vats: bigint[] = new Array(count).fill(0n)
  for (let k = 0; k < at.length; k++) vats[at[k]!] = shares[k]!

  const lines: TaxLine[] = new Array(count)
  const nets = { V: 0n, Z: 0n, E: 0n }
  let net = 0n
  let gross = 0n
  for (let i = 0; i < count; i++) {
    const lineNet = inclusive ? amounts[i]! - vats[i]! : amounts[i]!
    const lineGross = lineNet + vats[i]!
    lines[i] = { category: categories[i]!, net: lineNet, vat: vats[i]!, gross: lineGross }
    nets[categories[i]!] += lineNet
    net += lineNet
    gross += lineGross
  }
  return { lines, vatable: nets.V, zeroRated: nets.Z, exempt: nets.E, subtotal, net, vat: at.length ? vat : 0n, gross }
}

/**
 * Expanded withholding tax, rule F7: per ATC once per document, `round2(rate × net)`, never on VAT.
 * Answers the tax per line (largest remainder within its ATC) and per ATC, in centavos.
 */
export function withhold(lines: readonly { readonly net: bigint; readonly atc: string; readonly rate: unknown }[]): {
  lines: bigint[]
  groups: { atc: string; rate: string; base: bigint; tax: bigint }[]
} {
  const groups = new Map<string, { atc: string; rate: bigint; at: number[]; base: bigint }>()
  lines.forEach((line, index) => {
    const rate = BigInt(dec(line.rate).times(10_000).toFixed(0))
    if (rate === 0n) return
    const key = `${line.atc}|${rate}`
    const group = groups.get(key) ?? { atc: line.atc, rate, at: [], base: 0n }
    group.at.push(index)
    group.base += line.net
    groups.set(key, group)
  })
  const taxes: bigint[] = new Array(lines.length).fill(0n)
  const out = [...groups.values()].map((group) => {
    const tax = divideHalfUp(group.base * group.rate, 1_000_000n)
    const shares = largestRemainder(
      tax,
      group.at.map((index) => lines[index]!.net),
    )
    group.at.forEach((index, k) => {
      taxes[index] = shares[k]!
    })
    return { atc: group.atc, rate: dec(group.rate).div(10_000).toString(), base: group.base, tax }
  })
  return { lines: taxes, groups: out }
}
