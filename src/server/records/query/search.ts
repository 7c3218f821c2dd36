/** Text search: every word must be found somewhere in the module's search fields, in any order, anywhere in a word. */
import type { Module } from '../../../engine/model/module.ts'
import type { Target } from '../../../engine/runtime/permissions/index.ts'
import { qualify } from '../../platform/db/name.ts'
import { likePattern } from './compare.ts'
import type { FilterEnv } from './filter-env.ts'
import type { Spot } from './reader.ts'

const MAX_WORDS = 8

type Column = Extract<Target, { kind: 'column' }>
type Reference = Extract<Target, { kind: 'reference' }>

/** The words of a search text. */
export const wordsOf = (text: string): string[] =>
  text.replaceAll('\0', '').trim().slice(0, 200).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)

/** The words of a search and the paths they are looked for in. */
interface SearchTerms {
  readonly alias: string
  readonly text: string
  readonly paths?: Iterable<string>
  readonly common?: ReadonlySet<string>
}

/**
 * Conditions for a search text, one per word. `paths`: the fields to search; of them only those that the caller can name
 * are searched. The module's own columns are compared directly, so that trigram indexes serve them, and a reference by
 * the ids of the records that match; where both or several references take part, each word becomes a union of id lookups,
 * of which every branch can use an index of its own (an OR across tables could use none). Words that are `common` are
 * compared with each row that the other conditions leave, since looking up half of all records would take longer.
 */
export function searchSql(
  env: FilterEnv,
  module: Module,
  { alias, text, paths = module.search, common = new Set() }: SearchTerms,
): string[] {
  const words = wordsOf(text)
  const wanted = [...paths]
  const targets = targetsOf(env, module, wanted)
  if (!words.length) return []
  // A text without any field to search matches nothing.
  if (!targets.length) return wanted.length ? ['false'] : []
  const branches = branchesOf(targets)
  return words.map((text) => {
    const word: Word = { text, pattern: env.params.add(likePattern(text), 'text') }
    if (branches.length > 1 && !common.has(text)) return `${alias}.id in (${lookups(env, module, branches, word).join(' union ')})`
    return `(${branches.map((branch) => branchSql(env, { module, alias }, branch, word)).join(' or ')})`
  })
}

/** The lookup of a word, as one statement that returns every match; undefined where there is one way of looking it up or none. */
export function searchText(env: FilterEnv, module: Module, text: string, paths: Iterable<string>): string | undefined {
  const branches = branchesOf(targetsOf(env, module, [...paths]))
  if (branches.length < 2) return undefined
  return lookups(env, module, branches, { text, pattern: env.params.add(likePattern(text), 'text') }).join(' union all ')
}

/** A word of a search, and the parameter with its pattern. */
interface Word {
  readonly text: string
  readonly pattern: string
}

const targetsOf = (env: FilterEnv, module: Module, paths: readonly string[]): (Column | Reference)[] =>
  paths
    .map((path) => env.reader.name(module, path, 'search'))
    .filter((target): target is Column | Reference => target?.kind === 'column' || target?.kind === 'reference')

/** A statement for each way of looking, of the ids that match. */
const lookups = (env: FilterEnv, module: Module, branches: ReturnType<typeof branchesOf>, word: Word): string[] =>
  branches.map((branch) => {
    const inner = env.alias()
    const where = branchSql(env, { module, alias: inner }, branch, word)
    return `select ${inner}.id from ${qualify(env.schema, module.entity.table)} ${inner} where ${where}`
  })

/** Own columns together, and those reached through each reference together, because each has its own condition on rows. */
function branchesOf(targets: readonly Target[]): (readonly Column[] | readonly Reference[])[] {
  const columns = targets.filter((target): target is Column => target.kind === 'column')
  const references = Map.groupBy(
    targets.filter((target): target is Reference => target.kind === 'reference'),
    ({ field, rows }) => `${field.name} ${rows}`,
  )
  return [...(columns.length ? [distinct(columns)] : []), ...references.values()]
}

const distinct = (columns: readonly Column[]): Column[] => [...new Map(columns.map((column) => [column.field.name, column])).values()]

function branchSql(env: FilterEnv, spot: Spot, branch: readonly Column[] | readonly Reference[], word: Word): string {
  const [first] = branch
  if (first!.kind === 'column') {
    const conditions = (branch as readonly Column[]).map(({ field }) => {
      const sql = env.reader.column(spot, field)
      if (field.type === 'select') return chosenSql(env, field, sql, word)
      return `${field.storage === 'text' ? sql : `${sql}::text`} ilike ${word.pattern}`
    })
    return `(${conditions.join(' or ')})`
  }
  const { field, module, rows } = first as Reference
  const inner = env.alias()
  const fieldSql = env.reader.column(spot, field)
  const reach = rows === 'reached' ? env.reader.reach(module, inner) : undefined
  const rest = branchesOf((branch as readonly Reference[]).map((entry) => entry.rest))
  const matches = rest.map((each) => branchSql(env, { module, alias: inner }, each, word)).join(' or ') || 'false'
  const ids = `select ${inner}.id from ${qualify(env.schema, module.entity.table)} ${inner} where ${[...(reach ? [reach] : []), `(${matches})`].join(' and ')}`
  return field.storage === 'bigint[]' ? `${fieldSql} && array(${ids})` : `${fieldSql} in (${ids})`
}

/** A choice is searched by the words that are shown of it, not by the value that is stored. */
function chosenSql(env: FilterEnv, field: Column['field'], column: string, { text }: Word): string {
  const wanted = text.toLowerCase()
  const chosen = (field.options ?? []).filter(({ label }) => label.toLowerCase().includes(wanted)).map(({ value }) => value)
  return chosen.length ? `${column} = any(${env.params.add(chosen, 'text[]')})` : 'false'
}
