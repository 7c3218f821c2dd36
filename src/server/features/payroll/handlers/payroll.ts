/** Endpoints of payroll runs: their members, precomputing, checking, explaining. */

import type { Row } from '../../../../engine/model/module.ts'
import { Decimal } from '../../../../kernel/decimal.ts'
import type { Ctx, Handler } from '../../../platform/context.ts'
import { raw, sql, table } from '../../../platform/db/sql.ts'
import { invalid, notFound } from '../../../platform/errors.ts'
import { handler, id, ids, optionalId, optionalText } from '../../../platform/http/params.ts'
import { csvLine } from '../../../records/export/csv.ts'
import { idsOf } from '../../../records/list.ts'
import { requireOtherPerson } from '../../../records/write/second-person.ts'
import { employeesTable, entriesTable } from '../../payroll-runs/tables.ts'
import { addEmployees, addEntry, removeEmployees, removeEntry } from '../members.ts'
import { writePayslips } from '../post.ts'
import { precomputeEmployee } from '../precompute.ts'
import { idCheck, problemsOf } from '../problems.ts'
import { basicByMonth, history, nthMonth, reconciliation, register, reportModule } from '../register.ts'
import { FIGURES, payrollModule } from '../run.ts'
import { traceOf } from '../trace.ts'

/** The payroll, if the caller may see it. */
export const payrollOf = (ctx: Ctx, payrollId: number, action = 'view'): Promise<Row> =>
  ctx.services.records.get(ctx, payrollModule(ctx), payrollId, action)

const page = (query: Readonly<Record<string, unknown>>) => {
  const limit = query.limit === 'all' ? 20_000 : Math.min(Math.max(Math.trunc(Number(query.limit ?? 100)) || 100, 1), 1000)
  const pageNumber = Math.max(Math.trunc(Number(query.page ?? 1)) || 1, 1)
  return { limit, at: pageNumber }
}

const PERSON = sql`
  json_build_object('id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)) AS employee
`

/** The register's lines of a payroll, a page at a time; `search` by number or name, `state` for those that failed. */
export async function employeeLines(ctx: Ctx, payrollId: number, query: Readonly<Record<string, unknown>>): Promise<Row> {
  const { limit, at: number } = page(query)
  const search = typeof query.search === 'string' && query.search ? `%${query.search.replaceAll(/[%_\\]/g, '\\$&')}%` : null
  const state = typeof query.state === 'string' && query.state ? query.state : null
  const rows = await ctx.db.query<Row & { total: number }>(
    sql`
      SELECT l.id, l.employee_id, ${PERSON}, e.employee_no, l.department_id,
        CASE WHEN d.id IS NULL THEN NULL ELSE json_build_object(
          'id', d.id, 'name', d.name, 'label', d.name
        ) END AS department,
        l.state, l.error, ${raw(FIGURES.map((name) => `l.${name}::float`).join(', '))}, count(*) OVER () AS total
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      LEFT JOIN ${table(ctx, 'department')} d ON d.id = l.department_id
      WHERE l.parent_id = ${payrollId}
        AND (${search}::text IS NULL OR e.full_name ILIKE ${search}::text OR e.employee_no ILIKE ${search}::text)
        AND (${state}::text IS NULL OR l.state = ${state}::text)
      ORDER BY e.employee_no, l.id
      LIMIT ${limit}
      OFFSET ${(number - 1) * limit}
    `,
  )
  const total = Number(rows[0]?.total ?? 0)
  return {
    success: true,
    data: rows.map(({ total: _total, ...row }) => row),
    pagination: { page: number, per_page: limit, current_page: number, total, last_page: Math.max(1, Math.ceil(total / limit)) },
  }
}

const employees = handler('payroll.employees', async (ctx, { params, query }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  return employeeLines(ctx, recordId, query)
})

const ENTRY = `t.id, t.employee_id, t.pay_item_id, t.code, t.name, t.part, t.qty::float, t.unit, t.rate::float, t.amount::float, t.taxable::float, t.exempt::float, t.source_module, t.source_id, t.is_manual, t.remarks`

/** Lines of one employee's payslip, or those entered by hand for any employee (`is_manual=true`). */
const entries = handler('payroll.entries', async (ctx, { params, query }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  const { limit, at: number } = page(query)
  const employeeId = optionalId(query, 'employee_id') ?? null
  const isManual = query.is_manual === undefined ? null : query.is_manual === 'true'
  return ctx.db.query(
    sql`
      SELECT ${raw(ENTRY)}, ${PERSON}
      FROM ${entriesTable(ctx)} t
      JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id
      WHERE t.parent_id = ${recordId}
        AND (${employeeId}::bigint IS NULL OR t.employee_id = ${employeeId})
        AND (${isManual}::boolean IS NULL OR coalesce(t.is_manual, false) = ${isManual})
      ORDER BY t.employee_id, t.line_no, t.id
      LIMIT ${limit} OFFSET ${(number - 1) * limit}
    `,
  )
})

