import { randomBytes } from 'node:crypto'
import type { Db } from '../context.ts'
import { sql } from '../db/sql.ts'

const secrets = new WeakMap<Db, Buffer>()

/** A secret of the instance, created once and stored in its database: hashes of short codes need a key that cannot be guessed. */
export async function instanceSecret(db: Db): Promise<Buffer> {
  const known = secrets.get(db)
  if (known) return known
  // Concurrent callers each query by themselves: a query shared with a transaction could wait for that transaction's own
  // session.
  const [row] = await db.query<{ value: string }>(
    sql`
      INSERT INTO platform.instance (key, value)
      VALUES ('secret', to_jsonb(${randomBytes(32).toString('base64')}::text))
      ON CONFLICT (key) DO UPDATE SET key = excluded.key
      RETURNING value #>> '{}' AS value
    `,
  )
  const secret = Buffer.from(row!.value, 'base64')
  secrets.set(db, secret)
  return secret
}
