/** Code that descriptors name to run when a record was saved (`saved`). */
import { approvalHooks } from '../approvals/delegation.ts'
import type { SaveHook } from '../context.ts'
import { encodingSaved } from '../effects/people/encode.ts'
import { fileRemoved } from '../handlers/media.ts'
import { memoPublished } from '../handlers/memos.ts'
import { payrollSaved } from '../payroll/people.ts'
import { payPeriodSaved } from '../payroll/periods.ts'
import { employeeHooks } from './employees.ts'
import { orderHolds, reservationOpened } from './holds.ts'
import { leaveHooks } from './leave.ts'
import { loanHooks } from './loans.ts'
import { peopleHooks } from './people.ts'
import { tagSaved } from './tags.ts'
import { timeHooks } from './time.ts'

export const saveHooks: readonly SaveHook[] = [
  ...peopleHooks,
  ...approvalHooks,
  memoPublished,
  fileRemoved,
  reservationOpened,
  orderHolds,
  ...employeeHooks,
  encodingSaved,
  tagSaved,
  payPeriodSaved,
  payrollSaved,
  ...timeHooks,
  ...leaveHooks,
  ...loanHooks,
]
