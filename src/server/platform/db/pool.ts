import pg from 'pg'
import { type EmbeddedSource, openEmbedded } from './embedded/index.ts'
import { listenTo } from './listen.ts'
import { typeParsers } from './types.ts'

/** How long a query waits for a connection before it fails instead of hanging. */
const CONNECT_TIMEOUT_MS = 20_000
const CONNECTIONS = 10

/**
 * What holds for every connection: statements end after two minutes, and a transaction in which nothing happens for
 * five does not keep its locks. Just-in-time compilation takes seconds for the wide statements that lists and exports
 * are, and saves none.
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

/** A pool and the few things beside it. */
export interface OpenPool {
  readonly pool: pg.Pool
  /** Is the server the product's own? Then no other product works in the database. */
  readonly embedded: boolean
  /**
   * Subscribes to a NOTIFY channel until the answered function is called. A lost connection is made anew; `again` hears
   * of it, because what was notified meanwhile was not heard.
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
  // The pool hears of connections that break while nobody uses them; who has taken one out must hear himself, or the
  // event, which nobody else listens to, would end the process.
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
