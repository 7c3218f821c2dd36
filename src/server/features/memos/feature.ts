/** Memos, concerns and incidents, and who acknowledged them. */

import type { Feature } from '../feature.ts'
import { acknowledgementRecorded } from './acknowledge.ts'
import { memoHandlers, memoPublished } from './handlers.ts'
import { MEMO, memoForMe } from './recipients.ts'

export const memos: Feature = {
  name: 'memos',
  handlers: memoHandlers,
  effects: [acknowledgementRecorded],
  hooks: [memoPublished],
  fileAccess: { [MEMO]: memoForMe },
}
