/**
 * A process never uses a company's cached data (rights, settings, modules, rates) after it has changed, no matter which
 * process changed it.
 */
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openModules, shipped } from '../../src/server/packages/registry.ts'
import { createServer, MODULES, type Server } from '../../src/server/server.ts'
import { signIn, startInstance } from './instance.ts'

const folder = mkdtempSync(join(tmpdir(), 'modules-'))
cpSync(MODULES, folder, { recursive: true })

let first: Awaited<ReturnType<typeof startInstance>>
let second: Server
let admin: Awaited<ReturnType<typeof signIn>>
/** Two processes on one database. */
let others: readonly Server[]

beforeAll(async () => {
  first = await startInstance('freshness', ['FRESH'], { store: openModules(shipped, folder) })
  second = await createServer({ config: first.config })
  others = [first.server, second]
  admin = await signIn(first.server, 'FRESH', 'admin')
})
afterAll(async () => {
  await second.close()
  await first.stop()
})

const record = async (module: string, filter: string): Promise<Row> => {
  const { body } = await admin.call('GET', `${module}/paginate?${filter}`)
  const [found] = body.data as Row[]
  return (await admin.call('GET', `${module}/${String(found!.id)}`)).body.data
}

describe('the next request after a change', () => {
  test('uses the current rights', async () => {
    const buyers = await Promise.all(others.map((server) => signIn(server, 'FRESH', 'buyer')))
    for (const buyer of buyers) expect((await buyer.call('GET', 'supplier/paginate')).status).toBe(200)
    const [module, user] = [await record('module', 'name=supplier'), await record('user', 'username=buyer')]
    const disabled = []
    for (const action of ['index', 'view']) {
      const { status, body } = await admin.call('POST', 'user_permission', {
        user_id: user.id as number,
        user_role_id: user.user_role_id as number,
        application_id: module.application_id as number,
        module_id: module.id as number,
        action,
        effect: 'disable',
      })
      expect(status, JSON.stringify(body)).toBe(200)
      disabled.push((body.data as Row).id)
    }
    for (const buyer of buyers) expect((await buyer.call('GET', 'supplier/paginate')).status).toBe(403)
    for (const id of disabled) await admin.call('DELETE', `user_permission/${String(id)}`)
    for (const buyer of buyers) expect((await buyer.call('GET', 'supplier/paginate')).status).toBe(200)
  })

  test('is refused when the user was deactivated', async () => {
    const clerks = await Promise.all(others.map((server) => signIn(server, 'FRESH', 'warehouse')))
    const user = await record('user', 'username=warehouse')
    const put = (is_active: boolean, version: unknown) =>
      admin.call('PUT', `user/${String(user.id)}`, { is_active, version: version as number })
    const off = await put(false, user.version)
    expect(off.status, JSON.stringify(off.body)).toBe(200)
    for (const clerk of clerks) expect((await clerk.call('GET', 'item/paginate')).status).toBe(401)
    await put(true, (off.body.data as Row).version)
    // Their sessions ended with the account; they sign in again.
    for (const clerk of clerks) expect((await clerk.call('GET', 'item/paginate')).status).toBe(401)
    const [back] = await Promise.all(others.map((server) => signIn(server, 'FRESH', 'warehouse')))
    expect((await back!.call('GET', 'item/paginate')).status).toBe(200)
  })

  test('changed rights apply at once, and every process is notified at the commit', async () => {
    const heard = await Promise.all(
      others.map(async (server) => {
        const buyer = await signIn(server, 'FRESH', 'buyer')
        const { http } = server.app
        await http.listen({ port: 0, host: '127.0.0.1' })
        const { port } = http.server.address() as { port: number }
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/events`, { headers: { authorization: `Bearer ${buyer.token}` } })
        return answer.body!.pipeThrough(new TextDecoderStream()).getReader()
      }),
    )
    const role = await record('user_role', 'name=Buyer')
    const { status, body } = await admin.call('PUT', `user_role/${String(role.id)}`, { ...role, description: 'Buys.' })
    expect(status, JSON.stringify(body)).toBe(200)
    for (const reader of heard) {
      let text = ''
      while (!text.includes('event: rights')) {
        const { value, done } = await reader.read()
        if (done) break
        text += value
      }
      expect(text).toContain('event: rights\ndata: {}')
      await reader.cancel()
    }
  })

  test('uses the current overlay, and a restart keeps its index', async () => {
    const callers = await Promise.all(others.map((server) => signIn(server, 'FRESH', 'admin')))
    const overlay = { fields: { x_lane: { type: 'text', title: 'Lane', unique: true } } }
    const put = await admin.call('PUT', 'meta/modules/brand/overlay', { overlay, version: 0 })
    expect(put.status, JSON.stringify(put.body)).toBe(200)
    for (const [n, caller] of callers.entries()) {
      const { status, body } = await caller.call('POST', 'brand', { code: `B${n}`, name: `Brand ${n}`, x_lane: `lane ${n}` })
      expect(status, JSON.stringify(body)).toBe(200)
      expect((body.data as Row).x_lane).toBe(`lane ${n}`)
    }
    await first.server.syncCompanies()
    const twice = await admin.call('POST', 'brand', { code: 'B9', name: 'Brand 9', x_lane: 'lane 0' })
    expect(twice).toMatchObject({ status: 400, body: { errors: { x_lane: [expect.stringContaining('already')] } } })
  })

  test('an overlay adds fields everywhere, cannot change what rules depend on, and never applies partly', async () => {
    const put = (module: string, overlay: Row, version?: number) =>
      admin.call('PUT', `meta/modules/${module}/overlay`, { overlay: overlay as never, ...(version === undefined ? {} : { version }) })
    const before = (await admin.call('GET', 'meta/modules/brand/overlay')).body.data as Row
    for (const overlay of [
      { fields: { name: { type: 'money' } } },
      { fields: { code: { computed: "'x'" } } },
      { fields: { lane: { type: 'text' } } },
      { fields: { x_lane: { type: 'txt' } } },
      { entity: { number: 'B-{####}' } },
      { workflow: 'document' },
      { nonsense: 1 },
    ]) {
      const { status, body } = await put('brand', overlay)
      expect([overlay, status, Object.keys((body.errors ?? {}) as Row).length > 0]).toEqual([overlay, 400, true])
    }
    expect((await put('brand', { fields: {} }, 99)).status).toBe(409)
    expect((await admin.call('GET', 'meta/modules/brand/overlay')).body.data).toEqual(before)

    const { version, overlay } = before as { version: number; overlay: Row }
    const fields = { ...(overlay.fields as Row), name: { title: 'Make', help: 'As on the box.', minLength: 3 } }
    expect((await put('brand', { fields, columns: ['code', 'name', 'x_lane'] }, version)).status).toBe(200)
    expect((await admin.call('POST', 'brand', { code: 'B7', name: 'X' })).body.errors).toMatchObject({ name: [expect.anything()] })
    const meta = (await admin.call('GET', 'meta/modules/brand')).body.data as Row
    expect((meta.field as Record<string, Row>).name).toMatchObject({ title: 'Make', help: 'As on the box.' })
    expect((meta.columns as Row[]).map((column) => column.path)).toEqual(['code', 'name', 'x_lane'])
    const [row] = (await admin.call('GET', 'brand/paginate?x_lane=lane 0')).body.data as Row[]
    expect(row!.x_lane).toBe('lane 0')
    const sheets = await Promise.all(
      ['import-template', 'exportCSV'].map((path) =>
        first.server.app.http.inject({ url: `/api/v1/brand/${path}`, headers: { authorization: `Bearer ${admin.token}` } }),
      ),
    )
    for (const sheet of sheets) expect(sheet.body.split('\r\n')[0]).toContain('Lane')
  })

  test('uses the current descriptors: a new file in the folder works, an invalid one changes nothing', async () => {
    const heard = new Promise<Row>((resolve) => {
      const publish = first.server.services.events.publish
      Object.assign(first.server.services.events, {
        publish: (company: string, event: { type: string; data: Row }) => {
          publish(company, event as never)
          if (event.type === 'modules') resolve(event.data)
        },
      })
    })
    first.server.watchModules()
    writeFileSync(join(folder, 'home/pallet.json'), '{ "kind": "master", "fields": { "name": { "type": "text", "required": true } } }')
    expect(await heard).toEqual({ problems: 0 })
    const system = await first.server.system('FRESH', 'trying a module that was just dropped in')
    const pallet = system.modules.get('pallet')!
    expect(await system.services.records.create(system, pallet, { name: 'EUR 1' })).toMatchObject({ name: 'EUR 1' })
    // Roles that hold its application whole are granted it at once.
    const developer = await signIn(first.server, 'FRESH', 'developer')
    expect((await developer.call('GET', 'pallet/paginate')).body.data).toHaveLength(1)
    expect((await admin.call('GET', 'pallet/paginate')).status).toBe(200)

    writeFileSync(join(folder, 'home/pallet.json'), '{ "kind": "master", "fields": { "name": { "type": "txt" } } }')
    expect(first.server.store.reload()[0]).toMatchObject({
      file: 'modules/home/pallet.json',
      line: 1,
      hint: expect.stringContaining('text'),
    })
    expect((await admin.call('GET', 'meta/problems')).body.data).toHaveLength(1)
    expect((await first.server.system('FRESH', 'still there')).modules.get('pallet')).toBe(pallet)
  })
})
