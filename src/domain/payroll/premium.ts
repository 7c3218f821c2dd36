/**
 * Overtime, night differential, holidays and rest days. A daily or hourly rate is paid the full multiple; a monthly
 * salary only the part that it does not include. Each kind of day is one line, rounded once.
 */
import { Decimal, ONE, ZERO } from '../../kernel/decimal.ts'
import { paidBySalary } from '../statutory/index.ts'
import type { DayType, UnworkedHoliday, WorkedMinutes } from '../time/types.ts'
import { type Earning, HourLines, type HourSlice } from './lines.ts'
import { isMaternityDay } from './maternity-lines.ts'
import { hours, type Job } from './payslip-context.ts'
import type { TimeSlice } from './terms.ts'
import type { LaborStandard } from './types.ts'

const DAY_NAMES: Readonly<Record<DayType, string>> = {
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
  const lines = new HourLines()
  for (const slice of job.slices)
    for (const day of slice.time.worked) {
      if (!isOrdinary(day.day_type)) addDay(lines, job, slice, day)
      addOvertime(lines, job, slice, day)
      const { worked, overtime } = slice.premiums.multiples[day.day_type]
      addNight(lines, job, slice, {
        dayType: day.day_type,
        minutes: day.regular_night,
        ofHour: worked,
        code: 'NIGHT',
        title: 'Night differential',
      })
      if (covered(job, 'overtime'))
        addNight(lines, job, slice, {
          dayType: day.day_type,
          minutes: day.overtime_night,
          ofHour: overtime,
          code: 'NIGHT_OVERTIME',
          title: 'Night differential on overtime',
        })
    }
  for (const slice of job.slices) addUnworkedHolidays(lines, job, slice)
  return lines.earnings()
}

const covered = (job: Job, standard: LaborStandard): boolean => !job.employee.not_covered?.includes(standard)

/** Hours, their multiple of the hourly rate, and why. */
interface PaidHours {
  readonly hours: Decimal
  readonly multiple: Decimal
  readonly row: string
  readonly words: string
}

/** Hours of one part of the period at its own rate. */
const hoursOf = (slice: TimeSlice, { hours, multiple, row, words }: PaidHours): HourSlice => ({
  from: slice.from,
  to: slice.to,
  hours,
  hourly: slice.terms.rates.hourly,
  multiple,
  minimum_wage: slice.minimumWageEarner,
  words,
  rules: () => [{ table: 'Premium pay', effective_from: slice.premiums.effective_from, source: slice.premiums.source, row }],
})

/** The first eight hours of a rest day or holiday. */
function addDay(lines: HourLines, job: Job, slice: TimeSlice, day: WorkedMinutes): void {
  const minutes = day.regular + day.regular_night
  if (minutes === 0) return
  const { premiums, terms } = slice
  const full = covered(job, HOLIDAYS.has(day.day_type) ? 'holiday' : 'premium') ? premiums.multiples[day.day_type].worked : ONE
  const paid = terms.rate_type === 'monthly' ? paidBySalary(terms.factor, day.day_type, job.settings.holiday_on_rest_day) : ZERO
  const multiple = full.minus(paid)
  if (!multiple.greaterThan(0)) return
  const name = DAY_NAMES[day.day_type]
  const words = paid.isZero()
    ? `Work on a ${name} is paid ${full.times(100)}% of your hourly rate.`
    : `Work on a ${name} is paid ${full.times(100)}%; your monthly salary has paid 100% of it, so ${multiple.times(100)}% is added.`
  lines.add(
    { code: day.day_type.toUpperCase(), name: `Work on a ${name}` },
    hoursOf(slice, { hours: hours(minutes), multiple, row: `${name}, first eight hours: ${full}`, words }),
  )
}

/** Overtime is never paid already: its full multiple counts. */
function addOvertime(lines: HourLines, job: Job, slice: TimeSlice, day: WorkedMinutes): void {
  const minutes = day.overtime + day.overtime_night
  if (minutes === 0 || !covered(job, 'overtime')) return
  const multiple = slice.premiums.multiples[day.day_type].overtime
  const name = DAY_NAMES[day.day_type]
  lines.add(
    { code: isOrdinary(day.day_type) ? 'OVERTIME' : `OVERTIME_${day.day_type.toUpperCase()}`, name: `Overtime, ${name}` },
    hoursOf(slice, {
      hours: hours(minutes),
      multiple,
      row: `${name}, overtime: ${multiple}`,
      words: `Overtime on ${name === 'ordinary day' ? 'an' : 'a'} ${name} is paid ${multiple.times(100)}% of your hourly rate.`,
    }),
  )
}

