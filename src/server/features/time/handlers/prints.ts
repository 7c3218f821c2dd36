/** Daily time records and time sheets on paper and as files. */
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import type { Module, Row } from '../../../../engine/model/module.ts'
import { formatDate } from '../../../../engine/runtime/format/index.ts'
import type { Ctx, HandlerRequest, Reply } from '../../../platform/context.ts'
import { notFound, refuse } from '../../../platform/errors.ts'
import { handler, ids, table } from '../../../platform/http/params.ts'
import { letterheadContent } from '../../../print/document.ts'
import { letterhead } from '../../../print/index.ts'
import { type PdfDefinition, toPdf } from '../../../print/pdf.ts'
import type { BulkResult } from '../../../records/bulk.ts'
import { csvLine } from '../../../records/export/csv.ts'
import { span, timeQuery, visibleRows } from './query.ts'

/** Employees of one file on paper. */
const MAX_PEOPLE = 500

/** Results record by record, as bulk actions answer them. */
export function partsOf(data: readonly BulkResult[]) {
  const succeeded = data.filter((bulkResult) => bulkResult.success).length
  return { success: true as const, data, succeeded, failed: data.length - succeeded }
}

interface DayLine {
  readonly employee_id: number
  readonly employee: string
  readonly department: string | null
  readonly date: string
  readonly weekday: string
  readonly attendance: string
  readonly shift: string | null
  readonly cells: readonly (string | number | null)[]
}

const TITLES = ['Date', '', 'Shift', 'In', 'Break', 'Back', 'Out', 'Hours', 'Late', 'UT', 'OT', 'ND', 'Leave', 'Remark']
const NUMBERS_FROM = 7
const WIDTHS = [48, 20, 40, 32, 32, 32, 32, 30, 24, 24, 28, 28, 28, '*']

async function lines(ctx: Ctx, module: Module, where: string, params: readonly unknown[]): Promise<DayLine[]> {
  const zone = `coalesce(z.iana_name, '${ctx.company.time_zone.replaceAll("'", '')}')`
  const timeOf = (column: string) => `to_char(t.${column} AT TIME ZONE ${zone}, 'HH24:MI')`
  const hours = (column: string) => `nullif(t.${column}, 0)::float8`
  const rows = await ctx.db.query<DayLine>(
    `SELECT t.employee_id, e.employee_no || ' · ' || e.full_name AS employee, d.name AS department, t.date::text AS date, to_char(t.date, 'Dy') AS weekday, t.attendance, t.shift_code AS shift,
       json_build_array(${timeOf('time_in')}, ${timeOf('break_out')}, ${timeOf('break_in')}, ${timeOf('time_out')}, ${hours('work_hours')}, nullif(t.late_minutes, 0), nullif(t.undertime_minutes, 0),
         ${hours('overtime_hours')}, ${hours('night_diff_hours')}, ${hours('leave_hours')}) AS cells
     FROM ${table(ctx, module.entity.table)} t JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id LEFT JOIN ${table(ctx, 'department')} d ON d.id = e.department_id
     LEFT JOIN ${table(ctx, 'time_zone')} z ON z.id = t.time_zone_id WHERE ${where} ORDER BY e.full_name, e.id, t.date`,
    params,
  )
  return rows
}

/** The title of a value of a select. */
const optionTitle = (module: Module, name: string, value: string | null): string =>
  module.field[name]?.options?.find((option) => option.value === value)?.label ?? value ?? ''

function personPages(module: Module, rows: readonly DayLine[]): Content {
  const first = rows[0]!
  const sum = (columnIndex: number): string => {
    const total = rows.reduce((all, row) => all + Number(row.cells[columnIndex] ?? 0), 0)
    return total ? String(Math.round(total * 100) / 100) : ''
  }
  const body: TableCell[][] = [
    TITLES.map((text, index) => ({
      text,
      bold: true,
      fillColor: '#f1f3f5',
      alignment: index >= NUMBERS_FROM && index < 13 ? 'right' : 'left',
    })),
    ...rows.map((row): TableCell[] => [
      formatDate(row.date),
      row.weekday,
      row.shift ?? '',
      ...row.cells.map(
        (value, index): TableCell => ({ text: value === null ? '' : String(value), alignment: index >= 4 ? 'right' : 'left' }),
      ),
      optionTitle(module, 'attendance', row.attendance),
    ]),
    [
      { text: 'Total', bold: true, colSpan: NUMBERS_FROM },
      ...Array.from({ length: NUMBERS_FROM - 1 }, (): TableCell => ''),
      ...[4, 5, 6, 7, 8, 9].map((columnIndex): TableCell => ({ text: sum(columnIndex), bold: true, alignment: 'right' })),
      '',
    ],
  ]
  return [
    { text: first.employee, bold: true, fontSize: 11 },
    { text: first.department ?? '', color: '#495057', margin: [0, 0, 0, 6] },
    {
      table: { headerRows: 1, widths: WIDTHS, body, dontBreakRows: true },
      layout: 'lined',
      margin: [0, 0, 0, 18],
    },
    {
      columns: ['Employee', 'Checked by', 'Approved by'].map((who) => ({
        text: who,
        margin: [0, 16, 0, 0],
        alignment: 'center',
        color: '#495057',
      })),
    },
  ]
}

