/** Approval flows, delegation, reminders. */

import type { Feature } from '../feature.ts'
import { approvalHooks } from './delegation.ts'
import { flowApprover, flowSaved } from './flow.ts'
import { recheckMarked, sweepApprovals } from './pending.ts'
import { recheckHooks } from './recheck.ts'

export const approvals: Feature = {
  name: 'approvals',
  hooks: [...approvalHooks, flowSaved, ...recheckHooks],
  approvers: [{ ...flowApprover, recheck: recheckMarked }],
  timers: [
    {
      name: 'approvals',
      everyMs: 15 * 60_000,
      description: 'Moves approvals to delegates and the next level, and reminds approvers.',
      run: sweepApprovals,
    },
  ],
}
