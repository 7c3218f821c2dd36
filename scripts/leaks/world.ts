/** Scratch databases with the demo, and servers on them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { DEMO_COMPANIES, makeDemo } from '../../src/server/demo/index.ts'
import { answer } from '../../src/server/features/chat/answer.ts'
import type { ModuleStore } from '../../src/server/platform/meta/store.ts'
import { createServer, type Server } from '../../src/server/server.ts'

export const COMPANY = 'DEMO'
export const SCHEMA = 'co_demo'
const PASSWORD = 'Demo#2026'
/** Share of the demo's items, suppliers and documents; its employees are all there. */
const SCALE = 0.1

export type Sql = <T extends object>(text: string, values?: readonly unknown[]) => Promise<T[]>

/** Runs `work` with a connection to a database; numbers and dates come as text, `bigint` as a number. */
export async function connected<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(async (text, values = []) => (await client.query(text, [...values])).rows as never)
  } finally {
    await client.end()
  }
}

/** Names of databases made on one server, to be dropped in the end. */
export interface Databases {
  url(name: string): string
  create(name: string, template?: string): Promise<void>
  drop(name: string): Promise<void>
  dropAll(): Promise<void>
}

export function databasesOn(server: string): Databases {
  const made = new Set<string>()
  const run = (text: string) => connected(server, (sql) => sql(text))
  const drop = async (name: string) => {
    await run(`drop database if exists "${name}" with (force)`)
    made.delete(name)
  }
  return {
    url(name) {
      const address = new URL(server)
      address.pathname = `/${name}`
      return address.href
    },
    async create(name, template) {
      await run(`drop database if exists "${name}" with (force)`)
      made.add(name)
      await run(`create database "${name}"${template ? ` template "${template}"` : ''}`)
    },
    drop,
    dropAll: async () => {
      for (const name of [...made]) await drop(name)
    },
  }
}

export interface Answer {
  readonly status: number
  readonly type: string
  readonly body: Buffer
}
export interface World {
  readonly server: Server
  call(username: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>
  /** The assistant's answer; its questions are otherwise answered in the background. */
  ask(username: string, question: string): Promise<Answer>
  stop(): Promise<void>
}

/** A server with a frozen clock on a database with the demo (or, with `demo`, one that gets it first). */
export async function startWorld(url: string, clock: string, store?: ModuleStore, demo = false): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tanggapan-leaks-'))
  const config = {
    host: '127.0.0.1',
    port: 0,
    dataDir,
    databaseUrl: url,
    production: false,
    demo: false,
    demoScale: SCALE,
    logLevel: 'silent',
    clock,
  }
  const server = await createServer({ config, requestsPerMinute: 100_000_000, frozenClock: true, ...(store ? { store } : {}) })
  if (demo)
    await makeDemo(
      server.database.db,
      server.demoHost(() => undefined),
      SCALE,
      [DEMO_COMPANIES[0]!],
    )
  const tokens = new Map<string, Promise<string>>()
  const send = async (method: 'GET' | 'POST', path: string, body: unknown, token?: string): Promise<Answer> => {
    const given = await server.app.http.inject({
      method,
      url: `/api/v1/${path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: given.statusCode, type: String(given.headers['content-type'] ?? ''), body: given.rawPayload }
  }
  const signIn = async (username: string): Promise<string> => {
    const { status, body } = await send('POST', 'login', { username, password: PASSWORD, company_code: COMPANY })
    if (status !== 200) throw new Error(`${username} cannot sign in: ${body.toString()}`)
    return (JSON.parse(body.toString()) as { data: { token: string } }).data.token
  }
  return {
    server,
    async call(username, method, path, body) {
      let token = tokens.get(username)
      if (!token) tokens.set(username, (token = signIn(username)))
      return send(method, path, body, await token)
    },
    async ask(username, question) {
      const said = await answer(await server.as(COMPANY, username), question).catch((error: Error) => ({ text: error.message }))
      return { status: 200, type: 'application/json', body: Buffer.from(JSON.stringify(said)) }
    },
    async stop() {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
