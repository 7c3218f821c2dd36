/**
 * Values that go with quantities from document to document: `sources.carry` takes a row's part of its source row's value,
 * and the last part takes the rest, so that all parts together are the whole to the centavo. `lines.set` writes the values
 * that depend on it.
 */

import { centsText, toMicros } from '../../../domain/minor-units.ts'
import { partOf } from '../../../domain/stock/valuation.ts'
import type { Json, Module, Row, Source, SourceLines } from '../../../engine/model/module.ts'
import { toField, toJson } from '../../../engine/runtime/compute/index.ts'
import { fromCents, toCents } from '../../../kernel/decimal.ts'
import type { Ctx, Effect, EffectContext } from '../../platform/context.ts'
import { quote } from '../../platform/db/name.ts'
import { assignedFrom, raw, ref, sql, table, unnested } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'

type Carry = {
  lines: string
  source: string
  party?: string
  value: string
  quantity?: string
  taken: string[]
  carried: string
  to: string
}

/** A row of the source while parts of it are taken; quantities in millionths, values in centavos. */
interface SourceRow {
  readonly id: number
  readonly parent_id: number
  readonly value: bigint
  readonly quantity: bigint
  taken: bigint
  carried: bigint
  part: bigint
}
/** The carried values, self-contained for their reversal. */
interface CarryEntry {
  table: string
  column: string
  parts: { id: number; amount: string }[]
}

const SCOPE = {
  lines: { type: 'string', format: 'lines', description: 'Child table whose rows take the value.' },
  source: { type: 'string', format: 'source', description: 'Module of the source rows; rows from elsewhere are left alone.' },
} as const

export const sourcesCarry: Effect<Carry> = {
  name: 'sources.carry',
  keepsRecord: true,
  rank: 10,
  params: {
    description:
      'Carries a value from source rows to the rows taken from them, in proportion to the quantity; the last part takes what is left. Follows `sources.serve`.',
    examples: [
      {
        lines: 'items',
        source: 'delivery',
        party: 'customer_id',
        value: 'cost_value',
        taken: ['qty_invoiced', 'qty_returned'],
        carried: 'cost_carried',
        to: 'cost_value',
      },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'source', 'value', 'taken', 'carried', 'to'],
    properties: {
      ...SCOPE,
      party: {
        type: 'string',
        format: 'field',
        of: ['reference'],
        description: 'Field with the party that both documents must have in common.',
      },
      value: {
        type: 'string',
        format: 'source-line-field',
        of: ['numeric'],
        description: 'Field of the source row with what all of it is worth.',
      },
      quantity: {
        type: 'string',
        format: 'source-line-field',
        of: ['numeric'],
        default: 'qty',
        description: 'Field of the source row with its whole quantity.',
      },
      taken: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', format: 'source-line-field', of: ['numeric'] },
        description: 'Counters of the source row that together say how much of it was taken.',
      },
      carried: {
        type: 'string',
        format: 'source-line-field',
        of: ['numeric'],
        description: 'Field of the source row that adds up the value carried on.',
      },
      to: { type: 'string', format: 'line-field', of: ['numeric'], description: 'Field of the row that takes its part.' },
    },
  },
  async apply(fx, params): Promise<Json> {
    const found = sourceOf(fx, params.source, params.lines)
    if (!found) return null
    const { module, spec } = found
    const rows = takenFrom(fx, params.lines, params.source, spec)
    const sources = await lockRows(fx, params, { module, spec, rows })
    await requireFollows(fx, found.source, {
      module,
      field: params.party,
      ids: [...new Set([...sources.values()].map((row) => row.parent_id))],
    })
    const isTaken = params.taken.includes(spec.serves ?? '')
    for (const row of rows) {
      const source = sources.get(Number(row[spec.link]))
      if (source && isTaken) source.taken -= toMicros(row[spec.quantity])
    }
    const written: { id: number; values: Record<string, bigint> }[] = []
    for (const row of rows) {
      const source = sources.get(Number(row[spec.link]))
      if (!source) continue
      const quantity = toMicros(row[spec.quantity])
      const part = partOf({ cost: source.value, qty: quantity, whole: source.quantity, takenQty: source.taken, takenCost: source.carried })
      source.taken += quantity
      source.carried += part
      source.part += part
      row[params.to] = fromCents(part)
      written.push({ id: Number(row.id), values: { [params.to]: part } })
    }
    const entry: CarryEntry = {
      table: module.lines.find((line) => line.name === spec.from)!.table,
      column: params.carried,
      parts: [...sources.values()].filter(({ part }) => part !== 0n).map(({ id, part }) => ({ id, amount: centsText(part) })),
    }
    await addParts(fx.ctx, entry, 1)
    await writeLines(fx, params.lines, written)
    return entry as unknown as Json
  },
  async reverse(fx, entry) {
    if (entry) await addParts(fx.ctx, entry as unknown as CarryEntry, -1)
  },
}

