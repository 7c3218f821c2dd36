/** Orders of customers, the reservation cart. */

import type { Feature } from '../feature.ts'
import { reservationHandlers } from './handlers.ts'
import { orderHolds, reservationOpened } from './hooks.ts'
import { forCustomer } from './price-proposal.ts'
import { expireReservations, warnOfExpiry } from './reservations.ts'

export const sales: Feature = {
  name: 'sales',
  handlers: [...reservationHandlers, forCustomer],
  hooks: [reservationOpened, orderHolds],
  timers: [
    {
      name: 'reservations',
      everyMs: 60_000,
      description: 'Expires stock reservations and warns of those about to expire.',
      async run(ctx) {
        await expireReservations(ctx)
        await warnOfExpiry(ctx)
      },
    },
  ],
}
