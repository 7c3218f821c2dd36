import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, withinTime } from './chunk.ts'

afterEach(() => vi.useRealTimers())

// S334
test('loading a part of the application fails after two minutes', async () => {
  vi.useFakeTimers()
  const failed = vi.fn()
  withinTime(() => new Promise(() => {}))().catch(failed)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(ChunkLoadError))
  await expect(withinTime(async () => 'loaded')()).resolves.toBe('loaded')
  expect(vi.getTimerCount()).toBe(0)
})
