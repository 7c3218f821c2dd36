/**
 * Checks the shape of payroll's input, before anything is computed: input from records, files or the network may lack any
 * part. Amounts are checked where they are read. Every error names its field.
 */
import { addDays } from '../../kernel/dates.ts'
import { DomainError } from '../../kernel/errors.ts'
import { requireList, requireRecord } from '../input-schema.ts'
import type { SicknessClaim } from '../leave/sickness.ts'
import { PAY_FREQUENCIES, readAmount, requireDate } from '../statutory/index.ts'
import { DAY_TYPES, type PeriodTime } from '../time/types.ts'
import { KINDS } from './pay-item-kinds.ts'
import { DEDUCTION_PRIORITY } from './settings.ts'
import type { Deduction, EmployeeTerms, MaternityLeave, OverpaidDays, PayItem, PayPeriod, PayrollSettings, PayslipInput } from './types.ts'

const TAGS = ['standard', 'supplementary', '13th_month', 'leave_conversion', 'final_pay']
const RATE_TYPES = ['hourly', 'daily', 'monthly']
const AGENCIES = ['sss', 'philhealth', 'pagibig']
const STANDARDS = ['holiday', 'premium', 'overtime', 'night']
const TIMINGS = ['first', 'last', 'split', 'cumulative']

/** Throws a `DomainError` for the first invalid value. */
export function checkInput(input: PayslipInput): void {
  requireRecord(input, 'input')
  checkPeriod(input.period)
  checkEmployee(input.employee, 'employee')
  if (input.time) checkTime(input.time, 'time')
  requireFlag(input.no_time ?? false, 'no_time')
  eachOf(input.overpaid, 'overpaid', checkOverpaid)
  eachOf(input.items, 'items', checkItem)
  eachOf(input.deductions, 'deductions', checkDeduction)
  eachOf(input.leave_conversion, 'leave_conversion', ({ leave }, field) =>
    requireOne(leave, ['vacation', 'service_incentive', 'sick'], `${field}.leave`),
  )
  eachOf(input.maternity, 'maternity', checkMaternity)
  eachOf(input.sickness, 'sickness', checkSickness)
  eachOf(input.piece_work, 'piece_work', (work, field) => {
    for (const name of ['key', 'piece', 'name'] as const) requireText(work[name], `${field}.${name}`)
    requireDate(work.date, `${field}.date`)
  })
  eachOf(input.piece_days, 'piece_days', (day, field) => requireDate(day.date, `${field}.date`))
  if (input.settings) checkSettings(input.settings)
  for (const field of ['thirteenth_month', 'final', 'month_to_date', 'period_to_date', 'year_to_date'] as const)
    if (input[field]) requireRecord(input[field], field)
  if (input.thirteenth_month?.year_before) requireRecord(input.thirteenth_month.year_before, 'thirteenth_month.year_before')
  if (input.month_to_date) requireRecord(input.month_to_date.contributions, 'month_to_date.contributions')
  if (input.year_to_date) {
    requireRecord(input.year_to_date.de_minimis, 'year_to_date.de_minimis')
    if (input.year_to_date.previous_employer) requireRecord(input.year_to_date.previous_employer, 'year_to_date.previous_employer')
  }
  for (const field of ['separation', 'retirement'] as const) {
    const part = input.final?.[field]
    if (!part) continue
    requireRecord(part, `final.${field}`)
    requireRecord(part.service, `final.${field}.service`)
  }
}

function checkEmployee(employee: EmployeeTerms, path: string): void {
  requireRecord(employee, path)
  requireOne(employee.rate_type, RATE_TYPES, `${path}.rate_type`)
  for (const field of ['hired_on', 'separated_on'] as const)
    if (employee[field] !== undefined) requireDate(employee[field], `${path}.${field}`)
  requireOne(employee.membership ?? 'business', ['business', 'household'], `${path}.membership`)
  requireOne(employee.tax_method ?? 'table', ['table', 'cumulative_average', 'none'], `${path}.tax_method`)
  requireFlag(employee.minimum_wage_earner ?? false, `${path}.minimum_wage_earner`)
  requireFlag(employee.no_rate ?? false, `${path}.no_rate`)
  requireFlag(employee.paid_by_piece ?? false, `${path}.paid_by_piece`)
  requireChoices(employee.not_contributing, AGENCIES, `${path}.not_contributing`)
  requireChoices(employee.not_covered, STANDARDS, `${path}.not_covered`)
  eachOf(employee.rate_changes, `${path}.rate_changes`, (change, field) => {
    requireOne(change.rate_type ?? 'monthly', RATE_TYPES, `${field}.rate_type`)
    requireFlag(change.minimum_wage_earner ?? false, `${field}.minimum_wage_earner`)
  })
}

