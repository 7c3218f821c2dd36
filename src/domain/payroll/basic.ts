/** Basic pay of the period: the salary or the hours, less absences, tardiness and undertime. */
import { Decimal, ONE, ZERO } from '../../kernel/decimal.ts'
import { paidBySalary, type RuleUsed } from '../statutory/index.ts'
import type { PeriodTime } from '../time/types.ts'
import { type Earning, HourLines } from './lines.ts'
import { isMaternityDay, maternityTime } from './maternity-lines.ts'
import { KINDS } from './pay-item-kinds.ts'
import { hours, type Job } from './payslip-context.ts'
import { piecePay } from './piece-lines.ts'
import { holidayShare } from './premium.ts'
import { ORDINARY, salary } from './salary.ts'
import type { TimeSlice } from './terms.ts'

/** Basic pay by the salary rate type of each part of the period. */
export function basicPay(job: Job): Earning[] {
  const paid = salary(job)
  const pieces = piecePay(job)
  const lines = new HourLines()
  for (const slice of job.slices) if (slice.terms.rate_type !== 'monthly') addTime(lines, slice)
  const hourly = lines.earnings()
  const basic = paid ? [paid, ...hourly, ...absences(job, paid.amount)] : [...pieces, ...hourly]
  return [...basic, ...maternityTime(job, basic)]
}

const words = {
  ABSENT: ['Absences', 'Time that you were absent without leave.'],
  LEAVE_UNPAID: ['Leave without pay', 'Leave without pay.'],
  LATE: ['Tardiness', 'Minutes late, at your hourly rate. There is no legal grace period; your company may give one.'],
  UNDERTIME: ['Undertime', 'Minutes that you left early. Overtime of another day does not make up for it (Labor Code art. 88).'],
  HOLIDAY_FORFEITED: [
    'Holiday not paid',
    'A regular holiday on which you did not work, after an absence without pay on the workday before (Labor Code IRR book III rule IV section 6).',
  ],
  HOLIDAY_ON_BENEFIT: [
    'Holiday paid at the rate of a benefit',
    'A regular holiday while the SSS or EC pays you a benefit: it is paid at the percentage of the benefit (Labor Code IRR book III rule IV section 6); the rest is taken off your salary.',
  ],
} as const
type TakenOff = keyof typeof words

const law = (table: string, source: string): RuleUsed => ({ table, effective_from: '1974-11-01', source })
const NO_WORK_NO_PAY = law('Hours worked', 'Labor Code art. 84; IRR book III rule I sections 3-4')
const PAID_LEAVE = law('Leave with pay', 'Labor Code art. 95, the law of the leave, or company policy')
const HOLIDAY_RULE = law('Holiday pay', 'Labor Code art. 94; IRR book III rule IV section 6')
const LAW: Readonly<Record<TakenOff, RuleUsed>> = {
  ABSENT: NO_WORK_NO_PAY,
  LEAVE_UNPAID: NO_WORK_NO_PAY,
  LATE: NO_WORK_NO_PAY,
  UNDERTIME: law('Undertime', 'Labor Code art. 88'),
  HOLIDAY_FORFEITED: HOLIDAY_RULE,
  HOLIDAY_ON_BENEFIT: HOLIDAY_RULE,
}

