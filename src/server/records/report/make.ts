/** Drafts made of chosen rows of a report, as its descriptor says (`report.makes`): one for all rows that agree in its header. */
import type { Module, Row, RowValue } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { invalid, notFound, refuse } from '../../platform/errors.ts'
import { requireAction } from '../access.ts'
import { type BulkResult, collected } from '../bulk.ts'
import { runReport } from '../routes/custom.ts'
import type { ReportPage } from './page.ts'
import { readParameters } from './parameters.ts'

/** The most rows that are taken at once. */
const MAX_ROWS = 500

interface MadeResult extends BulkResult {
  readonly module: string
}

/** The rows of a report with these ids (`report.key`), read again with the caller's rights, and its parameters. 422 where one is gone. */
async function chosenRows(ctx: Ctx, module: Module, rows: unknown, parameters: unknown): Promise<{ rows: Row[]; values: Row }> {
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > MAX_ROWS) throw invalid({ rows: [`Choose 1 to ${MAX_ROWS} rows.`] })
  const query = typeof parameters === 'object' && parameters !== null ? (parameters as Row) : {}
  const { data } = (await runReport(ctx, module, { ...query, limit: 'all' })) as ReportPage
  const known = new Map(data.map((row) => [String(row.id), row]))
  const matches = [...new Set(rows.map(String))].map((id) => known.get(id))
  if (matches.some((row) => row === undefined))
    throw refuse('E_STATE', `Rows of ${module.title} have changed since they were shown. Show the report and choose them again.`)
  return { rows: matches as Row[], values: await readParameters(ctx, module, query) }
}

/**
 * Makes the drafts that `name` declares of the rows chosen: `{ rows: ids, parameters, ...values that are asked for }`. A draft that
 * is refused is its result and does not stop the others. 404 for a name that the report does not have.
 */
export async function makeOfRows(ctx: Ctx, module: Module, name: string, body: Row): Promise<MadeResult[]> {
  const make = module.report?.makes?.find((candidate) => candidate.name === name)
  const target = make && ctx.modules.get(make.module)
  if (!make || !target) throw notFound(`There is no action "${name}".`)
  requireAction(ctx, module, 'index')
  requireAction(ctx, target, 'new')
  const chosen = await chosenRows(ctx, module, body.rows, body.parameters)
  const asked = Object.fromEntries(make.ask.flatMap((field) => (body[field.name] === undefined ? [] : [[field.name, body[field.name]]])))
  const drafts = new Map<string, Row>()
  for (const row of chosen.rows) {
    const header = filled(make.header, row, chosen.values)
    const key = JSON.stringify(header)
    const draft = drafts.get(key) ?? { ...header, ...asked, [make.lines]: [] }
    ;(draft[make.lines] as Row[]).push(filled(make.line, row, chosen.values))
    drafts.set(key, draft)
  }
  const results: MadeResult[] = []
  for (const draft of drafts.values()) {
    let made: Row = {}
    const result = await collected(0, async () => {
      made = await ctx.services.records.create(ctx, target, draft)
    })
    results.push({
      ...result,
      id: Number(made.id ?? 0),
      module: target.name,
      ...(made.id ? { label: String(made.transaction_no ?? made.label ?? made.id) } : {}),
    })
  }
  return results
}

/** The values that a row gives; what it has not is left to the defaults of the record. */
function filled(given: Readonly<Record<string, RowValue>>, row: Row, parameters: Row): Row {
  const read = (value: RowValue): unknown => {
    if (typeof value !== 'string' || !value.startsWith('$')) return value
    const name = value.slice(1)
    return Object.hasOwn(row, name) ? row[name] : parameters[name]
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const found = read(value)
      return found === null || found === undefined ? [] : [[name, found]]
    }),
  )
}
