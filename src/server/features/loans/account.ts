/** Loans of employees in the domain's shape: terms, deduction dates, pauses and ledger, read for many at once. */

import { addMonths } from '../../../domain/leave/calendar.ts'
import { endDate, isPaused, LOAN_RULES, type Loan, type LoanEntry, type LoanEntryKind, type Pause } from '../../../domain/loans/account.ts'
import { amortize, INTEREST_METHODS, type InterestMethod, type LoanSchedule } from '../../../domain/loans/schedule.ts'
import { addDays, lastOfMonth } from '../../../kernel/dates.ts'
import { dec, fromCents } from '../../../kernel/decimal.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { linesTable, type Sql, sql, table } from '../../platform/db/sql.ts'
import type { Records } from '../records.generated.ts'

export const LOAN = 'loan_entry'

/** A transition of a loan. */
export type LoanContext = EffectContext<Records['loan_entry']>

/** A loan with the data that payroll needs. */
export interface LoanAccount {
  readonly id: number
  readonly employee_id: number
  readonly loan_type_id: number
  readonly transaction_no: string
  readonly status: string
  readonly type: { readonly code: string; readonly name: string; readonly category: string; readonly priority: number | null }
  readonly pay_item_id: number | null
  readonly item_kind: string | null
  /** The loan type's own account, else the pay item's; null leaves it to the kind of the loan. */
  readonly account_id: number | null
  /** Deduction dates are the last days of the pay periods that deduct it, as far as there are any. */
  readonly loan: Loan
  readonly start_date: string
  readonly frequency: Frequency
  /** Of the pay cycle. */
  readonly periods_per_year: number
}

export type Frequency = 'every_period' | 'first_period' | 'second_period' | 'monthly'

/** The inputs from which the amount and the number of instalments are computed. */
interface Terms {
  readonly principal: unknown
  readonly method: string | null
  /** In percent a year. */
  readonly interest_rate: unknown
  readonly terms: number
  readonly per_year: number
  /** The instalment that the agency or the contract sets. */
  readonly billed?: unknown
}

/** The schedule of recorded terms. Throws a `DomainError` that names the invalid one. */
export function scheduleOf({ principal, method, interest_rate, terms, per_year, billed }: Terms): LoanSchedule {
  const rate = dec(interest_rate).div(100)
  const known = INTEREST_METHODS.includes(method as InterestMethod) ? (method as InterestMethod) : 'none'
  return amortize({
    principal: dec(principal),
    method: rate.isZero() ? 'none' : known,
    annual_rate: rate,
    instalments: terms,
    per_year,
    ...(billed === undefined || billed === null ? {} : { instalment: dec(billed) }),
  })
}

/** Instalments a year: as many as payrolls, or one a month. */
export const perYear = (frequency: string, periodsPerYear: number): number =>
  frequency === 'every_period' ? periodsPerYear : Math.min(12, periodsPerYear)

interface LoanRow {
  readonly id: number
  readonly employee_id: number
  readonly loan_type_id: number
  readonly transaction_no: string | null
  readonly status: string
  readonly principal: string
  readonly interest_rate: string | null
  readonly terms: number
  readonly amortization: string | null
  readonly amortization_basis: string | null
  readonly deduction_frequency: Frequency
  readonly start_date: string
  readonly per_year: number | null
  readonly pay_cycle_id: number | null
  readonly periods_per_month: number | null
  readonly periods_per_year: number | null
  readonly type_code: string
  readonly type_name: string
  readonly category: string
  readonly interest_method: string | null
  readonly rebate: boolean | null
  readonly shortfall: string | null
  readonly priority: number | null
  readonly pay_item_id: number | null
  readonly item_kind: string | null
  readonly account_id: number | null
  readonly pauses: { from: string; to: string | null }[]
}

interface Period {
  readonly pay_cycle_id: number
  readonly date_to: string
  readonly period_no: number
  readonly is_last: boolean
}

/** Whether a pay period deducts a loan of this frequency. In a cycle of one payroll a month every one does. */
function deducts(frequency: Frequency, period: Period, perMonth: number): boolean {
  if (frequency === 'every_period' || perMonth === 1) return true
  if (frequency === 'first_period') return period.period_no === 1
  return frequency === 'second_period' ? period.period_no === 2 : period.is_last
}

