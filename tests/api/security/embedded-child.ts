/**
 * A product on the embedded database that is killed: it takes numbers and writes rows until then. Started by
 * `embedded.test.ts` with its folder.
 */
import { writeSync } from 'node:fs'
import { openDatabase } from '../../../src/server/platform/db/index.ts'

const { db } = await openDatabase({ embedded: { dataDir: process.argv[2]!, durable: false } })
for (;;) {
  const [row] = await db.query<{ n: number }>(`INSERT INTO taken SELECT nextval('series') RETURNING n`)
  writeSync(1, `${row!.n}\n`)
}
