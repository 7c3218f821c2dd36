/** How long a user can be inactive. */
export const IDLE_MS = 180_000

const LAST_ACTIVITY = 'LAST_ACTIVITY'
const ACTIVITIES = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'scroll'] as const
/** Other tabs learn of activity this often at most. */
const TELL_EVERY_MS = 1000

export interface IdleClock {
  now(): number
  setTimeout(run: () => void, delay: number): number
  clearTimeout(timer: number): void
}
const browserClock: IdleClock = {
  now: () => Date.now(),
  setTimeout: (run, delay) => window.setTimeout(run, delay),
  clearTimeout: (timer) => window.clearTimeout(timer),
}

/**
 * Calls `onIdle` once when there was no activity for three minutes in any tab of this browser; returns the function that
 * stops it. There is one timer: when it ends it checks the last activity and, if there was any, waits for the rest.
 */
export const watchIdle = (onIdle: () => void, clock: IdleClock = browserClock): (() => void) => {
  let last = clock.now()
  let lastShared = last
  let timer = 0
  localStorage.setItem(LAST_ACTIVITY, String(last))

  const stop = () => {
    clock.clearTimeout(timer)
    for (const activity of ACTIVITIES) window.removeEventListener(activity, act, { capture: true })
    document.removeEventListener('visibilitychange', check)
  }
  /** Idle, or for how long not yet. */
  const check = () => {
    const left = Math.max(last, Number(localStorage.getItem(LAST_ACTIVITY))) + IDLE_MS - clock.now()
    clock.clearTimeout(timer)
    if (left > 0) {
      timer = clock.setTimeout(check, left)
      return true
    }
    stop()
    onIdle()
    return false
  }
  const act = () => {
    const now = clock.now()
    // A computer that slept past the limit runs its timers late: its first mouse move must not save the session.
    if (now - last >= IDLE_MS && !check()) return
    last = now
    if (now - lastShared < TELL_EVERY_MS) return
    lastShared = now
    localStorage.setItem(LAST_ACTIVITY, String(now))
  }

  for (const activity of ACTIVITIES) window.addEventListener(activity, act, { capture: true, passive: true })
  document.addEventListener('visibilitychange', check)
  check()
  return stop
}
