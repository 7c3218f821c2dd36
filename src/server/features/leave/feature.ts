/** Leave types, credits, filings and year end. */

import type { Feature } from '../feature.ts'
import { leaveEffects, leaveGuards } from './effects.ts'
import { leaveHandlers } from './handlers.ts'
import { leaveHooks } from './hooks.ts'
import { leaveDue } from './year-end.ts'

export const leave: Feature = {
  name: 'leave',
  handlers: leaveHandlers,
  effects: leaveEffects,
  guards: leaveGuards,
  hooks: leaveHooks,
  timers: [{ name: 'leave', everyMs: 15 * 60_000, description: 'Accrues, carries over and forfeits leave credits.', run: leaveDue }],
}
