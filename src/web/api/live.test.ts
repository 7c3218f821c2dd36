import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import { onRecord, problemsAtom, receive, takeEvents } from './live.ts'
import { queryClient, sessionQuery } from './queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, { user: { id: 7 } } as never)
})

const stale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated

test('a stream is split at its blank lines, in whatever parts it arrives', () => {
  const text = 'retry: 3000\n\n: still here\n\nevent: record\ndata: {"module":"item","actor":1}\n\nevent: mod'
  const { events, rest } = takeEvents(text)
  expect(events).toEqual([{ type: 'record', data: { module: 'item', actor: 1 } }])
  expect(takeEvents(`${rest}ules\ndata: {"problems":0}\n\n`).events).toEqual([{ type: 'modules', data: { problems: 0 } }])
})

test('changes by other users are reloaded, but not a record that is being edited, and own changes are not reloaded twice', () => {
  const [list, edit] = [
    ['records', 'item', 'list', {}],
    ['records', 'item', 'edit', 3],
  ]
  for (const key of [list!, edit!]) queryClient.setQueryData(key, {})
  receive({ type: 'record', data: { module: 'item', actor: 7 } })
  vi.advanceTimersByTime(5000)
  expect(stale(list!)).toBe(false)
  receive({ type: 'record', data: { module: 'item', actor: 8 } })
  vi.advanceTimersByTime(5000)
  expect([stale(list!), stale(edit!)]).toEqual([true, false])
})

test('subscribers get all changes, their own included, until they unsubscribe', () => {
  const heard = vi.fn()
  const stop = onRecord(heard)
  receive({ type: 'record', data: { module: 'item', actor: 7 } })
  receive({ type: 'record', data: { module: 'brand', actor: 8 } })
  stop()
  receive({ type: 'record', data: { module: 'brand', actor: 8 } })
  expect(heard.mock.calls).toEqual([['item'], ['brand']])
})

test("the end of a user's own job reloads lists and dashboards", () => {
  for (const key of [['records', 'item', 'list'], ['dashboard', 'talent'], ['session']]) queryClient.setQueryData(key, {})
  receive({ type: 'job', data: { state: 'active' } })
  expect([stale(['records', 'item', 'list']), stale(['dashboard', 'talent'])]).toEqual([false, false])
  receive({ type: 'job', data: { state: 'completed' } })
  expect([stale(['records', 'item', 'list']), stale(['dashboard', 'talent']), stale(['session'])]).toEqual([true, true, false])
})

test('changed modules are fetched again; invalid ones only show a message', () => {
  queryClient.setQueryData(['module', 'item'], {})
  receive({ type: 'modules', data: { problems: 2 } })
  expect([getDefaultStore().get(problemsAtom), stale(['module', 'item'])]).toEqual([2, false])
  receive({ type: 'modules', data: { problems: 0 } })
  expect([getDefaultStore().get(problemsAtom), stale(['module', 'item'])]).toEqual([0, true])
})

test('changed rights reload everything on the screen except what is being edited', () => {
  const keys = [['navigation'], ['session'], ['module', 'item'], ['records', 'item', 'list', {}], ['records', 'item', 'edit', 3]]
  for (const key of keys) queryClient.setQueryData(key, {})
  receive({ type: 'rights', data: {} })
  receive({ type: 'rights', data: {} })
  vi.advanceTimersByTime(1000)
  expect(keys.map(stale)).toEqual([true, true, true, true, false])
})
