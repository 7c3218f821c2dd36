/** A manager's view of their team, and their decisions. */

import type { Feature } from '../feature.ts'
import { supervisorHandlers } from './handlers.ts'

export const myTeam: Feature = {
  name: 'my-team',
  handlers: supervisorHandlers,
}
