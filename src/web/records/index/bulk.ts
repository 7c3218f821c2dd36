/** Actions on several records at once, and the number of records to which each applies. */
import type { Field, Module, Row, Transition } from '../../../engine/model/module.ts'

export interface BulkAction {
  readonly name: string
  readonly title: string
  readonly danger: boolean
  /** Selected records whose state allows it. */
  readonly ids: readonly number[]
  /** The records in the request where they belong to several modules. */
  readonly rows?: readonly { module: string; id: number; version?: number }[]
  /** Of decisions, the version of each record that the list shows: what was changed since is not decided on. */
  readonly versions?: Readonly<Record<number, number>>
  /** The form for all of them together. */
  readonly input: readonly Field[]
  /** The number of records where they are not chosen one by one; known after the server was asked. */
  readonly count?: number
  /** Address below the module where it is not that of an action on records. */
  readonly path?: string
  /** The rows of a report in the request, by their ids. */
  readonly keys?: readonly string[]
  /** The server is asked beforehand for warnings. */
  readonly advice?: boolean
}
/** What a row of a list is called where it is acted on; rows of a report often have no other name than a number. */
export const rowName = (row: Row): string => String(row.label ?? row.transaction_no ?? row.name ?? row.id)

/** The result of one record. */
export interface BulkResult {
  id: number
  label?: string
  success: boolean
  message?: string
  /** Rule that refused it. */
  rule?: string
  /** Warnings about it; it was done all the same. */
  notes?: readonly string[]
  module?: string
  /** The status that a transition has left it in. */
  status?: string
}

const REASON: Field = {
  name: 'reason',
  type: 'longtext',
  title: 'Reason',
  required: true,
  schema: { type: 'string', minLength: 5 },
} as unknown as Field

/** What is made of the chosen rows of a report. */
const makeActions = ({ report }: Module, rows: readonly Row[]): BulkAction[] =>
  (report?.makes ?? []).map(({ name, title, ask }) => ({
    name,
    title,
    danger: false,
    ids: rows.map((_, index) => index),
    path: `make/${name}`,
    keys: rows.map(({ id }) => String(id)),
    input: ask,
  }))

/** Actions of a report on its chosen rows, or on the records that they stand for. */
const reportActions = (module: Module, rows: readonly Row[]): BulkAction[] => {
  const records = module.report?.records
  if (!records) return makeActions(module, rows)
  const chosen = rows.map((row) => ({
    module: String(row[records.module]),
    id: Number(row[records.id]),
    ...(records.version && typeof row[records.version] === 'number' && { version: row[records.version] as number }),
  }))
  return [
    ...records.actions.map(({ name, title, danger, reason }) => ({
      name,
      title,
      danger,
      ids: chosen.map(({ id }) => id),
      rows: chosen,
      input: reason ? [REASON] : [],
    })),
    ...makeActions(module, rows),
  ]
}

/** The number of records to which an action applies. */
export const countOf = (action: BulkAction): number => action.count ?? action.ids.length

const applies = (transition: Transition, row: Row): boolean => transition.from.includes(String(row.status))

/** Actions on all records of a list: the server decides which of them are ready for it. */
export const matchingActions = (module: Module, can: (code: string) => boolean): BulkAction[] => [
  ...Object.values(module.workflow?.transitions ?? {})
    .filter(({ code }) => can(code))
    .map(({ name, title, tone, input, advice }) => ({
      name,
      title,
      danger: tone === 'danger',
      ids: [],
      input,
      ...(advice && { advice: true }),
    })),
  ...(module.actions.delete && can(module.actions.delete.code)
    ? [{ name: 'delete', title: module.actions.delete.title, danger: true, ids: [], input: [] }]
    : []),
]

const versionsOf = (rows: readonly Row[]): Record<number, number> =>
  Object.fromEntries(rows.flatMap(({ id, version }) => (typeof version === 'number' ? [[Number(id), version]] : [])))

/** Transitions that the user can run and for which at least one selected record is ready; then deletion. */
export const bulkActions = (module: Module, rows: readonly Row[], can: (code: string) => boolean): BulkAction[] => {
  if (module.kind === 'report') return reportActions(module, rows)
  const actions: BulkAction[] = []
  for (const transition of Object.values(module.workflow?.transitions ?? {})) {
    const ready = rows.filter((row) => applies(transition, row))
    const ids = ready.map(({ id }) => Number(id))
    if (can(transition.code) && ids.length > 0) {
      actions.push({
        name: transition.name,
        title: transition.title,
        danger: transition.tone === 'danger',
        ids,
        input: transition.input,
        ...(transition.approval && { versions: versionsOf(ready) }),
        ...(transition.advice && { advice: true }),
      })
    }
  }
  const states = module.workflow?.states
  const deletable = rows.filter((row) => !states || states[String(row.status)]?.deletable).map(({ id }) => Number(id))
  if (module.actions.delete && can(module.actions.delete.code) && deletable.length > 0) {
    actions.push({
      name: 'delete',
      title: module.actions.delete.title,
      danger: true,
      ids: deletable,
      input: [],
    })
  }
  return actions
}
