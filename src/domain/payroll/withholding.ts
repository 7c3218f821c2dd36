/**
 * Withholding tax of a payroll (RR 11-2018 section 2.79(B)): by the table; by the cumulative average where the
 * regulation demands it; by the year's tax in the last payroll of the year or of the employment.
 */
import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { annualise, cumulativeAverage, inForce, pesos, type RuleUsed, readPositive, taxOfPay } from '../statutory/index.ts'
import { otherLine } from './lines.ts'
import type { Job } from './payslip-context.ts'
import type { PayLine, TaxBase, Trace } from './result.ts'

interface Withholding {
  readonly base: TaxBase
  readonly line: PayLine | undefined
  /** Withheld now; negative is a refund. */
  readonly tax: Decimal
  readonly period_to_date: {
    readonly taxable_regular: Decimal
    readonly taxable_supplementary: Decimal
    readonly withheld: Decimal
    readonly cumulative_before: boolean
  }
  readonly cumulative_average: boolean
}

interface Found {
  readonly method: TaxBase['method']
  readonly tax: Decimal
  readonly words: string
  readonly formula: () => string
  /** What the year brings to a tax that is computed on the whole of it. */
  readonly inputs?: () => Readonly<Record<string, string>>
  readonly rule?: RuleUsed
}

/**
 * `regular` and `supplementary`: taxable earnings of this payroll; `deducted`: mandatory employee shares and
 * union dues deducted in it, which lower the regular part.
 */
export function withhold(
  job: Job,
  earned: { regular: Decimal; supplementary: Decimal; exempt: Decimal; taxable_wages: Decimal },
  deducted: Decimal,
): Withholding {
  const now = netOfDeducted(earned, round2(deducted.times(earned.taxable_wages)))
  const { year, period } = job.carried
  const cumulativeBefore = period?.cumulative_before ?? year.cumulative_average
  const regular = now.regular.plus(period?.taxable_regular ?? ZERO)
  const supplementary = now.supplementary.plus(period?.taxable_supplementary ?? ZERO)
  const withheldBefore = period?.withheld ?? ZERO
  const match = findTax(job, {
    now,
    regular,
    supplementary,
    withheldBefore,
    cumulativeBefore,
    gross: earned.regular.plus(earned.supplementary),
  })
  const explain = (): Trace => ({
    words: match.words,
    formula: match.formula(),
    inputs: {
      taxable_regular: pesos(now.regular),
      taxable_supplementary: pesos(now.supplementary),
      contributions: pesos(deducted),
      ...match.inputs?.(),
    },
    rules: match.rule ? [match.rule] : [],
  })
  return {
    base: {
      method: match.method,
      regular: now.regular,
      supplementary: now.supplementary,
      exempt: earned.exempt,
      withheld: match.tax,
      minimum_wage_earner: job.minimumWageEarner,
      explain,
    },
    line: taxLine(match, explain),
    tax: match.tax,
    period_to_date: {
      taxable_regular: regular,
      taxable_supplementary: supplementary,
      withheld: withheldBefore.plus(match.tax),
      cumulative_before: cumulativeBefore,
    },
    cumulative_average: cumulativeBefore || match.method === 'cumulative_average',
  }
}

function taxLine({ tax, method }: Found, explain: () => Trace): PayLine | undefined {
  if (tax.isZero()) return undefined
  return otherLine({
    code: tax.isNegative() ? 'TAX_REFUND' : 'WITHHOLDING_TAX',
    name: tax.isNegative() ? 'Refund of withholding tax' : 'Withholding tax',
    group: 'tax',
    amount: tax.neg(),
    account_role: method === 'final' ? 'final_tax_payable' : 'compensation_tax_payable',
    explain,
  })
}

/**
 * Contributions lower the regular part, and when it is used up the supplementary part. A minimum wage earner's
 * contributions belong to the exempt wage and lower nothing else; for a minimum wage earner during a part of the period only, the
 * taxable part of the wages bears its share of them.
 */
