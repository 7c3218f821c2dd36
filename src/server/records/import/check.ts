/** Checks the rows of a sheet one by one: what each would create or change, and what is wrong with it. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { pacer } from '../../platform/pace.ts'
import { loadExactly } from '../load.ts'
import { proposeUsual } from '../proposals.ts'
import { type Asked, questionsOf } from '../write/questions.ts'
import { knowReferences, type Resolved } from '../write/references.ts'
import { prepareChange, prepareNew } from '../write/save.ts'
import { changesOf, differences, nameOf } from './changes.ts'
import { type ChildGroup, childErrors } from './children.ts'
import type { QueuedRow } from './job.ts'
import type { Matches } from './match.ts'
import type { RowOutcome, SeenVersion } from './mode.ts'
import type { RowError, SheetRecord } from './sheet-record.ts'
import type { Ready, ReadyChange } from './write.ts'

/** Records that are read at once. */
const CHUNK = 500
export const MAX_ERRORS = 1000

type Checked = { readonly row: number } & ({ readonly create: Ready } | { readonly update: ReadyChange })

/** What the check of a sheet has brought so far. */
export interface Check {
  readonly errors: RowError[]
  readonly asked: (Asked & { readonly row: number })[]
  /** The rows to write, unless there are too many of them to be written by this request. */
  readonly ready: Checked[]
  /** The same for a job. */
  readonly queued: QueuedRow[]
  readonly outcomes: RowOutcome[]
  readonly seen: SeenVersion[]
}

interface Checking {
  readonly module: Module
  readonly matches: Matches
  readonly groups: readonly ChildGroup[]
  readonly clears: boolean
  /** What the rows' records were when the sheet was checked before. */
  readonly seen?: readonly SeenVersion[]
  /** Too many rows for one request: they are queued. */
  readonly isLarge: boolean
  /** Errors of the conversion of rows. */
  readonly earlierErrors: readonly RowError[]
}

/** Checks all rows, until there are too many errors. */
export async function checkRows(ctx: Ctx, sent: readonly SheetRecord[], checking: Checking): Promise<Check> {
  const { module, matches, earlierErrors } = checking
  const check: Check = { errors: [...earlierErrors], asked: [], ready: [], queued: [], outcomes: [], seen: [] }
  const unmatched = new Set(matches.errors.map((error) => error.row))
  const usual = await proposeUsual(ctx, module)
  const known: Resolved = new Map()
  const pace = pacer()
  for (let from = 0; from < sent.length && check.errors.length < MAX_ERRORS; from += CHUNK) {
    const chunk = sent.slice(from, from + CHUNK)
    const currents = await currentsOf(ctx, module, chunk, matches)
    await knowReferences(ctx, module, [...currents.values()], known)
    for (const [index, record] of chunk.entries()) {
      if (check.errors.length >= MAX_ERRORS) break
      // With all references known, preparing a record never waits: this gives other requests a turn.
      await pace()
      const id = matches.ids.get(record.row)
      const current = id === undefined ? undefined : currents.get(id)
      check.seen.push(current ? [id!, Number(current.version)] : [0, 0])
      if (unmatched.has(record.row)) {
        check.errors.push(...Object.values(record.unresolved ?? {}))
        continue
      }
      try {
        requireUnchanged(record, current, checking.seen?.[from + index])
        if (id === undefined) await checkNew(ctx, { ...record, values: { ...usual, ...record.values } }, { ...checking, known, check })
        else if (!current)
          check.errors.push({ row: record.row, message: `There is no ${module.singular.toLowerCase()} with this ID that you can change.` })
        else await checkChange(ctx, record, current, { ...checking, known, check })
      } catch (error) {
        if (!(error instanceof AppError) || error.kind === 'fault') throw error
        // A value that was already refused is not checked again.
        const { row } = record
        const said = new Set(check.errors.filter((rowError) => rowError.row === row).map((rowError) => rowError.field))
        if (!said.size || error.errors)
          check.errors.push(...rowErrors(module, row, error).filter(({ field }) => field === undefined || !said.has(field)))
      }
    }
  }
  return check
}

