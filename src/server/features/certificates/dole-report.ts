/** Yearly DOLE reports: taken from the year's pay, checked for what they lack, sent as a workbook, and marked as submitted. */

import { type DoleReport, doleDue } from '../../../domain/statutory/index.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { formatValue } from '../../../engine/runtime/format/index.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx, EffectContext, Guard, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { handler, NONE } from '../../platform/http/params.ts'
import type { Export, ExportColumn } from '../../records/export/rows.ts'
import { xlsxStream } from '../../records/export/xlsx.ts'
import { idOf } from '../../records/get.ts'
import { read } from '../../records/read.ts'
import { linesOf } from '../../records/row.ts'
import { rewrite } from '../../records/write/save.ts'
import { confidentialGroup, requireAll } from './alphalist.ts'
import { type DoleProblem, type DoleRows, thirteenthMonthRows, wageRows } from './dole-rows.ts'

const ROWS: Readonly<Record<DoleReport, (ctx: Ctx, year: number) => Promise<DoleRows>>> = {
  thirteenth_month: thirteenthMonthRows,
  wages: wageRows,
}
const rowsOf = (ctx: Ctx, record: Row): Promise<DoleRows> => ROWS[record.report as DoleReport](ctx, Number(record.year))

/** The due date, and the business of the last report where none is entered. */
export const doleSaved: SaveHook = {
  name: 'doleReport.saved',
  async beforeSave(ctx, module, { record }) {
    record.name = `${record.report === 'wages' ? 'DOLE wages' : 'DOLE 13th month'} ${String(record.year)}`
    record.due_date = doleDue(record.report as DoleReport, Number(record.year))
    if (record.principal_business) return
    const [last] = await ctx.db.query<{ business: string }>(
      sql`SELECT principal_business AS business FROM ${table(ctx, module.entity.table)} WHERE principal_business <> '' ORDER BY year DESC, id DESC LIMIT 1`,
    )
    if (last) record.principal_business = last.business
  },
  async afterSave() {},
}

const companyOf = async (ctx: Ctx): Promise<Row> =>
  (
    await ctx.db.query<Row>(
      sql`SELECT id, coalesce(legal_name, name) AS name, address_line, phone, tin FROM ${table(ctx, 'company')} ORDER BY id LIMIT 1`,
    )
  )[0] ?? {}

interface Signatory {
  readonly name: string
  readonly position: string | null
}
async function signatoryOf(ctx: Ctx, record: Row): Promise<Signatory | undefined> {
  if (!record.signatory_id) return undefined
  const [row] = await ctx.db.query<Signatory & Row>(
    sql`
      SELECT e.full_name AS name, o.name AS position
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'position')} o ON o.id = e.position_id
      WHERE e.id = ${record.signatory_id}
    `,
  )
  return row
}

/** What the report lacks, errors first. */
async function missingOf(ctx: Ctx, record: Row, found: DoleRows): Promise<DoleProblem[]> {
  const [company, signatory] = [await companyOf(ctx), await signatoryOf(ctx, record)]
  const lacks: [boolean, string][] = [
    [!company.address_line, 'no_address'],
    [!company.phone, 'no_phone'],
    [!record.principal_business, 'no_business'],
    [!signatory, 'no_signatory'],
    [signatory !== undefined && !signatory.position, 'no_position'],
    [found.rows.length === 0, 'no_pay'],
  ]
  const errors = lacks
    .filter(([is]) => is)
    .map(([, problem]): DoleProblem => ({ severity: 'error', employee_id: null, problem, detail: '' }))
  const early = ctx.clock.today(ctx.company.time_zone) < `${String(record.year)}-12-31`
  return [
    ...errors,
    ...found.problems,
    ...(early ? [{ severity: 'warning' as const, employee_id: null, problem: 'year_not_over', detail: String(record.year) }] : []),
  ]
}

