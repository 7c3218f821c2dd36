/** Users' own accounts: what they can see and change. */

import type { Feature } from '../feature.ts'
import { profileHandlers } from './profile.ts'

export const account: Feature = {
  name: 'account',
  handlers: profileHandlers,
}
