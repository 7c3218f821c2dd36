/**
 * One employee's time of one pay period: `computeTime` takes the schedule, raw punches, filings, holidays and policy
 * and gives each day and the sum that payroll reads. Nothing is read from anywhere else, so that the same input gives
 * the same minutes at any later time.
 */
import { DomainError } from '../../kernel/errors.ts'
import { requireList, requireRecord, requireValues } from '../input-schema.ts'
import { type DayNumber, dayNumber, type Minute, minuteAt } from './clock.ts'
import { reckonDay } from './day.ts'
import type { DayResult } from './day-result.ts'
import { type Authorization, counts, filedDays, type TimeFiling, type TimelogFiling } from './filings.ts'
import type { HolidayCalendar } from './holidays.ts'
import { type HolidayJudgement, judgeHolidays, type SheetOptions, sumPeriod } from './period.ts'
import { type PolicyFrom, policyOn, type TimePolicy } from './policy.ts'
import { type Punch, presences } from './punches.ts'
import { planDays, type Schedule } from './schedule.ts'
import { DAY_TYPE_WORDS } from './trace.ts'
import type { TraceLine } from './trace-line.ts'
import type { PeriodTime } from './types.ts'

export interface EmployeeTime {
  /** First and last date of the period (its cut-off), `YYYY-MM-DD`. */
  readonly from: string
  readonly to: string
  /** Compute from this earlier date on, so that the first days of the period have a day before. Not summed. */
  readonly history_from?: string
  readonly employed_from?: string
  readonly employed_to?: string
  readonly schedule: Schedule
  readonly punches: readonly Punch[]
  readonly filings: readonly TimeFiling[]
  readonly calendar: HolidayCalendar
  /** One policy for all days, or policies by their first days. */
  readonly policy: TimePolicy | readonly PolicyFrom[]
  readonly needs_no_punches?: boolean
  /** Whether a holiday is paid when no workday before it is on record. */
  readonly present_before?: boolean
  readonly options?: SheetOptions
  /** Dates inside the period on which the terms of pay change: the sum has parts that begin on them. */
  readonly split_on?: readonly string[]
}

export interface TimeResult {
  readonly days: readonly DayResult[]
  readonly holidays: readonly HolidayJudgement[]
  readonly period: PeriodTime
  /** Why each unworked holiday is paid or not. The days explain themselves. */
  trace(): TraceLine[]
}

const NO_AUTHORIZATIONS: readonly Authorization[] = []
const NO_CORRECTIONS: readonly { filing: TimelogFiling; at: Minute }[] = []

/** Computes the time of one employee for one period. Throws a `DomainError` that names the field of invalid input. */
export function computeTime(input: EmployeeTime): TimeResult {
  checkShape(input)
  const from = dayNumber(input.from, 'from')
  const to = dayNumber(input.to, 'to')
  if (to < from) throw new DomainError('to', 'The end of the period must be after its start.')
  const history = input.history_from === undefined ? from : dayNumber(input.history_from, 'history_from')
  if (history > from) throw new DomainError('history_from', 'The days before begin after the period.')
  const hired = input.employed_from === undefined ? history : Math.max(history, dayNumber(input.employed_from, 'employed_from'))
  const left = input.employed_to === undefined ? to : Math.min(to, dayNumber(input.employed_to, 'employed_to'))

  // One more date on either side: hours past midnight have the holidays of their own date, and the windows of
  // neighbouring shifts decide to which day a punch belongs.
  const plans = planDays(input.schedule, input.filings, input.calendar, { first: history - 1, last: to + 1 })
  const policy = policyOn(input.policy)
  for (const [index, date] of (input.split_on ?? []).entries()) dayNumber(date, `split_on.${index}`)
  const filed = filedDays(input.filings, history - 1, to + 1)
  const authorizedOn = (day: DayNumber): readonly Authorization[] => filed.get(day)?.authorized ?? NO_AUTHORIZATIONS
  const present = presences(plans, input.punches, { corrections: corrections(input.filings), authorizedOn, policyOn: policy })

  const days: DayResult[] = []
  for (let day = hired; day <= left; day++) {
    const index = day - history + 1
    days.push(
      reckonDay({
        plan: plans[index]!,
        plans,
        presence: present[index]!,
        filed: filed.get(day),
        policy: policy(day),
        needs_no_punches: input.needs_no_punches ?? false,
      }),
    )
  }
  const employedDays = hired < from ? days.slice(from - hired) : days
  const holidays = judgeHolidays(days, input.present_before).filter((judgeHoliday) => judgeHoliday.date >= input.from)
  return {
    days: employedDays,
    holidays,
    period: sumPeriod(employedDays, holidays, input.options, input.split_on && { from: input.from, to: input.to, on: input.split_on }),
    trace: () => holidays.map(holidayLine),
  }
}

