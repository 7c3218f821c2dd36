/** What effects and guards see while a transition runs. */

import type { Call, Module, Row, Transition } from '../../engine/model/module.ts'
import type { EvalEnv } from '../../engine/runtime/expressions/index.ts'
import { type Decimal, toDecimal } from '../../kernel/decimal.ts'
import type { Ctx, EffectContext } from '../platform/context.ts'
import { envFor, programFor } from '../platform/expressions.ts'

interface Start {
  readonly ctx: Ctx
  readonly module: Module
  readonly record: Row
  readonly transition: Transition
  readonly date: string
  readonly input: Row
  readonly posting_seq: number
  readonly calls?: readonly Call[]
}

/** Finds which child table a row belongs to, so that its expressions are compiled in the right scope. */
function linesOf(module: Module, record: Row, row: Row): string | undefined {
  return module.lines.find((lines) => Array.isArray(record[lines.name]) && (record[lines.name] as Row[]).includes(row))?.name
}

/** Builds the context of one run. Row expressions see the row, and the record as `parent`. */
export async function effectContext(start: Start): Promise<EffectContext> {
  const { ctx, module, record } = start
  const env: EvalEnv = await envFor(ctx, module)
  const where = new WeakMap<Row, string | undefined>()
  const evaluate = (expr: string, row?: Row): unknown => {
    if (!row) return programFor(ctx, module, expr).evaluate(record, env)
    if (!where.has(row)) where.set(row, linesOf(module, record, row))
    return programFor(ctx, module, expr, where.get(row)).evaluate(row, env, record)
  }
  return { ...start, evaluate, decimal: (expr, row): Decimal => toDecimal(evaluate(expr, row)) }
}
