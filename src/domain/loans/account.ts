/**
 * The repayment of a loan: the instalment due on a payroll, the effect of a pause, the cost of an early settlement. The
 * ledger's entries decide; balances are their sums.
 *
 * A pause skips deductions and moves the end; no interest accrues, and the total paid stays the same.
 */
import { fromCents, toCents } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, pesos, readPositive } from '../statutory/amount.ts'
import { requireDate } from '../statutory/effective.ts'
import type { TraceLine } from '../time/trace-line.ts'
import type { LoanSchedule } from './schedule.ts'

const LOAN_ENTRY_KINDS = ['payment', 'manual_payment', 'settlement', 'rebate', 'reversal'] as const
export type LoanEntryKind = (typeof LOAN_ENTRY_KINDS)[number]

/** An entry that reduced the loan; a reversal undoes a payment and has a negative amount. */
export interface LoanEntry {
  readonly date: string
  readonly kind: LoanEntryKind
  readonly amount: Amount
  /** Payroll or receipt. */
  readonly reference?: string
}

export interface Pause {
  readonly from: string
  /** Last day of the pause; without it, the pause is open. */
  readonly to?: string
}

export interface LoanRules {
  /** Pay was too low for the whole instalment: the rest is due with the next payroll, or at the end. */
  readonly shortfall: 'next_payroll' | 'at_end'
  /** Nothing could be deducted (a month without pay): due at the end, or doubled with the next payroll. */
  readonly skipped: 'at_end' | 'next_payroll'
  /** Unearned flat interest is rebated at an early settlement. Diminishing interest never accrues ahead. */
  readonly rebate_unearned_interest: boolean
}
export const LOAN_RULES: LoanRules = { shortfall: 'next_payroll', skipped: 'at_end', rebate_unearned_interest: false }

export interface Loan {
  readonly schedule: LoanSchedule
  /** Payrolls (their dates) on which the loan is deducted, in order. */
  readonly deduction_dates: readonly string[]
  readonly pauses?: readonly Pause[]
  readonly ledger: readonly LoanEntry[]
  readonly rules?: LoanRules
}

/** The total owed (principal and interest) after all entries up to and including a date. */
export function loanBalance(loan: Loan, date: string): bigint {
  requireDate(date, 'date')
  let owed = loan.schedule.total
  for (const [index, loanEntry] of loan.ledger.entries()) {
    if (loanEntry.date > date) continue
    owed -= signed(loanEntry, index)
  }
  return owed
}

function signed(entry: LoanEntry, index: number): bigint {
  const field = `ledger.${index}.amount`
  if (!LOAN_ENTRY_KINDS.includes(entry.kind))
    throw new DomainError(`ledger.${index}.kind`, `"${String(entry.kind)}" is not an entry of a loan.`)
  requireDate(entry.date, `ledger.${index}.date`)
  const amount = toCents(readPositive(entry.amount, field))
  return entry.kind === 'reversal' ? -amount : amount
}

export const isPaused = (pauses: readonly Pause[] | undefined, date: string): boolean =>
  (pauses ?? []).some((pause, index) => {
    requireDate(pause.from, `pauses.${index}.from`)
    if (pause.to !== undefined && requireDate(pause.to, `pauses.${index}.to`) < pause.from)
      throw new DomainError(`pauses.${index}.to`, 'A pause ends after it begins.')
    return pause.from <= date && (pause.to === undefined || date <= pause.to)
  })

interface Due {
  /** Amount to deduct in this payroll, never more than the balance. */
  readonly amount: bigint
  readonly balance: bigint
  readonly is_paused: boolean
  trace(): TraceLine[]
}

