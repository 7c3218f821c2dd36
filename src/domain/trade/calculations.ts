/**
 * Set-wise calculations that descriptors call by name (`calculations` of a line template). Each reads header and line
 * fields, and returns new values for some of them; the same code runs in the browser while typing and on the server
 * before saving, so both always show the same centavo.
 *
 * Field names are parameters with the usual names as defaults. An output set to `null` is not computed.
 */
import { type Decimal, dec, fromCents, toCents } from '../../kernel/decimal.ts'
import { largestRemainder } from './allocate.ts'
import { isComputation, spreadTax, type VatClass, withhold } from './tax.ts'

/** A record or line in a request or response: numbers as Decimal, JSON number or numeric string. */
type Values = Readonly<Record<string, unknown>>
/** New values: those of the header, and one object per line in the order given. */
interface CalculationResult {
  header: Record<string, unknown>
  rows: Record<string, unknown>[]
}

interface CalculationDefinition {
  readonly name: string
  readonly description: string
  /** JSON Schema of the parameters (`with` in the descriptor). */
  readonly params: Readonly<Record<string, unknown>>
  /**
   * Fields read and written under the given parameters; `header` names header fields (dotted when they go
   * through a reference), `row` names fields of the lines.
   */
  fields(params: Values): { reads: { header: string[]; row: string[] }; writes: { header: string[]; row: string[] } }
  run(header: Values, rows: readonly Values[], params: Values): CalculationResult
}

type Names<D> = { readonly [K in keyof D]: string | null }

/** The names of a descriptor, over the defaults. */
function names<D extends Record<string, string | null>>(defaults: D, params: Values): Names<D> {
  const out: Record<string, string | null> = { ...defaults }
  for (const key of Object.keys(defaults)) {
    const given = params[key]
    if (typeof given === 'string' || given === null) out[key] = given
  }
  return out as Names<D>
}
const given = (...list: (string | null)[]): string[] => list.filter((name): name is string => name !== null)

/** Value at a dotted path; a record contains references as objects (`tax_type.rate`). */
function valueAt(values: Values, path: string | null): unknown {
  if (path === null) return undefined
  let value: unknown = values
  for (const part of path.split('.')) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Values)[part]
  }
  return value
}
function put(target: Record<string, unknown>, name: string | null, value: unknown): void {
  if (name !== null) target[name] = value
}
const nameParam = (description: string, fallback: string | null) => ({ type: ['string', 'null'], description, default: fallback }) as const
const paramSchema = (defaults: Record<string, string | null>, descriptions: Record<string, string>, required: string[] = []) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties: Object.fromEntries(Object.keys(descriptions).map((key) => [key, nameParam(descriptions[key]!, defaults[key] ?? null)])),
})

const TAX = {
  computation: 'tax_type.computation',
  rate: 'tax_type.rate',
  discount: 'discount_amount',
  amount: 'amount',
  vat_class: 'vat_class',
  subtotal: 'subtotal',
  taxable_amount: 'taxable_amount',
  zero_rated_amount: 'zero_rated_amount',
  exempt_amount: 'exempt_amount',
  net_amount: null,
  vat_amount: 'vat_amount',
  total: 'total',
  line_net: 'net',
  line_vat: 'tax_amount',
  line_total: 'total',
  line_category: null,
  settled_net: null,
  settled_vat: null,
} as const

