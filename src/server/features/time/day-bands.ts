/** A day as bands on a line of hours: when work was planned, and when the employee was there. */
import { dayNumber, MINUTES_PER_DAY } from '../../../domain/time/clock.ts'
import type { DayResult } from '../../../domain/time/day-result.ts'
import { planDays } from '../../../domain/time/schedule.ts'
import type { WorkerInput } from './inputs.ts'

/** Stretches of one kind, in minutes from midnight of the day; past midnight they go on above 1440. */
interface Band {
  readonly title: string
  readonly tone: 'grey' | 'green'
  readonly spans: readonly (readonly [number, number])[]
  /** Single moments without a counterpart, such as an arrival without a departure. */
  readonly marks?: readonly number[]
}

const isOut = (kind: string | undefined): boolean => kind === 'time_out' || kind === 'break_out'

/** Arrivals with the departures that follow them, and punches that have no counterpart. */
function presenceOf(punches: DayResult['punches'], midnight: number): Pick<Band, 'spans' | 'marks'> {
  const spans: [number, number][] = []
  const marks: number[] = []
  let arrived: number | undefined
  for (const punch of punches) {
    const minute = punch.at - midnight
    if (isOut(punch.kind)) {
      if (arrived === undefined) marks.push(minute)
      else spans.push([arrived, minute])
      arrived = undefined
    } else {
      if (arrived !== undefined) marks.push(arrived)
      arrived = minute
    }
  }
  if (arrived !== undefined) marks.push(arrived)
  return { spans, ...(marks.length && { marks }) }
}

/** The shift of a day beside the punches of it; bands with nothing on them are left out. */
export function bandsOf(input: WorkerInput, day: DayResult): Band[] {
  const number = dayNumber(day.date)
  const midnight = number * MINUTES_PER_DAY
  const { schedule, filings, calendar } = input.time
  const work = planDays(schedule, filings, calendar, { first: number, last: number })[0]?.shift?.work ?? []
  const planned = Array.from({ length: work.length / 2 }, (_, index): [number, number] => [work[index * 2]!, work[index * 2 + 1]!])
  const bands: Band[] = [
    { title: 'Shift', tone: 'grey', spans: planned },
    { title: 'Punches', tone: 'green', ...presenceOf(day.punches, midnight) },
  ]
  return bands.filter(({ spans, marks }) => spans.length > 0 || marks)
}
