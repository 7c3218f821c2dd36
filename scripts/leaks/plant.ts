/** Rows that the demo lacks: in empty tables, a closed pay group, users of one branch, and canary values. */
import type { Field, Module, ModuleSet } from '../../src/engine/model/module.ts'
import { isConfidential } from './judge.ts'
import { keepsRows, table } from './reach.ts'
import type { Twin } from './twin.ts'
import { SCHEMA, type Sql } from './world.ts'

/** A unique value in a confidential or access-coded column of one row. */
export interface Canary {
  readonly module: string
  readonly column: string
  readonly lines: boolean
  readonly id: number
  /** As it reads in an answer, thousands separators left out. */
  readonly text: string
}

const ROWS_PLANTED = 2
const CANARIES_PER_COLUMN = 2
/** Modules in which a row of made-up values would steer the server. */
const NOT_PLANTED: ReadonlySet<string> = new Set([
  'approval_flow',
  'user_access',
  'user_permission',
  'user_role',
  'module',
  'application',
  'features',
  'plugin',
  'company',
  'fiscal_period',
  'system_backup',
])
const quoted = (name: string): string => `"${name}"`

function madeUp(field: Field, module: Module, n: number): string | undefined {
  if (field.name === 'id' || field.name === 'version') return undefined
  if (field.name === 'status') return module.workflow ? `'${module.workflow.initial}'` : undefined
  if (field.to && field.storage === 'bigint') return field.to === 'user' || field.to === 'employee' ? '1' : undefined
  if (field.storage === 'text')
    return field.type === 'select'
      ? field.options?.[0] && `'${field.options[0].value.replaceAll("'", "''")}'`
      : field.type === 'month'
        ? "'2026-10'"
        : `'Planted ${field.name} ${n}'`
  if (/hours/.test(field.name)) return '2'
  if (field.type === 'percent') return String(4 + n)
  const values: Readonly<Record<string, string>> = {
    numeric: String(4000 + n * 7),
    integer: /year|used/.test(field.name) ? '2020' : String(n),
    boolean: 'true',
    date: `'2026-10-0${n + 1}'`,
    timestamptz: `'2026-10-0${n + 1}T08:00:00Z'`,
    time: `'08:0${n}'`,
  }
  return field.type === 'password' || field.type === 'secret' ? undefined : values[field.storage]
}

/** Fills the world; the same world is filled the same way each time. Answers the canaries. */
export async function plant(sql: Sql, modules: ModuleSet): Promise<Canary[]> {
  await sql('set session_replication_role = replica')
  await dropChecks(sql)
  const columns = new Set(
    (
      await sql<{ c: string }>(`select table_name || '.' || column_name as c from information_schema.columns where table_schema = $1`, [
        SCHEMA,
      ])
    ).map((row) => row.c),
  )
  for (const module of modules.values()) {
    if (!keepsRows(module) || module.kind === 'setting' || module.kind === 'process' || NOT_PLANTED.has(module.name)) continue
    const name = module.entity.table
    if (!columns.has(`${name}.id`) || (await sql(`select 1 from ${table(name)} limit 1`)).length) continue
    for (let n = 1; n <= ROWS_PLANTED; n++) await insert(name, module.fields, { module, n })
    await sql(`alter table ${table(name)} alter column id restart with 1000`)
    for (const lines of module.lines)
      if (columns.has(`${lines.table}.parent_id`))
        for (let n = 1; n <= ROWS_PLANTED; n++) await insert(lines.table, lines.fields, { module, n, parent: n })
  }
  async function insert(
    name: string,
    fields: readonly Field[],
    { module, n, parent }: { readonly module: Module; readonly n: number; readonly parent?: number },
  ): Promise<void> {
    const values = fields.flatMap((field) => {
      const value =
        columns.has(`${name}.${field.name}`) && !['parent_id', 'line_no'].includes(field.name) ? madeUp(field, module, n) : undefined
      return value === undefined ? [] : [[field.name, value] as const]
    })
    const all = [
      ['id', String(n)] as const,
      ...(parent === undefined ? [] : [['parent_id', String(parent)] as const, ['line_no', '1'] as const]),
      ...values,
    ]
    await sql(
      `insert into ${table(name)} (${all.map(([column]) => quoted(column)).join(', ')}) overriding system value values (${all.map(([, value]) => value).join(', ')}) on conflict do nothing`,
    )
  }
  await sql(`update ${table('user')} set branch_ids = '{1}' where username in ('buyer', 'approver')`)
  await sql(
    `update ${table('pay_group')} set is_confidential = true, user_ids = '{1}' where id = (select pay_group_id from ${table('employee')} where pay_group_id is not null group by 1 order by count(*), 1 limit 1)`,
  ).catch((error: Error) => console.error(`No pay group was closed: ${error.message}`))
  const canaries = await plantCanaries(sql, modules, columns)
  await sql('set session_replication_role = origin')
  await sql('analyze')
  return canaries
}