/** Employees of the establishment on the last day of the year, and those whose sex is not recorded. */
const headcount = async (ctx: Ctx, year: number): Promise<{ total: number; men: number; women: number; unknown: number[] }> =>
  (
    await ctx.db.query<{ total: number; men: number; women: number; unknown: number[] }>(
      sql`
        SELECT count(*)::int AS total, (count(*) FILTER (WHERE gender = 'Male'))::int AS men,
          (count(*) FILTER (WHERE gender = 'Female'))::int AS women,
          coalesce(array_agg(id ORDER BY id) FILTER (WHERE gender IS NULL OR gender NOT IN ('Male', 'Female')), '{}') AS unknown
        FROM ${table(ctx, 'employee')}
        WHERE date_hired <= make_date(${year}, 12, 31) AND (date_separated IS NULL OR date_separated >= make_date(${year}, 12, 31))
      `,
    )
  )[0]!

async function editable(ctx: Ctx, module: Module, id: number): Promise<Row> {
  await read(ctx, module, id, { action: 'view' })
  const record = await ctx.services.records.load(ctx, module, id, { lock: true })
  if (record.status !== 'draft') throw refuse('E_STATE', 'The report was submitted. Undo the submission to process it again.')
  return record
}

/** `POST {id}/process`: takes the rows anew from the year's pay, with totals and problems. */
const process = handler('doleReport.process', (ctx, { params }, module) =>
  ctx.db.tx(async () => {
    const id = idOf(params.id)
    const record = await editable(ctx, module, id)
    const report = await rowsOf(ctx, record)
    await requireAll(ctx, report.rows)
    const people = await headcount(ctx, Number(record.year))
    const unknown = people.unknown.map(
      (employee_id): DoleProblem => ({ severity: 'warning', employee_id: Number(employee_id), problem: 'no_sex', detail: '' }),
    )
    const problems = [...(await missingOf(ctx, record, report)), ...unknown]
    await rewrite(ctx, module, record, {
      rows: report.rows.map((row) => ({ ...row })),
      payments: report.payments,
      findings: problems.map((problem) => ({ ...problem })),
      ...report.totals,
      employees_total: people.total,
      men: people.men,
      women: people.women,
      errors: problems.filter(({ severity }) => severity === 'error').length,
      company_id: (await companyOf(ctx)).id ?? null,
      confidential_group_id: await confidentialGroup(ctx, report.rows),
      generated_at: ctx.clock.now().toISOString(),
    })
    return ctx.services.records.get(ctx, module, id)
  }),
)

function requireCorrect(record: Row): void {
  if (!record.generated_at) throw refuse('E_DOLE_REPORT', 'Process the report first.')
  if (Number(record.errors))
    throw refuse('E_DOLE_REPORT', `Correct the errors listed under Problems (${Number(record.errors)}), and process the report again.`)
}

const AMOUNTS = ['basic', 'due', 'paid', 'rate', 'minimum'] as const
const plain = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows
      .map((row) => [Number(row.employee_id), ...AMOUNTS.map((name) => dec(row[name]).toFixed(2))])
      .sort((former, latter) => Number(former[0]) - Number(latter[0])),
  )

/** The stored report has no errors and is what the year's pay gives now. */
export const doleCorrect: Guard = {
  name: 'doleReport.correct',
  params: { ...NONE, description: 'Refuses a DOLE report with errors, or whose amounts have changed since it was processed.' },
  async check({ ctx, record }: EffectContext) {
    requireCorrect(record)
    if (plain((await rowsOf(ctx, record)).rows) !== plain(linesOf(record, 'rows')))
      throw refuse('E_DOLE_REPORT', 'Pay or employees have changed since the report was processed. Process it again.')
  },
}

