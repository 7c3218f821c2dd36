/** Figures of the fleet. */
import { handler, type Report, table } from 'tanggapan/feature'

/** The report Fleet Usage: posted trips per vehicle, those of the user's branches. */
export const usage: Report = async (ctx, _module, _query, { from }) => {
  const branches = ctx.principal.branch_ids
  const rows = await ctx.db.query<{ vehicle: string; trips: number; distance: number }>(
    `SELECT v.code AS vehicle, count(*)::int AS trips, sum(t.distance)::float8 AS distance
     FROM ${table(ctx, 'trip_ticket')} t JOIN ${table(ctx, 'vehicle')} v ON v.id = t.vehicle_id
     WHERE t.status = 'posted' AND ($1::date IS NULL OR t.transaction_date >= $1::date) AND (cardinality($2::bigint[]) = 0 OR t.branch_id = ANY ($2))
     GROUP BY v.code ORDER BY v.code`,
    [from ?? null, branches],
  )
  const totals = { trips: rows.reduce((sum, row) => sum + row.trips, 0), distance: rows.reduce((sum, row) => sum + row.distance, 0) }
  const total = rows.length
  return { success: true, data: rows, totals, pagination: { page: 1, per_page: total, current_page: 1, total, last_page: 1 } }
}

/** The figures of the Fleet Board. */
export const board = handler('fleet.board', async (ctx) => {
  const [figures] = await ctx.db.query<{ vehicles: number; trips: number }>(
    `SELECT (SELECT count(*)::int FROM ${table(ctx, 'vehicle')} WHERE is_active) AS vehicles,
       (SELECT count(*)::int FROM ${table(ctx, 'trip_ticket')} WHERE status = 'posted' AND date_trunc('month', transaction_date) = date_trunc('month', $1::date)) AS trips`,
    [ctx.clock.today(ctx.company.time_zone)],
  )
  return figures
})
