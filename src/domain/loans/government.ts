/**
 * Loans of government agencies. The employer deducts what the agency bills, never a figure of its own, and remits it
 * with the contributions of the month. Rates are dated data; they explain a loan, the billing decides.
 */
import { fromCents, toCents } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { type Amount, pesos, readPositive } from '../statutory/amount.ts'
import { type Effective, inForce, inOrder, requireDate } from '../statutory/effective.ts'
import type { TraceLine } from '../time/trace-line.ts'
import data from './tables/government-loans.json' with { type: 'json' }

const GOVERNMENT_LOANS = ['sss_salary', 'sss_calamity', 'pagibig_multi_purpose', 'pagibig_calamity'] as const
type GovernmentLoan = (typeof GOVERNMENT_LOANS)[number]
type LoanAgency = 'sss' | 'pagibig'

interface GovernmentLoanRow extends Effective {
  readonly loan: GovernmentLoan
  readonly agency: LoanAgency
  readonly name: string
  /** Per year, as a share. */
  readonly annual_rate: number
  readonly instalments: readonly number[]
  readonly max_amount?: number
  /** Share of the member's savings. */
  readonly max_share_of_savings?: number
  /** Share of the loan that the agency keeps at the release. */
  readonly service_fee?: number
  /** Per month, on the overdue amount. */
  readonly penalty?: number
  readonly grace_months?: number
}

const GOVERNMENT_LOAN_TABLE = data.rows as readonly GovernmentLoanRow[]

/** The terms in force for a loan granted on a date. */
export function governmentLoanTerms(
  loan: GovernmentLoan,
  grantedOn: string,
  table: readonly GovernmentLoanRow[] = GOVERNMENT_LOAN_TABLE,
): GovernmentLoanRow {
  if (!GOVERNMENT_LOANS.includes(loan)) throw new DomainError('loan', `"${String(loan)}" is not a loan of a government agency.`)
  return inForce(
    inOrder(
      table.filter((row) => row.loan === loan),
      `Government loans (${loan})`,
    ),
    grantedOn,
    'Government loans',
    'granted_on',
  )
}

/** One employee's billing of a month and the payrolls' deductions for it. */
interface BilledLoan {
  readonly employee: string
  readonly agency: LoanAgency
  readonly loan: GovernmentLoan
  readonly reference: string
  readonly billed: Amount
  readonly deducted: Amount
}

interface RemittanceRow {
  readonly employee: string
  readonly loan: GovernmentLoan
  readonly reference: string
  readonly billed: bigint
  readonly remitted: bigint
  /** Billed and not deducted: positive when the employee's pay did not cover it. */
  readonly short: bigint
}

interface LoanRemittance {
  readonly agency: LoanAgency
  readonly month: string
  readonly due_from: string
  readonly due_on: string
  readonly rows: readonly RemittanceRow[]
  readonly total: bigint
  readonly short: bigint
  trace(): TraceLine[]
}

/** The remittance of one agency and month: the deducted amounts are remitted. Billings of one loan are added up. */
export function loanRemittance(agency: LoanAgency, month: string, employerName: string, billings: readonly BilledLoan[]): LoanRemittance {
  const due = remittanceDue(agency, month, employerName)
  const rows = new Map<string, RemittanceRow>()
  for (const [index, billing] of billings.entries()) {
    if (billing.agency !== agency) continue
    const billed = toCents(readPositive(billing.billed, `billings.${index}.billed`))
    const remitted = toCents(readPositive(billing.deducted, `billings.${index}.deducted`))
    const key = `${billing.employee}|${billing.loan}|${billing.reference}`
    const before = rows.get(key)
    const sum = { billed: billed + (before?.billed ?? 0n), remitted: remitted + (before?.remitted ?? 0n) }
    rows.set(key, {
      employee: billing.employee,
      loan: billing.loan,
      reference: billing.reference,
      ...sum,
      short: sum.billed - sum.remitted,
    })
  }
  const list = [...rows.values()]
  const total = list.reduce((sum, row) => sum + row.remitted, 0n)
  const short = list.reduce((sum, row) => sum + row.short, 0n)
  return {
    agency,
    month,
    ...due,
    rows: list,
    total,
    short,
    trace: () => [
      {
        about: 'remittance',
        text: `${list.length} loans of ${month}: ${pesos(fromCents(total))} deducted and remitted by ${due.due_on}${short > 0n ? `; ${pesos(fromCents(short))} was billed and not deducted` : ''}.`,
        source: agency === 'sss' ? 'SSS: last day of the following month' : "Pag-IBIG: by the first letter of the employer's name",
      },
    ],
  }
}

const LETTERS: readonly { readonly to: string; readonly from_day: number; readonly to_day: number }[] = [
  { to: 'D', from_day: 10, to_day: 14 },
  { to: 'L', from_day: 15, to_day: 19 },
  { to: 'Q', from_day: 20, to_day: 24 },
]

/**
 * When a month's loans are due, with the contributions. SSS: by the last day of the following month. Pag-IBIG: by the
 * first letter of the employer's name, A–D 10th to 14th, E–L 15th to 19th, M–Q 20th to 24th, others 25th to month end.
 */
export function remittanceDue(
  agency: LoanAgency,
  month: string,
  employerName: string,
): { readonly due_from: string; readonly due_on: string } {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new DomainError('month', `"${month}" is not a month (YYYY-MM).`)
  const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const next = index === 12 ? `${year + 1}-01` : `${year}-${String(index + 1).padStart(2, '0')}`
  const last = new Date(Date.UTC(Number(next.slice(0, 4)), Number(next.slice(5)), 0)).getUTCDate()
  const on = (day: number): string => requireDate(`${next}-${String(day).padStart(2, '0')}`, 'due_on')
  if (agency === 'sss') return { due_from: on(1), due_on: on(last) }
  const letter = employerName.trim().charAt(0).toUpperCase()
  if (!letter) throw new DomainError('employer_name', 'The due date depends on the name of the employer.')
  const match = letter >= 'A' && letter <= 'Z' ? LETTERS.find((candidate) => letter <= candidate.to) : undefined
  return match ? { due_from: on(match.from_day), due_on: on(match.to_day) } : { due_from: on(25), due_on: on(last) }
}
