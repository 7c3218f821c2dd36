/**
 * Customers and what they order: quotations that become orders, orders taken at once, and reservations that are
 * checked out, each by the person whose job it is, on the day it happened.
 */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import { customerName, SELLERS, STREETS } from '../../demo-kit/catalogue.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom, type Random } from '../../demo-kit/random.ts'
import { create, idsBy, largeCities } from '../../demo-kit/records.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { reserveItem } from './handlers.ts'

/** Orders are of the last weeks, when there is stock to sell. */
const SELLING_DAYS = 60
const ENOUGH = 8

/** Sellers, and customers with an address each; answers the customers. */
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
      credit_limit: random.pick([null, 50_000, 100_000, 250_000]),
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
}

export async function makeSales(
  host: DemoHost,
  company: Company,
  plan: DemoCompany,
  customers: readonly number[],
  scale: number,
  start: Date,
  days: number,
): Promise<void> {
  const random = createRandom(plan.seed + 4)
  const seller = await host.as(company, 'sales')
  const { records, workflow } = seller.services
  const module = (name: string) => seller.modules.get(name)!
  const post = (name: string, id: number) => workflow.transition(seller, module(name), id, 'post', {})
  const taxes = await idsBy(seller, 'tax_type', 'code')
  const shelves = await stocked(seller)
  if (shelves.length === 0) return
  const orders = Math.max(1, Math.round(plan.sales * scale))
  for (let index = 0; index < orders; index++) {
    const day = days - SELLING_DAYS + Math.floor((index * SELLING_DAYS) / orders)
    host.setClock(new Date(start.getTime() + day * DAY_MS + 6 * 3_600_000 + index * 1000))
    const place = random.pick(shelves)
    const wanted = random.sample(
      shelves.filter((one) => one.location_id === place.location_id),
      random.int(1, 5),
    )
    const header = {
      customer_id: random.pick(customers),
      branch_id: place.branch_id,
      location_id: place.location_id,
      tax_type_id: taxes.get(index % 6 === 4 ? 'VATEX' : 'VATIN')!,
    }
    const items = linesOf(random, wanted)
    if (index % 4 === 1) {
      const order = await fromCart(seller, header, wanted, random)
      if (index < orders - 2) await post('sales_order', order)
    } else if (index % 4 === 2) {
      const quotation = await create(seller, 'sales_quotation', { ...header, items })
      await post('sales_quotation', quotation)
      if (index > orders - 3) continue
      const draft = await records.defaults(seller, module('sales_order'), { module: 'sales_quotation', ids: [quotation] })
      await post('sales_order', await create(seller, 'sales_order', draft))
    } else {
      const order = await create(seller, 'sales_order', { ...header, items })
      if (index < orders - 3) await post('sales_order', order)
    }
  }
}

const linesOf = (random: Random, wanted: readonly Stocked[]): Row[] =>
  wanted.map(({ item_id, uom_id }) => ({ item_id, uom_id, qty: random.int(1, 4), discount_percent: random.chance(0.1) ? 5 : 0 }))

/** Reserves item by item, as the cart does, and checks out; answers the order. */
async function fromCart(ctx: Ctx, header: Row, wanted: readonly Stocked[], random: Random): Promise<number> {
  const { customer_id, branch_id, location_id } = header
  const id = await create(ctx, 'stock_reservation', { customer_id, branch_id, location_id })
  const module = ctx.modules.get('stock_reservation')!
  for (const { item_id } of wanted) await reserveItem(ctx, module, { source_id: id, item_id, qty: random.int(1, 3) })
  const done = await ctx.services.workflow.transition(ctx, module, id, 'checkout', {})
  return Number(done['sales_order_id'])
}

/** Items with stock that nobody keeps, in the branches' warehouses. */
async function stocked(ctx: Ctx): Promise<Stocked[]> {
  const table = (name: string) => qualify(ctx.company.schema, name)
  return ctx.db.query<Stocked>(
    `SELECT b.item_id::int AS item_id, b.location_id::int AS location_id, l.branch_id::int AS branch_id, i.uom_id::int AS uom_id
     FROM ${table('stock_bucket')} b JOIN ${table('inventory_location')} l ON l.id = b.location_id JOIN ${table('item')} i ON i.id = b.item_id
     WHERE b.qty - b.reserved_qty >= ${ENOUGH} AND l.is_sellable ORDER BY b.location_id, b.item_id`,
  )
}
