/**
 * `tanggapan/testing`: the product with a package, for the package's own tests. It runs in the process of the test, on an
 * embedded PostgreSQL that is thrown away afterwards, or on a database of its own on the server of TEST_DATABASE_URL.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Row } from '../engine/model/module.ts'
import { DEMO_COMPANIES } from '../server/demo/index.ts'
import { DEMO_PASSWORD, makeUsers } from '../server/features/access/demo.ts'
import { makePlaces } from '../server/features/company/demo.ts'
import { loadProduct, openModules } from '../server/packages/registry.ts'
import type { Ctx } from '../server/platform/context.ts'
import { openEmbedded } from '../server/platform/db/embedded/index.ts'
import { createServer } from '../server/server.ts'

export interface TestOptions {
  /** Packages, as in TANGGAPAN_PACKAGES; the one in the current folder where it is left out. */
  readonly packages?: readonly string[]
  /** The business day of the clock; only `setToday` moves it. */
  readonly today?: string
  /** The code of the company. */
  readonly company?: string
  /** A PostgreSQL server with the right to make databases; TEST_DATABASE_URL where it is left out. */
  readonly databaseUrl?: string
}

export interface TestAnswer {
  readonly status: number
  /** The response, with `data` as a record; for lists, the test casts it. */
  readonly body: {
    readonly success: boolean
    readonly data: Row
    readonly message?: string
    readonly rule?: string
    readonly errors?: Readonly<Record<string, readonly string[]>>
  }
  /** The bytes of the response, e.g. of a file. */
  readonly raw: Buffer
}
/** Calls of the API as a user; addresses begin after `/api/v1/`. */
export interface Client {
  get(url: string): Promise<TestAnswer>
  post(url: string, body?: Row): Promise<TestAnswer>
  put(url: string, body: Row): Promise<TestAnswer>
  patch(url: string, body: Row): Promise<TestAnswer>
  delete(url: string): Promise<TestAnswer>
}

export interface TestInstance {
  /**
   * Calls as a user of the company: `admin` and the other users of the demo, and one for each role of the packages, with
   * its code in lower case as name.
   */
  signIn(username: string): Promise<Client>
  /** A context that acts as the system, or as a user: for calls of services and functions of the package. */
  ctx(username?: string): Promise<Ctx>
  /** Creates a record as the system, with all its rules; returns it. */
  make(module: string, values: Row): Promise<Row>
  /** The one record with these values; fails when there is none, or more than one. */
  find(module: string, values: Row): Promise<Row>
  /** Moves the business clock to a later day. */
  setToday(date: string): void
  stop(): Promise<void>
}

let instances = 0

/** Starts the product with the package and a company with branches, roles and users. Throws when the package is invalid. */
export async function startTestInstance(options: TestOptions = {}): Promise<TestInstance> {
  const product = await loadProduct(options.packages ?? ['.'])
  const store = openModules(product)
  if (store.problems.length) throw new Error(store.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'))
  const dataDir = mkdtempSync(join(tmpdir(), 'tanggapan-test-'))
  const database = await openTestDatabase(options.databaseUrl ?? process.env.TEST_DATABASE_URL, dataDir)
  const clear = async () => {
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const code = options.company ?? 'TEST'
  const config = { host: '127.0.0.1', port: 0, dataDir, production: false, demo: false, demoScale: 1, logLevel: 'silent' }
  const server = await createServer({
    product,
    store,
    config: { ...config, databaseUrl: database.url, ...(options.today ? { clock: `${options.today}T09:00:00+08:00` } : {}) },
    frozenClock: options.today !== undefined,
    requestsPerMinute: 1_000_000,
  })
  const stop = async () => {
    await server.close()
    await clear()
  }
  try {
    const plan = { ...DEMO_COMPANIES[0]!, code }
    await server.createCompany(plan)
    const system = await server.system(code, 'preparing a test')
    await system.db.tx(async () => makeUsers(system, plan, await makePlaces(system, plan)))
  } catch (error) {
    await stop()
    throw error
  }
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: Row,
    token?: string,
  ): Promise<TestAnswer> => {
    const answer = await server.app.http.inject({
      method,
      url: `/api/v1/${url}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload === undefined ? {} : { payload }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return { status: answer.statusCode, body: (isJson ? answer.json() : {}) as TestAnswer['body'], raw: answer.rawPayload }
  }
  const system = () => server.system(code, 'a test')
  return {
    async signIn(username) {
      const { status, body } = await send('POST', 'login', { username, password: DEMO_PASSWORD, company_code: code })
      if (status !== 200) throw new Error(`${username} cannot sign in: ${body.message ?? status}`)
      const token = String(body.data.token)
      return {
        get: (url) => send('GET', url, undefined, token),
        post: (url, payload = {}) => send('POST', url, payload, token),
        put: (url, payload) => send('PUT', url, payload, token),
        patch: (url, payload) => send('PATCH', url, payload, token),
        delete: (url) => send('DELETE', url, undefined, token),
      }
    },
    ctx: (username) => (username ? server.as(code, username) : system()),
    async make(module, values) {
      const ctx = await system()
      return ctx.services.records.create(ctx, moduleOf(ctx, module), values)
    },
    async find(module, values) {
      const ctx = await system()
      const { data, pagination } = await ctx.services.records.list(ctx, moduleOf(ctx, module), { filter: values, limit: 2 })
      if (pagination.total !== 1) throw new Error(`${pagination.total} records of ${module} have ${JSON.stringify(values)}.`)
      return data[0]!
    },
    setToday: (date) => server.clock.advanceTo(`${date}T09:00:00+08:00`),
    stop,
  }
}

function moduleOf(ctx: Ctx, name: string) {
  const module = ctx.modules.get(name)
  if (!module) throw new Error(`There is no module "${name}".`)
  return module
}

/** A temporary database, and the function that removes it. */
async function openTestDatabase(given: string | undefined, dataDir: string): Promise<{ url: string; drop(): Promise<void> }> {
  if (!given) {
    const server = await openEmbedded({ dataDir, durable: false })
    return { url: server.url, drop: () => server.stop() }
  }
  const name = `tanggapan_test_${process.pid}_${instances++}`
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: given })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await onServer(`CREATE DATABASE ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}
