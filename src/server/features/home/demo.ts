/** Notifications of a demo company: its history leaves one for each decision, and users have read all but the latest. */

import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import type { Company } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { deliverNext } from '../../platform/notifications/outbox.ts'

/** Notifications of this many days before the end of the history are still unread. */
const UNREAD_DAYS = 3

/** Delivers the history's outbox, and marks each user's notifications as read, except those of the last days. */
export async function readOldNotifications(host: DemoHost, company: Company): Promise<void> {
  const system = await host.system(company, 'Demo data')
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
