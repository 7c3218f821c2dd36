/** Records that compute themselves, on both sides of the wire alike. */

import type { Module, ModuleSet } from '../../model/module.ts'
import type { EvalEnv } from '../expressions/index.ts'
import type { Computer } from './computer.ts'
import { compileComputer } from './computer.ts'
import type { Calculations } from './plan.ts'
import type { Rules } from './rules.ts'
import { compileRules } from './rules.ts'

export type { Change, Computer, Patch, Recomputed } from './computer.ts'
export { inertFields } from './inert.ts'
export type { CalculationFn, CalculationOutcome, Calculations } from './plan.ts'
export type { ResolvedFilter } from './prefill.ts'
export { applyFetch, defaults, resolveFilter, rowDefaults, usualInputs } from './prefill.ts'
export type { FieldErrors, FieldState, LinesState, Question, RecordState, Rules } from './rules.ts'
export { inputErrors, inputStates, REQUIRED_MESSAGE } from './rules.ts'
export { fromJson, isNumeric, sameValue, toField, toJson } from './values.ts'

/** Computation and rules of one module, compiled, for callers whose environments differ. */
export interface CompiledModule {
  /** The computer of one caller: `env` contains the caller's data for expressions. Creating one costs nothing. */
  with(env: EvalEnv): Computer & Rules
}

/** Compiles a module's computation and rules, which is the expensive part: once for all callers. */
export function compileModule(module: Module, calculations: Calculations = {}, modules?: ModuleSet): CompiledModule {
  const computer = compileComputer(module, calculations, modules)
  const rules = compileRules(module, modules)
  return { with: (env) => ({ ...computer(env), ...rules(env) }) }
}

/**
 * Computation and rules of one module's records for one caller; everything it answers with decimals is exact
 * (`toJson` makes JSON numbers of them).
 */
export const createComputer = (module: Module, env: EvalEnv, calculations: Calculations = {}, modules?: ModuleSet): Computer & Rules =>
  compileModule(module, calculations, modules).with(env)
