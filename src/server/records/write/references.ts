/**
 * References of a record being written: one statement for all targets. It returns the referenced records with the columns
 * that expressions need, whether the caller reaches them, and the columns that their `filter` reads.
 */

import type { Field, Json, Module, Row } from '../../../engine/model/module.ts'
import { isNumeric } from '../../../engine/runtime/compute/index.ts'
import { nameable } from '../../../engine/runtime/permissions/index.ts'
import { ofText, toDecimal } from '../../../kernel/decimal.ts'
import { onceFor } from '../../../kernel/once-for.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, qualify } from '../../platform/db/name.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { envOf } from '../query/env.ts'
import { notInForce, type Span } from '../query/in-force.ts'
import { filled } from '../query/person.ts'
import { referencedSql } from '../query/referenced.ts'
import { objectSql } from '../query/refs.ts'
import { pickedSql } from '../query/scope.ts'
import { column } from '../query/values.ts'
import type { LookupBeside } from './lookups.ts'
import { report } from './messages.ts'
import { wholeNumber } from './scalars.ts'

/** One referenced record: the values for expressions and for the checks. */
interface Referenced {
  readonly v: Row
  readonly ok: boolean
  readonly f: Row
  /** When it is in force, where its module says so. */
  readonly d?: Span
}
/** module → id → referenced record. */
export type Resolved = Map<string, Map<number, Referenced>>

/** Every reference field of a record with the row it sits in. */
interface Use {
  readonly field: Field
  readonly row: Row
  readonly parent?: Row
  readonly path: string
}

const referencesOf = onceFor(({ fields }: Pick<Module, 'fields'>) => fields.filter(({ to, storage }) => to && storage !== 'none'))

/** Walks the reference fields of the header and of all lines. */
export function* referenceUses(module: Module, record: Row): Generator<Use> {
  for (const field of referencesOf(module)) yield { field, row: record, path: field.name }
  for (const lines of module.lines) {
    const fields = referencesOf(lines)
    const rows = (record[lines.name] as Row[] | undefined) ?? []
    for (let index = 0; index < rows.length; index++) {
      for (const field of fields) yield { field, row: rows[index]!, parent: record, path: `${lines.name}.${index}.${field.name}` }
    }
  }
}

/** The ids in a reference value; values other than whole numbers, written as a number or as text, are left out. */
export function idsOf(value: unknown): number[] {
  return (Array.isArray(value) ? value : [value]).map(wholeNumber).filter((id) => id !== undefined)
}

/** References read before, and those that are not checked again. */
interface ReferenceLookup {
  readonly known: Resolved
  readonly trusted?: (use: { row: Row; field: Field }, id: number) => boolean
  /** Done by the same statement, if there is one. */
  readonly lookups?: readonly LookupBeside[]
}

/**
 * Loads what the record refers to and `known` does not hold yet, and puts the resolved objects beside the ids. A record
 * that the caller does not reach says nothing, unless the reference to it is `trusted`.
 */
export async function resolveReferences(
  ctx: Ctx,
  module: Module,
  record: Row,
  { known, trusted = () => true, lookups = [] }: ReferenceLookup,
): Promise<void> {
  const wanted = unknownIn(module, [record], known)
  const brought = broughtBy(ctx, module, record, wanted)
  for (const { to } of brought) if (!wanted.has(to)) wanted.set(to, new Set())
  if (wanted.size) await fetchReferenced(ctx, module, { wanted, brought, known, lookups })
  for (const { field, row } of referenceUses(module, record)) {
    if (!field.refAs) continue
    const rows = idsOf(row[field.name]).map((id) => {
      const referenced = known.get(field.to!)?.get(id)
      return referenced && (referenced.ok || trusted({ row, field }, id)) ? referenced.v : undefined
    })
    row[field.refAs] = field.storage === 'bigint[]' ? rows.filter(Boolean) : (rows[0] ?? null)
  }
}

/** Reads what the records refer to and `known` does not hold yet, by one statement for all of them. */
export async function knowReferences(ctx: Ctx, module: Module, records: readonly Row[], known: Resolved): Promise<void> {
  const wanted = unknownIn(module, records, known)
  if (wanted.size) await fetchReferenced(ctx, module, { wanted, brought: [], known, lookups: [] })
}

/** The ids by module that the records refer to and `known` does not hold. */
function unknownIn(module: Module, records: readonly Row[], known: Resolved): Map<string, Set<number>> {
  const wanted = new Map<string, Set<number>>()
  for (const record of records)
    for (const { field, row } of referenceUses(module, record)) {
      for (const id of idsOf(row[field.name])) {
        if (known.get(field.to!)?.has(id)) continue
        const ids = wanted.get(field.to!) ?? new Set()
        wanted.set(field.to!, ids.add(id))
      }
    }
  return wanted
}

