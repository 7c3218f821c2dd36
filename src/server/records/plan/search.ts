/** Text search: every word must be found somewhere in the module's search fields, in any order, anywhere in a word. */
import type { Module } from '../../../engine/module.ts'
import type { Target } from '../../../engine/permissions/index.ts'
import { likePattern } from './compare.ts'
import type { FilterEnv } from './filter.ts'
import type { Spot } from './reader.ts'
import { tableName } from './sql.ts'

const MAX_WORDS = 8

/**
 * Conditions for a search text. Own columns are compared directly, so that trigram indexes serve them;
 * when referenced columns take part, each word becomes a union of id lookups, of which every branch can use
 * an index of its own (an OR across tables could use none).
 */
export function searchSql(env: FilterEnv, module: Module, alias: string, text: string, paths: readonly string[] = module.search): string[] {
  const words = text.replaceAll('\0', '').trim().slice(0, 200).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  const targets = paths
    .map((path) => env.reader.name(module, path, 'search'))
    .filter((target): target is Target => target?.kind === 'column' || target?.kind === 'reference')
  if (!words.length) return []
  // A text that may be looked for nowhere is found nowhere.
  if (!targets.length) return paths.length ? ['false'] : []
  return words.map((word) => {
    const pattern = env.params.add(likePattern(word), 'text')
    if (targets.every((target) => target.kind === 'column')) {
      return `(${targets.map((target) => matchSql(env, { module, alias }, target, pattern)).join(' or ')})`
    }
    const branches = targets.map((target) => {
      const inner = env.alias()
      return `select ${inner}.id from ${tableName(env.schema, module.entity.table)} ${inner} where ${matchSql(env, { module, alias: inner }, target, pattern)}`
    })
    return `${alias}.id in (${branches.join(' union ')})`
  })
}

function matchSql(env: FilterEnv, spot: Spot, target: Target, pattern: string): string {
  if (target.kind === 'column') {
    const sql = env.reader.column(spot, target.field)
    return `${target.field.storage === 'text' ? sql : `${sql}::text`} ilike ${pattern}`
  }
  if (target.kind !== 'reference') return 'false'
  const inner = env.alias()
  const own = env.reader.column(spot, target.field)
  const reach = target.rows === 'reached' ? env.reader.reach(target.module, inner) : undefined
  const where = [...(reach ? [reach] : []), matchSql(env, { module: target.module, alias: inner }, target.rest, pattern)].join(' and ')
  const ids = `select ${inner}.id from ${tableName(env.schema, target.module.entity.table)} ${inner} where ${where}`
  return target.field.storage === 'bigint[]' ? `${own} && array(${ids})` : `${own} in (${ids})`
}
