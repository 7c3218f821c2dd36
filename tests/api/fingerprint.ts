/** What a company has, to be compared before and after calls that must change nothing. */
import type { Db } from '../../src/server/platform/context.ts'
import { quote } from '../../src/server/platform/db/index.ts'

/** All rows of all tables of a schema: of each table the number of its rows and their hash. Asked in one statement: tables are many, and most of them small. */
export async function fingerprint(db: Db, schema: string): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>('SELECT tablename AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1', [schema])
  const prints = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || ':' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS print FROM ${quote(schema)}.${quote(name)} t`,
  )
  const rows = await db.query<{ name: string; print: string }>(prints.join(' UNION ALL '))
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}
