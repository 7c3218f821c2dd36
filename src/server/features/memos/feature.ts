/** Memos to employees and their acknowledgement. */

import type { Feature } from '../feature.ts'
import { memoHandlers, memoPublished } from './handlers.ts'
import { MEMO, memoForMe } from './recipients.ts'

export const memos: Feature = {
  name: 'memos',
  handlers: memoHandlers,
  hooks: [memoPublished],
  fileAccess: { [MEMO]: memoForMe },
}
