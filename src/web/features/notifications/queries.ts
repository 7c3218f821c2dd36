/** Notifications of the user. All keys are under `['notifications']`, so that one event of the server refreshes them. */
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call, get, post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import type { Reference } from '../../api/types.ts'

/** The number that the panel shows at once; scrolling loads the next ones. */
export const PAGE_SIZE = 6

export interface Notification {
  id: number
  title: string
  transaction_no?: string | null
  created_by?: number | null
  created_by_user?: Reference | null
  description?: string | null
  detail?: string | null
  created_at: string
  is_read: boolean
  application_name: string
  module_name: string
  /** The record it is about. */
  module_id: number | null
}
export type Shown = 'all' | 'unread'

interface Total {
  total: number
}

/** The number of notifications of a kind: unread ones by default. */
export const totalQuery = (type = 'unread') =>
  queryOptions({
    queryKey: ['notifications', 'total', type],
    queryFn: async ({ signal }) => (await get<Total>(`notification/getTotal/${type}`, undefined, signal)).total,
    // The server sends an event for new ones; this is for when it could not.
    refetchInterval: 5 * 60_000,
  })

/** Page after page, until one is empty. */
export const notificationsQuery = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', shown],
    queryFn: async ({ pageParam, signal }) => {
      const params = { page: pageParam, limit: PAGE_SIZE, ...(shown === 'unread' && { 'filter[is_read]': false }) }
      return (await call<Notification[]>('get', 'notification/paginate', { params, signal })).data
    },
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === 0 ? undefined : pages.length + 1),
  })

const mark = (isOne: (row: Notification) => boolean) => {
  queryClient.setQueriesData<InfiniteData<Notification[], number>>(
    { queryKey: ['notifications', 'list'] },
    (known) => known && { ...known, pages: known.pages.map((page) => page.map((row) => (isOne(row) ? { ...row, is_read: true } : row))) },
  )
}

/** Marks them on screen at once, sends it to the server, and takes the server's total of unread ones. */
const read = async (notifications: number[] | 'all', isOne: (row: Notification) => boolean): Promise<void> => {
  await queryClient.cancelQueries({ queryKey: ['notifications'] })
  mark(isOne)
  try {
    const { total } = await post<Total>('notification/read-notification', { notifications })
    queryClient.setQueryData(totalQuery().queryKey, total)
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['notifications', 'total'] })
    // Rows shown as unread stay visible until the list is opened again.
    void queryClient.invalidateQueries({ queryKey: ['notifications', 'list'], refetchType: 'none' })
  }
}

export const readOne = (id: number): Promise<void> => read([id], (row) => row.id === id)
export const readAll = (): Promise<void> => read('all', () => true)
