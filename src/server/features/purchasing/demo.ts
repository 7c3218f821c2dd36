/**
 * Six months of purchasing: requests become orders, orders are received whole or in parts, receipts are
 * billed, bills are paid. Each step is done by the person whose job it is, on the day it happened.
 */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom, type Random } from '../../demo-kit/random.ts'
import type { Goods, Places } from '../../demo-kit/records.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import { Timeline } from '../../demo-kit/timeline.ts'
import { roundQty, type TradePlan } from '../../demo-kit/trade-plan.ts'
import type { Company, Ctx } from '../../platform/context.ts'

/** The company to be made and what it buys; `beside` makes what happens on the same days. */
interface PurchaseHistory {
  readonly plan: DemoCompany
  readonly places: Places
  readonly goods: Goods
  readonly trade: TradePlan
  readonly scale: number
  readonly start: Date
  readonly days: number
  readonly beside: (timeline: Timeline) => Promise<void>
}
/** Orders of a company of the smallest scale: two a month. */
const FEWEST = 12
/** Share of the opening stock in the first branch; the others share the rest. */
const AT_HEAD = 0.5
/** Most of what is bought are items of the first part of the list, so many for every order of customers; the rest moves slowly. */
const FAST = 1.5
/** An order asks for at least this share of the stock that is to be kept up. */
const SMALLEST = 0.01
/** Days after a part was received on which the buyer closes the order short. */
const GIVEN_UP = 24
/** Bills that are paid when they are due; some of the others much later. */
const PAID = 0.93

