/**
 * A database that holds one company of the demo's people and places, made once per run: most tests start from a
 * copy of it, because making a company from nothing takes longer than most tests.
 */
import { existsSync, mkdirSync, mkdtempSync, openAsBlob, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makePeople, makePlaces } from '../../src/server/demo/masters.ts'
import { createServer, type Server } from '../../src/server/server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the run, for what its files share. */
    run: string
  }
}

/** The company's code until a test gives it another. */
const CODE = 'TMPL'

/** A statement on a PostgreSQL server, outside the databases of the tests. */
export async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** The address of a database on the server at `url`. */
export function databaseOn(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

const nameOf = (run: string) =>
  basename(run)
    .replace(/[^a-z0-9]/gi, '_')
    .toLowerCase()

/** The folder that the files of a run share, and its end (`globalSetup`). */
export default function setup(project: TestProject): () => Promise<void> {
  const run = mkdtempSync(join(tmpdir(), 'api-run-'))
  project.provide('run', run)
  return async () => {
    const url = existsSync(join(run, 'url')) ? process.env['TEST_DATABASE_URL'] : undefined
    if (url) await onServer(url, `drop database if exists ${nameOf(run)} with (force)`)
    rmSync(run, { recursive: true, force: true })
  }
}

async function make(databaseUrl: string | undefined, dataDir: string): Promise<void> {
  const config = { host: '127.0.0.1', port: 0, dataDir, production: false, demo: false, demoScale: 1, logLevel: 'silent' }
  const server = await createServer({ config: databaseUrl ? { ...config, databaseUrl } : config })
  const plan = { ...DEMO_COMPANIES[0]!, code: CODE }
  await server.createCompany(plan)
  const system = await server.system(CODE, 'preparing tests')
  await system.db.tx(async () => makePeople(system, plan, await makePlaces(system, plan)))
  await server.close()
}

/** A dump that the first file of the run to ask for it makes; who asks while it is being made makes one for himself. */
async function dumped(name: string, fill: (folder: string) => Promise<void>): Promise<Blob> {
  const made = join(inject('run'), name)
  if (!existsSync(made)) {
    const folder = mkdtempSync(join(inject('run'), 'making-'))
    await fill(folder)
    const lite = await PGlite.create({ dataDir: join(folder, 'db', 'pg'), extensions: { pg_trgm } })
    writeFileSync(join(folder, name), Buffer.from(await (await lite.dumpDataDir('none')).arrayBuffer()))
    await lite.close()
    renameSync(join(folder, name), made)
    rmSync(folder, { recursive: true, force: true })
  }
  return openAsBlob(made)
}

/** An embedded database with nothing in it: setting one up takes three times as long as loading one. */
export const emptyDump = (): Promise<Blob> =>
  dumped('empty', async (folder) => void mkdirSync(join(folder, 'db', 'pg'), { recursive: true }))

/** The dump (embedded) or the name of the database (on the server at `url`). */
export async function companyTemplate(url: string | undefined): Promise<{ dump?: Blob; database?: string }> {
  if (!url) return { dump: await dumped('company', (folder) => make(undefined, folder)) }
  const run = inject('run')
  const database = nameOf(run)
  if (!existsSync(join(run, 'url'))) {
    await onServer(url, `create database ${database}`)
    await make(databaseOn(url, database), run)
    writeFileSync(join(run, 'url'), database)
  }
  return { database }
}

/** Gives the template's company a code of the test's own, and the modules of the test's server. */
export async function takeOver(server: Server, code: string): Promise<void> {
  const schema = `co_${code.toLowerCase()}`
  const { db } = server.database
  await db.query(`ALTER SCHEMA co_${CODE.toLowerCase()} RENAME TO "${schema}"`)
  await db.query('UPDATE platform.company SET code = $1, schema_name = $2 WHERE code = $3', [code, schema, CODE])
  await db.query(`UPDATE "${schema}".company SET code = $1`, [code])
  await db.query(`UPDATE "${schema}"."user" SET email = replace(email, $1, $2)`, [`@${CODE.toLowerCase()}.`, `@${code.toLowerCase()}.`])
  await server.createCompany({ ...DEMO_COMPANIES[0]!, code })
}
