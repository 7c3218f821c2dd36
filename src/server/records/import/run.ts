/** Imports: checked whole, then written whole; large ones by a job that continues where it stopped. */

import type { Json, Module } from '../../../engine/model/module.ts'
import { formatValue } from '../../../engine/runtime/format/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { requireAction } from '../access.ts'
import { inBatch } from '../batch.ts'
import { requireAllConfirmed } from '../write/questions.ts'
import { type Check, checkRows, MAX_ERRORS, rowErrors } from './check.ts'
import { childGroups } from './children.ts'
import { mapColumns, type SheetColumn, sheetColumns } from './columns.ts'
import { convertRows } from './convert.ts'
import { queue } from './job.ts'
import { type Matches, matchRecords } from './match.ts'
import type { ImportMode, ImportOptions, ImportResult } from './mode.ts'
import { reportOf } from './report.ts'
import { readSheet, type SheetFile } from './sheet.ts'
import type { RowError, SheetRecord } from './sheet-record.ts'
import { isExample } from './template.ts'
import { uniqueErrors } from './unique.ts'
import { changeRow, storeRow } from './write.ts'

/** Imports above this many records run as a job. */
const JOB_ABOVE = 10_000
const MAX_RECORDS = 200_000
/** Rows that a preview shows. */
const SAMPLE_ROWS = 5
/** New and changed rows that an answer lists. */
const MAX_OUTCOMES = 1000
/** The most rows that a question about an import names one by one. */
const SHOWN_QUESTIONS = 10

/** Reads, checks and (unless `preview`) writes a sheet: all its records or none. */
export async function importSheet(ctx: Ctx, module: Module, source: SheetFile, options: ImportOptions): Promise<ImportResult> {
  const { preview, mode } = options
  requireMode(ctx, module, mode)
  const [titles, ...given] = await readSheet(ctx, source)
  // The example of the template keeps its place, so that rows have their numbers in the sheet.
  const rows = given.map((cells) => (isExample(cells) ? [] : cells))
  if (!titles || !rows.some((cells) => cells.length)) throw invalid({ file: ['The file has no rows below the titles.'] })
  const { columns, unknown } = mapColumns(ctx, module, titles, options)
  if (unknown.length && !preview) throw invalid({ file: [`Choose what these columns stand for: ${unknown.join(', ').slice(0, 200)}.`] })
  const { records, errors } = await convertRows(ctx, module, columns, rows)
  const result = await importRecords(ctx, module, records, { ...options, earlierErrors: errors })
  if (!preview) return result
  return {
    ...result,
    ...(unknown.length && { unknown, columns: sheetColumns(ctx, module, mode).map(({ title }) => title) }),
    sample: sampleOf(ctx, columns, rows, records),
  }
}

/** New records need the right to make them, changes the right to change. */
function requireMode(ctx: Ctx, module: Module, mode: ImportMode): void {
  if (mode !== 'update') requireAction(ctx, module, 'import')
  if (mode !== 'create') requireAction(ctx, module, 'update')
}

/** The first rows as understood: dates as they are read, the rest as it is written. */
function sampleOf(
  ctx: Ctx,
  columns: readonly (SheetColumn | undefined)[],
  rows: readonly (readonly string[])[],
  records: readonly SheetRecord[],
): NonNullable<ImportResult['sample']> {
  const used = columns.flatMap((column, index) => (column ? [{ column, at: index }] : []))
  const cell = (record: SheetRecord, column: SheetColumn, index: number): string => {
    const text = rows[record.row - 2]?.[index] ?? ''
    const value = column.lines ? undefined : (column.child ? record.children?.[column.child.key] : record.values)?.[column.field.name]
    if (value === undefined || value === null || column.field.to) return text
    return formatValue(column.field, value as Json, { timeZone: ctx.company.time_zone })
  }
  return {
    titles: used.map(({ column }) => column.title),
    rows: records.slice(0, SAMPLE_ROWS).map((record) => used.map(({ column, at: index }) => cell(record, column, index))),
  }
}

type RecordOptions = Omit<ImportOptions, 'mapping'> & { readonly earlierErrors: readonly RowError[] }

