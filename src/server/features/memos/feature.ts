/** Memos, concerns and incidents, and who acknowledged them. */

import type { Feature } from '../feature.ts'
import { acknowledgementRecorded } from './acknowledge.ts'
import { memoHandlers, memoPublished } from './handlers.ts'
import { awaitReaders, MEMO, memoForMe } from './recipients.ts'

export const memos: Feature = {
  name: 'memos',
  handlers: memoHandlers,
  effects: [acknowledgementRecorded],
  hooks: [memoPublished],
  timers: [
    {
      name: 'memos',
      everyMs: 15 * 60_000,
      description: 'Lists who has yet to acknowledge memos.',
      run: (ctx) => ctx.db.tx(() => awaitReaders(ctx)),
    },
  ],
  fileAccess: { [MEMO]: memoForMe },
}
