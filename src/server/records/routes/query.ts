/** Query strings of lists: reserved names, `filter[field][op]=v`, and plain `field=v` as equality. */
import type { ListQuery } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { idOf } from '../get.ts'

const RESERVED = new Set([
  'page',
  'limit',
  'per_page',
  'sort',
  'search',
  'q',
  'filter',
  'filters',
  'count',
  'window',
  'fields',
  'for',
  'format',
  'as_of',
  'columns',
  'company_code',
  '_',
  '_method',
])
/** Whether a list or a report reads this name itself, whatever its fields and parameters are. */
export const isReserved = (name: string): boolean => RESERVED.has(name)
const BRACKETS = /^filters?\[([A-Za-z0-9_.]{1,200})\](?:\[([a-z]*)\])?(?:\[\])?$/
const MAX_FILTERS = 60

type Query = Readonly<Record<string, unknown>>
const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : Array.isArray(value) ? text(value.at(-1)) : undefined

function add(filter: Record<string, unknown>, field: string, op: string | undefined, value: unknown): void {
  if (Object.keys(filter).length >= MAX_FILTERS) throw invalid({ filter: [`At most ${MAX_FILTERS} filters.`] })
  const before = filter[field]
  if (!op) {
    filter[field] = before === undefined ? value : { ...asOperators(before), ...asOperators(value) }
    return
  }
  filter[field] = { ...(before === undefined ? {} : asOperators(before)), [op]: value }
}
const asOperators = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { [Array.isArray(value) ? 'in' : 'eq']: value }

/** The list query of a request. A plain text in `filter` searches, as old clients do. */
export function listQuery(query: Query): ListQuery & { fields?: string; for?: string } {
  const filter: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  let search = text(query.search) ?? text(query.q)
  for (const [name, value] of Object.entries(query)) {
    const nested = BRACKETS.exec(name)
    if (nested) add(filter, nested[1]!, nested[2], value)
    else if (name === 'filter' || name === 'filters') {
      const parsed = structured(value, name)
      if (typeof parsed === 'string') search ??= parsed
      else for (const [field, operand] of Object.entries(parsed)) add(filter, field, undefined, operand)
    } else if (!RESERVED.has(name)) add(filter, name.replace(/\[\]$/, ''), undefined, value)
  }
  const count = text(query.count)
  const numbers = { page: query.page, limit: query.limit ?? query.per_page } as { page?: number; limit?: number }
  return {
    ...(numbers.page === undefined ? {} : { page: numbers.page }),
    ...(numbers.limit === undefined ? {} : { limit: numbers.limit }),
    ...(text(query.sort) ? { sort: text(query.sort)! } : {}),
    ...(search ? { search } : {}),
    ...(count === 'exact' || count === 'none' ? { count } : {}),
    ...(query.window === 'all' ? { window: 'all' as const } : {}),
    ...(text(query.fields) ? { fields: text(query.fields)! } : {}),
    ...(text(query.for) ? { for: text(query.for)! } : {}),
    filter,
  }
}

function structured(value: unknown, name: string): string | Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  const given = text(value) ?? ''
  if (!given.trim().startsWith('{')) return given
  try {
    return JSON.parse(given) as Record<string, unknown>
  } catch {
    throw invalid({ [name]: ['This is not valid JSON.'] })
  }
}

/** `1,2,3` or a list as ids. */
export function idList(value: unknown): number[] {
  const list = Array.isArray(value)
    ? value
    : String(value ?? '')
        .split(',')
        .filter((name) => name.trim() !== '')
  return [...new Set(list.map((entry) => idOf(String(entry).trim())))]
}
