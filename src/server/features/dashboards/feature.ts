/** Figures of the dashboards. */

import type { Feature } from '../feature.ts'
import { dashboardHandlers } from './handlers.ts'

export const dashboards: Feature = {
  name: 'dashboards',
  handlers: dashboardHandlers,
}
