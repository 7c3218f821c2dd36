/**
 * The PostgreSQL server of a test run: one embedded server, not written through to the disk, or the one of
 * TEST_DATABASE_URL. Every test file makes databases of its own on it.
 */
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { scratchFolder } from '../../scripts/scratch.ts'
import { openEmbedded } from '../../src/server/platform/db/embedded/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server, with rights to make databases. */
    server: string
    /** Beginning of the names of the run's databases. */
    run: string
  }
}

/** Files that run at the same time, each with a pool or two. */
const MAX_CONNECTIONS = 200

/** Runs statements on a connection of their own, outside the databases of the tests. */
export async function onServer(url: string, ...statements: readonly string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let result!: pg.QueryResult
    for (const sql of statements) result = await client.query(sql)
    return result
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

/** Starts the server and ends it after the last file (`globalSetup`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const run = `run_${process.pid}_${Date.now().toString(36)}`
  project.provide('run', run)
  const given = process.env['TEST_DATABASE_URL']
  if (given) {
    project.provide('server', given)
    return async () => {
      const { rows } = await onServer(given, `select datname from pg_database where datname like '${run}\\_%'`)
      for (const { datname } of rows as { datname: string }[]) await onServer(given, `drop database "${datname}" with (force)`)
    }
  }
  const { path: dataDir, remove } = scratchFolder('api-run')
  const server = await openEmbedded({ dataDir, durable: false, maxConnections: MAX_CONNECTIONS })
  project.provide('server', server.url)
  return async () => {
    await server.stop()
    remove()
  }
}
