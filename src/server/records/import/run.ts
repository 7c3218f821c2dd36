/** Imports: checked whole, then written whole; large ones by a job that continues where it stopped. */

import type { Field, Json, Module, Row } from '../../../engine/model/module.ts'
import { formatValue } from '../../../engine/runtime/format/index.ts'
import type { Ctx, JobSubject } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { pacer } from '../../platform/pace.ts'
import { requireAction, seesOf } from '../access.ts'
import { inBatch } from '../batch.ts'
import { proposeUsual } from '../proposals.ts'
import { type Asked, questionsOf, requireAllConfirmed } from '../write/questions.ts'
import type { Resolved } from '../write/references.ts'
import { prepareNew, store } from '../write/save.ts'
import { scalarText } from '../write/scalars.ts'
import { type ChildGroup, type ChildValues, childErrors, childGroups, storeChildren } from './children.ts'
import { mapColumns, type SheetColumn, sheetColumns } from './columns.ts'
import { convertRows, type RowError, type SheetRecord } from './convert.ts'
import { idsOfLater, type LaterReference } from './references.ts'
import { readSheet, type SheetFile } from './sheet.ts'
import { isExample } from './template.ts'

/** Imports above this many records run as a job. */
const JOB_ABOVE = 10_000
const MAX_RECORDS = 200_000
const CHUNK = 500
const MAX_ERRORS = 1000
/** Rows that a preview shows. */
const SAMPLE_ROWS = 5
/** The most rows that a question about an import names one by one. */
const SHOWN_QUESTIONS = 10
/** Holds the child records of a row that a job imports; no field has this name. */
const CHILDREN = '$children'
/** Holds its references to rows above. */
const LATER = '$later'
export const IMPORT_QUEUE = 'records.import'

