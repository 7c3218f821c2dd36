/** A loan from its terms to its end: values computed when it is saved, and the effects of its transitions. */

import { loanBalance, settle } from '../../../domain/loans/account.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import { dec, toCents } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { invalid, messageOf, refuse } from '../../platform/errors.ts'
import { recordId, textOf } from '../../records/row.ts'
import { takenBy } from '../payroll-runs/recompute.ts'
import {
  expectedEnd,
  type Frequency,
  isActiveDate,
  LOAN,
  type LoanAccount,
  type LoanContext,
  loadLoans,
  perYear,
  pesosText,
  projected,
  scheduleOf,
} from './account.ts'
import { renewEnds, writeLoanRows } from './ledger.ts'
import { bookPayment, bookRelease } from './posting.ts'

interface TypeRow {
  readonly name: string
  readonly interest_method: string | null
  readonly max_amount: string | null
  readonly max_terms: number | null
  readonly periods_per_year: number | null
}

/** Interest, total, instalment and expected end of a loan that is about to be saved. */
export async function settleTerms(ctx: Ctx, record: Row): Promise<void> {
  const [type] = await ctx.db.query<TypeRow>(
    sql`
      SELECT t.name, t.interest_method, t.max_amount::text, t.max_terms,
        (
          SELECT c.periods_per_year
          FROM ${table(ctx, 'employee')} e
          JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
          JOIN ${table(ctx, 'pay_cycle')} c ON c.id = g.pay_cycle_id
          WHERE e.id = ${record.employee_id}
        ) AS periods_per_year
      FROM ${table(ctx, 'loan_type')} t
      WHERE t.id = ${record.loan_type_id}
    `,
  )
  if (!type) return
  if (type.max_amount !== null && dec(record.principal).gt(dec(type.max_amount)))
    throw invalid({ principal: [`${type.name}: at most ${dec(type.max_amount).toFixed(2)}.`] })
  if (type.max_terms !== null && Number(record.terms) > type.max_terms)
    throw invalid({ terms: [`${type.name}: at most ${type.max_terms} instalments.`] })
  const frequency = textOf(record, 'deduction_frequency') as Frequency
  const periods_per_year = type.periods_per_year ?? 24
  const isBilled = record.amortization_basis === 'billed'
  const per_year = perYear(frequency, periods_per_year)
  try {
    const schedule = scheduleOf({
      principal: record.principal,
      method: type.interest_method,
      interest_rate: record.interest_rate,
      terms: Number(record.terms),
      per_year,
      ...(isBilled ? { billed: record.amortization } : {}),
    })
    Object.assign(record, {
      per_year,
      interest_amount: dec(pesosText(schedule.interest)),
      total_amount: dec(pesosText(schedule.total)),
      ...(isBilled ? {} : { amortization: dec(pesosText(schedule.rows[0]!.amount)) }),
      end_date: expectedEnd({
        loan: { schedule, deduction_dates: [], ledger: [] },
        start_date: textOf(record, 'start_date').slice(0, 10),
        frequency,
        periods_per_year,
      }),
    })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const field = { instalments: 'terms', instalment: 'amortization', annual_rate: 'interest_rate' }[error.field] ?? 'principal'
    throw invalid({ [field]: [messageOf(error)] })
  }
}

const today = (ctx: Ctx): string => ctx.clock.today(ctx.company.time_zone)
const dateOf = (value: unknown): string => String(value).slice(0, 10)

async function accountOf(fx: LoanContext): Promise<LoanAccount> {
  const [account] = await loadLoans(fx.ctx, sql`l.id = ${recordId(fx)}`)
  return account!
}

/** The money was released: the ledger opens with the amount to be repaid, and so do the books. Returns the journal entry. */
export async function openLoan(fx: LoanContext): Promise<number | null> {
  const { loan } = await accountOf(fx)
  await writeLoanRows(fx.ctx, [
    {
      loan_entry_id: recordId(fx),
      // What was paid before the balance was brought forward is not in this ledger.
      date: fx.record.is_opening ? dateOf(fx.record.transaction_date) : fx.record.loan_date,
      kind: 'release',
      amount: pesosText(loan.schedule.total),
      reference_no: fx.record.voucher_no || fx.record.transaction_no,
      description: fx.record.is_opening ? 'Balance brought forward' : 'Released',
    },
  ])
  return bookRelease(fx)
}

/** A release is undone as long as nothing came of it. */
export async function requireUntouched(fx: LoanContext): Promise<void> {
  const { ctx } = fx
  const [row] = await ctx.db.query(
    sql`
      SELECT 1
      FROM ${table(ctx, 'loan_ledger')}
      WHERE loan_entry_id = ${recordId(fx)} AND kind <> 'release'
      LIMIT 1
    `,
  )
  if (row) throw refuse('E_LOAN_PAID', 'Payments were already made on this loan. Settle it instead.')
  const payroll = await takenBy(ctx, LOAN, [recordId(fx)])
  if (payroll) throw refuse('E_LOAN_PAID', `${payroll} deducts an instalment of this loan. Undo that payroll first.`)
}

