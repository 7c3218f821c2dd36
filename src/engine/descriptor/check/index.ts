/** Everything that is checked when descriptors are loaded. Each part adds to the file's report. */

import type { Linked, World } from '../resolve/link-modules.ts'
import type { Shape } from '../resolve/normalize.ts'
import { checkAccess } from './access.ts'
import { checkCalendar, checkPlanner, checkTree } from './calendar.ts'
import { checkDashboard } from './dashboard.ts'
import { checkRecordDrill } from './drill.ts'
import { checkExpressions } from './expressions.ts'
import { checkFields } from './fields.ts'
import { checkNames } from './names.ts'
import { checkPeriods } from './periods.ts'
import { checkPostings } from './postings.ts'
import { checkReport } from './reports.ts'
import { checkSources } from './sources.ts'
import type { Subject } from './subject.ts'
import { checkViews } from './views.ts'
import { checkVocabulary } from './vocabulary.ts'
import { checkWorkflow } from './workflow.ts'

export function checkModule(shape: Shape, linked: Linked, world: World): void {
  const subject: Subject = {
    shape,
    linked,
    module: linked.module,
    world,
    registries: world.registries,
    report: shape.report,
  }
  checkNames(subject)
  checkReport(subject)
  checkVocabulary(subject)
  checkFields(subject)
  checkAccess(subject)
  checkExpressions(subject)
  checkViews(subject)
  checkCalendar(subject)
  checkPlanner(subject)
  checkTree(subject)
  checkPeriods(subject)
  checkRecordDrill(subject)
  checkWorkflow(subject)
  checkSources(subject)
  checkPostings(subject)
  checkDashboard(subject)
}
