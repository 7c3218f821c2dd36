/** Printed payroll reports: payslips for all or one, lists, reconciliations. */

import type { Row } from '../../../../engine/model/module.ts'
import type { Ctx, Handler, Reply } from '../../../platform/context.ts'
import { sql, table } from '../../../platform/db/sql.ts'
import { invalid, notFound, refuse } from '../../../platform/errors.ts'
import { handler, id, ids, optionalId } from '../../../platform/http/params.ts'
import { letterhead } from '../../../print/index.ts'
import { type PdfDefinition, toPdf } from '../../../print/pdf.ts'
import { employeesTable, entriesTable } from '../../payroll-runs/tables.ts'
import { byDepartment, sumOf } from '../department-totals.ts'
import { slipsOf } from '../payslip-pdf.ts'
import { listForm, payslipFile, payslipForm, payslipPassword } from '../pdf-forms.ts'
import { problemsOf } from '../problems.ts'
import { reconciliation, reportModule } from '../register.ts'
import { employeeLines, payrollOf } from './payroll.ts'

/** The most payslips in one file: more would take too long to draw and to open. */
const MOST = 500

export const pdfReply = async (ctx: Ctx, name: string, definition: PdfDefinition): Promise<Reply> => ({
  reply: {
    type: 'application/pdf',
    filename: `${name.replace(/[^A-Za-z0-9_-]/g, '_')}.pdf`,
    headers: { 'cache-control': 'no-store' },
    body: await toPdf(ctx, definition),
  },
})

/** The employees that a request names; null for all. */
export const chosen = (body: Row): number[] | null =>
  body.employee_ids === undefined
    ? optionalId(body, 'employee_id') === undefined
      ? null
      : [optionalId(body, 'employee_id')!]
    : ids(body, 'employee_ids')

const printPayslips = handler('payroll.printPayslips', async (ctx, { params, body }) => {
  const payroll = await payrollOf(ctx, id(params, 'id'))
  const slips = await slipsOf(ctx, Number(payroll.id), chosen(body), MOST + 1)
  if (!slips.length) throw notFound('There are no payslips to print.')
  if (slips.length > MOST) throw refuse('E_TOO_MANY', `At most ${MOST} payslips are printed at once. Choose employees.`)
  return pdfReply(
    ctx,
    `payslips-${String(payroll.transaction_no)}`,
    payslipForm(ctx, await letterhead(ctx), slips, payslipPassword(ctx, slips)),
  )
})

/** The payslip as a PDF: the employee's own from the portal, with a password where the company requires one. */
const printPayslip: Handler = handler('payslip.print', async (ctx, { params }, module) => {
  const slip = await ctx.services.records.get(ctx, module, id(params, 'id'))
  const [payslip] = await slipsOf(ctx, Number(slip.payroll_id), [Number(slip.employee_id)], 1)
  if (!payslip) throw notFound()
  if (Number(slip.employee_id) === ctx.principal.employee_id)
    await ctx.db.query(sql`
      UPDATE ${table(ctx, 'payslip')}
      SET downloaded_at = ${ctx.clock.now().toISOString()}
      WHERE id = ${slip.id}
    `)
  const password = payslipPassword(ctx, [payslip])
  return pdfReply(ctx, payslipFile(payslip, password), payslipForm(ctx, await letterhead(ctx), [payslip], password))
})

const money = (title: string) => ({ title, money: true })
const text = (title: string) => ({ title })

/** All lines of all employees, by employee. */
const printEntries = handler('payroll.printEntries', async (ctx, { body }) => {
  const payroll = await payrollOf(ctx, id(body, 'payroll_id'))
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT e.employee_no, e.full_name, t.name, t.qty::float, t.amount::float
      FROM ${entriesTable(ctx)} t
      JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id
      WHERE t.parent_id = ${payroll.id} AND t.is_manual IS NOT TRUE AND t.part <> 'employer_share'
      ORDER BY e.employee_no, t.line_no
      LIMIT 20000
    `,
  )
  return list(ctx, payroll, {
    title: 'Payroll entries',
    columns: [text('No.'), text('Employee'), text('Item'), money('Quantity'), money('Amount')],
    rows: rows.map((row) => [row.employee_no, row.full_name, row.name, row.qty, row.amount]),
  })
})

interface ListReport {
  readonly title: string
  readonly columns: readonly { title: string; money?: boolean }[]
  readonly rows: readonly (readonly unknown[])[]
  readonly sums?: Pick<Parameters<typeof listForm>[2], 'totals' | 'subtotals'>
}

const list = async (ctx: Ctx, payroll: Row, { title, columns, rows, sums = {} }: ListReport) =>
  pdfReply(
    ctx,
    `${title}-${String(payroll.transaction_no)}`,
    listForm(ctx, await letterhead(ctx), {
      title,
      note: `${String(payroll.transaction_no)} · ${String((payroll.pay_period as Row | null)?.name ?? '')}`,
      columns,
      rows,
      ...sums,
    }),
  )

/** Sums of every employee with notes on what to check before the payroll is approved. */
const printProofList = handler('payroll.printProofList', async (ctx, { params, body }) => {
  const payroll = await payrollOf(ctx, params.id ? id(params, 'id') : id(body, 'payroll_id'))
  const { data } = (await employeeLines(ctx, Number(payroll.id), { limit: 'all' })) as { data: Row[] }
  const findings = new Map<number, string[]>()
  for (const problem of await problemsOf(ctx, Number(payroll.id)))
    if (problem.employee_id !== null) findings.set(problem.employee_id, [...(findings.get(problem.employee_id) ?? []), problem.message])
  const { rows, subtotals } = byDepartment(
    data,
    (row) => [
      row.employee_no,
      (row.employee as Row).name,
      row.gross,
      row.deductions,
      row.net_pay,
      (findings.get(Number(row.employee_id)) ?? []).join('; '),
    ],
    (title, members) => ['', title, sumOf(members, 'gross'), sumOf(members, 'deductions'), sumOf(members, 'net_pay'), ''],
  )
  return list(ctx, payroll, {
    title: 'Payroll proof list',
    columns: [text('No.'), text('Employee'), money('Gross'), money('Deductions'), money('Net pay'), text('Notes')],
    rows,
    sums: { totals: ['', 'Total', payroll.total_gross, payroll.total_deductions, payroll.total_net, ''], subtotals },
  })
})

/** Time of the period of the payroll's employees. */
const printDtr = handler('payroll.printDtr', async (ctx, { params }) => {
  const payroll = await payrollOf(ctx, id(params, 'id'))
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT e.employee_no, e.full_name, t.days_worked::float, t.regular_hours::float, t.late_minutes,
        t.undertime_minutes, t.absences::float, t.night_diff_hours::float
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      LEFT JOIN ${table(ctx, 'time_sheet')} t ON t.employee_id = e.id AND t.pay_period_id = ${payroll.pay_period_id}
      WHERE l.parent_id = ${payroll.id}
      ORDER BY e.employee_no
    `,
  )
  return list(ctx, payroll, {
    title: 'Time of the payroll',
    columns: [
      text('No.'),
      text('Employee'),
      money('Days'),
      money('Hours'),
      text('Late (min)'),
      text('Undertime (min)'),
      money('Absences (days)'),
      money('Night hours'),
    ],
    rows: rows.map((row) => [
      row.employee_no,
      row.full_name,
      row.days_worked,
      row.regular_hours,
      row.late_minutes,
      row.undertime_minutes,
      row.absences,
      row.night_diff_hours,
    ]),
  })
})