interface ImportResult {
  readonly total: number
  readonly valid: number
  readonly created: number
  readonly errors: readonly RowError[]
  /** The questions to confirm before the rows are imported. */
  readonly warnings?: readonly RowError[]
  /** Of a preview: titles of the sheet without a column, and the columns that they could mean. */
  readonly unknown?: readonly string[]
  readonly columns?: readonly string[]
  /** Of a preview: the first rows as understood, with the columns that were found. */
  readonly sample?: { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** Set when the import continues as a job. */
  readonly job_id?: string
}

/** Reads, checks and (unless `preview`) writes a sheet: all its records or none. */
export async function importSheet(
  ctx: Ctx,
  module: Module,
  source: SheetFile,
  { preview, mapping }: { readonly preview: boolean; readonly mapping?: Readonly<Record<string, string>> },
): Promise<ImportResult> {
  requireAction(ctx, module, 'import')
  const [titles, ...given] = await readSheet(ctx, source)
  // The example of the template keeps its place, so that rows have their numbers in the sheet.
  const rows = given.map((cells) => (isExample(cells) ? [] : cells))
  if (!titles || !rows.some((cells) => cells.length)) throw invalid({ file: ['The file has no rows below the titles.'] })
  const { columns, unknown } = mapColumns(ctx, module, titles, mapping)
  if (unknown.length && !preview) throw invalid({ file: [`Choose what these columns stand for: ${unknown.join(', ').slice(0, 200)}.`] })
  const { records, errors } = await convertRows(ctx, module, columns, rows)
  const result = await importRecords(ctx, module, records, { found: errors, preview })
  if (!preview) return result
  return {
    ...result,
    ...(unknown.length && { unknown, columns: sheetColumns(ctx, module).map(({ title }) => title) }),
    sample: sampleOf(ctx, columns, rows, records),
  }
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

/** The same for records that are already values (`{rows: [...]}`). */
export async function importRecords(
  ctx: Ctx,
  module: Module,
  sent: readonly SheetRecord[],
  { found, preview }: { readonly found: readonly RowError[]; readonly preview: boolean },
): Promise<ImportResult> {
  requireAction(ctx, module, 'import')
  const usual = await proposeUsual(ctx, module)
  const records = sent.map((record) => ({ ...record, values: { ...usual, ...record.values } }))
  if (records.length > MAX_RECORDS) throw invalid({ file: [`At most ${MAX_RECORDS} records at once.`] })
  const errors = [...found, ...(await uniqueErrors(ctx, module, records))]
  const broken = new Set(errors.map((error) => error.row))
  const known: Resolved = new Map()
  const groups = childGroups(ctx, module)
  const ready: (Ready & { readonly row: number })[] = []
  const asked: (Asked & { readonly row: number })[] = []
  const pace = pacer()
  for (const { row, values, children = {}, later } of records) {
    if (errors.length >= MAX_ERRORS) break
    // With all references known, preparing a record never waits: this gives other requests a turn.
    await pace()
    for (const group of groups) {
      const given = children[group.key]
      if (!given) continue
      for (const [field, messages] of Object.entries(await childErrors(group, given)))
        for (const message of messages) {
          // A value that was already refused is not checked again.
          if (!errors.some((error) => error.row === row && error.field === field)) errors.push({ row, field, message })
        }
    }
    try {
      const record = await prepareNew(ctx, module, values, { known, isAsked: true })
      ready.push({ row, record, children, ...(later && { later, values }) })
      for (const question of await questionsOf(ctx, module, record)) asked.push({ ...question, row })
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === 'fault') throw error
      // A value that was already refused is not checked again.
      const said = new Set(errors.filter((rowError) => rowError.row === row).map((rowError) => rowError.field))
      if (!broken.has(row) || error.errors)
        errors.push(...rowErrors(module, row, error).filter(({ field }) => field === undefined || !said.has(field)))
    }
  }
  const result = {
    total: records.length,
    valid: records.length - new Set(errors.map((error) => error.row)).size,
    created: 0,
    errors: errors.sort((a, b) => a.row - b.row).slice(0, MAX_ERRORS),
    ...(asked.length
      ? {
          warnings: asked
            .slice(0, MAX_ERRORS)
            .map(({ row, field, message }): RowError => ({ row, field: module.field[field]?.title ?? field, message })),
        }
      : {}),
  }
  if (preview) return result
  if (errors.length) throw refusedRow(result)
  const rows = asked.slice(0, SHOWN_QUESTIONS).map(({ row, message }) => `Row ${row}: ${message}`)
  const more = asked.length > rows.length ? [`and ${asked.length - rows.length} more`] : []
  requireAllConfirmed(ctx, asked, [...rows, ...more].join('\n'), result)
  if (ready.length > JOB_ABOVE) return { ...result, job_id: await queue(ctx, module, records) }
  await ctx.db.tx(() =>
    inBatch(ctx, async (batch) => {
      for (const { row, ...rest } of ready)
        await storeRow(batch, module, groups, rest).catch((error: unknown) => {
          if (!(error instanceof AppError) || !error.errors) throw error
          // Errors that only writing finds, such as a number that another record has.
          throw refusedRow({ ...result, valid: result.total - 1, errors: rowErrors(module, row, error) })
        })
    }),
  )
  return { ...result, created: ready.length }
}

const refusedRow = (result: ImportResult): AppError =>
  new AppError('invalid', `Nothing was imported: ${result.total - result.valid} of ${result.total} records have errors.`, {
    details: result,
  })

/** A checked row; with references to rows above, also the values of which it is made again once these have ids. */
interface Ready {
  readonly record: Row
  readonly children: ChildValues
  readonly later?: Readonly<Record<string, LaterReference>>
  readonly values?: Row
}

/** Writes one row: its record and its child records. */
async function storeRow(
  ctx: Ctx,
  module: Module,
  groups: readonly ChildGroup[],
  { record: checked, children, later, values }: Ready,
): Promise<void> {
  const record = later
    ? await prepareNew(ctx, module, { ...values, ...(await idsOfLater(ctx, module, later)) }, { known: new Map(), isAsked: true })
    : checked
  const id = await store(ctx, module, record)
  await storeChildren(groups, { ...record, id }, children)
}

function rowErrors(module: Module, row: number, error: AppError): RowError[] {
  if (!error.errors) return [{ row, message: error.message }]
  return Object.entries(error.errors).flatMap(([path, messages]) => {
    const [head, index, name] = path.split('.')
    const lines = module.lines.find((line) => line.name === head)
    const field =
      name === undefined ? module.field[path]?.title : `${lines?.title ?? head} ${Number(index) + 1}: ${lines?.field[name]?.title ?? name}`
    return messages.map((message) => ({ row, field: field ?? lines?.title ?? path, message }))
  })
}

/** What two values are compared by: codes regardless of case, so that no sheet makes both A1 and a1. */
const keyOf = (field: Field, text: string | undefined): string | undefined => (field.type === 'code' ? text?.toLowerCase() : text)

/** Values that must be unique: twice in the sheet, or already in use. One query per field. */
async function uniqueErrors(ctx: Ctx, module: Module, records: readonly SheetRecord[]): Promise<RowError[]> {
  const errors: RowError[] = []
  const pace = pacer()
  const sees = seesOf(ctx)
  // Only for fields that the caller can fill in: the message reveals that a value is in use.
  for (const field of module.fields.filter((candidate) => candidate.unique && candidate.writable && sees(candidate))) {
    const rows = new Map<string, number>()
    for (const { row, values } of records) {
      await pace()
      const text = keyOf(field, scalarText(values[field.name]))
      if (text === undefined) continue
      const first = rows.get(text)
      if (first === undefined) rows.set(text, row)
      else errors.push({ row, field: field.title, message: `The same value is in row ${first}.` })
    }
    if (!rows.size) continue
    const column = field.type === 'code' ? sql`lower(${ref(field.name)})` : sql`${ref(field.name)}::text`
    const used = await ctx.db.query<{ v: string }>(
      sql`
        select distinct ${column} as v
        from ${table(ctx, module.entity.table)}
        where ${column} = any(${[...rows.keys()]}::text[])
      `,
    )
    for (const { v } of used) errors.push({ row: rows.get(v)!, field: field.title, message: 'This value is already used.' })
  }
  return errors
}

async function queue(ctx: Ctx, module: Module, records: readonly SheetRecord[]): Promise<string> {
  const json = JSON.stringify(
    records.map(({ values, children, later }) => ({
      ...values,
      ...(children && { [CHILDREN]: children }),
      ...(later && { [LATER]: later }),
    })),
  )
  return ctx.db.tx(async () => {
    const [run] = await ctx.db.query<{ id: number }>(
      sql`
        insert into ${table(ctx, 'import_run')} (module, user_id, rows)
        values (${module.name}, ${ctx.principal.user_id}, ${json})
        returning id
      `,
    )
    return ctx.services.jobs.send(ctx, IMPORT_QUEUE, { run: run!.id })
  })
}

/** Works through an import: each transaction contains a chunk of records and the progress, so that a retry continues there. */
export async function workImport(ctx: Ctx, data: Json, progress: (done: number, total: number) => void): Promise<Json> {
  const id = Number((data as { run: number }).run)
  const imports = table(ctx, 'import_run')
  const [run] = await ctx.db.query<{ module: string; total: number; done: number }>(
    sql`
      select module, done, jsonb_array_length(rows) as total
      from ${imports}
      where id = ${id}
    `,
  )
  const module = run && ctx.modules.get(run.module)
  if (!run || !module) throw new AppError('not_found', 'The import was not found.')
  const known: Resolved = new Map()
  for (let { done } = run; done < run.total; ) {
    const from = done
    done = await ctx.db.tx(async () => {
      const [held] = await ctx.db.query<{ done: number }>(
        sql`
          select done
          from ${imports}
          where id = ${id}
          for update
        `,
      )
      // Another process has taken over the import and has already done this chunk.
      if (held!.done !== from) return held!.done
      const chunk = await ctx.db.query<{ v: Row }>(
        sql`
          select v
          from ${imports} r, jsonb_array_elements(r.rows) with ordinality as e(v, n)
          where r.id = ${id}
            and n > ${from}
            and n <= ${from + CHUNK}
          order by n
        `,
      )
      const groups = childGroups(ctx, module)
      await inBatch(ctx, async (batch) => {
        for (const { v } of chunk) {
          const { [CHILDREN]: children, [LATER]: later, ...given } = v
          const values = { ...given, ...(later ? await idsOfLater(batch, module, later as Ready['later'] & {}) : {}) }
          await storeRow(batch, module, groups, {
            record: await prepareNew(batch, module, values, { known, isAsked: true }),
            children: (children ?? {}) as ChildValues,
          })
        }
      })
      await ctx.db.query(
        sql`
          update ${imports}
          set done = ${from + chunk.length}, state = ${from + chunk.length >= run.total ? 'done' : 'running'}
          where id = ${id}
        `,
      )
      return from + chunk.length
    })
    progress(done, run.total)
  }
  return { created: run.total }
}

/** Marks an import that failed for good; notifies its sender how many records were imported. */
export async function endImport(ctx: Ctx, data: Json, message: string): Promise<JobSubject | undefined> {
  const [run] = await ctx.db.query<{ module: string; total: number; done: number }>(
    sql`
      update ${table(ctx, 'import_run')}
      set state = 'failed', errors = ${JSON.stringify([{ message }])}
      where id = ${Number((data as { run?: number } | null)?.run)}
        and state in ('queued', 'running')
      returning module, done, jsonb_array_length(rows) as total
    `,
  )
  const module = run && ctx.modules.get(run.module)
  if (!module) return undefined
  return { module: module.name, title: `The import of ${module.title} stopped after ${run.done} of ${run.total} records` }
}
