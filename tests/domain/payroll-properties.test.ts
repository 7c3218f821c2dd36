import { describe, expect, it } from 'vitest'
import type { ContributionTiming, PayPeriod, PayslipInput, YearToDate } from '../../src/domain/payroll/index.ts'
import { DAY_TYPES } from '../../src/domain/time/types.ts'
import { type Decimal, dec } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'
import { EMPTY_YEAR, MONTH, pay, time } from './payroll-support.ts'

const pesos = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((centavos) => (centavos / 100).toFixed(2))
const minutes = fc.integer({ min: 0, max: 600 })
const worked = fc.record({
  day_type: fc.constantFrom(...DAY_TYPES),
  regular: minutes,
  regular_night: minutes,
  overtime: minutes,
  overtime_night: minutes,
})
const someTime = fc
  .record({
    absent_minutes: fc.integer({ min: 0, max: 23 * 480 }),
    late_minutes: minutes,
    undertime_minutes: minutes,
    unpaid_leave_minutes: minutes,
    paid_leave_minutes: minutes,
    worked: fc.array(worked, { maxLength: 4 }),
    unworked_holidays: fc.array(
      fc.record({ date: fc.constant('2026-07-01'), day_type: fc.constantFrom(...DAY_TYPES), entitled: fc.boolean() }),
      { maxLength: 2 },
    ),
  })
  .map((given) => time(given))
const items = fc.array(
  fc.record({
    code: fc.constant('ITEM'),
    name: fc.constant('Item'),
    kind: fc.constantFrom('basic', 'allowance', 'commission', 'bonus', 'other_benefit', 'hazard', 'exempt', 'reimbursement' as const),
    amount: pesos(120_000),
  }),
  { maxLength: 4 },
)
const deductions = fc.array(
  fc.record({
    code: fc.constantFrom('A', 'B', 'C'),
    name: fc.constant('Loan'),
    kind: fc.constantFrom('support_order', 'government_loan', 'union_dues', 'company_loan', 'cash_advance' as const),
    amount: pesos(20_000),
  }),
  { maxLength: 4 },
)
const employee = fc.record({
  rate_type: fc.constantFrom('monthly', 'daily' as const),
  rate: fc.integer({ min: 100, max: 20_000_000 }).map((centavos) => (centavos / 100).toFixed(2)),
  factor: fc.constantFrom(253, 261, 313, 365),
  minimum_wage_earner: fc.boolean(),
})
const tag = fc.constantFrom('standard', '13th_month', 'leave_conversion', 'final_pay' as const)
const input: fc.Arbitrary<PayslipInput> = fc
  .record({ employee, time: someTime, items, deductions, tag, minimum_net_share: fc.constantFrom('0', '0.3') })
  .map(({ tag: ofRun, minimum_net_share, ...rest }) => ({ ...rest, period: { ...MONTH, tag: ofRun }, settings: { minimum_net_share } }))

const sum = <Line>(lines: readonly Line[], pick: (line: Line) => Decimal) => lines.reduce((total, line) => total.plus(pick(line)), dec(0))

describe('every payslip', () => {
  it('adds up to its net pay, which is never negative, to the centavo', () => {
    fc.assert(
      fc.property(input, (given) => {
        const slip = pay(given)
        expect(sum(slip.lines, (line) => line.amount).eq(slip.net)).toBe(true)
        expect(slip.net.isNegative() && !slip.net.isZero()).toBe(false)
        for (const line of slip.lines) expect(line.amount.decimalPlaces()).toBeLessThanOrEqual(2)
        const group = (name: string) =>
          sum(
            slip.lines.filter((line) => line.group === name),
            (line) => line.amount,
          )
        expect(group('earning').eq(slip.gross)).toBe(true)
        expect(group('contribution').neg().eq(slip.contributions)).toBe(true)
        expect(group('tax').neg().eq(slip.tax)).toBe(true)
      }),
    )
  })
  it('splits each earning into taxable and exempt, and the tax base matches', () => {
    fc.assert(
      fc.property(input, (given) => {
        const slip = pay(given)
        const income = slip.lines.filter((line) => line.group === 'earning' && line.taxability !== 'none')
        for (const line of income) expect(line.taxable.plus(line.exempt).eq(line.amount)).toBe(true)
        expect(sum(income, (line) => line.exempt).eq(slip.tax_base.exempt)).toBe(true)
        expect(slip.year_to_date.other_benefits_exempt.lte(90_000)).toBe(true)
      }),
    )
  })
  it('explains every line with words, numbers and sources', () => {
    fc.assert(
      fc.property(input, (given) => {
        const slip = pay(given)
        for (const line of [...slip.lines, ...slip.employer_shares]) {
          const trace = line.explain()
          expect(trace.words).not.toMatch(/undefined|NaN/)
          expect(trace.formula).toMatch(/\d/)
          expect(trace.formula).not.toMatch(/undefined|NaN/)
          for (const rule of trace.rules)
            expect([rule.source.length > 3, /^\d{4}-\d\d-\d\d$/.test(rule.effective_from)]).toEqual([true, true])
        }
      }),
    )
  })
  it('deducts no more than was scheduled, and reports the rest', () => {
    fc.assert(
      fc.property(input, (given) => {
        const slip = pay(given)
        const scheduled = sum(given.deductions!, (deduction) => dec(deduction.amount))
        const carried = sum(slip.shortfalls, (shortfall) => shortfall.carried)
        expect(slip.deductions.plus(carried).eq(scheduled)).toBe(true)
      }),
    )
  })
})

