/**
 * Home of a demo company: tasks and tickets of its users, and its notifications. The history leaves one of them for each
 * decision, and users have read all but the latest.
 */

import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import { create } from '../../demo-kit/records.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { deliverNext } from '../../platform/notifications/outbox.ts'

/** Notifications of this many days before the end of the history are still unread. */
const UNREAD_DAYS = 3

/** Delivers the history's outbox, and marks each user's notifications as read, except those of the last days. */
export async function readOldNotifications(host: DemoHost, company: Company): Promise<void> {
  const ctx = await host.system(company, 'Demo data')
  // What happened in the history is mailed to nobody.
  const jobs = { ...ctx.services.jobs, send: async () => '' }
  const system: Ctx = { ...ctx, services: { ...ctx.services, jobs } }
  let delivered = true
  while (delivered) delivered = await deliverNext(system)
  const until = new Date(host.now().getTime() - UNREAD_DAYS * DAY_MS).toISOString()
  const unread = await system.db.query<{ username: string; ids: number[] }>(
    sql`
      SELECT u.username, array_agg(n.id) AS ids
      FROM ${table({ company }, 'notification')} n
      JOIN ${table({ company }, 'user')} u ON u.id = n.user_id AND u.is_active IS NOT FALSE
      WHERE n.is_read IS NOT TRUE AND n.created_at < ${until}
      GROUP BY u.username
      ORDER BY u.username
    `,
  )
  const read = system.services.handlers.get('notification.read')!
  for (const { username, ids } of unread) {
    const ctx = await host.as(company, username)
    await read.run(ctx, ctx.modules.get('notification')!, { params: {}, query: {}, body: { notifications: ids }, files: [] }, null)
  }
}

/** Tasks by user: title and days from today until it is due. */
const TASKS: Readonly<Record<string, readonly (readonly [string, number])[]>> = {
  hr: [
    ['Prepare the contracts of the new store attendants', 1],
    ['Send the memo on holiday leaves', -3],
  ],
  accountant: [
    ['Ask the bank about the returned check', 0],
    ['Collect forms 2307 from customers', 6],
  ],
  payroll: [['Check the bank accounts of new employees', 2]],
  admin: [['Review the rights of the cashier role', 4]],
}

/** Tasks of some users, and tickets to the administrator: one solved, one open. */
export async function makeHome(host: DemoHost, company: Company): Promise<void> {
  for (const [username, tasks] of Object.entries(TASKS)) {
    const ctx = await host.as(company, username)
    for (const [title, ahead] of tasks) {
      const due_date = new Date(host.now().getTime() + ahead * DAY_MS).toISOString().slice(0, 10)
      await create(ctx, 'todo', { title, due_date })
    }
  }
  const [warehouse, employee, admin] = (await Promise.all(
    ['warehouse', 'employee', 'admin'].map((username) => host.as(company, username)),
  )) as [Ctx, Ctx, Ctx]
  const solved = await create(warehouse, 'support_ticket', {
    subject: 'The barcode scanner is not recognized',
    description: 'Since this morning the scanner of the receiving desk types nothing.',
    category: 'problem',
    priority: 'high',
  })
  await admin.services.workflow.transition(admin, admin.modules.get('support_ticket')!, {
    id: solved,
    action: 'resolve',
    input: { resolution: 'The cable was loose. A spare one is in the drawer of the desk.' },
  })
  await create(employee, 'support_ticket', {
    subject: 'How do I change my mobile number?',
    description: 'The number in my profile is the old one.',
    category: 'question',
  })
}
