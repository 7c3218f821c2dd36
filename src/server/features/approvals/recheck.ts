/**
 * Changes of what approvers are determined by: reporting lines, leaders, accounts, rights and approval flows. What is pending for the
 * people concerned is marked in the transaction of the change, and its approvers are determined again after the commit: only
 * then everyone's rights are as the change left them.
 */

import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { join, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { noteRecheck } from '../../workflow/outbox-notes.ts'

/** Whose pending decisions a change concerns. */
interface Concerned {
  /** A query of ids: employees whose records are decided. */
  readonly employees?: Sql
  /** Users who decide. */
  readonly users?: readonly number[]
  /** Modules whose records are decided. */
  readonly modules?: readonly string[]
}

/** Marks what is pending for the given employees, users and modules, so that its approvers are determined again. */
export async function recheckPending(ctx: Ctx, { employees, users = [], modules = [] }: Concerned): Promise<void> {
  const conditions = [sql`a.user_id = ANY (${users}::bigint[])`, sql`a.module = ANY (${modules}::text[])`]
  if (employees && ctx.modules.has('employee')) conditions.push(...(await aboutEmployees(ctx, employees)))
  const marked = await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'approval_task')} a
      SET checked_on = NULL
      WHERE a.state = 'pending' AND a.checked_on IS NOT NULL AND (${join(conditions, ' OR ')})
      RETURNING a.id
    `,
  )
  if (marked.length) await noteRecheck(ctx)
}

/** Conditions by which pending decisions are about the employees, or about what their users prepared: one for each module with any. */
async function aboutEmployees(ctx: Ctx, employees: Sql): Promise<Sql[]> {
  const rows = await ctx.db.query<{ module: string }>(
    sql`SELECT DISTINCT module FROM ${table(ctx, 'approval_task')} WHERE state = 'pending'`,
  )
  return rows.flatMap(({ module: name }) => {
    const module = ctx.modules.get(name)
    return module ? [sql`(a.module = ${name} AND a.record_id IN (${recordsOf(ctx, module, employees)}))`] : []
  })
}

function recordsOf(ctx: Ctx, module: Module, employees: Sql): Sql {
  const owner = module.entity.owner ? module.field[module.entity.owner] : undefined
  const names = [...(owner ? [owner.name] : []), ...(module.field.created_by ? ['created_by'] : [])]
  const subject = sql`coalesce(${join(names.map((name) => sql`t.${ref(name)}`))}, 0)`
  const person = owner?.type === 'employee' ? sql`e.id` : sql`e.user_id`
  return sql`
    SELECT t.id FROM ${table(ctx, module.entity.table)} t
    WHERE ${subject} IN (SELECT ${person} FROM ${table(ctx, 'employee')} e WHERE e.id IN (${employees}))
  `
}

/** An employee, and everyone whom they lead. */
const ledBy = (ctx: Ctx, employee: number): Sql => sql`
  SELECT l.id FROM ${table(ctx, 'employee')} l
  WHERE l.id = ${employee} OR l.manager_id = ${employee}
    OR l.team_id IN (SELECT id FROM ${table(ctx, 'team')} WHERE leader_id = ${employee})
    OR l.department_id IN (${below(ctx, sql`SELECT id FROM ${table(ctx, 'department')} WHERE head_id = ${employee}`)})
`

/** Departments and all below them. */
const below = (ctx: Ctx, departments: Sql): Sql => sql`
  WITH RECURSIVE down AS (
    SELECT d.id FROM ${table(ctx, 'department')} d WHERE d.id IN (${departments})
    UNION
    SELECT d.id FROM ${table(ctx, 'department')} d JOIN down ON down.id = d.parent_id
  )
  SELECT id FROM down