type Column = readonly [name: string, title: string, type: ExportColumn['type']]
const PERSON: readonly Column[] = [
  ['employee_no', 'Employee no.', 'text'],
  ['name', 'Name', 'text'],
  ['position', 'Position', 'text'],
]
const COLUMNS: Readonly<Record<DoleReport, readonly Column[]>> = {
  thirteenth_month: [
    ...PERSON,
    ['basic', 'Basic salary earned', 'money'],
    ['due', '13th month pay due', 'money'],
    ['paid', '13th month pay granted', 'money'],
    ['difference', 'Difference', 'money'],
  ],
  wages: [
    ...PERSON,
    ['region', 'Region', 'text'],
    ['rate', 'Rate of pay', 'money'],
    ['per', 'Per', 'text'],
    ['minimum', 'Minimum wage', 'money'],
    ['standing', 'Compared with the minimum wage', 'text'],
  ],
}

/** What the form asks for beside the list: the establishment, its employees and totals, and who gives the information. */
async function factsOf(ctx: Ctx, record: Row): Promise<[string, unknown][]> {
  const [company, signatory] = [await companyOf(ctx), await signatoryOf(ctx, record)]
  const amount = (name: string): string => dec(record[name]).toFixed(2)
  const figures: [string, unknown][] =
    record.report === 'thirteenth_month'
      ? [
          ['Total number of workers benefited', record.benefited],
          ['Total amount of benefits granted', amount('total_paid')],
        ]
      : [
          ['Below the minimum wage', record.below_minimum],
          ['At the minimum wage', record.at_minimum],
          ['Above the minimum wage', record.above_minimum],
        ]
  return [
    ['Name of establishment', company.name],
    ['Address', company.address_line],
    ['Principal product or business', record.principal_business],
    ['Total employment', record.employees_total],
    ['Men', record.men],
    ['Women', record.women],
    ...figures,
    ['Name of person giving information', signatory?.name],
    ['Position', signatory?.position],
    ['Telephone no.', company.phone],
  ]
}

/** `GET {id}/workbook`: the list and, below it, the facts of the form. */
const workbook = handler('doleReport.workbook', async (ctx, { params }, module) => {
  const id = idOf(params.id)
  await read(ctx, module, id, { action: 'view' })
  const record = await ctx.services.records.load(ctx, module, id)
  requireCorrect(record)
  const report = record.report as DoleReport
  const columns = COLUMNS[report]
  const rows = linesOf(record, 'rows')
  const numbers = await ctx.db.query<{ id: number; employee_no: string; name: string }>(
    sql`SELECT id, employee_no, full_name AS name FROM ${table(ctx, 'employee')} WHERE id = ANY (${rows.map((row) => Number(row.employee_id))}::bigint[])`,
  )
  const fields = module.lines.find((lines) => lines.name === 'rows')!.field
  const people = new Map(numbers.map((person) => [Number(person.id), person]))
  const cell = (row: Row, [name, , type]: Column): unknown => {
    const value = { ...row, ...people.get(Number(row.employee_id)) }[name] ?? null
    if (value === null) return null
    const field = fields[name]
    return type === 'money' ? Number(dec(value).toFixed(2)) : field ? formatValue(field, value) : String(value)
  }
  const facts = await factsOf(ctx, record)
  async function* all(): Export['rows'] {
    yield rows.map((row) => columns.map((column) => cell(row, column)))
    yield [[], ...facts.map(([name, value]) => [name, value === null || value === undefined ? null : String(value)])]
  }
  const parts: Buffer[] = []
  const sheet = { columns: columns.map(([, title, type]) => ({ title, type, sql: '' })), rows: all() }
  for await (const part of xlsxStream(sheet, `DOLE ${report === 'wages' ? 'wages' : '13th month'} ${String(record.year)}`)) parts.push(part)
  return {
    reply: {
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      filename: `dole-${report === 'wages' ? 'wages' : '13th-month'}-${String(record.year)}.xlsx`,
      headers: { 'cache-control': 'no-store' },
      body: Buffer.concat(parts),
    },
  }
})

export const doleHandlers = [process, workbook]
