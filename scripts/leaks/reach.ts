/** The rows that a user may read, computed in plain SQL from the descriptors' row rules. */

import { keepsRecords } from '../../src/engine/model/kind.ts'
import type { Field, Module, ModuleSet } from '../../src/engine/model/module.ts'
import { roleKey } from '../../src/engine/runtime/permissions/index.ts'
import type { Judge } from './judge.ts'
import { SCHEMA, type Sql } from './world.ts'

/** The data of the signed-in user that decide on rows. */
export interface Identity {
  readonly user_id: number
  readonly employee_id: number | null
  readonly branch_ids: readonly number[]
  readonly role: string
}

export interface Reach {
  /** Ids of rows whose fields the user may read, subject to field access; undefined: all. */
  readonly rows: ReadonlySet<number> | undefined
  /** Ids of rows about the user: knowing their own data is no leak. */
  readonly ownIds: ReadonlySet<number>
}

export const isEmployee = (field: Pick<Field, 'type' | 'to'>): boolean => field.type === 'employee' || field.to === 'employee'
export const keepsRows = (module: Module): boolean => keepsRecords(module.kind)
export const table = (name: string): string => `"${SCHEMA}"."${name}"`
const quoted = (name: string): string => `"${name}"`
const idsOf = async (sql: Sql, text: string): Promise<Set<number>> =>
  new Set((await sql<{ id: string }>(text)).map((row) => Number(row.id)))

/** Rows by module name, for modules with rows. */
export async function reachOf(sql: Sql, modules: ModuleSet, judge: Judge, me: Identity): Promise<ReadonlyMap<string, Reach>> {
  const holds = (module: Module, code: string) => judge.person.grants[module.name]?.includes(code) ?? false
  const users = me.user_id
  const employee = me.employee_id ?? -1
  const led = `select e.id from ${table('employee')} e left join ${table('department')} d on d.id = e.department_id left join ${table('team')} t on t.id = e.team_id
    where ${leadersOf(modules)}`
  const result = new Map<string, Reach>()
  for (const module of modules.values()) {
    if (!keepsRows(module)) continue
    const { entity } = module
    const from = `${table(entity.table)} t`
    const owner = entity.owner
    const ownerIsEmployee = owner ? isEmployee(module.field[owner] ?? { type: 'user' }) : false
    const mine = owner ? `t.${quoted(owner)} = ${ownerIsEmployee ? employee : users}` : 'false'
    const about = [
      mine,
      ...module.fields
        .filter((field) => isEmployee(field) && field.storage === 'bigint')
        .map((field) => `t.${quoted(field.name)} = ${employee}`),
      ...(module.name === 'user' ? [`t.id = ${users}`] : []),
      ...(module.name === 'employee' ? [`t.id = ${employee}`] : []),
    ].join(' or ')
    const ownIds = await idsOf(sql, `select t.id from ${from} where ${about}`)
    result.set(module.name, { ownIds, rows: await rowsOf() })

    async function rowsOf(): Promise<Set<number> | undefined> {
      if (!judge.lists(module)) return new Set()
      let condition = 'true'
      if (owner && entity.personal) condition = `(${mine})`
      else if (owner && !holds(module, 'view_all')) {
        const awaiting = `exists (select 1 from ${table('approval_task')} a where a.module = '${module.name}' and a.record_id = t.id and a.state = 'pending'
          and (a.user_id = ${users} or a.role = '${roleKey(me).replaceAll("'", "''")}' or (a.user_id is null and a.role is null and ${holds(module, 'approval')})))`
        const supervised =
          entity.supervised && ownerIsEmployee
            ? ` or (t.${quoted(owner)} in (${led})${module.workflow ? ` and t.status <> '${module.workflow.initial}'` : ''})`
            : ''
        const shared = entity.sharing
          ? ` or t.${quoted(entity.sharing.level)} = 'public' or (t.${quoted(entity.sharing.level)} = 'shared' and ${users} = any(t.${quoted(entity.sharing.with)}))`
          : ''
        condition = `(${mine} or ${awaiting}${supervised}${shared})`
      } else if (!owner && entity.branch && me.branch_ids.length) {
        condition = `(t.${quoted(entity.branch)} is null or t.${quoted(entity.branch)} = any('{${me.branch_ids.join()}}'))`
      }
      if (entity.within) condition = `(${mine} or (${condition} and not exists (${closed(modules, module, users)})))`
      if (condition === 'true') return undefined
      return idsOf(sql, `select t.id from ${from} where ${condition}`)
    }
  }
  addPanels(modules, judge, result)
  await addTimelines(sql, modules, judge, result)
  return result

  function leadersOf(all: ModuleSet): string {
    const leaders = all.get('employee')?.entity.leaders ?? []
    const aliases: Readonly<Record<string, string>> = { department_id: 'd', team_id: 't' }
    return (
      leaders
        .map((path) => {
          const [first, second] = path.split('.') as [string, string | undefined]
          return second === undefined
            ? `e.${quoted(first)} = ${employee}`
            : aliases[first]
              ? `${aliases[first]}.${quoted(second)} = ${employee}`
              : 'false'
        })
        .join(' or ') || 'false'
    )
  }
}

