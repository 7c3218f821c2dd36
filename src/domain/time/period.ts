/** The sum of a pay period for payroll, and which unworked holidays are paid. */
import { addDays } from '../../kernel/dates.ts'
import type { DayResult } from './day-result.ts'
import { isHolidayType } from './holidays.ts'
import { type Cells, noCells, rowsOf } from './split.ts'
import { DAY_TYPES, type DayType, type PeriodTime, type TimePart, type UnworkedHoliday } from './types.ts'

/** The parts of the time in a time sheet; all of them unless switched off. */
export interface SheetOptions {
  readonly overtime?: boolean
  /** Without it, night minutes count as day minutes. */
  readonly night_differential?: boolean
  /** Without it, work on holidays counts as work on ordinary days or rest days. */
  readonly holiday?: boolean
}

/** The judgement of an unworked holiday. */
export interface HolidayJudgement extends UnworkedHoliday {
  /** The workday before, which decides; undefined when there is no record of one. */
  readonly workday_before: string | undefined
  readonly why:
    | 'worked'
    | 'worked_in_part'
    | 'leave_with_pay'
    | 'holiday_before_worked'
    | 'absent'
    | 'leave_without_pay'
    | 'leave_with_benefit'
    | 'no_record'
    | 'company'
}

/**
 * Judges the unworked holidays. The workday immediately before decides: present or on leave with pay, and the holiday is
 * paid. Rest days and days without schedule are skipped. Holidays in a row: one that was worked decides for those after
 * it (Labor Code IRR book III rule IV §6, §10). On leave for which the SSS or EC pays, the holiday is paid at the
 * benefit's percentage (§6(b)). Employees without any workday on record before (their first days) have `presentBefore`. A
 * special day that the company pays is paid in any case. `days` are consecutive and may begin before the period, so that
 * its first days have a day before.
 */
export function judgeHolidays(days: readonly DayResult[], presentBefore = true): HolidayJudgement[] {
  const out: HolidayJudgement[] = []
  for (let i = 0; i < days.length; i++) {
    const day = days[i]!
    if (day.is_duty || !isHolidayType(day.day_type)) continue
    if (workedOn(days, i)) {
      const worked_minutes = minutesOn(days, i)
      if (day.day_type.includes('regular') && worked_minutes < WORKDAY_MINUTES)
        out.push({
          date: day.date,
          day_type: day.day_type,
          workday_before: undefined,
          entitled: true,
          worked_minutes,
          why: 'worked_in_part',
        })
      continue
    }
    if (day.company_paid !== undefined) {
      out.push({
        date: day.date,
        day_type: day.day_type,
        workday_before: undefined,
        entitled: true,
        company_paid: day.company_paid,
        why: 'company',
      })
      continue
    }
    let k = i - 1
    while (k >= 0 && !decides(days, k)) k--
    const before = days[k]
    const base = { date: day.date, day_type: day.day_type, workday_before: before?.date }
    if (!before) out.push({ ...base, entitled: presentBefore, why: 'no_record' })
    else if (!before.is_duty) out.push({ ...base, entitled: true, why: 'holiday_before_worked' })
    else if (before.regular_minutes > 0) out.push({ ...base, entitled: true, why: 'worked' })
    else if (before.paid_leave_minutes > 0) out.push({ ...base, entitled: true, why: 'leave_with_pay' })
    else if (before.unpaid_leave_minutes > 0 && before.benefit_percent !== undefined)
      out.push({ ...base, entitled: true, paid_percent: before.benefit_percent, why: 'leave_with_benefit' })
    else out.push({ ...base, entitled: false, why: before.unpaid_leave_minutes > 0 ? 'leave_without_pay' : 'absent' })
  }
  return out
}

/** A workday decides, and so does a holiday that was worked. */
const decides = (days: readonly DayResult[], index: number): boolean =>
  days[index]!.is_duty || (isHolidayType(days[index]!.day_type) && workedOn(days, index))

/** Work on the date itself: of its own shift, or of a night shift that continued into it. */
function workedOn(days: readonly DayResult[], index: number): boolean {
  const day = days[index]!
  if (day.day_worked > 0) return true
  const before = days[index - 1]
  return before?.is_duty === true && before.worked.some((row) => isHolidayType(row.day_type))
}

/** Normal hours of work of a day (Labor Code art. 83). */
const WORKDAY_MINUTES = 480

/**
 * Regular minutes worked on the holiday's own date: of the work that began on it, and of a night shift that continued
 * into it. Two holidays in a row: the first one's shift counts as its own.
 */
function minutesOn(days: readonly DayResult[], index: number): number {
  const { day_type } = days[index]!
  const before = days[index - 1]
  const rows = [...days[index]!.worked, ...(before && !isHolidayType(before.day_type) ? before.worked : [])]
  const minutes = rows.filter((row) => row.day_type === day_type).reduce((sum, row) => sum + row.regular + row.regular_night, 0)
  return Math.min(minutes, WORKDAY_MINUTES)
}

/** Dates that split the sum of a period: its parts begin on `from` and on each of the dates after it. */
interface Cuts {
  readonly from: string
  readonly to: string
  readonly on: readonly string[]
}

