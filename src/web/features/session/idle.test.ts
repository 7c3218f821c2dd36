import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { IDLE_MS, type IdleClock, watchIdle } from './idle.ts'

/** A clock that the test moves. `sleep` moves it without running timers, as a closed laptop does. */
const handClock = () => {
  let now = 1_000_000
  let timer: { due: number; run: () => void } | undefined
  const clock: IdleClock = {
    now: () => now,
    setTimeout: (run, delay) => {
      timer = { due: now + delay, run }
      return 1
    },
    clearTimeout: () => {
      timer = undefined
    },
  }
  const pass = (ms: number) => {
    const end = now + ms
    while (timer && timer.due <= end) {
      const due = timer
      now = due.due
      timer = undefined
      due.run()
    }
    now = end
  }
  const sleep = (ms: number) => {
    now += ms
  }
  return { clock, pass, sleep }
}

describe('idle time', () => {
  let stop: () => void = () => undefined
  beforeEach(() => localStorage.clear())
  afterEach(() => stop())
  const start = () => {
    const hand = handClock()
    const idle = vi.fn()
    stop = watchIdle(idle, hand.clock)
    return { ...hand, idle }
  }

  // S193
  it('ends after 180000 ms, once', () => {
    const { pass, idle } = start()
    pass(IDLE_MS - 1)
    expect(idle).not.toHaveBeenCalled()
    pass(1)
    expect(idle).toHaveBeenCalledTimes(1)
    pass(IDLE_MS * 2)
    expect(idle).toHaveBeenCalledTimes(1)
    expect(IDLE_MS).toBe(180_000)
  })

  it.each(['mousemove', 'mousedown', 'keydown', 'touchstart', 'scroll'])('restarts with %s', (activity) => {
    const { pass, idle } = start()
    pass(100_000)
    window.dispatchEvent(new Event(activity))
    pass(IDLE_MS - 1)
    expect(idle).not.toHaveBeenCalled()
    pass(1)
    expect(idle).toHaveBeenCalledTimes(1)
  })

  it('counts activity in other tabs', () => {
    const { clock, pass, idle } = start()
    pass(100_000)
    localStorage.setItem('LAST_ACTIVITY', String(clock.now()))
    pass(IDLE_MS - 1)
    expect(idle).not.toHaveBeenCalled()
    pass(1)
    expect(idle).toHaveBeenCalledTimes(1)
  })

  it('does not let the first move after a long sleep prolong the session', () => {
    const { sleep, idle } = start()
    sleep(IDLE_MS * 10)
    window.dispatchEvent(new Event('mousemove'))
    expect(idle).toHaveBeenCalledTimes(1)
  })

  it('stops when it is disposed', () => {
    const { pass, idle } = start()
    stop()
    pass(IDLE_MS * 2)
    expect(idle).not.toHaveBeenCalled()
  })
})
