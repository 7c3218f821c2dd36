import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'
import { statementName } from './params.ts'

/** Runs a statement as a named prepared statement when its shape is a common one. */
export function run<T = Row>(ctx: Ctx, text: string, values: readonly unknown[]): Promise<T[]> {
  const name = statementName(text)
  return name ? ctx.db.prepared<T>(name, text, values) : ctx.db.query<T>(text, values)
}
