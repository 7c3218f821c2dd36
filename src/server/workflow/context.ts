/** The context of effects and guards while a transition runs. */

import type { Call, Module, Row, Transition } from '../../engine/model/module.ts'
import type { EvalEnv } from '../../engine/runtime/expressions/index.ts'
import { type Decimal, toDecimal } from '../../kernel/decimal.ts'
import type { Ctx, EffectContext } from '../platform/context.ts'
import { computerWith, envFor, programFor } from '../platform/expressions.ts'

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

/** Which child table each row belongs to, so that its expressions are compiled in the right scope. */
function tablesOf(module: Module, record: Row): Map<Row, string | undefined> {
  const tables = new Map<Row, string | undefined>()
  for (const { name } of module.lines) {
    const rows = record[name]
    if (Array.isArray(rows)) for (const row of rows as Row[]) tables.set(row, name)
  }
  return tables
}

/** Builds the context of one run. Row expressions see the row, and the record as `parent`. */
export async function effectContext(start: Start): Promise<EffectContext> {
  const { ctx, module, record } = start
  const env: EvalEnv = await envFor(ctx, module)
  const tables = tablesOf(module, record)
  const evaluate = (expr: string, row?: Row): unknown => {
    if (!row) return programFor(ctx, module, expr).evaluate(record, env)
    // An effect may add rows to the record; they are searched for once.
    if (!tables.has(row)) {
      for (const [each, name] of tablesOf(module, record)) tables.set(each, name)
      if (!tables.has(row)) tables.set(row, undefined)
    }
    return programFor(ctx, module, expr, tables.get(row)).evaluate(row, env, record)
  }
  const derive = (): void => {
    const computed = computerWith(ctx, module, env).all(record)
    for (const lines of module.lines) {
      const rows = (computed[lines.name] as Row[] | undefined) ?? []
      // In place: effects keep what they know of a row by the row itself.
      for (const [index, row] of ((record[lines.name] as Row[] | undefined) ?? []).entries()) Object.assign(row, rows[index])
    }
  }
  return { ...start, evaluate, decimal: (expr, row): Decimal => toDecimal(evaluate(expr, row)), derive }
}
