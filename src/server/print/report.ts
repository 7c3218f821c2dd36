/** A report on paper: letterhead, the parameters it ran with, one table with the totals of all rows. */
import type { Content } from 'pdfmake/interfaces.js'
import type { Field, Module, Row } from '../../engine/model/module.ts'
import { formatDate } from '../../engine/runtime/format/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, refuse } from '../platform/errors.ts'
import { seesOf } from '../records/access.ts'
import { readParameters } from '../records/report/parameters.ts'
import { runReport } from '../records/routes/custom.ts'
import { type Cells, letterheadContent, MARGIN, NUMERIC, paperOf, placed, shown, table } from './document.ts'
import type { Letterhead } from './index.ts'
import type { PdfDefinition } from './pdf.ts'

/** Rows of one file: more take too long to draw and to read. A value to change in tests. */
export const printLimits = { reportRows: 5000 }

type Query = Readonly<Record<string, unknown>>

/** The rows of a report for the caller as a document, and their number. */
export async function printReport(
  ctx: Ctx,
  module: Module,
  query: Query,
  head: Letterhead,
): Promise<{ definition: PdfDefinition; rows: number }> {
  const answer = (await runReport(ctx, module, { ...query, limit: 'all' })) as { data?: Row[]; totals?: Row }
  const rows = answer.data
  if (!rows) throw notFound('There is nothing to print.')
  if (rows.length > printLimits.reportRows)
    throw refuse(
      'E_TOO_LARGE',
      `The report has ${rows.length.toLocaleString('en')} rows; at most ${printLimits.reportRows.toLocaleString('en')} can be printed. Choose a shorter period or more filters, or export it.`,
    )
  const columns = cellsOf(ctx, module, rows, answer.totals ?? {})
  const paper = paperOf(String(ctx.settings.print_paper ?? 'A4'))
  const { landscape, fits } = placed([columns], paper)
  const printed = `${ctx.principal.name} · ${formatDate(ctx.clock.today(ctx.company.time_zone))}`
  const parameters = await parametersOf(ctx, module, query)
  const content: Content[] = [
    letterheadContent(head, module.title, ''),
    ...(parameters.length ? [{ text: parameters.join('   '), margin: [0, 0, 0, 6] as [number, number, number, number] }] : []),
    rows.length ? table(columns, fits[0]!, hasTotals(answer.totals)) : { text: 'No rows for these parameters.' },
  ]
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

const hasTotals = (totals: Row | undefined): boolean => Object.keys(totals ?? {}).length > 0

/** The columns as they are printed, the totals of all rows as the last one. */
function cellsOf(ctx: Ctx, module: Module, rows: readonly Row[], totals: Row): Cells[] {
  const sees = seesOf(ctx)
  const columns = module.report!.columns.filter((column) => sees(column) && column.widget !== 'hidden')
  return columns.map((column, index): Cells => {
    const numeric = NUMERIC.has(column.type)
    const texts = rows.map((row) => shown(ctx, column, row))
    const total = totals[column.name] === undefined ? (index === 0 ? 'Total' : '') : shown(ctx, column, totals)
    return {
      title: column.title,
      texts: hasTotals(totals) ? [...texts, total] : texts,
      numeric,
      wraps: !numeric && !['date', 'time', 'month'].includes(column.type),
    }
  })
}

/** The report's parameters, as `Branch: Manila`; empty ones are not named. */
async function parametersOf(ctx: Ctx, module: Module, query: Query): Promise<string[]> {
  const values = await readParameters(ctx, module, query)
  const texts: string[] = []
  for (const field of module.report!.parameters) {
    const value = values[field.name]
    if (value === null || value === undefined) continue
    texts.push(`${field.title}: ${field.to ? await nameOf(ctx, field, value) : shown(ctx, field, values)}`)
  }
  return texts
}

/** A chosen record as the picker names it. */
async function nameOf(ctx: Ctx, field: Field, id: unknown): Promise<string> {
  const target = ctx.modules.get(field.to!)
  const [row] = target ? await ctx.services.records.dropdown(ctx, target, { filter: { id } }) : []
  return String(row?.label ?? row?.name ?? id)
}
