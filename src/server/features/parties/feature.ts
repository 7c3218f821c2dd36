/** Customers and suppliers: addresses, contacts, transaction history. */

import type { Feature } from '../feature.ts'
import { printedAddress } from './addresses.ts'
import { partyHandlers } from './handlers.ts'
import { historyHandlers, historyReports } from './history.ts'

export const parties: Feature = {
  name: 'parties',
  handlers: [...historyHandlers, ...partyHandlers],
  reports: historyReports,
  address: printedAddress,
}