/** Adds up days. `days` are the period's own; `holidays` the judgements of its dates. */
export function sumPeriod(
  days: readonly DayResult[],
  holidays: readonly HolidayJudgement[],
  options: SheetOptions = {},
  cuts?: Cuts,
): PeriodTime {
  const starts = cuts ? [cuts.from, ...[...new Set(cuts.on)].filter((date) => date > cuts.from && date <= cuts.to).sort()] : ['']
  const sums = starts.map(newSum)
  let position = 0
  for (const day of days) {
    while (starts[position + 1] !== undefined && day.date >= starts[position + 1]!) position++
    addDay(sums[position]!, day)
  }
  fillDeficits(sums)
  if (!cuts) return timeOf(sums[0]!, holidays, options)
  const parts = sums.map((sum, index): TimePart => {
    const [from, next] = [starts[index]!, starts[index + 1]]
    const inPeriod = holidays.filter(({ date }) => date >= from && (next === undefined || date < next))
    return { from, to: next === undefined ? cuts.to : addDays(next, -1), ...timeOf(sum, inPeriod, options) }
  })
  return { ...timeOf(sums.reduce(together), holidays, options), parts }
}

interface Sum {
  readonly cells: Cells
  readonly surplus: Cells
  scheduled: number
  daysScheduled: number
  daysWorked: number
  absent: number
  late: number
  undertime: number
  fillable: number
  paidLeave: number
  unpaidLeave: number
}
const newSum = (): Sum => ({
  cells: noCells(),
  surplus: noCells(),
  scheduled: 0,
  daysScheduled: 0,
  daysWorked: 0,
  absent: 0,
  late: 0,
  undertime: 0,
  fillable: 0,
  paidLeave: 0,
  unpaidLeave: 0,
})

function addDay(sum: Sum, day: DayResult): void {
  sum.scheduled += day.scheduled_minutes
  if (day.is_duty) sum.daysScheduled++
  sum.daysWorked += day.day_worked
  sum.absent += day.absent_minutes
  sum.late += day.late_minutes
  sum.undertime += day.undertime_minutes
  sum.paidLeave += day.paid_leave_minutes
  sum.unpaidLeave += day.unpaid_leave_minutes
  for (const row of day.worked) addRow(sum.cells, row)
  sum.fillable += day.fillable_minutes
  if (day.surplus) for (let index = 0; index < sum.surplus.length; index++) sum.surplus[index]! += day.surplus[index]!
}

/**
 * Flexible hours: unpaid work of one day fills the deficit of another day of the cut-off, the plain minutes before those
 * at night. The work counts in the part in which it was done; the earliest part's deficit is filled first.
 */
function fillDeficits(sums: readonly Sum[]): void {
  let lacking = 0
  for (const sum of sums) lacking += sum.fillable
  let filled = 0
  for (let index = 0; index < noCells().length && filled < lacking; index++)
    for (const sum of sums) {
      const moved = Math.min(lacking - filled, sum.surplus[index]!)
      sum.cells[index]! += moved
      filled += moved
    }
  for (const sum of sums) {
    const part = Math.min(filled, sum.fillable)
    sum.undertime -= part
    filled -= part
  }
}

const together = (a: Sum, b: Sum): Sum => ({
  cells: a.cells.map((minutes, index) => minutes + b.cells[index]!),
  surplus: a.surplus,
  scheduled: a.scheduled + b.scheduled,
  daysScheduled: a.daysScheduled + b.daysScheduled,
  daysWorked: a.daysWorked + b.daysWorked,
  absent: a.absent + b.absent,
  late: a.late + b.late,
  undertime: a.undertime + b.undertime,
  fillable: 0,
  paidLeave: a.paidLeave + b.paidLeave,
  unpaidLeave: a.unpaidLeave + b.unpaidLeave,
})

const timeOf = (sum: Sum, holidays: readonly HolidayJudgement[], options: SheetOptions): PeriodTime => ({
  scheduled_minutes: sum.scheduled,
  days_scheduled: sum.daysScheduled,
  days_worked: sum.daysWorked,
  absent_minutes: sum.absent,
  late_minutes: sum.late,
  undertime_minutes: sum.undertime,
  worked: rowsOf(included(sum.cells, options)),
  unworked_holidays:
    options.holiday === false
      ? []
      : holidays.map(({ date, day_type, entitled, paid_percent, company_paid, worked_minutes }) => ({
          date,
          day_type,
          entitled,
          ...(paid_percent === undefined ? {} : { paid_percent }),
          ...(company_paid === undefined ? {} : { company_paid }),
          ...(worked_minutes === undefined ? {} : { worked_minutes }),
        })),
  paid_leave_minutes: sum.paidLeave,
  unpaid_leave_minutes: sum.unpaidLeave,
})

const PLACE = Object.fromEntries(DAY_TYPES.map((type, index) => [type, index * 4])) as Record<DayType, number>

function addRow(cells: Cells, row: DayResult['worked'][number]): void {
  const start = PLACE[row.day_type]
  cells[start]! += row.regular
  cells[start + 1]! += row.regular_night
  cells[start + 2]! += row.overtime
  cells[start + 3]! += row.overtime_night
}

/** The counters with the excluded parts of the time sheet merged into plainer ones, or dropped (overtime). */
function included(cells: Cells, options: SheetOptions): Cells {
  if (options.overtime !== false && options.night_differential !== false && options.holiday !== false) return cells
  const out = noCells()
  for (let index = 0; index < cells.length; index++) {
    let part = index % 4
    if (part >= 2 && options.overtime === false) continue
    if (part % 2 && options.night_differential === false) part--
    const type = DAY_TYPES[(index - (index % 4)) / 4]!
    const dayType = options.holiday === false && isHolidayType(type) ? (type.endsWith('_rest_day') ? 'rest_day' : 'ordinary') : type
    out[PLACE[dayType] + part]! += cells[index]!
  }
  return out
}
