/**
 * The selling price of an item (trading rules, price level). The price levels of a sale are tried in order: the
 * customer's, the branch's, at last the prices marked as the item's default; the first one with a price applies, else the
 * item's own price. List prices are pesos per unit with VAT, to four decimals, half-up, rounded once.
 */
import { type Decimal, ONE, round4 } from '../../kernel/decimal.ts'
import { type Amount, readAmount, readPositive } from '../statutory/amount.ts'
import type { TaxComputation, VatClass } from './tax.ts'
import { BASE, convertPrice, convertQuantity, type Factor } from './uom.ts'

interface Unit {
  readonly uom_id: number
  readonly factor: Factor
}

/** A price kept for an item on a level. */
export interface LevelPrice {
  readonly unit: Unit
  /** Pesos per unit. */
  readonly price: Amount
  /** The price counts from this quantity of its unit; 1 when empty. */
  readonly min_qty?: Amount | null
  /** First and last day it counts, `YYYY-MM-DD`; open when empty. */
  readonly effective_from?: string | null
  readonly effective_to?: string | null
  /** Whether it includes VAT. Yes when empty. */
  readonly is_vat_inclusive?: boolean | null
}

/** A list of prices a customer may buy at. */
export interface PriceLevel {
  /** `discount` takes `percent` off the item's own price, `markup` puts it on the item's cost; `fixed` has only the prices kept. */
  readonly basis?: 'fixed' | 'markup' | 'discount' | null
  readonly percent?: Amount | null
  readonly valid_from?: string | null
  readonly valid_until?: string | null
  readonly is_active?: boolean | null
  readonly prices: readonly LevelPrice[]
}

export interface PriceQuestion {
  readonly item: {
    /** Pesos per base unit, with VAT. */
    readonly selling_price?: Amount | null
    /** Pesos per base unit, without VAT. */
    readonly cost?: Amount | null
    readonly vat_class?: VatClass | null
  }
  /** The unit of the price. */
  readonly unit: Unit
  /** In that unit; less than one asks for the price of one. */
  readonly qty: Amount
  /** Day of the sale. */
  readonly date: string
  /** VAT in list prices, percent. */
  readonly vat_rate: Amount
  /** The levels that count, first the customer's. */
  readonly levels: readonly PriceLevel[]
}

const counts = (date: string, from?: string | null, to?: string | null): boolean => (!from || from <= date) && (!to || to >= date)
const withVat = (price: Decimal, question: PriceQuestion): Decimal =>
  question.item.vat_class === 'V' ? price.times(readPositive(question.vat_rate, 'vat_rate').div(100).plus(1)) : price

/**
 * The price of a level that fits best: of the requested unit before others, then the one for the greatest quantity that
 * is reached, then the latest. Ties go to the later in the list.
 */
function bestPrice(prices: readonly LevelPrice[], question: Pick<PriceQuestion, 'unit' | 'qty' | 'date'>): LevelPrice | undefined {
  const asked = readAmount(question.qty, 'qty')
  const base = convertQuantity(asked.lt(1) ? ONE : asked, question.unit.factor, BASE)
  const fitting = prices
    .filter((price) => counts(question.date, price.effective_from, price.effective_to))
    .map((price) => ({
      one: price,
      own: price.unit.uom_id === question.unit.uom_id,
      from: convertQuantity(price.min_qty ?? 1, price.unit.factor, BASE),
      since: price.effective_from ?? '',
    }))
    .filter(({ from }) => from.lte(base))
  return fitting.reduce<(typeof fitting)[number] | undefined>((best, next) => {
    if (!best) return next
    if (next.own !== best.own) return next.own ? next : best
    if (!next.from.eq(best.from)) return next.from.gt(best.from) ? next : best
    return next.since >= best.since ? next : best
  }, undefined)?.one
}

/** The price by a level; undefined when it does not apply on the day or has none for the item. */
function levelPrice(level: PriceLevel, question: PriceQuestion): Decimal | undefined {
  if (level.is_active === false || !counts(question.date, level.valid_from, level.valid_until)) return undefined
  const best = bestPrice(level.prices, question)
  if (best) {
    const price = convertPrice(readPositive(best.price, 'price'), best.unit.factor, question.unit.factor)
    return best.is_vat_inclusive === false ? withVat(price, question) : price
  }
  const share = () => readAmount(level.percent ?? 0, 'percent').div(100)
  if (level.basis === 'discount') return ownPrice(question).times(ONE.minus(share()))
  if (level.basis === 'markup')
    return withVat(convertPrice(readPositive(question.item.cost ?? 0, 'cost'), BASE, question.unit.factor).times(share().plus(1)), question)
  return undefined
}

const ownPrice = (question: PriceQuestion): Decimal =>
  convertPrice(readPositive(question.item.selling_price ?? 0, 'selling_price'), BASE, question.unit.factor)

/** The list price of a unit of the item, with VAT, `round4`. Throws `DomainError` naming the field. */
export function listPrice(question: PriceQuestion): Decimal {
  for (const level of question.levels) {
    const price = levelPrice(level, question)
    if (price) return round4(price)
  }
  return round4(ownPrice(question))
}

/**
 * A list price under a tax type: prices quoted without VAT are `round4(list / 1.12)` for VATable items, and the list
 * price for all others. Changing back to inclusive looks up the list price again; it never multiplies.
 */
export function quotedPrice(list: Amount, tax: { computation: TaxComputation; vat_class: VatClass; vat_rate: Amount }): Decimal {
  const price = readPositive(list, 'list_price')
  const without = tax.vat_class === 'V' && ['exclusive', 'exempt', 'zero_rated'].includes(tax.computation)
  const rate = readPositive(tax.vat_rate, 'vat_rate')
  return without ? round4(price.div(rate.div(100).plus(1))) : price
}
