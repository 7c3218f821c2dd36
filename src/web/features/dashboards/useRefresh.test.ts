import { beforeEach, expect, test, vi } from 'vitest'
import { LEAST_MS, SOON_MS, throttled } from './useRefresh.ts'

beforeEach(() => void vi.useFakeTimers())

test('many changes cause one reload soon after the first, and the next not before its interval', () => {
  const run = vi.fn()
  const { ask, stop } = throttled(run)
  for (let n = 0; n < 20; n++) ask()
  vi.advanceTimersByTime(SOON_MS - 1)
  expect(run).toHaveBeenCalledTimes(0)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(1)
  // What comes in the meantime is read once, too: nothing is forgotten.
  for (let second = 0; second < 8; second++) {
    ask()
    vi.advanceTimersByTime(1000)
  }
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(LEAST_MS - 8000)
  expect(run).toHaveBeenCalledTimes(2)
  // After a quiet while it is soon again.
  vi.advanceTimersByTime(60_000)
  ask()
  vi.advanceTimersByTime(SOON_MS)
  expect(run).toHaveBeenCalledTimes(3)
  ask()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(run).toHaveBeenCalledTimes(3)
})
