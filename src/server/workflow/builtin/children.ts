/** `children.none`: requires that no live follow-on document exists. Every void checks all modules that can follow. */

import type { Module, Row, Source } from '../../../engine/model/module.ts'
import type { Ctx, EffectContext, Guard } from '../../platform/context.ts'
import { join, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'

/** States in which a record counts: those of posted records. */
const liveStates = (module: Module): string[] =>
  Object.values(module.workflow?.states ?? {})
    .filter((state) => state.flags.includes('is_posted'))
    .map((state) => state.name)

/** Documents of `child` whose `source` is this record. */
interface ChildLink {
  readonly child: Module
  readonly source: Source
  readonly parent: Module
  readonly record: Row
}

/** Conditions, of which one holds for each document `t` of `child` that was made from the record. */
function conditions(ctx: Ctx, { child, source, parent, record }: ChildLink): Sql[] {
  const result: Sql[] = []
  if (source.field) {
    const field = sql`t.${ref(source.field)}`
    result.push(source.many ? sql`${record.id} = ANY (${field})` : sql`${field} = ${record.id}`)
  }
  for (const [name, spec] of Object.entries(source.lines)) {
    const lines = child.lines.find((line) => line.name === name)
    if (!lines) continue
    const rows = spec.from ? ((record[spec.from] as Row[] | undefined) ?? []).map((row) => row.id) : undefined
    const isFrom = rows
      ? sql`l.${ref(spec.link)} = ANY (${rows}::bigint[]) AND l.source_module = ${parent.name}`
      : sql`l.${ref(spec.link)} = ${record.id}`
    result.push(sql`EXISTS (SELECT 1 FROM ${table(ctx, lines.table)} l WHERE l.parent_id = t.id AND ${isFrom})`)
  }
  return result
}

async function blocking(fx: EffectContext, child: Module): Promise<{ id: number; label: string }[]> {
  const source = child.sources.find((candidate) => candidate.module === fx.module.name)
  if (!source) return []
  const matches = conditions(fx.ctx, { child, source, parent: fx.module, record: fx.record })
  if (matches.length === 0) return []
  return fx.ctx.db.query(
    sql`
      SELECT t.id, t.${ref(child.entity.numbers[0]?.field ?? child.entity.name)}::text AS label
      FROM ${table(fx.ctx, child.entity.table)} t
      WHERE (${join(matches, ' OR ')})
        AND t.status = ANY (${liveStates(child)})
      ORDER BY t.id
    `,
  )
}

/** Refuses with E_HAS_CHILDREN and names every document that blocks the void. */
export const childrenNone: Guard<string[]> = {
  name: 'children.none',
  params: {
    description: 'Refuses while documents of the modules named stand that were made from this one.',
    type: 'array',
    items: { type: 'string', format: 'module' },
    minItems: 1,
  },
  async check(fx, names) {
    const result: { module: string; id: number; label: string; title: string }[] = []
    for (const name of names) {
      const child = fx.ctx.modules.get(name)
      if (!child) continue
      for (const row of await blocking(fx, child)) result.push({ module: name, id: row.id, label: row.label, title: child.singular })
    }
    if (result.length === 0) return
    throw refuse(
      'E_HAS_CHILDREN',
      `Void ${result.map((entry) => `${entry.title} ${entry.label}`).join(', ')} first.`,
      result.map(({ module, id, label }) => ({ module, id, label })),
    )
  },
}
