/** Tags in lists: the tags of a row, and the rows with a tag. */
import type { Module, ModuleSet } from '../../../engine/model/module.ts'
import { TAGS } from '../../../engine/runtime/permissions/index.ts'
import { literal, qualify, quote } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { type Asked, booleanOf, type CompareEnv, listOf } from './compare.ts'
import { column } from './values.ts'

export { TAGS }

const known = new WeakMap<ModuleSet, { readonly module: Module | undefined }>()

/** The module that stores tags, identified by its fields; undefined when there is none. */
export function tagModule(modules: ModuleSet): Module | undefined {
  let match = known.get(modules)
  if (!match) {
    const keepsTags = (module: Module) => ['name', 'color', 'module_id', 'record_ids', 'is_active'].every((name) => module.field[name])
    known.set(modules, (match = { module: [...modules.values()].find(keepsTags) }))
  }
  return match.module
}

/** Whether records of the module can have tags under that name. */
export const carriesTags = (modules: ModuleSet, module: Pick<Module, 'field'>): boolean =>
  tagModule(modules) !== undefined && module.field[TAGS] === undefined

/** The table that says which record carries which tag. */
export const tagLinks = (schema: string): string => `${quote(schema)}.record_tag`

/** Tags of the rows of `alias` as a JSON array `{id, name, color}`, by name. */
export function tagsSelect(schema: string, modules: ModuleSet, module: Module, alias: string): string[] {
  if (!carriesTags(modules, module)) return []
  const tags = qualify(schema, tagModule(modules)!.entity.table)
  return [
    `(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name), g.id), '[]'::json) from ${tagLinks(schema)} k join ${tags} g on g.id = k.tag_id where k.module = ${literal(module.name)} and k.record_id = ${alias}.id) as ${quote(TAGS)}`,
  ]
}

/** Names of the tags of the rows of `alias`, as one text. */
export const tagNamesSql = (schema: string, modules: ModuleSet, module: Module, alias: string): string =>
  `(select string_agg(g.name, '; ' order by lower(g.name)) from ${tagLinks(schema)} k join ${qualify(schema, tagModule(modules)!.entity.table)} g on g.id = k.tag_id where k.module = ${literal(module.name)} and k.record_id = ${alias}.id)`

/** Rows that carry one of the tags (`eq`, `in`), none of them (`ne`), or any at all (`null`). */
export function tagCondition(
  env: CompareEnv & { readonly schema: string },
  module: Module,
  alias: string,
  { op, value, path }: Asked,
): string {
  const carrying = `select k.record_id from ${tagLinks(env.schema)} k where k.module = ${env.params.add(module.name, 'text')}`
  const id = column(alias, 'id')
  if (op === 'null') return `${id} ${booleanOf(value, path) ? 'not in' : 'in'} (${carrying})`
  if (op !== 'eq' && op !== 'in' && op !== 'ne') throw invalid({ [path]: [`"${op}" does not apply to tags.`] })
  const ids = listOf(value, path).map(String)
  if (!ids.every((name) => /^\d{1,16}$/.test(name))) throw invalid({ [path]: ['Tags are named by their ids.'] })
  return `${id} ${op === 'ne' ? 'not in' : 'in'} (${carrying} and k.tag_id = any(${env.params.add(ids, 'bigint[]')}))`
}