/** Night hours of one kind of day. */
interface NightHours {
  readonly dayType: WorkedMinutes['day_type']
  readonly minutes: number
  /** Multiple of the hourly rate that the hour is paid at. */
  readonly ofHour: Decimal
  readonly code: string
  readonly title: string
}

/** Night differential: 10% of the rate of the hour, for overtime of its increased rate. */
function addNight(lines: HourLines, job: Job, slice: TimeSlice, { dayType, minutes, ofHour, code, title }: NightHours): void {
  if (minutes === 0 || !covered(job, 'night')) return
  const { night } = slice.premiums
  const name = DAY_NAMES[dayType]
  lines.add(
    { code: isOrdinary(dayType) ? code : `${code}_${dayType.toUpperCase()}`, name: `${title}, ${name}` },
    hoursOf(slice, {
      hours: hours(minutes),
      multiple: ofHour.times(night),
      row: `${name}: ${ofHour}, at night ${night.times(100)}% more`,
      words: `Hours between 10 PM and 6 AM get ${night.times(100)}% of the rate of the hour, here ${ofHour.times(100)}% of your hourly rate.`,
    }),
  )
}

/**
 * Regular holidays not worked: a daily-paid employee gets the day's pay (twice on a double holiday) unless the
 * absence before lost it, and the benefit's percentage of it while the SSS or EC pays the employee (IRR book III rule IV
 * section 6); a monthly salary has paid one of the two already.
 */
function addUnworkedHolidays(lines: HourLines, job: Job, slice: TimeSlice): void {
  if (slice.time.unworked_holidays.length === 0 || !covered(job, 'holiday')) return
  let [days, ofCompany] = [ZERO, ZERO]
  let [onBenefit, inPart] = [false, false]
  const names = new Set<string>()
  for (const holiday of slice.time.unworked_holidays) {
    if (!holiday.entitled || isMaternityDay(job.input.maternity, holiday.date)) continue
    if (holiday.company_paid !== undefined) {
      if (slice.terms.rate_type === 'monthly') continue
      ofCompany = ofCompany.plus(1)
      names.add(holiday.company_paid)
      continue
    }
    const due = slice.premiums.multiples[holiday.day_type].unworked
    const rest = slice.terms.rate_type === 'monthly' ? due.minus(1) : due
    if (!rest.greaterThan(0)) continue
    days = days.plus(rest.times(holidayShare(holiday)).times(unworkedShare(slice, holiday)))
    inPart ||= holiday.worked_minutes !== undefined
    onBenefit ||= holiday.paid_percent !== undefined
  }
  lines.add(
    { code: 'HOLIDAY_UNWORKED', name: 'Regular holidays not worked' },
    hoursOf(slice, {
      hours: days.times(slice.terms.hoursPerDay),
      multiple: ONE,
      row: 'regular holiday not worked: 1, double holiday: 2',
      words: `A regular holiday is paid though you did not work, because you were present or on paid leave on the workday before.${inPart ? ' On a holiday that you worked in part, the hours that you did not work are paid as well (Labor Code art. 94(a)).' : ''}${onBenefit ? ' While the SSS or EC pays you a benefit, it is paid at the percentage of the benefit.' : ''}`,
    }),
  )
  addCompanyHolidays(lines, slice, ofCompany, names)
}

/** Special days that the company pays although the law does not, one day's pay each; a monthly salary stays the same. */
function addCompanyHolidays(lines: HourLines, slice: TimeSlice, days: Decimal, names: ReadonlySet<string>): void {
  lines.add(
    { code: 'HOLIDAY_COMPANY', name: 'Company holidays not worked' },
    {
      ...hoursOf(slice, {
        hours: days.times(slice.terms.hoursPerDay),
        multiple: ONE,
        row: '',
        words: `Your company pays ${[...names].join(' and ')} though you did not work.`,
      }),
      rules: () => [
        { table: 'Company holidays', effective_from: '1974-11-01', source: 'Company policy: the kind of holiday is paid if unworked' },
      ],
    },
  )
}

/** The part of the holiday that was not worked: all of it, or the rest of the day's normal hours. */
const unworkedShare = ({ terms }: TimeSlice, { worked_minutes }: UnworkedHoliday): Decimal =>
  worked_minutes === undefined ? ONE : Decimal.max(ONE.minus(hours(worked_minutes).div(terms.hoursPerDay)), ZERO)

/** The share of a holiday's pay that is due: all of it, or the percentage of an SSS or EC benefit. */
export const holidayShare = (holiday: UnworkedHoliday): Decimal =>
  holiday.paid_percent === undefined ? ONE : new Decimal(holiday.paid_percent).div(100)
