import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import Cursor from 'pg-cursor'
import type { Row } from '../../../engine/model/module.ts'
import { withArrayTexts } from './arrays.ts'
import type { Db, Statement } from './contract.ts'
import { asLoss, isConnectionLost } from './lost.ts'
import type { OpenPool } from './pool.ts'
import type { Sql } from './sql.ts'
import { createStatementNames, fitsAnyPlan, isFull, notePrepared } from './statements.ts'

/** A transaction in progress, found by everything that runs inside it. */
interface Transaction {
  readonly client: pg.PoolClient
  readonly after: (() => void | Promise<void>)[]
  /** Queries of one transaction run one after another, also when the caller starts several at once. */
  tail: Promise<unknown>
  done: boolean
}

const ATTEMPTS = 3
const DEFAULT_BATCH = 500

/**
 * Begins a transaction that does not wait for the disk. Its plans are made once, without values: the same few statements write
 * rows of the same shape thousands of times, and planning them again takes a tenth of the work of PostgreSQL.
 */
const RELAXED = 'BEGIN; SET LOCAL synchronous_commit TO off; SET LOCAL plan_cache_mode TO force_generic_plan'

/**
 * The `Db` over a pool. `onError` receives errors of after-commit work, which can no longer undo anything and must not
 * fail the request that has committed.
 */
export function createDb(source: Pick<OpenPool, 'pool'>, onError: (error: unknown) => void = () => undefined): Db {
  const current = new AsyncLocalStorage<Transaction>()
  const relaxed = new AsyncLocalStorage<true>()
  const names = createStatementNames()

  async function run<T>(query: pg.QueryConfig): Promise<pg.QueryResult<T & pg.QueryResultRow>> {
    const tx = current.getStore()
    if (!tx) return again(() => runAlone(source.pool, query), isUndone)
    const result = tx.tail.then(() => {
      if (tx.done) throw new Error('This query belongs to a transaction that has ended; an await is missing.')
      notePrepared(tx.client, query.name)
      return tx.client.query(query)
    })
    tx.tail = result.catch(() => undefined)
    return result
  }

  /** Runs a statement under the name that `nameOf` gives it, and once more when a schema change has made its plan stale. */
  async function runNamed<T>(config: { text: string; values: unknown[] }, nameOf: (text: string) => string | undefined) {
    const name = nameOf(config.text)
    try {
      return await run<T>(name === undefined ? config : { name, ...config })
    } catch (error) {
      if (!isStalePlan(error)) throw error
      names.renew()
      // A transaction is failed by it, and tried again as a whole.
      if (current.getStore()) throw error
      return run<T>(config)
    }
  }

  async function prepared<T>(statement: Sql | string, values: readonly unknown[] = []): Promise<T[]> {
    return (await runNamed<T>(configOf(statement, values), names.nameOf)).rows
  }

  async function attempt<T>(work: () => Promise<T>): Promise<{ value: T; after: Transaction['after'] }> {
    const client = await take(source.pool)
    const tx: Transaction = { client, after: [], tail: Promise.resolve(), done: false }
    let broken: Error | undefined
    let isCommitting = false
    try {
      await client.query(relaxed.getStore() ? RELAXED : 'BEGIN')
      const value = await current.run(tx, work)
      await tx.tail
      tx.done = true
      isCommitting = true
      await client.query('COMMIT')
      return { value, after: tx.after }
    } catch (error) {
      await tx.tail
      tx.done = true
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw asLoss(error, isCommitting)
    } finally {
      client.release(broken ?? isFull(client))
    }
  }

  async function tx<T>(work: () => Promise<T>): Promise<T> {
    if (current.getStore()) return work()
    const { value, after } = await again(() => attempt(work), isRetryable)
    await settle(after, onError)
    return value
  }

  const query = async <T>(statement: Sql | string, values: readonly unknown[] = []): Promise<T[]> => {
    const given = typeof statement === 'string' ? values : statement.values
    const config = configOf(statement, values)
    if (given.length) return (await runNamed<T>(config, fitsAnyPlan(given) ? names.nameOf : unnamed)).rows
    // Without values the simple protocol is used, which also takes several statements at once.
    const result = await run<T>({ text: config.text })
    return (Array.isArray(result) ? (result as pg.QueryResult<T & pg.QueryResultRow>[]).at(-1)?.rows : result.rows) ?? []
  }

  return {
    query,
    prepared,
    tx,
    relaxed: (work) => relaxed.run(true, work),
    get inTransaction() {
      return current.getStore() !== undefined
    },
    afterCommit(work) {
      const open = current.getStore()
      if (open) open.after.push(work)
      else void settle([work], onError)
    },
    stream: (statement, batch = DEFAULT_BATCH) => streamCursor(source.pool, statement, batch),
  }
}

const unnamed = (): undefined => undefined

/** The text is put together once: every reading of `Sql.text` does it again. */
const configOf = (statement: Sql | string, values: readonly unknown[]) =>
  typeof statement === 'string'
    ? { text: statement, values: withArrayTexts(values) }
    : { text: statement.text, values: withArrayTexts(statement.values) }

/** Does the work again while `may` says that its failure left nothing behind, three times at most. */
async function again<T>(work: () => Promise<T>, may: (error: unknown) => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries >= ATTEMPTS || !may(error)) throw error
    }
  }
}

/** A connection of the pool; throws a 503 when none is available. */
async function take(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw asLoss(error, false)
  }
}

/**
 * One query on a connection of its own. The pool's own `query` throws the connection away after any
 * error, its prepared statements with it; only a broken connection deserves that.
 */
async function runAlone<T>(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult<T & pg.QueryResultRow>> {
  const client = await take(pool)
  let broken: Error | undefined
  try {
    notePrepared(client, query.name)
    return await client.query(query)
  } catch (error) {
    if (isConnectionLost(error)) broken = error as Error
    throw asLoss(error, !/^\s*select\b/i.test(query.text))
  } finally {
    client.release(broken ?? isFull(client))
  }
}

async function settle(works: Transaction['after'], onError: (error: unknown) => void): Promise<void> {
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      onError(error)
    }
  }
}

/** Reads through a cursor on a connection of its own. */
async function* streamCursor(pool: pg.Pool, { text, values }: Statement, batch: number): AsyncGenerator<Row[]> {
  const client = await take(pool)
  const cursor = client.query(new Cursor<Row>(text, [...values]))
  let broken: Error | undefined
  try {
    for (let rows = await cursor.read(batch); rows.length > 0; rows = await cursor.read(batch)) yield rows
  } catch (error) {
    if (isConnectionLost(error)) broken = error as Error
    throw asLoss(error, false)
  } finally {
    if (!broken) await cursor.close()
    client.release(broken)
  }
}

const codeOf = (error: unknown) => (error as { code?: string } | null)?.code

/** The plan of a prepared statement no longer fits its table after a schema change. */
function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && (error as Error).message.includes('cached plan')
}

/** Serialization failure or deadlock: PostgreSQL has undone the work, which may succeed when done again. */
function isUndone(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** The same, or a stale plan. */
const isRetryable = (error: unknown): boolean => isUndone(error) || isStalePlan(error)
