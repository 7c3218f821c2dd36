/** What the package adds to the server: the code that its descriptors name. */
import type { Feature } from 'tanggapan/feature'
import { demo } from './demo.ts'
import { gatePass } from './gate-pass.ts'
import { board, usage } from './reports.ts'
import { drive, notTooLong } from './trips.ts'
import { vehicleSaved } from './vehicles.ts'

export const fleet: Feature = {
  name: 'fleet',
  handlers: [board],
  reports: { 'fleet.usage': usage },
  effects: [drive],
  guards: [notTooLong],
  hooks: [vehicleSaved],
  printForms: { 'fleet.gatePass': gatePass },
  timers: [
    {
      name: 'fleet-inactive',
      everyMs: 24 * 60 * 60_000,
      description: 'Deactivates vehicles that were not driven for two years.',
      run: async (ctx) => {
        const { deactivateIdle } = await import('./vehicles.ts')
        await deactivateIdle(ctx)
      },
    },
  ],
  rules: {
    E_FLEET_HOURS: { meaning: 'The trip is planned for more hours than the setting allows.' },
    E_FLEET_ODOMETER: { meaning: 'The odometer of a vehicle cannot go back.' },
  },
  demo,
}
