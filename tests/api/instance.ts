/** The whole server, as `npm start` runs it, on a database of its own. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeUsers } from '../../src/server/features/access/demo.ts'
import { makePlaces } from '../../src/server/features/company/demo.ts'
import type { Config } from '../../src/server/platform/config.ts'
import { createServer, type Server, type ServerOptions } from '../../src/server/server.ts'
import { companiesTemplate, companyTemplate, freshDatabase, productStore, takeOver } from './template.ts'

/** A configuration on a fresh database (a copy of a template, if one is named), and the way to throw that away again. */
export async function ownConfig(name: string, template?: string): Promise<{ config: Config; drop(): Promise<void> }> {
  const { url, drop } = await freshDatabase(name, template)
  const config = {
    host: '127.0.0.1',
    port: 0,
    dataDir: mkdtempSync(join(tmpdir(), `${name}-`)),
    databaseUrl: url,
    production: false,
    demo: false,
    demoScale: 1,
    logLevel: 'silent',
  }
  return { config, drop }
}

/**
 * Starts a server with the demo's people and places in companies of these codes, without its documents. A `store` has the product's
 * modules and no others. `drop` throws the database away, where the test ends the server itself.
 */
export async function startInstance(
  name: string,
  codes: readonly string[],
  more: Partial<ServerOptions> = {},
): Promise<{ server: Server; config: Config; drop(): Promise<void>; stop(): Promise<void> }> {
  // Roles and menus are made with the modules there are: with others, nothing made before will do.
  const template = more.extra ? undefined : await (codes.length > 1 ? companiesTemplate() : companyTemplate())
  const { config, drop } = await ownConfig(name, template)
  const store = template && !more.product ? { store: productStore() } : {}
  const server = await createServer({ config, requestsPerMinute: 1_000_000, ...store, ...more })
  if (server.store.problems.length)
    throw new Error(server.store.problems.map((problem) => `${problem.file}:${problem.line} ${problem.message}`).join('\n'))
  for (const [n, code] of codes.entries()) {
    const plan = { ...DEMO_COMPANIES[n % DEMO_COMPANIES.length]!, code }
    if ((n === 0 || n === 1) && template) {
      await takeOver(server, code, n)
      continue
    }
    await server.createCompany(plan)
    const system = await server.system(code, 'preparing a test')
    await system.db.tx(async () => makeUsers(system, plan, await makePlaces(system, plan)))
  }
  return {
    server,
    config,
    drop,
    stop: async () => {
      await server.close()
      await drop()
    },
  }
}

/** Calls of a signed-in user. */
export async function signIn(server: Server, company_code: string, username: string) {
  const request = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: Json, token?: string) => {
    const answer = await server.app.http.inject({
      method,
      url: `/api/v1/${url}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: (isJson ? answer.json() : {}) as Row & { data: never } }
  }
  const { status, body } = await request('POST', 'login', { username, password: 'Demo#2026', company_code })
  if (status !== 200) throw new Error(`${username}@${company_code} cannot sign in: ${JSON.stringify(body)}`)
  const { token } = body.data as { token: string }
  return { token, call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: Json) => request(method, url, payload, token) }
}
