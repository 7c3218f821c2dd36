/**
 * SSS, PhilHealth and Pag-IBIG: one contribution per calendar month over all its payrolls. With any timing, the month's
 * last payroll deducts the contributions on the month's actual pay, less earlier deductions, so that splitting a month
 * never changes its contributions; neither does the order in which its payrolls are posted, since each one after the last settles
 * the month again.
 */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import {
  householdEmployerPaysAll,
  householdRule,
  pagibigContribution,
  percent,
  pesos,
  philhealthContribution,
  type RuleUsed,
  readPositive,
  sssContribution,
} from '../statutory/index.ts'
import { monthShare } from './items.ts'
import { otherLine, total } from './lines.ts'
import type { Job } from './payslip-context.ts'
import type { EmployerShare, PayLine, Trace } from './result.ts'
import { type Agency, CONTRIBUTION_CODES, type ContributionCode, paysWork } from './types.ts'
import { type ContributionSums, noContributions } from './ytd.ts'

interface MonthContributions {
  /** Deductions from the employee in this payroll. */
  readonly lines: readonly PayLine[]
  readonly employer_shares: readonly EmployerShare[]
  /** The employee's mandatory shares deducted in this payroll; they reduce taxable pay. */
  readonly employee: Decimal
  /** SSS salary credit of the due amount: before the month is over, of the expected pay; zero where nothing is computed. */
  readonly sss_credit: Decimal
  readonly month_to_date: {
    readonly sss_compensation: Decimal
    readonly pagibig_compensation: Decimal
    readonly contributions: ContributionSums
  }
}

interface Computed {
  /** Due by the end of this payroll. */
  readonly amounts: Partial<Record<ContributionCode, Decimal>>
  /** Amounts of the whole month, where only a part is due. */
  readonly whole?: Partial<Record<ContributionCode, Decimal>>
  readonly rules: readonly RuleUsed[]
  /** A household employer also pays the employee's share. */
  readonly paysAll: boolean
  readonly base: Decimal
  readonly baseWords: string
  /** SSS salary credit behind the amounts. */
  readonly credit?: Decimal
  /** The calculation of a share of the whole month, in numbers. */
  readonly how: (code: ContributionCode) => string
}

const AGENCIES: readonly Agency[] = ['sss', 'philhealth', 'pagibig']
const NAMES: Readonly<Record<ContributionCode, string>> = {
  sss: 'SSS',
  sss_mpf: 'SSS provident fund (MPF)',
  philhealth: 'PhilHealth',
  pagibig: 'Pag-IBIG',
  sss_employer: 'SSS, employer',
  sss_mpf_employer: 'SSS provident fund (MPF), employer',
  ec: "Employees' compensation (EC)",
  philhealth_employer: 'PhilHealth, employer',
  pagibig_employer: 'Pag-IBIG, employer',
}
const AGENCY_OF: Readonly<Record<ContributionCode, Agency>> = {
  sss: 'sss',
  sss_mpf: 'sss',
  sss_employer: 'sss',
  sss_mpf_employer: 'sss',
  ec: 'sss',
  philhealth: 'philhealth',
  philhealth_employer: 'philhealth',
  pagibig: 'pagibig',
  pagibig_employer: 'pagibig',
}
const EMPLOYEE_CODES: ReadonlySet<ContributionCode> = new Set(['sss', 'sss_mpf', 'philhealth', 'pagibig'])

/** Runs of bonuses and conversions deduct no contributions, nor does a month after the employment ended. */
const contributes = ({ period, employee, coverage }: Job): boolean =>
  paysWork(period.tag) && !(employee.separated_on !== undefined && employee.separated_on < coverage)

