/**
 * Turns the input of a request into a whole, computed, checked record: defaults, references, fetched and looked-up
 * values, computed fields, rules. Used by create, update, preview, import and create-from alike.
 */

import type { Field, Lines, Module, Row } from '../../../engine/model/module.ts'
import { defaults, fromJson, rowDefaults, sameValue } from '../../../engine/runtime/compute/index.ts'
import { isEmpty } from '../../../engine/runtime/expressions/index.ts'
import { editRightOf, mayChange } from '../../../engine/runtime/permissions/index.ts'
import { onceFor } from '../../../kernel/once-for.ts'
import type { Ctx } from '../../platform/context.ts'
import { type FieldErrors, forbidden } from '../../platform/errors.ts'
import { computerWith, envFor } from '../../platform/expressions.ts'
import { seesOf } from '../access.ts'
import { checkFiles } from './files.ts'
import { fillFromSources } from './linked.ts'
import { type DoneLookups, fillLookups, lookupsBeside, reportMissing } from './lookups.ts'
import { REQUIRED, report } from './messages.ts'
import { checkRecordsOf } from './record-of.ts'
import { checkReferences, idsOf, type Resolved, referenceUses, resolveReferences } from './references.ts'

interface Prepared {
  /** Exact and computed, references resolved beside their ids. */
  readonly record: Row
  readonly errors: FieldErrors
}

/** Values of a reference may bring further references (supplier → terms → …); deeper chains are not followed. */
const FETCH_ROUNDS = 3

/** A new record from accepted input: empty values take their defaults. */
export async function withDefaults(ctx: Ctx, module: Module, accepted: Row): Promise<Row> {
  const env = await envFor(ctx, module)
  const record: Row = withoutFetched(module.fields, defaults(module, env, ctx.modules))
  for (const [name, value] of Object.entries(accepted)) if (!isEmpty(value) || Array.isArray(value)) record[name] = value
  if (module.workflow) record.status = module.workflow.initial
  for (const lines of module.lines) {
    const rows = (record[lines.name] as Row[] | undefined) ?? []
    const initial = rows.length ? withoutFetched(lines.fields, rowDefaults(module, lines, { record, env, modules: ctx.modules })) : {}
    record[lines.name] = rows.map((row) => ({ ...initial, ...withoutNulls(row) }))
  }
  return record
}

const withoutNulls = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))

/** A default applies only where the picked record brings no value: `fillDefaults` adds these after fetching. */
const withoutFetched = (fields: readonly Field[], initial: Row): Row => {
  const late = new Set(fields.filter(isLate).map((field) => field.name))
  return Object.fromEntries(Object.entries(initial).filter(([name]) => !late.has(name)))
}
const isLate = (field: Field): boolean => field.fetch !== undefined && field.default !== undefined

/** A record as stored and its rows by their ids: undefined and none for a new one. */
interface Before {
  readonly current: Row | undefined
  readonly stored: ReadonlyMap<unknown, Row>
}

/**
 * Fills what no picked record has brought; true when one of the values is a reference, which may bring more. A default that
 * is an expression says what a new record, or row, begins with: one that a user has emptied since stays empty.
 */
async function fillDefaults(ctx: Ctx, module: Module, record: Row, { current, stored }: Before): Promise<boolean> {
  let more = false
  const fill = (late: readonly Field[], row: Row, isNew: boolean, initial: () => Row) => {
    for (const { name, to, default: declared } of late) {
      if (!isEmpty(row[name]) || !(isNew || 'value' in declared!)) continue
      const value = initial()[name]
      if (value === undefined) continue
      row[name] = value
      more ||= to !== undefined
    }
  }
  const env = await envFor(ctx, module)
  const late = module.fields.filter(isLate)
  if (late.length)
    fill(
      late,
      record,
      current === undefined,
      once(() => defaults(module, env, ctx.modules)),
    )
  for (const lines of module.lines) {
    const fields = lines.fields.filter(isLate)
    if (!fields.length) continue
    const initial = once(() => rowDefaults(module, lines, { record, env, modules: ctx.modules }))
    for (const row of (record[lines.name] as Row[] | undefined) ?? []) fill(fields, row, !stored.has(row.id), initial)
  }
  return more
}

/** A value that is computed when it is first asked for. */
function once<T extends object>(compute: () => T): () => T {
  let value: T | undefined
  return () => (value ??= compute())
}

/** The stored record with accepted input over it; rows are matched by id, rows that are not sent are removed. */
export async function merged(ctx: Ctx, module: Module, current: Row, accepted: Row): Promise<Row> {
  const env = await envFor(ctx, module)
  const record: Row = { ...current, ...accepted }
  for (const lines of module.lines) {
    const stored = (current[lines.name] as Row[] | undefined) ?? []
    const sent = accepted[lines.name] as Row[] | undefined
    if (!sent) {
      record[lines.name] = stored.map((row) => ({ ...row }))
      continue
    }
    const byId = new Map(stored.map((row) => [row.id, row]))
    const added = sent.some((row) => !byId.has(row.id))
    const fresh = added ? withoutFetched(lines.fields, rowDefaults(module, lines, { record, env, modules: ctx.modules })) : {}
    record[lines.name] = sent.map((row) => (byId.has(row.id) ? { ...byId.get(row.id), ...row } : { ...fresh, ...withoutNulls(row) }))
  }
  return record
}

