/** Acknowledgements: one row per record and employee. */

import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'
import { type Sql, sql, table } from '../db/sql.ts'

/** Who acknowledged which record, and what they remarked. */
interface Acknowledgement {
  readonly id: number
  readonly employee_id: number
  readonly remarks?: string | null
}

/** Records that an employee has acknowledged a record, once; returns the row. */
export async function acknowledged(
  ctx: Ctx,
  module: Module,
  { id, employee_id, remarks = null }: Acknowledgement,
): Promise<Row | undefined> {
  const now = ctx.clock.now().toISOString()
  const user = ctx.principal.user_id || null
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'acknowledgement')} AS a (
        source_module_id, source, source_id, employee_id, user_id, status, acknowledged_at, remarks, ip_address, version,
        created_by, created_at, updated_at
      )
      SELECT m.id, m.name, ${id}::bigint, ${employee_id}::bigint, ${user}::bigint, 'Acknowledged', ${now}::timestamptz,
        ${remarks}::text, ${ctx.request?.ip ?? null}::text, 1, ${user}::bigint, ${now}::timestamptz, ${now}::timestamptz
      FROM ${table(ctx, 'module')} m
      WHERE m.name = ${module.name}
      ON CONFLICT (source, source_id, employee_id) WHERE source IS NOT NULL AND source_id IS NOT NULL DO UPDATE
      SET user_id = excluded.user_id, status = excluded.status, acknowledged_at = excluded.acknowledged_at, remarks = excluded.remarks,
        ip_address = excluded.ip_address, version = a.version + 1, updated_at = excluded.updated_at
      WHERE a.status = 'Pending'
    `,
  )
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT id, source_id, status, acknowledged_at
      FROM ${table(ctx, 'acknowledgement')}
      WHERE source = ${module.name}
        AND source_id = ${id}
        AND employee_id = ${employee_id}
    `,
  )
  return row
}

/** Writes down for whom an acknowledgement of a record is awaited: `readers` selects `source_id, employee_id`. Those who gave it stay. */
export async function awaitAcknowledgements(ctx: Ctx, module: Module, readers: Sql): Promise<void> {
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'acknowledgement')} (
        source_module_id, source, source_id, employee_id, status, version, created_by, created_at, updated_at
      )
      SELECT m.id, m.name, r.source_id, r.employee_id, 'Pending', 1, ${ctx.principal.user_id || null}::bigint,
        ${now}::timestamptz, ${now}::timestamptz
      FROM ${table(ctx, 'module')} m
      JOIN (${readers}) r ON true
      WHERE m.name = ${module.name}
      ON CONFLICT DO NOTHING
    `,
  )
}
