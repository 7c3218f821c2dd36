/** What can be done to several records at once, and to how many of them. */
import type { Field, Module, Row, Transition } from '../../../engine/module.ts'

export interface BulkAction {
  readonly name: string
  readonly title: string
  readonly danger: boolean
  /** Selected records whose state allows it. */
  readonly ids: readonly number[]
  /** What the request says of them where they are records of several modules. */
  readonly rows?: readonly { module: string; id: number }[]
  /** Asked once for all of them. */
  readonly input: readonly Field[]
  /** The server is asked beforehand what speaks against it. */
  readonly advice?: boolean
}
/** What became of one record. */
export interface BulkResult {
  id: number
  success: boolean
  message?: string
  /** What spoke against it; it was done all the same. */
  notes?: readonly string[]
  module?: string
}

const REASON: Field = {
  name: 'reason',
  type: 'longtext',
  title: 'Reason',
  required: true,
  schema: { type: 'string', minLength: 5 },
} as unknown as Field

/** What a report offers on the records that its chosen rows stand for. */
const reportActions = ({ report }: Module, rows: readonly Row[]): BulkAction[] => {
  const records = report?.records
  if (!records) return []
  const chosen = rows.map((row) => ({ module: String(row[records.module]), id: Number(row[records.id]) }))
  return records.actions.map(({ name, title, danger, reason }) => ({
    name,
    title,
    danger,
    ids: chosen.map(({ id }) => id),
    rows: chosen,
    input: reason ? [REASON] : [],
  }))
}

const applies = (transition: Transition, row: Row): boolean => transition.from.includes(String(row.status))

/** Transitions that the user may run and that at least one selected record is ready for; then deletion. */
export const bulkActions = (module: Module, rows: readonly Row[], can: (code: string) => boolean): BulkAction[] => {
  if (module.kind === 'report') return reportActions(module, rows)
  const actions: BulkAction[] = []
  for (const transition of Object.values(module.workflow?.transitions ?? {})) {
    const ids = rows.filter((row) => applies(transition, row)).map(({ id }) => Number(id))
    if (can(transition.code) && ids.length > 0) {
      actions.push({
        name: transition.name,
        title: transition.title,
        danger: transition.tone === 'danger',
        ids,
        input: transition.input,
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
