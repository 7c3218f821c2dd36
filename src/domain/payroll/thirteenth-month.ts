/**
 * The 13th month pay (PD 851): one twelfth of the basic salary earned within a calendar year. Salary is earned on the days of its
 * pay period, whenever it is paid: a cut-off of December that is paid in January counts in the year of December. Its tax, and the
 * yearly ceiling of other benefits, go by the year of payment.
 */
import { daysBetween, yearOf } from '../../kernel/dates.ts'
import { Decimal, ONE, round2, ZERO } from '../../kernel/decimal.ts'
import { pesos, readAmount, readPositive, requireDate } from '../statutory/index.ts'
import type { Earning } from './lines.ts'
import { KINDS } from './pay-item-kinds.ts'
import type { Job } from './payslip-context.ts'
import type { ThirteenthMonth } from './types.ts'

/** 13th month pay: basic salary earned in the calendar year ÷ 12, less the amount already paid. */
export const thirteenthMonth = (basicEarned: Decimal, alreadyPaid: Decimal = ZERO): Decimal =>
  round2(basicEarned.div(12)).minus(alreadyPaid)

/** Basic salary of one payslip that was earned in one calendar year. */
export interface EarnedPart {
  /** The month of the last of its days, `YYYY-MM`. */
  readonly month: string
  readonly basic: Decimal
}

/**
 * Basic salary by the calendar years of its days. A period across 31 December is shared by its calendar days on which the employee
 * was employed: that part of the old year is rounded to the centavo, and the new year has the rest.
 */
export function earnedByYear(basic: Decimal, days: { readonly from: string; readonly to: string }): EarnedPart[] {
  const { to } = days
  const from = days.from > to ? to : days.from
  if (yearOf(from) === yearOf(to)) return [{ month: to.slice(0, 7), basic }]
  const turn = `${yearOf(from)}-12-31`
  const before = round2(basic.times(daysBetween(from, turn) + 1).div(daysBetween(from, to) + 1))
  return [
    { month: turn.slice(0, 7), basic: before },
    { month: to.slice(0, 7), basic: basic.minus(before) },
  ]
}

/** The sums of the 13th month before it is known what is due. */
interface Basis {
  readonly year: number | undefined
  readonly months: readonly EarnedPart[]
  /** Of the year, in all. */
  readonly earned: Decimal
  readonly entered: Decimal
  readonly paid: Decimal
  readonly before: readonly YearBalance[]
}
interface YearBalance {
  readonly year?: number
  readonly basic: Decimal
  readonly paid: Decimal
}

/** `basic`: basic salary earned in this payroll. */
export function thirteenthMonthLine(job: Job, basic: Decimal): Earning[] {
  const given = job.input.thirteenth_month ?? {}
  const { expected_basic, expected_from, expected_to, share } = given
  const basis = given.year === undefined ? byPayment(job, given, basic) : byEarning(job, given, basic)
  const expected = readPositive(expected_basic ?? 0, 'thirteenth_month.expected_basic')
  const all = basis.earned.plus(expected)
  const part = readPositive(share ?? 1, 'thirteenth_month.share')
  const open = leftOpen(basis.before)
  const amount = round2(thirteenthMonth(all).times(part)).minus(basis.paid).plus(open)
  // An overpayment, because less was earned than expected, is deducted from the final pay: a run that pays nothing else
  // has nothing from which to deduct it.
  if (amount.isZero() || (amount.isNegative() && job.period.tag === '13th_month')) return []
  const days =
    expected_from && expected_to
      ? ` from ${requireDate(expected_from, 'thirteenth_month.expected_from')} to ${requireDate(expected_to, 'thirteenth_month.expected_to')}`
      : ''
  return [
    {
      code: '13TH_MONTH',
      name: '13th month pay',
      kind: KINDS['13th_month'],
      quantity: ONE,
      unit: 'period',
      rate: amount,
      amount,
      words: () =>
        `One twelfth of the basic salary that you earned in ${basis.year ?? 'the year'}; unpaid absences lower it, paid leave does not.${basis.year === undefined ? '' : ' Salary counts in the year of its pay period, also where it is paid in the next year.'}${expected.isZero() ? '' : ` ${pesos(expected)} of it is salary still to be paid${days}, as your rates stand; what turns out more is paid later, what turns out less is taken off your final pay.`}${open.isZero() ? '' : ' It also pays what is left of the 13th month pay of earlier years.'}`,
      formula: () => {
        const earned = earnedWords(basis)
        const sum = expected.isZero() ? earned.text : `${earned.text}${earned.isSum ? '' : ' earned'} + ${pesos(expected)} expected${days}`
        const isSum = earned.isSum || !expected.isZero()
        return `${isSum ? `(${sum})` : sum} ÷ 12${part.eq(1) ? '' : ` × ${part}`}${basis.paid.isZero() ? '' : ` − ${pesos(basis.paid)} paid before`}${open.isZero() ? '' : ` + ${pesos(open)} left of earlier years (${basis.before.map(balanceWords).join('; ')})`} = ${pesos(amount)}`
      },
      inputs: () => ({
        basic_earned: pesos(basis.earned),
        ...Object.fromEntries(basis.months.map(({ month, basic: sum }) => [month, pesos(sum)])),
        ...(expected.isZero() ? {} : { basic_expected: pesos(expected) }),
        paid_before: pesos(basis.paid),
        ...(open.isZero() ? {} : { open_of_earlier_years: pesos(open) }),
      }),
      rules: () => [
        { table: '13th month pay', effective_from: '1975-12-16', source: 'Presidential Decree 851 and its revised guidelines' },
      ],
    },
  ]
}

