/** What a manager sees and decides of their team. */

import type { Feature } from '../feature.ts'
import { supervisorHandlers } from './handlers.ts'

export const myTeam: Feature = {
  name: 'my-team',
  handlers: supervisorHandlers,
}
