import type { Db } from '../context.ts'
import { createDb } from './db.ts'
import { type DatabaseSource, type OpenPool, openPool } from './pool.ts'

export { createClock, dateIn, type SettableClock } from './clock.ts'
export { COMPANY_CODE, fit, literal, qualify, quote, schemaName } from './name.ts'
export type { DatabaseSource } from './pool.ts'

/** An open database: the `Db` everything uses, and the few things that must go around it. */
export interface Database {
  readonly db: Db
  /** True on the embedded database (one session: advisory locks and SKIP LOCKED exclude nobody). */
  readonly embedded: boolean
  /** The pool beneath, for libraries that bring their own queries. Outside transactions only. */
  readonly pool: OpenPool['pool']
  listen: OpenPool['listen']
  close(): Promise<void>
}

/** Opens the database and wraps it; `onError` hears failures of after-commit work. */
export async function openDatabase(source: DatabaseSource, onError?: (error: unknown) => void): Promise<Database> {
  const open = await openPool(source)
  return { db: createDb(open, onError), embedded: open.embedded, pool: open.pool, listen: open.listen, close: open.close }
}
