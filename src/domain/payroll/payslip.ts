/**
 * The payslip of one employee for one payroll. Amounts are exact decimals; every line is rounded half-up to the
 * centavo once, and the lines add up to the net pay.
 */
import { type Decimal, ZERO } from '../../kernel/decimal.ts'
import { pesos, STATUTORY, type StatutoryTables } from '../statutory/index.ts'
import { basicPay } from './basic.ts'
import { takenBack } from './clawback.ts'
import { monthContributions, pagibigExtra } from './contributions.ts'
import { type DeductionRules, type PayBases, takeDeductions } from './deductions.ts'
import { benefitPay } from './final-pay.ts'
import { itemPay } from './items.ts'
import { type Earning, otherLine, total } from './lines.ts'
import { maternityBenefits, maternityShares } from './maternity-lines.ts'
import { type Job, readJob } from './payslip-context.ts'
import { pieceHolidays } from './piece-holidays.ts'
import { premiumPay } from './premium.ts'
import type { PayLine, Payslip, YearAfter } from './result.ts'
import { sicknessBenefits } from './sickness-lines.ts'
import { type Classified, classify } from './taxable.ts'
import { type Deduction, type PayslipInput, paysWork } from './types.ts'
import { withhold } from './withholding.ts'

/** Computes a payslip. Wrong or missing input throws a `DomainError` that names the field. */
export function computePayslip(input: PayslipInput, tables: StatutoryTables = STATUTORY): Payslip {
  const job = readJob(input, tables)

  // 1. What was earned: basic pay less absences, premiums, allowances, and the benefits of the payroll's tag.
  const earnings = earned(job)
  // 2. How much of each earning is taxed.
  const taxed = classify(job, earnings)
  // 3. SSS, PhilHealth and Pag-IBIG of the month, less what earlier payrolls of the month deducted.
  const contributions = monthContributions(job, taxed.lines)
  const borne = maternityShares(job, contributions.employee)
  const classified = borne.length === 0 ? taxed : classify(job, [...earnings, ...borne])
  const gross = total(classified.lines, (line) => line.amount)
  // 4. Union dues lower taxable pay as contributions do.
  const { dues, others } = unionDues(job, { gross, disposable: gross.minus(contributions.employee) })
  // 5. Withholding tax on the remaining pay.
  const tax = withhold(job, classified, contributions.employee.plus(dues.total))
  // 6. Loans and other deductions, in their order, from the remaining pay.
  const disposable = gross.minus(contributions.employee).minus(dues.total).minus(tax.tax)
  const deductions = takeDeductions(others, { gross, disposable }, deductionRules(job))
  // 7. Contributions are due even when pay does not cover them: the employer advances the rest.
  const left = disposable.minus(deductions.total)
  const advance = left.isNegative() ? [employerAdvance(left.neg(), gross.isNegative())] : []

  const lines: PayLine[] = [
    ...classified.lines,
    ...contributions.lines,
    ...dues.lines,
    ...(tax.line ? [tax.line] : []),
    ...deductions.lines,
    ...advance,
  ]
  return {
    lines,
    employer_shares: contributions.employer_shares,
    rates: job.rates,
    gross,
    contributions: contributions.employee,
    tax: tax.tax,
    deductions: dues.total.plus(deductions.total),
    net: left.isNegative() ? ZERO : left,
    tax_base: tax.base,
    shortfalls: [...dues.shortfalls, ...deductions.shortfalls],
    sss_credit: contributions.sss_credit,
    month_to_date: contributions.month_to_date,
    period_to_date: tax.period_to_date,
    year_to_date: yearAfter(job, { earnings, classified, gross, deducted: contributions.employee.plus(dues.total), tax }),
  }
}

