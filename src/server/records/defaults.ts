/** The initial values of a new form: defaults, or a draft made from other documents or from a copy. */

import type { Field, Lines, Module, Row, Source, SourceLines } from '../../engine/model/module.ts'
import { toJson } from '../../engine/runtime/compute/index.ts'
import { type EvalEnv, isEmpty } from '../../engine/runtime/expressions/index.ts'
import { brings, closedBy, fieldOf, type Place, referenceField } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { AppError, invalid, notFound, refuse } from '../platform/errors.ts'
import { envFor, programFor } from '../platform/expressions.ts'
import { previewNumber } from '../platform/numbering/index.ts'
import { requireAction, seesOf } from './access.ts'
import { closedNames } from './closed.ts'
import { loadExact } from './load.ts'
import { type OpenRow, openRows } from './open.ts'
import { propose } from './proposals.ts'
import { entriesOf, onceOf, takenEntries } from './taken-entries.ts'
import { prepare, withDefaults } from './write/prepare.ts'
import type { Resolved } from './write/references.ts'
import { withoutMisshapen } from './write/validate.ts'

const MAX_SOURCES = 50

/**
 * Default values of a new record, or a draft from `from`: its header copied, its open lines taken over. `given` takes
 * precedence over both.
 */
export async function newRecord(ctx: Ctx, module: Module, from?: { module: string; ids: number[] }, given: Row = {}): Promise<Row> {
  requireAction(ctx, module, 'defaults')
  const values = { ...(from ? await fromSources(ctx, module, from, given) : {}), ...withoutMisshapen(module, given).row }
  const known: Resolved = new Map()
  const draft = await withDefaults(ctx, module, values)
  await propose(ctx, module, draft)
  const { record } = await prepare(ctx, module, draft, { known, source: 'records', begins: true })
  Object.assign(record, await previewNumber(ctx, module, record))
  return draftAnswer(ctx, module, record, known)
}

/** A draft with the values of an existing record; numbers, status and system fields are initial again. */
export async function duplicate(ctx: Ctx, module: Module, id: number): Promise<Row> {
  requireAction(ctx, module, 'duplicate')
  const source = await loadExact(ctx, module, id, { action: 'view', lock: false })
  for (const name of await closedNames(ctx, module, id)) delete source[name]
  const numbered = new Set(module.entity.numbers.map((number) => number.field))
  // A duplicate follows no document: what the original took over from others may be used up.
  const followed = new Set(module.sources.flatMap(({ field }) => field ?? []))
  const copy: Row = {}
  for (const field of module.fields) {
    const isInitial = field.unique || numbered.has(field.name) || followed.has(field.name) || field.name === module.entity.date
    if (field.writable && !isInitial) copy[field.name] = source[field.name]
  }
  for (const lines of module.lines) {
    // Where the quantity is a column of its own, a hidden one notes how much of it was open at the source.
    const noted = new Set(module.sources.flatMap((source) => source.lines[lines.name]?.quantity ?? []))
    const isInitial = (field: Field): boolean =>
      !field.writable || field.name.startsWith('source_') || (field.widget === 'hidden' && noted.has(field.name))
    copy[lines.name] = ((source[lines.name] as Row[] | undefined) ?? []).map((row) =>
      Object.fromEntries(lines.fields.filter((field) => !isInitial(field)).map((field) => [field.name, row[field.name]])),
    )
  }
  const known: Resolved = new Map()
  const { record } = await prepare(ctx, module, await withDefaults(ctx, module, copy), { known, source: 'records' })
  return draftAnswer(ctx, module, record, known)
}

