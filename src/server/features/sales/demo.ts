/**
 * Customers and what is sold to them: quotations, orders and reservations, delivered, invoiced and collected, each by the
 * person whose job it is, on the day it happened.
 */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import { customerName, SELLERS, STREETS } from '../../demo-kit/catalogue.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom, type Random } from '../../demo-kit/random.ts'
import { create, idsBy, largeCities } from '../../demo-kit/records.ts'
import type { Timeline } from '../../demo-kit/timeline.ts'
import { DAYS_OF_MONTH, roundQty, roundUp, type TradePlan } from '../../demo-kit/trade-plan.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { demoCollections } from './collection-demo.ts'
import { reserveItem } from './handlers.ts'

/** The first order comes some days after the opening. */
const FIRST_SALE = 3
/** Orders of a company of the smallest scale: two a month. */
const FEWEST = 12
/** Credit limits in orders of average size; null: no limit. The first customers, who buy most, have the highest. */
const LIMITS = [null, 2, 3, 4] as const
const HIGHEST = 8
const FIRST_CUSTOMERS = 3
/** Months of the history. */
const MONTHS = 6
/** Rules by which a delivery waits for credit. */
const HELD: ReadonlySet<string> = new Set(['E_CREDIT_LIMIT', 'E_OVERDUE'])
const ENOUGH = 8
/** Most of a bucket that one line takes. */
const MOST = 0.9

/** Sellers, and customers with an address each; returns the customers. */
export async function makeCustomers(
  ctx: Ctx,
  company: DemoCompany,
  { trade, scale }: { readonly trade: TradePlan; readonly scale: number },
): Promise<number[]> {
  const random = createRandom(company.seed + 3)
  const [terms, taxes, types, levels, cities, countries] = await Promise.all([
    idsBy(ctx, 'payment_term', 'code'),
    idsBy(ctx, 'tax_type', 'code'),
    idsBy(ctx, 'entity_type', 'code'),
    idsBy(ctx, 'price_level', 'code'),
    largeCities(ctx),
    idsBy(ctx, 'country', 'code'),
  ])
  const users = await idsBy(ctx, 'user', 'username')
  const sellers: number[] = []
  for (const [index, [name, seller_type]] of SELLERS.entries())
    sellers.push(
      await create(ctx, 'seller', {
        code: `SL${String(index + 1).padStart(2, '0')}`,
        name,
        seller_type,
        quota: roundUp((trade.sales * (6 - index)) / 21),
        commission_rate: seller_type === 'In-house' ? 1 : 3,
        ...(index === 0 ? { user_id: users.get('sales')! } : {}),
      }),
    )
  const average = (trade.sales * MONTHS) / ordersOf(company, scale)
  const customers: number[] = []
  for (let index = 0; index < Math.max(3, Math.round(company.customers * scale)); index++) {
    const corporate = index % 2 === 0
    const limit = index < FIRST_CUSTOMERS ? HIGHEST : random.pick(LIMITS)
    const id = await create(ctx, 'customer', {
      code: `C${String(index + 1).padStart(4, '0')}`,
      name: `${customerName(index)}${corporate ? ' Inc.' : ''}`,
      entity_type_id: types.get(corporate ? 'CORP' : 'SOLE')!,
      tin: `${random.int(100, 999)}-${random.int(100, 999)}-${random.int(100, 999)}-00000`,
      email: `orders${index + 1}@customer.example`,
      phone: `(02) 8${random.int(100, 999)}-${random.int(1000, 9999)}`,
      price_level_id: index % 5 === 3 ? levels.get('WHOLESALE')! : index % 7 === 5 ? levels.get('DEALER')! : levels.get('RETAIL')!,
      payment_term_id: terms.get(random.pick(['COD', 'N15', 'N30', 'N30']))!,
      tax_type_id: taxes.get('VATIN')!,
      credit_limit: limit === null ? null : roundUp(average * 1.12 * limit),
      ...(index % 4 === 0 ? { withholding_rate: 1, atc_code: 'WC158' } : {}),
      seller_id: random.pick(sellers),
      // The cashier collects, but for some accounts, and from the fewest anyone may.
      ...(index % 6 === 5 ? {} : { collector_id: users.get(index % 4 === 3 ? 'admin' : 'cashier')! }),
    })
    customers.push(id)
    await create(ctx, 'address', {
      owner_type: 'customer',
      owner_id: id,
      label: 'Shipping',
      line_1: `${random.int(1, 980)} ${random.pick(STREETS)}`,
      country_id: countries.get('PH')!,
      city_id: random.pick([...cities.values()]),
      is_default: true,
    })
  }
  return customers
}

/** Orders of the whole history. */
export const ordersOf = (plan: DemoCompany, scale: number): number => Math.max(FEWEST, Math.round(plan.sales * scale))

