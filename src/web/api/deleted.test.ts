import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { queryClient, refreshAfterDelete } from './queries.ts'

test('a deleted record is not read again, while lists are', async () => {
  const read = vi.fn(async (key: string) => key)
  const watch = (queryKey: readonly unknown[]) =>
    new QueryObserver(queryClient, { queryKey, queryFn: () => read(String(queryKey[2])), staleTime: Number.POSITIVE_INFINITY }).subscribe(
      () => undefined,
    )
  const stops = [
    watch(['records', 'run', 'find', 7]),
    watch(['records', 'run', 'detail', 7, 'lines']),
    watch(['records', 'run', 'list', {}]),
  ]
  await vi.waitFor(() => expect([read.mock.calls.length, queryClient.isFetching()]).toEqual([3, 0]))
  read.mockClear()
  await refreshAfterDelete('run', 7)
  expect(read.mock.calls).toEqual([['list']])
  expect(queryClient.getQueryState(['records', 'run', 'find', 7])?.isInvalidated).toBe(true)
  for (const stop of stops) stop()
})
