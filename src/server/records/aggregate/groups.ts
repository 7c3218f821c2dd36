/** Groupings of a request: the value that a record is grouped by, the name of each group, and the filter that finds its records. */
import type { DateUnit, GroupColumn, Grouping } from '../../../engine/model/aggregate.ts'
import { groupKey } from '../../../engine/model/aggregate.ts'
import type { RowFilter } from '../../../engine/model/field.ts'
import { literal, qualify } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import type { FilterEnv } from '../query/filter-env.ts'
import { labelSql, type RefScope } from '../query/refs.ts'
import { tagModule } from '../query/tags.ts'
import type { Reading } from './expressions.ts'
import { lastOf, periodOf } from './period.ts'

/** A grouping of a request, compiled. */
export interface Group {
  readonly path: string
  readonly column: GroupColumn
  /** The value of a record. */
  readonly sql: string
  readonly isDate: boolean
  /** Whether one record can stand in several groups. */
  readonly several: boolean
  /** The name of a group by its value, for records of other modules. */
  readonly label?: (key: string) => string
}

/** The day of a date or an instant, in the company's time zone; undefined for other fields. */
export function dayOf(env: FilterEnv, reading: Pick<Reading, 'sql' | 'field'>): string | undefined {
  if (reading.field?.storage === 'date') return reading.sql
  return reading.field?.storage === 'timestamptz' ? `(${reading.sql} at time zone ${literal(env.timeZone)})::date` : undefined
}

/** Compiles a grouping; `moved` changes the day of records of an earlier period that is compared with. */
export function groupOf(env: FilterEnv, grouping: Grouping, reading: Reading, moved: (day: string) => string = (day) => day): Group {
  const { field, kind, to } = reading
  const title = reading.titles.join(' · ')
  const day = kind === 'field' ? dayOf(env, reading) : undefined
  const key = groupKey(grouping)
  const base = { path: grouping.path, several: reading.several }
  if (day) {
    const unit: DateUnit = grouping.unit ?? 'day'
    // Without the cast a date is truncated as an instant, in the time zone of the connection, which takes longer.
    const sql = unit === 'day' ? moved(day) : `date_trunc(${literal(unit)}, (${moved(day)})::timestamp)::date`
    return { ...base, column: { key, title, type: 'date', unit }, sql, isDate: true }
  }
  if (grouping.unit) throw invalid({ group: [`"${grouping.path}" is no date, so it cannot be grouped by ${grouping.unit}.`] })
  const plain = { ...base, isDate: false }
  if (kind === 'flag') return { ...plain, column: { key, title, type: 'boolean' }, sql: reading.sql }
  if (kind === 'tags') {
    const module = tagModule(env.modules)!
    const label = (key: string) => `(select g.name from ${qualify(env.schema, module.entity.table)} g where g.id = ${key})`
    return { ...plain, column: { key, title, type: 'tags', to: module.name }, sql: reading.sql, label }
  }
  if (to) {
    const scope: RefScope = {
      schema: env.schema,
      modules: env.modules,
      reader: env.reader,
      mode: 'list',
      timeZone: env.timeZone,
      alias: env.alias,
    }
    const label = (key: string) => {
      const alias = env.alias()
      return `(select ${labelSql(scope, to, alias)} from ${qualify(env.schema, to.entity.table)} ${alias} where ${alias}.id = ${key})`
    }
    return { ...plain, column: { key, title, type: field!.type, to: to.name }, sql: reading.sql, label }
  }
  const isFlag = field?.storage === 'boolean'
  return {
    ...plain,
    column: { key, title, type: field?.type ?? 'integer', ...(field?.options ? { options: field.options } : {}) },
    // An empty switch counts as off, as in filters.
    sql: isFlag ? `coalesce(${reading.sql}, false)` : reading.sql,
  }
}

/** The filter of the list that finds the records of a group. `filter`: the request's own, within which a span of dates stays. */
export function filterOf(
  groups: readonly Group[],
  keys: readonly unknown[],
  filter: Readonly<Record<string, unknown>>,
  today: string,
): RowFilter {
  return Object.fromEntries(
    groups.map((group, index): [string, RowFilter[string]] => {
      const key = keys[index]
      if (key === null || key === undefined) return [group.path, { null: true }]
      if (!group.isDate) return [group.path, { eq: key as string | number | boolean }]
      const first = String(key)
      const last = lastOf(first, group.column.unit ?? 'day')
      const within = periodOf(filter[group.path], today, group.path)
      const from = within && within.from > first ? within.from : first
      const to = within && within.to < last ? within.to : last
      return [group.path, { gte: from, lte: to }]
    }),
  )
}
