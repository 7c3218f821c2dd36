/** What all code sees of the database. */

import type { Row } from '../../../engine/model/module.ts'
import type { Sql } from './sql.ts'

/** A statement with its values, as the `sql` template makes it. */
export type Statement = { readonly text: string; readonly values: readonly unknown[] }

/**
 * The only access to the database. A query inside `tx` uses that transaction's connection (found by AsyncLocalStorage),
 * so no request ever takes a second connection while it holds one.
 */
export interface Db {
  /**
   * `values` go with the text of a compiled plan, which is kept; a template brings its own. What is asked repeatedly is prepared,
   * unless a long list is among its values. Outside of a transaction a serialization failure or deadlock is tried again, as in `tx`.
   */
  query<T = Row>(statement: Sql | string, values?: readonly unknown[]): Promise<T[]>
  /** The same, prepared with lists of any length as well: for texts of which one plan serves all values. */
  prepared<T = Row>(statement: Sql | string, values?: readonly unknown[]): Promise<T[]>
  /** Runs `work` in one transaction; nested calls join it. Retries serialization failures and deadlocks (3 tries) when outermost. */
  tx<T>(work: () => Promise<T>): Promise<T>
  readonly inTransaction: boolean
  /**
   * Runs `work` with transactions that do not wait for the disk: a crash may lose the last of them. For data that can be
   * created again.
   */
  relaxed<T>(work: () => Promise<T>): Promise<T>
  /** Runs after the outermost transaction has committed; at once when there is none. */
  afterCommit(work: () => void | Promise<void>): void
  /** Streams rows through a cursor in its own connection (outside transactions). */
  stream(statement: Statement, batch?: number): AsyncIterable<Row[]>
}
