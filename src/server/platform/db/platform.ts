import type { Db } from '../context.ts'
import { sql } from './sql.ts'
import { platformDdl } from './support/index.ts'

/** Makes the control schema `platform` and its tables where they are missing. */
export async function syncPlatform(db: Db): Promise<void> {
  const statements = await platformDdl()
  await db.tx(async () => {
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('schema:platform', 0))`)
    await db.query(['CREATE SCHEMA IF NOT EXISTS platform', ...statements].join(';\n'))
  })
}
