/** What documents can still be made of: `sources.open` lists the open records or rows of a source, for a call of the module that takes them. */

import type { JsonSchema, Module, Row } from '../../engine/model/module.ts'
import type { Ctx, Handler, ListQuery } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { envFor } from '../platform/expressions.ts'
import { loadExact } from './load.ts'
import { openRows } from './open.ts'
import { listQuery } from './routes/query.ts'
import { fault } from './row.ts'
import { floating } from './summary.ts'

type Params = { source: string; lines?: string; until?: string; distinct?: string; by?: Readonly<Record<string, string>> }
type Query = Readonly<Record<string, unknown>>

/** Records of one page of the source while all of them are read. */
const PAGE = 500
/** Most records whose rows are answered at once. */
const MAX_RECORDS = 100

const PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['source'],
  properties: {
    source: { type: 'string', description: 'Module of the source.' },
    lines: { type: 'string', description: 'Own child table: its open rows are answered, not the records.' },
    until: {
      type: 'string',
      description: 'Date field of the source that the parameter `date` is the last day of; the date of the record when absent.',
    },
    by: {
      type: 'object',
      description: 'Further parameters: the name of each, and the field or path of the source that it restricts.',
      additionalProperties: { type: 'string' },
    },
    distinct: {
      type: 'string',
      description: 'Reference field of the source: what its open records refer to is answered, each once, with their number.',
    },
  },
}

/**
 * The list query of a request: `date_from` and `date_to` restrict the date of the record, `date` the field `until`, and a name of
 * `by` its path, and the name of a reference with or without its `_id` what it refers to.
 */
function queryOf(origin: Module, { until, by = {} }: Params, query: Query): ListQuery {
  const { date, date_from, date_to, ...rest } = query
  const named = Object.entries(rest).map(([name, value]) => [
    by[name] ?? (!origin.field[name] && origin.field[`${name}_id`] ? `${name}_id` : name),
    value,
  ])
  const asked = listQuery(Object.fromEntries(named))
  const day = origin.entity.date
  const between = { ...(date_from ? { gte: date_from } : {}), ...(date_to ? { lte: date_to } : {}) }
  const last = until ?? day
  const filter: Record<string, unknown> = { ...asked.filter }
  if (day && Object.keys(between).length) filter[day] = between
  if (last && date) filter[last] = { ...(filter[last] as Row | undefined), lte: date }
  return { ...asked, filter }
}

/** What the open records refer to in a field, each once. */
async function distinctOf(ctx: Ctx, origin: Module, query: ListQuery, name: string): Promise<Row[]> {
  const as = origin.field[name]?.refAs
  if (!as) throw fault(`${origin.name} has no reference ${name}.`)
  const result = new Map<unknown, Row & { count: number }>()
  for (let page = 1; ; page++) {
    const { data } = await floating(ctx, origin, { ...query, page, limit: PAGE, count: 'none' })
    for (const record of data) {
      const ref = record[as] as Row | null | undefined
      if (!ref) continue
      const entry = result.get(ref.id) ?? { id: ref.id, name: ref.name, label: ref.label, count: 0 }
      entry.count++
      result.set(ref.id, entry)
    }
    if (data.length < PAGE) break
  }
  return [...result.values()].sort((a, b) => String(a.label).localeCompare(String(b.label)))
}

/** Rows of the source that are still open, each with what is open of it and the record that it is of. */
async function rowsOf(
  ctx: Ctx,
  module: Module,
  { origin, query, params: { source: name, lines } }: { readonly origin: Module; readonly query: ListQuery; readonly params: Params },
): Promise<Row[]> {
  const spec = module.sources.find((source) => source.module === name)?.lines[lines!]
  const from = spec?.from
  if (!spec || !from) throw fault(`${module.name} takes no rows of ${name} into ${lines}.`)
  const { data } = await floating(ctx, origin, { ...query, limit: Math.min(Number(query.limit ?? MAX_RECORDS), MAX_RECORDS) })
  const env = await envFor(ctx, origin)
  const rows: Row[] = []
  for (const { id } of data) {
    const exact = await loadExact(ctx, origin, Number(id), { action: 'view', lock: false })
    const open = new Map(
      openRows(ctx, env, origin, { lines: spec, record: exact }).map(({ row, left }) => [Number(row.id), left?.toNumber() ?? null]),
    )
    if (open.size === 0) continue
    const shown = await ctx.services.records.get(ctx, origin, Number(id))
    for (const row of (shown[from] as Row[] | undefined) ?? []) {
      if (!open.has(Number(row.id))) continue
      const date = origin.entity.date ? { date: shown[origin.entity.date] } : {}
      rows.push({
        ...row,
        ...date,
        open: open.get(Number(row.id)),
        [origin.name]: { id, name: shown[origin.entity.name], label: shown.label },
      })
    }
  }
  return rows
}

export const sourcesOpen: Handler = {
  name: 'sources.open',
  params: PARAMS,
  async run(ctx, module, request, given) {
    const params = given as unknown as Params
    const origin = ctx.modules.get(params.source)
    if (!origin) throw fault(`There is no module ${params.source}.`)
    for (const name of ['date', 'date_from', 'date_to']) {
      const value = request.query[name]
      if (value !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(String(value))) throw invalid({ [name]: ['Enter a date as YYYY-MM-DD.'] })
    }
    const query = queryOf(origin, params, request.query)
    if (params.distinct) return { success: true, data: await distinctOf(ctx, origin, query, params.distinct) }
    if (params.lines) return { success: true, data: await rowsOf(ctx, module, { origin, query, params }) }
    return { success: true, ...(await floating(ctx, origin, query)) }
  },
}
