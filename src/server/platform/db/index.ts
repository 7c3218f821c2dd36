import type { Config } from '../config.ts'
import type { Db } from '../context.ts'
import { createDb } from './db.ts'
import { type DatabaseSource, type OpenPool, openPool } from './pool.ts'

export { createClock, dateIn, type SettableClock } from './clock.ts'
export { EmbeddedProblem } from './embedded/index.ts'
export { isConnectionLost } from './lost.ts'
export { COMPANY_CODE, fit, literal, qualify, quote, schemaName } from './name.ts'
export type { DatabaseSource } from './pool.ts'

/** An open database: the `Db` everything uses, and the few things that must go around it. */
export interface Database {
  readonly db: Db
  /** True for the product's own server: then no other product works in the database. */
  readonly embedded: boolean
  /** The pool beneath, for libraries that bring their own queries. Outside transactions only. */
  readonly pool: OpenPool['pool']
  listen: OpenPool['listen']
  close(): Promise<void>
}

/**
 * The database that the configuration names. `join`: a command that runs beside the product uses the embedded server that
 * the product has started, instead of being refused. `log` receives a message when the embedded server died and was
 * started again.
 */
export function sourceOf(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'isDefaultDataDir'>,
  more: { readonly join?: boolean; log?(message: string): void } = {},
): DatabaseSource {
  if (config.databaseUrl) return { url: config.databaseUrl }
  return { embedded: { dataDir: config.dataDir, mayMove: config.isDefaultDataDir ?? false, ...more } }
}

/** Opens the database and wraps it; `onError` receives errors of after-commit work. */
export async function openDatabase(source: DatabaseSource, onError?: (error: unknown) => void): Promise<Database> {
  const open = await openPool(source)
  return { db: createDb(open, onError), embedded: open.embedded, pool: open.pool, listen: open.listen, close: open.close }
}
