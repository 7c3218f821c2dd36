/**
 * The smallest server for the measured calls on purchase orders: Fastify and prepared SQL on the same tables, a check of
 * the session, the columns of the list, and input checked by a JSON schema. No rights, no references resolved beyond
 * names, no totals, no audit trail, no settings. The product's share of this server's calls per second measures the cost
 * of everything else. Environment: DATABASE_URL, PORT, POOL (connections).
 */
import { createHash } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'

const S = 'co_bench'
pg.types.setTypeParser(20, Number)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(1082, (text) => text)
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['POOL'] ?? 10),
  options: '-c timezone=UTC',
})

/** Id of the signed-in user; 401 without one. */
async function requireSession(request: FastifyRequest): Promise<number> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const { rows } = await pool.query({
    name: 'session',
    text: 'select user_id from platform.session where token_hash = $1 and expires_at > now()',
    values: [createHash('sha256').update(token).digest()],
  })
  if (!rows[0]) throw Object.assign(new Error('Your session has expired.'), { statusCode: 401 })
  return rows[0].user_id as number
}

/** Runs `work` in a transaction. */
async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

const app = Fastify({ bodyLimit: 8 * 1024 * 1024 })

const FROM = `${S}.purchase_order t join ${S}.supplier s on s.id = t.supplier_id join ${S}.inventory_location l on l.id = t.location_id`
const COLUMNS = `t.id, t.version, t.transaction_no, t.transaction_date, t.supplier_id, s.name as supplier_name, t.location_id,
  l.name as location_name, t.expected_date, t.total, t.status, t.progress`
const PAGE = {
  type: 'object',
  properties: { page: { type: 'integer', minimum: 1, default: 1 }, limit: { type: 'integer', minimum: 1, maximum: 500, default: 10 } },
}

app.get<{ Querystring: { page: number; limit: number; count?: string } }>(
  '/api/v1/purchase_order/paginate',
  { schema: { querystring: PAGE } },
  async (request) => {
    await requireSession(request)
    const { page, limit, count } = request.query
    const rows = pool.query({
      name: 'list',
      text: `select ${COLUMNS} from ${FROM} order by t.transaction_date desc, t.id desc limit $1 offset $2`,
      values: [limit, (page - 1) * limit],
    })
    const counted = count === 'none' ? undefined : pool.query({ name: 'count', text: `select count(*)::int as n from ${S}.purchase_order` })
    return { success: true, data: (await rows).rows, pagination: { page, per_page: limit, total: (await counted)?.rows[0]?.n } }
  },
)

async function orderOf(client: Pick<pg.Pool, 'query'>, id: number): Promise<unknown> {
  const [head, lines] = await Promise.all([
    client.query({
      name: 'order',
      text: `select t.*, s.name as supplier_name, l.name as location_name from ${FROM} where t.id = $1`,
      values: [id],
    }),
    client.query({
      name: 'lines',
      text: `select t.*, i.name as item_name from ${S}.purchase_order__items t join ${S}.item i on i.id = t.item_id where t.parent_id = $1 order by t.line_no`,
      values: [id],
    }),
  ])
  if (!head.rows[0]) throw Object.assign(new Error('The record was not found.'), { statusCode: 404 })
  return { ...head.rows[0], items: lines.rows }
}

app.get<{ Params: { id: string } }>('/api/v1/purchase_order/:id', async (request) => {
  await requireSession(request)
  return { success: true, data: await orderOf(pool, Number(request.params.id)) }
})

interface OrderBody {
  version: number
  branch_id: number
  supplier_id: number
  location_id: number
  expected_date: string
  remarks?: string
  items: { item_id: number; uom_id: number; qty: number; unit_price: number }[]
}
const LINE = {
  type: 'object',
  required: ['item_id', 'uom_id', 'qty', 'unit_price'],
  properties: { item_id: { type: 'integer' }, uom_id: { type: 'integer' }, qty: { type: 'number' }, unit_price: { type: 'number' } },
}
const ORDER = {
  type: 'object',
  required: ['branch_id', 'supplier_id', 'location_id', 'expected_date', 'items'],
  properties: {
    branch_id: { type: 'integer' },
    supplier_id: { type: 'integer' },
    location_id: { type: 'integer' },
    expected_date: { type: 'string', format: 'date' },
    remarks: { type: 'string', maxLength: 4000 },
    items: { type: 'array', minItems: 1, items: LINE },
  },
}
const CHANGE = {
  type: 'object',
  required: ['version', 'remarks'],
  properties: { version: { type: 'integer' }, remarks: { type: 'string', maxLength: 4000 } },
}

app.post('/api/v1/purchase_order', { schema: { body: ORDER } }, async (request) => {
  const user = await requireSession(request)
  const order = request.body as OrderBody
  const total = order.items.reduce((sum, line) => sum + Math.round(line.qty * line.unit_price * 100), 0) / 100
  return transaction(async (client) => {
    const { rows } = await client.query({
      name: 'insert',
      text: `insert into ${S}.purchase_order (transaction_no, transaction_date, branch_id, supplier_id, location_id, expected_date, payment_term_id,
               tax_type_id, buyer_id, total, remarks, status, created_by, updated_by)
             select 'BO-' || nextval('${S}.bare_no'), current_date, $1, $2, $3, $4, payment_term_id, tax_type_id, $5::bigint, $6, $7, 'draft', $5, $5
             from ${S}.supplier where id = $2 returning id`,
      values: [order.branch_id, order.supplier_id, order.location_id, order.expected_date, user, total, order.remarks],
    })
    await client.query({
      name: 'insert_lines',
      text: `insert into ${S}.purchase_order__items (parent_id, line_no, item_id, uom_id, uom_num, uom_den, qty, base_qty, unit_price, amount, total)
             select $1, n, item_id, uom_id, 1, 1, qty, qty, unit_price, round(qty * unit_price, 2), round(qty * unit_price, 2)
             from jsonb_to_recordset($2) as v(n int, item_id bigint, uom_id bigint, qty numeric, unit_price numeric)`,
      values: [rows[0]!.id, JSON.stringify(order.items.map((line, index) => ({ ...line, n: index + 1 })))],
    })
    return { success: true, data: await orderOf(client, rows[0]!.id as number) }
  })
})

app.put<{ Params: { id: string }; Body: OrderBody }>('/api/v1/purchase_order/:id', { schema: { body: CHANGE } }, async (request) => {
  const user = await requireSession(request)
  const id = Number(request.params.id)
  const { rowCount } = await pool.query({
    name: 'update',
    text: `update ${S}.purchase_order set remarks = $3, version = version + 1, updated_by = $4, updated_at = now() where id = $1 and version = $2`,
    values: [id, request.body.version, request.body.remarks, user],
  })
  if (!rowCount) throw Object.assign(new Error('Someone else changed this record.'), { statusCode: 409 })
  return { success: true, data: await orderOf(pool, id) }
})

await pool.query(`create sequence if not exists ${S}.bare_no`)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
console.log('The bare server is ready')
// A profiler writes its data when the process ends by itself.
process.on('SIGTERM', () => process.exit(0))
