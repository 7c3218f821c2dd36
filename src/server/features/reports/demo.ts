/** Reports of a demo company that are mailed on a schedule. */

import type { DemoHost } from '../../demo-kit/host.ts'
import { create } from '../../demo-kit/records.ts'
import type { Company } from '../../platform/context.ts'
import { createView } from '../../records/views.ts'

/** The accountant's trial balance, on Monday mornings. */
export async function makeSchedules(host: DemoHost, company: Company): Promise<void> {
  const ctx = await host.as(company, 'accountant')
  const view = await createView(ctx, ctx.modules.get('trial_balance')!, { name: 'Trial balance of today', state: { filters: {} } })
  await create(ctx, 'report_schedule', {
    name: 'Trial balance of the week',
    module_name: 'trial_balance',
    view_id: Number(view.id),
    format: 'pdf',
    recipient_ids: [ctx.principal.user_id],
    frequency: 'weekly',
    weekday: '1',
    time: '07:00',
  })
}
