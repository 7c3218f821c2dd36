/** A report on paper: letterhead, the parameters it ran with, one table with the totals of all rows; a book has totals on every page. */
import type { Content } from 'pdfmake/interfaces.js'
import { type Field, type Module, type Report, type Row, SUBTOTAL } from '../../engine/model/module.ts'
import { formatDate } from '../../engine/runtime/format/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, refuse } from '../platform/errors.ts'
import { partyField, partyOf } from '../platform/issued/party.ts'
import type { Letterhead } from '../platform/print-form.ts'
import { seesOf } from '../records/access.ts'
import { subtotalWord } from '../records/report/figures.ts'
import { columnsOf, type PageTable, type ReportPage } from '../records/report/page.ts'
import { readParameters } from '../records/report/parameters.ts'
import { runReport } from '../records/routes/custom.ts'
import { type BookColumn, bookFit, bookPages, headHeight } from './book.ts'
import { innerWidth, letterheadContent, MARGIN, NUMERIC, paperOf, partyContent, placed, shown } from './document.ts'
import { READABLE } from './measure.ts'
import type { PdfDefinition } from './pdf.ts'
import { type Cells, table } from './table.ts'

/** Rows of one file: more take too long to draw and to read. A value to change in tests. */
export const printLimits = { reportRows: 5000 }

/** Rows of a table below those of the report that stay on one page with its title. */
const UNBROKEN_ROWS = 20

type Query = Readonly<Record<string, unknown>>

/** The rows of a report for the caller as a document, and their number. */
export async function printReport(
  ctx: Ctx,
  module: Module,
  query: Query,
  head: Letterhead,
): Promise<{ definition: PdfDefinition; rows: number }> {
  const report = module.report!
  const answer = (await runReport(ctx, module, { ...query, limit: 'all' })) as Partial<ReportPage>
  const rows = answer.data
  if (!rows) throw notFound('There is nothing to print.')
  if (rows.length > printLimits.reportRows)
    throw refuse(
      'E_TOO_LARGE',
      `The report has ${rows.length.toLocaleString('en')} rows; at most ${printLimits.reportRows.toLocaleString('en')} can be printed. Choose a shorter period or more filters, or export it.`,
    )
  const sees = seesOf(ctx)
  const values = await readParameters(ctx, module, query)
  const fields = unrepeated(
    report,
    columnsOf(report, answer)
      .filter((column) => sees(column) && column.widget !== 'hidden')
      .filter((column, index) => report.book || index === 0 || says(column, rows)),
    values,
  )
  const sums = answer.totals && hasTotals(answer.totals) ? [answer.totals] : (answer.kinds ?? [])
  const columns = cellsOf(ctx, report, fields, { rows, sums })
  const below = (answer.tables ?? []).map((given) => ({ title: given.title, cells: tableCells(ctx, given) }))
  const paper = paperOf(String(ctx.settings.print_paper ?? 'A4'))
  const book = report.book ? bookColumns(report, fields, columns, rows) : undefined
  const bound = book && typeof paper.height === 'number' ? bookFit(book, { width: paper.width, height: paper.height }) : undefined
  const { landscape, fits, room } = bound
    ? { ...bound, fits: [bound.fit], room: innerWidth(paper, bound.landscape) }
    : placed([columns, ...below.map(({ cells }) => cells)], paper, READABLE)
  const printed = `${ctx.principal.name} · ${formatDate(ctx.clock.today(ctx.company.time_zone))}`
  const party = await partyOf(ctx, module, values)
  const parameters = await parametersOf(ctx, module, { values, said: party ? partyField(ctx, module, values)?.name : undefined })
  const registered =
    report.book && head.tin ? { ...head, tin: `${head.tin}${ctx.settings.is_vat_registered ? ' (VAT registered)' : ''}` } : head
  const facts = [
    { text: parameters.join('   '), size: 9 },
    { text: report.note ?? '', size: 8 },
  ].filter(({ text }) => text !== '')
  const heading: Content[] = [
    letterheadContent(registered, module.title, ''),
    ...(party ? [partyContent(party, room)] : []),
    ...facts.map(({ text, size }): Content => ({ text, fontSize: size, margin: [0, 0, 0, 6] })),
  ]
  const height = landscape ? paper.width : paper.height
  const tables = below.map(
    ({ title, cells }, index): Content => ({
      stack: [{ text: title, bold: true, margin: [0, 4, 0, 0] }, table(cells, fits[index + 1]!)],
      unbreakable: cells[0]!.texts.length <= UNBROKEN_ROWS,
    }),
  )
  const content: Content[] =
    rows.length === 0
      ? [...heading, { text: 'No rows for these parameters.' }]
      : book && typeof height === 'number'
        ? bookPages({ heading, columns: book, fit: fits[0]!, height, above: headHeight(registered, module.title, facts, room) })
        : [...heading, table(columns, fits[0]!, totalRows(report, rows, sums.length)), ...tables]
  return {
    rows: rows.length,
    definition: {
      pageSize: paper,
      ...(landscape ? { pageOrientation: 'landscape' as const } : {}),
      pageMargins: [MARGIN, MARGIN, MARGIN, 44],
      defaultStyle: { font: 'Roboto', fontSize: 9 },
      info: { title: module.title },
      footer: { left: [printed, ctx.settings.print_footer].filter(Boolean).join(' · '), margin: [MARGIN, 12, MARGIN, 0] },
      content,
    },
  }
}

