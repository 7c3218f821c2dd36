/** How SQL names the caller: by parameters of a request, or by marks in a plan that the request fills in. */
import { roleKey } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Params } from '../../platform/db/params.ts'

/** SQL expressions of the caller's data in conditions on rows. */
export interface Person {
  /** Id of the user. */
  user(): string
  /** Id of the user's employee record. */
  employee(): string
  /** Name of the role. */
  role(): string
  /** Ids of the user's branches. */
  branches(): string
}

/** Names the caller by parameters of the statement, each added once. */
export function personOf({ principal }: Ctx, params: Params): Person {
  const known = new Map<string, string>()
  const once = (name: string, value: unknown, type: string) => (): string => {
    let sql = known.get(name)
    if (!sql) known.set(name, (sql = params.add(value, type)))
    return sql
  }
  return {
    user: once('user', principal.user_id, 'bigint'),
    employee: once('employee', principal.employee_id, 'bigint'),
    role: once('role', roleKey(principal), 'text'),
    branches: once('branches', principal.branch_ids, 'bigint[]'),
  }
}

/** Marks in the texts of a plan that are values of each request. */
const MARKS = { today: '@today@', user: '@user@', employee: '@employee@', role: '@role@', branches: '@branches@' } as const

/** Names the caller by marks: one plan serves all who have the same rights. */
export const MARKED: Person = {
  user: () => MARKS.user,
  employee: () => MARKS.employee,
  role: () => MARKS.role,
  branches: () => MARKS.branches,
}

/** Placeholder in a plan for the business day. */
export const TODAY = MARKS.today

/** Puts the values of a request where a plan has marks. */
export function filled(select: string, params: Params, ctx: Ctx, today: string): string {
  if (!select.includes('@')) return select
  const person = personOf(ctx, params)
  let text = select
  if (text.includes(MARKS.today)) text = text.replaceAll(MARKS.today, params.add(today, 'date'))
  for (const name of ['user', 'employee', 'role', 'branches'] as const)
    if (text.includes(MARKS[name])) text = text.replaceAll(MARKS[name], person[name]())
  return text
}
