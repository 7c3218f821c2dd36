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

/** The earlier periods of several employees, by their ids; employees without any are left out. */
export async function earlierPeriodsOfAll(
  ctx: Ctx,
  employees: readonly { readonly id: number; readonly date_hired: string | null }[],
): Promise<Map<number, ServicePeriod[]>> {
  const result = new Map<number, ServicePeriod[]>()
  if (!ctx.modules.has('personal_movement')) return result
  const rows = await ctx.db.query<{ employee_id: number; movements: Movement[] }>(
    sql`
      SELECT employee_id, json_agg(json_build_object('type', movement_type, 'date', effective_date) ORDER BY id) AS movements
      FROM ${table(ctx, 'personal_movement')}
      WHERE employee_id = ANY (${employees.map(({ id }) => id)}::bigint[]) AND movement_type IN ('Hire', 'Separation')
      GROUP BY employee_id
    `,
  )
  const hired = new Map(employees.map(({ id, date_hired }) => [Number(id), date_hired]))
  for (const { employee_id, movements } of rows) {
    const day = hired.get(Number(employee_id))
    const periods = day ? earlierPeriods(movements, day) : []
    if (periods.length) result.set(Number(employee_id), periods)
  }
  return result
}

export const earlierPeriodsOf = async (ctx: Ctx, id: number, date_hired: string | null): Promise<ServicePeriod[]> =>
  (await earlierPeriodsOfAll(ctx, [{ id, date_hired }])).get(Number(id)) ?? []