/** Deductions from a monthly salary. The sum never exceeds the salary itself: an absence is no debt. */
function absences(job: Job, paid: Decimal): Earning[] {
  const minutes = (pick: (time: PeriodTime) => number) => (slice: TimeSlice) => hours(pick(slice.time))
  const forfeited = (slice: TimeSlice): Decimal => lostHolidays(job, slice, 'forfeited')
  const onBenefit = (slice: TimeSlice): Decimal => lostHolidays(job, slice, 'on_benefit')
  const lost: [TakenOff, (slice: TimeSlice) => Decimal][] = [
    ['ABSENT', minutes((time) => time.absent_minutes)],
    ['LEAVE_UNPAID', minutes((time) => time.unpaid_leave_minutes)],
    ['LATE', minutes((time) => time.late_minutes)],
    ['UNDERTIME', minutes((time) => time.undertime_minutes)],
    ['HOLIDAY_FORFEITED', forfeited],
    ['HOLIDAY_ON_BENEFIT', onBenefit],
  ]
  const lines = new HourLines()
  for (const [code, minutesIn] of lost) {
    const [name, text] = words[code]
    for (const slice of job.slices) {
      if (slice.terms.rate_type !== 'monthly') continue
      const away = minutesIn(slice)
      if (away.isZero()) continue
      lines.add(
        { code, name, kind: KINDS.basic },
        {
          from: slice.from,
          to: slice.to,
          hours: away,
          hourly: slice.terms.rates.hourly,
          multiple: ONE.neg(),
          minimum_wage: slice.minimumWageEarner,
          words: text,
          rules: () => [LAW[code]],
        },
      )
    }
  }
  let left = paid
  const taken: Earning[] = []
  for (const line of lines.earnings()) {
    const amount = Decimal.max(line.amount, left.neg())
    left = left.plus(amount)
    if (amount.isZero()) continue
    const minimum = Decimal.max(line.minimum_wage_amount ?? ZERO, amount)
    const text = line.words()
    taken.push(
      amount.eq(line.amount)
        ? line
        : { ...line, amount, minimum_wage_amount: minimum, words: () => `${text} Not more than the salary of the period.` },
    )
  }
  return taken
}

/** Hours of regular holidays that the salary had paid and an absence before them lost, in full or but for a benefit's percentage. */
function lostHolidays(job: Job, slice: TimeSlice, how: 'forfeited' | 'on_benefit'): Decimal {
  let days = ZERO
  if (!job.settings.forfeit_unworked_holiday || slice.time.unworked_holidays.length === 0) return days
  for (const holiday of slice.time.unworked_holidays) {
    // Taken off with the time of the leave.
    if (isMaternityDay(job.input.maternity, holiday.date)) continue
    if ((how === 'forfeited') === holiday.entitled || slice.premiums.multiples[holiday.day_type].unworked.isZero()) continue
    if (paidBySalary(slice.terms.factor, holiday.day_type, job.settings.holiday_on_rest_day).isZero()) continue
    days = days.plus(how === 'forfeited' ? ONE : ONE.minus(holidayShare(holiday)))
  }
  return days.times(slice.terms.hoursPerDay)
}

/** Hours that a monthly salary does not pay: away without pay, late, early, and the holidays lost by it. */
export function lostHours(job: Job, slice: TimeSlice): Decimal {
  const { absent_minutes, unpaid_leave_minutes, late_minutes, undertime_minutes } = slice.time
  return hours(absent_minutes + unpaid_leave_minutes + late_minutes + undertime_minutes)
    .plus(lostHolidays(job, slice, 'forfeited'))
    .plus(lostHolidays(job, slice, 'on_benefit'))
}

/** A line for time that is paid by the hour. */
interface PaidTime {
  readonly code: string
  readonly name: string
  readonly text: string
  readonly minutes: number
  readonly rule: RuleUsed
}

/** Daily and hourly rates: work on ordinary days, and leave with pay. */
function addTime(lines: HourLines, slice: TimeSlice): void {
  const add = ({ code, name, text, minutes, rule }: PaidTime): void =>
    lines.add(
      { code, name, kind: KINDS.basic },
      {
        from: slice.from,
        to: slice.to,
        hours: hours(minutes),
        hourly: slice.terms.rates.hourly,
        minimum_wage: slice.minimumWageEarner,
        words: text,
        rules: () => [rule],
      },
    )
  let minutes = 0
  for (const day of slice.time.worked) if (ORDINARY.has(day.day_type)) minutes += day.regular + day.regular_night
  if (!slice.terms.employee.paid_by_piece)
    add({ code: 'BASIC', name: 'Basic pay', text: 'Hours that you worked on ordinary days.', minutes, rule: NO_WORK_NO_PAY })
  add({ code: 'LEAVE_PAID', name: 'Leave with pay', text: 'Leave with pay.', minutes: slice.time.paid_leave_minutes, rule: PAID_LEAVE })
}
