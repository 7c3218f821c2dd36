/** What a path of a request reads for its figures: the expression in SQL, its field, and the joins on the way. */
import type { Field, Lines, Module } from '../../../engine/model/module.ts'
import type { Target } from '../../../engine/runtime/permissions/index.ts'
import { literal, qualify } from '../../platform/db/name.ts'
import { invalid } from '../../platform/errors.ts'
import { progressSql } from '../query/filter.ts'
import type { FilterEnv } from '../query/filter-env.ts'
import { didYouMean } from '../query/paths.ts'
import type { Spot } from '../query/reader.ts'
import { TAGS, tagLinks } from '../query/tags.ts'

/** Joins of a statement, each made once however many expressions need it. */
export class Joins {
  readonly texts: string[] = []
  readonly #aliases = new Map<string, string>()

  /** The alias of a join, which `write` writes where it is new. */
  alias(key: string, free: () => string, write: (alias: string) => string): string {
    const known = this.#aliases.get(key)
    if (known) return known
    const alias = free()
    this.#aliases.set(key, alias)
    this.texts.push(write(alias))
    return alias
  }
}

/** The meaning of a path. */
export interface Reading {
  readonly sql: string
  /** The field at the end of the path; absent for tags and flags of the workflow. */
  readonly field?: Field
  readonly kind: 'field' | 'flag' | 'tags'
  /** Module of the records whose ids the expression reads. */
  readonly to?: Module
  /** Titles of the fields along the path. */
  readonly titles: readonly string[]
  /** Whether a record has several values, and so stands in several groups. */
  readonly several: boolean
}

/** The child table that a path begins with; undefined where it begins with a field. */
export const linesOf = (target: Target): Lines | undefined => (target.kind === 'lines' ? target.lines : undefined)

/** The meaning of a path that the caller may name; 400 with the nearest name otherwise. `part`: `group` or `measure`, for the error. */
export function targetOf(env: FilterEnv, module: Module, path: string, part: 'group' | 'measure'): Target {
  const target = env.reader.name(module, path, 'group')
  const end = target && endOf(target)
  // Lists mask these values, so figures must not spell them out.
  if (target && !(end?.kind === 'column' && end.field.sensitive)) return target
  if (module.field[path]?.live && env.reader.sees(module.field[path]))
    throw invalid({ [part]: [`"${path}" is recomputed each time it is shown, so there are no figures of it.`] })
  throw invalid({ [part]: [`There is no field "${path}" for figures.${didYouMean(path, env.reader.names(module, 'group'))}`] })
}

/** What stands at the end of a path. */
function endOf(target: Target): Exclude<Target, { kind: 'reference' | 'lines' }> {
  let end = target
  while (end.kind === 'reference' || end.kind === 'lines') end = end.rest
  return end
}

interface Place {
  readonly env: FilterEnv
  readonly joins: Joins
  readonly spot: Spot
  /** The path so far, by which joins are known. */
  readonly path: string
  readonly titles: readonly string[]
}

/** Reads a target of the row `spot`. `lines`: alias of the joined child table, for paths that begin with it. */
export function readingOf(
  env: FilterEnv,
  joins: Joins,
  spot: Spot,
  { target, lines }: { readonly target: Target; readonly lines?: string },
): Reading {
  if (target.kind === 'lines') {
    if (!lines) throw new Error('The lines of a path must be joined first.')
    return read(
      { env, joins, spot: { ...spot, lines: { lines: target.lines, alias: lines } }, path: target.lines.name, titles: [] },
      target.rest,
    )
  }
  return read({ env, joins, spot, path: '', titles: [] }, target)
}

function read(place: Place, target: Target): Reading {
  const { env, spot, titles } = place
  const { module, alias } = spot
  switch (target.kind) {
    case 'builtin':
      return { sql: `${spot.lines?.alias ?? alias}.${target.name}`, kind: 'field', titles: [...titles, target.name], several: false }
    case 'progress':
      return {
        sql: progressSql(module, alias, () => env.params.add(env.today, 'date')),
        field: target.field,
        kind: 'field',
        titles: [...titles, target.field.title],
        several: false,
      }
    case 'flag': {
      const sql = `coalesce(${alias}."status" = any(${env.params.add(target.states, 'text[]')}), false)`
      return { sql, kind: 'flag', titles: [...titles, target.name], several: false }
    }
    case 'tags':
      return tags(place)
    case 'column':
      return column(place, target.field)
    case 'reference':
      return through(place, target)
    case 'lines':
      throw invalid({ group: ['Lines have no lines of their own.'] })
  }
}

function tags({ env, joins, spot, path, titles }: Place): Reading {
  const alias = joins.alias(
    `${path}.${TAGS}`,
    env.alias,
    (tagAlias) =>
      `left join ${tagLinks(env.schema)} ${tagAlias} on ${tagAlias}.module = ${literal(spot.module.name)} and ${tagAlias}.record_id = ${spot.alias}.id`,
  )
  return { sql: `${alias}.tag_id`, kind: 'tags', titles: [...titles, 'Tags'], several: true }
}

function column({ env, joins, spot, path, titles }: Place, field: Field): Reading {
  const columnSql = env.reader.column(spot, field)
  const to = field.to ? env.modules.get(field.to) : undefined
  const reading = { field, kind: 'field' as const, ...(to ? { to } : {}), titles: [...titles, field.title] }
  if (field.storage === 'jsonb' || field.storage === 'daterange' || field.storage === 'none')
    throw invalid({ group: [`There are no figures of "${field.title}".`] })
  if (!field.storage.endsWith('[]')) return { ...reading, sql: columnSql, several: false }
  const alias = joins.alias(
    `${path}.${field.name}[]`,
    env.alias,
    (each) => `left join lateral unnest(${columnSql}) as ${each}(value) on true`,
  )
  return { ...reading, sql: `${alias}.value`, several: true }
}

function through({ env, joins, spot, path, titles }: Place, target: Extract<Target, { kind: 'reference' }>): Reading {
  const { field, module } = target
  if (field.storage !== 'bigint')
    throw invalid({ group: [`"${field.title}" refers to several records, so a path cannot lead through it.`] })
  const key = `${path}.${field.name}`
  const alias = joins.alias(`${key}:${target.rows}`, env.alias, (inner) => {
    const reach = target.rows === 'reached' ? env.reader.reach(module, inner) : undefined
    const columnSql = env.reader.column(spot, field)
    return `left join ${qualify(env.schema, module.entity.table)} ${inner} on ${inner}.id = ${columnSql}${reach ? ` and ${reach}` : ''}`
  })
  return read({ env, joins, spot: { module, alias }, path: key, titles: [...titles, field.title] }, target.rest)
}
