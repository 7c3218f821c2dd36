/**
 * Regular holidays that employees paid by piece did not work: not less than the average of their last seven days worked before, nor
 * than the minimum wage. `HOLIDAY_UNWORKED` pays the daily rate; this line adds what the average is above it.
 */

import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { knownMinimumWage, pesos, type RuleUsed, readPositive } from '../statutory/index.ts'
import { type Earning, total } from './lines.ts'
import { isMaternityDay } from './maternity-lines.ts'
import { KINDS } from './pay-item-kinds.ts'
import type { Job } from './payslip-context.ts'
import { pieceRateHolidayPay } from './piece-rate.ts'
import { holidayShare } from './premium.ts'

const AVERAGE: RuleUsed = { table: 'Pay by results', effective_from: '1974-11-01', source: 'IRR book III rule IV section 8(a)' }
/** Days worked before a holiday whose output counts. */
const DAYS = 7

interface Holiday {
  readonly date: string
  readonly earned: readonly Decimal[]
  readonly average: Decimal
  readonly daily: Decimal
  /** Days' pay that the holiday is worth: two on a double holiday, less while the SSS pays a benefit. */
  readonly due: Decimal
  readonly amount: Decimal
}

/** One line for all holidays of the payroll; none where the daily rate is not below the average. */
export function pieceHolidays(job: Job): Earning[] {
  if (!job.employee.paid_by_piece || job.employee.not_covered?.includes('holiday')) return []
  const output = [...(job.input.piece_days ?? [])].sort((a, b) => (a.date < b.date ? -1 : 1))
  const holidays = job.slices.flatMap(({ time, terms, premiums }) =>
    time.unworked_holidays.flatMap((holiday): Holiday[] => {
      const { date, day_type, entitled, company_paid, worked_minutes } = holiday
      const before = output.filter((day) => day.date < date).slice(-DAYS)
      const isDue = entitled && company_paid === undefined && worked_minutes === undefined && !isMaternityDay(job.input.maternity, date)
      if (!isDue || !before.length) return []
      const { region, wage_category } = terms.employee
      const row = region ? knownMinimumWage(job.tables, date, region, wage_category) : undefined
      const earned = before.map((day) => readPositive(day.earned, 'piece_days.earned'))
      const average = pieceRateHolidayPay(earned, row?.per === 'day' ? row.rate : ZERO)
      const daily = terms.rates.daily
      const due = premiums.multiples[day_type].unworked.times(holidayShare(holiday))
      const amount = round2(Decimal.max(average.minus(daily), ZERO).times(due))
      return amount.isZero() ? [] : [{ date, earned, average, daily, due, amount }]
    }),
  )
  const amount = total(holidays, (holiday) => holiday.amount)
  if (amount.isZero()) return []
  return [
    {
      code: 'HOLIDAY_BY_OUTPUT',
      name: 'Regular holidays not worked, by output',
      kind: KINDS.premium,
      quantity: new Decimal(holidays.length),
      unit: 'day',
      rate: amount.div(holidays.length),
      amount,
      words: () =>
        'A regular holiday not worked is paid at the average of your output on the last days that you worked before it, at most seven.',
      formula: () =>
        `${holidays
          .map(({ date, earned, average, daily, due, amount: added }) => {
            const times = due.eq(1) ? '' : ` × ${due.toString()}`
            return `(average of ${earned.length} days ${pesos(average)} − ${pesos(round2(daily))} of the daily rate)${times} = ${pesos(added)} (${date})`
          })
          .join(' + ')}${holidays.length > 1 ? ` = ${pesos(amount)}` : ''}`,
      inputs: () => Object.fromEntries(holidays.map(({ date, average }) => [`${date}.average`, pesos(average)])),
      rules: () => [AVERAGE],
    },
  ]
}
