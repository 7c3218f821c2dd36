/** The one statement that answers a request for figures: groups, their order, the rest, and the totals. */
import type { AggregateRequest } from '../../../engine/model/aggregate.ts'
import { groupKey, HAVING_OPERATORS } from '../../../engine/model/aggregate.ts'
import type { Params } from '../../platform/db/params.ts'
import type { Group } from './groups.ts'
import type { Combine, Measured } from './measures.ts'

/** The rows that figures are made of. */
interface Source {
  /** `from … where …` with the joins of groups and measures. */
  readonly grouped: string
  /** The same without the joins of groups, which can count a record several times. */
  readonly whole: string
}

interface StatementParts {
  readonly request: AggregateRequest
  readonly groups: readonly Group[]
  readonly measures: readonly Measured[]
  readonly source: Source
  /** The condition that a record belongs to the later of two periods; absent where nothing is compared. */
  readonly current?: string
  readonly params: Params
}

const COMBINED: Readonly<Record<Exclude<Combine, 'none'>, (part: string) => string>> = {
  sum: (part) => `sum(${part})`,
  min: (part) => `min(${part})`,
  max: (part) => `max(${part})`,
}

/** A part of a measure in one of the periods, with the name of its column. */
interface Column {
  readonly name: string
  readonly sql: string
  readonly combine: Combine
}

/** The columns of one period: parts by measure. */
const columnsOf = (measures: readonly Measured[], prefix: string, filter: string): Column[][] =>
  measures.map(({ parts }, index) =>
    parts.map(({ aggregate, combine }, place) => ({ name: `${prefix}${index}_${place}`, sql: aggregate(filter), combine })),
  )

const array = (values: readonly string[]): string => `json_build_array(${values.join(', ')})`

/** Figures from columns as they are, in a row of the groups. */
const figures = (measures: readonly Measured[], columns: readonly (readonly Column[])[]): string[] =>
  measures.map(({ figure }, index) => figure(columns[index]!.map(({ name }) => name)))

/** Figures of several groups; null where the parts cannot be added up. */
const combined = (measures: readonly Measured[], columns: readonly (readonly Column[])[]): string[] =>
  measures.map(({ figure }, index) => {
    const parts = columns[index]!.map(({ name, combine }) => (combine === 'none' ? undefined : COMBINED[combine](name)))
    return parts.includes(undefined) ? 'null' : figure(parts as string[])
  })

/** Figures computed over all rows at once. */
const direct = (measures: readonly Measured[], columns: readonly (readonly Column[])[]): string[] =>
  measures.map(({ figure }, index) => figure(columns[index]!.map(({ sql }) => sql)))

const orderOf = ({ request, groups, measures }: StatementParts): string[] => {
  const keys = groups.map((_, index) => `k${index}`)
  const ties = keys.map((key) => `${key} nulls last`)
  if (request.sort.length) {
    const wanted = request.sort.map(({ key, descending }) => {
      const group = request.groups.findIndex((candidate) => groupKey(candidate) === key)
      const measure = measures.findIndex(({ column }) => column.key === key)
      const sql = group < 0 ? `m${measure}` : (groups[group]!.label?.(keys[group]!) ?? keys[group]!)
      return `${sql} ${descending ? 'desc' : 'asc'} nulls last`
    })
    return [...wanted, ...ties]
  }
  // Time runs on; everything else begins with the largest.
  return groups[0]?.isDate ? ties : ['m0 desc nulls last', ...ties]
}

/** Rows `{rows, total_groups, totals, others}`, each figure in the order of the measures. */
export function statementOf(parts: StatementParts): string {
  const { request, groups, measures, source, current, params } = parts
  const now = columnsOf(measures, 'p', current ?? '')
  const before = current === undefined ? [] : columnsOf(measures, 'q', `not (${current})`)
  const both = [...now, ...before].flat()
  const keys = groups.map((_, index) => `k${index}`)
  const names = [...keys, ...both.map(({ name }) => name)].join(', ')
  const selected = [...groups.map(({ sql }, index) => `${sql} as k${index}`), ...both.map(({ name, sql }) => `${sql} as ${name}`)]
  const isAdditive = !groups.some(({ several }) => several) && both.every(({ combine }) => combine !== 'none')
  const named = figures(measures, now).map((sql, index) => `${sql} as m${index}`)
  const having = request.having.map(({ measure, operator, value }) => {
    const index = measures.findIndex(({ column }) => column.key === measure)
    return `m${index} ${HAVING_OPERATORS[operator]} ${params.add(value, 'numeric')}`
  })
  const labels = groups.map(({ label }, index) => label?.(keys[index]!) ?? 'null')
  const row = `json_build_object('keys', ${array(keys)}, 'labels', ${array(labels)}, 'values', ${array(measures.map((_, index) => `m${index}`))}${
    current === undefined ? '' : `, 'previous', ${array(figures(measures, before))}`
  })`
  const sumOf = (figure: (columns: readonly (readonly Column[])[]) => string[]): string =>
    `'values', ${array(figure(now))}${current === undefined ? '' : `, 'previous', ${array(figure(before))}`}`
  const limit = params.add(request.limit, 'bigint')
  const totals = isAdditive
    ? `(select json_build_object(${sumOf((columns) => combined(measures, columns))}) from grouped)`
    : `(select json_build_object(${sumOf((columns) => direct(measures, columns))}) ${source.whole})`
  const others = `(
    select json_build_object('groups', count(*), ${sumOf((columns) => (isAdditive ? combined(measures, columns) : measures.map(() => 'null')))})
    from ranked
    where n > ${limit}
  )`
  return `with grouped as (
    select ${selected.join(', ')}
    ${source.grouped}
    ${keys.length ? `group by ${keys.map((_, index) => index + 1).join(', ')}` : ''}
  ),
  measured as (
    select ${[names, ...named].join(', ')}
    from grouped
  ),
  ranked as (
    select *, row_number() over (order by ${orderOf(parts).join(', ')}) as n
    from measured
    ${having.length ? `where ${having.join(' and ')}` : ''}
  )
  select
    (select coalesce(json_agg(${row} order by n), '[]'::json) from ranked where n <= ${limit}) as rows,
    (select count(*) from ranked) as total_groups,
    ${request.totals ? totals : 'null::json'} as totals,
    ${request.others ? others : 'null::json'} as others`
}