/** Made-up values need not make sense: nothing is saved in this world. */
async function dropChecks(sql: Sql): Promise<void> {
  const rows = await sql<{ drop: string }>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, t.relname, k.conname) as drop from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = $1 and k.contype = 'c'`,
    [SCHEMA],
  )
  if (rows.length) await sql(rows.map((row) => row.drop).join('; '))
}

/** Canaries in columns that the user may not know in any row, by their text; those in the user's own record are none. */
export function unseenCanaries(twin: Pick<Twin, 'hidden' | 'reach'>, canaries: readonly Canary[]): ReadonlyMap<string, Canary> {
  const everywhere = new Set(
    twin.hidden
      .filter((hidden) => hidden.everywhere)
      .map((hidden) => `${hidden.module.name}.${hidden.field.name}.${Boolean(hidden.lines)}`),
  )
  const isOwn = (canary: Canary) => !canary.lines && twin.reach.get(canary.module)?.ownIds.has(canary.id)
  return new Map(
    canaries
      .filter((canary) => everywhere.has(`${canary.module}.${canary.column}.${canary.lines}`) && !isOwn(canary))
      .map((canary) => [canary.text, canary]),
  )
}

async function plantCanaries(sql: Sql, modules: ModuleSet, columns: ReadonlySet<string>): Promise<Canary[]> {
  const result: Canary[] = []
  let next = 1
  for (const module of modules.values()) {
    if (!keepsRows(module) || module.kind === 'setting' || module.name === 'company') continue
    const parts = [{ name: module.entity.table, fields: module.fields, lines: false, access: undefined as string | undefined }].concat(
      module.lines.map((lines) => ({ name: lines.table, fields: lines.fields, lines: true, access: lines.access })),
    )
    for (const { name, fields, lines, access } of parts)
      for (const field of fields) {
        if (!columns.has(`${name}.${field.name}`) || field.to || field.computed) continue
        if (!isConfidential(field) && field.access === undefined && access === undefined) continue
        if (
          /name$/.test(field.name) ||
          field.type === 'password' ||
          field.type === 'secret' ||
          !['text', 'numeric'].includes(field.storage) ||
          field.options?.length
        )
          continue
        const rows = await sql<{ id: string }>(
          `select id from ${table(name)} where ${quoted(field.name)} is not null order by md5(id::text || '${field.name}') limit ${CANARIES_PER_COLUMN}`,
        )
        for (const { id } of rows) {
          const n = next++
          const text =
            field.storage === 'numeric'
              ? field.type === 'percent'
                ? undefined
                : `${71_300_000 + n * 13}.${10 + (n % 89)}`
              : `8${String(40_000_000 + n * 17)}7`
          if (text === undefined) continue
          const changed = await sql(`update ${table(name)} set ${quoted(field.name)} = '${text}' where id = ${id} returning id`).catch(
            () => [],
          )
          if (changed.length) result.push({ module: module.name, column: field.name, lines, id: Number(id), text })
        }
      }
  }
  return result
}
