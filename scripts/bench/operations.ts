/** The measured calls. */

import { columnsOf, SCHEMA } from './company.ts'
import type { BenchDatabase } from './database.ts'
import { ask, type Next, type Target } from './load.ts'

export interface Operation {
  readonly name: string
  readonly user: 'buyer' | 'warehouse'
  /** The largest allowed ratio of our median latency to the reference's. */
  readonly target?: number
  /**
   * Also compared with the bare server, or (`only`) only with it; `target`: the most times as many calls per second as
   * ours that it may reach.
   */
  readonly bare?: { readonly target: number; readonly only?: boolean }
  /** Total number of measured calls. */
  calls(connections: number): number
  /** Number of rounds of the calls. */
  readonly rounds?: number
  /** Calls before the measured ones; by default three for each connection and a quarter of the measured ones. */
  readonly warmUp?: number
  /** Prepares the data of the calls; returns the calls of each connection. */
  prepare(target: Target, connections: number): Promise<Next>
}

const READ = 1.6
const WRITE = 2
const LINES = 10
/** Target shares of the bare server's calls per second: 0.6 for reads, 0.4 for writes. */
const BARE_READ = 1 / 0.6
const BARE_WRITE = 1 / 0.4
/** The columns of the order list on screen. */
const SHOWN = 'transaction_no,transaction_date,supplier.name,location.name,expected_date,total,status'

interface Item {
  readonly id: number
  readonly uom_id: number
}

interface Order {
  readonly id: number
  readonly version: number
  readonly items: readonly { readonly id: number; readonly qty: number }[]
}

