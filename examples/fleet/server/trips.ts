/** What posting a trip asks and does. */
import { dec, type Effect, type Guard, nameOf, refuse, table } from 'tanggapan/feature'

export const notTooLong: Guard<never> = {
  name: 'fleet.notTooLong',
  params: {
    description: 'Refuses trips longer than the setting "Longest trip".',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async check({ ctx, record }) {
    const most = dec(ctx.settings.fleet_max_trip_hours)
    if (most.gt(0) && dec(record.hours).gt(most))
      throw refuse(
        'E_FLEET_HOURS',
        `The trip is planned for ${dec(record.hours)} hours; at most ${most} are allowed. Split it into two trips.`,
      )
  },
}

interface DriveParams {
  readonly distance: string
}
interface Driven {
  readonly vehicle: number
  readonly distance: string
}

/** Adds the distance to the odometer. Voiding takes exactly that away again, because it was written down. */
export const drive: Effect<never> = {
  name: 'fleet.drive',
  // After sources (10) and stock (20), before open items (30): vehicles are locked in the order of their ids.
  rank: 25,
  params: {
    description: 'Adds the distance of the trip to the odometer of its vehicle.',
    type: 'object',
    additionalProperties: false,
    required: ['distance'],
    properties: { distance: { type: 'string', format: 'expression', description: 'The distance in kilometers.' } },
  },
  async lock({ ctx, record }) {
    await ctx.db.query(`SELECT 1 FROM ${table(ctx, 'vehicle')} WHERE id = $1 FOR UPDATE`, [record.vehicle_id])
  },
  async apply(fx, params: DriveParams) {
    const distance = fx.decimal(params.distance).toFixed()
    const vehicle = Number(fx.record.vehicle_id)
    fx.ctx.log.info({ trip: nameOf(fx), distance }, 'odometer')
    await fx.ctx.db.query(
      `UPDATE ${table(fx.ctx, 'vehicle')} SET odometer = coalesce(odometer, 0) + $2, version = version + 1 WHERE id = $1`,
      [vehicle, distance],
    )
    return { vehicle, distance }
  },
  async reverse({ ctx }, entry) {
    const { vehicle, distance } = entry as unknown as Driven
    await ctx.db.query(`UPDATE ${table(ctx, 'vehicle')} SET odometer = odometer - $2, version = version + 1 WHERE id = $1`, [
      vehicle,
      distance,
    ])
  },
}
