/**
 * Splits credited work by the kind of day and by the night window. A shift that crosses midnight is cut there, so that
 * each hour has the holiday of its own date, and the night shift differential goes by the hour (Labor Code art. 86).
 */
import { MINUTES_PER_DAY } from './clock.ts'
import type { TimePolicy } from './policy.ts'
import type { Spans } from './spans.ts'
import { DAY_TYPES, type WorkedMinutes } from './types.ts'

/** Four counters for each kind of day: regular, regular at night, overtime, overtime at night. */
export type Cells = number[]
export const REGULAR = 0
export const OVERTIME = 2
const WIDTH = 4

export const noCells = (): Cells => new Array<number>(DAY_TYPES.length * WIDTH).fill(0)

/** Minutes of `from`…`to`, both minutes of one day, that are in the night window. */
export function nightMinutes(from: number, to: number, night: TimePolicy['night']): number {
  const overlap = (a: number, b: number): number => Math.max(0, Math.min(to, b) - Math.max(from, a))
  return night.from <= night.to ? overlap(night.from, night.to) : overlap(0, night.to) + overlap(night.from, MINUTES_PER_DAY)
}

/** Adds credited stretches to the counters, as `REGULAR` or `OVERTIME`; `typeOf` gives the kind of day of a date. */
export function addTo(
  cells: Cells,
  spans: Spans,
  { part, typeOf, policy }: { readonly part: number; readonly typeOf: (day: number) => number; readonly policy: TimePolicy },
): void {
  for (let i = 0; i < spans.length; i += 2) {
    const to = spans[i + 1]!
    for (let from = spans[i]!; from < to; ) {
      const day = Math.floor(from / MINUTES_PER_DAY)
      const midnight = day * MINUTES_PER_DAY
      const until = Math.min(to, midnight + MINUTES_PER_DAY)
      const night = nightMinutes(from - midnight, until - midnight, policy.night)
      const cell = typeOf(day) * WIDTH + part
      cells[cell] = cells[cell]! + (until - from - night)
      cells[cell + 1] = cells[cell + 1]! + night
      from = until
    }
  }
}

/** The counters as rows, kinds of day without work left out. */
export function rowsOf(cells: Cells): WorkedMinutes[] {
  const rows: WorkedMinutes[] = []
  for (let index = 0; index < DAY_TYPES.length; index++) {
    const start = index * WIDTH
    const [regular, regularNight, overtime, overtimeNight] = [cells[start]!, cells[start + 1]!, cells[start + 2]!, cells[start + 3]!]
    if (regular || regularNight || overtime || overtimeNight)
      rows.push({ day_type: DAY_TYPES[index]!, regular, regular_night: regularNight, overtime, overtime_night: overtimeNight })
  }
  return rows
}
