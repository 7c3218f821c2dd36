/** Incidents and concerns: who acts on them is notified when one is raised. */

import { loadPrincipalOf } from '../../platform/auth/principal.ts'
import type { SaveHook } from '../../platform/context.ts'
import { holdersOf } from '../../platform/notifications/holders.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'

/** A new record notifies the users who can process it, except those whom it is about. */
const matterRaised: SaveHook = {
  name: 'matter.raised',
  async afterSave(ctx, module, { before, after }) {
    if (before || !after) return
    const involved = Array.isArray(after.employee_ids) ? after.employee_ids.map(Number) : []
    const users: number[] = []
    for (const user of await holdersOf(ctx, module, 'process')) {
      const employee = (await loadPrincipalOf(ctx, user))?.employee_id
      if (!employee || !involved.includes(employee)) users.push(user)
    }
    const number = after.transaction_no
    await notifyUsers(ctx, module, Number(after.id), {
      users,
      title: `New ${module.singular.toLowerCase()}`,
      number,
      description: `${String(number)} · ${String(after.subject ?? after.category ?? '')}`,
    })
  },
}

export const matterHooks = [matterRaised]
