/**
 * The one way to write a statement: sql`SELECT name FROM ${table(ctx, 'item')} WHERE id = ${id}`. What is interpolated is a
 * parameter, unless it is a fragment, which is written out with its own parameters. Identifiers come from `table`,
 * `linesTable` and `ref`; `raw` is for text that the program itself has made, never for what a user sent.
 */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { ModuleSet } from '../../../engine/model/module.ts'
import { qualify, quote } from './name.ts'

export { default as sql, empty, join, raw, Sql } from 'sql-template-tag'

/** Whose tables: a `Ctx`, or a company alone. */
interface InCompany {
  readonly company: { readonly schema: string }
}

/** A table of the company: `"co_demo"."item"`. */
export const table = (inCompany: InCompany, name: string): Sql => raw(qualify(inCompany.company.schema, name))

/** The table of a module's lines. */
export const linesTable = (scope: InCompany & { readonly modules: ModuleSet }, module: string, lines: string): Sql =>
  table(scope, scope.modules.get(module)?.lines.find(({ name }) => name === lines)?.table ?? `${module}__${lines}`)

/** A quoted column or other name. */
export const ref = (name: string): Sql => raw(quote(name))

/** Quoted columns, separated by commas. */
export const columns = (names: readonly string[]): Sql => raw(names.map(quote).join(', '))

/** `"name" = value` for each entry, separated by commas: what follows SET. At least one entry. */
export const assignments = (values: Readonly<Record<string, unknown>>): Sql =>
  join(
    Object.entries(values).map(([name, value]) => sql`${ref(name)} = ${value}`),
    ', ',
  )

/** All of the conditions; TRUE when there is none. */
export const allOf = (conditions: readonly Sql[]): Sql => (conditions.length ? join([...conditions], ' AND ') : raw('TRUE'))

/** A column of values for `unnested`, and the PostgreSQL type of one of them. */
interface ValueColumn {
  readonly name: string
  readonly type: string
  readonly values: readonly unknown[]
}

/**
 * Rows given as columns of equal length, for FROM: `unnest($1::bigint[], …) AS u("id", …)`. With `numbered`, a further
 * column of this name has the position of the row, from 1.
 */
export const unnested = (alias: string, given: readonly ValueColumn[], numbered?: string): Sql => {
  const lists = join(
    given.map(({ type, values }) => sql`${values}::${raw(type)}[]`),
    ', ',
  )
  const names = columns([...given.map(({ name }) => name), ...(numbered ? [numbered] : [])])
  return sql`unnest(${lists}) ${numbered ? sql`WITH ORDINALITY` : raw('')} AS ${ref(alias)}(${names})`
}

/** `"name" = u."name"` for each column, separated by commas: what follows SET in an update from `unnested` rows. */
export const assignedFrom = (alias: string, names: readonly string[]): Sql =>
  raw(names.map((name) => `${quote(name)} = ${quote(alias)}.${quote(name)}`).join(', '))
