/** Endpoints of leave: balances and their history, amendments, credit sheets, employees of accrual plans, the year's end. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx, HandlerRequest } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, forbidden, invalid, notFound, refuse } from '../../platform/errors.ts'
import { handler, id, ids, optionalId, optionalText } from '../../platform/http/params.ts'
import { csvLine } from '../../records/export/csv.ts'
import { readSheet } from '../../records/import/sheet.ts'
import { paging } from '../../records/list.ts'
import { branchScope } from '../../records/report/page.ts'
import { listQuery } from '../../records/routes/query.ts'
import { linesOf } from '../../records/row.ts'
import { rewrite } from '../../records/write/save.ts'
import type { Note } from '../filings/checks.ts'
import { balanceOf, balancesOf, syncBalances } from './balances.ts'
import { available, forEmployee } from './choices.ts'
import { leaveNotes } from './filing.ts'
import { sexesOf, wrongSex } from './sexes.ts'
import { leaveMatrix, leaveSummary } from './summary.ts'
import { leaveTypes } from './types.ts'
import { closeLeaveYear } from './year-end.ts'

const holds = (ctx: Ctx, module: Module, code: string): boolean =>
  ctx.system !== undefined || (ctx.principal.grants[module.name] ?? []).includes(code)

/** Notes on the balance of the chosen leave type and on conflicts. Others' balances only for callers who can see them. */
const notes = handler('leave.balance', async (ctx, request, module): Promise<Note[]> => {
  const employee = Number(request.body.employee_id ?? 0)
  const isOwn = employee > 0 && employee === ctx.principal.employee_id
  return isOwn || holds(ctx, module, 'view_all') ? leaveNotes(ctx, request.body) : []
})

const thisYear = (ctx: Ctx): number => Number(ctx.clock.today(ctx.company.time_zone).slice(0, 4))

function yearOf(ctx: Ctx, from: Readonly<Record<string, unknown>>): number {
  const year = optionalId(from, 'year') ?? thisYear(ctx)
  if (year < 1950 || year > 2100) throw invalid({ year: ['A year from 1950 to 2100.'] })
  return year
}

/** An employee of the caller's branches, or the caller. 403 for others where the caller cannot see their balances. */
async function employeeOf(ctx: Ctx, module: Module, employee: number): Promise<Row> {
  const isOwn = employee === ctx.principal.employee_id
  if (!isOwn && !holds(ctx, module, 'view')) throw forbidden('You can see your own leave balances.')
  const p = new Params()
  const where = `e.id = ${p.add(employee, 'bigint')}`
  const [row] = await ctx.db.query<Row>(
    `SELECT e.id, e.employee_no, e.full_name AS name, e.full_name AS label FROM ${table(ctx, 'employee').text} e WHERE ${where}${isOwn ? '' : ` AND ${branchScope(ctx, 'e.branch_id', p)}`}`,
    p.values,
  )
  if (!row) throw notFound()
  return row
}

/** E327: employees with their balances of a year, page by page. */
const employees = handler('leaveBalance.employees', async (ctx, { query }) => {
  const { page, limit, offset } = paging(listQuery(query))
  const year = yearOf(ctx, query)
  const search = optionalText(query, 'search')
  const department = optionalId(query, 'department_id')
  const type = optionalId(query, 'leave_type_id')
  const p = new Params()
  const where = [
    `e.status = 'active'`,
    branchScope(ctx, 'e.branch_id', p),
    p.equals('e.department_id', department),
    ...(search
      ? [
          `(e.full_name ILIKE ${p.add(`%${search.replace(/[%_\\]/g, '\\$&')}%`, 'text')} OR e.employee_no ILIKE ${p.add(`%${search}%`, 'text')})`,
        ]
      : []),
  ].join(' AND ')
  const people = await ctx.db.query<{ id: number; total: number }>(
    `SELECT e.id, e.employee_no, e.full_name AS name, e.full_name AS label, count(*) OVER ()::int AS total FROM ${table(ctx, 'employee').text} e WHERE ${where}
     ORDER BY e.full_name, e.id LIMIT ${limit} OFFSET ${offset}`,
    p.values,
  )
  const balances = await balancesOf(
    ctx,
    people.map((person) => Number(person.id)),
    { year, ...(type === undefined ? {} : { leave_type_id: type }) },
  )
  const total = people[0]?.total ?? 0
  return {
    success: true,
    data: people.map(({ total: _total, ...employee }) => ({
      ...employee,
      year,
      balances: balances.filter((balance) => balance.employee_id === Number(employee.id)),
    })),
    pagination: { page, per_page: limit, current_page: page, total, last_page: Math.max(1, Math.ceil(total / limit)) },
  }
})