/** Loans by a condition on `l` (alias of the loan). A fixed number of queries for any number of loans. */
export async function loadLoans(ctx: Ctx, where: Sql, until?: string): Promise<LoanAccount[]> {
  const rows = await ctx.db.query<LoanRow>(
    sql`
      SELECT l.id, l.employee_id, l.loan_type_id, l.transaction_no, l.status, l.principal::text,
        l.interest_rate::text, l.terms, l.amortization::text, l.amortization_basis, l.deduction_frequency,
        l.start_date::text AS start_date, l.per_year, g.pay_cycle_id, c.periods_per_month, c.periods_per_year,
        t.code AS type_code, t.name AS type_name, t.category, t.interest_method, t.rebate_unearned_interest AS rebate,
        t.shortfall, t.priority, t.pay_item_id, i.kind AS item_kind,
        coalesce(t.gl_account_id, i.credit_account_id) AS account_id,
        coalesce(
          (
            SELECT json_agg(json_build_object('from', p.date_from, 'to', p.date_to) ORDER BY p.line_no)
            FROM ${linesTable(ctx, LOAN, 'pauses')} p
            WHERE p.parent_id = l.id
              AND p.date_from IS NOT NULL
          ),
          '[]'
        ) AS pauses
      FROM ${table(ctx, LOAN)} l
      JOIN ${table(ctx, 'loan_type')} t ON t.id = l.loan_type_id
      LEFT JOIN ${table(ctx, 'pay_item')} i ON i.id = t.pay_item_id
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      LEFT JOIN ${table(ctx, 'pay_cycle')} c ON c.id = g.pay_cycle_id
      WHERE ${where}
      ORDER BY l.employee_id, coalesce(t.priority, 1000), l.loan_date, l.id
    `,
  )
  if (!rows.length) return []
  const entries = await entriesOf(
    ctx,
    rows.map((row) => row.id),
  )
  const periods = await periodsOf(
    ctx,
    [...new Set(rows.flatMap((row) => (row.pay_cycle_id === null ? [] : [row.pay_cycle_id])))],
    rows.reduce((first, row) => (row.start_date < first ? row.start_date : first), rows[0]!.start_date),
    until,
  )
  return rows.map((row) => accountOf(row, entries.get(Number(row.id)) ?? [], periods))
}

function accountOf(row: LoanRow, ledger: readonly LoanEntry[], periods: readonly Period[]): LoanAccount {
  const frequency = row.deduction_frequency
  const periodsPerYear = row.periods_per_year ?? 24
  const pauses = row.pauses.map((pause): Pause => (pause.to === null ? { from: pause.from } : { from: pause.from, to: pause.to }))
  const schedule = scheduleOf({
    principal: row.principal,
    method: row.interest_method,
    interest_rate: row.interest_rate,
    terms: row.terms,
    per_year: row.per_year ?? perYear(frequency, periodsPerYear),
    ...(row.amortization_basis === 'billed' ? { billed: row.amortization } : {}),
  })
  const deduction_dates = periods
    .filter(
      (period) =>
        period.pay_cycle_id === row.pay_cycle_id &&
        period.date_to >= row.start_date &&
        deducts(frequency, period, row.periods_per_month ?? 2),
    )
    .map((period) => period.date_to)
  return {
    id: Number(row.id),
    employee_id: Number(row.employee_id),
    loan_type_id: Number(row.loan_type_id),
    transaction_no: row.transaction_no ?? '',
    status: row.status,
    type: { code: row.type_code, name: row.type_name, category: row.category, priority: row.priority },
    pay_item_id: row.pay_item_id === null ? null : Number(row.pay_item_id),
    item_kind: row.item_kind,
    account_id: row.account_id === null ? null : Number(row.account_id),
    loan: {
      schedule,
      deduction_dates,
      pauses,
      ledger,
      rules: {
        ...LOAN_RULES,
        shortfall: row.shortfall === 'at_end' ? 'at_end' : 'next_payroll',
        rebate_unearned_interest: row.rebate === true,
      },
    },
    start_date: row.start_date,
    frequency,
    periods_per_year: periodsPerYear,
  }
}