/** By the days of the pay periods: this payslip's salary is added to the years in which it was earned. */
function byEarning(job: Job, given: ThirteenthMonth, basic: Decimal): Basis {
  const { from, to } = job.period
  const parts = earnedByYear(basic, { from: job.employee.hired_on ?? from, to: job.employee.separated_on ?? to })
  const year = given.year!
  const months = new Map<string, Decimal>()
  for (const [index, entry] of (given.months ?? []).entries())
    months.set(entry.month, readAmount(entry.basic, `thirteenth_month.months.${index}.basic`))
  const before = new Map<number, YearBalance & { readonly year: number }>()
  for (const [index, entry] of (given.before ?? []).entries())
    before.set(entry.year, {
      year: entry.year,
      basic: readAmount(entry.basic, `thirteenth_month.before.${index}.basic`),
      paid: readAmount(entry.paid, `thirteenth_month.before.${index}.paid`),
    })
  for (const { month, basic: sum } of parts) {
    const earnedIn = yearOf(month)
    if (sum.isZero() || earnedIn > year) continue
    if (earnedIn === year) months.set(month, (months.get(month) ?? ZERO).plus(sum))
    else {
      const balance = before.get(earnedIn)
      before.set(earnedIn, { year: earnedIn, basic: (balance?.basic ?? ZERO).plus(sum), paid: balance?.paid ?? ZERO })
    }
  }
  const entered = readAmount(given.entered ?? 0, 'thirteenth_month.entered')
  const rows = [...months].map(([month, sum]) => ({ month, basic: sum })).sort((a, b) => (a.month < b.month ? -1 : 1))
  return {
    year,
    months: rows,
    entered,
    earned: rows.reduce((sum, row) => sum.plus(row.basic), entered),
    paid: readAmount(given.paid ?? 0, 'thirteenth_month.paid'),
    before: [...before.values()].sort((a, b) => a.year - b.year),
  }
}

/** By the year of payment, as payrolls did that were computed before the months were stored: they are explained as they were paid. */
function byPayment({ carried: { year } }: Job, { year_before }: ThirteenthMonth, basic: Decimal): Basis {
  return {
    year: undefined,
    months: [],
    entered: ZERO,
    earned: year.basic.plus(basic),
    paid: year.thirteenth_month_paid,
    before: year_before
      ? [
          {
            basic: readAmount(year_before.basic, 'thirteenth_month.year_before.basic'),
            paid: readAmount(year_before.paid, 'thirteenth_month.year_before.paid'),
          },
        ]
      : [],
  }
}

/**
 * What is left of earlier years. Payrolls that counted salary by the year of payment paid for a December with the 13th month of the
 * next year: the surplus of that year makes up for what was missing before it. A surplus is never taken off a later year.
 */
function leftOpen(before: readonly YearBalance[]): Decimal {
  let open = ZERO
  for (const { basic, paid } of before) open = Decimal.max(open.plus(thirteenthMonth(basic, paid)), ZERO)
  return open
}

const balanceWords = ({ year, basic, paid }: YearBalance): string =>
  `${year === undefined ? '' : `${year}: `}${pesos(basic)} ÷ 12${paid.isZero() ? '' : ` − ${pesos(paid)} paid`}`

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const nameOf = (month: string): string => MONTHS[Number(month.slice(5, 7)) - 1]!

/** `11 × 30,000.00 January to November + 28,500.00 December`: months in a row with the same salary are one term. */
function earnedWords({ months, entered, earned }: Basis): { readonly text: string; readonly isSum: boolean } {
  if (months.length === 0) return { text: pesos(earned), isSum: false }
  const runs: { first: string; last: string; count: number; basic: Decimal }[] = []
  for (const { month, basic } of months) {
    const last = runs.at(-1)
    const isNext = last && Number(month.slice(5, 7)) === Number(last.last.slice(5, 7)) + 1
    if (last && isNext && last.basic.eq(basic)) runs[runs.length - 1] = { ...last, last: month, count: last.count + 1 }
    else runs.push({ first: month, last: month, count: 1, basic })
  }
  const terms = runs.map(({ first, last, count, basic }) =>
    count === 1 ? `${pesos(basic)} ${nameOf(first)}` : `${count} × ${pesos(basic)} ${nameOf(first)} to ${nameOf(last)}`,
  )
  if (!entered.isZero()) terms.unshift(`${pesos(entered)} entered for the year`)
  return { text: terms.join(' + '), isSum: true }
}
