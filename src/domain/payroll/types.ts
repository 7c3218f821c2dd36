/** The inputs of payroll: terms of employment, time, items, deductions, and earlier payments. Names are those of the records. */
import type { SicknessClaim } from '../leave/sickness.ts'
import type { Amount, BiWeeklyRule, DeMinimisItem, HolidayOnRestDay, PayFrequency, SssMembership } from '../statutory/index.ts'
import type { DayType, PeriodTime } from '../time/types.ts'
import type { PieceWork } from './piece-work.ts'

export type SalaryRateType = 'hourly' | 'daily' | 'monthly'
export type PayrollTag = 'standard' | 'supplementary' | '13th_month' | 'leave_conversion' | 'final_pay'
/** Payrolls that pay work: the salary of a period, what it left out, or the last one. Others pay benefits only. */
const WORK_TAGS: readonly PayrollTag[] = ['standard', 'supplementary', 'final_pay']
export const paysWork = (tag: PayrollTag): boolean => WORK_TAGS.includes(tag)
export type Agency = 'sss' | 'philhealth' | 'pagibig'
/** Labor standards that do not cover managerial employees, field personnel or small shops. */
export type LaborStandard = 'holiday' | 'premium' | 'overtime' | 'night'

/** The agreed pay of one employee, on the days of the period. */
export interface EmployeeTerms {
  readonly rate_type: SalaryRateType
  /** Basic pay per hour, day or month in pesos. */
  readonly rate: Amount
  /** No basic pay was agreed: a rate of zero is intended, as for people who invoice their services. */
  readonly no_rate?: boolean
  /**
   * Changes from a day on. The terms above apply before the first change. Each day's work is valued by the terms of that
   * day; a salary is shared among its terms (`salary_change`); contributions, leave conversion and pay on leaving follow
   * the terms of the period's last day.
   */
  readonly rate_changes?: readonly TermsChange[]
  /** Paid days of a year: 365, 313, 261 … (daily rate = monthly × 12 ÷ factor). */
  readonly factor: Amount
  /** Hours of a paid day; 8 unless agreed otherwise. */
  readonly hours_per_day?: Amount
  /** A first or last day inside the period pays the scheduled days only. */
  readonly hired_on?: string
  readonly separated_on?: string
  /** Cost of living allowance per paid day. */
  readonly cola_per_day?: Amount
  /** Region and category of the minimum wage; with them, minimum wage earners are recognised by their daily rate. */
  readonly region?: string
  readonly wage_category?: string
  /** Overrides the comparison with the regional wage. */
  readonly minimum_wage_earner?: boolean
  readonly membership?: SssMembership
  /** Agencies whose contributions are not deducted here (new hires over 60, paid by another branch …). */
  readonly not_contributing?: readonly Agency[]
  readonly not_covered?: readonly LaborStandard[]
  /** Ordinary hours are not paid; output is (`piece_work`). The daily or hourly rate values premiums, holidays and leave. */
  readonly paid_by_piece?: boolean
  /** Voluntary addition to the Pag-IBIG share per month, after tax. */
  readonly pagibig_extra?: Amount
  readonly tax_method?: 'table' | 'cumulative_average' | 'none'
  /** Final tax on gross pay instead of withholding, e.g. 0.25 for a non-resident alien not engaged in trade (NIRC 25(B)). */
  readonly final_tax_rate?: Amount
}

/** New terms from a day on; terms that are not given stay as they were. */
export interface TermsChange
  extends Partial<
    Pick<
      EmployeeTerms,
      'rate_type' | 'rate' | 'factor' | 'hours_per_day' | 'cola_per_day' | 'region' | 'wage_category' | 'minimum_wage_earner'
    >
  > {
  readonly effective_from: string
}

/** One payroll run's period. */
export interface PayPeriod {
  readonly tag: PayrollTag
  readonly frequency: PayFrequency
  readonly from: string
  readonly to: string
  readonly pay_date: string
  /** Month of coverage of the contributions, `YYYY-MM`; the month of `to` unless given. */
  readonly month?: string
  /** Number of the payroll in its month, and how many the month has: 1 of 2, 2 of 2. */
  readonly number: number
  readonly count: number
  /** The last payroll of the month was posted before this one, which therefore settles the month's contributions. */
  readonly completes_month?: boolean
  /** The last payroll of the year: the year's tax is settled. */
  readonly last_of_year?: boolean
}

