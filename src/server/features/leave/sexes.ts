/** Leave types for one sex: employees of the other sex get no credits of them and see no balance. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import type { LeaveType } from './types.ts'

type ForWhom = Pick<LeaveType, 'name' | 'gender'>

/** Sexes of employees, as far as they are on record. */
export async function sexesOf(ctx: Ctx, employeeIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await ctx.db.query<{ id: number; gender: string }>(
    sql`
      SELECT id, gender
      FROM ${table(ctx, 'employee')}
      WHERE id = ANY (${employeeIds}::bigint[]) AND gender IS NOT NULL
    `,
  )
  return new Map(rows.map(({ id, gender }) => [Number(id), gender]))
}

/** Why an employee of this sex gets none of it; undefined where it is for all, for this sex, or the sex is not known. */
export const wrongSex = (type: ForWhom, sex: string | null | undefined): string | undefined =>
  type.gender === 'All' || !sex || sex === type.gender ? undefined : `${type.name} is for ${type.gender === 'Male' ? 'men' : 'women'} only.`
