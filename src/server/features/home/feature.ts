/** The home page: tasks, mood, online users. */

import type { Feature } from '../feature.ts'
import { homeHandlers } from './handlers.ts'

export const home: Feature = {
  name: 'home',
  handlers: homeHandlers,
}
