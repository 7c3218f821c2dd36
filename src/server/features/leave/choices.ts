/** Leave types that pickers offer for an employee, with the available days of each. */

import { completedMonths } from '../../../domain/leave/calendar.ts'
import { availableOn } from '../../../domain/leave/ledger.ts'
import type { Row } from '../../../engine/model/module.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { handler, id, ids, optionalText } from '../../platform/http/params.ts'
import { listQuery } from '../../records/routes/query.ts'
import { accountKey, ledgersOf } from './entries.ts'
import { wrongSex } from './sexes.ts'
import { leaveTypes } from './types.ts'

const isOwn = (ctx: Ctx, employee: number): boolean => employee === ctx.principal.employee_id

/** The employee's record as far as the caller may see it; undefined where it is closed to them. */
async function visibleEmployee(ctx: Ctx, employee: number): Promise<Row | undefined> {
  try {
    return await ctx.services.records.get(ctx, ctx.modules.get('employee')!, employee)
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 404)) return undefined
    throw error
  }
}

/** The facts that decide eligibility. Employees know their own sex and hire date, whether or not their record is open to them. */
async function eligibilityOf(ctx: Ctx, employee: number): Promise<{ gender?: unknown; date_hired?: unknown }> {
  if (!isOwn(ctx, employee)) return (await visibleEmployee(ctx, employee)) ?? {}
  return ctx.services.records.load(ctx, ctx.modules.get('employee')!, employee)
}

const dateOf = (query: Readonly<Record<string, unknown>>): string | undefined => {
  const date = optionalText(query, 'date_from')?.slice(0, 10)
  return date && /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date)) ? date : undefined
}

/**
 * Choices of the dropdown without the leave types that the employee cannot apply for: those for the other sex, and, once the first day is
 * known, those that need longer service. Where the caller does not see the sex or the hire date, it narrows nothing: the list must not
 * reveal them.
 */
export const forEmployee = handler('leaveType.forEmployee', async (ctx, { query }, module) => {
  const { employee_id: _employee, date_from: _date, ...rest } = query
  const { gender, date_hired } = await eligibilityOf(ctx, id(query, 'employee_id'))
  const from = dateOf(query)
  const hired = typeof date_hired === 'string' ? date_hired.slice(0, 10) : undefined
  const months = from && hired ? (from > hired ? completedMonths(hired, addDays(from, -1)) : 0) : undefined
  const offered = [...(await leaveTypes(ctx)).values()].filter(
    (type) =>
      !wrongSex(type, typeof gender === 'string' ? gender : undefined) && (months === undefined || months >= type.min_service_months),
  )
  const asked = listQuery(rest)
  const chosen = offered.map((type) => type.id)
  return ctx.services.records.dropdown(ctx, module, { ...asked, filter: { ...asked.filter, id: { in: chosen.length ? chosen : [0] } } })
})

/**
 * Days available of each yearly leave type on the first day, else today. Others' balances are shown to users who can see
 * leave balances.
 */
export const available = handler('leaveType.available', async (ctx, { query }) => {
  const employee = id(query, 'employee_id')
  const mayView = isOwn(ctx, employee) || (ctx.principal.grants.leave_balance ?? []).includes('view')
  if (!mayView || (!isOwn(ctx, employee) && !(await visibleEmployee(ctx, employee)))) return []
  const types = await leaveTypes(ctx)
  const ledgers = await ledgersOf(ctx, [employee])
  const date = dateOf(query) ?? ctx.clock.today(ctx.company.time_zone)
  return ids({ ids: String(query.ids ?? '').split(',') }, 'ids').flatMap((value): Row[] => {
    const type = types.get(value)
    if (!type?.is_paid || type.credit_per !== 'year') return []
    return [{ id: value, available: availableOn(ledgers.get(accountKey(employee, value)) ?? [], date).toFixed() }]
  })
})
