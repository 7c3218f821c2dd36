/** What follows from saving a vehicle, and from not driving it. */
import { type Ctx, dec, refuse, type SaveHook, table } from 'tanggapan/feature'

export const vehicleSaved: SaveHook = {
  name: 'fleet.vehicle',
  async afterSave(_ctx, _module, { before, after }) {
    if (before && after && dec(after.odometer).lt(dec(before.odometer)))
      throw refuse('E_FLEET_ODOMETER', `The odometer stands at ${dec(before.odometer)} and cannot go back. Void a trip to correct it.`)
  },
}

/** Deactivates vehicles without a trip for two years. Runs as the system, once a day. */
export async function deactivateIdle(ctx: Ctx): Promise<void> {
  const since = `${Number(ctx.clock.today(ctx.company.time_zone).slice(0, 4)) - 2}${ctx.clock.today(ctx.company.time_zone).slice(4)}`
  const idle = await ctx.db.query<{ id: number; version: number }>(
    `SELECT id, version FROM ${table(ctx, 'vehicle')} v WHERE is_active AND created_at < $1::date
       AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'trip_ticket')} t WHERE t.vehicle_id = v.id AND t.transaction_date >= $1::date)`,
    [since],
  )
  for (const { id, version } of idle) await ctx.services.records.update(ctx, ctx.modules.get('vehicle')!, id, { version, is_active: false })
}
