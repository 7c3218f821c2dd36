/**
 * The company's time zone. Instants (punches, postings, sign-ins) are shown and typed in it wherever the reader is,
 * because late, overtime and night hours are counted by the company's clock and not by the browser's.
 */
import { clockFormat } from '../../engine/runtime/format/zone.ts'

/** `2026-11-21 08:05:00`. */
const WALL = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/
const HAS_ZONE = /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
let zone: string | undefined

/**
 * Sets the zone by its name in the time zone database; without one, or with one that the browser does not know, the
 * browser's own zone applies.
 */
export const setZone = (name: string | undefined): void => {
  zone = undefined
  if (!name) return
  try {
    // Throws for an unknown zone. Creating a formatter is slow, so the check makes the one that is used afterwards.
    clockFormat(name)
    zone = name
  } catch {
    // The browser's own zone applies; `foreignZone` then shows none.
  }
}

const companyZone = (): string => zone ?? browserZone()

const inZone = (moment: Date, timeZone: string): string => clockFormat(timeZone).format(moment).replace(',', '')

/**
 * `YYYY-MM-DD HH:mm:ss` of an instant in the company's zone. A value without a zone (a date, a local time) is not
 * shifted. Undefined for a value that is no time.
 */
export const wallClock = (value: unknown): string | undefined => {
  const text = value instanceof Date ? value.toISOString() : String(value ?? '').trim()
  const wall = WALL.exec(text)
  if (!wall) return undefined
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = wall
  if (wall[4] === undefined || !HAS_ZONE.test(text)) {
    const real = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    return real.getUTCDate() === Number(day) ? `${year}-${month}-${day} ${hour}:${minute}:${second}` : undefined
  }
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? undefined : inZone(moment, companyZone())
}

const asUtc = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}Z`)

/**
 * The instant (ISO, UTC) of the company's local time `YYYY-MM-DD HH:mm:ss`. Of a repeated hour the first one counts; a
 * skipped hour is taken as after the change.
 */
export const instantOf = (wall: string): string => {
  const meant = asUtc(wall)
  const offset = (instant: number): number => asUtc(inZone(new Date(instant), companyZone())) - instant
  // The offset of a day before is the one in force until a change of the clocks.
  const before = meant - offset(meant - 86_400_000)
  const guess = asUtc(inZone(new Date(before), companyZone())) === meant ? before : meant - offset(before)
  return new Date(asUtc(inZone(new Date(guess), companyZone())) === meant ? guess : before).toISOString()
}

/** Milliseconds by which the server's business clock is ahead of the browser's. */
let ahead = 0
/** Smaller differences are the time that a response takes. */
const RESPONSE_MS = 5000

/**
 * Takes the instant that a response names as the server's present. The server's clock decides what day it is: the browser's
 * may be wrong, and the business clock may be set to another day (`CLOCK`).
 */
export const noteServerTime = (instant: string | null): void => {
  const difference = instant ? Date.parse(instant) - Date.now() : Number.NaN
  if (Math.abs(difference - ahead) > RESPONSE_MS) ahead = Math.abs(difference) > RESPONSE_MS ? difference : 0
}

/** The present by the server's business clock. */
export const now = (): Date => new Date(Date.now() + ahead)

/** The company's business day, `YYYY-MM-DD`. */
export const today = (): string => inZone(now(), companyZone()).slice(0, 10)

/** `Asia/Manila (GMT+8)` while the reader's own clock shows another time than the company's, else undefined. */
export const foreignZone = (now = new Date()): string | undefined => {
  const name = companyZone()
  if (inZone(now, name) === inZone(now, browserZone())) return undefined
  const offset = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value
  return offset && offset !== name ? `${name} (${offset})` : name
}
