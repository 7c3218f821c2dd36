/** Up- and downstream documents of a record, found through the references between modules and through what made what. */
import type { Field, Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { literal, qualify, quote } from '../platform/db/name.ts'
import { envOf } from './query/env.ts'
import { labelSql, objectSql, type RefScope } from './query/refs.ts'
import { scopeSql } from './query/scope.ts'
import { column } from './query/values.ts'
import { read } from './read.ts'
import { idsOf } from './write/references.ts'

const MAX_PER_MODULE = 50

interface Links {
  readonly upstream: Row[]
  readonly downstream: Row[]
}

/** `{upstream, downstream}`: the sources of the record, and the documents that refer to it; only rows that the caller can see. */
export async function links(ctx: Ctx, module: Module, id: number): Promise<Links> {
  const record = await read(ctx, module, id, { action: 'view' })
  const up = new Map<string, Set<number>>()
  for (const source of module.sources) {
    const ids = up.get(source.module) ?? new Set<number>()
    if (source.field) for (const value of idsOf(record[source.field])) ids.add(value)
    for (const [lines, mapping] of Object.entries(source.lines)) {
      if (mapping.from) continue
      for (const row of (record[lines] as Row[] | undefined) ?? []) for (const value of idsOf(row[mapping.link])) ids.add(value)
    }
    up.set(source.module, ids)
  }
  const { origin } = module.entity
  const by = origin && ctx.modules.get(String(record[origin.module] ?? ''))
  if (origin && by && record[origin.id]) up.set(by.name, new Set([...(up.get(by.name) ?? []), Number(record[origin.id])]))
  const env = envOf(ctx)
  const scope: RefScope = { ...env, mode: 'read' }
  const queries: string[] = []
  const add = (side: 'upstream' | 'downstream', target: Module, condition: (alias: string) => string): void => {
    const alias = env.alias()
    const where = [condition(alias), ...scopeSql(ctx, env, target, { alias, action: 'view' })].join(' and ')
    const pairs: [string, string][] = [
      ['module', literal(target.name)],
      ['title', literal(target.singular)],
      ['id', column(alias, 'id')],
      ['label', labelSql(scope, target, alias)],
    ]
    for (const name of ['status', 'progress', 'total', target.entity.date ?? '']) {
      const field = target.field[name]
      if (field && scope.reader.sees(field))
        pairs.push([name === target.entity.date ? 'date' : name, scope.reader.column({ module: target, alias }, field)])
    }
    queries.push(
      `(select ${literal(side)} as side, ${objectSql(pairs)} as o from ${qualify(env.schema, target.entity.table)} ${alias} where ${where} order by ${alias}.id desc limit ${MAX_PER_MODULE})`,
    )
  }
  for (const [name, ids] of up) {
    const target = ctx.modules.get(name)
    if (target && ids.size) add('upstream', target, (alias) => `${alias}.id = any(${env.params.ids([...ids])})`)
  }
  for (const target of ctx.modules.values()) {
    const source = target.sources.find((candidate) => candidate.module === module.name)
    const conditions = [
      ...(source ? downstream(target, source.field ? target.field[source.field] : undefined, source.lines) : []),
      ...(target.entity.origin ? [madeBy(target.entity.origin)] : []),
    ]
    if (conditions.length) add('downstream', target, (alias) => `(${conditions.map((condition) => condition(alias)).join(' or ')})`)
  }
  if (!queries.length) return { upstream: [], downstream: [] }
  const rows = await ctx.db.prepared<{ side: 'upstream' | 'downstream'; o: Row }>(queries.join(' union all '), env.params.values)
  return {
    upstream: rows.filter((row) => row.side === 'upstream').map((row) => row.o),
    downstream: rows.filter((row) => row.side === 'downstream').map((row) => row.o),
  }

  function madeBy(origin: NonNullable<Module['entity']['origin']>): (alias: string) => string {
    const [name, recordId] = [env.params.add(module.name, 'text'), env.params.add(id, 'bigint')]
    return (alias) => `(${column(alias, origin.module)} = ${name} and ${column(alias, origin.id)} = ${recordId})`
  }
  function downstream(
    target: Module,
    field: Field | undefined,
    lines: Readonly<Record<string, { readonly from?: string; readonly link: string }>>,
  ): ((alias: string) => string)[] {
    const result: ((alias: string) => string)[] = []
    const idParam = env.params.add(id, 'bigint')
    if (field)
      result.push((alias) =>
        field.storage === 'bigint[]' ? `${column(alias, field.name)} @> array[${idParam}]` : `${column(alias, field.name)} = ${idParam}`,
      )
    for (const [name, mapping] of Object.entries(lines)) {
      const table = target.lines.find((line) => line.name === name)
      if (table && !mapping.from)
        result.push(
          (alias) =>
            `exists (select 1 from ${qualify(env.schema, table.table)} l where l.parent_id = ${alias}.id and l.${quote(mapping.link)} = ${idParam})`,
        )
    }
    return result
  }
}
