/** Duplicate values of a unique index, found before the index is created, which they would break. */

import type { Db } from '../../context.ts'
import { qualify } from '../name.ts'
import { empty, raw, sql } from '../sql.ts'
import type { Step } from './plan.ts'
import type { IndexSpec, RecordedTable } from './spec.ts'

/** A step that makes values unique. */
export type UniqueStep = Step & { readonly unique: IndexSpec }
export const isUnique = (step: Step): step is UniqueStep => step.unique !== undefined

/** How many values, and how many records of each, a message names. */
const NAMED = 5

/** The duplicate values as text for users: `"A-1" of the records 3, 9`. Empty when there are none. */
export async function duplicatesOf(db: Db, schema: string, { table, unique }: UniqueStep): Promise<string[]> {
  const keys = unique.keys.map((key) => key.replace(/ (ASC|DESC)$/, ''))
  const given = unique.nullsEqual ? [] : keys.map((key) => `${key} IS NOT NULL`)
  const where = [...(unique.where ? [`(${unique.where})`] : []), ...given]
  const rows = await db.query<{ values: (string | null)[]; ids: number[]; n: number }>(
    sql`
      SELECT ARRAY[${raw(keys.map((key) => `(${key})::text`).join(', '))}] AS
      values, (array_agg(id ORDER BY id))[:${raw(String(NAMED))}] AS ids, count(*)::int AS n
      FROM ${raw(qualify(schema, table))} ${where.length ? sql`WHERE ${raw(where.join(' AND '))}` : empty}
      GROUP BY ${raw(keys.join(', '))}
      HAVING count(*) > 1
      ORDER BY 3 DESC, 2
      LIMIT ${NAMED}
    `,
  )
  return rows.map(
    ({ values, ids, n }) =>
      `${values.map((value) => JSON.stringify(value)).join(', ')} of the records ${ids.join(', ')}${n > ids.length ? ' …' : ''}`,
  )
}

/** The steps with the duplicate values that block them now; nothing is known about columns that do not exist yet. */
export async function withDuplicates(db: Db, schema: string, recorded: readonly RecordedTable[], steps: readonly Step[]): Promise<Step[]> {
  const known = new Map(
    recorded.map(({ spec }) => [spec.name, new Set(['id', 'parent_id', 'status', ...spec.columns.map(({ name }) => name)])]),
  )
  const result: Step[] = []
  for (const step of steps) {
    const columns = isUnique(step) ? [...step.unique.keys.join(' ').matchAll(/"([^"]+)"/g)].map((match) => match[1]!) : []
    const there = isUnique(step) && columns.every((name) => known.get(step.table)?.has(name))
    const duplicates = there ? await duplicatesOf(db, schema, step) : []
    result.push(duplicates.length ? { ...step, duplicates } : step)
  }
  return result
}
