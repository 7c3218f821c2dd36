/** Requests of employees to change their own data: what is asked for, beside what was recorded when they asked. */

import type { Row } from '../../../engine/model/module.ts'
import type { SaveHook } from '../../platform/context.ts'
import { columns, sql, table } from '../../platform/db/sql.ts'
import { idOf } from '../../records/row.ts'

const FROM = 'from_'

/** Notes the present value of each field that a new value is asked for, and of no other: approvers see no more than what changes. */
const previousValues: SaveHook = {
  name: 'dataChange.from',
  async beforeSave(ctx, module, { record }) {
    const names = module.fields.flatMap(({ name }) => (name.startsWith(FROM) ? [name.slice(FROM.length)] : []))
    const [employee] = await ctx.db.query<Row>(
      sql`SELECT ${columns(names)} FROM ${table(ctx, 'employee')} WHERE id = ${idOf(record, 'employee_id')}`,
    )
    for (const name of names) record[`${FROM}${name}`] = (record[name] ?? null) === null ? null : (employee?.[name] ?? null)
  },
  async afterSave() {},
}

export const dataChangeHooks = [previousValues]
