/** Create, update and delete: each whole or not at all, in one transaction. */

import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { inertFields, sameValue } from '../../../engine/runtime/compute/index.ts'
import { auditSql, writeAudit } from '../../platform/audit/index.ts'
import { hashPassword, passwordProblems } from '../../platform/auth/passwords.ts'
import type { Ctx } from '../../platform/context.ts'
import { ref, sql, table } from '../../platform/db/sql.ts'
import { AppError, type FieldErrors, forbidden, invalid, refuse } from '../../platform/errors.ts'
import { assignNumber } from '../../platform/numbering/index.ts'
import { requireAction, seesOf } from '../access.ts'
import { audienceOf, publishRecord } from '../audience/audience.ts'
import { closedIn, requireMember, requireOpen, withoutClosed } from '../closed.ts'
import { get } from '../get.ts'
import { loadExact, loadHeader } from '../load.ts'
import { type ReadBack, readBack } from '../read.ts'
import { answer, withActions } from '../response.ts'
import { reportUnknownChoices } from './choices.ts'
import { replaceDefault } from './default-record.ts'
import { claimFiles, filesIn } from './files.ts'
import { removeChildren, requireUnused } from './in-use.ts'
import { acceptInput } from './input.ts'
import { report } from './messages.ts'
import { checkFew, merged, prepare, withDefaults } from './prepare.ts'
import { type Asked, requireConfirmed, requireNoQuestions, unconfirmed } from './questions.ts'
import { requireUnchangedEchoes, splitReadonlyEchoes } from './readonly-echo.ts'
import type { Resolved } from './references.ts'
import { requireSecondPerson } from './second-person.ts'
import { changedFields, insertRecord, type LineChanges, lineChanges, updateHeader, writeLines } from './store.ts'
import { schemaErrors } from './validate.ts'

const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0

/** A record's values in the audit trail: stored values, without secrets and resolved objects. */
function auditImage(module: Module, record: Row): Row {
  const image: Row = {}
  for (const field of module.fields) {
    if (field.storage !== 'none' && field.type !== 'password' && field.type !== 'secret' && field.name in record)
      image[field.name] = record[field.name]
  }
  for (const lines of module.lines) {
    image[lines.name] = ((record[lines.name] as Row[] | undefined) ?? []).map((row) =>
      Object.fromEntries(
        ['id', 'line_no', ...lines.fields.map((field) => field.name)].filter((name) => name in row).map((name) => [name, row[name]]),
      ),
    )
  }
  return image
}

/** The same for changed values only: comparing the rest again would find nothing. */
function changedImage(fields: readonly Field[], changes: readonly LineChanges[], record: Row): Row {
  const image: Row = {}
  for (const field of fields) if (field.type !== 'password' && field.type !== 'secret') image[field.name] = record[field.name]
  for (const { lines } of changes) image[lines.name] = (record[lines.name] as Row[] | undefined) ?? []
  return image
}

/** Types, limits, choices and password strength of accepted input; `current` is the stored record. Throws 400. */
function checkInput(module: Module, accepted: Row, current?: Row): void {
  const errors = schemaErrors(module, accepted)
  reportUnknownChoices(module, accepted, current, errors)
  for (const field of module.fields) {
    const value = accepted[field.name]
    if (field.type !== 'password' || value === undefined || value === null) continue
    for (const problem of passwordProblems(value)) report(errors, field.name, problem)
  }
  if (hasErrors(errors)) throw invalid(errors)
}

async function hashPasswords(module: Module, accepted: Row, record: Row): Promise<void> {
  for (const field of module.fields) {
    if (field.type === 'password' && typeof accepted[field.name] === 'string')
      record[field.name] = await hashPassword(accepted[field.name] as string)
  }
}

async function runHooks(ctx: Ctx, module: Module, event: { before?: Row; after?: Row }, changed: Iterable<string>): Promise<void> {
  for (const name of module.saved) await ctx.services.hooks.get(name)?.afterSave(ctx, module, { ...event, changed: new Set(changed) })
}

