/** The step that a form offers beside saving. */
import type { Module, Row, Transition } from '../../../engine/model/module.ts'
import { compileExpression, type EvalEnv, scopeOf } from '../../../engine/runtime/expressions/index.ts'

/** What the person may do, and what expressions read around the record. */
interface Around {
  readonly can: (code: string) => boolean
  readonly env: EvalEnv
}

/** The step that usually follows saving: the first one forward from this state that needs no input, is allowed and can come true. */
export function followingTransition(module: Module, values: Row, { can, env }: Around): Transition | undefined {
  const { workflow } = module
  if (!workflow) return undefined
  const state = String(values.status ?? workflow.initial)
  return Object.values(workflow.transitions).find(
    (transition) =>
      transition.from.includes(state) &&
      transition.input.length === 0 &&
      transition.tone !== 'danger' &&
      !transition.reverses &&
      !transition.approval &&
      can(transition.code) &&
      mayHold(module, values, { when: transition.when, env }),
  )
}

/** Whether the condition holds, or could once the form is filled in: lines that only the server writes stay as they are. */
function mayHold(module: Module, values: Row, { when, env }: { readonly when: string | undefined; readonly env: EvalEnv }): boolean {
  if (!when) return true
  const isEntered = (name: string): boolean =>
    module.field[name]?.writable === true || module.lines.some((lines) => lines.name === name && lines.readonly !== true)
  try {
    const program = compileExpression(when, scopeOf(module))
    return program.reads.some((path) => isEntered(path.split('.')[0]!)) || program.evaluate(values, env) === true
  } catch {
    return true
  }
}

/** A transition that needs no other permission than writing the record: users who write one intend to submit it. */
export const isMeantBySaving = ({ code }: Pick<Transition, 'code'>): boolean => code === 'new' || code === 'edit'
