/** Notifications from memory, for stories: in the requested number, some unread, marked as read when opened. */
import type { Row } from '../../../engine/model/module.ts'
import type { MockAnswer, MockCall } from '../../testing/api.ts'
import type { Notification } from './queries.ts'

const data = (value: unknown, more: object = {}): MockAnswer => ({ status: 200, body: { success: true, data: value, ...more } })
const PEOPLE = ['Ana Reyes', 'Paolo Cruz', 'Liza Bautista']

const row = (id: number, unread: boolean): Notification => ({
  id,
  title: id % 3 === 0 ? 'Ana Reyes mentioned you' : 'Purchase Order needs your approval',
  transaction_no: `PO-MAK-2026-${String(id).padStart(6, '0')}`,
  created_by: (id % PEOPLE.length) + 1,
  created_by_user: { id: (id % PEOPLE.length) + 1, name: PEOPLE[id % PEOPLE.length]!, label: PEOPLE[id % PEOPLE.length]! },
  description: id % 3 === 0 ? '“Can you check the price of the bolts?”' : 'Luzon Paper Supply Inc., 12,500.00',
  created_at: new Date(Date.now() - (30 - id) * 3_600_000).toISOString(),
  is_read: !unread,
  application_name: 'procurement',
  module_name: 'purchase_order',
  module_id: id,
})

export const notificationServer = ({ count = 14, unread = 3 } = {}) => {
  let rows = Array.from({ length: count }, (_, index) => row(count - index, index < unread))
  const pages: number[] = []
  const answer = ({ path, query, body }: MockCall): MockAnswer | undefined => {
    const left = () => rows.filter(({ is_read }) => !is_read).length
    if (path.startsWith('notification/getTotal/')) return data({ total: left() }, { total: left() })
    if (path === 'notification/paginate') {
      const page = Number(query.get('page'))
      const limit = Number(query.get('limit'))
      pages.push(page)
      const wanted = query.get('filter[is_read]') === 'false' ? rows.filter(({ is_read }) => !is_read) : rows
      return data(wanted.slice((page - 1) * limit, page * limit), { pagination: { page, per_page: limit, total: wanted.length } })
    }
    if (path === 'notification/read-notification') {
      const { notifications } = body as Row
      rows = rows.map((notification) =>
        notifications === 'all' || (notifications as number[]).includes(notification.id)
          ? { ...notification, is_read: true }
          : notification,
      )
      return data({ total: left() }, { total: left() })
    }
    return undefined
  }
  return { answer, pages }
}
