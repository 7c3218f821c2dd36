/** Short ways to write payroll input for tests. */
import { computePayslip, type PayPeriod, type Payslip, type PayslipInput, type YearToDate } from '../../src/domain/payroll/index.ts'
import { STATUTORY } from '../../src/domain/statutory/index.ts'
import type { PeriodTime, WorkedMinutes } from '../../src/domain/time/types.ts'

/** A month of 22 days in which nothing unusual happened. */
export function time(given: Partial<PeriodTime> = {}): PeriodTime {
  return {
    scheduled_minutes: 22 * 480,
    days_scheduled: 22,
    days_worked: 22,
    absent_minutes: 0,
    late_minutes: 0,
    undertime_minutes: 0,
    worked: [],
    unworked_holidays: [],
    paid_leave_minutes: 0,
    unpaid_leave_minutes: 0,
    ...given,
  }
}

/** Hours worked on a kind of day. */
export const worked = (
  day_type: WorkedMinutes['day_type'],
  hours: { regular?: number; regular_night?: number; overtime?: number; overtime_night?: number },
): WorkedMinutes => ({
  day_type,
  regular: (hours.regular ?? 0) * 60,
  regular_night: (hours.regular_night ?? 0) * 60,
  overtime: (hours.overtime ?? 0) * 60,
  overtime_night: (hours.overtime_night ?? 0) * 60,
})

/** A year in which nothing was paid yet. */
export const EMPTY_YEAR: YearToDate = {
  gross: 0,
  basic: 0,
  taxable_regular: 0,
  taxable_supplementary: 0,
  contributions: 0,
  withheld: 0,
  periods: 0,
  cumulative_average: false,
  other_benefits_exempt: 0,
  thirteenth_month_paid: 0,
  de_minimis: {},
}

export const MONTH: PayPeriod = {
  tag: 'standard',
  frequency: 'monthly',
  from: '2026-07-01',
  to: '2026-07-31',
  pay_date: '2026-07-31',
  number: 1,
  count: 1,
}
export const FIRST_HALF: PayPeriod = { ...MONTH, frequency: 'semi_monthly', to: '2026-07-15', pay_date: '2026-07-15', count: 2 }
export const SECOND_HALF: PayPeriod = { ...MONTH, frequency: 'semi_monthly', from: '2026-07-16', number: 2, count: 2 }

/** A monthly salary on factor 261. */
export function monthly(rate: string, more: Partial<PayslipInput> = {}): PayslipInput {
  return { employee: { rate_type: 'monthly', rate, factor: 261, ...more.employee }, period: MONTH, ...withoutEmployee(more) }
}
function withoutEmployee({ employee: _, ...rest }: Partial<PayslipInput>): Omit<Partial<PayslipInput>, 'employee'> {
  return rest
}

/** The same for an employee paid by the day. */
export function daily(rate: string, more: Partial<PayslipInput> = {}): PayslipInput {
  const input = monthly(rate, more)
  return { ...input, employee: { ...input.employee, rate_type: 'daily' } }
}

export const pay = (input: PayslipInput): Payslip => computePayslip(input, STATUTORY)

/** Lines by code, as text to the centavo. */
export const amounts = (slip: Payslip): Record<string, string> =>
  Object.fromEntries([...slip.lines.map((line) => [line.code, line.amount.toFixed(2)]), ['net', slip.net.toFixed(2)]])
