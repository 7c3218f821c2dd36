/** `record.set`: values of the record that follow from a transition, such as a counter or the day it was last done. */

import type { Json, Row } from '../../../engine/model/module.ts'
import { toField, toJson } from '../../../engine/runtime/compute/index.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { assignments, sql, table } from '../../platform/db/sql.ts'

type Params = { values: Record<string, string> }

export const recordSet: Effect<Params> = {
  name: 'record.set',
  keepsRecord: true,
  rank: 10,
  params: {
    description: 'Writes values into the record. A void puts back what they were.',
    examples: [{ values: { last_date: 'next_date', periods_done: 'periods_done + 1' } }],
    type: 'object',
    additionalProperties: false,
    required: ['values'],
    properties: {
      values: {
        type: 'object',
        propertyNames: { format: 'field', written: true },
        additionalProperties: { type: 'string', format: 'expression', gives: 'field', description: 'Expression over the record.' },
        description: 'Field: what it becomes. One after the other, so that each reads those before it.',
      },
    },
  },
  async apply(fx, { values }): Promise<Json> {
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, fx.record[name] ?? null]))
    for (const [name, expr] of Object.entries(values)) fx.record[name] = toField(fx.module.field[name]!, fx.evaluate(expr))
    await store(fx, Object.keys(values))
    return toJson(before) as Json
  },
  async reverse(fx, before) {
    const values = before as Row
    for (const [name, value] of Object.entries(values)) fx.record[name] = value === null ? null : toField(fx.module.field[name]!, value)
    await store(fx, Object.keys(values))
  },
}

async function store(fx: EffectContext, names: readonly string[]): Promise<void> {
  const { ctx, module, record } = fx
  const values = toJson(record)
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, module.entity.table)}
      SET ${assignments(Object.fromEntries(names.map((name) => [name, values[name] ?? null])))}
      WHERE id = ${record.id}
    `,
  )
}
