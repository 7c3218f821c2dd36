/** When a scheduled report is mailed next, by the clock of the company. */
import type { Row } from '../../../engine/model/module.ts'
import { instantOfWall, wallTime } from '../../../engine/runtime/format/zone.ts'
import { addDays, lastOfMonth, weekday } from '../../../kernel/dates.ts'

/** Days looked ahead: a day of the month comes within two months. */
const MOST_DAYS = 62

/** Whether the schedule has a run on a day. A day that a month does not have is its last one. */
function hasRunOn(schedule: Row, day: string): boolean {
  switch (schedule.frequency) {
    case 'weekdays':
      return weekday(day) <= 5
    case 'weekly':
      return weekday(day) === Number(schedule.weekday)
    case 'monthly':
      return Number(day.slice(8)) === Math.min(Number(schedule.month_day), Number(lastOfMonth(day).slice(8)))
    default:
      return true
  }
}

/** The first instant of the schedule after `moment`, in UTC; null where no day fits. Runs that were missed are not made up for. */
export function nextRun(schedule: Row, moment: Date, timeZone: string): string | null {
  const today = wallTime(moment, timeZone)!.slice(0, 10)
  for (let ahead = 0; ahead <= MOST_DAYS; ahead++) {
    const day = addDays(today, ahead)
    if (!hasRunOn(schedule, day)) continue
    const instant = instantOfWall(`${day} ${String(schedule.time).slice(0, 5)}`, timeZone)
    if (instant !== undefined && Date.parse(instant) > moment.getTime()) return instant
  }
  return null
}
