/** How many rows the steps of a plan change, counted before they run. */

import type { Db } from '../../context.ts'
import { qualify } from '../name.ts'
import { empty, raw, ref, sql } from '../sql.ts'
import type { Step } from './plan.ts'
import type { RecordedTable } from './spec.ts'

/**
 * The steps that convert, set aside or drop values, with the number of rows that have such a value now. A column that an
 * earlier step of the same plan renames has none yet under its new name: its step is left as it is.
 */
export async function withRows(db: Db, schema: string, recorded: readonly RecordedTable[], steps: readonly Step[]): Promise<Step[]> {
  const known = new Map(recorded.map(({ spec, parked }) => [spec.name, new Set([...spec.columns, ...parked].map(({ name }) => name))]))
  const result: Step[] = []
  for (const step of steps) {
    const { changes } = step
    const isThere = changes === 'table' ? known.has(step.table) : changes && known.get(step.table)?.has(changes.column)
    if (!isThere) {
      result.push(step)
      continue
    }
    const where = changes === 'table' ? empty : sql`WHERE ${ref(changes!.column)} IS NOT NULL`
    const [row] = await db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM ${raw(qualify(schema, step.table))} ${where}`)
    result.push({ ...step, rows: row!.n })
  }
  return result
}
