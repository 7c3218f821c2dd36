/** Time logs, shifts, daily time records and time sheets. */

import type { Feature } from '../feature.ts'
import { timeEffects } from './effects.ts'
import { timeHandlers } from './handlers/index.ts'
import { timeHooks } from './hooks.ts'
import { endProcess, PROCESS_QUEUE, workProcess } from './process.ts'

export const time: Feature = {
  name: 'time',
  handlers: timeHandlers,
  effects: timeEffects,
  hooks: timeHooks,
  queues: [{ name: PROCESS_QUEUE, work: workProcess, end: endProcess }],
}