interface Stocked {
  readonly item_id: number
  readonly location_id: number
  readonly branch_id: number
  readonly uom_id: number
  /** Base units that no branch has in stock. */
  readonly free: number
  readonly cost: number
  /** List price without VAT. */
  readonly price: number
}

/** Whom is sold to, and the account that they pay into. */
interface Market {
  readonly customers: readonly number[]
  readonly bank_account_id: number
}

/** The company to be made and the market it sells to. */
interface SalesHistory {
  readonly plan: DemoCompany
  readonly market: Market
  readonly trade: TradePlan
  readonly scale: number
  readonly days: number
  readonly timeline: Timeline
}

/**
 * Orders, each delivered, invoiced and, most of them, collected: in time, late, in part or not at all. What the credit limit
 * forbids stays a draft, as it would.
 */
export async function makeSales(
  host: DemoHost,
  company: Company,
  { plan, market: { customers, bank_account_id }, trade, scale, days, timeline }: SalesHistory,
): Promise<void> {
  const random = createRandom(plan.seed + 4)
  const [seller, warehouse, accountant, cashier] = await Promise.all(
    (['sales', 'warehouse', 'accountant', 'cashier'] as const).map((name) => host.as(company, name)),
  )
  const taxes = await idsBy(seller!, 'tax_type', 'code')
  const post = (ctx: Ctx, name: string, id: number) =>
    ctx.services.workflow.carryOut(ctx, ctx.modules.get(name)!, { id, action: 'post', input: {} })
  const from = (ctx: Ctx, target: string, source: string, id: number) =>
    ctx.services.records.defaults(ctx, ctx.modules.get(target)!, { module: source, ids: [id] })
  const orders = ordersOf(plan, scale)
  const drafts = Math.min(3, Math.ceil(orders / 12))

  const collect = demoCollections({ accountant: accountant!, cashier: cashier!, bank_account_id, random, days, timeline })
  const invoicing = (delivery: number, index: number, day: number) => {
    timeline.add(day, async () => {
      const id = await create(accountant!, 'invoice', await from(accountant!, 'invoice', 'delivery_receipt', delivery))
      if (day >= days - 2) return
      const { due_date } = await accountant!.services.workflow.transition(accountant!, accountant!.modules.get('invoice')!, {
        id,
        action: 'post',
        input: {},
      })
      const term = Math.round((Date.parse(String(due_date)) - Date.parse(accountant!.clock.today(company.time_zone))) / DAY_MS)
      // Nearly all pay, some of them much too late, a few not at all, the last not yet.
      if (index % 24 === 13 || index >= orders - drafts - 1) return
      collect(id, day + Math.max(0, term + (index % 8 === 5 ? random.int(30, 55) : random.int(-5, 12))) + 1)
    })
  }
  const delivering = (order: number, index: number, day: number) => {
    timeline.add(day, async () => {
      const { keys, sold, cost } = promised.get(order)!
      for (const key of keys) promises.delete(key)
      const draft = await from(warehouse!, 'delivery_receipt', 'sales_order', order)
      const id = await create(warehouse!, 'delivery_receipt', {
        ...draft,
        delivery_mode: 'pickup',
        driver: random.pick(['R. Santos', 'J. Cruz']),
      })
      if (day >= days - 1) return
      const posted = await post(warehouse!, 'delivery_receipt', id).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && HELD.has(error.rule ?? '')) return false
          throw error
        },
      )
      if (posted) return invoicing(id, index, day + random.int(0, 3))
      trade.so.sold -= sold
      trade.so.onHand += cost
    })
  }
  /** Orders not delivered yet; their goods are not sold again. */
  const promised = new Map<number, { keys: readonly string[]; sold: number; cost: number }>()
  const promises = new Set<string>()
  const keyOf = ({ item_id, location_id }: Stocked): string => `${location_id} ${item_id}`
  const selling = (index: number, day: number) => {
    timeline.add(day, async () => {
      const shelves = (await stocked(seller!)).filter((shelf) => !promises.has(keyOf(shelf)))
      const place = placeOf(random, shelves)
      if (!place) return
      const here = shelves.filter((shelf) => shelf.location_id === place.location_id)
      // What is there most of is sold first.
      const count = random.int(7, 12)
      const wanted = random.sample(here.slice(0, count * 2), count)
      const header = {
        // The first on the list buy most.
        customer_id: customers[Math.floor((random.int(0, 999) / 1000) ** 2 * customers.length)]!,
        branch_id: place.branch_id,
        location_id: place.location_id,
        tax_type_id: taxes.get(index % 6 === 4 ? 'VATEX' : 'VATIN')!,
      }
      const due = (trade.sales * (day + (days - FIRST_SALE) / orders)) / DAYS_OF_MONTH
      const { id, sold, cost } = await order(
        index,
        header,
        wanted,
        Math.max((due - trade.so.sold) * (random.int(85, 115) / 100), trade.sales / 50),
      )
      if (index >= orders - drafts) return
      const keys = wanted.map(keyOf)
      promised.set(id, { keys, sold, cost })
      trade.so.sold += sold
      trade.so.onHand -= cost
      for (const key of keys) promises.add(key)
      await post(seller!, 'sales_order', id)
      delivering(id, index, day + random.int(1, 4))
    })
  }
  /** From the cart, from a quotation, or as it comes. */
  const order = async (index: number, header: Row, wanted: readonly Stocked[], amount: number) => {
    if (index % 8 === 1) return { id: await fromCart(seller!, header, wanted, random), sold: 0, cost: 0 }
    const items = linesOf(random, wanted, amount)
    const worth = {
      sold: items.reduce((sum, { qty, price }) => sum + qty * price, 0),
      cost: items.reduce((sum, { qty, cost }) => sum + qty * cost, 0),
    }
    if (index % 4 === 3) return { id: await create(seller!, 'sales_order', { ...header, items: proposed(items) }), ...worth }
    const quotation = await create(seller!, 'sales_quotation', { ...header, items: proposed(items) })
    await post(seller!, 'sales_quotation', quotation)
    return { id: await create(seller!, 'sales_order', await from(seller!, 'sales_order', 'sales_quotation', quotation)), ...worth }
  }
  for (let index = 0; index < orders; index++) selling(index, FIRST_SALE + Math.floor((index * (days - FIRST_SALE)) / orders))
}