/** E328: the balances of one employee. */
const employee = handler('leaveBalance.employee', async (ctx, { params, query }, module) => {
  const row = await employeeOf(ctx, module, id(params, 'id'))
  const year = yearOf(ctx, query)
  return { ...row, year, balances: await balancesOf(ctx, [Number(row.id)], { year }) }
})

/** E330: the balance of one kind of leave on a day. */
const typeBalance = handler('leaveBalance.typeBalance', async (ctx, { query }, module) => {
  const asked = optionalId(query, 'employee_id') ?? ctx.principal.employee_id
  if (!asked) throw invalid({ employee_id: ['Field is required'] })
  const row = await employeeOf(ctx, module, asked)
  const leave_type_id = id(query, 'leave_type_id')
  const type = (await leaveTypes(ctx)).get(leave_type_id)
  if (!type) throw invalid({ leave_type_id: ['There is no such leave type.'] })
  const date =
    typeof query.date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(query.date) ? query.date : ctx.clock.today(ctx.company.time_zone)
  return {
    employee_id: Number(row.id),
    leave_type_id,
    leave_type: { id: type.id, code: type.code, name: type.name },
    date,
    ...(await balanceOf(ctx, Number(row.id), leave_type_id, date)),
  }
})

/** E329, E331: entries with the running balance; the history's own rule decides whose. */
const history = handler('leaveBalance.history', async (ctx, request) => {
  const { leave_type, leave_type_id, employee_id, ...rest } = request.query
  const type = leave_type_id ?? leave_type
  const whose = request.params.id ?? employee_id
  const query = listQuery(rest)
  return {
    success: true,
    ...(await ctx.services.records.list(ctx, ctx.modules.get('employee_balance_history')!, {
      ...query,
      window: 'all',
      filter: {
        ...query.filter,
        ...(type === undefined ? {} : { leave_type_id: id({ leave_type: type }, 'leave_type') }),
        ...(whose === undefined ? {} : { employee_id: id({ employee_id: whose }, 'employee_id') }),
      },
    })),
  }
})

/** E332: the lines of a document with the figures of now. */
const documentBalances = handler('leaveBalance.document', async (ctx, { params }, module) => {
  const record = await ctx.services.records.get(ctx, module, id(params, 'id'))
  const items = linesOf(record, 'items')
  const year = Number(record.year)
  const balances = await balancesOf(ctx, [...new Set(items.map((row) => Number(row.employee_id)))], { year })
  return items.map((row) => {
    const now = balances.find(
      (balance) => balance.employee_id === Number(row.employee_id) && balance.leave_type_id === Number(row.leave_type_id),
    )
    if (!now) return row
    const { granted: _granted, ...figures } = now
    return { ...row, ...figures }
  })
})

/** E333: all balances of the employees of a document. */
const documentEmployees = handler('leaveBalance.documentEmployees', async (ctx, { params }, module) => {
  const record = await ctx.services.records.get(ctx, module, id(params, 'id'))
  const people = new Map(linesOf(record, 'items').map((row) => [Number(row.employee_id), row.employee]))
  const balances = await balancesOf(ctx, [...people.keys()], { year: Number(record.year) })
  return [...people].map(([employee_id, employee]) => ({
    employee_id,
    employee: employee,
    balances: balances.filter((balance) => balance.employee_id === employee_id),
  }))
})

