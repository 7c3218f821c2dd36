/** Goods that customers of a demo company bring back. */

import type { Row } from '../../../engine/model/module.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import { create } from '../../demo-kit/records.ts'
import type { Company } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

/** Returns of the latest invoices that are still owed; the last stays a draft. */
const RETURNS = [
  ['Defective', 'Damaged'],
  ['Excess', 'Good'],
] as const

/** One unit of the first item of each invoice, credited to the customer. */
export async function makeSalesReturns(host: DemoHost, company: Company): Promise<void> {
  const accountant = await host.as(company, 'accountant')
  const module = accountant.modules.get('sales_return')!
  const invoices = await accountant.db.query<{ id: number }>(
    sql`
      SELECT v.id
      FROM ${table({ company }, 'invoice')} v
      JOIN ${table({ company }, 'open_item')} o ON o.source_module = 'invoice' AND o.source_id = v.id
      WHERE v.status = 'posted' AND o.balance = o.amount
      ORDER BY v.transaction_date DESC, v.id DESC
      LIMIT ${RETURNS.length}
    `,
  )
  for (const [index, { id }] of invoices.entries()) {
    const [return_reason, condition] = RETURNS[index]!
    const draft = await accountant.services.records.defaults(accountant, module, { module: 'invoice', ids: [id] })
    const [place] = await accountant.db.query<{ id: number }>(
      sql`SELECT id FROM ${table({ company }, 'inventory_location')} WHERE branch_id = ${draft['branch_id']} AND is_default`,
    )
    const items = (draft['items'] as Row[]).slice(0, 1).map((line) => ({ ...line, qty: 1, condition }))
    const salesReturn = await create(accountant, 'sales_return', {
      ...draft,
      location_id: place!.id,
      return_reason,
      resolution: 'Credit',
      items,
    })
    if (index < RETURNS.length - 1)
      await accountant.services.workflow.transition(accountant, module, { id: salesReturn, action: 'post', input: {} })
  }
}
