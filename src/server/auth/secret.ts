import { randomBytes } from 'node:crypto'
import type { Db } from '../context.ts'

const secrets = new WeakMap<Db, Promise<Buffer>>()

/** A secret of the instance, made once and kept in its database: hashes of short codes need a key that is not guessed. */
export function instanceSecret(db: Db): Promise<Buffer> {
  let secret = secrets.get(db)
  if (!secret) {
    secret = db
      .query<{ value: string }>(
        `INSERT INTO platform.instance (key, value) VALUES ('secret', to_jsonb($1::text)) ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING value #>> '{}' AS value`,
        [randomBytes(32).toString('base64')],
      )
      .then(([row]) => Buffer.from(row!.value, 'base64'))
    secrets.set(db, secret)
  }
  return secret
}
