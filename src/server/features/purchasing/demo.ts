/**
 * Six months of purchasing: requests become orders, orders are received whole or in parts, receipts are
 * billed, bills are paid. Each step is done by the person whose job it is, on the day it happened.
 */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom } from '../../demo-kit/random.ts'
import type { Goods, Places } from '../../demo-kit/records.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import { Timeline } from '../../demo-kit/timeline.ts'
import type { Company, Ctx } from '../../platform/context.ts'

export async function makePurchases(
  host: DemoHost,
  company: Company,
  plan: DemoCompany,
  places: Places,
  goods: Goods,
  scale: number,
  start: Date,
  days: number,
  /** What happens beside it, on the days of its own steps. */
  beside: (timeline: Timeline) => Promise<void>,
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
  const post = (ctx: Ctx, name: string, id: number) => ctx.services.workflow.transition(ctx, module(ctx, name), id, 'post', {})
  const from = (ctx: Ctx, target: string, source: string, id: number) =>
    ctx.services.records.defaults(ctx, module(ctx, target), { module: source, ids: [id] })
  const timeline = new Timeline()
  let check = 100_000

  const opening = async () => {
    const branch = plan.branches[0]!
    const lines = random
      .sample(goods.items, Math.min(60, goods.items.length))
      .map((item) => ({ item_id: item.id, uom_id: item.uom_id, qty: random.int(5, 60), unit_cost: item.cost }))
    const id = await create(warehouse, 'beginning_inventory', {
      branch_id: places.branches.get(branch.code)!,
      location_id: places.locations.get(`${branch.code}-WH`)!,
      items: lines,
    })
    await post(warehouse, 'beginning_inventory', id)
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
      await post(accountant, 'bill', id)
      if (random.chance(0.7)) pay(id, day + random.int(7, 35), 'Payment of supplier invoice')
    })
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
      if (partial && random.chance(0.6)) receiving(order, day + random.int(4, 12), false)
    })
  }

  const ordering = (day: number) => {
    const branch = random.pick(plan.branches)
    const place = { branch_id: places.branches.get(branch.code)!, location_id: places.locations.get(`${branch.code}-WH`)! }
    timeline.add(day, async () => {
      const today = buyer.clock.today(company.time_zone)
      const wanted = random.sample(goods.items, random.int(2, 9))
      const needed = new Date(Date.parse(today) + random.int(7, 21) * DAY_MS).toISOString().slice(0, 10)
      let request: number | undefined
      if (random.chance(0.4)) {
        request = await create(buyer, 'purchase_request', {
          ...place,
          date_needed: needed,
          purpose: 'Replenishment',
          items: wanted.map((item) => ({ item_id: item.id, uom_id: item.uom_id, qty: random.int(2, 40), estimated_cost: item.cost })),
        })
        await post(buyer, 'purchase_request', request)
      }
      const lines = wanted.map((item) => {
        const pack = item.pack && random.chance(0.5) ? item.pack : undefined
        const price = Math.round(item.cost * 1.12 * (pack?.factor ?? 1) * random.int(96, 104)) / 100
        return {
          item_id: item.id,
          uom_id: pack?.uom_id ?? item.uom_id,
          qty: pack ? random.int(1, 6) : random.int(5, 60),
          unit_price: price,
          discount_percent: random.chance(0.15) ? 5 : 0,
        }
      })
      const base = request ? await from(buyer, 'purchase_order', 'purchase_request', request) : {}
      const id = await create(buyer, 'purchase_order', {
        ...base,
        ...place,
        supplier_id: random.pick(goods.suppliers),
        expected_date: needed,
        items: request ? base['items'] : lines,
      })
      if (day >= days - 2 || random.chance(0.05)) return
      await post(buyer, 'purchase_order', id)
      receiving(id, day + random.int(2, 9), random.chance(0.3))
    })
  }

  timeline.add(0, opening)
  const orders = Math.round(plan.purchases * scale)
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
