/** The result of payroll: lines with their explanation, contributions, the tax base, and year-to-date sums. */
import type { Decimal } from '../../kernel/decimal.ts'
import type { RuleUsed } from '../statutory/index.ts'
import type { YearToDate } from './types.ts'
import type { ContributionCode, YearSums } from './ytd.ts'

/** The origin of a figure, in words for the employee. */
export interface Trace {
  readonly words: string
  /** The calculation with its numbers: `2.00 h × 175.00 × 1.25 = 437.50`. */
  readonly formula: string
  readonly inputs: Readonly<Record<string, string>>
  /** Rows of statutory tables behind it, with effectivity and source. */
  readonly rules: readonly RuleUsed[]
}

export type LineGroup = 'earning' | 'contribution' | 'tax' | 'deduction'
/** How a line enters the tax base; `mixed` is split between exempt and taxable; `none` is not income. */
export type Taxability = 'regular' | 'supplementary' | 'exempt' | 'none'
export type Unit = 'period' | 'hour' | 'day' | 'month' | 'year'

/** One line of a payslip. Deductions are negative: the lines of a payslip add up to the net pay. */
export interface PayLine {
  readonly code: string
  readonly name: string
  readonly group: LineGroup
  readonly quantity: Decimal
  readonly unit: Unit
  /** Pesos per unit, not rounded. */
  readonly rate: Decimal
  /** Half-up to the centavo. */
  readonly amount: Decimal
  readonly taxability: Taxability
  /** The two parts of an earning for tax; their sum is the amount, except for amounts that are not income. */
  readonly taxable: Decimal
  readonly exempt: Decimal
  /** Of a de minimis benefit, the exempt part within its own limit (RR 2-98 section 2.78.1(A)(3)). */
  readonly within_limit?: Decimal
  /** Part of the SSS and Pag-IBIG compensation, and of the 13th month's base. */
  readonly counts: { readonly sss: boolean; readonly pagibig: boolean; readonly thirteenth_month: boolean }
  readonly account_role: string
  /** The payee of the deduction. */
  readonly payee?: string
  /** It repays the employee's debt to the company, on any account. */
  readonly is_repayment?: boolean
  /** Built only on request. */
  readonly explain: () => Trace
}

/** A share that the employer pays on top. */
export interface EmployerShare {
  readonly code: ContributionCode
  readonly name: string
  readonly amount: Decimal
  readonly expense_role: string
  readonly payable_role: string
  /** The payee. */
  readonly payee?: string
  readonly explain: () => Trace
}

/** A deduction that could not be taken in full. */
export interface Shortfall {
  readonly code: string
  readonly scheduled: Decimal
  readonly taken: Decimal
  readonly carried: Decimal
}

export interface TaxBase {
  readonly method: 'table' | 'cumulative_average' | 'annualised' | 'final' | 'none'
  /** This payroll's, after contributions and union dues. */
  readonly regular: Decimal
  readonly supplementary: Decimal
  readonly exempt: Decimal
  readonly withheld: Decimal
  readonly minimum_wage_earner: boolean
  /** Why this much, or why nothing, was withheld. */
  readonly explain: () => Trace
}

export interface Payslip {
  readonly lines: readonly PayLine[]
  readonly employer_shares: readonly EmployerShare[]
  readonly rates: { readonly monthly: Decimal; readonly daily: Decimal; readonly hourly: Decimal }
  /** Earnings after absences. */
  readonly gross: Decimal
  readonly contributions: Decimal
  readonly tax: Decimal
  readonly deductions: Decimal
  readonly net: Decimal
  readonly tax_base: TaxBase
  readonly shortfalls: readonly Shortfall[]
  /** Values for the next payroll of the month, the period and the year. */
  /** SSS salary credit of the month's contribution as far as it is known; zero where none was computed. */
  readonly sss_credit: Decimal
  readonly month_to_date: {
    readonly sss_compensation: Decimal
    readonly pagibig_compensation: Decimal
    readonly contributions: Readonly<Record<ContributionCode, Decimal>>
  }
  readonly period_to_date: {
    readonly taxable_regular: Decimal
    readonly taxable_supplementary: Decimal
    readonly withheld: Decimal
    readonly cumulative_before: boolean
  }
  readonly year_to_date: YearAfter
}

/** The sums of the year with this payslip included. */
export interface YearAfter extends YearSums {
  readonly previous_employer?: NonNullable<YearToDate['previous_employer']>
}

/** The explanations of all lines and employer shares, as plain data to store or print. */
export function explainAll(payslip: Payslip): { readonly code: string; readonly trace: Trace }[] {
  return [...payslip.lines, ...payslip.employer_shares].map((line) => ({ code: line.code, trace: line.explain() }))
}
