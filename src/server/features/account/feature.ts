/** What users see and change of their own account. */

import type { Feature } from '../feature.ts'
import { profileHandlers } from './profile.ts'

export const account: Feature = {
  name: 'account',
  handlers: profileHandlers,
}
