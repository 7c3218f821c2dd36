/**
 * Rows linked to a row of another document. The values that `sources` copies into read-only fields are copied here, when
 * the link is made, with what is left of amounts that go with the quantity: a form shows them, but a request cannot set them.
 */

import type { Field, Module, Row, Source, SourceLines } from '../../../engine/model/module.ts'
import { type EvalEnv, isEmpty } from '../../../engine/runtime/expressions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, type FieldErrors } from '../../platform/errors.ts'
import { envFor, programFor } from '../../platform/expressions.ts'
import { loadExact } from '../load.ts'
import { leftOf, notedOf } from '../parts.ts'
import { report } from './messages.ts'
import { idsOf } from './references.ts'

/** The stored record and its rows by id. */
interface StoredRows {
  readonly stored: ReadonlyMap<unknown, Row>
  readonly current: Row | undefined
}

/** Completes the newly linked rows of `draft`; `stored` are the present rows. Reports invalid links. */
export async function fillFromSources(ctx: Ctx, module: Module, draft: Row, { stored, current }: StoredRows): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  if (module.sources.length === 0) return errors
  requireKnown(module, draft, stored, errors)
  const documents = documentsOf(ctx)
  for (const source of module.sources) {
    const origin = ctx.modules.get(source.module)
    if (!origin) continue
    await fillHeader(ctx, { module, source, origin, documents }, draft, current)
    for (const [table, spec] of Object.entries(source.lines)) {
      const rows = linksIn(draft, { table, source, spec, stored })
      if (rows.length) await fillRows(ctx, { module, source, origin, documents }, { table, spec, rows, errors })
    }
  }
  return errors
}

interface Linked {
  readonly index: number
  readonly row: Row
}
interface From {
  readonly module: Module
  readonly source: Source
  readonly origin: Module
  readonly documents: Documents
}
type Documents = (origin: Module, id: number) => Promise<Row | undefined>

/** Documents of linked rows, each read once; undefined where the caller does not reach it. */
function documentsOf(ctx: Ctx): Documents {
  const read = new Map<string, Promise<Row | undefined>>()
  return (origin, id) => {
    const key = `${origin.name} ${id}`
    const known =
      read.get(key) ??
      loadExact(ctx, origin, id, { action: 'dropdown', lock: false }).catch((error: unknown) => {
        if (error instanceof AppError && (error.kind === 'not_found' || error.kind === 'forbidden')) return undefined
        throw error
      })
    read.set(key, known)
    return known
  }
}

const tracked = (spec: SourceLines): boolean => spec.from !== undefined && spec.link === 'source_line_id'

/** A line of another document is named with its module: an id without it means nothing, and nothing would be counted. */
function requireKnown(module: Module, draft: Row, stored: ReadonlyMap<unknown, Row>, errors: FieldErrors): void {
  for (const { name } of module.lines) {
    const allowed = module.sources.filter((source) => source.lines[name] && tracked(source.lines[name])).map((source) => source.module)
    if (allowed.length === 0) continue
    for (const [index, row] of ((draft[name] as Row[] | undefined) ?? []).entries()) {
      const before = stored.get(row.id)
      if (isEmpty(row.source_line_id) || (before && sameLink(before, row, 'source_line_id'))) continue
      if (allowed.includes(String(row.source_module ?? ''))) continue
      for (const field of ['source_module', 'source_line_id'])
        report(errors, `${name}.${index}.${field}`, `Name the module that the source line belongs to: ${allowed.join(' or ')}.`)
    }
  }
}

const sameLink = (before: Row, row: Row, link: string): boolean =>
  Number(before[link] ?? 0) === Number(row[link] ?? 0) && (before.source_module ?? null) === (row.source_module ?? null)

/** A table of the draft and the source its rows are taken from. */
interface LinkedTable {
  readonly table: string
  readonly source: Source
  readonly spec: SourceLines
  readonly stored: ReadonlyMap<unknown, Row>
}

function linksIn(draft: Row, { table, source, spec, stored }: LinkedTable): Linked[] {
  return ((draft[table] as Row[] | undefined) ?? [])
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => {
      if (isEmpty(row[spec.link]) || (tracked(spec) && row.source_module !== source.module)) return false
      const before = stored.get(row.id)
      return !before || !sameLink(before, row, spec.link)
    })
}