/** Contributions of this payroll. Pay without contributions counts in the month. */
export function monthContributions(job: Job, earnings: readonly PayLine[]): MonthContributions {
  const { month } = job.carried
  const sssPay = month.sss_compensation.plus(total(earnings, (line) => (line.counts.sss ? line.amount : ZERO)))
  const pagibigPay = month.pagibig_compensation.plus(total(earnings, (line) => (line.counts.pagibig ? line.amount : ZERO)))
  const after = { sss_compensation: sssPay, pagibig_compensation: pagibigPay }
  if (!contributes(job))
    return {
      lines: [],
      employer_shares: [],
      employee: ZERO,
      sss_credit: ZERO,
      month_to_date: { ...after, contributions: month.contributions },
    }

  const lines: PayLine[] = []
  const shares: EmployerShare[] = []
  const sums = noContributions()
  for (const code of CONTRIBUTION_CODES) sums[code] = month.contributions[code]
  let [employee, credit] = [ZERO, ZERO]
  for (const agency of AGENCIES) {
    if (job.employee.not_contributing?.includes(agency)) continue
    const due = dueNow(job, agency, Decimal.max(sssPay, ZERO), Decimal.max(pagibigPay, ZERO))
    if (!due) continue
    credit = due.credit ?? credit
    for (const code of CONTRIBUTION_CODES) {
      if (AGENCY_OF[code] !== agency) continue
      const toDate = due.amounts[code] ?? ZERO
      const amount = toDate.minus(sums[code])
      if (amount.isZero()) continue
      const before = sums[code]
      sums[code] = toDate
      const explain = (): Trace => explainShare(job, code, { due, amount, before })
      if (EMPLOYEE_CODES.has(code)) {
        employee = employee.plus(amount)
        lines.push(
          otherLine({
            code: code.toUpperCase(),
            name: NAMES[code],
            group: 'contribution',
            amount: amount.neg(),
            account_role: `${agency}_payable`,
            explain,
          }),
        )
      } else
        shares.push({
          code,
          name: NAMES[code],
          amount,
          expense_role: 'employer_contributions_expense',
          payable_role: `${agency}_payable`,
          explain,
        })
    }
  }
  return { lines, employer_shares: shares, employee, sss_credit: credit, month_to_date: { ...after, contributions: sums } }
}

/** The deductions due by the end of this payroll; none when it is not this payroll's turn. */
function dueNow(job: Job, agency: Agency, sssPay: Decimal, pagibigPay: Decimal): Computed | undefined {
  if (job.lastOfMonth) return computed(job, agency, sssPay, pagibigPay)
  const timing = job.settings.contribution_timing[agency]
  if (timing === 'last') return undefined
  if (timing === 'cumulative') return computed(job, agency, sssPay, pagibigPay)
  const expected = expectedPay(job)
  const whole = computed(job, agency, Decimal.max(sssPay, expected), Decimal.max(pagibigPay, expected))
  if (timing === 'first') return whole
  const amounts: Partial<Record<ContributionCode, Decimal>> = {}
  for (const code of CONTRIBUTION_CODES) {
    const amount = whole.amounts[code]
    if (amount) amounts[code] = round2(amount.times(job.period.number).div(job.period.count))
  }
  return { ...whole, amounts, whole: whole.amounts }
}

/** The month's expected pay before the month is over: the monthly rate and monthly items. */
function expectedPay(job: Job): Decimal {
  let sum = job.rates.monthly
  for (const item of job.input.items ?? [])
    if (item.per === 'month' && (item.kind === 'allowance' || item.kind === 'cola'))
      sum = sum.plus(readPositive(item.amount, 'items.amount'))
  return sum
}