async function paper(
  ctx: Ctx,
  module: Module,
  { from, to }: { from: string; to: string },
  { where, params }: { readonly where: string; readonly params: readonly unknown[] },
): Promise<Reply> {
  const rows = await lines(ctx, module, where, params)
  if (!rows.length) throw notFound('There are no daily time records to print. Process the dates first.')
  const people = new Map<number, DayLine[]>()
  for (const row of rows) people.set(row.employee_id, [...(people.get(row.employee_id) ?? []), row])
  if (people.size > MAX_PEOPLE)
    throw refuse('E_TOO_MANY', `One file holds at most ${MAX_PEOPLE} employees. Choose a branch, a department or a group.`)
  const head = await letterhead(ctx)
  const definition: PdfDefinition = {
    pageSize: 'A4',
    pageMargins: [28, 28, 28, 28],
    defaultStyle: { fontSize: 8 },
    content: [...people.values()].map(
      (list, index): Content => ({
        stack: [letterheadContent(head, 'Daily Time Record', `${formatDate(from)} to ${formatDate(to)}`), personPages(module, list)],
        ...(index ? { pageBreak: 'before' } : {}),
      }),
    ),
  }
  return { reply: { type: 'application/pdf', filename: `daily-time-records-${from}-${to}.pdf`, body: await toPdf(ctx, definition) } }
}

const pdf = handler('dtr.pdf', async (ctx, { query }, module) => {
  const dates = span(query)
  const { where, params } = visibleRows(ctx, module, timeQuery(query, module))
  return paper(ctx, module, dates, { where, params })
})

/** The same for employees chosen one by one, with `date_from` and `date_to`, or `dates` as a list of two. */
const bulkPdf = handler('dtr.bulkPdf', async (ctx, { body }: HandlerRequest, module) => {
  const list = Array.isArray(body.dates) ? body.dates : []
  const dates = span({ date_from: body.date_from ?? list[0], date_to: body.date_to ?? list.at(-1) })
  const filter = { employee_id: { in: ids(body, 'employee_ids') }, date: { gte: dates.from, lte: dates.to } }
  const { where, params } = visibleRows(ctx, module, { filter })
  return paper(ctx, module, dates, { where, params })
})

const SHEET_COLUMNS: readonly (readonly [string, string])[] = [
  ['Employee no.', 'e.employee_no'],
  ['Name', 'e.full_name'],
  ['Pay period', 'p.name'],
  ['From', 't.date_from::text'],
  ['To', 't.date_to::text'],
  ['Days worked', 't.days_worked::float8'],
  ['Regular hours', 't.regular_hours::float8'],
  ['Late minutes', 't.late_minutes'],
  ['Undertime minutes', 't.undertime_minutes'],
  ['Absences (days)', 't.absences::float8'],
  ['Overtime hours', 't.overtime_hours::float8'],
  ['Night differential hours', 't.night_diff_hours::float8'],
  ['Leave with pay (days)', 't.leave_with_pay::float8'],
  ['Leave without pay (days)', 't.leave_without_pay::float8'],
  ['Incomplete days', 't.incomplete_days'],
  ['Status', 't.status'],
]
/** Text that a spreadsheet would run as a formula is quoted. */
const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value)
  return /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text
}

const sheetExport = handler('time_sheet.export', async (ctx, { query }, module): Promise<Reply> => {
  const { where, params } = visibleRows(ctx, module, timeQuery(query, module))
  const sql = `SELECT json_build_array(${SHEET_COLUMNS.map(([, column]) => column).join(', ')}) AS cells
    FROM ${table(ctx, 'time_sheet')} t JOIN ${table(ctx, 'employee')} e ON e.id = t.employee_id LEFT JOIN ${table(ctx, 'pay_period')} p ON p.id = t.pay_period_id
    WHERE ${where} ORDER BY t.date_from DESC, e.full_name, t.id`
  const state = (name: unknown) => module.workflow?.states[String(name)]?.title ?? name
  const body = async function* (): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(SHEET_COLUMNS.map(([title]) => title))}`
    for await (const batch of ctx.db.stream({ text: sql, values: params }))
      yield batch
        .map(({ cells }: Row) => cells as unknown[])
        .map((cells) => csvLine([...cells.slice(0, -1), state(cells.at(-1))].map(cell)))
        .join('')
  }
  return { reply: { type: 'text/csv; charset=utf-8', filename: 'time-sheets.csv', body: body() } }
})

export const paperHandlers = [pdf, bulkPdf, sheetExport]
