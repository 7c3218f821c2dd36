/** The subject of an approval and their reporting line. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { cachedPrincipalOf } from '../../platform/auth/cached-principal.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'

/** An employee as approvals see them; leaders are users who can sign in, or null. */
export interface Subject {
  readonly employee_id: number | null
  readonly user_id: number | null
  readonly branch_id: number | null
  readonly team_id: number | null
  /** Own department first, then those above it. */
  readonly department_ids: readonly number[]
  readonly manager: number | null
  readonly team_leader: number | null
  readonly department_head: number | null
  readonly branch_manager: number | null
}

const NOBODY: Subject = {
  employee_id: null,
  user_id: null,
  branch_id: null,
  team_id: null,
  department_ids: [],
  manager: null,
  team_leader: null,
  department_head: null,
  branch_manager: null,
}

/** How many levels of departments are followed upwards; no company nests deeper. */
const DEPTH = 20

/**
 * The employee that a record is about (its owner), or the one who prepared it. The department's head is the first one on
 * the way up who is another person.
 */
export async function subjectOf(ctx: Ctx, module: Module, record: Row): Promise<Subject> {
  const owner = module.entity.owner ? module.field[module.entity.owner] : undefined
  const isEmployee = owner?.type === 'employee'
  const id = (owner ? record[owner.name] : undefined) ?? record.created_by ?? null
  const branch_id = record.branch_id ? Number(record.branch_id) : null
  const match = id === null ? undefined : await findSubject(ctx, isEmployee ? 'e.id' : 'e.user_id', Number(id))
  const branch = branch_id ?? match?.branch_id ?? null
  return { ...(match ?? NOBODY), branch_id: branch, branch_manager: await branchManager(ctx, branch, match?.employee_id ?? null) }
}

/** The user who manages a branch, unless they would decide about themselves. */
async function branchManager(ctx: Ctx, branch: number | null, employee: number | null): Promise<number | null> {
  if (branch === null || !ctx.modules.get('branch')?.field.manager_id) return null
  const [match] = await ctx.db.prepared<{ user_id: number | null }>(sql`
      SELECT m.user_id
      FROM ${table(ctx, 'branch')} b
      JOIN ${table(ctx, 'employee')} m ON m.id = b.manager_id
      WHERE b.id = ${branch} AND m.id IS DISTINCT FROM ${employee}::bigint
    `)
  return match?.user_id ?? null
}

export async function findSubject(ctx: Ctx, by: 'e.id' | 'e.user_id', id: number): Promise<Omit<Subject, 'branch_manager'> | undefined> {
  const [match] = await ctx.db.prepared<Omit<Subject, 'branch_manager'>>(sql`
      WITH RECURSIVE e AS (SELECT * FROM ${table(ctx, 'employee')} e WHERE ${raw(by)} = ${id} LIMIT 1),
        up AS (
          SELECT d.id, d.parent_id, d.head_id, 0 AS n
          FROM ${table(ctx, 'department')} d
          JOIN e ON e.department_id = d.id
          UNION ALL
          SELECT d.id, d.parent_id, d.head_id, up.n + 1
          FROM ${table(ctx, 'department')} d
          JOIN up ON up.parent_id = d.id
          WHERE up.n < ${raw(String(DEPTH))}
        )
      SELECT e.id AS employee_id, e.user_id, e.branch_id, e.team_id,
        coalesce((SELECT array_agg(up.id ORDER BY up.n) FROM up), '{}') AS department_ids,
        (SELECT m.user_id FROM ${table(ctx, 'employee')} m WHERE m.id = e.manager_id AND m.id <> e.id) AS manager,
        (
          SELECT l.user_id
          FROM ${table(ctx, 'team')} t
          JOIN ${table(ctx, 'employee')} l ON l.id = t.leader_id
          WHERE t.id = e.team_id AND l.id <> e.id
        ) AS team_leader,
        (
          SELECT h.user_id
          FROM up
          JOIN ${table(ctx, 'employee')} h ON h.id = up.head_id
          WHERE h.id <> e.id AND h.user_id IS NOT NULL
          ORDER BY up.n
          LIMIT 1
        ) AS department_head
      FROM e
    `)
  return match && { ...match, department_ids: match.department_ids.map(Number) }
}

/** Those of the given users, in their order, who can approve records of the module. */
export async function whoMayApprove(ctx: Ctx, module: Module, users: readonly (number | null)[]): Promise<number[]> {
  const code = Object.values(module.workflow?.transitions ?? {}).find((transition) => transition.approval)?.code ?? 'approval'
  const able: number[] = []
  for (const id of new Set(users)) {
    if (id === null) continue
    const principal = await cachedPrincipalOf(ctx, id)
    if (principal && can(principal, module, code)) able.push(id)
  }
  return able
}

/** Managers of users, by the user whom they manage. */
export async function managersOf(ctx: Ctx, users: readonly number[]): Promise<Map<number, number>> {
  if (!users.length) return new Map()
  const tableName = table(ctx, 'employee')
  const rows = await ctx.db.query<{ user_id: number; manager: number }>(
    sql`
      SELECT e.user_id, m.user_id AS manager
      FROM ${tableName} e
      JOIN ${tableName} m ON m.id = e.manager_id
      WHERE e.user_id = ANY (${users}::bigint[]) AND m.user_id IS NOT NULL
    `,
  )
  return new Map(rows.map((row) => [Number(row.user_id), Number(row.manager)]))
}