/** The same for records that are already values (`{rows: [...]}`). */
export async function importRecords(ctx: Ctx, module: Module, sent: readonly SheetRecord[], options: RecordOptions): Promise<ImportResult> {
  const { preview, mode, seen } = options
  requireMode(ctx, module, mode)
  if (sent.length > MAX_RECORDS) throw invalid({ file: [`At most ${MAX_RECORDS} records at once.`] })
  if (seen && seen.length !== sent.length) throw invalid({ file: ['The file has changed since it was checked. Choose it again.'] })
  const run = async () => {
    const checked = await checkAll(ctx, module, sent, options)
    return preview ? checked.result : write(ctx, module, checked, options)
  }
  // Records that will change stay locked from their check to their change.
  return preview || mode === 'create' ? run() : ctx.db.tx(run)
}

const NO_MATCHES: Matches = { ids: new Map(), errors: [], key: '' }

interface Checked {
  readonly check: Check
  readonly result: ImportResult
}

async function checkAll(ctx: Ctx, module: Module, sent: readonly SheetRecord[], options: RecordOptions): Promise<Checked> {
  const { preview, mode, clears, seen } = options
  const isUpdate = mode !== 'create'
  const matches = isUpdate ? await matchRecords(ctx, module, sent, { creates: mode === 'create_update', lock: !preview }) : NO_MATCHES
  const isLarge = sent.length > JOB_ABOVE
  const unclear = new Set(matches.errors.map(({ row }) => row))
  const clear = sent.filter(({ row }) => !unclear.has(row))
  const earlierErrors = [...options.earlierErrors, ...matches.errors, ...(await uniqueErrors(ctx, module, clear, matches.ids))]
  const groups = childGroups(ctx, module)
  const check = await checkRows(ctx, sent, { module, matches, groups, clears, isLarge, earlierErrors, ...(seen && { seen }) })
  const { errors, asked, outcomes } = check
  const count = (wanted: string): number => outcomes.filter(({ result }) => result === wanted).length
  const refused = new Set(errors.map((error) => error.row))
  const result: ImportResult = {
    total: sent.length,
    valid: sent.length - refused.size,
    created: 0,
    updated: 0,
    unchanged: count('unchanged'),
    errors: [...errors].sort((a, b) => a.row - b.row).slice(0, MAX_ERRORS),
    ...(asked.length && {
      warnings: asked
        .slice(0, MAX_ERRORS)
        .map(({ row, field, message }): RowError => ({ row, field: module.field[field]?.title ?? field, message })),
    }),
    ...(isUpdate && {
      rows: outcomes.filter(({ row, result: outcome }) => outcome !== 'unchanged' && !refused.has(row)).slice(0, MAX_OUTCOMES),
      key: matches.key,
      created: count('new'),
      updated: count('changed'),
    }),
    ...(isUpdate && preview && { seen: check.seen }),
    ...(options.report && { report: reportOf(outcomes, errors) }),
  }
  return { check, result }
}

/** Writes what has been checked, or nothing. */
async function write(ctx: Ctx, module: Module, { check, result }: Checked, { mode }: RecordOptions): Promise<ImportResult> {
  const { errors, asked, ready, queued } = check
  if (errors.length) throw refusedRow(result)
  const rows = asked.slice(0, SHOWN_QUESTIONS).map(({ row, message }) => `Row ${row}: ${message}`)
  const more = asked.length > rows.length ? [`and ${asked.length - rows.length} more`] : []
  requireAllConfirmed(ctx, asked, [...rows, ...more].join('\n'), result)
  if (queued.length) return { ...result, created: 0, updated: 0, job_id: await queue(ctx, module, queued) }
  const groups = childGroups(ctx, module)
  await ctx.db.tx(() =>
    inBatch(ctx, async (batch) => {
      for (const entry of ready)
        await ('create' in entry ? storeRow(batch, module, groups, entry.create) : changeRow(batch, module, entry.update)).catch(
          (error: unknown) => {
            if (!(error instanceof AppError) || (!error.errors && mode === 'create')) throw error
            if (error.kind === 'fault') throw error
            // Errors that only writing finds, such as a number that another record has.
            throw refusedRow({ ...result, valid: result.total - 1, errors: rowErrors(module, entry.row, error) })
          },
        )
    }),
  )
  return {
    ...result,
    created: ready.filter((entry) => 'create' in entry).length,
    updated: ready.filter((entry) => 'update' in entry).length,
  }
}

const refusedRow = (result: ImportResult): AppError =>
  new AppError('invalid', `Nothing was imported: ${result.total - result.valid} of ${result.total} records have errors.`, {
    details: { ...result, created: 0, updated: 0 },
  })