/** What a save does to other records, and the module's hooks, before the record is stored. */
export async function runBeforeSave(
  ctx: Ctx,
  module: Module,
  event: { before?: Row; record: Row; given: ReadonlySet<string> },
): Promise<void> {
  for (const name of module.saved) await ctx.services.hooks.get(name)?.beforeSave?.(ctx, module, event)
  await replaceDefault(ctx, module, event)
}

/** Inserts a prepared record: numbers, rows, audit. Returns its id. */
export async function store(ctx: Ctx, module: Module, record: Row): Promise<number> {
  await runBeforeSave(ctx, module, { record, given: new Set(Object.keys(record)) })
  const { id } = await insertNumbered(ctx, module, record)
  await claimFiles(ctx, module, id, { record })
  const awaited = await ctx.services.workflow.refreshTasks(ctx, module, { ...record, id })
  if (awaited.length) await ctx.services.workflow.askApprovers(ctx, module, { ...record, id })
  await runHooks(ctx, module, { after: { ...record, id } }, Object.keys(record))
  publishRecord(ctx, await audienceOf(ctx, module, record, awaited), { id, version: 1, action: 'create' })
  return id
}

/** Gives a record its numbers and inserts it, with its audit entry. */
async function insertNumbered(ctx: Ctx, module: Module, record: Row, back?: ReadBack) {
  Object.assign(record, await assignNumber(ctx, module, record, 'save'))
  const entry = { module, action: 'create', after: auditImage(module, { ...record, version: 1 }) }
  return insertRecord(ctx, module, record, { along: (params, from) => auditSql(ctx, entry, { from }, params), back })
}

/**
 * A new record completed and checked, not saved; throws 400 with errors by field. An import asks its questions about all
 * rows at once (`isAsked`).
 */
export async function prepareNew(
  ctx: Ctx,
  module: Module,
  input: Row,
  { known, isAsked = false }: { readonly known?: Resolved; readonly isAsked?: boolean } = {},
): Promise<Row> {
  const taken = splitReadonlyEchoes(module, input)
  const accepted = acceptInput(module, taken.input, { sees: seesOf(ctx) })
  checkInput(module, accepted)
  const { record, errors } = await prepare(ctx, module, await withDefaults(ctx, module, accepted), { known })
  if (hasErrors(errors)) throw invalid(errors)
  await requireUnchangedEchoes(ctx, module, record, taken.echoes)
  requireOwnBranch(ctx, module, record)
  requireSecondPerson(ctx, module, undefined, record)
  if (!isAsked) await requireConfirmed(ctx, module, record)
  await hashPasswords(module, accepted, record)
  return record
}

/** Creates a record and returns it as `get` does. */
export async function create(ctx: Ctx, module: Module, input: Row): Promise<Row> {
  requireAction(ctx, module, 'create')
  if (writesMore(module)) return ctx.db.tx(async () => answer(ctx, module, await add(ctx, module, input)))
  const record = await prepareNew(ctx, module, input)
  if (filesIn(module, record).length || ctx.services.workflow.decides(ctx, module))
    return ctx.db.tx(async () => answer(ctx, module, await store(ctx, module, record)))
  const { id, row } = await insertNumbered(ctx, module, record, readBack(ctx, module))
  publishRecord(ctx, await audienceOf(ctx, module, record), { id, version: 1, action: 'create' })
  return withActions(ctx, module, row!)
}

/**
 * Whether creating a record of the module writes, or locks, more than one statement does: otherwise what is read before it needs
 * no transaction, and the statement that inserts the record, its lines and its audit entry is one by itself.
 */
const writesMore = (module: Module): boolean =>
  module.entity.single ||
  module.entity.defaultRecord !== undefined ||
  module.saved.length > 0 ||
  module.entity.numbers.some((series) => series.at === 'save' && series.gapless)

