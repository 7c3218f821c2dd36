/** What moving a card to another column of a board does: a step of the workflow, a change of the field, or nothing, and why. */
import type { Field, Module, Row, Transition } from '../../../engine/model/module.ts'
import { label } from '../../i18n/index.ts'
import { t } from '../figures/text.ts'
import { statusOf } from '../index/StatusBadge.tsx'

/** The value of a column; null gathers the records without one. */
export type ColumnKey = string | number | null

type Move =
  | { readonly kind: 'transition'; readonly transition: Transition }
  | { readonly kind: 'edit'; readonly value: ColumnKey }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'same' }

type Can = (code: string) => boolean

/** The records, the field that divides them, and what the user may do. */
interface Board {
  readonly module: Module
  readonly can: Can
  readonly field: Field
}

const refused = (reason: string): Move => ({ kind: 'refused', reason })
const stateTitle = (module: Module, name: string): string => label(module.workflow?.states[name]?.title ?? name)

/** The step from the record's state to another one that the user can take. */
function step(module: Module, can: Can, from: string, to: string): Move {
  const transitions = Object.values(module.workflow!.transitions).filter((each) => each.from.includes(from) && each.to === to)
  const transition = transitions.find(({ code }) => can(code))
  if (transition) return { kind: 'transition', transition }
  if (transitions.length) return refused(t('board.noRight'))
  return refused(t('board.noStep', { from: stateTitle(module, from), to: stateTitle(module, to) }))
}

function edit({ module, can, field }: Board, record: Row, to: ColumnKey): Move {
  const { workflow, actions } = module
  const action = actions.edit
  if (!action || !can(action.code)) return refused(t('board.noRight'))
  if (field.readonly || field.computed) return refused(t('board.fixed', { field: label(field.title) }))
  const editable = workflow?.states[String(record.status ?? workflow.initial)]?.edit ?? '*'
  if (editable !== '*' && !editable.includes(field.name))
    return refused(t('board.notHere', { field: label(field.title), status: label(statusOf(module, record)?.title ?? '') }))
  return { kind: 'edit', value: to }
}

/** What a move of the record to the column of `to` does. */
export function moveTo(board: Board, record: Row, to: ColumnKey): Move {
  const { module, can, field } = board
  const from = (record[field.name] ?? null) as ColumnKey
  if (from === to) return { kind: 'same' }
  if (module.workflow && field.name === 'status') return step(module, can, String(from), String(to))
  return edit(board, record, to)
}

/** The transition that takes a step back, where there is one that the user can take. */
export function undoOf(module: Module, can: Can, done: Transition, from: string): Transition | undefined {
  return Object.values(module.workflow?.transitions ?? {}).find(
    (each) => each.reverses && each.from.includes(done.to) && each.to === from && can(each.code),
  )
}
