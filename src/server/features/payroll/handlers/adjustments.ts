/** Payroll adjustments by sheet: a template, a check of the file, and the import. */

import type { Row } from '../../../../engine/model/module.ts'
import { digitsOf } from '../../../../engine/runtime/fields/index.ts'
import type { Ctx } from '../../../platform/context.ts'
import { sql, table } from '../../../platform/db/sql.ts'
import { AppError, invalid } from '../../../platform/errors.ts'
import { handler, id, optionalId, rows as rowsOf } from '../../../platform/http/params.ts'
import { csvLine } from '../../../records/export/csv.ts'
import { readSheet, type SheetFile } from '../../../records/import/sheet.ts'

/** The first two say for which payroll a row is, where the call does not. */
const TITLES = ['pay_period', 'pay_group', 'employee_no', 'pay_item_code', 'qty', 'amount', 'remarks'] as const

const template = handler('adjustment.template', async () => ({
  reply: { type: 'text/csv; charset=utf-8', filename: 'payroll_adjustment-template.csv', body: `\uFEFF${csvLine([...TITLES])}` },
}))

interface Parsed {
  readonly row: number
  readonly employee_id: number | null
  readonly pay_item_id: number | null
  readonly type: string | null
  readonly qty: number | null
  readonly amount: number | null
  readonly remarks: string | null
  readonly employee_no: string
  readonly pay_item_code: string
  readonly pay_period_id: number | null
  readonly pay_group_id: number | null
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}

/** The payroll that the call names; rows of a sheet may name their own. */
interface For {
  readonly pay_period_id: number | null
  readonly pay_group_id: number | null
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim())

/** Rows of texts checked against employees, pay items and their pay periods; four statements for any number of rows. */
async function parse(
  ctx: Ctx,
  given: readonly { row: number; values: Readonly<Record<string, unknown>> }[],
  all: For | null,
): Promise<Parsed[]> {
  const employees = await ctx.db.query<{ id: number; employee_no: string }>(
    sql`
      SELECT id, employee_no
      FROM ${table(ctx, 'employee')}
      WHERE employee_no = ANY (${given.map(({ values }) => text(values.employee_no))})
    `,
  )
  const items = await ctx.db.query<{ id: number; code: string; type: string }>(
    sql`
      SELECT id, code, type
      FROM ${table(ctx, 'pay_item')}
      WHERE code = ANY (${given.map(({ values }) => text(values.pay_item_code))})
        AND is_active IS NOT FALSE
        AND type <> 'employer_share'
    `,
  )
  const givenPeriods = given.map(({ values }) => text(values.pay_period))
  const periods = await ctx.db.query<{ id: number; name: string; code: string; is_closed: boolean | null }>(
    sql`
      SELECT id, name, code, is_closed
      FROM ${table(ctx, 'pay_period')}
      WHERE id = ${all?.pay_period_id ?? null} OR name = ANY (${givenPeriods}) OR code = ANY (${givenPeriods})
      ORDER BY id
    `,
  )
  const givenGroups = given.map(({ values }) => text(values.pay_group))
  const groups = await ctx.db.query<{ id: number; code: string; name: string }>(
    sql`
      SELECT id, code, name
      FROM ${table(ctx, 'pay_group')}
      WHERE code = ANY (${givenGroups}) OR name = ANY (${givenGroups})
      ORDER BY id
    `,
  )
  const byNumber = new Map(employees.map((employee) => [employee.employee_no, employee.id]))
  const byCode = new Map(items.map((item) => [item.code, item]))
  return given.map(({ row, values }) => {
    const errors: { field: string; message: string }[] = []
    const wrong = (field: string, message: string): void => void errors.push({ field, message })
    const number = (name: string, required: boolean): number | null => {
      const written = text(values[name])
      const raw = digitsOf(written) ?? written
      if (raw === '') {
        if (required) wrong(name, 'Field is required.')
        return null
      }
      if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(raw)) wrong(name, `"${raw}" is not a number.`)
      return Number(raw)
    }
    const [employee_no, pay_item_code] = [text(values.employee_no), text(values.pay_item_code)]
    const employee_id = byNumber.get(employee_no) ?? null
    const item = byCode.get(pay_item_code)
    if (employee_id === null) wrong('employee_no', `There is no employee "${employee_no}".`)
    if (!item) wrong('pay_item_code', `There is no pay item "${pay_item_code}".`)
    const named = { period: text(values.pay_period), group: text(values.pay_group) }
    const period = periods.find((candidate) =>
      named.period ? candidate.name === named.period || candidate.code === named.period : candidate.id === all?.pay_period_id,
    )
    const group = groups.find((candidate) => candidate.code === named.group || candidate.name === named.group)
    if (all && !period) wrong('pay_period', named.period ? `There is no pay period "${named.period}".` : 'Field is required.')
    if (period?.is_closed) wrong('pay_period', `${period.name} is closed: its payroll was posted. Choose a later period.`)
    if (named.group && !group) wrong('pay_group', `There is no pay group "${named.group}".`)
    const [qty, amount] = [number('qty', false), number('amount', true)]
    return {
      row,
      employee_no,
      pay_item_code,
      employee_id,
      pay_item_id: item?.id ?? null,
      type: item?.type ?? null,
      pay_period_id: period?.id ?? null,
      pay_group_id: group?.id ?? (named.group ? null : (all?.pay_group_id ?? null)),
      qty,
      amount,
      remarks: text(values.remarks).slice(0, 200) || null,
      errors,
    }
  })
}

