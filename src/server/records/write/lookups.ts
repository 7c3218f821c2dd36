/** `lookup` fields: snapshots of values of other modules, one query per lookup for the whole record, or none where another statement asks. */

import type { Field, FieldLookup, Lines, Module, Row } from '../../../engine/model/module.ts'
import { type EvalEnv, isEmpty } from '../../../engine/runtime/expressions/index.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import { onceFor } from '../../../kernel/once-for.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, qualify, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { programFor } from '../../platform/expressions.ts'
import { report } from './messages.ts'

interface Place {
  readonly row: Row
  readonly parent?: Row
  /** Of a row: its child table, and where it is in there. */
  readonly lines?: string
  readonly index?: number
}

/** A lookup for which there is no row, where the descriptor says what is shown then. */
export interface Missing extends Omit<Place, 'parent' | 'row'> {
  readonly field: Field
}

/** Whether a lookup field of a row is to be filled: all are of a new record. */
type IsStale = (row: Row, field: Field) => boolean

/** What a lookup found: values as text, by the position of the row. */
type Values = Record<string, Record<string, string | null>>

/** Fields that share target and conditions, looked up together for the rows in which they are stale. */
interface Lookup {
  readonly fields: readonly Field[]
  readonly places: readonly Place[]
  /** What is looked for, as JSON: an object per row with its position `n`. */
  readonly keys: string
  /** Whether no row lacks a key. */
  readonly isComplete: boolean
  /** An expression that answers the values as one JSON object. */
  readonly sql: (params: Params) => string
}

/** A lookup in the statement that reads a record's references: an expression, and who receives the answer. */
export interface LookupBeside {
  readonly sql: (params: Params) => string
  readonly receive: (values: unknown) => void
}

/** Lookups done before their turn: what was looked for and found, by the fields. */
export type DoneLookups = Map<readonly Field[], { readonly keys: string; readonly values: Values }>

/** A record with its computed values, and where its errors are collected. */
interface Checked {
  readonly record: Row
  readonly env: EvalEnv
  readonly errors: FieldErrors
}

/** What to look up, and what need not be: lookups that are `done` count where the same is still looked for. */
interface Lookups {
  readonly isStale: IsStale
  readonly done?: DoneLookups
}

/** Lookups whose keys the record contains before its references are read, so that the same statement does both. */
export const lookupsBeside = (ctx: Ctx, module: Module, record: Row, { isStale, done }: Required<Lookups>): LookupBeside[] =>
  lookupsOf(ctx, module, record, isStale)
    .filter(({ isComplete }) => isComplete)
    .map(({ fields, keys, sql }) => ({ sql, receive: (values) => void done.set(fields, { keys, values: (values ?? {}) as Values }) }))

/** Fills the lookup fields of the header and of the lines; answers those for which there is no row though there may have to be one. */
export async function fillLookups(ctx: Ctx, module: Module, record: Row, { isStale, done }: Lookups): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const { fields, places, keys, sql } of lookupsOf(ctx, module, record, isStale)) {
    const before = done?.get(fields)
    const values = before?.keys === keys ? before.values : await look(ctx, sql)
    places.forEach(({ row, parent: _parent, ...place }, n) => {
      for (const field of fields) {
        const value = values[n]?.[field.lookup!.value]
        row[field.name] = value === undefined || value === null ? (field.lookup!.else ?? null) : typed(field, value)
        if (values[n] === undefined && field.lookup!.missing) missing.push({ ...place, field })
      }
    })
  }
  return missing
}

/** The errors of a computed record for what its lookups did not find. */
export function reportMissing(ctx: Ctx, module: Module, missing: readonly Missing[], { record, env, errors }: Checked): void {
  for (const { field: looked, lines, index } of missing) {
    const { field, message, unless } = looked.lookup!.missing!
    const row = lines === undefined ? record : (record[lines] as Row[])[index!]!
    const isRight = unless !== undefined && programFor(ctx, module, unless, lines).evaluate(row, env, record) === true
    if (!isRight) report(errors, lines === undefined ? field : `${lines}.${index}.${field}`, message)
  }
}

