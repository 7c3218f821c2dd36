/** Values that a form offers while a text is entered (`suggest`): lots that are in stock, serial numbers that were delivered. */
import type { Field, FieldSuggest, Module, Row, SuggestedRows, SuggestedSource } from '../../engine/model/module.ts'
import { isNumeric } from '../../engine/runtime/fields/types.ts'
import type { Ctx } from '../platform/context.ts'
import { allOf, empty, ref, type Sql, sql, table } from '../platform/db/sql.ts'
import { invalid, notFound } from '../platform/errors.ts'
import { optionalText, text } from '../platform/http/params.ts'
import { seesOf } from './access.ts'
import { dropdown } from './dropdown.ts'
import { onceOf, takenEntries } from './taken-entries.ts'

const LIMIT = 20

/** What is shown beside an offered value: a figure or a date, with its title. */
interface Detail {
  readonly title: string
  readonly type: Field['type']
  readonly value: number | string
}
interface Suggestion {
  readonly value: string
  readonly details: readonly Detail[]
}
/** What was asked: the values of the siblings by the column that they are compared with, and what is typed so far. */
interface Asked {
  readonly values: Row
  readonly search: string | undefined
}

/** Whether a field of the module or of its lines has suggestions. */
const hasSuggestions = (module: Module): boolean => [module, ...module.lines].some(({ fields }) => fields.some(({ suggest }) => suggest))

/**
 * The values to offer for the field `field` (`items.lot_no`), where `values` has those of the siblings that its condition
 * names, by the column that they are compared with, or `source_module` and `source_line_id` of the line. None while one of
 * them is empty, or is a record that the caller does not reach; 400 for a field without suggestions, 404 for a module
 * without any.
 */
export async function suggestions(ctx: Ctx, module: Module, body: Row): Promise<Suggestion[]> {
  if (!hasSuggestions(module)) throw notFound(`${module.title} has no suggestions.`)
  const [head, tail] = text(body, 'field', 100).split('.') as [string, string | undefined]
  const field = tail === undefined ? module.field[head] : module.lines.find(({ name }) => name === head)?.field[tail]
  const suggest: FieldSuggest | undefined = field && seesOf(ctx)(field) ? field.suggest : undefined
  if (!suggest) throw invalid({ field: ['Nothing is offered for this field.'] })
  const given = body.values
  const values = typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Row) : {}
  const asked: Asked = { values, search: optionalText(body, 'search')?.trim() }
  if ('source' in suggest) return ofSource(ctx, module, { ...suggest, table: head, asked })
  const target = ctx.modules.get(suggest.module)
  if (!target) throw invalid({ field: ['Nothing is offered for this field.'] })
  return ofRows(ctx, target, suggest, asked)
}

/** Values of the rows of `target`. */
async function ofRows(ctx: Ctx, target: Module, suggest: SuggestedRows, { values, search }: Asked): Promise<Suggestion[]> {
  const conditions = await conditionsOf(ctx, target, suggest, values)
  if (!conditions) return []
  const { value, left, first } = suggest
  const rows = await ctx.db.query<{ value: string; left: string | null; first: string | null }>(
    sql`
      SELECT
        t.${ref(value)} AS value,
        ${left === undefined ? sql`NULL` : sql`trim_scale(sum(t.${ref(left)}))::text`} AS "left",
        ${first === undefined ? sql`NULL` : sql`min(t.${ref(first)})::text`} AS "first"
      FROM ${table(ctx, target.entity.table)} t
      WHERE ${allOf([
        ...conditions,
        sql`t.${ref(value)} <> ''`,
        ...(search ? [sql`strpos(lower(t.${ref(value)}), lower(${search})) > 0`] : []),
      ])}
      GROUP BY t.${ref(value)}
      ${left === undefined ? empty : sql`HAVING sum(t.${ref(left)}) > 0`}
      ORDER BY ${first === undefined ? empty : sql`min(t.${ref(first)}) NULLS LAST,`} t.${ref(value)}
      LIMIT ${LIMIT}
    `,
  )
  const detail = (name: string | undefined, shown: string | null): Detail[] => {
    const column = name === undefined ? undefined : target.field[name]
    if (!column || !shown || !seesOf(ctx)(column)) return []
    return [{ title: column.title, type: column.type, value: isNumeric(column.type) ? Number(shown) : shown }]
  }
  return rows.map((row) => ({ value: row.value, details: [...detail(left, row.left), ...detail(first, row.first)] }))
}

/** Values of the row that a line of the child table was copied from; none where the caller does not reach its document. */
async function ofSource(
  ctx: Ctx,
  module: Module,
  { source: name, table: lines, asked: { values, search } }: SuggestedSource & { table: string; asked: Asked },
): Promise<Suggestion[]> {
  const { source_module: from, source_line_id: line } = values
  const source = ctx.modules.get(String(from ?? ''))
  const spec = module.sources.find(({ module: other }) => other === source?.name)?.lines[lines]
  const child = spec?.from
  const origin = source?.lines.find((entry) => entry.name === child)
  const field = origin?.field[name]
  if (!source || !origin || !field || !seesOf(ctx)(field) || !Number.isSafeInteger(line)) return []
  const [row] = await ctx.db.query<{ parent_id: number; value: unknown }>(
    sql`SELECT parent_id, ${ref(name)} AS value FROM ${table(ctx, origin.table)} WHERE id = ${line}`,
  )
  if (!row) return []
  const [reached] = await dropdown(ctx, source, { filter: { id: row.parent_id }, limit: 1 })
  if (!reached) return []
  const offered = (Array.isArray(row.value) ? row.value : [row.value]).map((value) => String(value ?? '').trim())
  const isOnce = onceOf(spec!).some(([, copied]) => copied === name)
  const gone = isOnce ? (await takenEntries(ctx, source, { from: child, ids: [Number(line)] })).get(Number(line))?.get(name) : undefined
  const fits = (value: string): boolean => value !== '' && !gone?.has(value) && value.toLowerCase().includes((search ?? '').toLowerCase())
  return [...new Set(offered)].filter(fits).map((value) => ({ value, details: [] }))
}

/** The conditions on the rows; undefined when nothing can be offered. */
async function conditionsOf(ctx: Ctx, target: Module, { where }: SuggestedRows, values: Row): Promise<Sql[] | undefined> {
  const conditions: Sql[] = []
  for (const [name, wanted] of Object.entries(where)) {
    if (typeof wanted !== 'string' || !wanted.startsWith('$')) {
      conditions.push(sql`t.${ref(name)} = ${wanted}`)
      continue
    }
    const value = values[name]
    const referred = ctx.modules.get(target.field[name]?.to ?? '')
    if (referred) {
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined
      const [reached] = await dropdown(ctx, referred, { filter: { id: value }, limit: 1 })
      if (!reached) return undefined
    } else if (typeof value !== 'string' || value === '') return undefined
    conditions.push(sql`t.${ref(name)} = ${value}`)
  }
  return conditions
}
