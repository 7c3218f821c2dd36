import { calculations } from '../../../domain/trade/calculations.ts'
import type { Field, Lines, Module, Row } from '../../../engine/model/module.ts'
import {
  type Computer,
  createComputer,
  type FieldState,
  type Patch,
  type Rules,
  rowDefaults,
  toJson,
} from '../../../engine/runtime/compute/index.ts'
import type { EvalEnv } from '../../../engine/runtime/expressions/index.ts'
import type { FormShape } from './shape.ts'

/** Live arithmetic, conditions and defaults of a record; the same code as the server's. */
export interface Calculator extends Computer, Rules {
  rowDefaults(lines: Lines, record: Row): Row
}

const built = new WeakMap<Module, { env: EvalEnv; calculator: Calculator }>()

/**
 * The calculator of a module, compiled once per module and environment. A module whose expressions cannot
 * run here (a newer server) falls back to plain fields: the server computes when it saves.
 */
export function calculatorFor(module: Module, env: EvalEnv): Calculator {
  const known = built.get(module)
  if (known?.env === env) return known.calculator
  let calculator: Calculator
  try {
    const computer = createComputer(module, env, calculations as Parameters<typeof createComputer>[2])
    calculator = { ...computer, rowDefaults: (lines, record) => toJson(rowDefaults(module, lines, { record, env })) }
  } catch (error) {
    console.error(error)
    calculator = plainCalculator(module)
  }
  built.set(module, { env, calculator })
  return calculator
}

const stateOf = (field: Field): FieldState => ({
  visible: true,
  readonly: field.readonly === true || !field.writable,
  required: field.required,
})
const statesOf = (fields: readonly Field[]) => Object.fromEntries(fields.map((field) => [field.name, stateOf(field)]))

/** Fields without arithmetic or conditions: input forms of transitions, and tests. */
export function plainCalculator(shape: FormShape): Calculator {
  const fields = statesOf(shape.fields)
  const tables = new Map(shape.lines.map((lines) => [lines.name, statesOf(lines.fields)]))
  const lines = Object.fromEntries(
    shape.lines.map((table) => [table.name, { visible: true, readonly: table.readonly === true, fixed: table.fixed === true }]),
  )
  return {
    all: (record) => record,
    change: (record, change) => {
      const next: Row = { ...record }
      for (const each of [change].flat()) {
        if (!('lines' in each)) Object.assign(next, each.set)
        else if ('rows' in each) next[each.lines] = [...each.rows]
        else next[each.lines] = (next[each.lines] as Row[]).with(each.index, { ...(next[each.lines] as Row[])[each.index], ...each.set })
      }
      return { record: next, patches: [] as Patch[] }
    },
    state: () => ({ fields, lines, row: (name) => tables.get(name) ?? {} }),
    validate: () => ({}),
    questions: () => [],
    rowDefaults: (table) =>
      Object.fromEntries(
        table.fields.flatMap((field) => (field.default && 'value' in field.default ? [[field.name, field.default.value]] : [])),
      ),
  }
}
