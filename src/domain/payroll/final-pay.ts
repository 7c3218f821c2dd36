/** The benefits of special payrolls: 13th month, leave conversion, separation and retirement pay. */
import { addDays } from '../../kernel/dates.ts'
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, pesos, readPositive, requireDate } from '../statutory/index.ts'
import type { Earning } from './lines.ts'
import { KINDS, type KindRule } from './pay-item-kinds.ts'
import type { Job } from './payslip-context.ts'
import { thirteenthMonthLine } from './thirteenth-month.ts'
import type { LeaveConversion, SeparationCause } from './types.ts'

/** Unused leave in cash: days, which may be parts of days, at the daily rate of the day of conversion (Labor Code art. 95). */
export const leaveConversionPay = (days: Amount, daily: Decimal): Decimal => round2(readPositive(days, 'days').times(daily))

/** The last day for a final pay: thirty days from the separation (DOLE Labor Advisory 06-20). */
export const finalPayDue = (separatedOn: string): string => addDays(requireDate(separatedOn, 'separated_on'), 30)

/** Benefits that the tag of the payroll calls for. `basic`: basic salary earned in this payroll. */
export function benefitPay(job: Job, basic: Decimal): Earning[] {
  const lines: Earning[] = []
  const { tag } = job.period
  if (tag === '13th_month' || tag === 'final_pay') lines.push(...thirteenthMonthLine(job, basic))
  for (const [index, conversion] of (job.input.leave_conversion ?? []).entries()) lines.push(leaveConversionLine(job, conversion, index))
  if (tag === 'final_pay') lines.push(...separationLines(job))
  return lines
}

/** Unused leave in cash at the daily rate of the day of conversion. */
function leaveConversionLine(job: Job, conversion: LeaveConversion, index: number): Earning {
  const days = readPositive(conversion.days, `leave_conversion.${index}.days`)
  const { daily } = job.rates
  const amount = leaveConversionPay(days, daily)
  const sick = conversion.leave === 'sick'
  return {
    code: `LEAVE_CONVERSION_${conversion.leave.toUpperCase()}`,
    name: `Conversion of ${conversion.leave.replace('_', ' ')} leave`,
    kind: sick ? KINDS.sick_leave_conversion : KINDS.leave_conversion,
    quantity: days,
    unit: 'day',
    rate: daily,
    amount,
    ...(sick ? {} : { benefit: 'monetised_leave' as const }),
    words: () =>
      sick
        ? 'Unused sick leave in cash; it is taxable.'
        : 'Unused leave paid in cash. A number of days a year is non-taxable; the rest counts with the 13th month.',
    formula: () => `${pesos(days)} ${days.eq(1) ? 'day' : 'days'} × ${pesos(daily)} = ${pesos(amount)}`,
    inputs: () => ({ days: pesos(days), daily_rate: pesos(daily) }),
    rules: () => [
      conversion.leave === 'service_incentive'
        ? { table: 'Service incentive leave', effective_from: '1974-11-01', source: 'Labor Code art. 95; IRR book III rule V section 5' }
        : {
            table: 'Leave conversion',
            effective_from: '1974-11-01',
            source: 'Company policy or agreement; tax: RR 11-2018 section 2.78.1(A)(3)',
          },
    ],
  }
}

/** Share of a month's pay per year of service, and whether one month is the least (Labor Code arts. 298-299). */
const SEPARATION: Readonly<Record<SeparationCause, { readonly perYear: string; readonly exempt: boolean }>> = {
  redundancy: { perYear: '1', exempt: true },
  labor_saving_devices: { perYear: '1', exempt: true },
  reinstatement_impossible: { perYear: '1', exempt: true },
  retrenchment: { perYear: '0.5', exempt: true },
  /** A guard without assignment for six months, a contractor's employee for three (Department Order 174). */
  no_assignment: { perYear: '0.5', exempt: true },
  /** A security guard without an assignment because of age. */
  no_assignment_by_age: { perYear: '1', exempt: true },
  closure: { perYear: '0.5', exempt: true },
  closure_serious_losses: { perYear: '0', exempt: true },
  disease: { perYear: '0.5', exempt: true },
  resignation: { perYear: '0', exempt: false },
  just_cause: { perYear: '0', exempt: false },
}

/** Years that count: a fraction of at least six months is a year. */
export function creditedYears(service: { readonly years: number; readonly months: number }): number {
  const { years, months } = service
  if (!(Number.isInteger(years) && Number.isInteger(months) && years >= 0 && months >= 0))
    throw new DomainError('service', `"${years} years ${months} months" is not a length of service`)
  const all = years * 12 + months
  return Math.floor(all / 12) + (all % 12 >= 6 ? 1 : 0)
}