/** The record to which a row belongs, where that is closed to all but its members and the user is none. */
function closed(modules: ModuleSet, module: Module, user: number): string {
  let spot = { module, alias: 't' }
  const from: string[] = []
  const where: string[] = []
  for (const [index, name] of module.entity.within!.split('.').entries()) {
    const next = { module: modules.get(spot.module.field[name]!.to!)!, alias: `w${index}` }
    from.push(`${table(next.module.entity.table)} ${next.alias}`)
    where.push(`${next.alias}.id = ${spot.alias}.${quoted(name)}`)
    spot = next
  }
  const { when, users } = spot.module.entity.members!
  return `select 1 from ${from.join(', ')} where ${where.join(' and ')} and ${spot.alias}.${quoted(when)} and not ${user} = any(coalesce(${spot.alias}.${quoted(users)}, '{}'))`
}

/**
 * Rows of panels: users who may open the owner may see them. All of them count as reached, because the owner's rows are
 * the narrower test.
 */
function addPanels(modules: ModuleSet, judge: Judge, found: Map<string, Reach>): void {
  for (const module of modules.values()) {
    for (const panel of module.panels) {
      const child = found.get(panel.module)
      if (panel.through && child && judge.opens(module)) found.set(panel.module, { ...child, rows: undefined })
    }
  }
}

/** The timeline of a record shows its audit entries and remarks to users who may open it. */
async function addTimelines(sql: Sql, modules: ModuleSet, judge: Judge, found: Map<string, Reach>): Promise<void> {
  const registry = table('module')
  for (const [name, moduleSql] of [
    ['audit_trail', `(select m.name from ${registry} m where m.id = t.module_id)`],
    ['comments', 't.type'],
  ] as const) {
    const module = modules.get(name)
    const reach = found.get(name)
    if (!module || !reach || reach.rows === undefined) continue
    const rows = await sql<{ id: string; module: string; record_id: string | null }>(
      `select t.id, ${moduleSql} as module, t.record_id from ${table(module.entity.table)} t`,
    )
    const addressed = rows.filter((row) => {
      const about = modules.get(row.module)
      const reached = found.get(row.module)
      return (
        about &&
        reached &&
        row.record_id !== null &&
        judge.opens(about) &&
        (reached.rows === undefined || reached.rows.has(Number(row.record_id)))
      )
    })
    found.set(name, { rows: reach.rows, ownIds: new Set([...reach.ownIds, ...addressed.map((row) => Number(row.id))]) })
  }
}

/** Modules that a panel opens to the user although they may not list them. */
export const openedByPanels = (modules: ModuleSet, judge: Judge): ReadonlySet<string> =>
  new Set(
    [...modules.values()]
      .filter((module) => judge.opens(module))
      .flatMap((module) => module.panels.filter((panel) => panel.through).map((panel) => panel.module)),
  )