const taxSpread: CalculationDefinition = {
  name: 'tax.spread',
  description:
    'VAT once per document and category, shared over the lines by largest remainder. Reads the line amounts ' +
    '(after line discounts), the document discount and the tax type; writes net, VAT and total of each line and of the document.',
  params: paramSchema(TAX, {
    computation: 'Header path: inclusive, exclusive, exempt, zero_rated or non_vat.',
    rate: 'Header path: VAT rate in percent.',
    discount: 'Header field: discount on the whole document, before VAT.',
    amount: 'Line field: quantity times price less line discount.',
    vat_class: 'Line field: V, Z or E; the class of the line’s item when empty.',
    subtotal: 'Header field written: sum of line amounts.',
    taxable_amount: 'Header field written: net of VATable lines.',
    zero_rated_amount: 'Header field written: net of zero-rated lines.',
    exempt_amount: 'Header field written: net of exempt lines.',
    net_amount: 'Header field written: net of all lines.',
    vat_amount: 'Header field written: VAT.',
    total: 'Header field written: total with VAT.',
    line_net: 'Line field written: amount without VAT, after its share of the document discount.',
    line_vat: 'Line field written: VAT.',
    line_total: 'Line field written: net plus VAT.',
    line_category: 'Line field written: VAT category that applied.',
    settled_net: 'Line field: net that is given, of goods that come back; where it is empty, the line is taxed.',
    settled_vat: 'Line field: VAT that goes with the given net.',
  }),
  fields(params) {
    const n = names<Record<keyof typeof TAX, string | null>>(TAX, params)
    return {
      reads: { header: given(n.computation, n.rate, n.discount), row: given(n.amount, n.vat_class, n.settled_net, n.settled_vat) },
      writes: {
        header: given(n.subtotal, n.taxable_amount, n.zero_rated_amount, n.exempt_amount, n.net_amount, n.vat_amount, n.total),
        row: given(n.line_net, n.line_vat, n.line_total, n.line_category),
      },
    }
  },
  run(header, rows, params) {
    const n = names<Record<keyof typeof TAX, string | null>>(TAX, params)
    // A new form has no tax type yet: treated as inclusive of a VAT that is not known.
    const computation = valueAt(header, n.computation)
    const result = spreadTax({
      computation: isComputation(computation) ? computation : 'inclusive',
      rate: dec(valueAt(header, n.rate)),
      discount: toCents(valueAt(header, n.discount)),
      lines: rows.map((row) => ({
        amount: toCents(valueAt(row, n.amount)),
        vatClass: vatClassOf(row, n.vat_class),
        settled: settledOf(valueAt(row, n.settled_net), valueAt(row, n.settled_vat)),
      })),
    })
    const out: Record<string, unknown> = {}
    put(out, n.subtotal, fromCents(result.subtotal))
    put(out, n.taxable_amount, fromCents(result.vatable))
    put(out, n.zero_rated_amount, fromCents(result.zeroRated))
    put(out, n.exempt_amount, fromCents(result.exempt))
    put(out, n.net_amount, fromCents(result.net))
    put(out, n.vat_amount, fromCents(result.vat))
    put(out, n.total, fromCents(result.gross))
    return {
      header: out,
      rows: result.lines.map((line) => {
        const row: Record<string, unknown> = {}
        put(row, n.line_net, fromCents(line.net))
        put(row, n.line_vat, fromCents(line.vat))
        put(row, n.line_total, fromCents(line.gross))
        put(row, n.line_category, line.category)
        return row
      }),
    }
  },
}

function vatClassOf(row: Values, path: string | null): VatClass {
  const value = valueAt(row, path) ?? valueAt(row, 'item.vat_class')
  return value === 'Z' || value === 'E' ? value : 'V'
}

const settledOf = (net: unknown, vat: unknown) => (net === null || net === undefined ? undefined : { net: toCents(net), vat: toCents(vat) })

const SPREAD = { amount: 'landed_cost', by: 'net', to: 'landed' } as const

const spreadAmount: CalculationDefinition = {
  name: 'spread',
  description: 'Shares a header amount over the lines in proportion to another line field, by largest remainder.',
  params: paramSchema(SPREAD, {
    amount: 'Header field: the amount shared out.',
    by: 'Line field: what the shares are in proportion to.',
    to: 'Line field written: the line’s share.',
  }),
  fields(params) {
    const n = names<Record<keyof typeof SPREAD, string | null>>(SPREAD, params)
    return { reads: { header: given(n.amount), row: given(n.by) }, writes: { header: [], row: given(n.to) } }
  },
  run(header, rows, params) {
    const n = names<Record<keyof typeof SPREAD, string | null>>(SPREAD, params)
    const weights = rows.map((row) => weightOf(valueAt(row, n.by)))
    const shares = largestRemainder(toCents(valueAt(header, n.amount)), weights)
    return {
      header: {},
      rows: shares.map((share) => {
        const row = {}
        put(row, n.to, fromCents(share))
        return row
      }),
    }
  },
}
const REGROUP = { per: 'source_line_id', amount: 'amount', by: 'net', entered: null, earlier: null, rate: null, to: 'share' } as const

/** The highest rate of expanded withholding tax in percent (section 2.57.2 of Revenue Regulations 2-98). */
const HIGHEST_RATE = 15
/** What a withheld amount may differ from the rate by, in pesos: certificates are rounded line by line. */
const WITHHOLDING_TOLERANCE = 1

/**
 * The part of an earlier amount that a withheld amount is of as well, because its certificate came after the payment: none where
 * the amount of the group accounts for it at the rate, all of it where both together do, else what the rate says.
 */
export function earlierPart({ amount, earlier, withheld, rate }: Record<'amount' | 'earlier' | 'withheld' | 'rate', Decimal>): Decimal {
  if (earlier.lessThanOrEqualTo(0)) return dec(0) as Decimal
  const most = amount.times(rate.isZero() ? HIGHEST_RATE : rate).dividedBy(100)
  if (withheld.lessThanOrEqualTo(most.plus(WITHHOLDING_TOLERANCE))) return dec(0) as Decimal
  if (rate.isZero()) return earlier
  const both = amount.plus(earlier).times(rate).dividedBy(100)
  return withheld.greaterThanOrEqualTo(both.minus(WITHHOLDING_TOLERANCE)) ? earlier : withheld.times(100).dividedBy(rate).minus(amount)
}