/** Lists are lists and records are records; dates, minutes and choices are checked where they are read. */
function checkShape({ schedule, punches, filings, split_on: cuts, options }: EmployeeTime): void {
  requireRecord(schedule, 'schedule')
  requireList(schedule.patterns, 'schedule.patterns')
  for (const [index, { week }] of schedule.patterns.entries()) requireList(week, `schedule.patterns.${index}.week`)
  if (schedule.dated !== undefined) requireList(schedule.dated, 'schedule.dated')
  if (schedule.rest_days !== undefined) {
    requireList(schedule.rest_days, 'schedule.rest_days')
    for (const [index, rest_day] of schedule.rest_days.entries())
      requireValues(rest_day.weekdays, 'number', `schedule.rest_days.${index}.weekdays`)
  }
  if (schedule.places !== undefined) {
    requireList(schedule.places, 'schedule.places')
    for (const [index, place] of schedule.places.entries()) requireValues(place.codes, 'string', `schedule.places.${index}.codes`)
  }
  requireList(punches, 'punches')
  requireList(filings, 'filings')
  if (cuts !== undefined) requireValues(cuts, 'string', 'split_on')
  if (options !== undefined) requireRecord(options, 'options')
}

function corrections(filings: readonly TimeFiling[]): readonly { filing: TimelogFiling; at: Minute }[] {
  if (!filings.some((filing) => filing.kind === 'timelog')) return NO_CORRECTIONS
  return filings
    .filter((filing): filing is TimelogFiling => filing.kind === 'timelog' && counts(filing))
    .map((filing) => ({ filing, at: minuteAt(filing.at, `filings.${filing.no}.at`) }))
}

const WHY: Record<HolidayJudgement['why'], string> = {
  worked: 'you worked on the workday before it',
  worked_in_part: 'you worked on a part of it',
  leave_with_pay: 'you were on leave with pay on the workday before it',
  holiday_before_worked: 'you worked on the holiday before it',
  absent: 'you were absent on the workday before it',
  leave_without_pay: 'you were on leave without pay on the workday before it',
  leave_with_benefit: 'the SSS or EC paid you a benefit on the workday before it',
  no_record: 'there is no workday before it on record',
  company: 'your company pays this day even if you do not work',
}

const COMPANY_HOLIDAY = 'Company policy on its own holidays; by law a special day is no work, no pay'

const holidayPay = ({ entitled, paid_percent: percent }: HolidayJudgement): string =>
  entitled ? `it keeps ${percent === undefined ? 'its pay' : `${percent}% of its pay`}` : 'it has no pay'

function holidayLine(holidayJudgement: HolidayJudgement): TraceLine {
  const { company_paid: company } = holidayJudgement
  return {
    about: 'holiday',
    text: `${holidayJudgement.date}, ${company === undefined ? '' : `${company}, `}${DAY_TYPE_WORDS[holidayJudgement.day_type]}, ${holidayJudgement.worked_minutes === undefined ? 'not worked' : 'not worked for the whole day'}: ${holidayPay(holidayJudgement)}, because ${WHY[holidayJudgement.why]}${holidayJudgement.workday_before ? ` (${holidayJudgement.workday_before})` : ''}.`,
    source: company === undefined ? 'Labor Code art. 94; IRR book III rule IV §6 and §10' : COMPANY_HOLIDAY,
  }
}
