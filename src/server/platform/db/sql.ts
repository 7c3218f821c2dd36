/**
 * The one way to write a statement: sql`SELECT name FROM ${table(ctx, 'item')} WHERE id = ${id}`. What is interpolated is a
 * parameter, unless it is a fragment, which is written out with its own parameters. Identifiers come from `table`,
 * `linesTable` and `ref`; `raw` is for text that the program itself has made, never for what a user sent.
 */
import { raw, type Sql } from 'sql-template-tag'
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
export const linesTable = (at: InCompany & { readonly modules: ModuleSet }, module: string, lines: string): Sql =>
  table(at, at.modules.get(module)?.lines.find(({ name }) => name === lines)?.table ?? `${module}__${lines}`)

/** A quoted column or other name. */
export const ref = (name: string): Sql => raw(quote(name))