/** As if it had never been released. */
export async function closeLoan({ ctx, record }: LoanContext): Promise<void> {
  await ctx.db.query(sql`DELETE FROM ${table(ctx, 'loan_ledger')} WHERE loan_entry_id = ${record.id}`)
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, LOAN)}
      SET balance = NULL, paid_amount = NULL, is_paused = false, paused_from = NULL
      WHERE id = ${record.id}
    `,
  )
}

/** Deductions stop from a date on; the end moves by as many payrolls (G121). */
export async function pauseLoan(fx: LoanContext): Promise<void> {
  const { ctx, input } = fx
  const from = input.paused_from ? dateOf(input.paused_from) : today(ctx)
  const { loan } = await accountOf(fx)
  const last = loan.ledger
    .filter((loanEntry) => loanEntry.kind === 'payment')
    .map((loanEntry) => loanEntry.date)
    .sort()
    .at(-1)
  if (last !== undefined && from <= last)
    throw refuse('E_LOAN_PAUSE', `An instalment was deducted on ${formatDate(last)}. Pause the loan from a later date.`)
  await ctx.db.query(
    sql`
      INSERT INTO ${linesTable(ctx, LOAN, 'pauses')} (parent_id, line_no, date_from)
      SELECT ${recordId(fx)}, count(*) + 1, ${from}
      FROM ${linesTable(ctx, LOAN, 'pauses')}
      WHERE parent_id = ${recordId(fx)}
    `,
  )
  await ctx.db.query(sql`
    UPDATE ${table(ctx, LOAN)}
    SET is_paused = true, paused_from = ${from}
    WHERE id = ${recordId(fx)}
  `)
}

/** The pause ends with yesterday; one that has not begun never was. */
export async function resumeLoan(fx: LoanContext): Promise<void> {
  const { ctx } = fx
  const lines = linesTable(ctx, LOAN, 'pauses')
  const last = addDays(today(ctx), -1)
  await ctx.db.query(sql`
    DELETE FROM ${lines}
    WHERE parent_id = ${recordId(fx)} AND date_to IS NULL AND date_from > ${last}
  `)
  await ctx.db.query(sql`UPDATE ${lines} SET date_to = ${last} WHERE parent_id = ${recordId(fx)} AND date_to IS NULL`)
  await ctx.db.query(sql`UPDATE ${table(ctx, LOAN)} SET is_paused = false, paused_from = NULL WHERE id = ${recordId(fx)}`)
}

function paymentDate(fx: LoanContext): string {
  const date = dateOf(fx.input.payment_date)
  if (date < fx.record.loan_date) throw invalid({ payment_date: ['A payment cannot be dated before the loan.'] })
  if (date > today(fx.ctx)) throw invalid({ payment_date: ['The date cannot be in the future.'] })
  return date
}

/** Money that was paid in by hand. Returns the journal entry. */
export async function payByHand(fx: LoanContext): Promise<number | null> {
  const { loan } = await accountOf(fx)
  const owed = loanBalance(loan, '9999-12-31')
  const amount = toCents(dec(fx.input.payment_amount))
  if (amount > owed) throw refuse('E_LOAN_BALANCE', `Only ${pesosText(owed)} is owed. Enter that, or less.`)
  const date = paymentDate(fx)
  await writeLoanRows(fx.ctx, [
    {
      loan_entry_id: recordId(fx),
      date,
      kind: 'manual_payment',
      amount: pesosText(amount),
      reference_no: textOf(fx.input, 'payment_reference') || null,
      description: 'Paid by hand',
    },
  ])
  return bookPayment(fx, date, amount, 0n)
}

/** Everything that is owed on the day, less interest that was not earned, ends the loan. Answers the journal entry. */
export async function settleEarly(fx: LoanContext): Promise<number | null> {
  const { ctx, input } = fx
  const { loan } = await accountOf(fx)
  const date = paymentDate(fx)
  const { amount, rebate } = settle(loan, date)
  const common = { loan_entry_id: recordId(fx), date, reference_no: textOf(input, 'payment_reference') || null }
  await writeLoanRows(ctx, [
    ...(rebate > 0n ? [{ ...common, kind: 'rebate' as const, amount: pesosText(rebate), description: 'Interest not earned' }] : []),
    { ...common, kind: 'settlement', amount: pesosText(amount), description: 'Settled' },
  ])
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, LOAN)}
      SET payment_amount = ${pesosText(amount)}, end_date = ${date}
      WHERE id = ${recordId(fx)}
    `,
  )
  return bookPayment(fx, date, amount, rebate)
}

export const renewEnd = (fx: LoanContext): Promise<void> => renewEnds(fx.ctx, [recordId(fx)])

/** The instalments of a loan with the dates on which payroll deducts them, as far as it is known. */
export async function scheduleRows(ctx: Ctx, id: number): Promise<Row[]> {
  const [account] = await loadLoans(ctx, sql`l.id = ${id}`)
  if (!account) return []
  const { rows } = account.loan.schedule
  const dates = projected(account, rows.length).filter((date) => isActiveDate(account, date))
  return rows.map((row, index) => ({
    no: row.no,
    date: dates[index] ?? null,
    amount: Number(pesosText(row.amount)),
    principal: Number(pesosText(row.principal)),
    interest: Number(pesosText(row.interest)),
    balance: Number(pesosText(row.balance)),
  }))
}