/** Kinds of pay items; `kinds.ts` defines what each counts for. */
export type ItemKind =
  | 'basic'
  | 'allowance'
  | 'cola'
  | 'commission'
  | 'supplementary'
  | 'hazard'
  /** Overtime, holiday or night pay that is not in the time: an earlier month's, or entered by hand. */
  | 'premium'
  | 'bonus'
  | 'other_benefit'
  | '13th_month'
  | 'de_minimis'
  | 'maternity_differential'
  /** An SSS maternity or sickness benefit that the employer advances and the SSS pays back. */
  | 'sss_benefit'
  | 'exempt'
  | 'reimbursement'

/** An allowance, bonus, adjustment or other amount beside basic pay. Negative amounts correct earlier ones. */
export interface PayItem {
  readonly code: string
  readonly name: string
  readonly kind: ItemKind
  readonly amount: Amount
  /**
   * `period` (default): unchanged. `month`, `year`: shared over the payrolls of the month. `day`: per day worked. `hour`:
   * times `quantity`.
   */
  readonly per?: 'period' | 'month' | 'year' | 'day' | 'hour'
  /** `amount` is a multiple of the employee's hourly, daily or monthly rate: 0.1 with `month` is 10% of the monthly rate. */
  readonly times_rate?: 'hour' | 'day' | 'month'
  readonly quantity?: Amount
  /** Reduced in proportion to unpaid absences (needs time). */
  readonly prorated?: boolean
  /** The de minimis benefit, for kind `de_minimis`. */
  readonly benefit?: DeMinimisItem
  /** Overrides of the kind's own rule. */
  readonly counts?: { readonly sss?: boolean; readonly pagibig?: boolean; readonly thirteenth_month?: boolean }
  readonly taxability?: 'regular' | 'supplementary' | 'exempt'
  readonly account_role?: string
  /** How the amount came about, where a record computed it. */
  readonly explained?: { readonly words: string; readonly formula: string }
  /** For retroactive pay: the amount that each earlier payroll paid and the amount due now, for the explanation. */
  readonly differences?: readonly PayItemDifference[]
}

/** An earlier payroll, from its first to its last day, whose pay an item corrects. */
export interface PayItemDifference {
  readonly from: string
  readonly to: string
  readonly paid: Amount
  readonly due: Amount
  /** The number of that payroll. */
  readonly payroll?: string
}

export type DeductionKind =
  | 'support_order'
  | 'garnishment'
  /** A loan of another agency; `sss_loan` and `pagibig_loan` have accounts of their own. */
  | 'government_loan'
  | 'sss_loan'
  | 'pagibig_loan'
  | 'union_dues'
  | 'company_loan'
  | 'voluntary'
  | 'cash_advance'
  | 'other'

/** A loan instalment or another deduction. */
export interface Deduction {
  readonly code: string
  readonly name: string
  readonly kind: DeductionKind
  /** Pesos of this payroll. */
  readonly amount?: Amount
  /** Or a share of pay: 0.2 is 20%. */
  readonly percent?: Amount
  /** Of gross pay, or of the rest after contributions and tax (default; unconfirmed: orders name their base). */
  readonly percent_of?: 'disposable' | 'gross'
  /** The amount still owed; the instalment never exceeds it, and a final pay deducts all of it. */
  readonly balance?: Amount
  /** Lower numbers are deducted first; without a number the kind decides. */
  readonly priority?: number
  readonly paused?: boolean
  /** Deducts nothing rather than a part. */
  readonly whole_only?: boolean
  /** The payee: the court's creditor, the union, the insurer. For the journal. */
  readonly payee?: string
  readonly account_role?: string
}

/** Amounts paid in earlier payrolls of the same month of coverage. */
export interface MonthToDate {
  readonly sss_compensation: Amount
  readonly pagibig_compensation: Amount
  readonly contributions: Readonly<Record<ContributionCode, Amount>>
}
export const CONTRIBUTION_CODES = [
  'sss',
  'sss_mpf',
  'philhealth',
  'pagibig',
  'sss_employer',
  'sss_mpf_employer',
  'ec',
  'philhealth_employer',
  'pagibig_employer',
] as const
export type ContributionCode = (typeof CONTRIBUTION_CODES)[number]