/** Creates a record and returns its id. */
export async function add(ctx: Ctx, module: Module, input: Row): Promise<number> {
  requireAction(ctx, module, 'create')
  return ctx.db.tx(async () => {
    if (module.entity.single) await requireNone(ctx, module)
    return store(ctx, module, await prepareNew(ctx, module, input))
  })
}

async function requireNone(ctx: Ctx, module: Module): Promise<void> {
  const [row] = await ctx.db.query(sql`select 1 from ${table(ctx, module.entity.table)} limit 1`)
  if (row) throw refuse('E_SINGLE', `There is one ${module.singular} only; change the one that exists.`)
}

/** Refuses a circle in a tree: a record cannot be below itself. */
async function requireTree(ctx: Ctx, module: Module, current: Row, record: Row): Promise<void> {
  const { tree } = module.entity
  const parent = tree ? record[tree] : null
  if (!tree || parent === null || parent === undefined || sameValue(parent, current[tree])) return
  const rows = table(ctx, module.entity.table)
  const [loop] = await ctx.db.query(
    sql`
      WITH RECURSIVE above AS (
        SELECT id, ${ref(tree)} AS up
        FROM ${rows}
        WHERE id = ${parent}
        UNION
        SELECT t.id, t.${ref(tree)}
        FROM ${rows} t
        JOIN above a ON t.id = a.up
      )
      SELECT 1
      FROM above
      WHERE id = ${Number(current.id)}
    `,
  )
  if (loop) throw invalid({ [tree]: ['A record cannot be its own parent.'] })
}

/** Records of other branches cannot be created, just as they cannot be seen. */
function requireOwnBranch(ctx: Ctx, module: Module, record: Row): void {
  const branch = module.entity.branch
  if (ctx.system !== undefined || !branch || !ctx.principal.branch_ids.length || module.entity.owner) return
  const id = record[branch]
  if (id !== null && id !== undefined && !ctx.principal.branch_ids.includes(Number(id)))
    throw invalid({ [branch]: ['You are not assigned to this branch.'] })
}

/** The conflict when another user saved first: 409 with both versions. */
async function conflict(ctx: Ctx, module: Module, id: number, yours: Row): Promise<never> {
  const theirs = await get(ctx, module, id, 'edit')
  throw new AppError('conflict', 'Someone else changed this record after you opened it.', { details: { yours, theirs } })
}

/** A change to a record that has been checked and is not stored yet. */
export interface PreparedChange {
  readonly record: Row
  /** What the request sets. */
  readonly accepted: Row
  /** Questions that nobody has confirmed yet. */
  readonly asked: readonly Asked[]
}

/**
 * A change to a record that the caller has read to change it, completed and checked; throws 400, 409 or 422 where it is not
 * allowed. `known`: references that were read before. Questions are answered, not asked: `requireConfirmed` refuses them.
 */
export async function prepareChange(
  ctx: Ctx,
  module: Module,
  current: Row,
  { input, known }: { readonly input: Row; readonly known?: Resolved },
): Promise<PreparedChange> {
  const { accepted, echoes, state, editable } = await acceptChanges(ctx, module, current, input)
  const draft = await merged(ctx, module, current, accepted)
  if (state?.saveTo) draft.status = state.saveTo
  // Where only a few fields can still be changed, the computed values of the whole record stay.
  const { record, errors } =
    editable === '*' ? await prepare(ctx, module, draft, { current, known }) : await checkFew(ctx, module, draft, current)
  if (hasErrors(errors)) throw invalid(errors)
  await requireUnchangedEchoes(ctx, module, record, echoes)
  if (editable === '*') requireOwnBranch(ctx, module, record)
  await requireTree(ctx, module, current, record)
  requireMember(ctx, module, current, record)
  requireSecondPerson(ctx, module, current, record)
  const asked = await unconfirmed(ctx, module, record, { before: current, given: new Set(Object.keys(accepted)) })
  return { record, accepted, asked }
}

