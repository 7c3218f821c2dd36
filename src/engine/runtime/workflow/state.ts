/** Properties of a record's state: flags, editable fields, progress, and the badge. */

import { toDecimal } from '../../../kernel/decimal.ts'
import type { Module, Progress, Row, State } from '../../model/module.ts'
import type { EvalEnv, Program } from '../expressions/index.ts'
import { compileExpression, isEmpty, scopeOf } from '../expressions/index.ts'

/** The state a record is in; undefined where the module has no workflow or the status is unknown. */
export function stateOf(module: Pick<Module, 'workflow'>, status: unknown): State | undefined {
  const { workflow } = module
  if (!workflow) return undefined
  const name = typeof status === 'string' && status !== '' ? status : workflow.initial
  return Object.hasOwn(workflow.states, name) ? workflow.states[name] : undefined
}

/** Every flag of the module as the status sets it, so that flags can never contradict the status. */
export function flagsOf(module: Pick<Module, 'workflow'>, status: unknown): Record<string, boolean> {
  const set = new Set(stateOf(module, status)?.flags)
  return Object.fromEntries((module.workflow?.flags ?? []).map((flag) => [flag, set.has(flag)]))
}

export interface Editability {
  readonly allowed: boolean
  /** `*`, or the fields that stay open in this state. */
  readonly fields: '*' | readonly string[]
  readonly reason?: string
}

/** Whether the record can be edited in its state, and which fields. Permission is checked elsewhere. */
export function canEdit(module: Pick<Module, 'workflow' | 'singular'>, record: Row): Editability {
  if (!module.workflow) return { allowed: true, fields: '*' }
  const state = stateOf(module, record.status)
  const fields = state?.edit ?? []
  if (fields === '*' || fields.length > 0) return { allowed: true, fields }
  return {
    allowed: false,
    fields,
    reason: `A record that is ${(state?.title ?? String(record.status)).toLowerCase()} cannot be edited.`,
  }
}

/** Whether the record can be deleted in its state. The server checks links from other records. */
export function canDelete(module: Pick<Module, 'workflow'>, record: Row): { readonly allowed: boolean; readonly reason?: string } {
  if (!module.workflow) return { allowed: true }
  const state = stateOf(module, record.status)
  if (state?.deletable) return { allowed: true }
  const deletable = Object.values(module.workflow.states).filter((each) => each.deletable)
  return {
    allowed: false,
    reason: deletable.length ? `Only ${titles(deletable)} records can be deleted.` : 'These records are kept: they cannot be deleted.',
  }
}

/** `draft or approved`, for messages. */
export function titles(states: readonly Pick<State, 'title'>[]): string {
  const names = states.map((state) => state.title.toLowerCase())
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? 'no')
}

const measures = new WeakMap<object, { served: Program; of: Program }>()

function measureOf(module: Module, progress: Progress): { served: Program; of: Program } {
  let measure = measures.get(progress)
  if (!measure) {
    const scope = scopeOf(module, progress.lines ? { lines: progress.lines } : {})
    measure = { served: compileExpression(progress.served, scope), of: compileExpression(progress.of, scope) }
    measures.set(progress, measure)
  }
  return measure
}

/**
 * How far a posted record is served: the name for none, part or all of it; null for records that are not
 * posted, that ask for nothing, and for modules that have no progress. Rows that ask for nothing do not count.
 * Overdue is not stored: it depends on the day of reading (see `progressShown`).
 */
export function progressOf(module: Module, record: Row, env: EvalEnv): string | null {
  const progress = module.workflow?.progress
  if (!progress || !stateOf(module, record.status)?.flags.includes('is_posted')) return null
  const measure = measureOf(module, progress)
  const rows = progress.lines ? ((record[progress.lines] ?? []) as Row[]) : [record]
  const parent = progress.lines ? record : undefined
  let asked = false
  let any = false
  let all = true
  for (const row of rows) {
    const ordered = toDecimal(measure.of.evaluate(row, env, parent))
    const served = toDecimal(measure.served.evaluate(row, env, parent))
    if (ordered.isZero()) continue
    asked = true
    if (served.gt(0)) any = true
    if (served.lt(ordered)) all = false
  }
  if (!asked) return null
  return progress.names[all ? 2 : any ? 1 : 0]
}

/** Progress as read on a day: an unfinished record whose date has passed reads as overdue, a finished one that was partly given up says so. */
export function progressShown(module: Module, record: Row, today: string): string | null {
  const progress = module.workflow?.progress
  const name = record.progress
  if (!progress || typeof name !== 'string' || name === '') return null
  const { forgone } = progress
  if (forgone && name === progress.names[2] && toDecimal(record[forgone.amount]).gt(0)) return forgone.name
  const date = progress.overdue ? record[progress.overdue.date] : undefined
  const late = progress.overdue && name !== progress.names[2] && !isEmpty(date) && String(date).slice(0, 10) < today
  return late ? progress.overdue!.name : name
}

export interface Badge {
  readonly name: string
  readonly title: string
  readonly tone: State['tone']
}

/** The one badge of a record: progress when it is posted, else the status. */
export function badgeOf(module: Module, record: Row, today: string): Badge | undefined {
  const state = stateOf(module, record.status)
  if (!state) return undefined
  const shown = state.name === 'posted' ? progressShown(module, record, today) : null
  const progress = module.workflow?.progress
  if (shown === null || !progress) return { name: state.name, title: state.title, tone: state.tone }
  return {
    name: shown,
    title: humanTitle(shown),
    tone: progress.tones[shown] ?? standardTone(progress, shown),
  }
}

function standardTone(progress: Progress, name: string): State['tone'] {
  if (name === progress.overdue?.name) return 'red'
  if (name === progress.forgone?.name) return 'grey'
  if (name === progress.names[2]) return 'green'
  return name === progress.names[1] ? 'amber' : 'blue'
}

const humanTitle = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')
