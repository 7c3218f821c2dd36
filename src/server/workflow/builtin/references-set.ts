/** `references.set`: marks the records that a document, or its rows, refer to: what a statement line was reconciled by, up to when. */

import type { Json, Row } from '../../../engine/model/module.ts'
import { toField, toJson } from '../../../engine/runtime/compute/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { assignments, ref, sql, table } from '../../platform/db/sql.ts'
import { refreshDerived } from '../stored-values.ts'

type Params = { lines?: string; reference: string; values: Record<string, string>; greatest?: boolean }
interface Done {
  module: string
  rows: { id: number; before: Row }[]
  /** Values that are the greatest of all documents: field of the target to field of the document, and the reference. */
  greatest?: { reference: string; fields: Record<string, string> }
}

export const referencesSet: Effect<Params> = {
  name: 'references.set',
  keepsRecord: true,
  rank: 10,
  params: {
    description:
      'Writes values into the records that a reference of the record, or of its rows, names, and recomputes them with their rows. A void puts back what they were.',
    examples: [{ lines: 'items', reference: 'statement_line_id', values: { is_reconciled: 'true' } }],
    type: 'object',
    additionalProperties: false,
    required: ['reference', 'values'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table; the reference is one of its rows.' },
      reference: { type: 'string', format: 'any-field', of: ['reference'], description: 'Reference to the records.' },
      values: {
        type: 'object',
        propertyNames: { format: 'referenced-field', through: 'reference', written: true },
        additionalProperties: { type: 'string', format: 'expression', description: 'Expression over the row, else over the record.' },
        description: 'Field of those records: what it becomes.',
      },
      greatest: {
        type: 'boolean',
        default: false,
        description:
          'The values are fields of the record, and the record that it names has the greatest of all posted documents: an older one changes nothing, neither when it is posted nor when it is voided.',
      },
    },
  },
  async apply(fx, { lines, reference, values, greatest }): Promise<Json> {
    const linesOfModule = lines === undefined ? undefined : fx.module.lines.find(({ name }) => name === lines)
    const target = fx.ctx.modules.get((linesOfModule ?? fx.module).field[reference]?.to ?? '')
    if (!target) return null
    const rows = linesOfModule ? ((fx.record[linesOfModule.name] as Row[] | undefined) ?? []) : [fx.record]
    const done: Done = { module: target.name, rows: [] }
    for (const row of rows) {
      const id = Number(row[reference] ?? 0)
      if (!id || done.rows.some((known) => known.id === id)) continue
      const [before] = await fx.ctx.db.query<Row>(sql`SELECT * FROM ${table(fx.ctx, target.entity.table)} WHERE id = ${id} FOR UPDATE`)
      if (!before) continue
      const names = Object.keys(values)
      done.rows.push({ id, before: Object.fromEntries(names.map((name) => [name, before[name] ?? null])) })
      const after = Object.entries(values).map(([name, expr]) => {
        const value = toField(target.field[name]!, fx.evaluate(expr, linesOfModule ? row : undefined))
        const stays = greatest === true && before[name] !== null && String(before[name]) > String(value)
        return [name, stays ? before[name] : value] as const
      })
      await store(fx, done.module, id, toJson(Object.fromEntries(after)))
    }
    if (greatest && !linesOfModule) done.greatest = { reference, fields: values }
    return done as unknown as Json
  },
  async reverse(fx, entry) {
    const { module, rows, greatest } = (entry ?? { module: '', rows: [] }) as unknown as Done
    for (const { id, before } of rows) await store(fx, module, id, greatest ? await greatestOf(fx, id, greatest) : before)
  },
}

/** The greatest values among the other posted documents that name the record. */
async function greatestOf(fx: EffectContext, id: number, { reference, fields }: NonNullable<Done['greatest']>): Promise<Row> {
  const posted = Object.values(fx.module.workflow?.states ?? {}).filter(({ flags }) => flags.includes('is_posted'))
  const values: Row = {}
  for (const [name, field] of Object.entries(fields)) {
    const [row] = await fx.ctx.db.query<{ value: string | null }>(
      sql`
        SELECT max(${ref(field)})::text AS value
        FROM ${table(fx.ctx, fx.module.entity.table)}
        WHERE ${ref(reference)} = ${id}
          AND id <> ${Number(fx.record.id)}
          AND status = ANY (${posted.map((state) => state.name)}::text[])
      `,
    )
    values[name] = row?.value ?? null
  }
  return values
}

async function store(fx: EffectContext, name: string, id: number, values: Row): Promise<void> {
  const { ctx } = fx
  const module = ctx.modules.get(name)
  if (!module) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, module.entity.table)}
      SET ${assignments(values)}, version = version + 1
      WHERE id = ${id}
    `,
  )
  await refreshDerived(ctx, module, id, { rows: true })
  const reason = `${fx.module.singular} ${String(fx.record.transaction_no ?? fx.record.id)}`
  await writeAudit(ctx, { module, record_id: id, action: 'update', reason })
}