export async function makePurchases(
  host: DemoHost,
  company: Company,
  { plan, places, goods, trade, scale, start, days, beside }: PurchaseHistory,
): Promise<void> {
  const random = createRandom(plan.seed + 2)
  const [buyer, warehouse, accountant] = await Promise.all([
    host.as(company, 'buyer'),
    host.as(company, 'warehouse'),
    host.as(company, 'accountant'),
  ])
  const taxes = await idsBy(buyer, 'tax_type', 'code')
  const methods = await idsBy(accountant, 'payment_method', 'code')
  const module = (ctx: Ctx, name: string) => ctx.modules.get(name)!
  const post = (ctx: Ctx, name: string, id: number) =>
    ctx.services.workflow.carryOut(ctx, module(ctx, name), { id, action: 'post', input: {} })
  const from = (ctx: Ctx, target: string, source: string, id: number) =>
    ctx.services.records.defaults(ctx, module(ctx, target), { module: source, ids: [id] })
  const timeline = new Timeline()
  const fast = Math.min(Math.ceil(goods.items.length / 2), Math.round(trade.orders * FAST))
  let check = 100_000

  const opening = async () => {
    const others = plan.branches.length - 1
    for (const [index, branch] of plan.branches.entries()) {
      const share = others === 0 ? 1 : index === 0 ? AT_HEAD : (1 - AT_HEAD) / others
      const sampled = assortment(random, goods.items, fast, Math.ceil(fast * share))
      const id = await create(warehouse, 'beginning_inventory', {
        branch_id: places.branches.get(branch.code)!,
        location_id: places.locations.get(`${branch.code}-WH`)!,
        items: spread(random, sampled, trade.stock * share).map(({ item, qty }) => ({
          item_id: item.id,
          uom_id: item.uom_id,
          qty,
          unit_cost: item.cost,
        })),
      })
      await post(warehouse, 'beginning_inventory', id)
    }
    trade.so.onHand += trade.stock
  }

  const pay = (bill: number, day: number, note: string) => {
    timeline.add(day, async () => {
      check++
      const draft = await from(accountant, 'check_voucher', 'bill', bill)
      const id = await create(accountant, 'check_voucher', {
        ...draft,
        payment_method_id: methods.get('CHECK')!,
        bank_account_id: goods.bank_account_id,
        check_no: String(check),
        remarks: note,
      })
      if (day < days - 4) await post(accountant, 'check_voucher', id)
    })
  }

  const billing = (receipt: number, day: number) => {
    timeline.add(day, async () => {
      const draft = await from(accountant, 'bill', 'goods_receipt', receipt)
      const id = await create(accountant, 'bill', {
        ...draft,
        supplier_invoice_no: `INV-${plan.seed}${random.int(10_000, 99_999)}-${receipt}`,
        bill_date: accountant.clock.today(company.time_zone),
      })
      if (day >= days - 3) return
      const { due_date } = await accountant.services.workflow.transition(accountant, module(accountant, 'bill'), {
        id,
        action: 'post',
        input: {},
      })
      const term = Math.round((Date.parse(String(due_date)) - Date.parse(accountant.clock.today(company.time_zone))) / DAY_MS)
      const late = random.chance(PAID) ? random.int(-3, 4) : random.int(25, 60)
      pay(id, day + Math.max(0, term + late) + 1, 'Payment of supplier invoice')
    })
  }

  /** What the supplier does not deliver any more is not waited for. */
  const close = async (order: number) => {
    const input = { closed_reason: 'The supplier has no more stock' }
    await buyer.services.workflow.transition(buyer, module(buyer, 'purchase_order'), { id: order, action: 'close', input })
  }

  const receiving = (order: number, day: number, partial: boolean) => {
    timeline.add(day, async () => {
      const draft = await from(warehouse, 'goods_receipt', 'purchase_order', order)
      const lines = (draft['items'] as Row[]).map((line) =>
        partial ? { ...line, qty: Math.max(1, Math.floor(Number(line['qty']) / 2)) } : line,
      )
      if (lines.length === 0) return
      const id = await create(warehouse, 'goods_receipt', { ...draft, items: lines, supplier_dr_no: `DR-${random.int(10_000, 99_999)}` })
      if (day >= days - 1) return
      await post(warehouse, 'goods_receipt', id)
      billing(id, day + random.int(1, 6))
      if (!partial) return
      if (random.chance(0.75)) receiving(order, day + random.int(4, 12), false)
      else timeline.add(day + GIVEN_UP, () => close(order))
    })
  }

  const ordering = (day: number) => {
    const branch = random.pick(plan.branches)
    const place = { branch_id: places.branches.get(branch.code)!, location_id: places.locations.get(`${branch.code}-WH`)! }
    timeline.add(day, async () => {
      const today = buyer.clock.today(company.time_zone)
      const supplier = random.pick(goods.suppliers)
      const missing = Math.max(trade.stock - trade.so.onHand, trade.stock * SMALLEST)
      const wanted = spread(random, assortment(random, goods.items, fast, random.int(4, 9)), missing)
      const needed = new Date(Date.parse(today) + random.int(7, 21) * DAY_MS).toISOString().slice(0, 10)
      let request: number | undefined
      if (random.chance(0.4)) {
        request = await create(buyer, 'purchase_request', {
          ...place,
          date_needed: needed,
          purpose: 'Replenishment',
          items: wanted.map(({ item, qty }) => ({ item_id: item.id, uom_id: item.uom_id, qty, estimated_cost: item.cost })),
        })
        await post(buyer, 'purchase_request', request)
      }
      const lines = wanted.map(({ item, qty }) => {
        // Whole packages, where the quantity makes some.
        const pack = !request && item.pack && qty >= item.pack.factor ? item.pack : undefined
        const price = item.cost * (item.vatable && supplier.inclusive ? 1.12 : 1) * (pack?.factor ?? 1) * random.int(96, 104)
        return {
          item_id: item.id,
          uom_id: pack?.uom_id ?? item.uom_id,
          qty: pack ? Math.round(qty / pack.factor) : qty,
          unit_price: Math.round(price) / 100,
          discount_percent: random.chance(0.15) ? 5 : 0,
        }
      })
      const base = request ? await from(buyer, 'purchase_order', 'purchase_request', request) : {}
      // The lines of the request, at the prices of the supplier.
      const asked = ((base['items'] ?? []) as Row[]).map((row, index) => ({ ...row, ...lines[index] }))
      const id = await create(buyer, 'purchase_order', {
        ...base,
        ...place,
        supplier_id: supplier.id,
        expected_date: needed,
        items: request ? asked : lines,
      })
      if (day >= days - 2 || random.chance(0.05)) return
      await post(buyer, 'purchase_order', id)
      trade.so.onHand += wanted.reduce((sum, { item, qty }) => sum + item.cost * qty, 0)
      receiving(id, day + random.int(2, 9), random.chance(0.3))
    })
  }

  timeline.add(0, opening)
  const orders = Math.max(FEWEST, Math.round(plan.purchases * scale))
  for (let index = 0; index < orders; index++) ordering(1 + Math.floor((index * (days - 1)) / orders))
  // A supplier without a tax type of its own gets the company's usual one.
  if (!taxes.has('VATIN')) throw new Error('The tax types are missing.')
  await beside(timeline)
  for (let step = timeline.next(); step; step = timeline.next()) {
    if (step.day > days) continue
    host.setClock(new Date(start.getTime() + step.day * DAY_MS + 2 * 3_600_000 + step.order * 1000))
    host.progress(step.day / days, `${plan.name}: purchases and sales`)
    await step.run()
  }
}

type Item = Goods['items'][number]

/** Different items, most of them of those that sell fast. */
function assortment(random: Random, items: readonly Item[], fast: number, count: number): Item[] {
  return [...random.sample(items.slice(0, fast), Math.ceil(count * 0.75)), ...random.sample(items.slice(fast), Math.floor(count * 0.25))]
}

/** An amount over items, in uneven parts; cheap items take less of it. Quantities are in base units. */
function spread(random: Random, items: readonly Item[], amount: number): { item: Item; qty: number }[] {
  const weighed = items.map((item) => ({ item, weight: random.int(5, 15) * Math.min(item.cost, 800) ** 0.4 }))
  const all = weighed.reduce((sum, { weight }) => sum + weight, 0)
  return weighed.map(({ item, weight }) => ({ item, qty: roundQty((amount * weight) / all / item.cost) }))
}