/** Stores a checked change of a locked record, with hooks and audit. */
export async function storeChange(ctx: Ctx, module: Module, current: Row, { record, accepted }: PreparedChange) {
  await runBeforeSave(ctx, module, { before: current, record, given: new Set(Object.keys(accepted)) })
  await hashPasswords(module, accepted, record)
  return storeChanges(ctx, module, current, record)
}

/** Changes a record. `input.version` is the version the change is based on. */
export async function update(ctx: Ctx, module: Module, id: number, input: Row): Promise<Row> {
  requireAction(ctx, module, 'update')
  const inert = isInert(module, input) ? await updateInert(ctx, module, id, input) : undefined
  if (inert) return inert
  return ctx.db.tx(async () => {
    const current = await loadExact(ctx, module, id, { action: 'edit', lock: true })
    const change = await prepareChange(ctx, module, current, { input })
    requireNoQuestions(change.asked)
    if ((await storeChange(ctx, module, current, change)) === 'stale') return conflict(ctx, module, id, input)
    return answer(ctx, module, id)
  })
}

/** The changes of a request to a record in its present version and state; throws 400, 409 or 422 where they are not allowed. */
async function acceptChanges(ctx: Ctx, module: Module, current: Row, input: Row) {
  const id = Number(current.id)
  if (input.version !== undefined && input.version !== null) {
    if (!Number.isInteger(input.version)) throw invalid({ version: ['Must be a whole number.'] })
    if (input.version !== Number(current.version)) return conflict(ctx, module, id, input)
  }
  const state = module.workflow?.states[String(current.status)]
  const editable = state ? state.edit : '*'
  if (state && editable !== '*' && !editable.length)
    throw refuse('E_NOT_EDITABLE', `A record that is ${state.title.toLowerCase()} cannot be changed.`)
  const closed = await closedIn(ctx, module, id, input)
  const taken = splitReadonlyEchoes(module, input, 'new lines')
  const accepted = acceptInput(module, taken.input, { sees: seesOf(ctx), current: withoutClosed(module, current, closed), editable })
  requireOpen(current, accepted, closed)
  checkInput(module, accepted, current)
  return { accepted, echoes: taken.echoes, state, editable }
}

/** Whether the request changes only fields that nothing depends on. */
function isInert(module: Module, input: Row): boolean {
  if (module.saved.length || module.entity.secondPerson || module.entity.defaultRecord) return false
  const inert = inertFields(module)
  const names = Object.keys(input ?? {}).filter((name) => name !== 'version' && name !== 'id')
  return names.length > 0 && names.every((name) => inert.has(name))
}

/**
 * Saves fields that nothing depends on, such as remarks, without computing the record again: only the columns of its header
 * are read, and one statement writes the change with its audit entry if the version is still the one that was read, and
 * reads the response. Undefined, with nothing written, where saving does more: in states that it leaves, and while a decision
 * is awaited.
 */
async function updateInert(ctx: Ctx, module: Module, id: number, input: Row): Promise<Row | undefined> {
  const current = await loadHeader(ctx, module, id, 'edit')
  const { accepted, state } = await acceptChanges(ctx, module, current, input)
  if (state?.saveTo || ctx.services.workflow.awaitsDecision(ctx, module, current)) return undefined
  const record = { ...current, ...accepted }
  const fields = changedFields(module, current, record)
  if (!fields.length) return answer(ctx, module, id)
  const saved = await writeHeader(ctx, module, { current, record, fields, lines: [] }, readBack(ctx, module))
  if (!saved) return conflict(ctx, module, id, input)
  publishRecord(ctx, await audienceOf(ctx, module, record), { id, version: saved.version, action: 'update' })
  return withActions(ctx, module, saved.row!)
}

/** A record as stored and as it will be, and what differs. */
interface Changes {
  readonly current: Row
  readonly record: Row
  readonly fields: readonly Field[]
  readonly lines: readonly LineChanges[]
  /** Those whose approvals end with the change. */
  readonly approvedBy?: readonly string[]
}

/**
 * Writes the changed fields of the header with the audit entry of all changes; returns the new version, or undefined
 * where another save was first.
 */
