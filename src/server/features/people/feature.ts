/** Employees: hiring, movements, records, reports. */

import type { Feature } from '../feature.ts'
import { checklistHooks } from './checklists.ts'
import { peopleDue } from './daily-job.ts'
import { dataChangeHooks } from './data-change.ts'
import { employeeHooks } from './employee-hooks.ts'
import { employeeFileHandlers } from './file-handlers.ts'
import { employeeHandlers } from './handlers.ts'
import { employeeEncode, encodingApprover, encodingSaved } from './hire.ts'
import { peopleHooks } from './hooks.ts'
import { matterHooks } from './matters.ts'
import { employeeReportHandlers } from './report-handlers.ts'

export const people: Feature = {
  name: 'people',
  handlers: [...employeeHandlers, ...employeeFileHandlers, ...employeeReportHandlers],
  effects: [employeeEncode],
  guards: [encodingApprover],
  hooks: [...peopleHooks, ...employeeHooks, encodingSaved, ...checklistHooks, ...dataChangeHooks, ...matterHooks],
  timers: [{ name: 'people', everyMs: 15 * 60_000, description: 'Applies movements, hires and separations that are due.', run: peopleDue }],
}
