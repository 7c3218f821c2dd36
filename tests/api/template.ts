/**
 * Databases for tests: empty ones, and copies of others that are made once per run, because making them from nothing takes
 * longer than most tests: a company of the demo's people and places, and the tables of a set of modules.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { ModuleSet } from '../../src/engine/model/module.ts'
import { DEMO_COMPANIES, demoIsDue, makeDemo } from '../../src/server/demo/index.ts'
import { makeUsers } from '../../src/server/features/access/demo.ts'
import { makePlaces } from '../../src/server/features/company/demo.ts'
import { openModules } from '../../src/server/packages/registry.ts'
import { registerCompany } from '../../src/server/platform/companies/registry.ts'
import type { Db } from '../../src/server/platform/context.ts'
import { openDatabase } from '../../src/server/platform/db/index.ts'
import { syncSchema } from '../../src/server/platform/db/planner/index.ts'
import { syncPlatform } from '../../src/server/platform/db/platform.ts'
import type { ModuleStore } from '../../src/server/platform/meta/store.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { databaseOn, onServer } from './cluster.ts'

/** The companies' codes until a test gives them others. */
const CODES = ['TMPL', 'TMPS'] as const
export const [CODE] = CODES

/** Instant at which the demo of tests is made. */
export const DEMO_CLOCK = '2026-11-21T01:00:00Z'
/** Share of the demo's documents that tests make. */
export const DEMO_SCALE = 0.03

let store: ModuleStore | undefined
/** The modules of the product, read once per process: what is compiled of them serves all files that a worker runs. */
export const productStore = (): ModuleStore => (store ??= openModules())

/** A configuration for making a template. */
const making = (databaseUrl: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'template-'))
  return { host: '127.0.0.1', port: 0, dataDir, production: false, demo: false, demoScale: 1, logLevel: 'silent', databaseUrl }
}

/** The first company of the demo with all its history, small. */
async function makeFirstDemo(databaseUrl: string): Promise<void> {
  const server = await createServer({ config: { ...making(databaseUrl), clock: DEMO_CLOCK }, store: productStore() })
  const { db } = server.database
  if (!(await demoIsDue(db))) throw new Error('A database without companies gets no demo.')
  const host = server.demoHost(() => undefined)
  await makeDemo(db, host, DEMO_SCALE, DEMO_COMPANIES.slice(0, 1))
  await db.query(`UPDATE platform.instance SET value = '{"state":"making"}' WHERE key = 'demo'`)
  await server.close()
}

/** A company of the demo's people and places: of the first demo company, or the second. */
async function makeCompany(databaseUrl: string, index: 0 | 1): Promise<void> {
  const server = await createServer({ config: making(databaseUrl), store: productStore() })
  const code = CODES[index]
  const plan = { ...DEMO_COMPANIES[index]!, code }
  await server.createCompany(plan)
  const system = await server.system(code, 'preparing tests')
  await system.db.tx(async () => makeUsers(system, plan, await makePlaces(system, plan)))
  await server.close()
}

async function makeTables(databaseUrl: string, modules: ModuleSet): Promise<void> {
  const { db, close } = await openDatabase({ url: databaseUrl })
  await syncPlatform(db)
  const company = await registerCompany(db, { code: CODE, name: 'Fixture Company' })
  await syncSchema(db, company.schema, modules)
  await close()
}

/** The name of a database of the run; the first file that needs it makes it, on a copy of `base`, and others wait. */
export async function madeOnce(suffix: string, make: (databaseUrl: string) => Promise<void>, base?: string): Promise<string> {
  const [url, name] = [inject('server'), `${inject('run')}_${suffix}`]
  const lock = new pg.Client({ connectionString: url })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const { rowCount } = await lock.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    const making = `${name}_making`
    await onServer(url, `drop database if exists ${making} with (force)`, creation(making, base))
    await make(databaseOn(url, making))
    await onServer(url, `alter database ${making} rename to ${name}`)
    return name
  } finally {
    await lock.end()
  }
}

/** The name of the database with the template's company. */
export const companyTemplate = (): Promise<string> => madeOnce('template', (databaseUrl) => makeCompany(databaseUrl, 0))

/** The same with a second company. */
export const companiesTemplate = async (): Promise<string> =>
  madeOnce('companies', (databaseUrl) => makeCompany(databaseUrl, 1), await companyTemplate())

/** The name of the database with the first company of the demo, as a first start leaves it that ends before the second one. */
export const demoTemplate = (): Promise<string> => madeOnce('demo_template', makeFirstDemo)

/** The name of the database with the empty tables of these modules, the same of each file, in the schema of the template's company. */
export const tablesTemplate = (modules: ModuleSet): Promise<string> => madeOnce('tables', (databaseUrl) => makeTables(databaseUrl, modules))

/**
 * How the embedded server copies a database: by its files. By the log, as it would by itself, takes it four times the work. A
 * server that writes through to its disk would have to wait for each of the thousand files.
 */
const STRATEGY = process.env['TEST_DATABASE_URL'] ? '' : ' strategy file_copy'

const creation = (database: string, template?: string): string =>
  `create database "${database}"${template ? ` template "${template}"${STRATEGY}` : ''}`

/** A fresh database, empty or a copy of another; answers its address and the way to throw it away. */
export async function freshDatabase(name: string, template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const [server, database] = [inject('server'), `${inject('run')}_${name}`]
  await onServer(server, `drop database if exists "${database}" with (force)`, creation(database, template))
  return {
    url: databaseOn(server, database),
    drop: async () => void (await onServer(server, `drop database if exists "${database}" with (force)`)),
  }
}

/** Gives a company of a template a code of the test's own. */
export async function renameCompany(db: Db, code: string, from: string = CODE): Promise<string> {
  const schema = `co_${code.toLowerCase()}`
  if (code === from) return schema
  await db.query(`ALTER SCHEMA co_${from.toLowerCase()} RENAME TO "${schema}"`)
  await db.query('UPDATE platform.company SET code = $1, schema_name = $2 WHERE code = $3', [code, schema, from])
  return schema
}

/** The same with the company's own row and users, and the modules of the test's server. */
export async function takeOver(server: Server, code: string, index: 0 | 1 = 0): Promise<void> {
  const { db } = server.database
  const from = CODES[index]
  const schema = await renameCompany(db, code, from)
  await db.query(`UPDATE "${schema}".company SET code = $1`, [code])
  await db.query(`UPDATE "${schema}"."user" SET email = replace(email, $1, $2)`, [`@${from.toLowerCase()}.`, `@${code.toLowerCase()}.`])
  await server.createCompany({ ...DEMO_COMPANIES[index]!, code })
}
