/** Calls that carry files: exports, import templates, imports, attachments. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Module, Row } from '../../../engine/model/module.ts'
import { canDo } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { withUploads } from '../../platform/files/uploads.ts'
import { downloads } from '../../platform/http/downloads.ts'
import { requireAction } from '../access.ts'
import { auditedExport } from '../export/audit.ts'
import { csvLine, csvStream } from '../export/csv.ts'
import { reportRows } from '../export/report.ts'
import { type Export, exportRows } from '../export/rows.ts'
import { xlsxStream } from '../export/xlsx.ts'
import { idOf } from '../get.ts'
import { clearsOf, modeOf, seenOf } from '../import/mode.ts'
import { importRecords, importSheet } from '../import/run.ts'
import { exportToImport, templateOf } from '../import/template.ts'
import { instant } from '../query/values.ts'
import { read } from '../read.ts'
import { filesIn } from '../write/files.ts'
import { runReport } from './custom.ts'
import type { Mount } from './module-call.ts'
import { listQuery } from './query.ts'
import { bodyOf, type Call, ok } from './request.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function download(reply: FastifyReply, name: string, type: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store').type(type)
}

interface Sent {
  readonly ctx: Ctx
  readonly module: Module
  readonly file: Export
  readonly format: 'csv' | 'xlsx'
}

/** Sends rows as a file named after the module and the day. */
export async function sendExport(reply: FastifyReply, { ctx, module, file, format }: Sent): Promise<FastifyReply> {
  const name = `${module.name}-${ctx.clock.today(ctx.company.time_zone)}.${format}`
  return format === 'xlsx'
    ? download(reply, name, XLSX).send(await downloads.body(ctx, reply, xlsxStream(file, module.title)))
    : download(reply, name, 'text/csv; charset=utf-8').send(await downloads.body(ctx, reply, csvStream(file)))
}

async function emptySheet(ctx: Ctx, module: Module, reply: FastifyReply, format: unknown): Promise<FastifyReply> {
  requireAction(ctx, module, 'import-template')
  const { titles, example } = templateOf(ctx, module)
  if (format !== 'xlsx')
    return download(reply, `${module.name}-template.csv`, 'text/csv; charset=utf-8').send(`\uFEFF${csvLine(titles)}${csvLine(example)}`)
  const columns = titles.map((title) => ({ title, type: 'text' as const, sql: '' }))
  const rows = (async function* (): AsyncGenerator<unknown[][]> {
    yield [example]
  })()
  return download(reply, `${module.name}-template.xlsx`, XLSX).send(
    await downloads.body(ctx, reply, xlsxStream({ columns, rows }, module.title)),
  )
}

/** Mounts the file calls of records. */
export function mountFiles(mount: Mount): void {
  mount('GET exportCSV', async ({ ctx, module, query }, _request, reply) => {
    const columns = typeof query.columns === 'string' ? { columns: query.columns } : {}
    const asked = listQuery(query)
    const file = module.report
      ? await reportRows(ctx, module, await runReport(ctx, module, { ...query, limit: 'all' }))
      : query.for === 'import'
        ? exportToImport(ctx, module, { ...asked, within: query.window === 'list' })
        : exportRows(ctx, module, { ...asked, ...columns, within: query.window === 'list' })
    const format = query.format === 'xlsx' ? 'xlsx' : 'csv'
    return sendExport(reply, { ctx, module, file: auditedExport(ctx, module, file, { query: asked, format }), format })
  })

  mount('GET import-template', ({ ctx, module, query }, _request, reply) => emptySheet(ctx, module, reply, query.format))

  mount('POST import', async ({ ctx, module, query }, request) => {
    const asked = {
      preview: isTrue(query.preview),
      mode: modeOf(query.mode),
      clears: clearsOf(query.empty),
      report: isTrue(query.report),
    }
    if (!request.isMultipart()) {
      const { rows, seen: given } = bodyOf(request)
      if (!Array.isArray(rows)) throw invalid({ file: ['Send a CSV or Excel file, or {"rows": [...]}.'] })
      const records = rows.map((values: unknown, index) => {
        if (typeof values !== 'object' || values === null) throw invalid({ [`rows.${index}`]: ['Must be a record with values.'] })
        return asked.mode === 'create' ? { row: index + 1, values: values as Row } : identified(index + 1, values as Row)
      })
      const seen = seenOf(given === undefined ? undefined : JSON.stringify(given))
      return ok(await importRecords(ctx, module, records, { ...asked, earlierErrors: [], ...(seen && { seen }) }))
    }
    return withUploads(ctx, request, async ({ files: [file], body }) => {
      if (!file) throw invalid({ file: ['Choose a file.'] })
      const mapping = mappingOf(query.mapping)
      const seen = seenOf(body.seen)
      return ok(await importSheet(ctx, module, file, { ...asked, ...(mapping && { mapping }), ...(seen && { seen }) }))
    })
  })

  mount('GET {id}/attachments', async ({ ctx, module, params }) => {
    const id = idOf(params.id)
    requireAction(ctx, module, 'attachments')
    const record = await read(ctx, module, id, { action: 'view' })
    return ok(await attachments(ctx, module, id, filesIn(module, record)))
  })
  mount('POST {id}/attachments', attach)
  mount('DELETE {id}/attachments/{file}', async ({ ctx, module, params }) => {
    const id = idOf(params.id)
    const record = await requireKeeper(ctx, module, id)
    const gone = await ctx.db.query(
      sql`
        update ${table(ctx, 'file')}
        set module = null, record_id = null
        where id = ${idOf(params.file)}
          and module = ${module.name}
          and record_id = ${id}
          and id <> all (${filesIn(module, record)}::bigint[])
        returning id
      `,
    )
    if (!gone.length) throw notFound('The file was not found.')
    return ok(null)
  })
}

