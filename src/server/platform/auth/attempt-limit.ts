/**
 * Limits guessing of names and passwords from one address. Successful sign-ins do not count: an office has one address,
 * and everyone in it signs in at eight.
 */
import { AppError } from '../errors.ts'

const WINDOW_MS = 60_000
/** Addresses that are remembered before the expired ones are removed. */
const MAX_ADDRESSES = 10_000

interface AttemptLimit {
  /**
   * Counts an attempt that begins, so that many at once count as well. Returns a function that takes it back, to be called
   * when the attempt succeeded. Throws 429 with `retryAfter` passed to `refused`, in seconds.
   */
  begin(address: string, refused: (retryAfter: number) => void): () => void
}

/** At most `max` failed attempts of an address in the minute that begins with the first of them. */
export function createAttemptLimit(max: number, now: () => number = Date.now): AttemptLimit {
  const windows = new Map<string, { count: number; readonly until: number }>()
  return {
    begin(address, refused) {
      const instant = now()
      let window = windows.get(address)
      if (!window || window.until <= instant) {
        if (windows.size >= MAX_ADDRESSES) for (const [key, { until }] of windows) if (until <= instant) windows.delete(key)
        window = { count: 0, until: instant + WINDOW_MS }
        windows.set(address, window)
      }
      if (window.count >= max) {
        refused(Math.ceil((window.until - instant) / 1000))
        throw new AppError('too_many', 'Too many requests. Please wait a moment and try again.')
      }
      const current = window
      current.count += 1
      return () => {
        current.count -= 1
      }
    },
  }
}
