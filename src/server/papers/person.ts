import type { Ctx } from '../context.ts'
import { table } from '../effects/common.ts'
import { notFound } from '../errors.ts'

/** Who a certificate is about. */
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
    `SELECT employee_no, first_name, middle_name, last_name, suffix FROM ${table(ctx, 'employee')} WHERE id = $1`,
    [id],
  )
  if (!row) throw notFound('The employee was not found.')
  return row
}