/** References that picked records bring into empty fields: from a column of these records, to a module. */
interface Brought {
  readonly from: Module
  readonly column: string
  readonly to: string
  readonly ids: ReadonlySet<number>
}

/** What `fetch` will copy from the records that are about to be read, so that the same statement reads these as well. */
function broughtBy(ctx: Ctx, module: Module, record: Row, wanted: ReadonlyMap<string, ReadonlySet<number>>): Brought[] {
  const brought = new Map<string, Brought & { readonly ids: Set<number> }>()
  const look = (part: Pick<Module, 'fields' | 'field'>, rows: readonly Row[]): void => {
    const fetched = part.fields.flatMap(({ name, fetch = [], to, storage }) =>
      to && storage === 'bigint' && ctx.modules.has(to) ? fetch.map((source) => ({ name, to, source })) : [],
    )
    for (const { name, to, source } of fetched) {
      const from = ctx.modules.get(part.field[source.from]?.to ?? '')
      const reading = from && wanted.get(from.name)
      if (!reading || from.field[source.path]?.storage !== 'bigint') continue
      for (const row of rows) {
        if (row[name] !== null && row[name] !== undefined && row[name] !== '') continue
        for (const id of idsOf(row[source.from])) {
          if (!reading.has(id)) continue
          const key = `${from.name}.${source.path} ${to}`
          const entry = brought.get(key) ?? { from, column: source.path, to, ids: new Set<number>() }
          brought.set(key, entry)
          entry.ids.add(id)
        }
      }
    }
  }
  look(module, [record])
  for (const lines of module.lines) look(lines, (record[lines.name] as Row[] | undefined) ?? [])
  return [...brought.values()]
}

/** What one statement reads: records by module, and those that these bring; `known` receives them. */
interface Fetching {
  readonly wanted: ReadonlyMap<string, ReadonlySet<number>>
  readonly brought: readonly Brought[]
  readonly known: Resolved
  readonly lookups: readonly LookupBeside[]
}

async function fetchReferenced(ctx: Ctx, module: Module, { wanted, brought, known, lookups }: Fetching): Promise<void> {
  const env = envOf(ctx)
  const parts: string[] = []
  for (const [name, ids] of wanted) {
    if (!known.has(name)) known.set(name, new Map())
    const target = ctx.modules.get(name)
    if (!target) continue
    const { alias, values, filters, span } = referencedSql(ctx, module, target)
    const object = objectSql([
      ['v', filled(values, env.params, ctx, env.today)],
      ['ok', pickedSql(ctx, env, { target, referrer: module, alias })],
      ['f', filters],
      ...(span ? [['d', span] as const] : []),
    ])
    const picked = brought
      .filter(({ to }) => to === name)
      .map((entry) => {
        const source = env.alias()
        return ` || array(select ${column(source, entry.column)} from ${qualify(env.schema, entry.from.entity.table)} ${source} where ${source}.id = any(${env.params.ids([...entry.ids])}))`
      })
    parts.push(
      `${literal(name)}, (select json_object_agg(${alias}.id, ${object}) from ${qualify(env.schema, target.entity.table)} ${alias} where ${alias}.id = any(${env.params.ids([...ids])}${picked.join('')}))`,
    )
  }
  if (!parts.length) return
  const [answer] = await ctx.db.prepared<{ found: Record<string, Record<string, Referenced> | null>; values: unknown[] }>(
    `select json_build_object(${parts.join(', ')}) as found, json_build_array(${lookups.map(({ sql }) => sql(env.params)).join(', ')}) as values`,
    env.params.values,
  )
  lookups.forEach(({ receive }, index) => {
    receive(answer!.values[index])
  })
  for (const [name, rows] of Object.entries(answer!.found)) {
    const target = ctx.modules.get(name)!
    for (const [id, row] of Object.entries(rows ?? {})) known.get(name)!.set(Number(id), { ...row, v: exactRow(ctx, target, row.v) })
  }
}

type Part = Pick<Module, 'fields' | 'field'>
interface Exact {
  /** Fields whose decimals travel as text. */
  readonly decimals: ReadonlySet<string>
  /** Further fields that are calculated with: whole numbers. */
  readonly integers: readonly string[]
  /** Names of resolved references, with their target module. */
  readonly references: ReadonlyMap<string, string>
}

const exactOf = onceFor(
  (part: Part): Exact => ({
    decimals: new Set(part.fields.filter(({ storage }) => storage === 'numeric').map(({ name }) => name)),
    integers: part.fields.filter((field) => isNumeric(field) && field.storage === 'integer').map(({ name }) => name),
    references: new Map(part.fields.flatMap(({ refAs, to }) => (refAs && to && !part.field[refAs] ? [[refAs, to] as const] : []))),
  }),
)