function computed(job: Job, agency: Agency, sssPay: Decimal, pagibigPay: Decimal): Computed {
  const { tables, coverage, employee } = job
  const all = employee.membership === 'household' && householdEmployerPaysAll(tables, coverage, sssPay)
  /** A household employer pays both shares of a kasambahay below the threshold. */
  const shared = (employees: Decimal, employers: Decimal): readonly [Decimal, Decimal] =>
    all ? [ZERO, employees.plus(employers)] : [employees, employers]
  const rulesWith = (rule: RuleUsed): RuleUsed[] => (all ? [rule, householdRule(tables, coverage)] : [rule])
  if (agency === 'sss') {
    const contribution = sssContribution(tables, coverage, sssPay, employee.membership ?? 'business')
    const [sss, sss_employer] = shared(contribution.employee, contribution.employer)
    const [sss_mpf, sss_mpf_employer] = shared(contribution.employee_mpf, contribution.employer_mpf)
    const amounts = { sss, sss_mpf, sss_employer, sss_mpf_employer, ec: contribution.ec }
    const how = (code: ContributionCode): string =>
      code === 'ec'
        ? ''
        : rated(
            code.includes('mpf') ? contribution.mpf_credit : contribution.msc.minus(contribution.mpf_credit),
            amounts[code as keyof typeof amounts],
          )
    return {
      amounts,
      rules: rulesWith(contribution.rule),
      paysAll: all,
      base: sssPay,
      baseWords: "the month's pay",
      credit: contribution.msc,
      how,
    }
  }
  if (agency === 'philhealth') {
    // The fixed monthly basic salary, even for little work; nothing in a month without any pay.
    const base = sssPay.isZero() ? ZERO : job.rates.monthly
    const contribution = philhealthContribution(tables, coverage, base)
    const [philhealth, philhealth_employer] = shared(contribution.employee, contribution.employer)
    const how = (): string => `premium on ${pesos(contribution.base)} is ${pesos(contribution.premium)}${all ? '' : ', shared by two'}: `
    return {
      amounts: { philhealth, philhealth_employer },
      rules: rulesWith(contribution.rule),
      paysAll: all,
      base,
      baseWords: 'your monthly basic salary',
      how,
    }
  }
  const contribution = pagibigContribution(tables, coverage, pagibigPay)
  const [pagibig, pagibig_employer] = shared(contribution.employee, contribution.employer)
  const amounts = { pagibig, pagibig_employer }
  const how = (code: ContributionCode): string => rated(contribution.fund_salary, amounts[code as keyof typeof amounts])
  return { amounts, rules: rulesWith(contribution.rule), paysAll: all, base: pagibigPay, baseWords: "the month's pay", how }
}

/** `20,000.00 × 5% = `; rates have at most two decimals of a percent. */
const rated = (base: Decimal, amount: Decimal): string =>
  base.isZero() ? '' : `${pesos(base)} × ${percent(amount.div(base).toDecimalPlaces(4))} = `

function explainShare(
  job: Job,
  code: ContributionCode,
  { due, amount, before }: { readonly due: Computed; readonly amount: Decimal; readonly before: Decimal },
): Trace {
  const toDate = due.amounts[code] ?? ZERO
  const timing = job.settings.contribution_timing[AGENCY_OF[code]]
  const split = !job.lastOfMonth && timing === 'split'
  const whole = due.whole?.[code] ?? toDate
  const month = `${due.how(code)}${pesos(whole)}${split ? `; × ${job.period.number} ÷ ${job.period.count} = ${pesos(toDate)}` : ''}`
  // The month of the last day, when the final pay is of a later period.
  const isOpen = job.period.from.slice(0, 7) > job.coverage.slice(0, 7)
  return {
    words: `${NAMES[code]} for ${job.coverage.slice(0, 7)}, on ${due.baseWords} of ${pesos(due.base)}.${isOpen ? ' It is the last month of your employment: your final pay settles what is still open of it.' : ''}${split ? ` Part ${job.period.number} of ${job.period.count} of the month.` : ''}${due.paysAll && code !== 'ec' ? ' Your employer pays your share, too: a household employer does where the pay of the month is this low.' : ''}`,
    formula: before.isZero() ? month : `${month}; − ${pesos(before)} of earlier payrolls = ${pesos(amount)}`,
    inputs: { base: pesos(due.base), month_to_date: pesos(toDate), earlier: pesos(before) },
    rules: due.rules,
  }
}

/** The employee's voluntary addition to Pag-IBIG, deducted after tax with the mandatory share. */
export function pagibigExtra(job: Job): Decimal {
  if (job.employee.pagibig_extra === undefined || !contributes(job)) return ZERO
  const monthly = readPositive(job.employee.pagibig_extra, 'employee.pagibig_extra')
  const timing = job.settings.contribution_timing.pagibig
  if (timing === 'split') return monthShare(job, monthly)
  const { number, count, tag } = job.period
  // Once a month, whatever the order in which its payrolls are posted.
  const turn = timing === 'first' ? number === 1 : number === count || tag === 'final_pay'
  return turn ? monthly : ZERO
}