/** What a draft is prepared from. */
interface Preparing {
  /** The record as stored; absent for a new one. */
  readonly current?: Row | undefined
  /** Referenced records found already, shared by the rows of an import; those of the draft are added. */
  readonly known?: Resolved
  /** Where the references of the draft come from: a request of the caller, or records that they were taken over from. */
  readonly source?: 'request' | 'records'
  /** A form begins with the record: a proposal that is hidden now is shown when another value wants it. */
  readonly begins?: boolean
}

interface Changed {
  readonly record: Row
  readonly current: Row
  readonly errors: FieldErrors
}

/** Fields that are readonly, and tables whose rows are fixed, while an expression is true: changes of them are refused. */
function reportReadonly(module: Module, computer: ReturnType<typeof computerWith>, { record, current, errors }: Changed): void {
  const state = computer.state(record)
  for (const { name } of module.lines) {
    const idsIn = (each: Row) => ((each[name] as Row[] | undefined) ?? []).map(({ id }) => Number(id)).join()
    if (state.lines[name]?.fixed && idsIn(record) !== idsIn(current)) report(errors, name, 'Lines cannot be added, removed or moved now.')
  }
  const movable = module.fields.filter((field) => field.writable && typeof field.readonly === 'string')
  const changed = movable.filter(({ name }) => !sameValue(record[name], current[name]))
  if (!changed.length) return
  for (const { name } of changed) if (state.fields[name]?.readonly) report(errors, name, 'This cannot be changed now.')
}

const guardedFields = onceFor(({ fields }: Pick<Module, 'fields'>) => fields.filter(({ editRight }) => editRight !== undefined))

/**
 * Refuses values of fields whose change needs a right that the caller lacks. What a hook fills in afterwards is not the
 * caller's value.
 */
function requireEditRights(ctx: Ctx, module: Module, record: Row, current: Row | undefined): void {
  if (ctx.system !== undefined) return
  for (const field of guardedFields(module)) {
    if (mayChange(ctx.principal, field)) continue
    if (sameValue(record[field.name] ?? null, current?.[field.name] ?? null)) continue
    const right = editRightOf(field.editRight!)
    const title = ctx.modules.get(right.module)?.title ?? right.module
    throw forbidden(`You need the "${right.code}" permission on ${title} to change "${field.title}".`)
  }
}

/** The errors of a change to a record of which few fields can be changed: its computed values stay. */
export async function checkFew(ctx: Ctx, module: Module, record: Row, current: Row): Promise<Prepared> {
  const errors: FieldErrors = {}
  requireEditRights(ctx, module, record, current)
  reportReadonly(module, computerWith(ctx, module, await envFor(ctx, module)), { record, current, errors })
  return { record, errors }
}

/** Completes a record and finds its errors. */
export async function prepare(
  ctx: Ctx,
  module: Module,
  draft: Row,
  { current, known = new Map(), source = 'request', begins = false }: Preparing = {},
): Promise<Prepared> {
  const stored = storedRows(module, current)
  const unlinked = await fillFromSources(ctx, module, draft, { stored, current })
  const isStored = ({ row, field }: { row: Row; field: Field }, id: number): boolean => {
    const before = field.name in module.field && row === draft ? current : stored.get(row.id)
    return before !== undefined && idsOf(before[field.name]).includes(id)
  }
  // A reference that the request names by id and the caller does not reach brings nothing: neither values nor what
  // follows from them.
  const named = new Map(idsNamed(module, draft))
  const trusted = (use: { row: Row; field: Field }, id: number): boolean =>
    source === 'records' || !use.field.writable || !named.get(use.row)?.has(`${use.field.name} ${id}`) || isStored(use, id)
  const due = { isStale: (row: Row, field: Field) => staleLookup(stored, current, row, field), done: new Map() as DoneLookups }
  const fetchAll = async (): Promise<void> => {
    await resolveReferences(ctx, module, draft, { known, trusted, lookups: lookupsBeside(ctx, module, draft, due) })
    for (let round = 0; round < FETCH_ROUNDS && fetchInto(module, draft); round++)
      await resolveReferences(ctx, module, draft, { known, trusted })
  }
  await fetchAll()
  // A default may be a reference that brings values, too: the location of the user's branch.
  if (await fillDefaults(ctx, module, draft, { current, stored })) await fetchAll()
  const missing = await fillLookups(ctx, module, draft, due)
  const env = await envFor(ctx, module)
  const computer = computerWith(ctx, module, env)
  const complete = computer.all(fromJson(module, draft))
  const record = begins ? complete : withoutHidden(module, computer, complete)
  const errors: FieldErrors = { ...computer.validate(record), ...unlinked }
  reportMissing(ctx, module, missing, { record, env, errors })
  judge(ctx, module, record, { current, errors })
  requireEditRights(ctx, module, record, current)
  if (current) reportReadonly(module, computer, { record, current, errors })
  const isNew = ({ row, field }: { row: Row; field: Field }, id: number): boolean => {
    const before = field.name in module.field && row === record ? current : stored.get(row.id)
    return !before || !idsOf(before[field.name]).includes(id)
  }
  const isOfToday = source === 'request' && ctx.system === undefined
  checkReferences(ctx, module, record, {
    known,
    isNew,
    errors,
    asOf: isOfToday ? ctx.clock.today(ctx.company.time_zone) : undefined,
  })
  await checkFiles(ctx, module, record, { isNew, errors })
  await checkRecordsOf(ctx, module, record, { current, errors })
  return { record, errors }
}

