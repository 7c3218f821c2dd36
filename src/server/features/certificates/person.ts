import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'

/** The subject of a certificate. */
export interface Person {
  readonly employee_no: string
  readonly first_name: string
  readonly middle_name: string | null
  readonly last_name: string
  readonly suffix: string | null
}

/** Throws 404 for an employee that is not there. */
export async function personOf(ctx: Ctx, id: number): Promise<Person> {
  const [row] = await ctx.db.query<Person & Record<string, unknown>>(
    sql`
      SELECT employee_no, first_name, middle_name, last_name, suffix
      FROM ${table(ctx, 'employee')}
      WHERE id = ${id}
    `,
  )
  if (!row) throw notFound('The employee was not found.')
  return row
}
