/** Names that descriptors can use without any feature: the generic record calls, sources and child records. */

import { tellDue } from '../platform/notifications/due.ts'
import { NOTICE_QUEUE, workNotice } from '../platform/notifications/requests.ts'
import { endImport, IMPORT_QUEUE, workImport } from '../records/index.ts'
import { sectionHandlers } from '../records/section-handlers.ts'
import { linesSet, sourcesCarry } from '../workflow/builtin/carry.ts'
import { childrenNone } from '../workflow/builtin/children.ts'
import { recordMeets } from '../workflow/builtin/meets.ts'
import { sourcesTaken } from '../workflow/builtin/named-sources.ts'
import { recordSet } from '../workflow/builtin/record-set.ts'
import { referencesSave } from '../workflow/builtin/references-save.ts'
import { referencesSet } from '../workflow/builtin/references-set.ts'
import { referencesTransition } from '../workflow/builtin/references-transition.ts'
import { recordsAdd, recordsMark } from '../workflow/builtin/registers.ts'
import { sourcesServe, sourcesWithinOpen } from '../workflow/builtin/sources.ts'
import { carryOutDue } from '../workflow/due.ts'
import { recordHandlers } from '../workflow/handlers.ts'
import {
  BULK_QUEUE,
  endBulk,
  endJob,
  endTransition,
  JOB_QUEUE,
  TRANSITION_QUEUE,
  workBulk,
  workJob,
  workTransition,
} from '../workflow/index.ts'
import type { Feature } from './feature.ts'

export const builtin: Feature = {
  name: 'builtin',
  handlers: [...sectionHandlers, ...recordHandlers],
  effects: [sourcesServe, sourcesCarry, linesSet, recordSet, recordsAdd, recordsMark, referencesSave, referencesSet, referencesTransition],
  guards: [childrenNone, sourcesTaken, sourcesWithinOpen, recordMeets],
  queues: [
    { name: IMPORT_QUEUE, work: workImport, end: endImport },
    { name: TRANSITION_QUEUE, work: workTransition, end: endTransition },
    { name: JOB_QUEUE, work: workJob, end: endJob },
    { name: BULK_QUEUE, work: workBulk, end: endBulk },
    { name: NOTICE_QUEUE, work: workNotice },
  ],
  timers: [
    { name: 'reminders', everyMs: 15 * 60_000, description: 'Notifies people of what becomes due.', run: tellDue },
    { name: 'due', everyMs: 15 * 60_000, description: 'Carries out what documents plan for a day.', run: carryOutDue },
  ],
}