function sourceOf(fx: EffectContext, name: string, lines: string): { source: Source; module: Module; spec: SourceLines } | undefined {
  const source = fx.module.sources.find((candidate) => candidate.module === name)
  const module = fx.ctx.modules.get(name)
  const spec = source?.lines[lines]
  return source && module && spec?.from ? { source, module, spec } : undefined
}

/** Rows of the record that were taken from the source. */
function takenFrom(fx: EffectContext, lines: string, source: string, spec: SourceLines): Row[] {
  return ((fx.record[lines] as Row[] | undefined) ?? []).filter((row) => row.source_module === source && row[spec.link])
}

async function lockRows(
  fx: EffectContext,
  { value, quantity = 'qty', taken, carried }: Carry,
  { module, spec, rows }: { readonly module: Module; readonly spec: SourceLines; readonly rows: readonly Row[] },
): Promise<Map<number, SourceRow>> {
  if (rows.length === 0) return new Map()
  const lines = module.lines.find((line) => line.name === spec.from)!
  const matches = await fx.ctx.db.query<{ id: number; parent_id: number; value: string; quantity: string; taken: string; carried: string }>(
    sql`
      SELECT id, parent_id, coalesce(${ref(value)}, 0) AS value, ${ref(quantity)} AS quantity,
        ${raw(taken.map((field) => `coalesce(${quote(field)}, 0)`).join(' + '))} AS taken,
        coalesce(${ref(carried)}, 0) AS carried
      FROM ${table(fx.ctx, lines.table)}
      WHERE id = ANY (${rows.map((row) => row[spec.link])}::bigint[])
      ORDER BY id
      FOR UPDATE
    `,
  )
  return new Map(
    matches.map((row) => [
      row.id,
      {
        id: row.id,
        parent_id: row.parent_id,
        value: toCents(row.value),
        quantity: toMicros(row.quantity),
        taken: toMicros(row.taken),
        carried: toCents(row.carried),
        part: 0n,
      },
    ]),
  )
}

interface FollowedRecords {
  readonly module: Module
  readonly field: string | undefined
  readonly ids: readonly number[]
}

/** A document follows its sources: of the same supplier or customer, and not dated before them. */
async function requireFollows(fx: EffectContext, source: Source, { module, field, ids }: FollowedRecords): Promise<void> {
  if (ids.length === 0) return
  const theirs = field === undefined ? undefined : source.copy[field]
  const party = field !== undefined && theirs !== undefined && module.field[theirs] ? { own: field, theirs } : undefined
  const { table: tableName, date } = module.entity
  const rows = await fx.ctx.db.query<{ party: number | null; date: string | null }>(
    sql`
      SELECT ${party ? ref(party.theirs) : sql`NULL`} AS party, ${date ? ref(date) : sql`NULL::date`} AS date
      FROM ${table(fx.ctx, tableName)}
      WHERE id = ANY (${ids}::bigint[])
    `,
  )
  const title = module.singular.toLowerCase()
  if (party && rows.some((row) => Number(row.party) !== Number(fx.record[party.own]))) {
    const who = fx.module.field[party.own]!.title.toLowerCase()
    throw refuse('E_SOURCE', `The ${title} belongs to another ${who}. Choose one of this ${who}.`)
  }
  if (rows.some((row) => row.date !== null && row.date > fx.date))
    throw refuse('E_DATE', `The document is dated before the ${title} it refers to. Change the date.`)
}

