/** Opening values of the year: pay and taxes from before payroll began in this product, by sheet or by hand. */

import type { Field, Module, Row } from '../../../../engine/model/module.ts'
import { digitsOf } from '../../../../engine/runtime/fields/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql, table } from '../../../platform/db/sql.ts'
import { AppError, invalid } from '../../../platform/errors.ts'
import { handler, id } from '../../../platform/http/params.ts'
import { csvLine } from '../../../records/export/csv.ts'
import { readSheet } from '../../../records/import/sheet.ts'
import { prepareNew, store } from '../../../records/write/save.ts'

/** Types of fields that a sheet gives in words; all others are numbers. */
const WORDS: ReadonlySet<string> = new Set(['text', 'longtext', 'tin'])
const KEPT = new Set(['id', 'version', 'created_by', 'created_at', 'updated_by', 'updated_at', 'employee_id'])
/** Columns of a sheet, in order: the employee's number, then the fields of a year. */
const valuesOf = (module: Module): Field[] => module.fields.filter((field) => field.writable && !KEPT.has(field.name))
const titles = (module: Module): string[] => ['employee_no', ...valuesOf(module).map((field) => field.name)]

const template = handler('ytd.template', async (_ctx, _request, module) => ({
  reply: { type: 'text/csv; charset=utf-8', filename: 'ytd_payroll-template.csv', body: `\uFEFF${csvLine(titles(module))}` },
}))

interface RowError {
  readonly row: number
  readonly field: string
  readonly message: string
}

/** Rows of the sheet as values, with the errors of each. */
function readRows(module: Module, [head, ...rows]: string[][]): { rows: { row: number; values: Row }[]; errors: RowError[] } {
  const fields = new Map(valuesOf(module).flatMap((field) => [[field.name, field] as const, [field.title.toLowerCase(), field] as const]))
  const columns = (head ?? []).map((title) => title.trim().toLowerCase())
  const unknown = columns.filter((name) => name !== 'employee_no' && name !== 'employee no.' && !fields.has(name))
  if (!columns.some((name) => name.startsWith('employee'))) throw invalid({ file: ['The file needs a column employee_no.'] })
  if (unknown.length) throw invalid({ file: [`These columns are not known: ${unknown.join(', ')}.`] })
  const errors: RowError[] = []
  const read = rows.map((cells, index) => {
    const values: Row = {}
    for (const [place, name] of columns.entries()) {
      const text = (cells[place] ?? '').trim()
      const field = fields.get(name)
      if (!field) values.employee_no = text
      else if (text !== '') {
        const isText = WORDS.has(field.type)
        const number = Number(digitsOf(text) ?? Number.NaN)
        if (!isText && !Number.isFinite(number)) errors.push({ row: index + 2, field: field.title, message: `"${text}" is not a number.` })
        values[field.name] = isText ? text : number
      }
    }
    return { row: index + 2, values }
  })
  return { rows: read, errors }
}

/** Creates one year of one employee, or overwrites the existing row with the given values. */
async function put(ctx: Ctx, module: Module, employee_id: number, values: Row): Promise<Row> {
  const [known] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, module.entity.table)}
      WHERE employee_id = ${employee_id} AND year = ${values.year}
    `,
  )
  if (known) return ctx.services.records.update(ctx, module, known.id, values)
  const made = await store(ctx, module, await prepareNew(ctx, module, { ...values, employee_id }))
  return ctx.services.records.get(ctx, module, made)
}

/** `POST ytd_payroll/import`: imports a sheet, all of it or nothing; `preview=true` only checks it. */
const imported = handler('ytd.import', async (ctx, { files, body, query }, module) => {
  const file = files[0]
  if (!file && !Array.isArray(body.rows)) throw invalid({ file: ['Send a CSV or Excel file.'] })
  const { rows, errors } = file
    ? readRows(module, await readSheet(ctx, file))
    : { rows: (body.rows as Row[]).map((values, index) => ({ row: index + 1, values })), errors: [] as RowError[] }
  const numbers = rows.map(({ values }) => String(values.employee_no ?? ''))
  const known = await ctx.db.query<{ id: number; employee_no: string }>(
    sql`SELECT id, employee_no FROM ${table(ctx, 'employee')} WHERE employee_no = ANY (${numbers})`,
  )
  const byNumber = new Map(known.map((entry) => [entry.employee_no, entry.id]))
  const all = [...errors]
  const seen = new Map<string, number>()
  const { minimum = 1950, maximum = 2100 } = (module.field.year?.schema ?? {}) as { minimum?: number; maximum?: number }
  for (const { row, values } of rows) {
    if (!byNumber.has(String(values.employee_no)))
      all.push({ row, field: 'employee_no', message: `There is no employee "${values.employee_no ?? ''}".` })
    const year = values.year
    if (typeof year !== 'number' || !Number.isInteger(year)) all.push({ row, field: 'year', message: 'Give the year.' })
    else if (year < minimum || year > maximum)
      all.push({ row, field: 'year', message: `The year must lie between ${minimum} and ${maximum}.` })
    const key = `${values.employee_no}|${year}`
    if (seen.has(key)) all.push({ row, field: 'employee_no', message: `Row ${seen.get(key)} has the same employee and year.` })
    else seen.set(key, row)
  }
  const result = { total: rows.length, valid: rows.length - new Set(all.map((rowError) => rowError.row)).size, errors: all.slice(0, 1000) }
  if (String(query.preview ?? body.preview) === 'true') return { ...result, created: 0 }
  if (all.length)
    throw new AppError('invalid', `Nothing was imported: ${result.total - result.valid} of ${result.total} rows have errors.`, {
      details: result,
    })
  await ctx.db.tx(async () => {
    for (const { values } of rows) {
      const { employee_no, ...rest } = values
      await put(ctx, module, byNumber.get(String(employee_no))!, rest)
    }
  })
  return { ...result, created: rows.length }
})

/** `PUT ytd_payroll/{employee_id}/update`: the year named, else the present one. */
const update = handler('ytd.update', (ctx, { params, body }, module) => {
  const { employee_id: _employee, ...values } = body
  const year = values.year ?? Number(ctx.clock.today(ctx.company.time_zone).slice(0, 4))
  return ctx.db.tx(() => put(ctx, module, id(params, 'employee_id'), { ...values, year }))
})

/** `POST ytd_payroll/previous-employer`: what a joiner's form 2316 says, on the year's row, which may not exist yet. */
const previousEmployer = handler('ytd.previousEmployer', (ctx, { body }, module) => {
  const values = Object.fromEntries(Object.entries(body).filter(([name, value]) => name.startsWith('previous_employer_') && value !== null))
  return ctx.db.tx(() => put(ctx, module, id(body, 'employee_id'), { ...values, year: id(body, 'year') }))
})

export const ytdHandlers = [template, imported, update, previousEmployer]
