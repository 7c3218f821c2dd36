/** Endpoints of filings: notes while one is written, the facts of a day, and employees of a shift adjustment. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, notFound, refuse } from '../../platform/errors.ts'
import { handler, ids, optionalId } from '../../platform/http/params.ts'
import { idOf } from '../../records/get.ts'
import { list } from '../../records/list.ts'
import { read } from '../../records/read.ts'
import { listQuery } from '../../records/routes/query.ts'
import { rewrite } from '../../records/write/save.ts'
import { filingNotes, type Note } from './checks.ts'
import { dayFacts } from './days.ts'
import { timeOff, timeOffRefusal } from './time-off.ts'

/** Notes and refusals for the filing that is being written. */
const notes = handler(
  'filing.notes',
  async (ctx, request, module): Promise<Note[]> => filingNotes(ctx, module, await mine(ctx, module, request.body)),
)

/** Notes on others' filings are only for callers who can see all of them. */
async function mine(ctx: Ctx, module: Module, record: Row): Promise<Row> {
  const employee = Number(record.employee_id ?? 0)
  if (!employee || ctx.system !== undefined || employee === ctx.principal.employee_id) return record
  if ((ctx.principal.grants[module.name] ?? []).includes('view_all')) return record
  return { ...record, employee_id: null }
}

/** Hours of the overtime chosen for time off. */
const timeOffNotes = handler('filing.timeOff', async (ctx, request, module): Promise<Note[]> => {
  const record = await mine(ctx, module, request.body)
  if (!record.employee_id || !((record.overtime_filing_ids as unknown[]) ?? []).length) return []
  const found = await timeOff(ctx, record)
  const refusal = timeOffRefusal(record, found)
  if (refusal) return [{ tone: 'danger', text: refusal }]
  const { earned, expiry } = found
  return [
    {
      tone: 'info',
      text: `The selected overtime gives ${earned.toFixed()} hours${expiry ? `, to be taken until ${formatDate(expiry)}` : ''}.`,
    },
  ]
})

/** The employee that a call is about: the caller, unless they can see everyone's records of the module. */
function employeeOf(ctx: Ctx, module: Module, from: Readonly<Record<string, unknown>>): number {
  const asked = optionalId(from, 'employee_id') ?? ctx.principal.employee_id
  if (asked === null || asked === undefined) throw invalid({ employee_id: ['Field is required'] })
  const all = ctx.system !== undefined || (ctx.principal.grants[module.name] ?? []).includes('view_all')
  if (asked !== ctx.principal.employee_id && !all) throw forbidden()
  return asked
}

function dateOf(from: Readonly<Record<string, unknown>>): string {
  const date = from.date
  if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
    throw invalid({ date: ['Use a date like 2026-11-30.'] })
  return date
}

// S380
const checkRestDay = handler('filing.checkRestDay', async (ctx, request, module) => {
  const [day] = await dayFacts(ctx, employeeOf(ctx, module, request.query), dateOf(request.query), dateOf(request.query))
  return { date: dateOf(request.query), is_rest_day: day?.is_rest_day ?? false, holiday: day?.holiday ?? null }
})

/** The daily time record of one day, or null while there is none. */
const dayRecord = handler('filing.dayRecord', async (ctx, request, module) => {
  const employee = employeeOf(ctx, module, request.query)
  const [row] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ${employee} AND date = ${dateOf(request.query)}
      ORDER BY id
      LIMIT 1
    `,
  )
  return row ? read(ctx, ctx.modules.get('daily_time_record')!, Number(row.id), { action: 'view', anyRow: true }) : null
})

/** Overtime that was approved as time off and that no filing has used yet. */
const openOvertime = handler('filing.openOvertime', async (ctx, request, module) => {
  const employee_id = employeeOf(ctx, module, request.query)
  const filter = { employee_id, is_cto: true, status: ['approved', 'processed'] }
  const page = await list(ctx, module, { filter, limit: 500, sort: 'date' }, () => ['t.cto_computed IS NOT TRUE'])
  return page.data
})

const pendingRequests = handler('filing.pendingRequests', async (ctx, request, module) => ({
  success: true,
  ...(await list(ctx, module, { ...listQuery(request.query), filter: { status: ['posted', 'approved'] } })),
}))

/* ---------- people of a shift adjustment ---------- */

const adjustmentRows = async (ctx: Ctx, module: Module, record: number): Promise<Row[]> =>
  ((await read(ctx, module, record, { action: 'view' })).employees as Row[]) ?? []

const employees = handler('shiftAdjustment.employees', (ctx, request, module) => adjustmentRows(ctx, module, idOf(request.params.id)))

async function change(ctx: Ctx, module: Module, record: number, next: (rows: readonly Row[]) => Row[]): Promise<Row[]> {
  return ctx.db.tx(async () => {
    await read(ctx, module, record, { action: 'edit' })
    const current = await ctx.services.records.load(ctx, module, record, { lock: true })
    if (current.status !== 'draft' && current.status !== 'returned')
      throw refuse('E_NOT_EDITABLE', 'Employees can be added or removed in drafts only.')
    const rows = next((current.employees as Row[]) ?? [])
    if (!rows.length) throw refuse('E_FILING', 'Add at least one employee.')
    await rewrite(ctx, module, current, { employees: rows })
    return adjustmentRows(ctx, module, record)
  })
}

const add = handler('shiftAdjustment.add', (ctx, request, module) => {
  const wanted = ids(request.body, 'employee_ids')
  return change(ctx, module, idOf(request.params.id), (rows) => {
    const known = new Set(rows.map((row) => Number(row.employee_id)))
    return [...rows, ...wanted.filter((value) => !known.has(value)).map((employee_id) => ({ employee_id }))]
  })
})

const remove = handler('shiftAdjustment.remove', (ctx, request, module) => {
  const gone = new Set(ids({ ...request.query, ...request.body }, 'employee_ids'))
  return change(ctx, module, idOf(request.params.id), (rows) => rows.filter((row) => !gone.has(Number(row.employee_id))))
})

/** Adjustments of an employee, or the one asked for, with the shift before it. */
const history = handler('shiftAdjustment.history', async (ctx, request, module) => {
  const employeeId = request.params.id === undefined ? undefined : idOf(request.params.id)
  const employee = optionalId(request.query, 'employee_id')
  const page = await list(
    ctx,
    module,
    { filter: employeeId === undefined ? {} : { id: employeeId }, limit: 500, sort: '-date_from', window: 'all' },
    (env) =>
      employee === undefined
        ? []
        : [
            `EXISTS (SELECT 1 FROM ${table(ctx, 'shift_adjustment__employees').text} l WHERE l.parent_id = t.id AND l.employee_id = ${env.params.add(employee, 'bigint')})`,
          ],
  )
  if (employeeId !== undefined && !page.data.length) throw notFound()
  return page.data
})

const employeesDropdown = handler('shiftAdjustment.dropdown', (ctx, request) =>
  ctx.services.records.dropdown(ctx, ctx.modules.get('employee')!, {
    ...listQuery(request.query),
    filter: { ...listQuery(request.query).filter, status: 'active' },
  }),
)

export const filingHandlers = [
  notes,
  timeOffNotes,
  checkRestDay,
  dayRecord,
  openOvertime,
  pendingRequests,
  employees,
  add,
  remove,
  history,
  employeesDropdown,
]
