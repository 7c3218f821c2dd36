/** Earlier periods of service of an employee who was hired again on the same record, from the movements that were noted. */

import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

export interface ServicePeriod {
  /** Null where the movements do not tell it: the record was begun before movements were. */
  readonly from: string | null
  readonly to: string
}

interface Movement {
  readonly type: 'Hire' | 'Separation'
  readonly date: string
}

/**
 * The periods before the present hire date, in order. `movements` are in the order in which they were noted: of two last days, or two
 * first days, of one period the later entry corrects the earlier one.
 */
export function earlierPeriods(movements: readonly Movement[], hired: string): ServicePeriod[] {
  const hires = movements.filter(({ type, date }) => type === 'Hire' && date < hired)
  const lastDays = new Map<string, string>()
  for (const { type, date } of movements) {
    if (type !== 'Separation' || date >= hired) continue
    const next = hires.reduce((least, hire) => (hire.date > date && hire.date < least ? hire.date : least), hired)
    lastDays.set(next, date)
  }
  let before = ''
  return [...lastDays.values()].sort().map((to) => {
    const from = hires.findLast(({ date }) => date <= to && date > before)?.date ?? null
    before = to
    return { from, to }
  })
}

export async function earlierPeriodsOf(ctx: Ctx, employeeId: number, hired: string | null): Promise<ServicePeriod[]> {
  if (hired === null || !ctx.modules.has('personal_movement')) return []
  const movements = await ctx.db.query<Movement>(
    sql`
      SELECT movement_type AS type, effective_date::text AS date
      FROM ${table(ctx, 'personal_movement')}
      WHERE employee_id = ${employeeId} AND movement_type IN ('Hire', 'Separation')
      ORDER BY id
    `,
  )
  return earlierPeriods(movements, hired)
}
