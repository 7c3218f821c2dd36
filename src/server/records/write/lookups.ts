/** `lookup` fields: snapshots of values of other modules, one query per lookup for the whole record. */

import type { Field, FieldLookup, Lines, Module, Row } from '../../../engine/model/module.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, qualify, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'

interface Place {
  readonly row: Row
  readonly parent?: Row
}

/** Fills the lookup fields of the header and of the lines that `stale` names (all when creating). */
export async function fillLookups(ctx: Ctx, module: Module, record: Row, stale: (row: Row, field: Field) => boolean): Promise<void> {
  await fillPart(ctx, module.fields, [{ row: record }], stale)
  for (const lines of module.lines) {
    const rows = (record[lines.name] as Row[] | undefined) ?? []
    await fillPart(
      ctx,
      lines.fields,
      rows.map((row) => ({ row, parent: record })),
      stale,
    )
  }
}

/** Fields that share target and conditions are looked up together. */
async function fillPart(
  ctx: Ctx,
  fields: readonly Field[],
  places: readonly Place[],
  stale: (row: Row, field: Field) => boolean,
): Promise<void> {
  const groups = new Map<string, Field[]>()
  for (const field of fields) {
    if (!field.lookup) continue
    const key = JSON.stringify([field.lookup.module, field.lookup.where])
    groups.set(key, [...(groups.get(key) ?? []), field])
  }
  for (const group of groups.values()) {
    const due = places.filter(({ row }) => group.some((field) => stale(row, field)))
    if (due.length) await lookupGroup(ctx, group, due)
  }
}

async function lookupGroup(ctx: Ctx, group: readonly Field[], places: readonly Place[]): Promise<void> {
  const { lookup } = group[0]! as { lookup: FieldLookup }
  const target = targetOf(ctx, lookup.module)
  if (!target) return
  const names = Object.keys(lookup.where)
  const keys = places.map(({ row, parent }, n) => ({
    n,
    ...Object.fromEntries(names.map((name) => [name, keyValue(lookup, name, row, parent)])),
  }))
  const params = new Params()
  const columns = names.map((name) => `${quote(name)} ${target.field[name]?.storage ?? 'bigint'}`)
  const values = [...new Set(group.map((field) => field.lookup!.value))]
  const text = `select distinct on (k.n) k.n, json_build_object(${values.map((name) => `${literal(name)}, t.${quote(name)}::text`).join(', ')}) as v
    from json_to_recordset(${params.add(JSON.stringify(keys), 'json')}) as k(n int, ${columns.join(', ')})
    join ${qualify(ctx.company.schema, target.table)} t on ${names.map((name) => `t.${quote(name)} = k.${quote(name)}`).join(' and ')}
    order by k.n, t.id`
  const result = new Map(
    (await ctx.db.prepared<{ n: number; v: Record<string, string | null> }>(text, params.values)).map((row) => [row.n, row.v]),
  )
  places.forEach(({ row }, n) => {
    for (const field of group) {
      const value = result.get(n)?.[field.lookup!.value]
      row[field.name] = value === undefined || value === null ? (field.lookup!.else ?? null) : typed(field, value)
    }
  })
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