/** An unsaved record in the form of a response: the parts of it, its lines and its references that the caller can see, without an id. */
function draftAnswer(ctx: Ctx, module: Module, record: Row, known: Resolved): Row {
  const plain = withoutHidden(ctx, [...module.fields, ...module.lines], toJson(record))
  cutReferences(ctx, { module }, { fields: module.fields, row: plain, known })
  for (const lines of module.lines) {
    if (!Array.isArray(plain[lines.name])) continue
    const rows = (plain[lines.name] as Row[]).map((row) => withoutHidden(ctx, lines.fields, row))
    for (const row of rows) cutReferences(ctx, { module, lines }, { fields: lines.fields, row, known })
    plain[lines.name] = rows
  }
  return plain
}

/** Reduces the resolved references of a row to what each reference shows to the caller. */
function cutReferences(
  ctx: Ctx,
  place: Omit<Place, 'field'>,
  { fields, row, known }: { readonly fields: readonly Field[]; readonly row: Row; readonly known: Resolved },
): void {
  if (ctx.system !== undefined) return
  for (const field of fields) {
    const target = field.to ? ctx.modules.get(field.to) : undefined
    const value = field.refAs ? row[field.refAs] : undefined
    if (!target || !value) continue
    const cut = (row: Row): Row =>
      cutObject(ctx, target, row, { by: { ...place, field }, reached: known.get(target.name)?.get(Number(row.id))?.ok === true })
    row[field.refAs!] = Array.isArray(value) ? value.map(cut) : cut(value as Row)
  }
}

function cutObject(
  ctx: Ctx,
  target: Module,
  object: Row,
  { by, reached }: { readonly by: Place | 'descriptor'; readonly reached: boolean },
): Row {
  const reference: Row = {}
  for (const [name, value] of Object.entries(object)) {
    const field = fieldOf(target, name) ?? referenceField(target, name)
    if (name === 'id' || name === 'name' || name === 'label') reference[name] = value
    if (name in reference || !field || closedBy(target, undefined, field)) continue
    const way = brings(ctx.principal, ctx.modules, { by, module: target, column: field.name, whole: true })
    if (!way || (way === 'reached' && !reached)) continue
    const next = field.refAs === name && field.to ? ctx.modules.get(field.to) : undefined
    reference[name] =
      next && value && !Array.isArray(value) ? cutObject(ctx, next, value as Row, { by: 'descriptor', reached: false }) : value
  }
  return reference
}

function withoutHidden(ctx: Ctx, parts: readonly (Field | Lines)[], row: Row): Row {
  const sees = seesOf(ctx)
  const rest = { ...row }
  for (const part of parts) {
    const secret = 'type' in part && (part.type === 'password' || part.type === 'secret')
    if (sees(part) && !secret) continue
    delete rest[part.name]
    if ('refAs' in part && part.refAs) delete rest[part.refAs]
  }
  return rest
}

async function fromSources(ctx: Ctx, module: Module, from: { module: string; ids: number[] }, given: Row): Promise<Row> {
  const source = module.sources.find((candidate) => candidate.module === from.module)
  const origin = ctx.modules.get(from.module)
  if (!source || !origin) throw invalid({ source: [`A ${module.singular} cannot be made from "${from.module}".`] })
  if (!from.ids.length || from.ids.length > MAX_SOURCES) throw invalid({ ids: [`Name 1 to ${MAX_SOURCES} records.`] })
  if (from.ids.length > 1 && source.field && !source.many) throw invalid({ ids: ['One record only.'] })
  const records: Row[] = []
  for (const id of from.ids) records.push(await loadSource(ctx, origin, id))
  const env = await envFor(ctx, origin)
  const values = copyHeader(ctx, env, { source, origin, records })
  if (source.field) values[source.field] = source.many ? from.ids : from.ids[0]
  const open = Object.entries(source.lines).map(
    ([target, lines]) => [target, lines, records.flatMap((record) => openRows(ctx, env, origin, { lines, record }))] as const,
  )
  const belongs = Object.entries(source.per).map(([field, expr]) => {
    const value = (lines: SourceLines, { row, parent }: OpenRow): unknown =>
      programFor(ctx, origin, expr, lines.from).evaluate(row, env, parent)
    const first = open.find(([, , rows]) => rows.length > 0)
    const wanted = [given[field], values[field]].find((each) => !isEmpty(each)) ?? (first && value(first[1], first[2][0]!))
    if (!isEmpty(wanted)) values[field] = wanted
    return (lines: SourceLines, row: OpenRow): boolean => isEmpty(wanted) || String(value(lines, row)) === String(wanted)
  })
  for (const [target, lines, rows] of open) {
    const taken = rows.filter((row) => belongs.every((same) => same(lines, row)))
    values[target] = await linesFrom(ctx, env, { origin, lines, rows: taken })
  }
  if (Object.keys(source.lines).length && Object.keys(source.lines).every((name) => !(values[name] as Row[]).length)) {
    throw refuse('E_NOTHING_OPEN', 'The selected documents have no open lines.')
  }
  return values
}