/** The amounts owed to each agency for this payroll, employees' and employer's parts. */
const contributions = handler('payroll.contributions', async (ctx, { params }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  const rows = await ctx.db.query<{ code: string; amount: number }>(
    sql`
      SELECT code, sum(CASE WHEN part = 'employer_share' THEN amount ELSE -amount END)::float AS amount
      FROM ${entriesTable(ctx)}
      WHERE parent_id = ${recordId} AND is_manual IS NOT TRUE AND (part IN ('contribution', 'tax', 'employer_share') OR code = 'PAGIBIG_EXTRA')
      GROUP BY code
    `,
  )
  const amountsByCode = Object.fromEntries(rows.map((row) => [row.code, row.amount]))
  const sum = (...codes: string[]) => Number(codes.reduce((all, code) => all.plus(amountsByCode[code] ?? 0), new Decimal(0)).toFixed(2))
  return {
    sss: { employee: sum('SSS', 'SSS_MPF'), employer: sum('SSS_EMPLOYER', 'SSS_MPF_EMPLOYER'), ec: sum('EC') },
    philhealth: { employee: sum('PHILHEALTH'), employer: sum('PHILHEALTH_EMPLOYER') },
    pagibig: { employee: sum('PAGIBIG', 'PAGIBIG_EXTRA'), employer: sum('PAGIBIG_EMPLOYER') },
    withholding_tax: sum('WITHHOLDING_TAX', 'TAX_REFUND'),
  }
})

/** A list of plain rows as a CSV file. */
const csvReply = (filename: string, titles: readonly string[], rows: readonly (readonly unknown[])[]) => ({
  reply: {
    type: 'text/csv; charset=utf-8',
    filename,
    headers: { 'cache-control': 'no-store' },
    body: `\uFEFF${[titles, ...rows].map((row) => csvLine(row.map((cell) => (cell === null || cell === undefined ? '' : String(cell))))).join('')}`,
  },
})

/** Columns of the file of an approver's register; the employer's shares are a report of their own. */
const MONEY = FIGURES.filter((name) => name !== 'employer_shares')
const exportEmployees = handler('payroll.exportEmployees', async (ctx, { params }) => {
  const payroll = await payrollOf(ctx, id(params, 'id'))
  const { data } = (await employeeLines(ctx, Number(payroll.id), { limit: 'all' })) as { data: Row[] }
  const figures = payrollModule(ctx).lines.find(({ name }) => name === 'employees')!.field
  return csvReply(
    `${String(payroll.transaction_no)}.csv`,
    ['Employee no.', 'Employee', 'Department', ...MONEY.map((name) => figures[name]!.title)],
    data.map((row) => [
      row.employee_no,
      (row.employee as Row).name,
      (row.department as Row | null)?.name,
      ...MONEY.map((name) => (row[name] === null ? '' : Number(row[name]).toFixed(2))),
    ]),
  )
})

/** Employees who lack the number of an agency: those of a payroll, or those named. */
const idChecker = handler('payroll.idChecker', async (ctx, { body }) => {
  const payrollId = optionalId(body, 'payroll_id')
  if (payrollId !== undefined) {
    await payrollOf(ctx, payrollId)
    return (await problemsOf(ctx, payrollId)).filter((problem) => problem.kind === 'missing_id')
  }
  return idCheck(ctx, ids(body, 'employee_ids'))
})

const added = handler('payroll.addEmployees', async (ctx, { params, body }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId, 'edit')
  const list = ids(body, 'employee_ids')
  return ctx.db.tx(async () => ({ added: await addEmployees(ctx, recordId, list) }))
})
const removed = handler('payroll.removeEmployees', async (ctx, { params, body }) => {
  const recordId = id(params, 'id')
  const list = ids(body, 'employee_ids')
  await payrollOf(ctx, recordId, 'edit')
  await ctx.db.tx(() => removeEmployees(ctx, recordId, list))
  return payrollOf(ctx, recordId)
})
const removedOne = handler('payroll.removeEmployee', async (ctx, { params, body, query }) => {
  const recordId = id({ ...query, ...body }, 'payroll_id')
  await payrollOf(ctx, recordId, 'edit')
  const gone = await ctx.db.tx(() => removeEmployees(ctx, recordId, [id(params, 'employeeId')]))
  if (!gone) throw notFound('The employee is not in this payroll.')
  return null
})

const precomputedOne = handler('payroll.precomputeEmployee', (ctx, { params, body }) =>
  precomputeEmployee(ctx, id(params, 'id'), id(body, 'employee_id')),
)

const AMOUNT = /^-?\d{1,12}(\.\d{1,6})?$/
const decimalText = (body: Row, name: string, required: boolean): string | null => {
  const value = body[name]
  if ((value === undefined || value === null || value === '') && !required) return null
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || !AMOUNT.test(text))
    throw invalid({ [name]: [value === undefined ? 'Field is required' : 'Must be an amount.'] })
  return text
}
const entryAdded = handler('payroll.addEntry', async (ctx, { params, body }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId, 'edit')
  const entry = {
    employee_id: id(body, 'employee_id'),
    pay_item_id: id(body, 'pay_item_id'),
    qty: decimalText(body, 'qty', false),
    amount: decimalText(body, 'amount', true)!,
    remarks: optionalText(body, 'remarks') ?? null,
  }
  requireOtherPerson(ctx, ctx.modules.get('payroll_adjustment'), entry.employee_id)
  return ctx.db.tx(async () => ({ id: await addEntry(ctx, recordId, entry) }))
})
const entryRemoved = handler('payroll.removeEntry', async (ctx, { params }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId, 'edit')
  if (!(await ctx.db.tx(() => removeEntry(ctx, recordId, id(params, 'entryId'))))) throw notFound('The entry was not found.')
  return null
})