async function addParts(ctx: Ctx, { table: tableName, column, parts }: CarryEntry, sign: 1 | -1): Promise<void> {
  if (parts.length === 0) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, tableName)} l
      SET ${ref(column)} = coalesce(l.${ref(column)}, 0) + ${sign}::int * u.amount
      FROM unnest(${parts.map(({ id }) => id)}::bigint[], ${parts.map(({ amount }) => amount)}::numeric[]) AS u(id, amount)
      WHERE l.id = u.id
    `,
  )
}

/** Sets money columns on rows of the record at once; every row has the same ones. */
export async function writeLines(
  fx: EffectContext,
  lines: string,
  rows: readonly { id: number; values: Readonly<Record<string, bigint>> }[],
): Promise<void> {
  const tableName = fx.module.lines.find((line) => line.name === lines)?.table
  const [first] = rows
  if (!tableName || !first) return
  const names = Object.keys(first.values)
  const values = names.map((name) => ({ name, type: 'numeric', values: rows.map((row) => centsText(row.values[name]!)) }))
  await fx.ctx.db.query(
    sql`
      UPDATE ${table(fx.ctx, tableName)} l
      SET ${assignedFrom('u', names)}
      FROM ${unnested('u', [{ name: 'id', type: 'bigint', values: rows.map(({ id }) => id) }, ...values])}
      WHERE l.id = u.id
        AND l.parent_id = ${fx.record.id}
    `,
  )
}

type SetParams = { lines: string; values: Record<string, string> }

export const linesSet: Effect<SetParams> = {
  name: 'lines.set',
  keepsRecord: true,
  rank: 10,
  params: {
    description: 'Writes values that follow from the posting into the rows: a variance, a cost, a mark. Later effects read them.',
    examples: [{ lines: 'items', values: { variance: 'net - grni_share' } }],
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'values'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table.' },
      values: {
        type: 'object',
        propertyNames: { format: 'line-field', written: true, of: ['numeric', 'boolean', 'text', 'date'] },
        additionalProperties: { type: 'string', format: 'expression', gives: 'field', description: 'Expression over the row.' },
        description:
          'Field of the rows with a number, yes/no, text or date: what it becomes. One after the other, so that each reads those before it.',
      },
    },
  },
  async apply(fx, { lines, values }): Promise<Json> {
    const target = fx.module.lines.find((line) => line.name === lines)
    const rows = (fx.record[lines] as Row[] | undefined) ?? []
    if (!target || rows.length === 0) return null
    const fields = Object.keys(values).map((name) => target.field[name]!)
    for (const row of rows) for (const field of fields) row[field.name] = toField(field, fx.evaluate(values[field.name]!, row))
    const stored = rows.map((row) => toJson(row))
    const columns = fields.map(({ name, storage }) => ({ name, type: storage, values: stored.map((row) => row[name] ?? null) }))
    await fx.ctx.db.query(
      sql`
        UPDATE ${table(fx.ctx, target.table)} l
        SET ${assignedFrom('u', Object.keys(values))}
        FROM ${unnested('u', [{ name: 'id', type: 'bigint', values: rows.map(({ id }) => id) }, ...columns])}
        WHERE l.id = u.id
          AND l.parent_id = ${fx.record.id}
      `,
    )
    return null
  },
  /** The computed values of a voided document stay readable. */
  async reverse() {},
}
