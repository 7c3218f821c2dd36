import type { Field, Json } from '../../../engine/model/module.ts'
import { compileExpression, type EvalEnv, objectType } from '../../../engine/runtime/expressions/index.ts'
import { isDecimal } from '../../../kernel/decimal.ts'

const NO_RECORD = { record: objectType({}, true), globals: {} }

/** The initial value of a parameter: its fixed default, or its expression (`addMonths(today(), -1)`) evaluated now. */
export const defaultOf = (field: Field, env: EvalEnv): Json => {
  if (!field.default) return null
  if ('value' in field.default) return field.default.value
  const value = compileExpression(field.default.expr, NO_RECORD).evaluate({}, env, undefined)
  return isDecimal(value) ? value.toNumber() : ((value ?? null) as Json)
}
