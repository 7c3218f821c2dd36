/** Text search: every word must be found somewhere in the module's search fields, in any order, anywhere in a word. */
import type { Module } from '../../../engine/module.ts'
import { likePattern } from './compare.ts'
import type { FilterEnv } from './filter.ts'
import { findPath, type Target } from './paths.ts'
import { tableName } from './sql.ts'
import { column } from './values.ts'

const MAX_WORDS = 8

/**
 * Conditions for a search text. Own columns are compared directly, so that trigram indexes serve them;
 * when referenced columns take part, each word becomes a union of id lookups, of which every branch can use
 * an index of its own (an OR across tables could use none).
 */
export function searchSql(env: FilterEnv, module: Module, alias: string, text: string, paths: readonly string[] = module.search): string[] {
  const words = text.replaceAll('\0', '').trim().slice(0, 200).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const targets = paths
    .map((path) => findPath(env.modules, module, path, env.sees))
    .filter((target): target is Target => target?.kind === 'column' || target?.kind === 'reference')
  if (!words.length || !targets.length) return []
  return words.map((word) => {
    const pattern = env.params.add(likePattern(word), 'text')
    if (targets.every((target) => target.kind === 'column')) {
      return `(${targets.map((target) => matchSql(env, target, alias, pattern)).join(' or ')})`
    }
    const branches = targets.map((target) => {
      const inner = env.alias()
      return `select ${inner}.id from ${tableName(env.schema, module.entity.table)} ${inner} where ${matchSql(env, target, inner, pattern)}`
    })
    return `${alias}.id in (${branches.join(' union ')})`
  })
}

function matchSql(env: FilterEnv, target: Target, alias: string, pattern: string): string {
  if (target.kind === 'column') {
    const sql = column(alias, target.field.name)
    return `${target.field.storage === 'text' ? sql : `${sql}::text`} ilike ${pattern}`
  }
  if (target.kind !== 'reference') return 'false'
  const inner = env.alias()
  const own = column(alias, target.field.name)
  const ids = `select ${inner}.id from ${tableName(env.schema, target.module.entity.table)} ${inner} where ${matchSql(env, target.rest, inner, pattern)}`
  return target.field.storage === 'bigint[]' ? `${own} && array(${ids})` : `${own} in (${ids})`
}