function checkOverpaid(days: OverpaidDays, field: string): void {
  requireText(days.payroll, `${field}.payroll`)
  requireDate(`${days.month}-01`, `${field}.month`)
  if (requireDate(days.from, `${field}.from`) > requireDate(days.to, `${field}.to`))
    throw new DomainError(`${field}.to`, `The days end on ${days.to}, before they begin on ${days.from}`)
  checkEmployee(days.employee, `${field}.employee`)
  checkTime(days.time, `${field}.time`)
  checkTime(days.taken_off, `${field}.taken_off`)
}

function checkMaternity(leave: MaternityLeave, field: string): void {
  for (const name of ['key', 'filing'] as const) requireText(leave[name], `${field}.${name}`)
  if (requireDate(leave.from, `${field}.from`) > requireDate(leave.to, `${field}.to`))
    throw new DomainError(`${field}.to`, `The leave ends on ${leave.to}, before it begins on ${leave.from}`)
  if (!(Number.isInteger(leave.days) && leave.days > 0)) throw new DomainError(`${field}.days`, 'Maternity leave has no days')
  eachOf(leave.time, `${field}.time`, (day, path) => {
    requireDate(day.date, `${path}.date`)
    requireCount(day.minutes, `${path}.minutes`)
  })
  for (const name of ['settles', 'pays_differential'] as const) requireFlag(leave[name], `${field}.${name}`)
}

function checkSickness(claim: SicknessClaim, field: string): void {
  for (const name of ['key', 'claim'] as const) requireText(claim[name], `${field}.${name}`)
  for (const name of ['to', 'until'] as const) requireDate(claim[name], `${field}.${name}`)
  if (requireDate(claim.from, `${field}.from`) > claim.to)
    throw new DomainError(`${field}.to`, `The confinement ends on ${claim.to}, before it begins on ${claim.from}`)
  for (const name of ['days', 'used', 'advanced_days'] as const) requireCount(claim[name], `${field}.${name}`)
  requireCount(claim.illness_used ?? 0, `${field}.illness_used`)
  readAmount(claim.advanced, `${field}.advanced`)
}

function checkItem(item: PayItem, field: string): void {
  requireText(item.code, `${field}.code`)
  requireText(item.name, `${field}.name`)
  if (!Object.hasOwn(KINDS, item.kind)) throw new DomainError(`${field}.kind`, `"${String(item.kind)}" is not a kind of pay item`)
  requireOne(item.per ?? 'period', ['period', 'month', 'year', 'day', 'hour'], `${field}.per`)
  requireOne(item.taxability ?? 'exempt', ['regular', 'supplementary', 'exempt'], `${field}.taxability`)
  requireFlag(item.prorated ?? false, `${field}.prorated`)
  eachOf(item.differences, `${field}.differences`, (payItemDifference, path) => {
    for (const name of ['from', 'to'] as const) requireDate(payItemDifference[name], `${path}.${name}`)
    for (const name of ['due', 'paid'] as const) readAmount(payItemDifference[name], `${path}.${name}`)
  })
}

function checkDeduction(deduction: Deduction, field: string): void {
  requireText(deduction.code, `${field}.code`)
  requireText(deduction.name, `${field}.name`)
  if (!Object.hasOwn(DEDUCTION_PRIORITY, deduction.kind))
    throw new DomainError(`${field}.kind`, `"${String(deduction.kind)}" is not a kind of deduction`)
  if (!Number.isFinite(deduction.priority ?? 0))
    throw new DomainError(`${field}.priority`, `"${String(deduction.priority)}" is not a priority`)
  requireOne(deduction.percent_of ?? 'gross', ['disposable', 'gross'], `${field}.percent_of`)
  requireFlag(deduction.paused ?? false, `${field}.paused`)
  requireFlag(deduction.whole_only ?? false, `${field}.whole_only`)
}

function checkSettings(settings: Partial<PayrollSettings>): void {
  requireRecord(settings, 'settings')
  const requireOption = (field: keyof PayrollSettings, options: readonly string[]): void => {
    if (field in settings) requireOne(settings[field], options, `settings.${field}`)
  }
  requireOption('holiday_on_rest_day', ['full', 'add_on'])
  requireOption('bi_weekly_tax', ['weekly_doubled', 'semi_monthly', 'annual'])
  requireOption('retroactive_taxability', ['regular', 'supplementary'])
  requireOption('salary_change', ['working_days', 'calendar_days', 'thirty_days'])
  for (const field of ['forfeit_unworked_holiday', 'cola_multiplied_on_holidays'] as const)
    if (field in settings) requireFlag(settings[field], `settings.${field}`)
  if (!('contribution_timing' in settings)) return
  requireRecord(settings.contribution_timing, 'settings.contribution_timing')
  for (const agency of AGENCIES)
    requireOne((settings.contribution_timing as Record<string, unknown>)[agency], TIMINGS, `settings.contribution_timing.${agency}`)
}