/** E334: adds or takes days at once, and answers the new balance. The employee is in the path, or in the form that asked. */
const amend = handler('leaveBalance.amend', async (ctx, { params, body }, module) => {
  const row = await employeeOf(ctx, module, params.id === undefined ? id(body, 'employee_id') : id(params, 'id'))
  return ctx.services.records.create(ctx, ctx.modules.get('leave_amendment')!, { ...body, employee_id: Number(row.id) })
})

/** E336 */
const sync = handler('leaveBalance.sync', (ctx, { body }) => syncBalances(ctx, optionalId(body, 'year')))

const TITLES = ['employee_no', 'leave_type', 'granted', 'remarks']

/** E335: an import sheet; with a leave type, one row for every active employee with its yearly credits. */
const template = handler('leaveBalance.template', async (ctx, { body }) => {
  const type = (await leaveTypes(ctx)).get(optionalId(body, 'leave_type_id') ?? 0)
  const p = new Params()
  const people = type
    ? await ctx.db.query<{ employee_no: string; full_name: string; gender: string | null }>(
        `SELECT e.employee_no, e.full_name, e.gender FROM ${table(ctx, 'employee').text} e WHERE e.status = 'active' AND ${branchScope(ctx, 'e.branch_id', p)} ORDER BY e.employee_no`,
        p.values,
      )
    : []
  const lines = people
    .filter((person) => !wrongSex(type!, person.gender))
    .map((person) => csvLine([person.employee_no, type!.code, type!.annual_credits.toFixed(), person.full_name]))
  return {
    reply: { type: 'text/csv; charset=utf-8', filename: 'leave_balance-template.csv', body: `\uFEFF${csvLine(TITLES)}${lines.join('')}` },
  }
})

/** Imports credits from a sheet: one draft document of the year, or the errors of each row. */
const imported = handler('leaveBalance.import', async (ctx, { files, body, query }, module) => {
  const file = files[0]
  if (!file) throw invalid({ file: ['Send a CSV or Excel file.'] })
  const [head, ...rows] = await readSheet(ctx, file)
  const columns = (head ?? []).map((title) => title.trim().toLowerCase().replace(/[ .]+/g, '_').replace(/_$/, ''))
  for (const name of TITLES.slice(0, 3)) if (!columns.includes(name)) throw invalid({ file: [`The file needs a column ${name}.`] })
  const cell = (cells: readonly string[], name: string): string => (cells[columns.indexOf(name)] ?? '').trim()
  const people = await ctx.db.query<{ id: number; employee_no: string }>(
    sql`
      SELECT id, employee_no
      FROM ${table(ctx, 'employee')}
      WHERE employee_no = ANY (${rows.map((cells) => cell(cells, 'employee_no'))})
    `,
  )
  const byNumber = new Map(people.map((person) => [person.employee_no, Number(person.id)]))
  const byCode = new Map([...(await leaveTypes(ctx)).values()].map((leaveType) => [leaveType.code.toLowerCase(), leaveType]))
  const sexes = await sexesOf(
    ctx,
    people.map((person) => Number(person.id)),
  )
  const errors: { row: number; field: string; message: string }[] = []
  const seen = new Set<string>()
  const items = rows.map((cells, index) => {
    const row = index + 2
    const number = cell(cells, 'employee_no')
    const code = cell(cells, 'leave_type')
    const granted = cell(cells, 'granted').replaceAll(',', '')
    const wrong = (field: string, message: string): void => void errors.push({ row, field, message })
    if (!byNumber.has(number)) wrong('employee_no', `There is no employee "${number}".`)
    const type = byCode.get(code.toLowerCase())
    const sex = type && wrongSex(type, sexes.get(byNumber.get(number) ?? 0))
    if (!type) wrong('leave_type', `There is no leave type "${code}".`)
    else if (sex) wrong('leave_type', sex)
    if (!/^\d{1,6}(\.\d{1,6})?$/.test(granted)) wrong('granted', `"${granted}" is not a number of days.`)
    const key = `${number}:${code.toLowerCase()}`
    if (seen.has(key)) wrong('employee_no', 'This employee and leave type are listed twice.')
    seen.add(key)
    return {
      employee_id: byNumber.get(number),
      leave_type_id: type?.id,
      granted: errors.length ? 0 : dec(granted).toNumber(),
    }
  })
  const result = { total: rows.length, valid: rows.length - new Set(errors.map((error) => error.row)).size, errors: errors.slice(0, 1000) }
  if (String(query.preview ?? body.preview) === 'true') return { ...result, created: 0 }
  if (errors.length || !rows.length)
    throw new AppError('invalid', `Nothing was imported: ${result.total - result.valid} of ${result.total} rows have errors.`, {
      details: result,
    })
  const made = await ctx.services.records.create(ctx, module, { year: yearOf(ctx, { ...query, ...body }), source: 'import', items })
  return { ...result, created: 1, id: made.id, transaction_no: made.transaction_no }
})