const regroup: CalculationDefinition = {
  name: 'regroup',
  description:
    'Adds an amount up over the rows of the same group, rounds the sum to centavos, and shares it over these rows in ' +
    'proportion to another amount of them, by largest remainder. Rows that have none of the latter, and groups without any, get none.',
  params: paramSchema(
    { ...REGROUP, entered: null, earlier: null, rate: null },
    {
      per: 'Line field: rows with the same value are a group.',
      amount: 'Line field: what is added up, unrounded.',
      by: 'Line field: what the shares are in proportion to.',
      entered: 'Line field: a value that someone entered instead of the share.',
      earlier: 'Line field: an amount of the group from before, which counts once, as far as `by` is more than `rate` of the amount.',
      rate: 'Line field: the usual rate of `by`, in percent; the highest one of expanded withholding tax where it is empty.',
      to: 'Line field written: the share.',
    },
  ),
  fields(params) {
    const n = names<Record<keyof typeof REGROUP, string | null>>(REGROUP, params)
    return {
      reads: { header: [], row: given(n.per, n.amount, n.by, n.entered, n.earlier, n.rate) },
      writes: { header: [], row: given(n.to) },
    }
  },
  run(_header, rows, params) {
    const n = names<Record<keyof typeof REGROUP, string | null>>(REGROUP, params)
    const groups = new Map<unknown, number[]>()
    rows.forEach((row, index) => {
      const group = String(valueAt(row, n.per) ?? '')
      if (toCents(valueAt(row, n.by)) !== 0n) groups.set(group, [...(groups.get(group) ?? []), index])
    })
    const out = rows.map((): unknown => null)
    for (const [group, indexes] of groups) {
      const all = rows.filter((row) => String(valueAt(row, n.per) ?? '') === group)
      const sum = all.reduce((total, row) => total.plus(dec(valueAt(row, n.amount)) ?? 0), dec(0) as Decimal)
      const weights = indexes.map((index) => toCents(valueAt(rows[index]!, n.by)))
      const [first] = all as [(typeof rows)[number]]
      const earlier = earlierPart({
        amount: sum,
        earlier: dec(valueAt(first, n.earlier) ?? 0) as Decimal,
        withheld: fromCents(weights.reduce((total, weight) => total + weight, 0n)),
        rate: dec(valueAt(first, n.rate) ?? 0) as Decimal,
      })
      largestRemainder(toCents(sum.plus(earlier)), weights).forEach((share, k) => {
        out[indexes[k]!] = fromCents(share)
      })
    }
    return {
      header: {},
      rows: out.map((share, index) => {
        const row = {}
        put(row, n.to, valueAt(rows[index]!, n.entered) ?? share)
        return row
      }),
    }
  },
}

/** Weights can be quantities: six decimals count. */
const weightOf = (value: unknown): bigint => BigInt((dec(value) as Decimal).times(1_000_000).toFixed(0))

const EWT = {
  base: 'net',
  atc: 'atc_code',
  rate: 'withholding_rate',
  default_atc: 'atc_code',
  default_rate: 'withholding_rate',
  to: 'withholding',
  total: 'withholding_amount',
} as const

const ewt: CalculationDefinition = {
  name: 'ewt',
  description:
    'Expanded withholding tax: once per ATC and rate on the net amounts, never on VAT, shared back over the lines. ' +
    'A line without a rate of its own uses the header’s.',
  params: paramSchema(EWT, {
    base: 'Line field: the amount without VAT.',
    atc: 'Line field: alphanumeric tax code.',
    rate: 'Line field: rate in percent.',
    default_atc: 'Header path: code of lines that have none.',
    default_rate: 'Header path: rate of lines that have none.',
    to: 'Line field written: tax withheld.',
    total: 'Header field written: tax withheld on the document.',
  }),
  fields(params) {
    const n = names<Record<keyof typeof EWT, string | null>>(EWT, params)
    return {
      reads: { header: given(n.default_atc, n.default_rate), row: given(n.base, n.atc, n.rate) },
      writes: { header: given(n.total), row: given(n.to) },
    }
  },
  run(header, rows, params) {
    const n = names<Record<keyof typeof EWT, string | null>>(EWT, params)
    const atc = valueAt(header, n.default_atc)
    const rate = valueAt(header, n.default_rate)
    const result = withhold(
      rows.map((row) => ({
        net: toCents(valueAt(row, n.base)),
        atc: String(valueAt(row, n.atc) ?? atc ?? ''),
        rate: valueAt(row, n.rate) ?? rate,
      })),
    )
    const out: Record<string, unknown> = {}
    put(out, n.total, fromCents(result.groups.reduce((sum, group) => sum + group.tax, 0n)))
    return {
      header: out,
      rows: result.lines.map((cents) => {
        const row = {}
        put(row, n.to, fromCents(cents))
        return row
      }),
    }
  },
}

/** Every calculation by name. */
export const calculations: Readonly<Record<string, CalculationDefinition>> = Object.freeze({
  [taxSpread.name]: taxSpread,
  [spreadAmount.name]: spreadAmount,
  [ewt.name]: ewt,
  [regroup.name]: regroup,
})
