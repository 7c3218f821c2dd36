/** Comments on records. */

import type { Feature } from '../feature.ts'
import { registerCommentRoutes } from './routes.ts'

export const comments: Feature = {
  name: 'comments',
  routes: registerCommentRoutes,
}