function checkPeriod(period: PayPeriod): void {
  requireRecord(period, 'period')
  requireOne(period.tag, TAGS, 'period.tag')
  requireFlag(period.last_of_year ?? false, 'period.last_of_year')
  requireFlag(period.completes_month ?? false, 'period.completes_month')
  for (const field of ['from', 'to', 'pay_date'] as const) requireDate(period[field], `period.${field}`)
  if (period.from > period.to) throw new DomainError('period.to', `The period ends on ${period.to}, before it begins on ${period.from}`)
  if (period.month !== undefined) requireDate(`${period.month}-01`, 'period.month')
  if (!PAY_FREQUENCIES.includes(period.frequency))
    throw new DomainError('period.frequency', `"${String(period.frequency)}" is not a pay frequency`)
  if (!(Number.isInteger(period.number) && Number.isInteger(period.count) && period.number >= 1 && period.number <= period.count))
    throw new DomainError('period.number', `Payroll ${period.number} of ${period.count} of the month does not exist`)
}

const COUNTS = [
  'scheduled_minutes',
  'days_scheduled',
  'days_worked',
  'absent_minutes',
  'late_minutes',
  'undertime_minutes',
  'paid_leave_minutes',
  'unpaid_leave_minutes',
] as const
const PARTS = ['regular', 'regular_night', 'overtime', 'overtime_night'] as const

function checkTime(time: PeriodTime, path: string): void {
  requireRecord(time, path)
  checkMinutes(time, path)
  if (!time.parts) return
  requireList(time.parts, `${path}.parts`)
  if (time.parts.length === 0) throw new DomainError(`${path}.parts`, 'Time in parts has at least one part')
  let before: string | undefined
  for (const [index, part] of time.parts.entries()) {
    const field = `${path}.parts.${index}`
    if (requireDate(part.from, `${field}.from`) > requireDate(part.to, `${field}.to`))
      throw new DomainError(`${field}.to`, `The part ends on ${part.to}, before it begins on ${part.from}`)
    if (before !== undefined && addDays(before, 1) !== part.from)
      throw new DomainError(`${field}.from`, `The part begins on ${part.from}, and not on the day after ${before}`)
    before = part.to
    checkMinutes(part, field)
  }
  for (const field of COUNTS) {
    const sum = time.parts.reduce((all, part) => all + part[field], 0)
    if (sum !== time[field]) throw new DomainError(`${path}.parts.${field}`, `The parts come to ${sum}, the period to ${time[field]}`)
  }
}

function checkMinutes(time: Omit<PeriodTime, 'parts'>, path: string): void {
  for (const field of COUNTS) requireCount(time[field], `${path}.${field}`)
  requireList(time.worked, `${path}.worked`)
  requireList(time.unworked_holidays, `${path}.unworked_holidays`)
  time.worked.forEach((day, index) => {
    if (!DAY_TYPES.includes(day.day_type))
      throw new DomainError(`${path}.worked.${index}.day_type`, `"${String(day.day_type)}" is not a kind of day`)
    for (const part of PARTS) requireCount(day[part], `${path}.worked.${index}.${part}`)
  })
  time.unworked_holidays.forEach((holiday, index) => {
    const field = `${path}.unworked_holidays.${index}`
    requireDate(holiday.date, `${field}.date`)
    if (!DAY_TYPES.includes(holiday.day_type))
      throw new DomainError(`${field}.day_type`, `"${String(holiday.day_type)}" is not a kind of day`)
    requireFlag(holiday.entitled, `${field}.entitled`)
    if (holiday.company_paid !== undefined) requireText(holiday.company_paid, `${field}.company_paid`)
    if (holiday.worked_minutes !== undefined) requireCount(holiday.worked_minutes, `${field}.worked_minutes`)
    const percent = holiday.paid_percent === undefined ? 100 : holiday.paid_percent
    if (!(Number.isFinite(percent) && percent >= 0 && percent <= 100))
      throw new DomainError(`${field}.paid_percent`, `${String(percent)} is not a percentage`)
  })
}

function requireCount(value: unknown, field: string): void {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DomainError(field, `"${field}" is missing`)
  if (value < 0) throw new DomainError(field, `"${field}" is negative: ${value}`)
}

function eachOf<Row>(rows: readonly Row[] | undefined, field: string, check: (row: Row, field: string) => void): void {
  if (rows === undefined || rows === null) return
  requireList(rows, field)
  for (let index = 0; index < rows.length; index++) check(rows[index]!, `${field}.${index}`)
}
function requireOne(value: unknown, options: readonly string[], field: string): void {
  if (typeof value !== 'string' || !options.includes(value))
    throw new DomainError(field, `"${String(value)}" is not one of ${options.join(', ')}`)
}
function requireChoices(values: unknown, options: readonly string[], field: string): void {
  if (values === undefined || values === null) return
  if (!Array.isArray(values)) throw new DomainError(field, `"${field}" is not a list`)
  for (const value of values) requireOne(value, options, field)
}
function requireFlag(value: unknown, field: string): void {
  if (typeof value !== 'boolean') throw new DomainError(field, `"${field}" is neither true nor false`)
}
function requireText(value: unknown, field: string): void {
  if (typeof value !== 'string' || value === '') throw new DomainError(field, `"${field}" is missing`)
}
