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
import type { Company, Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { reserveItem } from './handlers.ts'

/** The first goods are sold some days after they came. */
const FIRST_SALE = 14
/** Rules by which a delivery waits for credit. */
const HELD: ReadonlySet<string> = new Set(['E_CREDIT_LIMIT', 'E_OVERDUE'])
const ENOUGH = 8

/** Sellers, and customers with an address each; returns the customers. */
export async function makeCustomers(ctx: Ctx, company: DemoCompany, scale: number): Promise<number[]> {
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
        quota: (6 - index) * 100_000,
        commission_rate: seller_type === 'In-house' ? 1 : 3,
        ...(index === 0 ? { user_id: users.get('sales')! } : {}),
      }),
    )
  const customers: number[] = []
  for (let index = 0; index < Math.max(3, Math.round(company.customers * scale)); index++) {
    const corporate = index % 2 === 0
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
      credit_limit: random.pick([null, 250_000, 500_000, 1_000_000]),
      ...(index % 4 === 0 ? { withholding_rate: 1, atc_code: 'WC158' } : {}),
      seller_id: random.pick(sellers),
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

interface Stocked {
  readonly item_id: number
  readonly location_id: number
  readonly branch_id: number
  readonly uom_id: number
  /** Base units that nobody keeps. */
  readonly free: number
}

/** Whom is sold to, and the account that they pay into. */
interface Market {
  readonly customers: readonly number[]
  readonly bank_account_id: number
}

/**
 * Orders, each delivered, invoiced and, most of them, collected: in time, late, in part or not at all. What the credit limit
 * forbids stays a draft, as it would.
 */
export async function makeSales(
  host: DemoHost,
  company: Company,
  plan: DemoCompany,
  { customers, bank_account_id }: Market,
  scale: number,
  days: number,
  timeline: Timeline,
): Promise<void> {
  const random = createRandom(plan.seed + 4)
  const [seller, warehouse, accountant, cashier] = await Promise.all(
    (['sales', 'warehouse', 'accountant', 'cashier'] as const).map((name) => host.as(company, name)),
  )
  const taxes = await idsBy(seller!, 'tax_type', 'code')
  const post = (ctx: Ctx, name: string, id: number) => ctx.services.workflow.transition(ctx, ctx.modules.get(name)!, id, 'post', {})
  const from = (ctx: Ctx, target: string, source: string, id: number) =>
    ctx.services.records.defaults(ctx, ctx.modules.get(target)!, { module: source, ids: [id] })
  const orders = Math.max(1, Math.round(plan.sales * scale))

  const collect = (invoice: number, day: number) => {
    timeline.add(day, async () => {
      const draft = await from(cashier!, 'cash_receipt', 'invoice', invoice)
      const [row] = draft['items'] as Row[]
      const record = await accountant!.services.records.get(accountant!, accountant!.modules.get('invoice')!, invoice)
      const withheld = Number(record['withholding_amount'] ?? 0)
      const due = Number(row!['amount'])
      const amount = random.chance(0.15) ? Math.round(due / 2) : due
      const kind = random.pick(['bank_transfer', 'bank_transfer', 'bank_transfer', 'cash'])
      const withholding = amount === due ? withheld : 0
      const id = await create(cashier!, 'cash_receipt', {
        ...draft,
        bank_account_id,
        tenders: [{ kind, amount: Math.round((amount - withholding) * 100) / 100 }],
        items: [{ ...row, amount, withholding, ...(withholding > 0 ? { atc_code: 'WC158', form_2307_received: true } : {}) }],
      })
      if (day < days - 2) await post(cashier!, 'cash_receipt', id)
    })
  }
  const invoicing = (delivery: number, day: number) => {
    timeline.add(day, async () => {
      const id = await create(accountant!, 'invoice', await from(accountant!, 'invoice', 'delivery_receipt', delivery))
      if (day >= days - 2) return
      const { due_date } = await post(accountant!, 'invoice', id)
      const term = Math.round((Date.parse(String(due_date)) - Date.parse(accountant!.clock.today(company.time_zone))) / DAY_MS)
      if (random.chance(0.85)) collect(id, day + Math.max(0, term + random.int(-5, 12)) + 1)
    })
  }
  const delivering = (order: number, day: number) => {
    timeline.add(day, async () => {
      const draft = await from(warehouse!, 'delivery_receipt', 'sales_order', order)
      const id = await create(warehouse!, 'delivery_receipt', {
        ...draft,
        delivery_mode: 'pickup',
        driver: random.pick(['R. Santos', 'J. Cruz']),
      })
      if (day >= days - 1) return
      const posted = await post(warehouse!, 'delivery_receipt', id).catch((error: unknown) => {
        if (error instanceof AppError && HELD.has(error.rule ?? '')) return undefined
        throw error
      })
      if (posted) invoicing(id, day + random.int(0, 3))
    })
  }
  const selling = (index: number, day: number) => {
    timeline.add(day, async () => {
      const shelves = await stocked(seller!)
      if (shelves.length === 0) return
      const place = random.pick(shelves)
      const wanted = random.sample(
        shelves.filter((shelf) => shelf.location_id === place.location_id),
        random.int(2, 8),
      )
      const header = {
        customer_id: random.pick(customers),
        branch_id: place.branch_id,
        location_id: place.location_id,
        tax_type_id: taxes.get(index % 6 === 4 ? 'VATEX' : 'VATIN')!,
      }
      const id = await order(index, header, wanted)
      if (index >= orders - 3) return
      await post(seller!, 'sales_order', id)
      delivering(id, day + random.int(1, 4))
    })
  }
  /** From the cart, from a quotation, or as it comes. */
  const order = async (index: number, header: Row, wanted: readonly Stocked[]): Promise<number> => {
    if (index % 4 === 1) return fromCart(seller!, header, wanted, random)
    const items = linesOf(random, wanted)
    if (index % 4 === 3) return create(seller!, 'sales_order', { ...header, items })
    const quotation = await create(seller!, 'sales_quotation', { ...header, items })
    await post(seller!, 'sales_quotation', quotation)
    return create(seller!, 'sales_order', await from(seller!, 'sales_order', 'sales_quotation', quotation))
  }
  for (let index = 0; index < orders; index++) selling(index, FIRST_SALE + Math.floor((index * (days - FIRST_SALE)) / orders))
}

const linesOf = (random: Random, wanted: readonly Stocked[]): Row[] =>
  wanted.map(({ item_id, uom_id, free }) => ({
    item_id,
    uom_id,
    qty: Math.max(1, Math.floor(free * random.pick([0.3, 0.5, 0.7]))),
    discount_percent: random.chance(0.1) ? 5 : 0,
  }))

/** Reserves item by item, as the cart does, and checks out; returns the order. */
async function fromCart(ctx: Ctx, header: Row, wanted: readonly Stocked[], random: Random): Promise<number> {
  const { customer_id, branch_id, location_id } = header
  const id = await create(ctx, 'stock_reservation', { customer_id, branch_id, location_id })
  const module = ctx.modules.get('stock_reservation')!
  for (const { item_id } of wanted) await reserveItem(ctx, module, { source_id: id, item_id, qty: random.int(1, 3) })
  const done = await ctx.services.workflow.transition(ctx, module, id, 'checkout', {})
  return Number(done['sales_order_id'])
}

/** Items with unreserved stock, in the branches' warehouses. */
async function stocked(ctx: Ctx): Promise<Stocked[]> {
  return ctx.db.query<Stocked>(
    sql`
      SELECT b.item_id::int AS item_id, b.location_id::int AS location_id, l.branch_id::int AS branch_id,
        i.uom_id::int AS uom_id, (b.qty - b.reserved_qty)::float8 AS free
      FROM ${table(ctx, 'stock_bucket')} b
      JOIN ${table(ctx, 'inventory_location')} l ON l.id = b.location_id
      JOIN ${table(ctx, 'item')} i ON i.id = b.item_id
      WHERE b.qty - b.reserved_qty >= ${raw(String(ENOUGH))} AND l.is_sellable
      ORDER BY b.location_id, b.item_id
    `,
  )
}