/** Decimal texts of a row in `exact` mode as decimals, nested references included; the row itself is changed. */
export function exactRow(ctx: Ctx, part: Part, row: Row): Row {
  const { decimals, references } = exactOf(part)
  // By the names in the row: a reference has a handful of the many that its module has.
  for (const name of Object.keys(row)) {
    const value = row[name]
    if (value === null || value === undefined) continue
    if (decimals.has(name)) row[name] = typeof value === 'string' ? ofText(value) : toDecimal(value)
    else if (typeof value === 'object') {
      const module = ctx.modules.get(references.get(name) ?? '')
      if (module) for (const entry of Array.isArray(value) ? value : [value]) exactRow(ctx, module, entry as Row)
    }
  }
  return row
}

/** The same with all numbers of the row itself as decimals, as calculations expect them of the record that they are for. */
export function exactWhole(ctx: Ctx, part: Part, row: Row): Row {
  exactRow(ctx, part, row)
  for (const name of exactOf(part).integers) {
    const value = row[name]
    if (value !== null && value !== undefined) row[name] = toDecimal(value)
  }
  return row
}

interface ReferenceCheck {
  readonly known: Resolved
  /** Whether the record did not refer to this id before. */
  readonly isNew: (use: { row: Row; field: Field; path: string }, id: number) => boolean
  /** Receives the messages by field. */
  readonly errors: FieldErrors
  readonly asOf?: string | undefined
}

/**
 * Complains about references that do not exist for the caller, that their field's `filter` excludes, or that are not in
 * force on the day `asOf` (undefined: on no particular day).
 */
export function checkReferences(ctx: Ctx, module: Module, record: Row, { known, isNew, errors, asOf }: ReferenceCheck): void {
  const day = asOf && dayOf(module, record, asOf)
  for (const use of referenceUses(module, record)) {
    if (!use.field.writable) continue
    for (const id of idsOf(use.row[use.field.name])) {
      if (!isNew(use, id)) continue
      const referenced = known.get(use.field.to!)?.get(id)
      if (!referenced?.ok) report(errors, use.path, 'The chosen record does not exist.')
      else {
        const broken = filterBroken(use, referenced.f)
        if (broken) {
          const target = ctx.modules.get(use.field.to!)
          const title = target?.field[broken]?.title ?? broken.replace(/_id$/, '').replaceAll('_', ' ')
          const misfit =
            broken === 'is_active'
              ? 'The chosen record is not active. Choose another record.'
              : `The chosen record does not fit here because of its field ${title}. Choose another record.`
          report(errors, use.path, misfit)
        }
        const ended = day && referenced.d && notInForce(referenced.d, day, () => knowsDates(ctx, use.field.to!))
        if (ended) report(errors, use.path, ended)
      }
    }
  }
}

/** Whether the caller can see from when to when records of the module are in force. */
function knowsDates(ctx: Ctx, name: string): boolean {
  const target = ctx.modules.get(name)
  const { who } = envOf(ctx).reader
  return (
    target?.entity.inForce?.every((candidate) => nameable(who, ctx.modules, { module: target, path: candidate, use: 'column' })) === true
  )
}

/** A record that has itself ended is about the days before: it can refer to records that were in force on its last one. */
function dayOf(module: Module, record: Row, today: string): string {
  const last = module.entity.inForce && record[module.entity.inForce[1]]
  return typeof last === 'string' && last < today ? last : today
}

/** Name of the first filter column that the chosen record does not meet; siblings that are empty restrict nothing. */
function filterBroken(use: Use, columns: Row): string | undefined {
  for (const [name, wanted] of Object.entries(use.field.filter ?? {})) {
    if (!(name in columns)) continue
    const expected = siblingValue(wanted, use)
    if (expected === undefined) continue
    const options = Array.isArray(expected) ? expected : [expected]
    const value = columns[name] ?? (typeof expected === 'boolean' ? false : null)
    if (!options.some((option) => String(option) === String(value))) return name
  }
  return undefined
}

function siblingValue(wanted: Json, use: Use): unknown {
  if (Array.isArray(wanted)) {
    const values = wanted.map((entry) => (entry === null ? null : siblingValue(entry, use)))
    return values.includes(undefined) ? undefined : values.flat()
  }
  if (typeof wanted !== 'string' || !wanted.startsWith('$')) return wanted
  const path = wanted.slice(1)
  const value = path.startsWith('parent.') ? use.parent?.[path.slice(7)] : (use.row[path] ?? use.parent?.[path])
  return value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value
}
