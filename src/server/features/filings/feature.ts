/** Requests of employees: overtime, official business, undertime, schedule changes. */

import type { Feature } from '../feature.ts'
import { separationSaved } from './after-separation.ts'
import { ctoConsume, fulfilOvertime, fulfilRestday } from './follow-up.ts'
import { ctoAvailable, filingAllowed, withinAuthorized } from './guards.ts'
import { filingHandlers } from './handlers.ts'
import { filingProposals } from './proposals.ts'
import { businessRestDay, scheduleAdjust, timePunch, timeReprocess } from './time-effects.ts'

export const filings: Feature = {
  name: 'filings',
  handlers: [...filingHandlers, ...filingProposals],
  effects: [timeReprocess, timePunch, businessRestDay, scheduleAdjust, ctoConsume, fulfilOvertime, fulfilRestday],
  hooks: [separationSaved],
  guards: [filingAllowed, ctoAvailable, withinAuthorized],
}
