import { useQueries, useQuery } from '@tanstack/react-query'
import { CHUNK, registerQuery } from './queries.ts'
import type { RegisterFilter, RegisterRow } from './types.ts'

/** The rows from `first` to `last` of the register, and how many there are; rows on their way are missing. */
export function useRegister(id: number, filter: RegisterFilter, first: number, last: number) {
  const head = useQuery(registerQuery(id, filter, 1))
  const total = head.data?.total ?? 0
  const from = Math.floor(first / CHUNK) + 1
  const to = Math.max(from, Math.floor(Math.min(last, total - 1) / CHUNK) + 1)
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const answers = useQueries({ queries: pages.map((page) => registerQuery(id, filter, page)) })
  const rowAt = (index: number): RegisterRow | undefined => {
    const page = Math.floor(index / CHUNK) + 1
    const answer = page === 1 ? head : answers[page - from]
    return answer?.data?.rows[index % CHUNK]
  }
  return { query: head, total, rowAt }
}