/** Entries by loan. A payroll's deduction counts on the date of its pay period, and so does its reversal. */
async function entriesOf(ctx: Ctx, loanIds: readonly number[]): Promise<Map<number, LoanEntry[]>> {
  const rows = await ctx.db.query<{
    loan_entry_id: number
    date: string
    kind: LoanEntryKind
    amount: string
    reference_no: string | null
  }>(
    sql`
      SELECT loan_entry_id, coalesce(due_date, date)::text AS date, kind,
        (coalesce(debit, 0) + coalesce(credit, 0))::text AS amount, reference_no
      FROM ${table(ctx, 'loan_ledger')}
      WHERE loan_entry_id = ANY (${loanIds}::bigint[]) AND kind <> 'release'
      ORDER BY id
    `,
  )
  const result = new Map<number, LoanEntry[]>()
  for (const { loan_entry_id, reference_no, ...entry } of rows) {
    const id = Number(loan_entry_id)
    result.set(id, [...(result.get(id) ?? []), { ...entry, ...(reference_no ? { reference: reference_no } : {}) }])
  }
  return result
}

function periodsOf(ctx: Ctx, cycles: readonly number[], from: string, until?: string): Promise<Period[]> {
  if (!cycles.length) return Promise.resolve([])
  return ctx.db.query<Period>(
    sql`
      SELECT pay_cycle_id, date_to::text AS date_to, period_no, is_last_of_month IS TRUE AS is_last
      FROM ${table(ctx, 'pay_period')}
      WHERE pay_cycle_id = ANY (${cycles}::bigint[])
        AND date_to >= ${from}::date
        AND (${until ?? null}::date IS NULL OR date_to <= ${until ?? null}::date)
      ORDER BY date_to
    `,
  )
}

/** Deduction dates: the existing pay periods, continued by the calendar. */
export function projected(account: Pick<LoanAccount, 'loan' | 'start_date' | 'frequency' | 'periods_per_year'>, count: number): string[] {
  const dates = [...account.loan.deduction_dates]
  const active = (): number => dates.filter((date) => !isPaused(account.loan.pauses, date)).length
  const open = account.loan.pauses?.find((pause) => pause.to === undefined)
  let after = dates.at(-1) ?? addDays(account.start_date, -1)
  for (let guard = 0; active() < count && guard < 3000; guard++) {
    after = nextDate(account, after)
    // The end of an open pause is not known.
    if (open && open.from <= after) break
    dates.push(after)
  }
  return dates
}

function nextDate({ frequency, periods_per_year }: Pick<LoanAccount, 'frequency' | 'periods_per_year'>, after: string): string {
  if (periods_per_year > 24 && frequency === 'every_period') return addDays(after, Math.round(364 / periods_per_year))
  const middle = (date: string): string => `${date.slice(0, 7)}-15`
  const candidates = [middle(after), lastOfMonth(after), middle(addMonths(after, 1)), lastOfMonth(addMonths(`${after.slice(0, 7)}-01`, 1))]
  const wanted = candidates.filter((date) => {
    if (periods_per_year <= 12) return !date.endsWith('-15')
    return frequency === 'every_period' || (frequency === 'first_period') === date.endsWith('-15')
  })
  return wanted.find((date) => date > after)!
}

/** The date of the last deduction when nothing else is skipped; null while it is not known. */
export const expectedEnd = (account: Pick<LoanAccount, 'loan' | 'start_date' | 'frequency' | 'periods_per_year'>): string | null =>
  endDate({ ...account.loan, deduction_dates: projected(account, account.loan.schedule.rows.length) }) ?? null

/** Whether payrolls of the date deduct the loan: it is not paused then. */
export const isActiveDate = ({ loan }: Pick<LoanAccount, 'loan'>, date: string): boolean => !isPaused(loan.pauses, date)

/** Pesos of centavos, as decimal text. */
export const pesosText = (cents: bigint): string => fromCents(cents).toFixed(2)
