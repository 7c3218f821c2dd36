/** The upload file of an agency: the rows of a report as delimited text, between a head and a foot, as a descriptor lays it out. */
import type { JsonSchema, Row } from '../../../engine/model/module.ts'
import { addMonths, firstOfMonth, lastOfMonth, monthOf, yearOf } from '../../../kernel/dates.ts'
import type { Ctx, Handler, Reply } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { reportPdf } from '../../print/index.ts'
import { requireAction } from '../../records/access.ts'
import type { ReportPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { runReport } from '../../records/routes/custom.ts'

interface FileParams {
  /** Name of the file, with `{$value|format}` in place of values. */
  readonly name: string
  readonly head?: readonly string[]
  readonly rows: readonly string[]
  readonly foot?: readonly string[]
  /** Column that no row may lack, such as the TIN. */
  readonly needs?: string
  /** The taxable period that one file is of: longer times are refused. */
  readonly period?: keyof typeof MONTHS_OF
}

/** Months of the period that the agency takes one file of: RELIEF by month, alphalists of payees by quarter. */
const MONTHS_OF = { month: 1, quarter: 3 } as const

const CELLS: JsonSchema = { type: 'array', items: { type: 'string' } }
const PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'rows'],
  description:
    'A file of delimited text. A cell is a constant or `$name|format`: a column of the row, a parameter, `company.field`, `sum.column` or `row`, its number. Formats: quoted, amount, tin, quoted_tin, branch, MM/DD/YYYY, MM/YYYY, MMYYYY, month_before.',
  properties: {
    name: { type: 'string', description: 'Name of the file; `{$name|format}` stands for a value.' },
    head: { ...CELLS, description: 'Cells of the first line.' },
    rows: { ...CELLS, description: 'Cells of the line of a row.' },
    foot: { ...CELLS, description: 'Cells of the last line.' },
    needs: { type: 'string', description: 'Column that every row must have.' },
    period: {
      enum: ['month', 'quarter'],
      description: 'The taxable period that one file is of; `date_from` and `date_to` must be within one.',
    },
  },
}

const digits = (value: unknown): string => String(value ?? '').replace(/\D/g, '')
const TIN = 9
const BRANCH = 4
const MONTHS = 12

/** Letters, figures and the few signs that the agency's module reads; what Windows-1252 lacks is left out. */
const plain = (value: unknown): string =>
  String(value ?? '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} .&/()-]/gu, '')
    .replace(/[^\u0020-\u00ff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase()

const FORMATS: Readonly<Record<string, (value: unknown) => string>> = {
  quoted: (value) => `"${plain(value)}"`,
  amount: (value) => Number(value ?? 0).toFixed(2),
  tin: (value) => digits(value).slice(0, TIN),
  quoted_tin: (value) => `"${digits(value).slice(0, TIN)}"`,
  // The code of the branch follows the nine digits; the head office is 0000.
  branch: (value) => digits(value).slice(TIN).slice(-BRANCH).padStart(BRANCH, '0'),
  'MM/DD/YYYY': (value) => String(value ?? '').replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$2/$3/$1'),
  'MM/YYYY': (value) => String(value ?? '').replace(/^(\d{4})-(\d{2}).*$/, '$2/$1'),
  MMYYYY: (value) => String(value ?? '').replace(/^(\d{4})-(\d{2}).*$/, '$2$1'),
  /** The month before, 12 before January: the last month of a year that begins in this one. */
  month_before: (value) => String(((Number(value ?? 1) + MONTHS - 2) % MONTHS) + 1).padStart(2, '0'),
}

function textOf(cell: string, values: Row): string {
  if (!cell.startsWith('$')) return cell
  const [path = '', format] = cell.slice(1).split('|')
  const value = path.split('.').reduce<unknown>((value, name) => (value as Row | null)?.[name], values)
  return format ? (FORMATS[format]?.(value) ?? plain(value)) : plain(value)
}

async function companyOf(ctx: Ctx): Promise<Row> {
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT c.*, t.name AS city_name
      FROM ${table(ctx, 'company')} c
      LEFT JOIN ${table(ctx, 'city')} t ON t.id = c.city_id
      ORDER BY c.id
      LIMIT 1
    `,
  )
  const company = { ...row, registered_name: row?.legal_name ?? row?.name }
  if (digits(row?.tin).length < TIN) throw refuse('E_NO_TIN', 'The company has no TIN. Enter it on the company first.')
  return company
}

/** The last day of the taxable period, which dates and names the file. Days of more than one are refused: each has a file. */
function lastDayOfPeriod({ date_from, date_to }: Row, period: keyof typeof MONTHS_OF): string {
  const [from, to] = [String(date_from), String(date_to)]
  const periodOf = (date: string): number => Math.floor((yearOf(date) * MONTHS + monthOf(date) - 1) / MONTHS_OF[period])
  if (from > to) throw invalid({ date_to: ['The last day must not be before the first day.'] })
  if (periodOf(from) === periodOf(to)) {
    const past = (monthOf(to) - 1) % MONTHS_OF[period]
    return lastOfMonth(addMonths(firstOfMonth(to), MONTHS_OF[period] - 1 - past))
  }
  const message =
    period === 'month'
      ? 'The BIR takes one file for each month. Choose days of one month, and download a file for each.'
      : 'The BIR takes one file for each quarter of the calendar year. Choose days of one quarter, and download a file for each.'
  throw invalid({ date_from: [message], date_to: [message] })
}

export const reportFile: Handler = {
  name: 'report.file',
  params: PARAMS,
  async run(ctx, module, { query }, given): Promise<Reply> {
    const { name, head, rows: cells, foot, needs, period } = given as unknown as FileParams
    requireAction(ctx, module, 'export')
    const parameters = await readParameters(ctx, module, query)
    const dated = period ? { date_to: lastDayOfPeriod(parameters, period) } : {}
    const { data, totals } = (await runReport(ctx, module, { ...query, limit: 'all' })) as ReportPage
    const lacking = needs ? data.filter((row) => !digits(row[needs])) : []
    if (lacking.length)
      throw refuse(
        'E_NO_TIN',
        `These have no TIN, which the file must have: ${lacking
          .slice(0, 5)
          .map((row) => String(row.party))
          .join(', ')}.`,
      )
    const all: Row = { ...parameters, ...dated, company: await companyOf(ctx), sum: totals }
    const line = (cells: readonly string[], values: Row): string => cells.map((cell) => textOf(cell, values)).join(',')
    const lines = [
      ...(head ? [line(head, all)] : []),
      ...data.map((row, index) => line(cells, { ...all, ...row, row: index + 1 })),
      ...(foot ? [line(foot, all)] : []),
    ]
    const filename = name.replace(/\{([^}]+)\}/g, (_, cell: string) => textOf(cell, all))
    return { reply: { type: 'application/octet-stream', filename, body: Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1') } }
  },
}

/** The report as a PDF, for addresses of the specification; the parameters are those of the report, in the query or the body. */
export const reportPrint: Handler = {
  name: 'report.print',
  params: {
    type: ['object', 'null'],
    additionalProperties: false,
    description: 'The report as a PDF.',
    properties: { download: { type: 'boolean', description: 'Saves the file instead of showing it.' } },
  },
  async run(ctx, module, { query, body }, params): Promise<Reply> {
    const { pdf, filename } = await reportPdf(ctx, module, { ...query, ...body })
    const disposition = (params as { download?: boolean } | null)?.download ? 'attachment' : 'inline'
    return {
      reply: { type: 'application/pdf', body: pdf, headers: { 'content-disposition': `${disposition}; filename="${filename}"` } },
    }
  },
}
