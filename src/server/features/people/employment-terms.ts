/**
 * The terms of employment on each day: branch, department, position, team, employment type and pay. The employee's record
 * holds today's terms; the personnel movements hold past and future ones.
 */

import { addDays } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'

/** Terms in force from one day to another, both inclusive. */
export interface EmployeeTerms {
  readonly employee_id: number
  readonly from: string
  readonly to: string
  readonly branch_id: number | null
  readonly department_id: number | null
  readonly position_id: number | null
  readonly team_id: number | null
  readonly employment_type_id: number | null
  readonly salary_rate_type: 'hourly' | 'daily' | 'monthly' | null
  /** Pesos per hour, day or month as a decimal text, in the words of the database; null where no pay was agreed. */
  readonly basic_rate: string | null
}

/** The terms without the days. */
export type Terms = Omit<EmployeeTerms, 'employee_id' | 'from' | 'to'>
export type Term = keyof Terms

/** Fields of the employee that are dated, with their columns in a movement (`from_…`, `to_…`). */
export const TERM_COLUMNS: Readonly<Record<Term, string>> = {
  branch_id: 'branch_id',
  department_id: 'department_id',
  position_id: 'position_id',
  team_id: 'team_id',
  employment_type_id: 'employment_type_id',
  salary_rate_type: 'salary_rate_type',
  basic_rate: 'rate',
}
export const TERMS = Object.keys(TERM_COLUMNS) as readonly Term[]
/** Terms that only users with access to compensation can see. */
export const PAY_TERMS: ReadonlySet<Term> = new Set(['salary_rate_type', 'basic_rate'])

/** One movement: on its day, its changed fields take another value. */
export interface Movement {
  readonly effective_date: string
  readonly changed: readonly Term[]
  readonly from: Terms
  readonly to: Terms
}

const dayBefore = (day: string): string => addDays(day, -1)

/**
 * One term on one day: set by the latest movement until then, else the value before the first movement after it, else the
 * value of the employee's record. `movements` are in order of their days.
 */
function termOn<T extends Term>(term: T, day: string, movements: readonly Movement[], current: Terms): Terms[T] {
  let after: Movement | undefined
  for (let index = movements.length - 1; index >= 0; index -= 1) {
    const movement = movements[index]!
    if (!movement.changed.includes(term)) continue
    if (movement.effective_date <= day) return movement.to[term]
    after = movement
  }
  return after ? after.from[term] : current[term]
}

/** All terms on one day; see `termOn`. */
export const termsOn = (day: string, movements: readonly Movement[], current: Terms): Terms =>
  Object.fromEntries(TERMS.map((term) => [term, termOn(term, day, movements, current)])) as unknown as Terms

/** Dates, the movements within them and the present terms. */
interface EmploymentPeriod {
  readonly from: string
  readonly to: string
  readonly movements: readonly Movement[]
  readonly current: Terms
}

/** The terms from one day to another, split where they change. */
export function segments(employee_id: number, { from, to, movements, current }: EmploymentPeriod): EmployeeTerms[] {
  const days = [...new Set([from, ...movements.map((movement) => movement.effective_date).filter((day) => day > from && day <= to)])].sort()
  const result: EmployeeTerms[] = []
  for (const [index, day] of days.entries()) {
    const next = days[index + 1]
    const terms = termsOn(day, movements, current)
    const until = next ? dayBefore(next) : to
    const last = result.at(-1)
    if (last && TERMS.every((term) => last[term] === terms[term])) result[result.length - 1] = { ...last, to: until }
    else result.push({ employee_id, from: day, to: until, ...terms })
  }
  return result
}

const side = (prefix: 'from' | 'to'): string =>
  TERMS.map((term) => `'${term}', m.${prefix}_${TERM_COLUMNS[term]}${term === 'basic_rate' ? '::text' : ''}`).join(', ')

/** Movements of employees in order of their days; those of one day in the order in which they were entered. */
export async function movementsOf(ctx: Ctx, employeeIds: readonly number[]): Promise<Map<number, Movement[]>> {
  const rows = await ctx.db.query<{ employee_id: number } & Movement>(
    sql`
      SELECT m.employee_id, m.effective_date, m.changed_fields AS changed,
        json_build_object(${raw(side('from'))}) AS "from", json_build_object(${raw(side('to'))}) AS "to"
      FROM ${table(ctx, 'personal_movement')} m
      WHERE m.employee_id = ANY (${employeeIds}::bigint[])
        AND m.effective_date IS NOT NULL
        AND m.changed_fields IS NOT NULL
      ORDER BY m.employee_id, m.effective_date, m.id
    `,
  )
  const result = new Map<number, Movement[]>()
  for (const { employee_id, ...movement } of rows) {
    const known = result.get(employee_id)
    if (known) known.push(movement)
    else result.set(employee_id, [movement])
  }
  return result
}

/**
 * Effective-dated terms of employees between two days (`YYYY-MM-DD`, inclusive), in order and without gaps; unknown
 * employees are left out. Dates of hiring and separation do not shorten them: the terms are known on any day. Ignores the
 * caller's rights; two queries for any number of employees.
 */
export async function termsOf(ctx: Ctx, employeeIds: readonly number[], from: string, to: string): Promise<Map<number, EmployeeTerms[]>> {
  if (!employeeIds.length || from > to) return new Map()
  const rows = await ctx.db.query<Terms & { id: number }>(
    sql`
      SELECT id, branch_id, department_id, position_id, team_id, employment_type_id, salary_rate_type,
        basic_rate::text AS basic_rate
      FROM ${table(ctx, 'employee')}
      WHERE id = ANY (${employeeIds}::bigint[])
    `,
  )
  const movements = await movementsOf(ctx, employeeIds)
  return new Map(rows.map(({ id, ...current }) => [id, segments(id, { from, to, movements: movements.get(id) ?? [], current })]))
}