async function sheet(ctx: Ctx, file: SheetFile): Promise<{ row: number; values: Row }[]> {
  const [head, ...lines] = await readSheet(ctx, file)
  const names = (head ?? []).map((title) => title.trim().toLowerCase().replaceAll(/[ .]+/g, '_').replace(/_$/, ''))
  for (const needed of ['employee_no', 'pay_item_code', 'amount'])
    if (!names.includes(needed)) throw invalid({ file: [`The file needs a column ${needed}. Use the template.`] })
  return lines.map((cells, index) => ({
    row: index + 2,
    values: Object.fromEntries(names.map((name, position) => [name, cells[position] ?? ''])),
  }))
}

const upload = handler('adjustment.upload', async (ctx, { files }) => {
  const file = files[0]
  if (!file) throw invalid({ file: ['Send a CSV or Excel file.'] })
  const parsed = await parse(ctx, await sheet(ctx, file), null)
  return parsed.map(({ errors, ...row }) => ({ ...row, errors: errors.map(({ field, message }) => `${field}: ${message}`) }))
})

/**
 * One draft per pay period, group, type and pay item, from a file or from rows that were uploaded before. All or nothing;
 * `preview=true` only checks.
 */
const imported = handler('adjustment.import', async (ctx, { files, body, query }, module) => {
  const scope: For = { pay_period_id: optionalId(body, 'pay_period_id') ?? null, pay_group_id: optionalId(body, 'pay_group_id') ?? null }
  const file = files[0]
  const given = file ? await sheet(ctx, file) : rowsOf(body, 'rows').map((values, index) => ({ row: index + 1, values }))
  if (!given.length) throw invalid({ file: ['There are no rows to import.'] })
  const parsed = await parse(ctx, given, scope)
  const errors = parsed.flatMap(({ row, errors: faults }) => faults.map((entry) => ({ row, ...entry })))
  const bad = new Set(errors.map((error) => error.row)).size
  const result = { total: parsed.length, valid: parsed.length - bad, errors: errors.slice(0, 1000) }
  if (String(query.preview ?? body.preview) === 'true') return { ...result, created: 0 }
  if (errors.length)
    throw new AppError('invalid', `Nothing was imported: ${bad} of ${parsed.length} rows have errors.`, { details: result })
  return ctx.db.tx(async () => {
    const made: number[] = []
    const keyOf = (parsed: Parsed): string => [parsed.pay_period_id, parsed.pay_group_id, parsed.type, parsed.pay_item_id].join('|')
    for (const key of new Set(parsed.map(keyOf))) {
      const group = parsed.filter((candidate) => keyOf(candidate) === key)
      const record = await ctx.services.records.create(ctx, module, {
        pay_period_id: group[0]!.pay_period_id,
        pay_group_id: group[0]!.pay_group_id,
        type: group[0]!.type,
        pay_item_id: group[0]!.pay_item_id,
        items: group.map(({ employee_id, pay_item_id, qty, amount, remarks }) => ({ employee_id, pay_item_id, qty, amount, remarks })),
      })
      made.push(Number(record.id))
    }
    return { created: parsed.length, payroll_adjustment_ids: made }
  })
})

const employees = handler('adjustment.employees', async (ctx, { params }, module) => {
  const record = await ctx.services.records.get(ctx, module, id(params, 'id'))
  return ((record.items as Row[] | undefined) ?? []).map(
    ({ id: line, employee_id, employee, pay_item_id, pay_item, qty, amount, remarks }) => ({
      id: line,
      employee_id,
      employee,
      pay_item_id,
      pay_item,
      qty,
      amount,
      remarks,
    }),
  )
})

export const adjustmentHandlers = [template, upload, imported, employees]
