/**
 * The twin of a database: equal except for every value that one user may not know. All responses to that user must be the
 * same in both; a difference is a leak, by value or by the number and order of rows.
 */
import type { Field, Lines, Module, ModuleSet } from '../../src/engine/model/module.ts'
import type { Judge } from './judge.ts'
import { type Identity, isEmployee, keepsRows, openedByPanels, type Reach, reachOf, table } from './reach.ts'
import { SCHEMA, type Sql } from './world.ts'

/** Columns that decide on rights and on how the system works; others' rights are not tested here. */
const LEFT_ALONE: ReadonlySet<string> = new Set([
  'id',
  'is_active',
  'version',
  'line_no',
  'parent_id',
  'status',
  'progress',
  'module',
  'record_id',
  'module_id',
])
/** Modules whose rows steer the server. */
const STEERING: ReadonlySet<string> = new Set([
  'application',
  'module',
  'features',
  'plugin',
  'settings',
  'company',
  'user_role',
  'user_permission',
  'user_access',
  'approval_flow',
  'time_zone',
  'fiscal_period',
  'tagging',
  'holiday',
  'holiday_type',
  'day_type',
])
const STEERING_FIELDS: ReadonlySet<string> = new Set([
  'user.username',
  'user.password',
  'user.is_active',
  'user.is_developer',
  'user.user_role_id',
  'user.branch_id',
  'user.branch_ids',
  'user.employee_id',
  'employee.user_id',
])

export interface Hidden {
  readonly module: Module
  readonly lines?: Lines
  readonly field: Field
  /** Path by which a request names it. */
  readonly path: string
  /** Hidden in every row, or only in rows out of reach. */
  readonly everywhere: boolean
  /** True values of a few rows, as text. */
  readonly samples: readonly string[]
  /** Changed in the twin? */
  readonly changed: boolean
}

export interface Twin {
  readonly hidden: readonly Hidden[]
  readonly reach: ReadonlyMap<string, Reach>
}

/** Number of true values of each hidden column that probes use. */
const SAMPLES = 3
const quoted = (name: string): string => `"${name}"`
const array = (ids: ReadonlySet<number>): string => `'{${[...ids].join()}}'::bigint[]`
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

export interface TwinOptions {
  readonly judge: Judge
  readonly me: Identity
  readonly before?: (twin: Twin) => Promise<void>
}

/**
 * Changes every hidden value in the database that `sql` is connected to, and says which they are. `before` is awaited
 * when they are known and nothing is changed yet.
 */