function netOfDeducted(earned: { regular: Decimal; supplementary: Decimal }, deducted: Decimal) {
  const regular = earned.regular.minus(deducted)
  if (!regular.isNegative()) return { regular, supplementary: earned.supplementary }
  const supplementary = earned.supplementary.plus(regular)
  return supplementary.isNegative() ? { regular: supplementary, supplementary: ZERO } : { regular: ZERO, supplementary }
}

interface Situation {
  readonly now: { readonly regular: Decimal; readonly supplementary: Decimal }
  /** Of the pay period, earlier payrolls of it included. */
  readonly regular: Decimal
  readonly supplementary: Decimal
  readonly withheldBefore: Decimal
  readonly cumulativeBefore: boolean
  readonly gross: Decimal
}

function findTax(job: Job, situation: Situation): Found {
  const { employee, period } = job
  if (employee.tax_method === 'none')
    return { method: 'none', tax: ZERO, words: 'No tax is withheld from this employee.', formula: () => pesos(ZERO) }
  if (employee.final_tax_rate !== undefined) return finalTax(situation, readPositive(employee.final_tax_rate, 'employee.final_tax_rate'))
  if (period.last_of_year || period.tag === 'final_pay') return ofTheYear(job, situation)
  if (situation.cumulativeBefore || employee.tax_method === 'cumulative_average' || demandsAverage(job, situation))
    return byAverage(job, situation)
  return byTable(job, situation)
}

/** 25% or another final rate on the gross, without table or contributions (NIRC section 25(B)). */
function finalTax(situation: Situation, rate: Decimal): Found {
  const tax = round2(situation.gross.times(rate))
  return {
    method: 'final',
    tax,
    words: `Final tax of ${rate.times(100)}% on gross pay.`,
    formula: () => `${pesos(situation.gross)} × ${rate.times(100)}% = ${pesos(tax)}`,
    rule: { table: 'Final tax', effective_from: '1998-01-01', source: 'NIRC section 25(B)' },
  }
}

/**
 * The three cases in which the regulation demands the cumulative average: supplementary pay while the regular
 * pay is not above the exempt level; supplementary at least as large as regular; a previous employer in the year.
 */
function demandsAverage(job: Job, { regular, supplementary }: Situation): boolean {
  if (job.carried.previous.periods > 0) return true
  if (!supplementary.greaterThan(0)) return false
  return supplementary.gte(regular) || regular.lte(exemptLevel(job))
}

/** The pay of a period up to which no tax is due. */
function exemptLevel(job: Job): Decimal {
  const row = inForce(job.tables.withholding, job.period.pay_date, 'Withholding tax table', 'period.pay_date')
  const { frequency } = job.period
  if (frequency !== 'bi_weekly') return row[frequency][1]!.over
  if (job.settings.bi_weekly_tax === 'semi_monthly') return row.semi_monthly[1]!.over
  return job.settings.bi_weekly_tax === 'annual' ? row.annual[1]!.over.div(26) : row.weekly[1]!.over.times(2)
}

/** The table on the whole pay period, less what earlier payrolls of the period withheld. */
function byTable(job: Job, situation: Situation): Found {
  const [regular, supplementary] = [Decimal.max(situation.regular, ZERO), Decimal.max(situation.supplementary, ZERO)]
  const taxOfPeriod = taxOfPay(job.tables, {
    date: job.period.pay_date,
    frequency: job.period.frequency,
    regular,
    supplementary,
    biWeekly: job.settings.bi_weekly_tax,
  })
  const tax = taxOfPeriod.tax.minus(situation.withheldBefore)
  return {
    method: 'table',
    tax,
    words: `Income tax withheld on your taxable pay of this period: regular ${pesos(regular)}${supplementary.isZero() ? '' : `, supplementary ${pesos(supplementary)}`}. The bracket follows from the regular pay.`,
    formula: () =>
      `${pesos(taxOfPeriod.bracket.base)} + ${taxOfPeriod.bracket.rate.times(100)}% × (${pesos(regular.plus(supplementary))} − ${pesos(taxOfPeriod.bracket.over)}) = ${pesos(taxOfPeriod.tax)}${situation.withheldBefore.isZero() ? '' : `, less ${pesos(situation.withheldBefore)} withheld earlier in this period`}`,
    rule: taxOfPeriod.rule,
  }
}