/** The fields among the targets of a mapping that only the system fills in. */
const copyPairs = (copy: Readonly<Record<string, string>>, fields: Readonly<Record<string, Field>>): [string, string][] =>
  Object.entries(copy).filter(([name]) => fields[name]?.readonly === true && fields[name].computed === undefined && !fields[name].lookup)

async function fillRows(
  ctx: Ctx,
  { module, origin, documents }: From,
  { table, spec, rows, errors }: { table: string; spec: SourceLines; rows: readonly Linked[]; errors: FieldErrors },
): Promise<void> {
  const parents = await parentsOf(ctx, origin, spec, rows)
  const programs = (pairs: readonly [string, string][]): Programs =>
    pairs.map(([name, expr]) => [name, programFor(ctx, origin, expr, spec.from)] as const)
  const copies = programs(copyPairs(spec.copy, module.lines.find((lines) => lines.name === table)?.field ?? {}))
  const editable = programs(Object.entries(spec.copy).filter(([name]) => spec.editable?.includes(name)))
  const env = copies.length || editable.length || spec.parts ? await envFor(ctx, origin) : undefined
  const taken = new Map<Row, Row[]>()
  for (const { row, index } of rows) {
    const parent = parents.get(Number(row[spec.link]))
    const document = parent !== undefined && env ? await documents(origin, parent) : undefined
    if (parent === undefined) {
      if (spec.from) report(errors, `${table}.${index}.${spec.link}`, `This line of a ${origin.singular.toLowerCase()} does not exist.`)
    } else if (document && env) {
      copyInto(row, document, { copies, spec, env })
      copyInto(row, document, { copies: editable.filter(([name]) => isEmpty(row[name])), spec, env })
      taken.set(document, [...(taken.get(document) ?? []), row])
    }
  }
  if (!spec.parts) return
  for (const [document, rows] of taken) {
    const left = await leftOf(ctx, origin, { spec, document, ids: new Set(rows.map((row) => Number(row[spec.link]))) })
    for (const row of rows) {
      const amounts = left.get(Number(row[spec.link]))
      if (amounts) Object.assign(row, notedOf(spec, amounts))
    }
  }
}

type Programs = readonly (readonly [string, ReturnType<typeof programFor>])[]

function copyInto(
  row: Row,
  document: Row,
  { copies, spec, env }: { readonly copies: Programs; readonly spec: SourceLines; readonly env: EvalEnv },
): void {
  const origin = spec.from
    ? ((document[spec.from] as Row[] | undefined) ?? []).find((candidate) => Number(candidate.id) === Number(row[spec.link]))
    : document
  if (!origin) return
  for (const [name, program] of copies) row[name] = program.evaluate(origin, env, spec.from ? document : undefined)
}

/** Linked id → id of the document it belongs to. */
async function parentsOf(ctx: Ctx, origin: Module, spec: SourceLines, rows: readonly Linked[]): Promise<Map<number, number>> {
  const ids = [...new Set(rows.map(({ row }) => Number(row[spec.link])).filter(Number.isSafeInteger))]
  if (!spec.from) return new Map(ids.map((id) => [id, id]))
  const lines = origin.lines.find((line) => line.name === spec.from)
  if (!lines) return new Map()
  const matches = await ctx.db.query<{ id: number; parent_id: number }>(
    sql`
      SELECT id, parent_id
      FROM ${table(ctx, lines.table)}
      WHERE id = ANY (${ids}::bigint[])
    `,
  )
  return new Map(matches.map((entry) => [Number(entry.id), Number(entry.parent_id)]))
}

/** Read-only fields of the document itself, when its source documents were chosen in this request. */
async function fillHeader(ctx: Ctx, { module, source, origin, documents }: From, draft: Row, current: Row | undefined): Promise<void> {
  const copies = copyPairs(source.copy, module.field)
  if (!source.field || copies.length === 0) return
  const ids = idsOf(draft[source.field])
  if (ids.length === 0 || (current && idsOf(current[source.field]).join() === ids.join())) return
  const env = await envFor(ctx, origin)
  for (const [name, expr] of copies) {
    const program = programFor(ctx, origin, expr)
    for (const id of ids) {
      const document = await documents(origin, id)
      const value = document && program.evaluate(document, env)
      if (isEmpty(value)) continue
      draft[name] = value
      break
    }
  }
}
