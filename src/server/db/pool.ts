import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { EmbeddedSocket } from './embedded.ts'
import { typeParsers } from './types.ts'

/** How long a query waits for a connection before it fails instead of hanging. */
const CONNECT_TIMEOUT_MS = 20_000

export interface DatabaseSource {
  /** A PostgreSQL server. Unset: the embedded database. */
  readonly url?: string
  /** Directory of the embedded database; unset: in memory. */
  readonly dataDir?: string
  /** Dump of another embedded database that one in memory starts from. */
  readonly dump?: Blob
  /** Connections of the pool (PostgreSQL only). */
  readonly max?: number
}

/** A pool, wherever it leads, and what differs between the two kinds. */
export interface OpenPool {
  readonly pool: pg.Pool
  /** True on the embedded database, which has one session for everybody. */
  readonly embedded: boolean
  /** Subscribes to a NOTIFY channel; answers the way to end it. */
  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Opens PostgreSQL at `url`, or PGlite in `dataDir` (or in memory). */
export async function openPool(source: DatabaseSource): Promise<OpenPool> {
  return source.url ? openServer(source.url, source.max ?? 10) : openEmbedded(source.dataDir, source.dump)
}

async function openServer(url: string, max: number): Promise<OpenPool> {
  const common = { connectionString: url, types: typeParsers, options: '-c timezone=UTC -c statement_timeout=120000' }
  const pool = new pg.Pool({ ...common, max, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // A broken idle connection is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  return {
    pool,
    embedded: false,
    async listen(channel, receive) {
      const client = new pg.Client({ ...common, keepAlive: true })
      client.on('error', () => undefined)
      client.on('notification', (message) => receive(message.payload ?? ''))
      await client.connect()
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      return () => client.end()
    },
    close: () => pool.end(),
  }
}

async function openEmbedded(dataDir: string | undefined, dump: Blob | undefined): Promise<OpenPool> {
  const directory = dataDir === undefined ? undefined : join(dataDir, 'pg')
  if (directory) mkdirSync(directory, { recursive: true })
  const lite = await PGlite.create({
    ...(directory ? { dataDir: directory } : {}),
    ...(dump ? { loadDataDir: dump } : {}),
    extensions: { pg_trgm },
  })
  const receivers = new Map<string, Set<(payload: string) => void>>()
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    stream: () => new EmbeddedSocket(lite),
    max: 1,
    idleTimeoutMillis: 0,
    types: typeParsers,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // A new client meets the old session: it must not find its statements or an open transaction.
    onConnect: async (client: pg.ClientBase) => {
      await client.query("ROLLBACK; DEALLOCATE ALL; SET TIME ZONE 'UTC'")
    },
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // One session: what is notified arrives with the answer to whichever query committed it.
    client.on('notification', ({ channel, payload }) => receivers.get(channel)?.forEach((receive) => receive(payload ?? '')))
  })
  return {
    pool,
    embedded: true,
    async listen(channel, receive) {
      const known = receivers.get(channel) ?? new Set()
      receivers.set(channel, known.add(receive))
      await pool.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
      return async () => {
        known.delete(receive)
      }
    },
    async close() {
      await pool.end()
      if (!lite.closed) await lite.close()
    },
  }
}