/** The deduction of a payroll on one of the loan's dates. Payments already made on the same date count. */
export function instalmentDue(loan: Loan, date: string): Due {
  requireDate(date, 'date')
  const rules = loan.rules ?? LOAN_RULES
  const paused = isPaused(loan.pauses, date)
  const balance = loanBalance(loan, date)
  const isDate = loan.deduction_dates.includes(date)
  const scheduled = isDate && !paused && balance > 0n ? scheduledOn(loan, date) : 0n
  const arrears = isDate && !paused && balance > 0n ? arrearsOn(loan, date, rules) : 0n
  const wanted = scheduled + arrears
  const amount = wanted < balance ? wanted : balance > 0n ? balance : 0n
  return {
    amount,
    balance,
    is_paused: paused,
    trace: () => [
      {
        about: 'loan',
        text: paused
          ? `The loan is paused on ${date}: nothing is deducted, and it ends later.`
          : `Instalment ${pesos(fromCents(scheduled))}${arrears > 0n ? ` and ${pesos(fromCents(arrears))} that was left before` : ''}; ${pesos(fromCents(balance))} is owed, so ${pesos(fromCents(amount))} is deducted.`,
        source: "Labor Code art. 113 (written authorization), or the agency's billing",
      },
    ],
  }
}

/** Deduction dates on which the loan was not paused, in order. */
const activeDates = (loan: Loan): string[] => loan.deduction_dates.filter((date) => !isPaused(loan.pauses, date))

/** Instalments paid by payrolls on a date. */
function paidOn(loan: Loan, date: string): bigint {
  let paid = 0n
  for (const [index, loanEntry] of loan.ledger.entries())
    if (loanEntry.date === date && (loanEntry.kind === 'payment' || loanEntry.kind === 'reversal')) paid += signed(loanEntry, index)
  return paid
}

/** The instalment of a date: the first on the first date without a pause, and so on; after the last one, the same again. */
function scheduledOn(loan: Loan, date: string): bigint {
  const rows = loan.schedule.rows
  const index = activeDates(loan).indexOf(date)
  // Later than planned, because an instalment was skipped: the regular instalment continues until nothing is owed.
  const row = rows[index] ?? rows[0]!
  const planned = index >= 0 && index === rows.length - 1 ? max(row.amount, rows[0]!.amount) : row.amount
  const left = planned - paidOn(loan, date)
  return left > 0n ? left : 0n
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Unpaid rests of earlier instalments that this payroll also deducts. */
function arrearsOn(loan: Loan, date: string, rules: LoanRules): bigint {
  let arrears = 0n
  for (const [index, due] of activeDates(loan).entries()) {
    if (due >= date) break
    const wanted = (loan.schedule.rows[index] ?? loan.schedule.rows[0]!).amount
    const paid = paidOn(loan, due)
    const asked = wanted + arrears
    if (paid >= asked) arrears = 0n
    else if (paid === 0n) arrears = rules.skipped === 'next_payroll' ? asked : arrears
    else arrears = rules.shortfall === 'next_payroll' ? asked - paid : 0n
  }
  return arrears
}

interface Settlement {
  /** The amount that ends the loan on the date. */
  readonly amount: bigint
  /** Interest that is no longer owed: a rebate in the ledger. */
  readonly rebate: bigint
  trace(): TraceLine[]
}

/**
 * Paying everything at once. Diminishing interest is owed only for instalments up to the date; flat interest is owed in
 * full unless the rules rebate the unearned part. A final pay deducts this amount, too.
 */
export function settle(loan: Loan, date: string): Settlement {
  const balance = loanBalance(loan, date)
  if (balance <= 0n) return { amount: 0n, rebate: 0n, trace: () => [{ about: 'loan', text: 'The loan is paid.' }] }
  const { schedule } = loan
  const passed = activeDates(loan).filter((activeDate) => activeDate <= date).length
  const unearned = schedule.rows.slice(passed).reduce((sum, row) => sum + row.interest, 0n)
  const isGivenBack =
    schedule.terms.method === 'diminishing' || (schedule.terms.method === 'flat' && (loan.rules ?? LOAN_RULES).rebate_unearned_interest)
  const rebate = isGivenBack ? (unearned < balance ? unearned : balance) : 0n
  const amount = balance - rebate
  return {
    amount,
    rebate,
    trace: () => [
      {
        about: 'loan',
        text: `${pesos(fromCents(balance))} is owed${rebate > 0n ? `, less interest not yet earned ${pesos(fromCents(rebate))}` : ''}: ${pesos(fromCents(amount))} settles the loan on ${date}.`,
      },
    ],
  }
}

/** The date of the last deduction when nothing else is skipped; undefined when the given dates end before it. */
export function endDate(loan: Loan): string | undefined {
  return activeDates(loan)[loan.schedule.rows.length - 1]
}