/** The records of the rows of a chunk, by id: those that the caller can change. */
async function currentsOf(ctx: Ctx, module: Module, chunk: readonly SheetRecord[], { ids }: Matches): Promise<Map<number, Row>> {
  const wanted = chunk.flatMap(({ row }) => ids.get(row) ?? [])
  return new Map((await loadExactly(ctx, module, wanted, { action: 'edit', lock: false })).map((row) => [Number(row.id), row]))
}

/** Refuses a record that is not the one, or not in the version, that the user has seen. */
function requireUnchanged({ identity }: SheetRecord, current: Row | undefined, seen: SeenVersion | undefined): void {
  const [id, version] = current ? [Number(current.id), Number(current.version)] : [0, 0]
  if (seen && (seen[0] !== id || seen[1] !== version))
    throw new AppError('conflict', 'Someone else changed this record after the file was checked. Choose the file again to check it.')
  if (current && identity?.version !== undefined && identity.version !== String(version))
    throw new AppError('conflict', 'Someone else changed this record after the file was exported. Export it again.')
}

type Step = Checking & { readonly known: Resolved; readonly check: Check }

async function checkNew(ctx: Ctx, { row, values, children = {}, later, unresolved = {} }: SheetRecord, step: Step): Promise<void> {
  const { module, groups, known, check, isLarge } = step
  check.errors.push(...Object.values(unresolved))
  for (const group of groups) {
    const given = children[group.key]
    if (!given) continue
    for (const [field, messages] of Object.entries(await childErrors(group, given)))
      for (const message of messages) {
        // A value that was already refused is not checked again.
        if (!check.errors.some((error) => error.row === row && error.field === field)) check.errors.push({ row, field, message })
      }
  }
  const record = await prepareNew(ctx, module, values, { known, isAsked: true })
  if (isLarge) check.queued.push({ values, children, ...(later && { later }) })
  else check.ready.push({ row, create: { record, children, ...(later && { later, values }) } })
  check.outcomes.push({ row, result: 'new', record: nameOf(ctx, module, record), changes: [] })
  for (const question of await questionsOf(ctx, module, record)) check.asked.push({ ...question, row })
}

async function checkChange(ctx: Ctx, sheet: SheetRecord, current: Row, step: Step): Promise<void> {
  const { module, known, check, clears, isLarge } = step
  const { row, later } = sheet
  const record = nameOf(ctx, module, current)
  const values = differences(module, current, sheet, clears)
  if (!Object.keys(values).length && !later) {
    check.outcomes.push({ row, result: 'unchanged', record, changes: [] })
    return
  }
  const change = await prepareChange(ctx, module, current, { input: values, known })
  if (isLarge) check.queued.push({ values, ...(later && { later }), stored: [Number(current.id), Number(current.version)] })
  else check.ready.push({ row, update: { current, change, values, ...(later && { later }) } })
  check.outcomes.push({ row, result: 'changed', record, changes: changesOf(ctx, module, current, change) })
  for (const question of change.asked) check.asked.push({ ...question, row })
}

/** A refusal of a record as errors of its row, by the titles of the fields. */
export function rowErrors(module: Module, row: number, error: AppError): RowError[] {
  if (!error.errors) return [{ row, message: error.message }]
  return Object.entries(error.errors).flatMap(([path, messages]) => {
    const [head, index, name] = path.split('.')
    const lines = module.lines.find((line) => line.name === head)
    const field =
      name === undefined ? module.field[path]?.title : `${lines?.title ?? head} ${Number(index) + 1}: ${lines?.field[name]?.title ?? name}`
    return messages.map((message) => ({ row, field: field ?? lines?.title ?? path, message }))
  })
}
