import type { Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'
import { statementName } from './params.ts'
import type { Sql } from './sql.ts'

/** Runs a compiled statement as a named prepared statement when its shape is a common one. */
export function run<T = Row>({ db }: Pick<Ctx, 'db'>, text: string, values: readonly unknown[]): Promise<T[]> {
  const name = statementName(text)
  return name ? db.prepared<T>(name, text, values) : db.query<T>(text, values)
}

/** The same for a template whose text is always the same: planned once per connection, which for some takes longer than running them. */
export const repeated = <T = Row>(scope: Pick<Ctx, 'db'>, { text, values }: Sql): Promise<T[]> => run<T>(scope, text, values)
