/** How pg-boss reaches the database. */
import type { Row } from '../../../engine/model/module.ts'
import type { Database } from '../db/index.ts'

interface Result {
  rows: Row[]
  rowCount?: number | null
}

/**
 * Through the current transaction when there is one, else on a connection of its own. pg-boss sends several
 * statements at once with BEGIN and COMMIT in them, so a failure is rolled back before the connection is given back;
 * a connection that cannot even do that is closed.
 */
export function adapter({ db, pool }: Database) {
  return {
    async executeSql(text: string, values?: unknown[]): Promise<Result> {
      if (db.inTransaction) {
        const rows = await db.query(text, values ?? [])
        return { rows, rowCount: rows.length }
      }
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        const result = (await (values?.length ? client.query(text, values as never[]) : client.query(text))) as unknown as Result | Result[]
        return Array.isArray(result)
          ? { rows: result.flatMap((entry) => entry.rows ?? []) }
          : { rows: result.rows, rowCount: result.rowCount ?? null }
      } catch (error) {
        await client.query('ROLLBACK').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
  }
}
