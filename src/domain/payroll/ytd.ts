/** Sums carried from payroll to payroll, read into exact decimals once. */
import { type Decimal, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { readAmount } from '../statutory/index.ts'
import { CONTRIBUTION_CODES, type ContributionCode, type PayslipInput } from './types.ts'

export type { ContributionCode } from './types.ts'

type DeMinimisUse = Readonly<Record<string, Decimal>>
export type ContributionSums = Record<ContributionCode, Decimal>

/** Sums of a calendar year, of the payrolls until now. */
export interface YearSums {
  readonly gross: Decimal
  readonly basic: Decimal
  readonly taxable_regular: Decimal
  readonly taxable_supplementary: Decimal
  readonly contributions: Decimal
  readonly withheld: Decimal
  readonly periods: number
  readonly cumulative_average: boolean
  readonly other_benefits_exempt: Decimal
  readonly thirteenth_month_paid: Decimal
  readonly de_minimis: DeMinimisUse
}

export interface Carried {
  readonly month: { readonly sss_compensation: Decimal; readonly pagibig_compensation: Decimal; readonly contributions: ContributionSums }
  /** None when this is the first payroll of its pay period. */
  readonly period?: {
    readonly taxable_regular: Decimal
    readonly taxable_supplementary: Decimal
    readonly withheld: Decimal
    readonly cumulative_before: boolean
  }
  readonly year: YearSums
  readonly previous: {
    readonly taxable: Decimal
    readonly withheld: Decimal
    readonly periods: number
    readonly other_benefits_exempt: Decimal
  }
}

export const noContributions = (): ContributionSums => ({
  sss: ZERO,
  sss_mpf: ZERO,
  philhealth: ZERO,
  pagibig: ZERO,
  sss_employer: ZERO,
  sss_mpf_employer: ZERO,
  ec: ZERO,
  philhealth_employer: ZERO,
  pagibig_employer: ZERO,
})

const NO_MONTH: Carried['month'] = { sss_compensation: ZERO, pagibig_compensation: ZERO, contributions: noContributions() }
const NO_YEAR: Carried['year'] = {
  gross: ZERO,
  basic: ZERO,
  taxable_regular: ZERO,
  taxable_supplementary: ZERO,
  contributions: ZERO,
  withheld: ZERO,
  periods: 0,
  cumulative_average: false,
  other_benefits_exempt: ZERO,
  thirteenth_month_paid: ZERO,
  de_minimis: {},
}
const NO_PREVIOUS: Carried['previous'] = { taxable: ZERO, withheld: ZERO, periods: 0, other_benefits_exempt: ZERO }

/** Reads the values from earlier payrolls. No values mean that nothing was paid; a missing field is an error. */
export function readCarried(input: PayslipInput): Carried {
  const { month_to_date: month, period_to_date: period, year_to_date: year } = input
  const previous = year?.previous_employer
  if (year && !(Number.isInteger(year.periods) && year.periods >= 0))
    throw new DomainError('year_to_date.periods', '"year_to_date.periods" is not a whole number of pay periods')
  return {
    month: month
      ? {
          sss_compensation: readAmount(month.sss_compensation, 'month_to_date.sss_compensation'),
          pagibig_compensation: readAmount(month.pagibig_compensation, 'month_to_date.pagibig_compensation'),
          contributions: Object.fromEntries(
            CONTRIBUTION_CODES.map((code) => [code, readAmount(month.contributions[code], `month_to_date.contributions.${code}`)]),
          ) as ContributionSums,
        }
      : NO_MONTH,
    ...(period
      ? {
          period: {
            taxable_regular: readAmount(period.taxable_regular, 'period_to_date.taxable_regular'),
            taxable_supplementary: readAmount(period.taxable_supplementary, 'period_to_date.taxable_supplementary'),
            withheld: readAmount(period.withheld, 'period_to_date.withheld'),
            cumulative_before: period.cumulative_before,
          },
        }
      : {}),
    year: year
      ? {
          gross: readAmount(year.gross, 'year_to_date.gross'),
          basic: readAmount(year.basic, 'year_to_date.basic'),
          taxable_regular: readAmount(year.taxable_regular, 'year_to_date.taxable_regular'),
          taxable_supplementary: readAmount(year.taxable_supplementary, 'year_to_date.taxable_supplementary'),
          contributions: readAmount(year.contributions, 'year_to_date.contributions'),
          withheld: readAmount(year.withheld, 'year_to_date.withheld'),
          periods: year.periods,
          cumulative_average: year.cumulative_average,
          other_benefits_exempt: readAmount(year.other_benefits_exempt, 'year_to_date.other_benefits_exempt'),
          thirteenth_month_paid: readAmount(year.thirteenth_month_paid, 'year_to_date.thirteenth_month_paid'),
          de_minimis: Object.fromEntries(
            Object.entries(year.de_minimis).map(([key, used]) => [key, readAmount(used, `year_to_date.de_minimis.${key}`)]),
          ),
        }
      : NO_YEAR,
    previous: previous
      ? {
          taxable: readAmount(previous.taxable, 'year_to_date.previous_employer.taxable'),
          withheld: readAmount(previous.withheld, 'year_to_date.previous_employer.withheld'),
          periods: previous.periods,
          other_benefits_exempt: readAmount(previous.other_benefits_exempt ?? 0, 'year_to_date.previous_employer.other_benefits_exempt'),
        }
      : NO_PREVIOUS,
  }
}
