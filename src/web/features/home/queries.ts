/** Queries of Home. All are under `['home']`; tasks under `['records', 'todo']`, so that live changes reach them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Row } from '../../../engine/model/module.ts'
import { get } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { today } from '../../state/zone.ts'
import { daysUntil } from './due.ts'
import type { Mood } from './moods.ts'

/** Tasks per request; the card loads more when it is scrolled to its end. */
const TASKS_PER_PAGE = 20
const MINUTE = 60_000

interface RecentUser {
  name: string
  avatar_path?: string | null
  avatar_url?: string | null
  avatar_initials?: string | null
  last_active_at?: string
}
export interface Landing {
  greeting_name: string
  recent_active_user: RecentUser[]
  /** All users who were active recently; the list may name only some of them. */
  total_user: number
  /** Records that wait for the user's decision, by module. */
  waiting?: { module: string; title: string; icon: string; count: number; route: string }[]
  support_ticket_url?: string | null
  help_center_url?: string | null
}
export interface Todo extends Row {
  id: number
  title: string
  description?: string | null
  due_date?: string | null
  is_done: boolean
  /** The record that it is about. */
  module_name?: string | null
  record_id?: number | null
  /** Days from today to the due date; null without one. Computed here where the server omits it. */
  duration_in_days: number | null
  version?: number
}

export const landingQuery = queryOptions({
  queryKey: ['home', 'landing'],
  queryFn: ({ signal }) => get<Landing>('landing', undefined, signal),
  staleTime: MINUTE,
  // The server sends no event when the online users change.
  refetchInterval: 2 * MINUTE,
})

type Tone = 'grey' | 'green' | 'amber' | 'red' | 'blue'
/** A document of an application, with the numbers of its open records. */
export interface DocumentOverview {
  name: string
  title: string
  icon: string
  /** The filter that the menu sets for its list. */
  query?: string
  new: boolean
  counts: { title: string; tone: Tone; count: number; query: string }[]
}
export interface RecentRecord {
  module: string
  singular: string
  id: number
  label: string
  at: string
  badge?: { title: string; tone: Tone }
}

export const applicationQuery = (application: string) =>
  queryOptions({
    queryKey: ['home', 'application', application],
    queryFn: ({ signal }) => get<{ documents: DocumentOverview[]; recent: RecentRecord[] }>(`landing/${application}`, undefined, signal),
    // Changes on other screens are shown when the user comes back.
    staleTime: 0,
  })

export const feelingQuery = queryOptions({
  queryKey: ['home', 'feeling'],
  queryFn: async ({ signal }) => (await get<{ emoji: Mood } | null>('feeling_today/getToday', undefined, signal)) ?? null,
  staleTime: MINUTE,
})

export const tasksQuery = infiniteQueryOptions({
  queryKey: ['records', 'todo', 'mine'],
  queryFn: async ({ pageParam, signal }) => {
    const tasks = await get<Todo[]>('todo/paginate', { page: pageParam, limit: TASKS_PER_PAGE }, signal)
    return tasks.map((task) => ({ ...task, duration_in_days: task.duration_in_days ?? daysUntil(task.due_date, today()) }))
  },
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (last.length < TASKS_PER_PAGE ? undefined : pages.length + 1),
})

export const refreshTasks = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['records', 'todo'] })
