import pg from 'pg'
import { type EmbeddedSource, openEmbedded } from './embedded/index.ts'
import { listenTo } from './listen.ts'
import { typeParsers } from './types.ts'

/** How long a query waits for a connection before it fails instead of hanging. */
const CONNECT_TIMEOUT_MS = 20_000
const CONNECTIONS = 10

/**
 * Settings of every connection: statements end after two minutes, and a transaction that is idle for five loses its
 * locks. Just-in-time compilation takes seconds for the wide statements that lists and exports are, and saves none.
 */
const SETTINGS = {
  timezone: 'UTC',
  jit: 'off',
  statement_timeout: 120_000,
  idle_in_transaction_session_timeout: 300_000,
}

export interface DatabaseSource {
  /** A PostgreSQL server. */
  readonly url?: string
  /** Where there is no `url`: the embedded server. */
  readonly embedded?: EmbeddedSource
  /** Connections of the pool. */
  readonly max?: number
}

/** A pool with its listeners. */
export interface OpenPool {
  readonly pool: pg.Pool
  /** True for the product's own server: then no other product works in the database. */
  readonly embedded: boolean
  /**
   * Subscribes to a NOTIFY channel until the returned function is called. A lost connection is renewed and `again`
   * called, because notifications in between were missed.
   */
  listen(channel: string, receive: (payload: string) => void, again?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Opens a pool on PostgreSQL at `url`, or on the embedded server, which is started. */
export async function openPool(source: DatabaseSource): Promise<OpenPool> {
  const server = source.url ? undefined : await openEmbedded(source.embedded!)
  let connectionString = source.url ?? server!.url
  const common = () => ({
    connectionString,
    types: typeParsers,
    options: Object.entries(SETTINGS)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    keepAlive: true,
  })
  const pool = new pg.Pool({ ...common(), max: source.max ?? CONNECTIONS, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // The pool reports broken idle connections; the holder of a connection must listen itself, or the unhandled event would
  // end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  server?.onRestart((url) => {
    connectionString = url
    Object.assign(pool.options, { connectionString })
  })
  return {
    pool,
    embedded: server !== undefined,
    listen: (channel, receive, again) => listenTo(() => new pg.Client(common()), channel, receive, again),
    async close() {
      await pool.end()
      await server?.stop()
    },
  }
}
