/**
 * Per-process cache of company data between requests, keyed by the company's cache version. There is no time-out: a
 * cached value is valid as long as its version, and is dropped with it.
 */
import type { Company, Db } from '../context.ts'

interface Shelf {
  readonly version: number
  readonly things: Map<string, unknown>
}
/** Shelves by database and company id: a process may have several databases open, in tests. */
const shelves = new WeakMap<Db, Map<number, Shelf>>()

function shelfOf(db: Db, id: number, version: number): Shelf | undefined {
  const ofDb = shelves.get(db) ?? new Map<number, Shelf>()
  shelves.set(db, ofDb)
  const shelf = ofDb.get(id)
  if (shelf?.version === version) return shelf
  // A request that began before a change must not put the old state back.
  if (shelf && shelf.version > version) return undefined
  const fresh = { version, things: new Map<string, unknown>() }
  ofDb.set(id, fresh)
  return fresh
}

/**
 * Answers what `read` answers, reading once per key and version of the company. What is read inside a
 * transaction is kept only when that commits. Companies without a version (tests) are read every time.
 */
export async function cached<T>(db: Db, company: Pick<Company, 'id' | 'cache_version'>, key: string, read: () => Promise<T>): Promise<T> {
  const version = company.cache_version
  if (version === undefined) return read()
  const shelf = shelfOf(db, company.id, version)
  if (shelf?.things.has(key)) return shelf.things.get(key) as T
  const value = await read()
  if (db.inTransaction) db.afterCommit(() => void shelf?.things.set(key, value))
  else shelf?.things.set(key, value)
  return value
}