/** Separation pay on the latest monthly pay with regular allowances; at least one month where it is due at all. */
export function separationPay(
  cause: SeparationCause,
  monthlyPay: Decimal,
  service: { readonly years: number; readonly months: number },
): Decimal {
  const rule = SEPARATION[cause]
  if (!rule) throw new DomainError('final.separation.cause', `"${String(cause)}" is not a cause of separation`)
  if (rule.perYear === '0') return ZERO
  return round2(Decimal.max(monthlyPay, monthlyPay.times(rule.perYear).times(creditedYears(service))))
}

/** Years of service from which retirement pay is due (RA 7641). */
export const RETIREMENT_SERVICE = 5

/** Ages of retirement: by the employee's choice, of every employee, and the least by any law (RA 7641; RA 8558: underground miners). */
export const RETIREMENT_AGE = { optional: 60, compulsory: 65, least: 50 } as const

/** Retirement pay (RA 7641): 22.5 days of the daily rate per year of service, from five years on. */
export function retirementPay(daily: Decimal, service: { readonly years: number; readonly months: number }): Decimal {
  if (service.years < RETIREMENT_SERVICE) return ZERO
  return round2(daily.times('22.5').times(creditedYears(service)))
}

/** Taxed or not, it is no pay for work: neither SSS nor Pag-IBIG compensation. */
const endOfEmployment = (isExempt: boolean): KindRule => ({
  ...KINDS.exempt,
  tax: isExempt ? 'exempt' : 'supplementary',
  account_role: 'separation_pay_expense',
})

function separationLines(job: Job): Earning[] {
  const lines: Earning[] = []
  const { separation, retirement } = job.input.final ?? {}
  const { rates } = job
  if (separation) {
    const monthly = rates.monthly.plus(readPositive(separation.monthly_allowances ?? 0, 'final.separation.monthly_allowances'))
    const legal = separationPay(separation.cause, monthly, separation.service)
    const amount =
      separation.agreed_amount === undefined
        ? legal
        : Decimal.max(legal, round2(readPositive(separation.agreed_amount, 'final.separation.agreed_amount')))
    const years = creditedYears(separation.service)
    const rule = SEPARATION[separation.cause]
    const cause = separation.cause.replaceAll('_', ' ')
    if (!amount.isZero())
      lines.push({
        code: 'SEPARATION_PAY',
        name: 'Separation pay',
        kind: endOfEmployment(rule.exempt),
        quantity: new Decimal(years),
        unit: 'year',
        rate: monthly.times(rule.perYear),
        amount,
        words: () =>
          legal.isZero()
            ? `Separation pay as agreed. The law requires none for ${cause}.`
            : `Separation pay for ${cause}; half a year of service counts as a year, and one month is the least.${amount.eq(legal) ? '' : ' More was agreed.'}`,
        formula: () =>
          legal.isZero()
            ? pesos(amount)
            : `${pesos(monthly)} × ${rule.perYear} × ${years} ${years === 1 ? 'year' : 'years'}, at least one month = ${pesos(legal)}${amount.eq(legal) ? '' : `; agreed: ${pesos(amount)}`}`,
        inputs: () => ({ monthly_pay: pesos(monthly), years: String(years) }),
        rules: () => [
          { table: 'Separation pay', effective_from: '1974-11-01', source: 'Labor Code arts. 298-299; tax: NIRC section 32(B)(6)(b)' },
        ],
      })
  }
  if (retirement) {
    const amount = retirementPay(rates.daily, retirement.service)
    if (amount.isZero()) throw new DomainError('final.retirement.service', 'Retirement pay is due after five years of service')
    const years = creditedYears(retirement.service)
    lines.push({
      code: 'RETIREMENT_PAY',
      name: 'Retirement pay',
      kind: endOfEmployment(retirement.exempt !== false),
      quantity: new Decimal(years),
      unit: 'year',
      rate: rates.daily.times('22.5'),
      amount,
      words: () => 'Retirement pay: 22.5 days of pay for each year of service; half a year counts as a year.',
      formula: () => `${pesos(rates.daily)} × 22.5 days × ${years} ${years === 1 ? 'year' : 'years'} = ${pesos(amount)}`,
      inputs: () => ({ daily_rate: pesos(rates.daily), years: String(years) }),
      rules: () => [{ table: 'Retirement pay', effective_from: '1993-01-07', source: 'RA 7641; tax: NIRC section 32(B)(6)(a)' }],
    })
  }
  return lines
}