/** The location of an order: one of those with most goods. */
function placeOf(random: Random, shelves: readonly Stocked[]): Stocked | undefined {
  const worth = new Map<number, number>()
  for (const { location_id, free, cost } of shelves) worth.set(location_id, (worth.get(location_id) ?? 0) + free * cost)
  const [first, second] = [...worth].sort((a, b) => b[1] - a[1]).map(([id]) => id)
  const location = second !== undefined && random.chance(0.4) ? second : first
  return shelves.find(({ location_id }) => location_id === location)
}

interface Line extends Row {
  readonly qty: number
  readonly cost: number
  readonly price: number
}

/** The form proposes the price of the customer's level. */
const proposed = (lines: readonly Line[]): Row[] => lines.map(({ cost, price, ...line }) => line)

/** An amount without VAT over the items, as far as there is enough of each. */
function linesOf(random: Random, wanted: readonly Stocked[], amount: number): Line[] {
  let rest = amount
  // What there is most of comes last and takes what the others could not.
  const ordered = [...wanted].sort((a, b) => a.free * a.price - b.free * b.price)
  return ordered.map(({ item_id, uom_id, free, cost, price }, index) => {
    const part = (rest / (ordered.length - index)) * (random.int(70, 130) / 100)
    const qty = roundQty(Math.min(free * MOST, part / price))
    rest = Math.max(0, rest - qty * price)
    return { item_id, uom_id, qty, discount_percent: random.chance(0.1) ? 5 : 0, cost, price }
  })
}

/** Reserves item by item, as the cart does, and checks out; returns the order. */
async function fromCart(ctx: Ctx, header: Row, wanted: readonly Stocked[], random: Random): Promise<number> {
  const { customer_id, branch_id, location_id } = header
  const id = await create(ctx, 'stock_reservation', { customer_id, branch_id, location_id })
  const module = ctx.modules.get('stock_reservation')!
  for (const { item_id } of wanted) await reserveItem(ctx, module, { source_id: id, item_id, qty: random.int(1, 3) })
  const done = await ctx.services.workflow.transition(ctx, module, { id, action: 'checkout', input: {} })
  return Number(done['sales_order_id'])
}

/** Items with unreserved stock, in the branches' warehouses. */
async function stocked(ctx: Ctx): Promise<Stocked[]> {
  return ctx.db.query<Stocked>(
    sql`
      SELECT b.item_id::int AS item_id, b.location_id::int AS location_id, l.branch_id::int AS branch_id,
        i.uom_id::int AS uom_id, (b.qty - b.reserved_qty)::float8 AS free, i.cost::float8 AS cost,
        (i.selling_price / CASE i.vat_class WHEN 'V' THEN 1.12 ELSE 1 END)::float8 AS price
      FROM ${table(ctx, 'stock_bucket')} b
      JOIN ${table(ctx, 'inventory_location')} l ON l.id = b.location_id
      JOIN ${table(ctx, 'item')} i ON i.id = b.item_id
      WHERE b.qty - b.reserved_qty >= ${raw(String(ENOUGH))} AND l.is_sellable
      ORDER BY (b.qty - b.reserved_qty) * i.cost DESC, b.location_id, b.item_id
    `,
  )
}
