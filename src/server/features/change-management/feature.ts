/** Approved changes of records that take effect on a date. */

import type { Feature } from '../feature.ts'
import { applyDueChanges, changeApply } from './apply.ts'

export const changeManagement: Feature = {
  name: 'change-management',
  effects: [changeApply],
  timers: [{ name: 'changes', everyMs: 15 * 60_000, description: 'Applies approved changes whose day has come.', run: applyDueChanges }],
}
