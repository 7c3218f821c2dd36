/**
 * Overtime, night differential, holidays and rest days. A daily or hourly rate is paid the full multiple; a
 * monthly salary only what it has not paid already. Each kind of day is one line, rounded once.
 */
import { type Decimal, ONE, ZERO } from '../decimal.ts'
import { paidBySalary, type RuleUsed } from '../statutory/index.ts'
import type { DayType, WorkedMinutes } from '../time/types.ts'
import { hours, type Job } from './job.ts'
import { type Earning, hourLine } from './lines.ts'
import type { LaborStandard } from './types.ts'

export const DAY_NAMES: Readonly<Record<DayType, string>> = {
  ordinary: 'ordinary day',
  special_working: 'special working day',
  rest_day: 'rest day',
  special: 'special day',
  special_rest_day: 'special day on a rest day',
  double_special: 'double special day',
  double_special_rest_day: 'double special day on a rest day',
  regular_holiday: 'regular holiday',
  regular_holiday_rest_day: 'regular holiday on a rest day',
  double_regular: 'double holiday',
  double_regular_rest_day: 'double holiday on a rest day',
}
const HOLIDAYS: ReadonlySet<DayType> = new Set(['regular_holiday', 'regular_holiday_rest_day', 'double_regular', 'double_regular_rest_day'])
const isOrdinary = (day: DayType): boolean => day === 'ordinary' || day === 'special_working'

/** All premium lines of the period. */
export function premiumPay(job: Job): Earning[] {
  const lines: Earning[] = []
  if (!job.time) return lines
  for (const day of job.time.worked) {
    if (!isOrdinary(day.day_type)) push(lines, dayLine(job, day))
    push(lines, overtimeLine(job, day))
    push(lines, nightLine(job, day))
    push(lines, nightOvertimeLine(job, day))
  }
  push(lines, unworkedHolidays(job))
  return lines
}

const push = (lines: Earning[], line: Earning | undefined): void => void (line && lines.push(line))
const covered = (job: Job, standard: LaborStandard): boolean => !job.employee.not_covered?.includes(standard)
const rules = (job: Job, row: string) => (): readonly RuleUsed[] => [
  { table: 'Premium pay', effective_from: job.premiums.effective_from, source: job.premiums.source, row },
]

/** The first eight hours of a rest day or holiday. */
function dayLine(job: Job, day: WorkedMinutes): Earning | undefined {
  const minutes = day.regular + day.regular_night
  if (minutes === 0) return undefined
  const full = covered(job, HOLIDAYS.has(day.day_type) ? 'holiday' : 'premium') ? job.premiums.multiples[day.day_type].worked : ONE
  const paid = job.employee.rate_type === 'monthly' ? paidBySalary(job.factor, day.day_type, job.settings.holiday_on_rest_day) : ZERO
  const multiple = full.minus(paid)
  if (!multiple.greaterThan(0)) return undefined
  const name = DAY_NAMES[day.day_type]
  return hourLine({
    code: day.day_type.toUpperCase(),
    name: `Work on a ${name}`,
    hours: hours(minutes),
    hourly: job.rates.hourly,
    multiple,
    words: paid.isZero()
      ? `Work on a ${name} is paid ${full.times(100)}% of your hourly rate.`
      : `Work on a ${name} is paid ${full.times(100)}%; your monthly salary has paid 100% of it, so ${multiple.times(100)}% is added.`,
    rules: rules(job, `${name}, first eight hours: ${full}`),
  })
}

/** Overtime is never paid already: its full multiple counts. */
function overtimeLine(job: Job, day: WorkedMinutes): Earning | undefined {
  const minutes = day.overtime + day.overtime_night
  if (minutes === 0 || !covered(job, 'overtime')) return undefined
  const multiple = job.premiums.multiples[day.day_type].overtime
  const name = DAY_NAMES[day.day_type]
  return hourLine({
    code: isOrdinary(day.day_type) ? 'OVERTIME' : `OVERTIME_${day.day_type.toUpperCase()}`,
    name: `Overtime, ${name}`,
    hours: hours(minutes),
    hourly: job.rates.hourly,
    multiple,
    words: `Overtime on ${name === 'ordinary day' ? 'an' : 'a'} ${name} is paid ${multiple.times(100)}% of your hourly rate.`,
    rules: rules(job, `${name}, overtime: ${multiple}`),
  })
}

/** Night differential of the first eight hours: 10% of the rate of the hour. */
function nightLine(job: Job, day: WorkedMinutes): Earning | undefined {
  return nightOf(job, day, day.regular_night, job.premiums.multiples[day.day_type].worked, 'NIGHT', 'Night differential')
}

/** Night differential of overtime: 10% of the increased rate. */
function nightOvertimeLine(job: Job, day: WorkedMinutes): Earning | undefined {
  if (!covered(job, 'overtime')) return undefined
  return nightOf(
    job,
    day,
    day.overtime_night,
    job.premiums.multiples[day.day_type].overtime,
    'NIGHT_OVERTIME',
    'Night differential on overtime',
  )
}

function nightOf(job: Job, day: WorkedMinutes, minutes: number, ofHour: Decimal, code: string, title: string): Earning | undefined {
  if (minutes === 0 || !covered(job, 'night')) return undefined
  const name = DAY_NAMES[day.day_type]
  return hourLine({
    code: isOrdinary(day.day_type) ? code : `${code}_${day.day_type.toUpperCase()}`,
    name: `${title}, ${name}`,
    hours: hours(minutes),
    hourly: job.rates.hourly,
    multiple: ofHour.times(job.premiums.night),
    words: `Hours between 10 PM and 6 AM get ${job.premiums.night.times(100)}% of the rate of the hour, here ${ofHour.times(100)}% of your hourly rate.`,
    rules: rules(job, `${name}: ${ofHour}, at night ${job.premiums.night.times(100)}% more`),
  })
}

/**
 * Regular holidays not worked: a daily-paid employee gets the day's pay (twice on a double holiday) unless the
 * absence before lost it; a monthly salary has paid one of the two already.
 */
function unworkedHolidays(job: Job): Earning | undefined {
  if (!covered(job, 'holiday')) return undefined
  let days = ZERO
  for (const holiday of job.time!.unworked_holidays) {
    if (!holiday.entitled) continue
    const due = job.premiums.multiples[holiday.day_type].unworked
    const rest = job.employee.rate_type === 'monthly' ? due.minus(1) : due
    if (rest.greaterThan(0)) days = days.plus(rest)
  }
  if (days.isZero()) return undefined
  return hourLine({
    code: 'HOLIDAY_UNWORKED',
    name: 'Regular holidays not worked',
    hours: days.times(job.hoursPerDay),
    hourly: job.rates.hourly,
    words: 'A regular holiday is paid though you did not work, because you were present or on paid leave on the workday before.',
    rules: rules(job, 'regular holiday not worked: 1, double holiday: 2'),
  })
}
