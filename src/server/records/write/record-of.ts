/** Numbers of records whose module another field names (`recordOf`): each must exist. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { isEmpty } from '../../../engine/runtime/expressions/index.ts'
import { onceFor } from '../../../kernel/once-for.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { REQUIRED, report } from './messages.ts'
import { wholeNumber } from './scalars.ts'

interface Written {
  /** The record as stored; absent for a new one. Values that did not change are not checked again. */
  readonly current: Row | undefined
  readonly errors: FieldErrors
}

const numbersOf = onceFor(({ fields }: Pick<Module, 'fields'>) =>
  fields.flatMap(({ name, recordOf }) => (recordOf === undefined ? [] : [{ name, recordOf }])),
)

/** Reports numbers without a record, and those whose kind of record is missing or unknown. */
export async function checkRecordsOf(ctx: Ctx, module: Module, record: Row, { current, errors }: Written): Promise<void> {
  for (const { name, recordOf } of numbersOf(module)) {
    if (isEmpty(record[name])) continue
    if (current && sameValue(record[name], current[name]) && sameValue(record[recordOf], current[recordOf])) continue
    if (isEmpty(record[recordOf])) {
      report(errors, recordOf, REQUIRED)
      continue
    }
    const target = ctx.modules.get(String(record[recordOf]))
    // A number in a record is exact, not JavaScript's.
    const id = wholeNumber(String(record[name]))
    const [row] =
      target && id !== undefined ? await ctx.db.query(sql`SELECT 1 FROM ${table(ctx, target.entity.table)} WHERE id = ${id}`) : []
    if (!row) report(errors, name, `There is no such record of ${target?.title ?? String(record[recordOf])}.`)
  }
}
