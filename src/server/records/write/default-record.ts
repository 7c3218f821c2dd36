/** One record of a group is its default (`entity.defaultRecord`): marking one takes the mark from the one that had it. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { auditSql } from '../../platform/audit/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx } from '../../platform/context.ts'
import { allOf, ref, sql, table } from '../../platform/db/sql.ts'
import { audienceOf, publishRecord } from '../audience/audience.ts'
import { loadExact } from '../load.ts'
import { updateHeader } from './store.ts'

/**
 * Takes the mark from the other records of the group when `record`, about to be saved, is the default or joins as such. Needs
 * a transaction: it ends with the save. Two who mark different records wait for each other, and the second stays marked.
 */
export async function replaceDefault(ctx: Ctx, module: Module, { before, record }: { before?: Row; record: Row }): Promise<void> {
  const rule = module.entity.defaultRecord
  if (!rule || record[rule.field] !== true) return
  if (before && [rule.field, ...rule.within].every((name) => sameValue(before[name], record[name]))) return
  const group = rule.within.map((name) => String(record[name] ?? ''))
  const key = JSON.stringify([ctx.company.schema, module.name, ...group])
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
  const others = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, module.entity.table)}
      WHERE ${allOf([
        sql`${ref(rule.field)}`,
        ...rule.within.map((name, index) => sql`coalesce(${ref(name)}::text, '') = ${group[index]}`),
        ...(before ? [sql`id <> ${Number(before.id)}`] : []),
      ])}
      ORDER BY id
    `,
  )
  // The other record may be one that the caller cannot change, or one that would not pass its checks today.
  const system = asSystem(ctx, 'another record becomes the default')
  for (const { id } of others) await unmark(system, module, id, rule.field)
}

async function unmark(ctx: Ctx, module: Module, id: number, name: string): Promise<void> {
  const current = await loadExact(ctx, module, id, { action: 'edit', lock: true })
  const record = { ...current, [name]: false }
  const entry = { module, action: 'update', number: record.transaction_no, before: { [name]: true }, after: { [name]: false } }
  const change = { id, version: Number(current.version), fields: [module.field[name]!], record }
  const saved = await updateHeader(ctx, module, change, { along: (params, from) => auditSql(ctx, entry, { from }, params) })
  publishRecord(ctx, await audienceOf(ctx, module, record), { id, version: saved!.version, action: 'update' })
}