/** Sums by pay item; of the items named, or of all. */
const printPayItems = handler('payroll.printPayItems', async (ctx, { params, body }) => {
  const payroll = await payrollOf(ctx, id(params, 'id'))
  const items = body.pay_item_ids === undefined ? null : ids(body, 'pay_item_ids')
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT coalesce(i.name, t.name) AS name, e.employee_no, e.full_name, sum(t.amount)::float AS amount
      FROM ${entriesTable(ctx)} t
      JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id
      LEFT JOIN ${table(ctx, 'pay_item')} i ON i.id = t.pay_item_id
      WHERE t.parent_id = ${payroll.id}
        AND t.is_manual IS NOT TRUE
        AND (${items}::bigint[] IS NULL OR t.pay_item_id = ANY (${items}::bigint[]))
      GROUP BY 1, 2, 3, i.sort_order
      ORDER BY i.sort_order NULLS LAST, 1, 2
      LIMIT 20000
    `,
  )
  return list(ctx, payroll, {
    title: 'Payroll by pay item',
    columns: [text('Item'), text('No.'), text('Employee'), money('Amount')],
    rows: rows.map((row) => [row.name, row.employee_no, row.full_name, row.amount]),
  })
})

const REASONS: Readonly<Record<string, string>> = {
  new_hire: 'new',
  separated: 'left',
  rate_change: 'rate changed',
  adjustment: 'entered',
  schedule: 'deducted in the other payroll of the month',
  attendance: 'time',
}

/** Changes since the payroll before: by employee, or summed by pay item. */
const printRecon: Handler = {
  name: 'payroll.printRecon',
  params: { type: 'object', required: ['by'], additionalProperties: false, properties: { by: { enum: ['employee', 'item'] } } },
  async run(ctx, _module, { body }, params) {
    const current = optionalId(body, 'current_payroll_id') ?? optionalId(body, 'payroll_id')
    if (current === undefined) throw invalid({ current_payroll_id: ['Field is required'] })
    const payroll = await payrollOf(ctx, current)
    const { data } = await reconciliation(ctx, reportModule(ctx, 'payroll_reconciliation'), {
      current_payroll_id: current,
      previous_payroll_id: body.previous_payroll_id,
      limit: 'all',
    })
    const amounts = [money('Before'), money('Now'), money('Difference')]
    if ((params as { by: string }).by === 'employee')
      return list(ctx, payroll, {
        title: 'Payroll reconciliation',
        columns: [text('Employee'), text('Item'), ...amounts, text('Why')],
        rows: data.map((row) => [
          (row.employee as Row).label,
          row.item,
          row.previous_amount,
          row.current_amount,
          row.variance,
          REASONS[String(row.reason)],
        ]),
      })
    const sums = new Map<string, [number, number]>()
    for (const row of data) {
      const [before, now] = sums.get(String(row.item)) ?? [0, 0]
      sums.set(String(row.item), [before + Number(row.previous_amount) * 100, now + Number(row.current_amount) * 100])
    }
    return list(ctx, payroll, {
      title: 'Payroll reconciliation by item',
      columns: [text('Item'), ...amounts],
      rows: [...sums].map(([name, [before, now]]) => [
        name,
        Math.round(before) / 100,
        Math.round(now) / 100,
        Math.round(now - before) / 100,
      ]),
    })
  },
}

export const payrollPrintHandlers = [printPayslips, printPayslip, printEntries, printProofList, printDtr, printPayItems, printRecon]
