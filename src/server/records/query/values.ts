/** How one stored field reads in an answer, as an SQL expression. */
import type { Field } from '../../../engine/model/module.ts'
import { literal, quote } from '../../platform/db/name.ts'

/**
 * `list` masks sensitive values, `read` shows them to users who can see the field, `exact` keeps every decimal (numbers
 * as text) for services that calculate.
 */
export type Mode = 'list' | 'read' | 'exact'

const MASK = '••••'
const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** An instant as ISO text in UTC, regardless of the session's zone. */
export const instant = (sql: string): string => `to_char(${sql} at time zone 'UTC', ${literal(INSTANT)})`

/** The stored column of a field. */
export const column = (alias: string, name: string): string => `${alias}.${quote(name)}`

/** The field's value in responses, read by `sql`; undefined when it is never sent (passwords, child tables). */
export function valueSql(sql: string, field: Field, mode: Mode): string | undefined {
  if (field.storage === 'none') return undefined
  if (mode !== 'exact') {
    if (field.type === 'password') return undefined
    if (field.type === 'secret') return `case when ${sql} is null then null else ${literal(MASK)} end`
    if (field.sensitive && mode === 'list') {
      return `case when ${sql} is null then null else ${literal(MASK)} || right(${sql}::text, 4) end`
    }
  }
  switch (field.storage) {
    case 'timestamptz':
      return instant(sql)
    case 'numeric':
      return mode === 'exact' ? `${sql}::text` : sql
    case 'daterange':
      return `case when ${sql} is null then null else json_build_object('from', lower(${sql}), 'to', upper(${sql}) - 1) end`
    case 'time':
      return `to_char(${sql}, 'HH24:MI:SS')`
    case 'bigint[]':
    case 'text[]':
      return `coalesce(${sql}, '{}')`
    default:
      return sql
  }
}
