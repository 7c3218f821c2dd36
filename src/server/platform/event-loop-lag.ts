/** Poll interval in milliseconds. */
const EVERY_MS = 1000
/** Lag that users notice, in milliseconds. */
const LONG_MS = 3000

/**
 * Reports when the process was blocked for a while: by one long computation, or a suspended machine. Nothing else leaves
 * a trace of it, since waiting requests fail elsewhere.
 */
export function watchEventLoop(tell: (seconds: number) => void): void {
  let last = performance.now()
  setInterval(() => {
    const now = performance.now()
    const late = now - last - EVERY_MS
    if (late > LONG_MS) tell(Math.round(late / 100) / 10)
    last = now
  }, EVERY_MS).unref()
}
