import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { RecordRouteDeps } from './deps.ts'
import { registerDeclared } from './dispatch.ts'

test('the generic route does not answer once more when the client hangs up before the answer is sent', async () => {
  const module = { name: 'thing', endpoints: [{ method: 'GET', path: '', code: 'index', handler: 'thing.read' }] }
  const services = { handlers: new Map([['thing.read', { run: async () => 'read' }]]) }
  const ctx = { system: 'test', services, modules: new Map([['thing', module]]) }
  let generic = 0
  const app = Fastify()
  await app.register(
    async (api) => {
      registerDeclared(api, { ctx: async () => ctx } as unknown as RecordRouteDeps)
      api.get('/:module', async () => {
        generic++
        return 'generic'
      })
    },
    { prefix: '/api' },
  )
  const sent = new Promise<void>((resolve) => {
    app.addHook('onSend', async (_request, reply, payload) => {
      reply.raw.socket!.destroy()
      await once(reply.raw, 'close')
      // Whoever waits for the end of the reply hears of it now.
      setImmediate(resolve)
      await sent
      return payload
    })
  })
  await app.listen({ port: 0 })
  await fetch(`http://localhost:${(app.server.address() as AddressInfo).port}/api/thing`).catch(() => undefined)
  await sent
  await app.close()
  expect(generic).toBe(0)
})