const hidable = onceFor(({ fields }: Pick<Module, 'fields'>) => fields.filter(({ propose, visible }) => propose && visible))

/** The record without the proposals that its form hides: nobody chose them, as the bank account of what came in cash. */
function withoutHidden(module: Module, computer: ReturnType<typeof computerWith>, record: Row): Row {
  if (!hidable(module).length) return record
  const { fields } = computer.state(record)
  const hidden = hidable(module).filter(({ name }) => !fields[name]!.visible && !isEmpty(record[name]))
  if (!hidden.length) return record
  return computer.all({
    ...record,
    ...Object.fromEntries(hidden.flatMap(({ name, refAs }) => [name, ...(refAs ? [refAs] : [])].map((key) => [key, null]))),
  })
}

/** The ids that each row refers to before any fetch. */
function* idsNamed(module: Module, record: Row): Generator<[Row, ReadonlySet<string>]> {
  const rows = new Map<Row, Set<string>>()
  for (const { row, field } of referenceUses(module, record)) {
    const ids = rows.get(row) ?? new Set()
    rows.set(row, ids)
    for (const id of idsOf(row[field.name])) ids.add(`${field.name} ${id}`)
  }
  yield* rows
}

const storedRows = (module: Module, current: Row | undefined): Map<unknown, Row> =>
  new Map(module.lines.flatMap((lines) => ((current?.[lines.name] as Row[] | undefined) ?? []).map((row) => [row.id, row] as const)))

/** Drops errors that no request could cause: numbers given later, hidden fields, stored secrets. */
function judge(
  ctx: Ctx,
  module: Module,
  record: Row,
  { current, errors }: { readonly current: Row | undefined; readonly errors: FieldErrors },
): void {
  const sees = seesOf(ctx)
  const numbered = new Set(module.entity.numbers.map((number) => number.field))
  const excused = (field: Field | undefined): boolean =>
    !field ||
    numbered.has(field.name) ||
    !sees(field) ||
    (!field.writable && !field.computed && !field.checks.length) ||
    (current !== undefined && (field.type === 'password' || field.type === 'secret') && isEmpty(record[field.name]))
  for (const [path, messages] of Object.entries(errors)) {
    const [head, , name] = path.split('.')
    const field = name === undefined ? module.field[path] : module.lines.find((lines) => lines.name === head)?.field[name]
    const isLines = module.lines.some((lines) => lines.name === path)
    if (!isLines && messages.includes(REQUIRED) && excused(field)) delete errors[path]
  }
}

/** Copies the fetched values of picked references into empty fields; true when one of them was a reference. */
function fetchInto(module: Module, record: Row): boolean {
  let more = fetchPart(module.fields, record)
  for (const lines of module.lines) {
    if (!lines.fields.some((field) => field.fetch)) continue
    for (const row of (record[lines.name] as Row[] | undefined) ?? []) more = fetchPart(lines.fields, row, lines, record) || more
  }
  return more
}

function fetchPart(fields: readonly Field[], row: Row, lines?: Lines, parent?: Row): boolean {
  let more = false
  for (const field of fields) {
    if (!field.fetch || !isEmpty(row[field.name])) continue
    for (const { from, path } of field.fetch) {
      const refAs = fields.find((candidate) => candidate.name === from)?.refAs
      const source = refAs ? row[refAs] : lines && from.startsWith('parent.') ? parent?.[from.slice(7).replace(/_id$/, '')] : undefined
      const value = path
        .split('.')
        .reduce<unknown>((node, name) => (node && typeof node === 'object' ? (node as Row)[name] : undefined), source)
      if (value === undefined || value === null) continue
      row[field.name] = value
      more ||= field.to !== undefined
      break
    }
  }
  return more
}

/** A lookup is repeated only for a new row, or when its keys have changed. */
function staleLookup(stored: Map<unknown, Row>, current: Row | undefined, row: Row, field: Field): boolean {
  const before = row.id === undefined ? undefined : (stored.get(row.id) ?? (current?.id === row.id ? current : undefined))
  if (!before || isEmpty(row[field.name])) return true
  return Object.values(field.lookup!.where).some(
    (wanted) =>
      typeof wanted === 'string' &&
      wanted.startsWith('$') &&
      !wanted.startsWith('$parent.') &&
      !sameValue(before[wanted.slice(1)], row[wanted.slice(1)]),
  )
}