const problems = handler('payroll.problems', async (ctx, { params }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  return problemsOf(ctx, recordId)
})
const trace = handler('payroll.trace', async (ctx, { params }) => {
  const recordId = id(params, 'id')
  await payrollOf(ctx, recordId)
  return traceOf(ctx, recordId, id(params, 'employeeId'))
})
/** An employee's lines in all payrolls that the caller may see, newest first. */
const ofEmployee = handler('payroll.ofEmployee', async (ctx, { params }, module) => {
  const payrolls = await idsOf(ctx, module, {})
  return ctx.db.query(
    sql`
      SELECT p.id AS payroll_id, p.transaction_no, p.payout_date::text, p.payroll_tag, p.status, l.employee_id,
        ${PERSON}, l.basic_pay::float, l.gross::float, l.taxable::float, l.sss_ee::float, l.philhealth_ee::float,
        l.pagibig_ee::float, l.withholding_tax::float, l.deductions::float, l.net_pay::float
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'payroll')} p ON p.id = l.parent_id
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      WHERE l.employee_id = ${id(params, 'employeeId')} AND p.id = ANY (${payrolls}::bigint[])
      ORDER BY p.payout_date DESC, p.id DESC
    `,
  )
})
const comparison = handler('payroll.comparison', (ctx, { params, query }) =>
  reconciliation(ctx, reportModule(ctx, 'payroll_reconciliation'), {
    ...query,
    current_payroll_id: id(params, 'id'),
    previous_payroll_id: query.previous_payroll_id,
  }),
)

/** Generates missing payslips of a posted payroll. */
const generate = handler('payroll.generatePayslips', async (ctx, { body }) => {
  const record = await payrollOf(ctx, id(body, 'payroll_id'))
  if (record.status !== 'posted') throw invalid({ payroll_id: ['Payslips are made when the payroll is posted.'] })
  return ctx.db.tx(async () => ({ made: await writePayslips({ ctx, record: { id: Number(record.id) } }) }))
})

/** The explanation of a payslip: the same for payroll users and for the employee. */
const explanation = handler('payslip.explanation', async (ctx, { params }, module) => {
  const slip = await ctx.services.records.get(ctx, module, id(params, 'id'))
  return traceOf(ctx, Number(slip.payroll_id), Number(slip.employee_id))
})

type Report = typeof register
const report = (name: string, run: Report): Handler => handler(name, (ctx, { query }, module) => run(ctx, module, query))
/** The same rows under an address of another module. */
const rowsOf = (name: string, moduleName: string, run: Report): Handler =>
  handler(name, (ctx, { query }) => run(ctx, reportModule(ctx, moduleName), query))
const exported = (name: string, moduleName: string, run: Report): Handler =>
  handler(name, async (ctx, { query }) => {
    const module = reportModule(ctx, moduleName)
    const { data } = await run(ctx, module, { ...query, limit: 'all' })
    const columns = module.report!.columns
    return csvReply(
      `${moduleName}.csv`,
      columns.map((column) => column.title),
      data.map((row) => columns.map((column) => (column.refAs ? (row[column.refAs] as Row | null)?.name : row[column.name]))),
    )
  })

const nthGet = (name: string, whole: boolean): Handler =>
  handler(name, async (ctx, { params, query }, module) => {
    const { data } = await nthMonth(ctx, module, { ...query, employee_id: id(params, 'id') })
    const [row] = data
    if (!row) throw notFound()
    return whole ? { ...row, monthly: await basicByMonth(ctx, id(params, 'id'), Number(row.year)) } : row
  })

export const payrollHandlers = [
  employees,
  entries,
  contributions,
  exportEmployees,
  idChecker,
  added,
  removed,
  removedOne,
  precomputedOne,
  entryAdded,
  entryRemoved,
  problems,
  trace,
  ofEmployee,
  comparison,
  generate,
  explanation,
  report('payroll.register', register),
  rowsOf('payroll.registerRows', 'payroll_register', register),
  exported('payrollRegister.export', 'payroll_register', register),
  report('payroll.reconciliation', reconciliation),
  rowsOf('payroll.reconciliationRows', 'payroll_reconciliation', reconciliation),
  report('payslip.history', history),
  rowsOf('payslip.historyRows', 'payslip_history', history),
  exported('payslip.historyExport', 'payslip_history', history),
  report('nthMonth.rows', nthMonth),
  nthGet('nthMonth.get', false),
  nthGet('nthMonth.view', true),
]