export async function makeTwin(sql: Sql, modules: ModuleSet, { judge, me, before = async () => undefined }: TwinOptions): Promise<Twin> {
  const columns = await columnsOf(sql)
  const reach = await reachOf(sql, modules, judge, me)
  const panels = openedByPanels(modules, judge)
  const hidden: Hidden[] = []
  const updates: string[] = []
  for (const module of modules.values()) {
    if (!keepsRows(module) || !columns.has(module.entity.table)) continue
    const { rows, ownIds } = reach.get(module.name)!
    const lists = judge.lists(module) || panels.has(module.name)
    const visible = lists ? rows : new Set<number>()
    const parts: { table: string; fields: readonly Field[]; lines?: Lines; key: string }[] = [
      { table: module.entity.table, fields: module.fields, key: 't.id' },
      ...module.lines.map((lines) => ({ table: lines.table, fields: lines.fields, lines, key: 't.parent_id' })),
    ]
    for (const { table: name, fields, lines, key } of parts) {
      const there = columns.get(name)
      if (!there) continue
      const ofMe = [
        `${key} = any(${array(ownIds)})`,
        ...(lines
          ? lines.fields
              .filter((field) => isEmployee(field) && field.storage === 'bigint')
              .map((field) => `t.${quoted(field.name)} = ${me.employee_id ?? -1}`)
          : []),
      ]
      const within = visible === undefined ? 'true' : `${key} = any(${array(visible)})`
      const sets: string[] = []
      const result: Omit<Hidden, 'samples'>[] = []
      const tastes: string[] = []
      for (const field of fields) {
        if (!there.has(field.name) || field.name === 'id' || field.name === 'version') continue
        if (!lines && (judge.shown(module, field.name) || judge.isNamed(module, field.name))) continue
        const known =
          judge.knows(module, field, lines) ||
          (panels.has(module.name) &&
            (field.access === undefined || judge.person.access.includes(field.access) || field.access === 'module'))
        if (known && visible === undefined) continue
        const everywhere = !known
        const change = steering(module, field) ? undefined : changed(modules, field, `${module.name}.${field.name}`, me)
        const where = `not coalesce(${ofMe.join(' or ')}, false)${everywhere ? '' : ` and not (${within})`}`
        if (change)
          sets.push(
            `${quoted(field.name)} = case when ${where} and t.${quoted(field.name)} is not null then ${change} else t.${quoted(field.name)} end`,
          )
        tastes.push(
          `array(select distinct t.${quoted(field.name)}::text from ${table(name)} t where ${where} and t.${quoted(field.name)} is not null order by 1 limit ${SAMPLES})`,
        )
        result.push({
          module,
          ...(lines ? { lines } : {}),
          field,
          path: lines ? `${lines.name}.${field.name}` : field.name,
          everywhere,
          changed: change !== undefined,
        })
      }
      if (result.length) {
        const [row] = await sql<Record<string, string[]>>(`select ${tastes.map((taste, index) => `${taste} as c${index}`).join(', ')}`)
        hidden.push(...result.map((entry, index) => ({ ...entry, samples: row![`c${index}`]! })))
      }
      if (sets.length) updates.push(`update ${table(name)} t set ${sets.join(', ')}`)
    }
  }
  await before({ hidden, reach })
  await sql('set session_replication_role = replica')
  await dropUnique(sql)
  // Old and new values in the audit trail are hidden where their records are.
  await changeTrail(sql, modules, judge, reach)
  if (updates.length) await sql(updates.join('; '))
  await sql('set session_replication_role = origin')
  await sql('analyze')
  return { hidden, reach }
}

const steering = (module: Module, field: Field): boolean => {
  const { owner, branch, sharing, members, within, leaders, origin } = module.entity
  return (
    STEERING.has(module.name) ||
    module.kind === 'setting' ||
    LEFT_ALONE.has(field.name) ||
    STEERING_FIELDS.has(`${module.name}.${field.name}`) ||
    [
      owner,
      branch,
      sharing?.level,
      sharing?.with,
      members?.when,
      members?.users,
      within?.split('.')[0],
      origin?.id,
      origin?.module,
    ].includes(field.name) ||
    (leaders ?? []).some((path) => path.split('.')[0] === field.name)
  )
}

/** Another value of the same kind; undefined where no other value keeps the system working. */
function changed(modules: ModuleSet, field: Field, salt: string, me: Identity): string | undefined {
  const column = `t.${quoted(field.name)}`
  const word = `md5(${column}::text || ${literal(salt)} || t.id)`
  const random = `(abs(hashtext(${literal(salt)} || t.id)) % 997)`
  if (field.to && field.storage === 'bigint') {
    const target = modules.get(field.to)
    if (!target || !keepsRows(target)) return undefined
    const others = `select x.id from ${table(target.entity.table)} x where x.id <> ${target.name === 'user' ? me.user_id : target.name === 'employee' ? (me.employee_id ?? -1) : -1}`
    return `coalesce((${others} and x.id > ${column} order by x.id limit 1), (${others} order by x.id limit 1), ${column})`
  }
  switch (field.storage) {
    case 'text':
      switch (field.type) {
        case 'select': {
          const values = (field.options ?? []).map((option) => option.value)
          if (values.length < 2) return undefined
          return `case ${column} ${values.map((value, index) => `when ${literal(value)} then ${literal(values[(index + 1) % values.length]!)}`).join(' ')} else ${column} end`
        }
        case 'month':
          return `to_char(to_date(${column}, 'YYYY-MM') + interval '5 months', 'YYYY-MM')`
        case 'email':
          return `substr(${word}, 1, 12) || '@twin.example'`
        case 'color':
          return `'#' || substr(${word}, 1, 6)`
        case 'url':
          return `'https://twin.example/' || ${word}`
        case 'phone':
        case 'tin':
        case 'sss_no':
        case 'philhealth_no':
        case 'pagibig_no':
          return `translate(${column}, '0123456789', '7894561230')`
        default:
          return `'Q' || substr(${word}, 1, 14)`
      }
    case 'numeric':
      return `round(${column} * 1.37 + 11 + ${random}, 2)`
    case 'integer':
      return `${column} + 1 + ${random}`
    case 'boolean':
      return `not ${column}`
    case 'date':
      return `${column} - (1 + ${random} % 90)`
    case 'timestamptz':
      return `${column} - make_interval(days => 1 + ${random} % 90)`
    case 'time':
      return `${column} + interval '2 hours 7 minutes'`
    default:
      return undefined
  }
}

