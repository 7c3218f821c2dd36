/** The OpenAPI document against the server that it describes: its routes, its modules, and how it answers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Module, ModuleSet } from '../../../src/engine/model/module.ts'
import { API } from '../../../src/server/app.ts'
import { openApi } from '../../../src/server/openapi/index.ts'
import type { OpenApi } from '../../../src/server/openapi/types.ts'
import type { Server } from '../../../src/server/server.ts'
import { signIn, startInstance } from '../instance.ts'

let server: Server
let stop: () => Promise<void>
let modules: ModuleSet
let document: OpenApi
let token: string
beforeAll(async () => {
  ;({ server, stop } = await startInstance('openapi', ['DOC']))
  const ctx = await server.as('DOC', 'admin')
  modules = ctx.modules
  document = openApi(modules, { version: '0' })
  ;({ token } = await signIn(server, 'DOC', 'admin'))
})
afterAll(() => stop())

/** `GET /files/{}`: a call with any names of its parameters. */
const call = (method: string, path: string): string => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}|:\w+(\([^)]*\))?/g, '{}')}`
const documented = (): string[] =>
  Object.entries(document.paths).flatMap(([path, item]) => (item.$ref ? [] : Object.keys(item).map((method) => call(method, path))))
/** Routes below the API that the server mounted itself; those of modules begin with a parameter. */
const routes = (scope: 'platform' | 'module'): { method: string; url: string }[] =>
  server.app.routes
    .filter(({ method, url }) => url.startsWith(API) && !['HEAD', 'OPTIONS'].includes(method) && !url.endsWith('*'))
    // What a parameter may be (`:id(^\\d+$)`) is no part of the address.
    .map(({ method, url }) => ({ method, url: url.slice(API.length).replaceAll(/\([^)]*\)/g, '') || '/' }))
    .filter(({ url }) => url.startsWith('/:module') === (scope === 'module'))
    // Mounted only to carry the calls that modules declare at their own address.
    .filter(({ method, url }) => url !== '/:module' || ['GET', 'POST'].includes(method))

describe('L4: openapi.json', () => {
  test('L4: describes exactly the fixed routes of the server', () => {
    const fixed = new Set(routes('platform').map(({ method, url }) => call(method, url)))
    expect(fixed.size).toBeGreaterThan(35)
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        typeof operation === 'object' && ['session', 'platform'].includes(operation.tags[0]!) ? [call(method, path)] : [],
      ),
    )
    expect(described.sort()).toEqual([...fixed].sort())
  })

  test('L4: describes every call that a module declares, and only calls that are answered', () => {
    const declared = new Set<string>()
    const parts = new Set<string>()
    for (const module of modules.values()) {
      for (const { method, path } of module.endpoints)
        declared.add(call(method, path.startsWith('/') ? path : `/${module.name}/${path}`.replace(/\/$/, '')))
      const below = [...module.panels.map((panel) => panel.path), ...module.form.tabs.flatMap((tab) => tab.section ?? [])]
      for (const name of below) parts.add(`/${module.name}/{}/${name}`)
    }
    const known = new Set(documented())
    expect([...declared].filter((name) => !known.has(name))).toEqual([])
    const generic = routes('module').map(({ method, url }) => new RegExp(`^${method} ${url.replaceAll(/:\w+/g, '[^/]+')}$`))
    const fixed = new Set(routes('platform').map(({ method, url }) => call(method, url)))
    const unknown = [...known].filter(
      (name) =>
        !fixed.has(name) &&
        !declared.has(name) &&
        !generic.some((pattern) => pattern.test(name)) &&
        !parts.has(name.replace(/^\w+ /, '').replace(/(\/paginate|\/\{\}(\/default)?)?$/, '')),
    )
    expect(unknown).toEqual([])
  })

  test('L4: describes the generic calls of each kind of module, and no others', async () => {
    const some = new Map<string, Module>()
    for (const module of modules.values()) {
      const best = some.get(module.kind)
      if (!best || module.endpoints.length < best.endpoints.length) some.set(module.kind, module)
      if (module.entity.tree) some.set('tree', module)
      if (module.kind === 'report' && module.report?.records?.actions.length) some.set('deciding report', module)
    }
    expect([...some.keys()].sort()).toEqual(expect.arrayContaining(['document', 'filing', 'log', 'master', 'report', 'setting', 'tree']))
    const known = new Set(documented())
    const wrong: string[] = []
    for (const module of some.values())
      for (const { method, url } of routes('module')) {
        const address = call(method, url.replace(':module', module.name))
        // Transitions have names; a form is looked for only when there is a record to print.
        if (url === '/:module/:id/:action' || (url.endsWith('/print-form') && !module.print.length)) continue
        const answers = await isAnswered(method, url, module)
        if (answers.yes !== known.has(address)) wrong.push(`${address}: ${answers.yes ? 'not described' : 'described'}, ${answers.why}`)
      }
    expect(wrong).toEqual([])
  })

  test('L4: describes the lists of a record’s panels as they answer, and report rows as no records', async () => {
    const known = new Set(documented())
    const wrong: string[] = []
    for (const module of modules.values())
      for (const panel of module.kind === 'report' ? [] : module.panels) {
        const path = `/${module.name}/{}/${panel.path}`
        const isReport = modules.get(panel.module)?.report !== undefined
        for (const [below, has] of [
          ['', true],
          ['/paginate', !isReport],
          ['/{}', !isReport],
        ] as const)
          if (known.has(`GET ${path}${below}`) !== has) wrong.push(`GET ${path}${below}`)
      }
    expect(wrong).toEqual([])
    const answer = await server.app.http.inject({
      url: `${API}/item/1/price-level/paginate`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.json()).toMatchObject({ success: false, message: 'The record was not found.' })
  })

  test('L4: describes the aliases of modules, calls without a session, and nothing twice', () => {
    expect(document.paths['/overtime_filing/with-authorization/paginate']).toEqual({
      $ref: '#/paths/~1overtime_filing_with_authorization~1paginate',
    })
    for (const item of Object.values(document.paths))
      if (item.$ref) expect(document.paths).toHaveProperty([item.$ref.slice('#/paths/'.length).replaceAll('~1', '/')])
    const open = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).some((operation) => typeof operation === 'object' && operation.security?.length === 0) ? [path] : [],
    )
    expect(open).toEqual(expect.arrayContaining(['/login', '/companies', '/forgot_password_request', '/health', '/metrics']))
    expect(open).not.toContain('/logout')
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item).filter((candidate) => typeof candidate === 'object'),
    )
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length)
    const forms = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
    expect(new Set(forms).size).toBe(forms.length)
    const text = JSON.stringify(document)
    for (const name of new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((found) => found[1]!)))
      expect(document.components.schemas).toHaveProperty([name])
  })

  test('L4: states correctly for each fixed call whether it requires a session', async () => {
    const wrong: string[] = []
    for (const { method, url } of routes('platform')) {
      if (url === '/instance/setup') continue
      const path = Object.keys(document.paths).find((key) => call(method, key) === call(method, url))!
      const operation = document.paths[path]![method.toLowerCase() as 'get']!
      const answer = await server.app.http.inject({ method: method as 'GET', url: API + url.replaceAll(/:\w+/g, '1') })
      const refused = answer.statusCode === 401
      const needs = operation.security === undefined
      if (refused !== needs) wrong.push(`${method} ${url}: ${answer.statusCode}`)
    }
    expect(wrong).toEqual([])
  })
})

/** No one can hold the right, or this module has no such thing. */
const NOTHING =
  /nothing at this address|has no records|no action|no print form|is not a report|no tree|no board|no suggestions|have no lines|^You need the "/
async function isAnswered(method: string, url: string, module: Module): Promise<{ yes: boolean; why: string }> {
  const action = Object.keys(module.workflow?.transitions ?? {})[0] ?? module.report?.records?.actions[0]?.name ?? 'delete'
  const path = url.replace(':module', module.name).replace(':action', action).replaceAll(/:\w+/g, '987654321')
  const row = { module: 'user', id: 987654321 }
  const answer = await server.app.http.inject({
    method: method as 'GET',
    url: `${API}${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(['POST', 'PUT', 'PATCH'].includes(method) ? { payload: { ids: [987654321], rows: [row] } } : {}),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  const body = isJson ? (answer.json() as { message?: string; data?: { message?: string }[] | null }) : {}
  const message = body.message ?? (url.includes('bulk') ? body.data?.[0]?.message : undefined) ?? ''
  return { yes: !NOTHING.test(message), why: `${answer.statusCode} ${message}` }
}