`

/** Someone else approves the employee's records: their line has changed. */
export const recheckEmployee = (ctx: Ctx, employee: number): Promise<void> =>
  recheckPending(ctx, { employees: sql`SELECT ${employee}::bigint` })

/** The employee decides from now on, or does not any more: their account was given, closed or changed. */
export const recheckApprover = (ctx: Ctx, employee: number, users: readonly (number | null)[]): Promise<void> =>
  recheckPending(ctx, { employees: ledBy(ctx, employee), users: users.flatMap((id) => id ?? []) })

/** Which fields decide who approves, and whose records, by the module that names leaders. */
const LEADERS: Readonly<Record<string, { readonly fields: readonly string[]; readonly led: (ctx: Ctx, id: number) => Sql }>> = {
  team: {
    fields: ['leader_id'],
    led: (ctx, id) => sql`SELECT id FROM ${table(ctx, 'employee')} WHERE team_id = ${id}`,
  },
  department: {
    fields: ['head_id', 'parent_id'],
    led: (ctx, id) => sql`SELECT id FROM ${table(ctx, 'employee')} WHERE department_id IN (${below(ctx, sql`SELECT ${id}::bigint`)})`,
  },
  branch: {
    fields: ['manager_id'],
    led: (ctx, id) => sql`SELECT id FROM ${table(ctx, 'employee')} WHERE branch_id = ${id}`,
  },
}

/** A team, a department or a branch has another leader: what is pending for its employees comes before that one. */
const leaderChanged: SaveHook = {
  name: 'approvals.leader',
  async afterSave(ctx, module, { before, after, changed }) {
    const leaders = LEADERS[module.name]
    if (!leaders || !ctx.modules.has('employee') || !leaders.fields.some((name) => changed.has(name))) return
    await recheckPending(ctx, { employees: leaders.led(ctx, Number((after ?? before)!.id)) })
  },
}

/** An account was closed, opened again or given another role: others decide on what is pending with it. */
const approverChanged: SaveHook = {
  name: 'approvals.approver',
  async afterSave(ctx, _module, { before, after, changed }) {
    if (!before || !['is_active', 'user_role_id', 'employee_id'].some((name) => !after || changed.has(name))) return
    const id = Number(before.id)
    const employee = Number((after ?? before).employee_id ?? 0)
    if (employee && ctx.modules.has('employee')) await recheckApprover(ctx, employee, [id])
    else await recheckPending(ctx, { users: [id] })
  },
}

/** Parts of a record that grant rights; what they say about one module is compared, the others concern all modules. */
const GRANTING = ['apps', 'applications', 'is_override', 'valid_from', 'valid_until', 'is_active', 'code']

/** The modules whose rights the record grants otherwise than before; all of them where more than its lines of modules changed. */
async function regranted(ctx: Ctx, before: Row | undefined, after: Row | undefined, changed: ReadonlySet<string>): Promise<string[]> {
  const single = [before, after].flatMap((row) => (row?.module_id ? [Number(row.module_id)] : []))
  if (single.length) return namesOf(ctx, single)
  if (!before || !after || GRANTING.some((name) => changed.has(name))) return [...ctx.modules.keys()]
  const lines = (row: Row): Map<string, Row> =>
    new Map(
      ((row.modules as readonly Row[] | undefined) ?? []).map((line) => [`${String(line.application_id)}|${String(line.module_id)}`, line]),
    )
  const rights = (line: Row | undefined): string =>
    line === undefined || line.is_enabled === false ? '' : [...((line.permission_codes as readonly string[] | null) ?? [])].sort().join()
  const [was, now] = [lines(before), lines(after)]
  const ids = [...new Set([...was.keys(), ...now.keys()])].filter((key) => rights(was.get(key)) !== rights(now.get(key)))
  return namesOf(
    ctx,
    ids.map((key) => Number(key.split('|')[1])),
  )
}

const namesOf = async (ctx: Ctx, ids: readonly number[]): Promise<string[]> => {
  const rows = await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, 'module')} WHERE id = ANY (${ids}::bigint[])`)
  return rows.map(({ name }) => name)
}

/**
 * A role, or the access of a user, has other rights: whoever may decide now has what is pending, and whoever may not any
 * more has it no longer.
 */
const rightsChanged: SaveHook = {
  name: 'approvals.rights',
  async afterSave(ctx, _module, { before, after, changed }) {
    const modules = await regranted(ctx, before, after, changed)
    if (modules.length) await recheckPending(ctx, { modules })
  },
}

/** A module or an application is switched on or off, with everyone's rights on it. */
const switched: SaveHook = {
  name: 'approvals.switched',
  async afterSave(ctx, _module, { before, changed }) {
    if (before && changed.has('is_active')) await recheckPending(ctx, { modules: [...ctx.modules.keys()] })
  },
}

export const recheckHooks: readonly SaveHook[] = [leaderChanged, approverChanged, rightsChanged, switched]
