/** A saved view as a file: what its list, its figures or its report shows the caller, with their rights. */
import type { Module, Row } from '../../../engine/model/module.ts'
import { nameable } from '../../../engine/runtime/permissions/names.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { reportPdf } from '../../print/index.ts'
import { aggregate } from '../../records/aggregate/index.ts'
import { aggregateRequest } from '../../records/aggregate/request.ts'
import { figureTable } from '../../records/aggregate/table.ts'
import { auditedExport } from '../../records/export/audit.ts'
import { csvStream } from '../../records/export/csv.ts'
import { reportRows } from '../../records/export/report.ts'
import { type Export, exportRows } from '../../records/export/rows.ts'
import { xlsxStream } from '../../records/export/xlsx.ts'
import { runReport } from '../../records/routes/custom.ts'
import { listQuery } from '../../records/routes/query.ts'
import type { SavedView } from '../../records/views.ts'
import { queryOf } from './catalogue.ts'

/** Bytes of an attachment at most: mail servers refuse more. */
const fileLimits = { bytes: 10_000_000 }
const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const
export type FileFormat = keyof typeof TYPES

interface ViewFile {
  readonly name: string
  readonly type: string
  readonly body: Buffer
}

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const wordsIn = (value: unknown): string[] => (typeof value === 'string' ? value.split(',').filter(Boolean) : [])

/** The columns that the view shows and the caller can see. */
function columnsOf(ctx: Ctx, module: Module, state: Row): string {
  const hidden = new Set(strings(state.hidden))
  const wanted = strings(state.columns).length ? strings(state.columns) : module.columns.map(({ path }) => path)
  const who = ctx.system === undefined ? ctx.principal : 'system'
  return wanted.filter((path) => !hidden.has(path) && nameable(who, ctx.modules, { module, path, use: 'column' })).join(',')
}

async function figuresOf(ctx: Ctx, module: Module, state: Row): Promise<Export> {
  const [groups, across] = [wordsIn(state.group), wordsIn(state.across)]
  const { sort: _sort, ...query } = queryOf(state)
  const { request, list } = aggregateRequest({
    ...query,
    group: [...groups, ...across].join(','),
    measure: String(state.measure || 'count'),
    totals: '1',
  })
  const spread = groups.length ? across.length : 0
  const subtotals = state.show === 'grouped'
  return figureTable(ctx, module, { request, spread, subtotals, ask: (asked) => aggregate(ctx, module, asked, list) })
}

async function rowsOf(ctx: Ctx, module: Module, state: Row): Promise<Export> {
  const query = queryOf(state)
  if (module.report) return reportRows(ctx, module, await runReport(ctx, module, { ...query, limit: 'all' }))
  const grouped = ['grouped', 'pivot', 'chart'].includes(String(state.show)) && (state.group || state.across)
  if (grouped) return figuresOf(ctx, module, state)
  return exportRows(ctx, module, { ...listQuery(query), columns: columnsOf(ctx, module, state), within: true })
}

async function collected(chunks: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    const part = Buffer.from(chunk)
    size += part.length
    if (size > fileLimits.bytes) throw refuse('E_TOO_LARGE', 'The file is too large for a mail. Narrow the view, or send a link.')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The file of a view for the caller; refused as its list would refuse it. */
export async function viewFile(ctx: Ctx, module: Module, { state }: SavedView, format: FileFormat): Promise<ViewFile> {
  const type = TYPES[format]
  if (format === 'pdf') {
    const { pdf, filename } = await reportPdf(ctx, module, queryOf(state))
    return { name: filename, type, body: pdf }
  }
  const file = auditedExport(ctx, module, await rowsOf(ctx, module, state), { query: listQuery(queryOf(state)), format })
  const body = await collected(format === 'xlsx' ? xlsxStream(file, module.title) : csvStream(file))
  return { name: `${module.name}-${ctx.clock.today(ctx.company.time_zone)}.${format}`, type, body }
}
