/** How often is looked. */
const EVERY_MS = 1000
/** From here on people notice. */
const LONG_MS = 3000

/**
 * Tells when the process answered nobody for a while: one long computation, or a machine that
 * stood still. Nothing else leaves a trace of it, since requests that wait fail elsewhere.
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
