import type { Module, Row } from '../../../engine/model/module.ts'
import { compileExpression, type EvalEnv, scopeOf } from '../../../engine/runtime/expressions/index.ts'

/** The print forms that the record's state offers; the server decides where a condition asks for what the reader cannot see. */
export function printable(module: Pick<Module, 'print' | 'fields' | 'lines' | 'workflow'>, record: Row, env: EvalEnv): Module['print'] {
  const holds = (condition: string): boolean => {
    try {
      return compileExpression(condition, scopeOf(module)).evaluate(record, env) === true
    } catch {
      return true
    }
  }
  return module.print.filter(({ when }) => !when || holds(when))
}