/** Whether a column has something in it: a name or text that is empty in every row takes room from the others, as on the screen. */
const says = ({ name, type }: Field, rows: readonly Row[]): boolean =>
  rows.length === 0 || NUMERIC.has(type) || rows.some((row) => row[name] !== undefined && row[name] !== null && row[name] !== '')

/**
 * The columns without those of a record that was chosen for the report: the heading names it, and every row would repeat it. A
 * book has the columns that are prescribed, and the first column of an outline has its steps.
 */
export function unrepeated(
  report: Pick<Report, 'book' | 'outline' | 'subtotals' | 'parameters'>,
  columns: readonly Field[],
  values: Row,
): Field[] {
  if (report.book || report.outline || report.subtotals) return [...columns]
  const chosen = new Set(
    report.parameters.filter(({ type, name }) => type === 'reference' && typeof values[name] === 'number').map(({ name }) => name),
  )
  const rest = columns.filter(({ name }) => !chosen.has(name))
  // The row of totals is named in the first column.
  return rest[0] && !NUMERIC.has(rest[0].type) ? rest : [...columns]
}

const hasTotals = (totals: Row | undefined): boolean => Object.keys(totals ?? {}).length > 0

/** The rows drawn as totals: those that the outline marks, the sums of groups, and the last ones where the report adds up. */
function totalRows({ outline, subtotals }: Report, rows: readonly Row[], sums: number): ReadonlySet<number> {
  const isTotal = (row: Row) =>
    (outline?.total !== undefined && row[outline.total] === true) || (subtotals !== undefined && row[SUBTOTAL] !== undefined)
  const marked = rows.flatMap((row, index) => (isTotal(row) ? [index] : []))
  return new Set([...marked, ...Array.from({ length: sums }, (_, index) => rows.length + index)])
}

/** The columns of a book: without the row of totals, with the figures that each page adds up. */
const bookColumns = ({ totals }: Report, fields: readonly Field[], columns: readonly Cells[], rows: readonly Row[]): BookColumn[] =>
  columns.map((column, index) => {
    const { name } = fields[index]!
    const texts = column.texts.slice(0, rows.length)
    return totals.includes(name) ? { ...column, texts, values: rows.map((row) => row[name]) } : { ...column, texts, totals: [] }
  })

/** Steps of an outline, in spaces that are not broken. */
const STEP = '\u00a0\u00a0'

/** The columns as they are printed, the totals of all rows as the last one, or one for each kind of rows. */
function cellsOf(
  ctx: Ctx,
  { outline }: Report,
  fields: readonly Field[],
  { rows, sums }: { rows: readonly Row[]; sums: readonly Row[] },
): Cells[] {
  return fields.map((column, index): Cells => {
    const numeric = NUMERIC.has(column.type)
    const indent = (row: Row): string => (index === 0 && outline?.level ? STEP.repeat(Number(row[outline.level] ?? 0)) : '')
    const texts = rows.map((row) => indent(row) + subtotalWord(row, column) + shown(ctx, column, row))
    const totals = sums.map((sum) => (sum[column.name] === undefined ? (index === 0 ? 'Total' : '') : shown(ctx, column, sum)))
    return {
      title: column.title,
      texts: [...texts, ...totals],
      ...(sums.length && numeric ? { totals } : {}),
      numeric,
      wraps: !numeric && !['date', 'time', 'month'].includes(column.type),
    }
  })
}

/** The columns of a table below the rows. */
const tableCells = (ctx: Ctx, { columns, rows }: PageTable): Cells[] =>
  columns.map((column) => ({
    title: column.title,
    texts: rows.map((row) => shown(ctx, column as Field, row)),
    numeric: NUMERIC.has(column.type),
    wraps: column.type === 'text',
  }))

/** The report's parameters, as `Branch: Manila`; empty ones are not named, nor the one that is said otherwise. */
async function parametersOf(
  ctx: Ctx,
  module: Module,
  { values, said }: { readonly values: Row; readonly said: string | undefined },
): Promise<string[]> {
  const texts: string[] = []
  for (const field of module.report!.parameters) {
    const value = values[field.name]
    if (field.name === said || value === null || value === undefined) continue
    texts.push(`${field.title}: ${field.to ? await nameOf(ctx, field, value) : shown(ctx, field, values)}`)
  }
  return texts
}

/** The chosen records as the picker names them. */
async function nameOf(ctx: Ctx, field: Field, given: unknown): Promise<string> {
  const ids = [given].flat()
  const target = ctx.modules.get(field.to!)
  const rows = target ? await ctx.services.records.dropdown(ctx, target, { filter: { id: { in: ids.join(',') } }, limit: ids.length }) : []
  const names = new Map(rows.map((row) => [Number(row.id), String(row.label ?? row.name ?? row.id)]))
  return ids.map((id) => names.get(Number(id)) ?? String(id)).join(', ')
}
