/** Acknowledgements: one row per record and employee. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'

/** Records that an employee has acknowledged a record, once; returns the row. */
export async function acknowledged(
  ctx: Ctx,
  module: Module,
  id: number,
  employee_id: number,
  remarks: string | null = null,
): Promise<Row | undefined> {
  const tableName = qualify(ctx.company.schema, 'acknowledgement')
  const of = [module.name, id, employee_id]
  await ctx.db.query(
    `INSERT INTO ${tableName} (source_module_id, source, source_id, employee_id, user_id, status, acknowledged_at, remarks, ip_address, version, created_by, created_at, updated_at)
     SELECT m.id, m.name, $2::bigint, $3::bigint, $4::bigint, 'Acknowledged', $5::timestamptz, $6::text, $7::text, 1, $4::bigint, $5::timestamptz, $5::timestamptz
     FROM ${qualify(ctx.company.schema, 'module')} m WHERE m.name = $1 ON CONFLICT DO NOTHING`,
    [...of, ctx.principal.user_id || null, ctx.clock.now().toISOString(), remarks, ctx.request?.ip ?? null],
  )
  const [row] = await ctx.db.query<Row>(
    `SELECT id, source_id, status, acknowledged_at FROM ${tableName} WHERE source = $1 AND source_id = $2 AND employee_id = $3`,
    of,
  )
  return row
}