/** Earlier payrolls of the same pay period (a bonus run beside the standard one). */
export interface PeriodToDate {
  readonly taxable_regular: Amount
  readonly taxable_supplementary: Amount
  readonly withheld: Amount
  /** Whether the cumulative average already applied when the period began. */
  readonly cumulative_before: boolean
}

/** Amounts paid in the calendar year before this payroll. */
export interface YearToDate {
  readonly gross: Amount
  /** Basic salary earned, the base of the 13th month. */
  readonly basic: Amount
  readonly taxable_regular: Amount
  readonly taxable_supplementary: Amount
  /** Mandatory employee shares and union dues. */
  readonly contributions: Amount
  readonly withheld: Amount
  /** Pay periods represented, for the cumulative average. */
  readonly periods: number
  /** Once the cumulative average applied, it applies for the rest of the year. */
  readonly cumulative_average: boolean
  /** Exempt part of 13th month and other benefits so far. */
  readonly other_benefits_exempt: Amount
  readonly thirteenth_month_paid: Amount
  /** Exempt de minimis benefits so far, by `item|window`: `rice|2026-03`. Days for monetised leave. */
  readonly de_minimis: Readonly<Record<string, Amount>>
  readonly previous_employer?: {
    readonly taxable: Amount
    readonly withheld: Amount
    /** Pay periods of the same frequency that it represents. */
    readonly periods: number
    readonly other_benefits_exempt?: Amount
  }
}

/** Days of unused leave paid in cash. Sick leave is never de minimis in the private sector. */
export interface LeaveConversion {
  readonly leave: 'vacation' | 'service_incentive' | 'sick'
  readonly days: Amount
}

export type SeparationCause =
  | 'redundancy'
  | 'labor_saving_devices'
  | 'reinstatement_impossible'
  | 'retrenchment'
  | 'no_assignment'
  | 'no_assignment_by_age'
  | 'closure'
  | 'closure_serious_losses'
  | 'disease'
  | 'resignation'
  | 'just_cause'

/**
 * The 13th month of a calendar year: what was earned in it and paid for it, salary still expected, and what earlier years leave open.
 * Without a year, the sums of the year of payment count, as they did in payrolls before the months were stored.
 */
export interface ThirteenthMonth {
  readonly year?: number
  /** Basic salary of earlier payslips with days in the year, by month `YYYY-MM`. */
  readonly months?: readonly { readonly month: string; readonly basic: Amount }[]
  /** Basic salary of the year that was entered by hand, such as opening amounts. */
  readonly entered?: Amount
  /** 13th month already paid for the year. */
  readonly paid?: Amount
  /** Earlier years whose 13th month was paid here, in order. */
  readonly before?: readonly { readonly year: number; readonly basic: Amount; readonly paid: Amount }[]
  /** Basic salary still expected until the end of the year, from `expectedBasic`. */
  readonly expected_basic?: Amount
  /** First and last day of the expected salary, for the explanation. */
  readonly expected_from?: string
  readonly expected_to?: string
  /** The part to pay now, e.g. 0.5 before school opens; all of it unless given. */
  readonly share?: Amount
  /** Without a year: basic salary paid in the year before, and the 13th month paid in it. */
  readonly year_before?: { readonly basic: Amount; readonly paid: Amount }
}

/** The amounts that a final pay settles beside the last days. */
export interface FinalPay {
  readonly separation?: {
    readonly cause: SeparationCause
    readonly service: { readonly years: number; readonly months: number }
    /** Regular allowances that are part of the monthly pay for separation pay. */
    readonly monthly_allowances?: Amount
    /** An amount above the law's, by agreement. */
    readonly agreed_amount?: Amount
  }
  readonly retirement?: { readonly service: { readonly years: number; readonly months: number }; readonly exempt?: boolean }
}

/** When an agency's contributions are deducted. At the month's end all give the same sum. */
export type ContributionTiming = 'first' | 'last' | 'split' | 'cumulative'

