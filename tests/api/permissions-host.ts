/** Who may do what by the grants of the demo's roles, read from their tables and not asked of the server. */
import type { Module, ModuleSet } from '../../src/engine/model/module.ts'
import { DEMO_USERS } from '../../src/server/demo/index.ts'
import { quote } from '../../src/server/platform/db/index.ts'
import type { Server } from '../../src/server/server.ts'
import { signIn } from './instance.ts'

export type Caller = Awaited<ReturnType<typeof signIn>>

export interface Grants {
  readonly modules: ModuleSet
  /** The demo's users, signed in. */
  readonly callers: ReadonlyMap<string, Caller>
  /** The sections that a user sees, and their own employee. */
  readonly people: ReadonlyMap<string, { readonly sections: readonly string[]; readonly employee_id: number | null }>
  /** Codes that a user was granted on a module. */
  codesOf(username: string, module: string): ReadonlySet<string>
}

/** Users who hold the same codes on these modules as this one, themselves among them: they share the calls that go by codes alone. */
export function alike(codesOf: Grants['codesOf'], username: string, ...modules: readonly string[]): string[] {
  const keyOf = (who: string) => modules.map((module) => [...codesOf(who, module)].sort().join()).join(' ')
  return DEMO_USERS.map((user) => user.username).filter((who) => keyOf(who) === keyOf(username))
}

/** No record has it: who may call learns that there is none, who may not is refused before that. */
export const NOBODY = 987_654_321

/** `view` carries `index`; where there is no code `delete`, `edit` covers it for records that people make. */
export function granted(codes: ReadonlySet<string>, module: Module, code: string): boolean {
  if (codes.has(code)) return true
  if (code === 'index') return codes.has('view')
  const ownDelete = Object.values(module.actions).some((action) => action.code === 'delete')
  return code === 'delete' && !ownDelete && module.actions.new !== undefined && codes.has('edit')
}

/** Reads the grants of the company DEMO and signs its users in. */
export async function readGrants(server: Server): Promise<Grants> {
  const { modules } = await server.system('DEMO', 'reading the modules')
  const grants = new Map<string, Map<string, Set<string>>>()
  const rows = await server.database.db.query<{ username: string; module: string; codes: string[] }>(
    `SELECT u.username, m.name AS module, g.permission_codes AS codes FROM co_demo."user" u
     JOIN co_demo.user_role__modules g ON g.parent_id = u.user_role_id JOIN co_demo.module m ON m.id = g.module_id
     JOIN co_demo.user_role__apps a ON a.parent_id = u.user_role_id AND a.application_id = g.application_id`,
  )
  for (const { username, module, codes } of rows) {
    const userGrants = grants.get(username) ?? new Map<string, Set<string>>()
    grants.set(username, userGrants.set(module, new Set([...(userGrants.get(module) ?? []), ...codes])))
  }
  const known = await server.database.db.query<{ username: string; sections: string[]; employee_id: number | null }>(
    `SELECT u.username, r.access_codes AS sections, e.id AS employee_id FROM co_demo."user" u
     JOIN co_demo.user_role r ON r.id = u.user_role_id LEFT JOIN co_demo.employee e ON e.user_id = u.id`,
  )
  const people = new Map(known.map(({ username, ...account }) => [username, account]))
  // What a module gives to everyone needs no grant.
  for (const { username } of DEMO_USERS) {
    const userGrants = grants.get(username) ?? new Map<string, Set<string>>()
    for (const module of modules.values())
      if (module.everyone.length) userGrants.set(module.name, new Set([...(userGrants.get(module.name) ?? []), ...module.everyone]))
    grants.set(username, userGrants)
  }
  const callers = new Map<string, Caller>()
  for (const { username } of DEMO_USERS) callers.set(username, await signIn(server, 'DEMO', username))
  const none: ReadonlySet<string> = new Set()
  return { modules, callers, people, codesOf: (username, module) => grants.get(username)?.get(module) ?? none }
}

/** A value for a column that must have one, by its type. */
const ANY: Readonly<Record<string, string>> = {
  text: `'X'`,
  date: `'2026-01-31'`,
  'timestamp with time zone': 'now()',
  'time without time zone': `'08:00'`,
  boolean: 'false',
  jsonb: `'{}'`,
  ARRAY: `'{}'`,
}
/**
 * A row in each table of modules with a workflow or panels that the demo leaves empty: no sound record, but one to be refused or let
 * through to.
 */
export async function ensureRows(server: Server, modules: ModuleSet): Promise<void> {
  const { db } = server.database
  const tables = [...modules.values()].filter((module) => module.workflow || module.panels.length).map((module) => module.entity.table)
  const needed = await db.query<{ name: string; columns: { name: string; type: string }[] }>(
    `SELECT table_name AS name, json_agg(json_build_object('name', column_name, 'type', data_type) ORDER BY ordinal_position) AS columns
     FROM information_schema.columns WHERE table_schema = 'co_demo' AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'
     AND is_generated = 'NEVER' GROUP BY 1`,
  )
  const columnsOf = new Map(needed.map(({ name, columns }) => [name, columns]))
  await db.tx(async () => {
    await db.query('SET LOCAL session_replication_role = replica')
    for (const table of tables) {
      const [name, columns] = [`co_demo.${quote(table)}`, columnsOf.get(table) ?? []]
      const insert = columns.length
        ? `(${columns.map((column) => quote(column.name)).join(', ')}) SELECT ${columns.map((column) => ANY[column.type] ?? '1').join(', ')}`
        : '(id) OVERRIDING SYSTEM VALUE SELECT 1'
      await db.query(`INSERT INTO ${name} ${insert} WHERE NOT EXISTS (SELECT 1 FROM ${name})`)
    }
  })
}
