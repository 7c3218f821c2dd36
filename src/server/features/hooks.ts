/** Code that descriptors name to run when a record was saved (`saved`). */

import type { SaveHook } from '../platform/context.ts'
import { approvalHooks } from './approvals/delegation.ts'
import { leaveHooks } from './leave/hooks.ts'
import { loanHooks } from './loans/hooks.ts'
import { fileRemoved } from './media/handlers.ts'
import { memoPublished } from './memos/handlers.ts'
import { payrollSaved } from './payroll/members.ts'
import { payPeriodSaved } from './payroll/periods.ts'
import { employeeHooks } from './people/employee-hooks.ts'
import { encodingSaved } from './people/hire.ts'
import { peopleHooks } from './people/hooks.ts'
import { orderHolds, reservationOpened } from './sales/hooks.ts'
import { tagSaved } from './tags/hooks.ts'
import { timeHooks } from './time/hooks.ts'

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