async function look(ctx: Ctx, sql: Lookup['sql']): Promise<Values> {
  const params = new Params()
  const [answer] = await ctx.db.prepared<{ values: Values | null }>(`select ${sql(params)} as values`, params.values)
  return answer!.values ?? {}
}

/** The lookup fields of a header or a table, grouped by target and conditions. */
const groupsOf = onceFor(({ fields }: Pick<Module, 'fields'>): (readonly Field[])[] => [
  ...Map.groupBy(
    fields.filter(({ lookup }) => lookup),
    ({ lookup }) => JSON.stringify([lookup!.module, lookup!.where]),
  ).values(),
])

function lookupsOf(ctx: Ctx, module: Module, record: Row, isStale: IsStale): Lookup[] {
  const inPart = (part: Module | Lines, places: () => readonly Place[]): Lookup[] =>
    groupsOf(part).flatMap((fields) => {
      const due = places().filter(({ row }) => fields.some((field) => isStale(row, field)))
      return due.length ? (lookupOf(ctx, fields, due) ?? []) : []
    })
  const ofLines = ({ name }: Lines): Place[] =>
    ((record[name] as Row[] | undefined) ?? []).map((row, index) => ({ row, parent: record, lines: name, index }))
  return [...inPart(module, () => [{ row: record }]), ...module.lines.flatMap((lines) => inPart(lines, () => ofLines(lines)))]
}

function lookupOf(ctx: Ctx, fields: readonly Field[], places: readonly Place[]): Lookup | undefined {
  const { lookup } = fields[0]! as { lookup: FieldLookup }
  const target = targetOf(ctx, lookup.module)
  if (!target) return undefined
  const names = Object.keys(lookup.where)
  const rows = places.map(({ row, parent }, n) => ({
    n,
    ...Object.fromEntries(names.map((name) => [name, keyValue(lookup, name, row, parent)])),
  }))
  const keys = JSON.stringify(rows)
  const sql = (params: Params): string => {
    const columns = names.map((name) => `${quote(name)} ${target.field[name]?.storage ?? 'bigint'}`)
    const values = [...new Set(fields.map((field) => field.lookup!.value))]
    return `(select json_object_agg(q.n, q.v) from (
      select distinct on (k.n) k.n, json_build_object(${values.map((name) => `${literal(name)}, t.${quote(name)}::text`).join(', ')}) as v
      from json_to_recordset(${params.add(keys, 'json')}) as k(n int, ${columns.join(', ')})
      join ${qualify(ctx.company.schema, target.table)} t on ${names.map((name) => `t.${quote(name)} = k.${quote(name)}`).join(' and ')}
      order by k.n, t.id) q)`
  }
  return { fields, places, keys, isComplete: rows.every((row) => !Object.values(row).some(isEmpty)), sql }
}

function keyValue(lookup: FieldLookup, name: string, row: Row, parent: Row | undefined): unknown {
  const wanted = lookup.where[name]
  if (typeof wanted !== 'string' || !wanted.startsWith('$')) return wanted
  const path = wanted.slice(1)
  return (path.startsWith('parent.') ? parent?.[path.slice(7)] : (row[path] ?? parent?.[path])) ?? null
}

function typed(field: Field, text: string): unknown {
  switch (field.storage) {
    case 'numeric':
      return new Decimal(text)
    case 'bigint':
    case 'integer':
      return Number(text)
    case 'boolean':
      return text === 'true'
    default:
      return text
  }
}

/** `module` or `module.lines` as a table with its fields. */
function targetOf(ctx: Ctx, name: string): { table: string; field: Module['field'] | Lines['field'] } | undefined {
  const [head, tail] = name.split('.')
  const module = ctx.modules.get(head!)
  if (!module) return undefined
  if (!tail) return { table: module.entity.table, field: module.field }
  const lines = module.lines.find((line) => line.name === tail)
  return lines && { table: lines.table, field: lines.field }
}