/** Everything earned in this payroll, before tax is thought of. */
function earned(job: Job): Earning[] {
  const isWorked = paysWork(job.period.tag) && !job.input.no_time
  const work = isWorked ? [...basicPay(job), ...premiumPay(job), ...pieceHolidays(job)] : []
  // Who has no rate of pay is paid nothing for time: lines of zero would only repeat it.
  const worked = hasNoRate(job) ? work.filter((line) => !line.amount.isZero()) : work
  const lines = [...worked, ...(isWorked ? [...maternityBenefits(job), ...sicknessBenefits(job)] : []), ...takenBack(job), ...itemPay(job)]
  const basic = total(lines, (line) => (line.kind.thirteenth_month ? line.amount : ZERO))
  return [...lines, ...benefitPay(job, basic)]
}

/** No basic pay was agreed for any day of the period, as with people who invoice their services. */
const hasNoRate = ({ terms }: Job): boolean => terms.every(({ employee, rates }) => employee.no_rate === true && rates.monthly.isZero())

/** Union dues are taken right after contributions, because they lower taxable pay (RR 11-2018 section 2.78.1(B)(12)). */
function unionDues(job: Job, available: PayBases) {
  const all: readonly Deduction[] = [...(job.input.deductions ?? []), ...voluntaryPagibig(job)]
  const dues = all.filter((deduction) => deduction.kind === 'union_dues')
  const others = dues.length === 0 ? all : all.filter((deduction) => deduction.kind !== 'union_dues')
  return { dues: takeDeductions(dues, available, deductionRules(job)), others }
}

const deductionRules = ({ settings, period }: Job): DeductionRules => ({
  minimum_net_pay: settings.minimum_net_pay,
  minimum_net_share: settings.minimum_net_share,
  settle: period.tag === 'final_pay',
})

function voluntaryPagibig(job: Job): Deduction[] {
  const amount = pagibigExtra(job)
  if (amount.isZero()) return []
  return [{ code: 'PAGIBIG_EXTRA', name: 'Pag-IBIG, voluntary addition', kind: 'voluntary', amount, account_role: 'pagibig_payable' }]
}

/** Pay that does not cover contributions and tax is brought to zero; the employee owes the employer the difference. */
function employerAdvance(amount: Decimal, isDebt: boolean): PayLine {
  return otherLine({
    code: 'EMPLOYER_ADVANCE',
    name: 'Advanced by the employer',
    group: 'deduction',
    amount,
    account_role: 'advances_to_employees',
    explain: () => ({
      words: isDebt
        ? 'More is taken back from earlier pay than you earned now. Nothing is paid out, and you owe your employer the difference.'
        : 'Your pay does not cover the contributions that must be remitted. Your employer advances the difference, to be repaid later.',
      formula: pesos(amount),
      inputs: { amount: pesos(amount) },
      rules: [],
    }),
  })
}

/** Figures of this payslip that the year to date takes up. */
interface PayOfPeriod {
  readonly earnings: readonly Earning[]
  readonly classified: Classified
  readonly gross: Decimal
  readonly deducted: Decimal
  readonly tax: ReturnType<typeof withhold>
}

/** Data for the next payroll of the year. */
function yearAfter(job: Job, { earnings, classified, gross, deducted, tax }: PayOfPeriod): YearAfter {
  const { year } = job.carried
  const previous = job.input.year_to_date?.previous_employer
  return {
    gross: year.gross.plus(gross),
    basic: year.basic.plus(total(classified.lines, (line) => (line.counts.thirteenth_month ? line.amount : ZERO))),
    taxable_regular: year.taxable_regular.plus(tax.base.regular),
    taxable_supplementary: year.taxable_supplementary.plus(tax.base.supplementary),
    contributions: year.contributions.plus(deducted),
    withheld: year.withheld.plus(tax.tax),
    periods: year.periods + (job.carried.period ? 0 : 1),
    cumulative_average: tax.cumulative_average,
    other_benefits_exempt: classified.other_benefits_exempt,
    thirteenth_month_paid: year.thirteenth_month_paid.plus(total(earnings, (line) => (line.kind.is_thirteenth_month ? line.amount : ZERO))),
    de_minimis: classified.de_minimis,
    ...(previous ? { previous_employer: previous } : {}),
  }
}
