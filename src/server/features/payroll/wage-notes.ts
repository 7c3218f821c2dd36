/** Says, while a rate of pay is entered, that it is below the minimum wage of the place of work, or that the mark does not agree with it. */

import { type EmployeeTerms, wageFindings } from '../../../domain/payroll/index.ts'
import { STATUTORY } from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { datesForPeople } from '../../../kernel/dates.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { handler } from '../../platform/http/params.ts'
import type { Note } from '../../records/form-warnings.ts'
import { idOf, textOf } from '../../records/row.ts'
import { requirePay, requirePayOf } from '../people/handlers.ts'
import { wagePlaces } from './minimum-wage-check.ts'

const DATE = /^\d{4}-\d{2}-\d{2}/
/** What the comparison with a wage order depends on; the rest of the employee's record says nothing about pay. */
const COMPARED = [
  'salary_rate_type',
  'basic_rate',
  'days_per_year',
  'hours_per_day',
  'branch_id',
  'pay_group_id',
  'is_minimum_wage',
  'is_piece_rate',
] as const
type Compared = Readonly<Record<(typeof COMPARED)[number], unknown>>

const stored = async (ctx: Ctx, id: number): Promise<Compared | undefined> =>
  (
    await ctx.db.query<Row & Compared>(
      sql`
        SELECT salary_rate_type, basic_rate::text, days_per_year::text, hours_per_day::text, branch_id, pay_group_id, is_minimum_wage, is_piece_rate
        FROM ${table(ctx, 'employee')}
        WHERE id = ${id}
      `,
    )
  )[0]

/** Paid days of a year and hours of a day of the employee's pay group; the law's where it has none. */
async function usual(ctx: Ctx, group: number | null): Promise<{ readonly factor: string; readonly hours: string }> {
  const [row] = await ctx.db.query<{ factor: string | null; hours: string | null }>(
    sql`
      SELECT c.days_per_year::text AS factor, r.hours_per_day::text AS hours
      FROM ${table(ctx, 'pay_group')} g
      JOIN ${table(ctx, 'pay_cycle')} c ON c.id = g.pay_cycle_id
      LEFT JOIN ${table(ctx, 'pay_rate')} r ON r.id = g.pay_rate_id
      WHERE g.id = ${group}
    `,
  )
  return { factor: row?.factor ?? '261', hours: row?.hours ?? '8' }
}

const amountOf = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' || !dec(String(value)).greaterThan(0) ? undefined : String(value)

/** Findings on the pay that would be stored, on the day it takes effect; on a past day, those of today's wage order. */
async function notesOn(ctx: Ctx, pay: Compared, day: string): Promise<Note[]> {
  const rate = amountOf(pay.basic_rate)
  const place = (await wagePlaces(ctx)).get(Number(pay.branch_id ?? 0))
  // An employee paid by piece is made up to the minimum wage by the payroll.
  if (!rate || !place || pay.is_piece_rate === true) return []
  const { factor, hours } = await usual(ctx, idOf(pay, 'pay_group_id'))
  const today = ctx.clock.today(ctx.company.time_zone)
  const date = DATE.test(day) && day.slice(0, 10) > today ? day.slice(0, 10) : today
  const terms: EmployeeTerms = {
    rate_type: (textOf(pay, 'salary_rate_type') || 'monthly') as EmployeeTerms['rate_type'],
    rate,
    factor: amountOf(pay.days_per_year) ?? factor,
    hours_per_day: amountOf(pay.hours_per_day) ?? hours,
    minimum_wage_earner: pay.is_minimum_wage === true,
    tax_method: 'table',
    ...place,
    ...(ctx.settings.employer_kind === 'household' ? { membership: 'household' as const } : {}),
  }
  return wageFindings(terms, date, date, STATUTORY).map(({ words }) => ({ tone: 'warning', text: `${datesForPeople(words)}.` }))
}

const same = (a: unknown, b: unknown): boolean =>
  String(a ?? '') === String(b ?? '') || (Number(a ?? 0) === Number(b ?? 0) && a !== true && b !== true)

/** The rate as it is being entered; nothing of a stored one that stays as it is. */
const ofEmployee = handler('employee.wageNotes', async (ctx, { body }): Promise<Note[]> => {
  if (body.basic_rate === undefined || body.basic_rate === null || !ctx.modules.has('pay_group')) return []
  const id = idOf(body, 'id')
  requirePay(ctx)
  if (id !== null) await requirePayOf(ctx, ctx.modules.get('employee')!, id)
  const before = id === null ? undefined : await stored(ctx, id)
  const pay = Object.fromEntries(COMPARED.map((name) => [name, body[name] === undefined ? before?.[name] : body[name]])) as Compared
  if (before && COMPARED.every((name) => same(before[name], pay[name]))) return []
  return notesOn(ctx, pay, textOf(body, 'effective_date'))
})

/** The rate or the branch that a movement brings. */
const ofMovement = handler('movement.wageNotes', async (ctx, { body }): Promise<Note[]> => {
  const employee = idOf(body, 'employee_id')
  const rate = body.to_rate ?? null
  const isPay = rate !== null || textOf(body, 'to_salary_rate_type') !== ''
  if (body.id !== null || employee === null || !isPay || !ctx.modules.has('pay_group')) return []
  requirePay(ctx)
  await requirePayOf(ctx, ctx.modules.get('employee')!, employee)
  const before = await stored(ctx, employee)
  if (!before) return []
  const pay: Compared = {
    ...before,
    basic_rate: rate ?? before.basic_rate,
    salary_rate_type: textOf(body, 'to_salary_rate_type') || before.salary_rate_type,
    branch_id: idOf(body, 'to_branch_id') ?? before.branch_id,
  }
  return notesOn(ctx, pay, textOf(body, 'effective_date'))
})

export const wageNoteHandlers = [ofEmployee, ofMovement]
