/** `references.save`: a decided request changes the record that it is about, like a save by the user who carries it out. */

import type { Json, Module, Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import type { Effect } from '../../platform/context.ts'

type Params = { reference: string; values: Record<string, string> }
interface Done {
  module: string
  id: number
  before: Row
  written: Row
}

/** The named fields of a record, as the API answers them. */
const valuesOf = (record: Row, names: readonly string[]): Row =>
  toJson(Object.fromEntries(names.map((name) => [name, record[name] ?? null])))

export const referencesSave: Effect<Params> = {
  name: 'references.save',
  rank: 10,
  params: {
    description:
      'Saves values into the record that a reference names, with the rights of the user, its checks and its computed fields. Empty values change nothing. A void puts back what has not been changed since.',
    examples: [{ reference: 'employee_id', values: { mobile: 'mobile', civil_status_id: 'civil_status_id' } }],
    type: 'object',
    additionalProperties: false,
    required: ['reference', 'values'],
    properties: {
      reference: { type: 'string', format: 'field', of: ['reference', 'employee'], description: 'Reference to the record.' },
      values: {
        type: 'object',
        propertyNames: { format: 'referenced-field', through: 'reference', written: true },
        additionalProperties: { type: 'string', format: 'expression', description: 'Expression over the record.' },
        description: 'Field of that record: what it becomes.',
      },
    },
  },
  async apply(fx, { reference, values }): Promise<Json> {
    const module = fx.ctx.modules.get(fx.module.field[reference]?.to ?? '')
    const id = Number(fx.record[reference] ?? 0)
    if (!module || !id) return null
    const given = Object.entries(values).flatMap(([name, expr]): [string, unknown][] => {
      const value = fx.evaluate(expr)
      return value === null || value === undefined || value === '' ? [] : [[name, value]]
    })
    if (!given.length) return null
    const written = toJson(Object.fromEntries(given))
    const before = valuesOf(await fx.ctx.services.records.load(fx.ctx, module, id, { lock: true }), Object.keys(written))
    await fx.ctx.services.records.update(fx.ctx, module, id, written)
    return { module: module.name, id, before, written } satisfies Done as unknown as Json
  },
  async reverse(fx, entry) {
    const done = entry as unknown as Done | null
    const module: Module | undefined = done ? fx.ctx.modules.get(done.module) : undefined
    if (!done || !module) return
    const now = valuesOf(await fx.ctx.services.records.load(fx.ctx, module, done.id, { lock: true }), Object.keys(done.written))
    const restored = Object.entries(done.before).filter(([name]) => String(now[name]) === String(done.written[name]))
    if (restored.length) await fx.ctx.services.records.update(fx.ctx, module, done.id, Object.fromEntries(restored))
  },
}
