/** The assistant's calls. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../api/client.ts'

export const POLL_MS = 3000

export interface ChatMessage {
  id: number
  role: 'user' | 'other'
  message: string
  created_at: string
  status?: 'pending' | 'answered' | 'failed'
  /** Records that the answer speaks of. */
  links?: { title: string; route: string }[]
}
interface ChatStatus {
  /** Messages so far. */
  count: number
  /** Questions that still wait for their answer. */
  pending_count: number
}

export const historyQuery = queryOptions({
  queryKey: ['chatbot', 'history'],
  queryFn: ({ signal }) => get<ChatMessage[]>('chatbot/history', undefined, signal),
})

/** Asked again and again while the panel is open. */
export const statusQuery = queryOptions({
  queryKey: ['chatbot', 'status'],
  queryFn: ({ signal }) => get<ChatStatus>('chatbot/status', undefined, signal),
  refetchInterval: POLL_MS,
  staleTime: 0,
})