/** Posted documents only; masters as they are. A document that its follow-on document closes is taken by that (as the system). */
async function loadSource(ctx: Ctx, origin: Module, id: number): Promise<Row> {
  const record = await loadExact(ctx, origin, id, { action: 'dropdown', lock: false }).catch((error: unknown) => {
    throw error instanceof AppError && error.kind === 'not_found' ? notFound(`${origin.singular} ${id} was not found.`) : error
  })
  const state = origin.workflow?.states[String(record.status)]
  const closed = state?.flags.includes('is_closed') && ctx.system === undefined
  if (state && (closed || !state.flags.includes('is_posted'))) {
    throw refuse(
      'E_SOURCE_STATUS',
      `${origin.singular} ${String(record[origin.entity.name] ?? id)} is ${state.title.toLowerCase()}; only posted ones can be taken over.`,
    )
  }
  return record
}

/** Values that all sources agree on; of several different ones the first is taken, as a user would start from it. */
function copyHeader(
  ctx: Ctx,
  env: EvalEnv,
  { source, origin, records }: { readonly source: Source; readonly origin: Module; readonly records: readonly Row[] },
): Row {
  const values: Row = {}
  for (const [target, expr] of Object.entries(source.copy)) {
    const program = programFor(ctx, origin, expr)
    for (const record of records) {
      const value = program.evaluate(record, env)
      if (!isEmpty(value)) {
        values[target] = value
        break
      }
    }
  }
  return values
}

async function linesFrom(
  ctx: Ctx,
  env: EvalEnv,
  { origin, lines, rows }: { readonly origin: Module; readonly lines: SourceLines; readonly rows: readonly OpenRow[] },
): Promise<Row[]> {
  const once = onceOf(lines)
  const ids = once.length ? rows.map(({ row }) => Number(row.id)) : []
  const takers = await takenEntries(ctx, origin, { from: lines.from, ids })
  const copies = Object.entries(lines.copy).map(([target, expr]) => [target, programFor(ctx, origin, expr, lines.from)] as const)
  return rows.map(({ row, parent, left }) => {
    const line: Row = {}
    for (const [target, program] of copies) line[target] = program.evaluate(row, env, parent)
    for (const [target, field] of once) {
      const gone = takers.get(Number(row.id))?.get(field)
      if (gone) line[target] = entriesOf(line[target]).filter((entry) => !gone.has(entry))
    }
    if (left === undefined) return line
    line[lines.quantity] = left
    line[lines.link] = row.id
    if (lines.from) line.source_module = origin.name
    return line
  })
}

/** The record computed and checked without saving, for previews; numbers as in JSON. Values of a wrong shape are reported and left out. */
export async function preview(ctx: Ctx, module: Module, accepted: Row): Promise<{ record: Row; errors: Record<string, string[]> }> {
  const shaped = withoutMisshapen(module, accepted)
  const known: Resolved = new Map()
  const { record, errors } = await prepare(ctx, module, await withDefaults(ctx, module, shaped.row), { known })
  return { record: draftAnswer(ctx, module, record, known), errors: { ...errors, ...shaped.errors } }
}
