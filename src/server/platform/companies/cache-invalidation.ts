/**
 * Watches the tables whose contents processes keep in memory: a write to one of them increases the company's
 * `cache_version` in the same transaction, no matter which code writes. Every request reads the version with its session,
 * so that no cached value is ever used after the change has been committed.
 */

import type { ModuleSet } from '../../../engine/model/module.ts'
import type { Db } from '../context.ts'
import { literal, qualify } from '../db/name.ts'
import { raw, sql } from '../db/sql.ts'

/** Tables that rights, settings and modules are read from; `columns` names the columns where others change all day. */
const WATCHED: readonly { readonly table: string; readonly columns?: readonly string[] }[] = [
  { table: 'user', columns: ['username', 'name', 'user_role_id', 'branch_id', 'branch_ids', 'employee_id', 'is_active', 'is_developer'] },
  { table: 'user_role' },
  { table: 'user_role__apps' },
  { table: 'user_role__modules' },
  { table: 'user_role__plugins' },
  { table: 'user_permission' },
  { table: 'user_access' },
  { table: 'user_access__applications' },
  { table: 'user_access__modules' },
  { table: 'application' },
  { table: 'application__navigation' },
  { table: 'features' },
  { table: 'module' },
  { table: 'settings' },
  { table: 'company' },
  { table: 'overlay' },
]

/** Tables that expressions look rates up in, as `module.lines.field` of the modules' lookups. */
function rateTables(modules: ModuleSet): string[] {
  const names = new Set([...modules.values()].flatMap((module) => module.lookups))
  return [...names].flatMap((name) => {
    const [module, lines] = name.split('.')
    return modules.get(module!)?.lines.find((line) => line.name === lines)?.table ?? []
  })
}

/** Puts the triggers on the tables of a company that exist. Repeating it changes nothing. */
export async function watchTables(db: Db, schema: string, modules: ModuleSet): Promise<void> {
  const wanted = [...WATCHED, ...rateTables(modules).map((tableName) => ({ table: tableName, columns: undefined }))]
  const values = wanted.map(
    ({ table: tableName, columns }) =>
      `(${literal(tableName)}, ${columns ? literal(columns.map((name) => `"${name}"`).join(', ')) : 'NULL'})`,
  )
  await db.query(sql`
    DO $$ DECLARE one record; BEGIN FOR one IN
    SELECT w.name, w.columns
    FROM (VALUES ${raw(values.join(', '))}) AS w(name, columns)
    JOIN pg_class c ON c.relname = w.name AND c.relnamespace = to_regnamespace(${raw(literal(`"${schema}"`))})
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'watched') LOOP EXECUTE format(
      'CREATE TRIGGER watched AFTER INSERT OR DELETE OR UPDATE %s ON %I.%I FOR EACH STATEMENT EXECUTE FUNCTION platform.touch_company()',
      CASE WHEN one.columns IS NULL THEN '' ELSE 'OF ' || one.columns END, ${raw(literal(schema))}, one.name
    ); END LOOP; END $$
  `)
  await db.query(
    sql`
      CREATE OR REPLACE TRIGGER mirrored AFTER
      INSERT OR
      UPDATE ON ${raw(qualify(schema, 'company'))} FOR EACH ROW EXECUTE FUNCTION platform.mirror_company()
    `,
  )
}
