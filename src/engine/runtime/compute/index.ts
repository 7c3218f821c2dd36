/** Records that compute themselves, on both sides of the wire alike. */

import type { Module, ModuleSet } from '../../model/module.ts'
import type { EvalEnv } from '../expressions/index.ts'
import type { Computer } from './computer.ts'
import { computerOf } from './computer.ts'
import type { Calculations } from './plan.ts'
import type { Rules } from './rules.ts'
import { rulesOf } from './rules.ts'

export type { Change, Computer, Patch, Recomputed } from './computer.ts'
export type { CalculationFn, CalculationOutcome, Calculations } from './plan.ts'
export type { ResolvedFilter } from './prefill.ts'
export { applyFetch, defaults, resolveFilter, rowDefaults } from './prefill.ts'
export type { FieldErrors, FieldState, Question, RecordState, Rules } from './rules.ts'
export { inputErrors, REQUIRED_MESSAGE } from './rules.ts'
export { fromJson, isNumeric, sameValue, toField, toJson } from './values.ts'

/**
 * Computation and rules of one module's records. Compiled here, once; everything it answers with decimals
 * is exact (`toJson` makes JSON numbers of them).
 */
export function createComputer(module: Module, env: EvalEnv, calculations: Calculations = {}, modules?: ModuleSet): Computer & Rules {
  return { ...computerOf(module, env, calculations, modules), ...rulesOf(module, env, modules) }
}
