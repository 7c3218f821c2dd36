/** Says, while new terms of pay are entered, which posted payrolls they reach back to. */

import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { handler } from '../../platform/http/params.ts'
import type { Note } from '../../records/form-warnings.ts'
import { idOf, textOf } from '../../records/row.ts'
import { requirePay, requirePayOf } from '../people/handlers.ts'

const DATE = /^\d{4}-\d{2}-\d{2}/

interface Reached {
  readonly from: string | null
  readonly to: string
  readonly count: number
}

/** The salaries that were paid to an employee for days from this one on. */
async function paidFrom(ctx: Ctx, employee: number, day: string): Promise<Reached | undefined> {
  const [row] = await ctx.db.query<Reached>(
    sql`
      SELECT min(d.date_from)::text AS "from", max(d.date_to)::text AS "to", count(DISTINCT d.id)::int AS count
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted' AND p.payroll_tag IN ('standard', 'supplementary')
      JOIN ${table(ctx, 'pay_period')} d ON d.id = p.pay_period_id
      WHERE i.employee_id = ${employee}
        AND d.date_to >= ${day}::date
        AND coalesce((i.input->>'no_time')::boolean, false) IS FALSE
    `,
  )
  return row?.from ? row : undefined
}

async function notesOn(ctx: Ctx, employee: number, day: string): Promise<Note[]> {
  if (!ctx.modules.has('payroll')) return []
  requirePay(ctx)
  await requirePayOf(ctx, ctx.modules.get('employee')!, employee)
  const reached = await paidFrom(ctx, employee, day)
  if (!reached) return []
  const days = `${formatDate(reached.from!)} to ${formatDate(reached.to)}`
  const text =
    reached.count === 1
      ? `One pay period from this date on is already paid (${days}). The next payroll pays the difference; where less is due, adjust the pay there.`
      : `${reached.count} pay periods from this date on are already paid (${days}). The next payroll pays the difference; where less is due, adjust the pay there.`
  return [{ tone: 'info', text }]
}

const ofMovement = handler('movement.paidTerms', async (ctx, { body }): Promise<Note[]> => {
  const employee = idOf(body, 'employee_id')
  const day = textOf(body, 'effective_date')
  const isPay = idOf(body, 'to_rate') !== null || textOf(body, 'to_salary_rate_type') !== ''
  return body.id === null && employee !== null && isPay && DATE.test(day) ? notesOn(ctx, employee, day.slice(0, 10)) : []
})

/** The rate as it is stored; new terms without a date take effect today. */
const ofEmployee = handler('employee.paidTerms', async (ctx, { body }): Promise<Note[]> => {
  const id = idOf(body, 'id')
  if (id === null || body.basic_rate === undefined || body.basic_rate === null) return []
  const [stored] = await ctx.db.query<Row>(
    sql`SELECT basic_rate::text, salary_rate_type, effective_date::text FROM ${table(ctx, 'employee')} WHERE id = ${id}`,
  )
  const isSame =
    stored && dec(stored.basic_rate ?? 0).eq(dec(body.basic_rate)) && (stored.salary_rate_type ?? null) === (body.salary_rate_type ?? null)
  if (!stored || isSame) return []
  const day = textOf(body, 'effective_date')
  return notesOn(ctx, id, DATE.test(day) ? day.slice(0, 10) : ctx.clock.today(ctx.company.time_zone))
})

export const paidTermsHandlers = [ofMovement, ofEmployee]
