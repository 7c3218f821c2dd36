/** Instants and the local time of a time zone: `2026-11-22T19:18:57` is the local time, without a zone. */

const WALL = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap]m)?$/i
const formats = new Map<string, Intl.DateTimeFormat>()

/** The formatter of an instant as `2026-11-22 19:18:57` in the local time of a zone; cached by zone, because creating it is slow. */
export const clockFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const two = '2-digit' as const
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

/** Local time `YYYY-MM-DDTHH:mm:ss` of a zone at an instant; undefined for an invalid instant. */
export function wallTime(instant: unknown, timeZone: string): string | undefined {
  const moment = instant instanceof Date ? instant : new Date(String(instant))
  return Number.isNaN(moment.getTime()) ? undefined : clockFormat(timeZone).format(moment).replace(',', '').replace(' ', 'T')
}

/**
 * The instant (ISO text in UTC) of a local date and time of a zone, written `2026-11-22 19:18`, `2026/11/22 07:18 PM` or with
 * seconds; undefined for other texts and dates that do not exist. Of an hour that a change of clocks repeats, the first one
 * counts.
 */
export function instantOfWall(text: string, timeZone: string): string | undefined {
  const match = WALL.exec(text.trim())
  if (!match) return undefined
  const [year, month, day, hourWritten, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const half = match[7]?.toLowerCase()
  if (half && (hourWritten < 1 || hourWritten > 12)) return undefined
  const hour = half ? (hourWritten % 12) + (half === 'pm' ? 12 : 0) : hourWritten
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  const real = new Date(wall)
  if (real.getUTCMonth() !== month - 1 || real.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59) return undefined
  const shift = (instant: number): number => Date.parse(`${wallTime(new Date(instant), timeZone)}Z`) - instant
  // The zone's offset a day before and after: every change of clocks is between them.
  const guesses = [shift(wall - 86_400_000), shift(wall + 86_400_000)].map((by) => wall - by)
  const hit = guesses.filter((guess) => guess + shift(guess) === wall).sort((a, b) => a - b)[0] ?? guesses[0]!
  return new Date(hit).toISOString()
}
