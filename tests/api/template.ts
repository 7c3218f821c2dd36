/**
 * Databases for tests: empty ones, and copies of one that holds a company of the demo's people and places, which is
 * made once per run because making a company from nothing takes longer than most tests.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeUsers } from '../../src/server/features/access/demo.ts'
import { makePlaces } from '../../src/server/features/company/demo.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { databaseOn, onServer } from './cluster.ts'

/** The company's code until a test gives it another. */
const CODE = 'TMPL'

async function make(databaseUrl: string, dataDir: string): Promise<void> {
  const config = { host: '127.0.0.1', port: 0, dataDir, production: false, demo: false, demoScale: 1, logLevel: 'silent' }
  const server = await createServer({ config: { ...config, databaseUrl } })
  const plan = { ...DEMO_COMPANIES[0]!, code: CODE }
  await server.createCompany(plan)
  const system = await server.system(CODE, 'preparing tests')
  await system.db.tx(async () => makeUsers(system, plan, await makePlaces(system, plan)))
  await server.close()
}

/** The name of the database with the template's company; the first file that needs it creates it, others wait. */
export async function companyTemplate(): Promise<string> {
  const [url, name] = [inject('server'), `${inject('run')}_template`]
  const lock = new pg.Client({ connectionString: url })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const { rowCount } = await lock.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return name
    const making = `${name}_making`
    await onServer(url, `drop database if exists ${making} with (force)`, `create database ${making}`)
    await make(databaseOn(url, making), mkdtempSync(join(tmpdir(), 'template-')))
    await onServer(url, `alter database ${making} rename to ${name}`)
    return name
  } finally {
    await lock.end()
  }
}

/** A fresh database, empty or a copy of another; answers its address and the way to throw it away. */
export async function freshDatabase(name: string, template?: string): Promise<{ url: string; drop(): Promise<void> }> {
  const [server, database] = [inject('server'), `${inject('run')}_${name}`]
  await onServer(
    server,
    `drop database if exists "${database}" with (force)`,
    `create database "${database}"${template ? ` template "${template}"` : ''}`,
  )
  return {
    url: databaseOn(server, database),
    drop: async () => void (await onServer(server, `drop database if exists "${database}" with (force)`)),
  }
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