const isTrue = (value: unknown): boolean => value === 'true' || value === '1'

/** A record of a JSON import that may exist already: what identifies it apart from its values. */
function identified(row: number, { id, version, ...values }: Row) {
  const identity = { ...(id !== undefined && { id: String(id) }), ...(version !== undefined && { version: String(version) }) }
  return { row, values, identity }
}

/** The column of each title of the sheet, as the user chose (`{"Emp. No.": "Employee no."}`); '' leaves it out. */
function mappingOf(given: unknown): Record<string, string> | undefined {
  if (given === undefined || given === '') return undefined
  try {
    const parsed: unknown = JSON.parse(String(given))
    if (
      parsed &&
      typeof parsed === 'object' &&
      !Array.isArray(parsed) &&
      Object.values(parsed).every((candidate) => typeof candidate === 'string')
    )
      return parsed as Record<string, string>
  } catch {
    // Refused below.
  }
  throw invalid({ mapping: ['Must be an object with the column of each title.'] })
}

/** Files attached to a record, newest first, except those in its fields. */
const attachments = (ctx: Ctx, module: Module, id: number, inFields: readonly number[]): Promise<Row[]> =>
  ctx.db.query(
    sql`
      select id, name, type, size, created_by, ${raw(instant('created_at'))} as created_at
      from ${table(ctx, 'file')}
      where module = ${module.name}
        and record_id = ${id}
        and id <> all (${inFields}::bigint[])
      order by id desc
    `,
  )

/**
 * Users who can change a record can attach and remove its files; a user who can only create records can do so with their
 * own draft. Returns the record.
 */
export async function requireKeeper(ctx: Ctx, module: Module, id: number): Promise<Row> {
  const may = (action: string): boolean => canDo(ctx.principal, module, action)
  if (ctx.system === undefined && module.workflow && may('create') && may('view') && !may('edit')) {
    const record = await read(ctx, module, id, { action: 'view' }).catch(() => undefined)
    if (record?.status === module.workflow.initial && record.created_by === ctx.principal.user_id) return record
  }
  requireAction(ctx, module, 'edit')
  return read(ctx, module, id, { action: 'edit' })
}

async function attach({ ctx, module, params }: Call, request: FastifyRequest): Promise<unknown> {
  const id = idOf(params.id)
  await requireKeeper(ctx, module, id)
  if (!request.isMultipart()) throw invalid({ file: ['Uploads are multipart.'] })
  const stored = await withUploads(ctx, request, async ({ files }) => {
    const rows: Row[] = []
    for (const file of files) rows.push(await ctx.services.files.put(ctx, file, { module: module.name, record_id: id }))
    return rows
  })
  if (!stored.length) throw invalid({ file: ['Choose a file.'] })
  return ok(stored)
}
