/** Parameters of calls about time: dates, employees, and the rows of a module that the caller can see. */
import { dayNumber } from '../../../../domain/time/clock.ts'
import type { Module, Row } from '../../../../engine/model/module.ts'
import type { Ctx, ListQuery } from '../../../platform/context.ts'
import { type FieldErrors, invalid } from '../../../platform/errors.ts'
import { ids, optionalId } from '../../../platform/http/params.ts'
import { whereSql } from '../../../records/list.ts'
import { envOf } from '../../../records/query/env.ts'
import { listQuery } from '../../../records/routes/query.ts'

/** Longest span of dates of one call. */
const MAX_DAYS = 366

/** A date `YYYY-MM-DD` (or with slashes); 400 for other text. */
export function optionalDate(from: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = from[name]
  if (value === undefined || value === null || value === '') return undefined
  const text = String(value).replaceAll('/', '-')
  try {
    dayNumber(text)
  } catch {
    throw invalid({ [name]: ['The date is not valid.'] })
  }
  return text
}

/** First and last date of a call, both required; 400 when they are missing, reversed or too far apart. */
export function span(from: Readonly<Record<string, unknown>>): { from: string; to: string } {
  const given = {
    date_from: optionalDate(from, 'date_from') ?? optionalDate(from, 'date'),
    date_to: optionalDate(from, 'date_to') ?? optionalDate(from, 'date'),
  }
  const errors: FieldErrors = {}
  for (const [name, value] of Object.entries(given)) if (!value) errors[name] = ['Field is required']
  if (Object.keys(errors).length) throw invalid(errors)
  const [first, last] = [given.date_from!, given.date_to!]
  if (last < first) throw invalid({ date_to: ['The last date must not be before the first.'] })
  if (dayNumber(last) - dayNumber(first) >= MAX_DAYS) throw invalid({ date_to: [`At most ${MAX_DAYS} days at once.`] })
  return { from: first, to: last }
}

/** Employees named by a call; undefined: all that the caller may process. */
export function employeesIn(from: Readonly<Record<string, unknown>>): number[] | undefined {
  if (from.employee_ids !== undefined && from.employee_ids !== null) {
    const list = Array.isArray(from.employee_ids) ? from.employee_ids : String(from.employee_ids).split(',').filter(Boolean)
    return ids({ employee_ids: list }, 'employee_ids')
  }
  const employeeId = optionalId(from, 'employee_id')
  return employeeId === undefined ? undefined : [employeeId]
}

/** Plain names that calls about time can use beside list filters. */
const PLAIN: Readonly<Record<string, string>> = {
  employee: 'employee_id',
  employee_id: 'employee_id',
  branch: 'employee.branch_id',
  branch_id: 'employee.branch_id',
  department: 'employee.department_id',
  department_id: 'employee.department_id',
  team_id: 'employee.team_id',
  pay_group_id: 'employee.pay_group_id',
  pay_period: 'pay_period_id',
  pay_period_id: 'pay_period_id',
}

/** A list query with `date_from`, `date_to`, `employee`, `branch`, `department` … as filters. */
export function timeQuery(query: Readonly<Record<string, unknown>>, module: Module): ListQuery {
  const known = new Set([...Object.keys(PLAIN), 'date_from', 'date_to'])
  const asked = listQuery(Object.fromEntries(Object.entries(query).filter(([name]) => !known.has(name))) as Row)
  const filter: Record<string, unknown> = { ...asked.filter }
  for (const [name, path] of Object.entries(PLAIN)) {
    const value = optionalId(query, name)
    if (value !== undefined && (path.includes('.') || module.field[path])) filter[path] = value
  }
  const [first, last] = [optionalDate(query, 'date_from'), optionalDate(query, 'date_to')]
  const date = module.entity.date
  if (date && (first || last)) filter[date] = { ...(filter[date] as object), ...(first && { gte: first }), ...(last && { lte: last }) }
  return { ...asked, filter }
}

/** The module's rows (alias `t`) that the caller can see and asked for: a condition with its parameters. */
export function visibleRows(ctx: Ctx, module: Module, query: ListQuery): { where: string; params: unknown[] } {
  const env = envOf(ctx)
  const where = whereSql(ctx, env, module, { query: { ...query, window: 'all' }, action: 'index' })
  return { where, params: env.params.values as unknown[] }
}
