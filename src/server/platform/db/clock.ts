import { AsyncLocalStorage } from 'node:async_hooks'
import type { Clock } from '../context.ts'

/** A clock that can be moved forward, for tests and for creating a history through the services. */
export interface SettableClock extends Clock {
  /** Moves the clock to an instant (ISO text or Date) or to the start of a working day (`YYYY-MM-DD`: 09:00 Manila). */
  advanceTo(instant: string | Date): void
  /** Resets it to its start. */
  reset(): void
  /**
   * Runs work that moves the clock only for itself: all other work goes on in the present. Several such runs can be
   * active at once, each with its own time.
   */
  separately<T>(work: () => Promise<T>): Promise<T>
}

const MINUTE_MS = 60_000
const formatters = new Map<string, Intl.DateTimeFormat>()
/** The last result per zone: a day does not change within a minute, and every request reads it. */
const answers = new Map<string, { minute: number; date: string }>()

/** Business date `YYYY-MM-DD` of an instant in an IANA zone. */
export function dateIn(instant: Date, timeZone: string): string {
  const minute = Math.floor(instant.getTime() / MINUTE_MS)
  const known = answers.get(timeZone)
  if (known?.minute === minute) return known.date
  const date = format(instant, timeZone)
  answers.set(timeZone, { minute, date })
  return date
}

/** The business date of a value of a record: a date is itself, and an instant falls on a day of the zone. */
export const dayIn = (value: string, timeZone: string): string => {
  const instant = new Date(value)
  return /^\d{4}-\d\d-\d\d$/.test(value) || Number.isNaN(instant.getTime()) ? value.slice(0, 10) : dateIn(instant, timeZone)
}

function format(instant: Date, timeZone: string): string {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, formatter)
  }
  return formatter.format(instant)
}

/**
 * The business clock. `start`: the instant it begins at (default: now); `frozen`: it stops between moves, so that a
 * created history is the same each time.
 */
export function createClock(options: { start?: string | Date; frozen?: boolean } = {}): SettableClock {
  const real = () => (options.frozen ? 0 : Date.now())
  const parse = (instant: string | Date) =>
    typeof instant === 'string' && /^\d{4}-\d\d-\d\d$/.test(instant) ? Date.parse(`${instant}T09:00:00+08:00`) : new Date(instant).getTime()
  const origin = (options.start === undefined ? Date.now() : parse(options.start)) - real()
  const common = { offset: origin }
  const separate = new AsyncLocalStorage<{ offset: number }>()
  const current = () => separate.getStore() ?? common
  const now = () => new Date(real() + current().offset)
  return {
    now,
    today: (timeZone) => dateIn(now(), timeZone),
    advanceTo: (instant) => {
      const instantMs = parse(instant)
      if (Number.isNaN(instantMs)) throw new Error(`Not an instant: ${String(instant)}`)
      current().offset = instantMs - real()
    },
    reset: () => {
      current().offset = origin
    },
    separately: (work) => separate.run({ offset: origin }, work),
  }
}
