import type { Field, Json, Row } from '../../../engine/model/module.ts'
import { compileExpression, type EvalEnv, objectType } from '../../../engine/runtime/expressions/index.ts'
import { isDecimal } from '../../../kernel/decimal.ts'

const ANY_RECORD = { record: objectType({}, true), globals: {} }

/**
 * The initial value of a parameter: its fixed default, or its expression (`addMonths(today(), -1)`) evaluated now, over the
 * record that is acted on where there is one.
 */
export const defaultOf = (field: Field, env: EvalEnv, record: Row = {}): Json => {
  if (!field.default) return null
  if ('value' in field.default) return field.default.value
  const value = compileExpression(field.default.expr, ANY_RECORD).evaluate(record, env, undefined)
  return isDecimal(value) ? value.toNumber() : ((value ?? null) as Json)
}