/** Taxable pay and tax of the year before this payroll, previous employer included. */
function yearSoFar(job: Job, { now }: Situation) {
  const { year, previous } = job.carried
  return {
    taxable: Decimal.max(
      year.taxable_regular.plus(year.taxable_supplementary).plus(previous.taxable).plus(now.regular).plus(now.supplementary),
      ZERO,
    ),
    withheld: year.withheld.plus(previous.withheld),
    periods: year.periods + previous.periods + (job.carried.period ? 0 : 1),
  }
}

/** Pay and tax of the year before this payroll, so that the sum that is taxed can be followed; those of a previous employer apart. */
function inputsOfYear({ carried: { year, previous } }: Job): Readonly<Record<string, string>> {
  return {
    taxable_in_earlier_payrolls: pesos(year.taxable_regular.plus(year.taxable_supplementary)),
    withheld_in_earlier_payrolls: pesos(year.withheld),
    ...(previous.taxable.isZero() && previous.withheld.isZero()
      ? {}
      : { previous_employer_taxable: pesos(previous.taxable), previous_employer_tax: pesos(previous.withheld) }),
  }
}

function byAverage(job: Job, situation: Situation): Found {
  const year = yearSoFar(job, situation)
  const { period, settings, tables } = job
  // Within a pay period an earlier payroll may have withheld too much; that much may come back.
  const closed = year.withheld.minus(situation.withheldBefore)
  const average = cumulativeAverage(tables, {
    date: period.pay_date,
    frequency: period.frequency,
    year: { ...year, withheld: Decimal.max(closed, ZERO) },
    biWeekly: settings.bi_weekly_tax,
  })
  const tax = average.tax.minus(situation.withheldBefore)
  return {
    method: 'cumulative_average',
    tax,
    words:
      'Income tax by the cumulative average method: your taxable pay of the year is averaged over its pay periods; the tax on the average times the number of periods is due, less the tax already withheld. The regulation requires it for the rest of the year when supplementary pay is large, or after a previous employer.',
    formula: () =>
      `${pesos(year.taxable)} ÷ ${year.periods} = ${pesos(average.average)}; tax to date ${pesos(average.tax_to_date)} − ${pesos(year.withheld)} withheld = ${pesos(tax)}`,
    inputs: () => inputsOfYear(job),
    rule: average.rule,
  }
}

/** `tax on 395,502.50 for the year: 0.00 + 15% × (395,502.50 − 250,000.00) = 21,825.38`; without the bracket where no tax is due. */
const annualFormula = (taxable: Decimal, { tax_due, bracket }: ReturnType<typeof annualise>): string =>
  tax_due.isZero()
    ? `tax on ${pesos(taxable)} for the year ${pesos(tax_due)}`
    : `tax on ${pesos(taxable)} for the year: ${pesos(bracket.base)} + ${bracket.rate.times(100)}% × (${pesos(taxable)} − ${pesos(bracket.over)}) = ${pesos(tax_due)}; ${pesos(tax_due)}`

/** Annualisation: the year's tax less all that was withheld; a negative amount is refunded. */
function ofTheYear(job: Job, situation: Situation): Found {
  const year = yearSoFar(job, situation)
  const annualised = annualise(job.tables, job.period.pay_date, { taxable: year.taxable, withheld: Decimal.max(year.withheld, ZERO) })
  return {
    method: 'annualised',
    tax: annualised.tax,
    words: annualised.tax.isNegative()
      ? 'The tax for the whole year is less than the tax withheld. The difference is refunded to you.'
      : 'The tax for the whole year, less the tax already withheld.',
    formula: () => `${annualFormula(year.taxable, annualised)} − ${pesos(year.withheld)} withheld = ${pesos(annualised.tax)}`,
    inputs: () => inputsOfYear(job),
    rule: annualised.rule,
  }
}
