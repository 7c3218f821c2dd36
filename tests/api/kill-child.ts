/**
 * A server at work until it is killed: receives goods, posts, voids every fourth, and says so only when it is
 * done. Started by `kill.test.ts` with its configuration.
 */
import { writeSync } from 'node:fs'
import type { Row } from '../../src/engine/model/module.ts'
import { createServer } from '../../src/server/server.ts'

const { config, workers } = JSON.parse(process.argv[2]!) as { config: Parameters<typeof createServer>[0]['config']; workers: number }
const server = await createServer({ config })
const ctx = await server.as('KILL', 'admin')
const { records, workflow } = ctx.services
const receipts = ctx.modules.get('goods_receipt')!
const one = async (module: string, filter: Row = {}) =>
  (await records.list(ctx, ctx.modules.get(module)!, { filter, limit: 1, sort: 'id' })).data[0]!
const [item, supplier, location, tax] = [
  await one('item', { item_type: 'Stock' }),
  await one('supplier'),
  await one('inventory_location'),
  await one('tax_type'),
]

/** Written at once: a line that is out belongs to a transaction that has been committed. */
const say = (text: string) => writeSync(1, `${text}\n`)

async function work(worker: number): Promise<never> {
  for (let n = 1; ; n++) {
    const line = { item_id: item.id, uom_id: item.uom_id, qty: n, unit_price: 11.37 }
    const made = await records.create(ctx, receipts, {
      supplier_id: supplier.id,
      location_id: location.id,
      branch_id: location.branch_id,
      tax_type_id: tax.id,
      supplier_dr_no: `${worker}-${n}`,
      items: [line, { ...line, qty: 3 }],
    })
    const id = made.id as number
    await workflow.transition(ctx, receipts, { id, action: 'post', input: {} })
    say(`posted ${id}`)
    if (n % 4 === 0) {
      await workflow.transition(ctx, receipts, { id, action: 'void', input: { void_reason: 'counted twice' } })
      say(`voided ${id}`)
    }
  }
}
say('ready')
await Promise.all(Array.from({ length: workers }, (_, n) => work(n)))
