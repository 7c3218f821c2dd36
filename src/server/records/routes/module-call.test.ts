import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUILT_IN_CALLS } from '../../../engine/model/built-in-calls.ts'
import { loadWorld } from '../../../engine/testing.ts'
import { registerWorkflowRoutes } from '../../workflow/index.ts'
import { registerRecordRoutes } from '../index.ts'
import { mountOn, routeOf } from './module-call.ts'

const routes: string[] = []
let app: FastifyInstance
const answered = (name: string) => [
  name,
  { run: async (_ctx: unknown, _module: unknown, { params }: { params: unknown }) => ({ name, params }) },
]

beforeAll(async () => {
  const order = loadWorld().modules.get('order')!
  const call = { params: {}, code: 'index' }
  const endpoints = [
    { ...call, method: 'GET', path: 'paginate', handler: 'own.list' },
    { ...call, method: 'GET', path: '{id}', handler: 'own.read' },
    { ...call, method: 'GET', path: '{name}', handler: 'own.file' },
    { ...call, method: 'POST', path: '{id}/close-day', handler: 'own.close' },
    { ...call, method: 'GET', path: '/start/here', handler: 'own.start' },
  ]
  const modules = new Map([['order', { ...order, endpoints }]])
  const handlers = new Map(['own.list', 'own.read', 'own.file', 'own.close', 'own.start'].map(answered) as never)
  const workflow = { request: async (_ctx: unknown, _module: unknown, { id, action }: { id: number; action: string }) => ({ id, action }) }
  const services = { handlers, workflow, records: { list: async () => ({ data: 'built in' }) } }
  const deps = { ctx: async () => ({ system: 'test', services, modules, settings: {}, principal: {} }) as never }
  app = Fastify()
  app.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((hTTPMethods) => `${hTTPMethods} ${url}`)))
  await app.register(
    async (api) => {
      registerWorkflowRoutes(api, deps)
      registerRecordRoutes(api, deps)
      // Printing mounts its own.
      mountOn(api, deps)('POST {id}/print-form', async () => null)
      mountOn(api, deps)('GET print-report', async () => null)
    },
    { prefix: '/api' },
  )
})
afterAll(() => app.close())

const data = async (method: 'GET' | 'POST', url: string) =>
  (await app.inject({ method, url: `/api/${url}` })).json<{ data: unknown }>().data

test('every built-in call has a route, and every module route is a built-in call or leads to declared endpoints', () => {
  const built = BUILT_IN_CALLS.map((call) => call.split(' ') as [string, string]).map(([method, path]) => `${method} /api${routeOf(path)}`)
  const mounted = routes.filter(
    (route) => / \/api\/:module/.test(route) && !route.startsWith('HEAD ') && !/ \/api\/:module(\/\*)?$/.test(route),
  )
  expect(mounted.sort()).toEqual([...built.filter((name) => !name.endsWith('/:module')), `POST /api${routeOf('{id}/{action}')}`].sort())
})

// proves: endpoints.*.replaces
test('an endpoint that replaces a built-in call answers it; the other calls stay', async () => {
  expect(await data('GET', 'order/paginate')).toEqual({ name: 'own.list', params: {} })
  expect(await data('GET', 'order/7')).toEqual({ name: 'own.read', params: { id: '7' } })
  expect(await data('GET', 'order')).toBe('built in')
})

test('requests that no built-in call answers reach the endpoints: words instead of an ID, calls beside transitions, the root', async () => {
  expect(await data('GET', 'order/file.csv')).toEqual({ name: 'own.file', params: { name: 'file.csv' } })
  expect(await data('POST', 'order/7/close-day')).toEqual({ name: 'own.close', params: { id: '7' } })
  expect(await data('POST', 'order/7/post')).toEqual({ id: 7, action: 'post' })
  expect(await data('GET', 'start/here')).toEqual({ name: 'own.start', params: {} })
  expect((await app.inject({ method: 'POST', url: '/api/order/7/pots' })).statusCode).toBe(404)
})
