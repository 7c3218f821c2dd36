/** Goods that a demo company sends back to suppliers, and what it owes by age. */

import type { Row } from '../../../engine/model/module.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import { create } from '../../demo-kit/records.ts'
import type { Company } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

/** Returns that are tried; the last stays a draft. */
const RETURNS = [
  ['Defective', 'RMA-1042'],
  ['Wrong item', null],
] as const

/**
 * Returns a unit of items that stay in stock after it, from billed receipts of the last weeks. `spare`: items of a
 * location of which a few can go.
 */
export async function makeGoodsReturns(
  host: DemoHost,
  company: Company,
  spare: (location: number) => Promise<ReadonlySet<number>>,
): Promise<void> {
  const warehouse = await host.as(company, 'warehouse')
  const module = warehouse.modules.get('goods_return')!
  const receipts = await warehouse.db.query<{ id: number; location_id: number }>(
    sql`
      SELECT r.id, r.location_id
      FROM ${table({ company }, 'goods_receipt')} r
      WHERE r.posted_at IS NOT NULL
        AND r.voided_at IS NULL
        AND EXISTS (SELECT 1 FROM ${table({ company }, 'goods_receipt__items')} i WHERE i.parent_id = r.id AND i.qty > i.qty_billed + i.qty_returned)
      ORDER BY r.transaction_date DESC, r.id DESC
    `,
  )
  let made = 0
  for (const { id, location_id } of receipts) {
    if (made === RETURNS.length) break
    const items = await spare(Number(location_id))
    const draft = await warehouse.services.records.defaults(warehouse, module, { module: 'goods_receipt', ids: [id] })
    const lines = (draft['items'] as Row[]).filter((line) => items.has(Number(line['item_id']))).slice(0, 1)
    if (lines.length === 0) continue
    const [return_reason, supplier_rma_no] = RETURNS[made]!
    const goodsReturn = await create(warehouse, 'goods_return', {
      ...draft,
      return_reason,
      supplier_rma_no,
      items: lines.map((line) => ({ ...line, qty: 1 })),
    })
    made++
    if (made < RETURNS.length)
      await warehouse.services.workflow.transition(warehouse, module, { id: goodsReturn, action: 'post', input: {} })
  }
}

/** The payables by age on the last day of the month before. */
export async function makeAging(host: DemoHost, company: Company): Promise<void> {
  const accountant = await host.as(company, 'accountant')
  const today = accountant.clock.today(company.time_zone)
  const as_of = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1, 0)).toISOString().slice(0, 10)
  const module = accountant.modules.get('aging_payable')!
  const id = await create(accountant, 'aging_payable', { as_of })
  await accountant.services.workflow.transition(accountant, module, { id, action: 'process', input: {} })
}