/** Different calls in the same order in every run, for every server. */
function sequence(): () => number {
  let state = 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

const list = (name: string, path: string, target?: number, bare?: Operation['bare']): Operation => ({
  name,
  user: 'buyer',
  ...(bare && { bare }),
  ...(target === undefined ? {} : { target }),
  calls: (connections) => (connections === 1 ? 200 : 400),
  prepare: async () => () => ({ method: 'GET', path: `purchase_order/paginate?limit=20&${path}` }),
})

function orderBody(items: readonly Item[], random: () => number): Record<string, unknown> {
  return {
    branch_id: 1,
    supplier_id: 1 + Math.floor(random() * 60),
    location_id: 1,
    expected_date: '2099-12-31',
    remarks: 'Deliver in the morning',
    items: Array.from({ length: LINES }, () => {
      const item = items[Math.floor(random() * items.length)]!
      return { item_id: item.id, uom_id: item.uom_id, qty: 1 + Math.floor(random() * 40), unit_price: Math.ceil(random() * 90_000) / 100 }
    }),
  }
}

/** A draft for each connection. */
async function draftsFor(target: Target, connections: number, items: readonly Item[]): Promise<Order[]> {
  const random = sequence()
  const drafts: Order[] = []
  for (let index = 0; index < connections; index++)
    drafts.push((await ask(target, { method: 'POST', path: 'purchase_order', body: orderBody(items, random) })).data)
  return drafts
}

/** All operations, on a company with this many orders. */
export function operations(database: BenchDatabase, orders: number): Operation[] {
  const items = async () => (await database.query(`select id::int, uom_id::int from "${SCHEMA}".item order by id`)) as unknown as Item[]
  return [
    list('list as the screen asks', `page=1&window=all&fields=${SHOWN}`, undefined, { target: 1, only: true }),
    list('list as the screen asks, not counted', `page=1&window=all&count=none&fields=${SHOWN}`, undefined, {
      target: BARE_READ,
      only: true,
    }),
    list('list, page 1 as it opens', 'page=1'),
    list('list, page 1', 'page=1&window=all'),
    list('list, page 1, not counted', 'page=1&window=all&count=none', READ),
    list('list, page 1,000', 'page=1000&window=all'),
    list('list, page 1,000, not counted', 'page=1000&window=all&count=none', READ),
    {
      name: 'get with 10 lines',
      user: 'buyer',
      target: READ,
      bare: { target: BARE_READ },
      calls: (connections) => (connections === 1 ? 400 : 1000),
      async prepare() {
        const random = sequence()
        const visible = (await database.query(
          `select id::int from "${SCHEMA}".purchase_order where id > $1 and id <= $2 and branch_id in (1, 2) order by id limit 5000`,
          [orders - Math.min(50_000, orders), orders],
        )) as { id: number }[]
        return () => ({ method: 'GET', path: `purchase_order/${visible[Math.floor(random() * visible.length)]!.id}` })
      },
    },
    {
      name: 'create with 10 lines',
      user: 'buyer',
      target: WRITE,
      bare: { target: BARE_WRITE },
      calls: (connections) => (connections === 1 ? 200 : 400),
      async prepare() {
        const random = sequence()
        const all = await items()
        return () => ({ method: 'POST', path: 'purchase_order', body: orderBody(all, random) })
      },
    },
    {
      name: 'update of a draft with 10 lines',
      user: 'buyer',
      target: READ,
      calls: (connections) => (connections === 1 ? 200 : 400),
      async prepare(target, connections) {
        const drafts = await draftsFor(target, connections, await items())
        return (connection) => {
          const draft = drafts[connection]!
          // The request of a form: the version it was opened at, a changed note, all lines, one with another quantity.
          return {
            method: 'PUT',
            path: `purchase_order/${draft.id}`,
            answered: (answer) => {
              drafts[connection] = answer.data
            },
            body: {
              version: draft.version,
              remarks: `Changed after version ${draft.version}`,
              items: draft.items.map((line, index) => ({ id: line.id, ...(index === draft.version % LINES ? { qty: line.qty + 1 } : {}) })),
            },
          }
        }
      },
    },
    {
      name: 'update of a remark',
      user: 'buyer',
      target: READ,
      bare: { target: BARE_WRITE },
      calls: (connections) => (connections === 1 ? 200 : 400),
      async prepare(target, connections) {
        const drafts = await draftsFor(target, connections, await items())
        return (connection) => {
          const draft = drafts[connection]!
          return {
            method: 'PUT',
            path: `purchase_order/${draft.id}`,
            answered: (answer) => {
              drafts[connection] = answer.data
            },
            body: { version: draft.version, remarks: `Changed after version ${draft.version}` },
          }
        }
      },
    },
    {
      name: 'post of 1,000 lines',
      user: 'warehouse',
      warmUp: POST_WARM_UP,
      rounds: 2,
      calls: postings,
      async prepare(target, connections) {
        const drafts = await receipts(database, target, await items(), postings(connections) + connections + POST_WARM_UP)
        return () => ({ method: 'POST', path: `goods_receipt/${drafts.pop()}/post`, body: {} })
      },
    },
  ]
}

/** Every posting needs a draft of its own. */
const POST_WARM_UP = 4
const postings = (connections: number): number => (connections === 1 ? 12 : Math.max(connections, 16))

/** The draft from which the posted ones are copied, once it exists. */
const TEMPLATE = 'GR-TEMPLATE'
const POSTED_LINES = 1000

/**
 * Drafts of goods receipts with a thousand lines, over four locations of two branches: one made through the API, the
 * others copies of its rows. Returns their ids.
 */
async function receipts(database: BenchDatabase, target: Target, items: readonly Item[], count: number): Promise<number[]> {
  const find = () => database.query(`select id from "${SCHEMA}".goods_receipt where supplier_dr_no = $1`, [TEMPLATE])
  if (!(await find()).length) {
    const lines = Array.from({ length: POSTED_LINES }, (_, index) => {
      const item = items[(index * 7) % items.length]!
      return { item_id: item.id, uom_id: item.uom_id, qty: 1 + (index % 9), unit_price: 100 + (index % 17) }
    })
    await ask(target, {
      method: 'POST',
      path: 'goods_receipt',
      body: { branch_id: 1, supplier_id: 1, location_id: 1, supplier_dr_no: TEMPLATE, items: lines },
    })
  }
  const template = (await find())[0]!['id']
  const columns = await columnsOf(database, 'goods_receipt', ['id', 'transaction_no', 'supplier_dr_no', 'branch_id', 'location_id'])
  const lineColumns = await columnsOf(database, 'goods_receipt__items', ['id', 'parent_id'])
  const made = await database.query(
    `insert into "${SCHEMA}".goods_receipt (transaction_no, supplier_dr_no, branch_id, location_id, ${columns})
     select 'GX-' || gen_random_uuid(), 'DR-' || n, l.branch_id, l.id, ${columns
       .split(', ')
       .map((name) => `t.${name}`)
       .join(', ')}
     from generate_series(1, $2::int) n join "${SCHEMA}".goods_receipt t on t.id = $1
     join "${SCHEMA}".inventory_location l on l.id = 1 + n % 4 returning id::int`,
    [template, count],
  )
  const ids = made.map((row) => Number(row['id']))
  await database.query(
    `insert into "${SCHEMA}".goods_receipt__items (parent_id, ${lineColumns})
     select p, ${lineColumns} from unnest($2::bigint[]) p, "${SCHEMA}".goods_receipt__items where parent_id = $1`,
    [template, ids],
  )
  // The planner does not know rows inserted at once; a server in use would have analyzed them long before.
  await database.query(`analyze "${SCHEMA}".goods_receipt, "${SCHEMA}".goods_receipt__items`)
  return ids
}