/** Company rules. Where the law leaves a choice, see the defaults in `settings.ts`. */
export interface PayrollSettings {
  readonly contribution_timing: Readonly<Record<Agency, ContributionTiming>>
  readonly holiday_on_rest_day: HolidayOnRestDay
  /** An unworked regular holiday after an unpaid absence is deducted from a monthly salary. */
  readonly forfeit_unworked_holiday: boolean
  /** COLA is multiplied on regular holidays worked, as labor advisories said up to about 2019. */
  readonly cola_multiplied_on_holidays: boolean
  readonly bi_weekly_tax: BiWeeklyRule
  /** Loans and other deductions leave at least this: pesos, and a share of gross. */
  readonly minimum_net_pay: Amount
  readonly minimum_net_share: Amount
  /**
   * How a salary that changes inside the period is shared: by the days that the factor pays (`working_days`; needs time in
   * parts of the period's own dates, and works like `thirty_days` without them), by calendar days, or by days of months of
   * thirty.
   */
  readonly salary_change: 'working_days' | 'calendar_days' | 'thirty_days'
  /** Basic salary paid later for earlier months. */
  readonly retroactive_taxability: 'regular' | 'supplementary'
}

/** Days after the employment that a posted payroll paid by the month, because its end was not known then. */
export interface OverpaidDays {
  /** The number of that payroll, for the explanation. */
  readonly payroll: string
  /** Its month of coverage, `YYYY-MM`: only there do the days reduce the base of contributions. */
  readonly month: string
  readonly from: string
  readonly to: string
  /** The terms that it used. */
  readonly employee: EmployeeTerms
  /** Scheduled time on the days, in parts where the terms change. */
  readonly time: PeriodTime
  /** Time after the last day that it already deducted as absence or leave without pay; its cut-off may have other dates. */
  readonly taken_off: PeriodTime
  /** Its basic pay: never more than that is deducted. */
  readonly paid: Amount
}

/** A maternity leave with pay that has days in a payroll. */
export interface MaternityLeave {
  /** Distinguishes the lines of two leaves. */
  readonly key: string
  /** The number of the filing, for the explanation. */
  readonly filing: string
  readonly from: string
  readonly to: string
  /** Calendar days with pay. */
  readonly days: number
  /** Scheduled time of this payroll that it covers. */
  readonly time: readonly { readonly date: string; readonly minutes: number }[]
  /** This payroll pays the benefit and the differential; otherwise another one has paid them. */
  readonly settles: boolean
  /** The SSS's own computation in pesos; computed from the credits unless given. */
  readonly sss_benefit?: Amount
  /** Recorded regular monthly salary credits of the twelve months before the semester of contingency. */
  readonly credits?: readonly Amount[]
  /** The employer pays the salary differential (RA 11210 section 5 exempts some employers). */
  readonly pays_differential: boolean
}

/** A date on which an employee is scheduled to work, or would be without the holiday. */
export interface Workday {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly day_type: DayType
}

export interface PayslipInput {
  readonly employee: EmployeeTerms
  readonly period: PayPeriod
  /** Needed for daily and hourly rates; a monthly salary without time is paid in full. */
  readonly time?: PeriodTime
  /**
   * The workdays of the pay period itself, holidays on them included, in order. Given for joiners and leavers where the
   * cut-off of `time` differs from the dates of the salary's period, or where there is no time.
   */
  readonly workdays?: readonly Workday[]
  /** No time of the period is paid: the employment ended before it, or another payroll has paid it. */
  readonly no_time?: boolean
  /** Days to deduct, one entry per payroll that paid them. */
  readonly overpaid?: readonly OverpaidDays[]
  readonly maternity?: readonly MaternityLeave[]
  /** Sickness claims of which the employer advances days. */
  readonly sickness?: readonly SicknessClaim[]
  /** Output of an employee who is paid by piece, on days of this payroll. */
  readonly piece_work?: readonly PieceWork[]
  /** Pesos of output by day, of the days before the holidays of this payroll, paid or not. */
  readonly piece_days?: readonly { readonly date: string; readonly earned: Amount }[]
  readonly items?: readonly PayItem[]
  readonly deductions?: readonly Deduction[]
  readonly leave_conversion?: readonly LeaveConversion[]
  readonly thirteenth_month?: ThirteenthMonth
  readonly final?: FinalPay
  readonly month_to_date?: MonthToDate
  readonly period_to_date?: PeriodToDate
  readonly year_to_date?: YearToDate
  readonly settings?: Partial<PayrollSettings>
}
