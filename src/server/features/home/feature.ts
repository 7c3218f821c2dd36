/** The home page: tasks, mood, who is online. */

import type { Feature } from '../feature.ts'
import { homeHandlers } from './handlers.ts'

export const home: Feature = {
  name: 'home',
  handlers: homeHandlers,
}
