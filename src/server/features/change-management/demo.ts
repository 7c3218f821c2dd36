/** Changes to the set-up of a demo company: one that was approved, one that waits. */

import { create, idsBy } from '../../demo-kit/records.ts'
import type { Ctx } from '../../platform/context.ts'

export async function makeChangeRequests(developer: Ctx, admin: Ctx): Promise<void> {
  const modules = await idsBy(developer, 'module', 'name')
  const shift = await create(developer, 'change_management', {
    title: 'Closing shift ends at 22:00',
    module_id: modules.get('shift_template')!,
    change_type: 'configuration',
    description: 'The closing shift of the stores ends at 22:00 on Fridays and Saturdays.',
    reason: 'The malls are open for longer from November to January.',
  })
  await admin.services.workflow.transition(admin, admin.modules.get('change_management')!, { id: shift, action: 'approve', input: {} })
  await create(developer, 'change_management', {
    title: 'Leave type for volunteer days',
    module_id: modules.get('leave_type')!,
    change_type: 'create',
    description: 'Two days a year with pay for volunteer work.',
    reason: 'Asked for by the employees’ council.',
  })
}
