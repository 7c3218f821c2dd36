/**
 * A hand-written server for the measured calls: Fastify, `pg` and SQL, on the same tables and for the same users, with
 * the same JSON responses. It knows one company and two modules, and no descriptors. Environment: DATABASE_URL, PORT,
 * POOL (connections).
 */
import Fastify from 'fastify'
import { pool, Refused, S, userOf } from './base.ts'
import { createOrder, ORDER_BODY, updateOrder } from './order-save.ts'
import { getOrder, listOrders } from './orders.ts'
import { postReceipt } from './receipts.ts'

const app = Fastify({ bodyLimit: 8 * 1024 * 1024 })

app.setErrorHandler((error: Error & { validation?: { message?: string }[] }, _request, reply) => {
  if (error instanceof Refused)
    return reply.code(error.status).send({ success: false, message: error.message, ...(error.errors ? { errors: error.errors } : {}) })
  if (error.validation) return reply.code(400).send({ success: false, message: error.message })
  return reply.code(500).send({ success: false, message: String(error.stack) })
})

type Params = { Params: { id: string } }
const QUERY = {
  type: 'object',
  properties: {
    page: { type: 'integer', minimum: 1, default: 1 },
    limit: { type: 'integer', minimum: 1, maximum: 500, default: 10 },
    count: { type: 'string' },
    window: { type: 'string' },
  },
}

app.get<{ Querystring: { page: number; limit: number; count?: string; window?: string } }>(
  '/api/v1/purchase_order/paginate',
  { schema: { querystring: QUERY } },
  async (request) => {
    const user = await userOf(request, 'purchase_order', 'index')
    return { success: true, ...(await listOrders(pool, user, request.query)) }
  },
)
app.get<Params>('/api/v1/purchase_order/:id', async (request) => {
  const user = await userOf(request, 'purchase_order', 'view')
  return { success: true, data: await getOrder(pool, user, Number(request.params.id)) }
})
app.post(
  '/api/v1/purchase_order',
  { schema: { body: { ...ORDER_BODY, required: ['supplier_id', 'location_id', 'expected_date', 'items'] } } },
  async (request) => {
    const user = await userOf(request, 'purchase_order', 'new')
    return { success: true, data: await createOrder(user, request.body as never) }
  },
)
app.put<Params>('/api/v1/purchase_order/:id', { schema: { body: ORDER_BODY } }, async (request) => {
  const user = await userOf(request, 'purchase_order', 'edit')
  return { success: true, data: await updateOrder(user, Number(request.params.id), request.body as never) }
})
app.post<Params>('/api/v1/goods_receipt/:id/post', async (request) => {
  const user = await userOf(request, 'goods_receipt', 'post')
  return { success: true, data: await postReceipt(user, Number(request.params.id)) }
})

await pool.query(`create sequence if not exists ${S}.reference_no`)
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
console.log('The reference is ready')
// A profiler writes its data when the process ends by itself.
process.on('SIGTERM', () => process.exit(0))
