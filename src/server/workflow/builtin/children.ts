/** `children.none`: requires that no live follow-on document exists. Every void checks all modules that can follow. */
import type { Module, Row, Source } from '../../../engine/model/module.ts'
import type { Ctx, EffectContext, Guard } from '../../platform/context.ts'
import { qualify, quote } from '../../platform/db/name.ts'
import { refuse } from '../../platform/errors.ts'

/** States in which a record counts: those of posted records. */
const liveStates = (module: Module): string[] =>
  Object.values(module.workflow?.states ?? {})
    .filter((state) => state.flags.includes('is_posted'))
    .map((state) => state.name)

function conditions(ctx: Ctx, child: Module, source: Source, parent: Module, record: Row): { sql: string[]; params: unknown[] } {
  const sql: string[] = []
  const params: unknown[] = [record.id]
  if (source.field) sql.push(source.many ? `$1 = ANY (t.${quote(source.field)})` : `t.${quote(source.field)} = $1`)
  for (const [name, spec] of Object.entries(source.lines)) {
    const lines = child.lines.find((line) => line.name === name)
    if (!lines) continue
    const tableName = qualify(ctx.company.schema, lines.table)
    if (!spec.from) {
      sql.push(`EXISTS (SELECT 1 FROM ${tableName} l WHERE l.parent_id = t.id AND l.${quote(spec.link)} = $1)`)
      continue
    }
    const rows = (record[spec.from] as Row[] | undefined) ?? []
    params.push(
      rows.map((row) => row.id),
      parent.name,
    )
    sql.push(
      `EXISTS (SELECT 1 FROM ${tableName} l WHERE l.parent_id = t.id AND l.${quote(spec.link)} = ANY ($${params.length - 1}::bigint[]) AND l.source_module = $${params.length})`,
    )
  }
  return { sql, params }
}

async function blocking(fx: EffectContext, child: Module): Promise<{ id: number; label: string }[]> {
  const source = child.sources.find((candidate) => candidate.module === fx.module.name)
  if (!source) return []
  const { sql, params } = conditions(fx.ctx, child, source, fx.module, fx.record)
  if (sql.length === 0) return []
  params.push(liveStates(child))
  return fx.ctx.db.query(
    `SELECT t.id, t.${quote(child.entity.numbers[0]?.field ?? child.entity.name)}::text AS label FROM ${qualify(fx.ctx.company.schema, child.entity.table)} t
     WHERE (${sql.join(' OR ')}) AND t.status = ANY ($${params.length}) ORDER BY t.id`,
    params,
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
    const found: { module: string; id: number; label: string; title: string }[] = []
    for (const name of names) {
      const child = fx.ctx.modules.get(name)
      if (!child) continue
      for (const row of await blocking(fx, child)) found.push({ module: name, id: row.id, label: row.label, title: child.singular })
    }
    if (found.length === 0) return
    throw refuse(
      'E_HAS_CHILDREN',
      `Void ${found.map((entry) => `${entry.title} ${entry.label}`).join(', ')} first.`,
      found.map(({ module, id, label }) => ({ module, id, label })),
    )
  },
}
