/** The sum of a pay period as payroll reads it, and which unworked holidays are paid. */
import type { DayResult } from './day.ts'
import { isHolidayType } from './holidays.ts'
import { type Cells, noCells, rowsOf } from './split.ts'
import { DAY_TYPES, type DayType, type PeriodTime, type UnworkedHoliday } from './types.ts'

/** What a time sheet includes; everything unless switched off. */
export interface SheetOptions {
  readonly overtime?: boolean
  /** Without it, minutes at night count as those of the day. */
  readonly night_differential?: boolean
  /** Without it, work on holidays counts as work on ordinary days or rest days. */
  readonly holiday?: boolean
}

/** How an unworked holiday was judged. */
export interface HolidayJudgement extends UnworkedHoliday {
  /** The workday before, which decides; undefined when none is on record. */
  readonly workday_before: string | undefined
  readonly why: 'worked' | 'leave_with_pay' | 'holiday_before_worked' | 'absent' | 'leave_without_pay' | 'no_record'
}

/**
 * Judges the holidays on which nothing was worked. The workday immediately before decides: present or on leave with
 * pay, and the holiday is paid. Rest days and days without schedule are passed over. Holidays in a row: one that was
 * worked decides for those after it (Labor Code IRR book III rule IV §6, §10). Employees without any workday on
 * record before (their first days) have `presentBefore`.
 * `days` are consecutive and may begin before the period, so that its first days have a day before.
 */
export function judgeHolidays(days: readonly DayResult[], presentBefore = true): HolidayJudgement[] {
  const out: HolidayJudgement[] = []
  for (let i = 0; i < days.length; i++) {
    const day = days[i]!
    if (day.is_duty || !isHolidayType(day.day_type) || workedOn(days, i)) continue
    let k = i - 1
    while (k >= 0 && !decides(days, k)) k--
    const before = days[k]
    const base = { date: day.date, day_type: day.day_type, workday_before: before?.date }
    if (!before) out.push({ ...base, entitled: presentBefore, why: 'no_record' })
    else if (!before.is_duty) out.push({ ...base, entitled: true, why: 'holiday_before_worked' })
    else if (before.regular_minutes > 0) out.push({ ...base, entitled: true, why: 'worked' })
    else if (before.paid_leave_minutes > 0) out.push({ ...base, entitled: true, why: 'leave_with_pay' })
    else out.push({ ...base, entitled: false, why: before.unpaid_leave_minutes > 0 ? 'leave_without_pay' : 'absent' })
  }
  return out
}

/** A workday decides, and so does a holiday that was worked. */
const decides = (days: readonly DayResult[], index: number): boolean =>
  days[index]!.is_duty || (isHolidayType(days[index]!.day_type) && workedOn(days, index))

/** Work on the date itself: of its own shift, or of a night shift that ran into it. */
function workedOn(days: readonly DayResult[], index: number): boolean {
  const day = days[index]!
  if (day.day_worked > 0) return true
  const before = days[index - 1]
  return before?.is_duty === true && before.worked.some((row) => isHolidayType(row.day_type))
}

/** Adds days up. `days` are the period's own; `holidays` the judgements of its dates. */
export function sumPeriod(days: readonly DayResult[], holidays: readonly HolidayJudgement[], options: SheetOptions = {}): PeriodTime {
  const cells = noCells()
  const surplus = noCells()
  let scheduled = 0
  let daysScheduled = 0
  let daysWorked = 0
  let absent = 0
  let late = 0
  let undertime = 0
  let flexiUndertime = 0
  let paidLeave = 0
  let unpaidLeave = 0
  for (const day of days) {
    scheduled += day.scheduled_minutes
    if (day.is_duty) daysScheduled++
    daysWorked += day.day_worked
    absent += day.absent_minutes
    late += day.late_minutes
    undertime += day.undertime_minutes
    paidLeave += day.paid_leave_minutes
    unpaidLeave += day.unpaid_leave_minutes
    for (const row of day.worked) addRow(cells, row)
    if (day.is_flexi) flexiUndertime += day.undertime_minutes
    if (day.surplus) for (let at = 0; at < surplus.length; at++) surplus[at]! += day.surplus[at]!
  }
  // Flexible hours: unpaid work of one day fills what another day lacks, the plain minutes before those at night.
  let filled = flexiUndertime
  for (let at = 0; at < surplus.length && filled > 0; at++) {
    const moved = Math.min(filled, surplus[at]!)
    cells[at]! += moved
    filled -= moved
    undertime -= moved
  }
  return {
    scheduled_minutes: scheduled,
    days_scheduled: daysScheduled,
    days_worked: daysWorked,
    absent_minutes: absent,
    late_minutes: late,
    undertime_minutes: undertime,
    worked: rowsOf(included(cells, options)),
    unworked_holidays: options.holiday === false ? [] : holidays.map(({ date, day_type, entitled }) => ({ date, day_type, entitled })),
    paid_leave_minutes: paidLeave,
    unpaid_leave_minutes: unpaidLeave,
  }
}

const PLACE = Object.fromEntries(DAY_TYPES.map((type, index) => [type, index * 4])) as Record<DayType, number>

function addRow(cells: Cells, row: DayResult['worked'][number]): void {
  const at = PLACE[row.day_type]
  cells[at]! += row.regular
  cells[at + 1]! += row.regular_night
  cells[at + 2]! += row.overtime
  cells[at + 3]! += row.overtime_night
}

/** The counters with what the time sheet leaves out merged into plainer ones, or dropped (overtime). */
function included(cells: Cells, options: SheetOptions): Cells {
  if (options.overtime !== false && options.night_differential !== false && options.holiday !== false) return cells
  const out = noCells()
  for (let at = 0; at < cells.length; at++) {
    let part = at % 4
    if (part >= 2 && options.overtime === false) continue
    if (part % 2 && options.night_differential === false) part--
    const type = DAY_TYPES[(at - (at % 4)) / 4]!
    const kept = options.holiday === false && isHolidayType(type) ? (type.endsWith('_rest_day') ? 'rest_day' : 'ordinary') : type
    out[PLACE[kept] + part]! += cells[at]!
  }
  return out
}