function writeHeader(ctx: Ctx, module: Module, { current, record, fields, lines, approvedBy = [] }: Changes, back?: ReadBack) {
  const entry = {
    module,
    action: 'update',
    number: record.transaction_no,
    before: changedImage(fields, lines, current),
    after: changedImage(fields, lines, record),
    ...(approvedBy.length ? { reason: `Approval starts again; so far approved by ${approvedBy.join(', ')}.`.slice(0, 200) } : {}),
  }
  const change = { id: Number(current.id), version: Number(current.version), fields, record }
  return updateHeader(ctx, module, change, { along: (params, from) => auditSql(ctx, entry, { from }, params), back })
}

/** Writes the differences between a record and its next state, with audit, tasks and hooks. */
async function storeChanges(ctx: Ctx, module: Module, current: Row, record: Row): Promise<'saved' | 'same' | 'stale'> {
  const id = Number(current.id)
  const fields = changedFields(module, current, record)
  const lines = lineChanges(module, current, record)
  if (!fields.length && !lines.length) return 'same'
  const changed = [...fields.map((field) => field.name), ...lines.map((line) => line.lines.name)]
  const approvedBy = await ctx.services.workflow.restartApproval(ctx, module, current, changed)
  const saved = await writeHeader(ctx, module, { current, record, fields, lines, approvedBy })
  if (!saved) return 'stale'
  await writeLines(ctx, id, lines)
  await claimFiles(ctx, module, id, { record, before: current })
  const awaited = await ctx.services.workflow.refreshTasks(ctx, module, { ...record, id })
  // Corrected after it was refused, or changed after a part of them had approved it, it comes before them again.
  if (awaited.length && (record.status !== current.status || approvedBy.length))
    await ctx.services.workflow.askApprovers(ctx, module, { ...record, id })
  await runHooks(ctx, module, { before: current, after: { ...record, id } }, changed)
  publishRecord(ctx, await audienceOf(ctx, module, record, awaited), { id, version: saved.version, action: 'update' })
  return 'saved'
}

/**
 * Saves a handler's computed values on a record that it has locked: completed, computed and checked like any save,
 * although users cannot set those fields themselves. Returns the record as stored.
 */
export async function rewrite(ctx: Ctx, module: Module, current: Row, changes: Row): Promise<Row> {
  const { record, errors } = await prepare(ctx, module, await merged(ctx, module, current, changes), { current })
  if (hasErrors(errors)) throw invalid(errors)
  requireSecondPerson(ctx, module, current, record)
  if ((await storeChanges(ctx, module, current, record)) === 'stale')
    throw new AppError('conflict', 'This record was changed by another user. Please reload.')
  return ctx.services.records.load(ctx, module, Number(current.id))
}

/** Deletes a record without references to it; documents only in states that allow it. */
export async function remove(ctx: Ctx, module: Module, id: number): Promise<void> {
  requireAction(ctx, module, 'delete')
  await ctx.db.tx(async () => {
    const current = await loadExact(ctx, module, id, { action: 'delete', lock: true })
    const state = module.workflow?.states[String(current.status)]
    if (state && !state.deletable) throw refuse('E_NOT_DELETABLE', `A record that is ${state.title.toLowerCase()} cannot be deleted.`)
    if (current.is_system === true && ctx.system === undefined) throw forbidden('This record belongs to the system and cannot be deleted.')
    requireSecondPerson(ctx, module, current, undefined)
    await requireUnused(ctx, module, id)
    const audience = await audienceOf(ctx, module, current)
    await removeChildren(ctx, module, id)
    await ctx.db.query(
      sql`
        delete from ${table(ctx, module.entity.table)}
        where id = ${id}
      `,
    )
    await writeAudit(ctx, { module, record_id: id, action: 'delete', before: auditImage(module, current) })
    await runHooks(ctx, module, { before: current }, [])
    publishRecord(ctx, audience, { id, version: Number(current.version), action: 'delete' })
  })
}