/** Closes a leave year on request; the daily job does it some time after the year has ended. */
const close = handler('leaveType.closeYear', async (ctx, { params, body }, module) => {
  const type = (await leaveTypes(ctx)).get(Number((await ctx.services.records.get(ctx, module, id(params, 'id'), 'edit')).id))!
  const year = yearOf(ctx, body)
  if (`${year}-12-31` >= ctx.clock.today(ctx.company.time_zone)) throw invalid({ year: ['This year has not ended yet.'] })
  const closed = await closeLeaveYear(ctx, type, year)
  if (closed === undefined) throw refuse('E_YEAR_CLOSED', `The leave year ${year} of ${type.name} is closed already.`)
  return { year, closed }
})

/* ---------- people of an accrual plan ---------- */

async function changePeople(
  ctx: Ctx,
  module: Module,
  request: HandlerRequest,
  next: (rows: readonly Row[], chosen: readonly number[]) => Row[],
): Promise<Row> {
  const chosen = ids({ ...request.query, ...request.body }, 'employee_ids')
  return ctx.db.tx(async () => {
    await ctx.services.records.get(ctx, module, id(request.params, 'id'), 'edit')
    const current = await ctx.services.records.load(ctx, module, id(request.params, 'id'), { lock: true })
    await rewrite(ctx, module, current, { employees: next(linesOf(current, 'employees'), chosen) })
    return ctx.services.records.get(ctx, module, Number(current.id))
  })
}

const addPeople = handler('leaveAccrual.add', (ctx, request, module) =>
  changePeople(ctx, module, request, (rows, chosen) => {
    const known = new Set(rows.map((row) => Number(row.employee_id)))
    return [...rows, ...[...new Set(chosen)].filter((value) => !known.has(value)).map((employee_id) => ({ employee_id }))]
  }),
)
const removePeople = handler('leaveAccrual.remove', (ctx, request, module) =>
  changePeople(ctx, module, request, (rows, chosen) => rows.filter((row) => !chosen.includes(Number(row.employee_id)))),
)

const summary = handler('leaveBalance.summary', (ctx, { query }, module) => leaveSummary(ctx, module, query))
const matrix = handler('leaveBalance.matrix', (ctx, { query }, module) => leaveMatrix(ctx, module, query))

export const leaveHandlers = [
  summary,
  matrix,
  forEmployee,
  available,
  notes,
  employees,
  employee,
  typeBalance,
  history,
  documentBalances,
  documentEmployees,
  amend,
  sync,
  template,
  imported,
  close,
  addPeople,
  removePeople,
]
