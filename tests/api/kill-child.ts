/**
 * A server at work until it is killed: receives goods, posts, voids every fourth, and says so only when it is
 * done. Started by `kill.test.ts` with its configuration; with `lines` it posts one document of so many, and dies in the
 * middle: when its stock rows are written and its entry is not.
 */
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import pg from 'pg'
import type { Row } from '../../src/engine/model/module.ts'
import { createServer } from '../../src/server/server.ts'

const { config, workers, lines } = JSON.parse(process.argv[2]!) as {
  config: Parameters<typeof createServer>[0]['config']
  workers: number
  lines?: number
}
// Killed processes leave no compiled code behind for the next one.
flushCompileCache()
const server = await createServer({ config })
const ctx = await server.as('KILL', 'admin')
const { records, workflow } = ctx.services
const receipts = ctx.modules.get('goods_receipt')!
const first = async (module: string, filter: Row = {}) =>
  (await records.list(ctx, ctx.modules.get(module)!, { filter, limit: 1, sort: 'id' })).data[0]!
const [item, supplier, location, tax] = [
  await first('item', { item_type: 'Stock' }),
  await first('supplier'),
  await first('inventory_location'),
  await first('tax_type'),
]

/** Written at once: a line that is out belongs to a transaction that has been committed. */
const say = (text: string) => writeSync(1, `${text}\n`)

const receipt = (supplier_dr_no: string, items: Row[]) =>
  records.create(ctx, receipts, {
    supplier_id: supplier.id,
    location_id: location.id,
    branch_id: location.branch_id,
    tax_type_id: tax.id,
    supplier_dr_no,
    items,
  })

/** Kills this process once a statement of this kind was carried out, inside its transaction. */
function dieAfter(statement: RegExp): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const result: unknown = Reflect.apply(query, this, given)
    const [first] = given
    const text = typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text)
    if (statement.test(text)) void Promise.resolve(result).then(() => process.kill(process.pid, 'SIGKILL'))
    return result
  } as typeof query
}

async function large(count: number): Promise<void> {
  const line = { item_id: item.id, uom_id: item.uom_id, qty: 1, unit_price: 11.37 }
  const { id } = await receipt(
    'large',
    Array.from({ length: count }, () => line),
  )
  say(`made ${String(id)}`)
  dieAfter(/INSERT INTO \S*"?inventory_movement/i)
  await workflow.transition(ctx, receipts, { id: Number(id), action: 'post', input: {} })
  say(`posted ${String(id)}`)
}

async function work(worker: number): Promise<never> {
  for (let n = 1; ; n++) {
    const line = { item_id: item.id, uom_id: item.uom_id, qty: n, unit_price: 11.37 }
    const made = await receipt(`${worker}-${n}`, [line, { ...line, qty: 3 }])
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
if (lines) {
  await large(lines)
  process.exit()
} else await Promise.all(Array.from({ length: workers }, (_, n) => work(n)))