describe('a month in several payrolls', () => {
  const timing = fc.constantFrom<ContributionTiming>('first', 'last', 'split', 'cumulative')
  it('has the same contributions with any split', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 20_000_000 }).map((centavos) => (centavos / 100).toFixed(2)),
        fc.array(pesos(20_000), { minLength: 2, maxLength: 5 }),
        timing,
        timing,
        (rate, commissions, sss, others) => {
          const terms = { rate_type: 'daily' as const, rate: dec(rate).div(25).toFixed(2), factor: 313 }
          const item = (amount: string) => ({ code: 'COMMISSION', name: 'Commission', kind: 'commission' as const, amount })
          const hours = (parts: number) =>
            time({ worked: [{ day_type: 'ordinary', regular: (12_000 * 5) / parts, regular_night: 0, overtime: 0, overtime_night: 0 }] })
          const settings = { contribution_timing: { sss, philhealth: others, pagibig: others } }
          const count = commissions.length
          const period = (number: number): PayPeriod => ({ ...MONTH, frequency: count === 2 ? 'semi_monthly' : 'weekly', number, count })
          let last: ReturnType<typeof pay> | undefined
          let deducted = dec(0)
          for (const [index, amount] of commissions.entries()) {
            last = pay({
              employee: terms,
              period: period(index + 1),
              time: hours(count),
              items: [item(amount)],
              settings,
              ...(last ? { month_to_date: last.month_to_date, year_to_date: last.year_to_date } : {}),
            })
            deducted = deducted.plus(last.contributions)
          }
          const pieces = last!.month_to_date
          const whole = pay({
            employee: terms,
            period: MONTH,
            time: time(),
            items: [{ ...item('0'), amount: pieces.sss_compensation }],
            settings,
          })
          expect(whole.month_to_date.contributions).toEqual(pieces.contributions)
          expect(deducted.eq(whole.contributions)).toBe(true)
        },
      ),
    )
  })
  it('of a monthly salary pays the salary, and the table tax does not depend on an extra payroll', () => {
    fc.assert(
      fc.property(pesos(300_000), pesos(200_000), (rate, bonus) => {
        fc.pre(Number(rate) >= 1)
        const year: YearToDate = { ...EMPTY_YEAR, periods: 3, taxable_regular: '100000' }
        const standard: PayslipInput = { employee: { rate_type: 'monthly', rate, factor: 261 }, period: MONTH, year_to_date: year }
        const extra: PayslipInput = {
          ...standard,
          period: { ...MONTH, tag: 'leave_conversion' },
          items: [{ code: 'BONUS', name: 'Bonus', kind: 'other_benefit', amount: bonus }],
        }
        const inTurn = (a: PayslipInput, b: PayslipInput) => {
          const payslip = pay(a)
          const two = pay({
            ...b,
            year_to_date: payslip.year_to_date,
            period_to_date: payslip.period_to_date,
            month_to_date: payslip.month_to_date,
          })
          return { tax: payslip.tax.plus(two.tax).toFixed(2), year: JSON.stringify({ ...two.year_to_date, de_minimis: 0 }) }
        }
        expect(inTurn(standard, extra)).toEqual(inTurn(extra, standard))
      }),
    )
  })
})

describe('more pay', () => {
  it('never means less tax or contributions, nor a net lower by more than a step of the SSS table', () => {
    fc.assert(
      fc.property(pesos(500_000), pesos(500_000), (a, b) => {
        const [low, high] = [dec(a), dec(b)].sort((x, y) => x.comparedTo(y)) as [Decimal, Decimal]
        fc.pre(low.gte(1))
        const slip = (rate: Decimal) => pay({ employee: { rate_type: 'monthly', rate: rate.toFixed(2), factor: 261 }, period: MONTH })
        const [less, more] = [slip(low), slip(high)]
        expect(less.contributions.lte(more.contributions)).toBe(true)
        // A step of the SSS table lowers taxable pay by 25 pesos, taxed at 35% at most.
        expect(less.tax.lte(more.tax.plus('8.75'))).toBe(true)
        expect(less.net.lte(more.net.plus('25.02'))).toBe(true)
      }),
    )
  })
})