async function columnsOf(sql: Sql): Promise<Map<string, Set<string>>> {
  const result = new Map<string, Set<string>>()
  for (const { table_name, column_name } of await sql<{ table_name: string; column_name: string }>(
    'select table_name, column_name from information_schema.columns where table_schema = $1',
    [SCHEMA],
  )) {
    const columns = result.get(table_name) ?? new Set()
    result.set(table_name, columns.add(column_name))
  }
  return result
}

/** Changed values may coincide; nothing is written to a twin afterwards. */
async function dropUnique(sql: Sql): Promise<void> {
  const rows = await sql<{ drop: string }>(
    `select case when k.oid is null then format('drop index %I.%I', n.nspname, c.relname) else format('alter table %I.%I drop constraint %I cascade', n.nspname, t.relname, k.conname) end as drop
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
     left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('u', 'p')
     where n.nspname = $1 and i.indisunique and not i.indisprimary and t.relname not in ('user', 'idempotency', 'number_counter')`,
    [SCHEMA],
  )
  if (rows.length) await sql(rows.map((row) => row.drop).join('; '))
}

async function changeTrail(sql: Sql, modules: ModuleSet, judge: Judge, reach: ReadonlyMap<string, Reach>): Promise<void> {
  const rows = await sql<{ id: string; module: string; record_id: number; old_values: Values | null; new_values: Values | null }>(
    `select a.id, m.name as module, a.record_id, a.old_values, a.new_values from ${table('audit_trail')} a join ${table('module')} m on m.id = a.module_id`,
  )
  const changes: { id: string; old_values: Values | null; new_values: Values | null }[] = []
  for (const { id, module: name, record_id, old_values, new_values } of rows) {
    const module = modules.get(name)
    const reached = module && reach.get(name)
    if (!module || !reached || STEERING.has(name) || module.kind === 'setting') continue
    if (reached.ownIds.has(record_id)) continue
    const visible = judge.opens(module) && (reached.rows === undefined || reached.rows.has(record_id))
    const cut = (values: Values | null): Values | null =>
      values &&
      Object.fromEntries(
        Object.entries(values).map(([key, value]) => {
          const lines = module.lines.find((line) => line.name === key)
          const field = module.field[key]
          if (lines)
            return [key, visible && (lines.access === undefined || judge.person.access.includes(lines.access)) ? value : other(value)]
          const known = field ? judge.shown(module, key) || judge.isNamed(module, key) || (visible && judge.knows(module, field)) : visible
          return [key, known || key === 'status' ? value : other(value)]
        }),
      )
    changes.push({ id, old_values: cut(old_values), new_values: cut(new_values) })
  }
  for (let index = 0; index < changes.length; index += 500)
    await sql(
      `update ${table('audit_trail')} a set old_values = c.old_values, new_values = c.new_values from jsonb_to_recordset($1::jsonb) c(id bigint, old_values jsonb, new_values jsonb) where a.id = c.id`,
      [JSON.stringify(changes.slice(index, index + 500))],
    )
}

type Values = Record<string, unknown>

function other(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(other)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, other(member)]))
  if (typeof value === 'number') return Math.round((value * 1.37 + 11.11) * 100) / 100
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' ? `Q${value.length}${value.split('').reverse().join('').slice(0, 10)}` : value
}
