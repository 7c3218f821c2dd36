import type { Db } from '../../context.ts'
import { quote } from '../name.ts'
import { sql } from '../sql.ts'

const known = new WeakMap<Db, Promise<string | undefined>>()

/**
 * Operator class for indexes that find partial words, qualified with the extension's schema; undefined
 * where the extension is not installed and the user may not install it. Search then reads the table.
 */
export function trigramClass(db: Db): Promise<string | undefined> {
  let match = known.get(db)
  if (!match) {
    match = install(db)
    known.set(db, match)
  }
  return match
}

async function install(db: Db): Promise<string | undefined> {
  await db.query(sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`).catch(() => undefined)
  const [row] = await db.query<{ schema: string }>(
    sql`
      SELECT n.nspname AS schema
      FROM pg_extension e
      JOIN pg_namespace n ON n.oid = e.extnamespace
      WHERE e.extname = 'pg_trgm'
    `,
  )
  return row ? `${quote(row.schema)}.gin_trgm_ops` : undefined
}
