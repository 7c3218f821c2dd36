/**
 * Unused leave that a payroll pays in cash: conversions of the year's end that are not paid yet, and, before the year is
 * closed, what its end would convert. A final pay converts everything that is left.
 */

import { availableOn, balanceOn, type LeaveEntry } from '../../../domain/leave/ledger.ts'
import { closeYear } from '../../../domain/leave/year-end.ts'
import type { LeaveConversion } from '../../../domain/payroll/index.ts'
import { Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { recordId, textOf } from '../../records/row.ts'
import { accountKey, ledgersOf, type Posting } from './entries.ts'
import { holdLeave, postLeave, requireCovered, undoing } from './ledger.ts'
import { type LeaveType, leaveTypes } from './types.ts'
import { yearEndRules } from './year-end.ts'

/** Days of one kind of leave; the leave type says from whose balance they are taken. */
interface TypedConversion extends LeaveConversion {
  readonly leave_type_id: number
}

/** Days of one employee to be converted, by kind of leave. */
interface ConversionDue {
  readonly employee_id: number
  readonly conversions: readonly TypedConversion[]
}

const kindOf = (type: LeaveType): LeaveConversion['leave'] =>
  type.category === 'sick' ? 'sick' : type.category === 'service_incentive' ? 'service_incentive' : 'vacation'

interface Unpaid {
  readonly id: number
  readonly employee_id: number
  readonly leave_type_id: number
  readonly days: string
}

/** Conversions in the ledger that no payroll has paid, oldest first. */
function unpaidOf(ctx: Ctx, employeeIds: readonly number[], until: string): Promise<Unpaid[]> {
  const history = table(ctx, 'employee_balance_history')
  return ctx.db.query<Unpaid>(
    sql`
      SELECT id, employee_id, leave_type_id, qty_out::text AS days
      FROM ${history} h
      WHERE employee_id = ANY (${employeeIds}::bigint[])
        AND kind = 'conversion'
        AND payroll_id IS NULL
        AND date <= ${until}
        AND NOT EXISTS (
          SELECT 1
          FROM ${history} u
          WHERE u.employee_id = h.employee_id
            AND u.leave_type_id = h.leave_type_id
            AND u.entry_key = h.entry_key || ':undone'
        )
      ORDER BY date, id
    `,
  )
}

/** Days still in the balance that a payroll up to a date would convert. */
function convertible(type: LeaveType, ledger: readonly LeaveEntry[], period: { to: string; tag: string }): Decimal {
  const year = Number(period.to.slice(0, 4))
  if (period.tag === 'final_pay') {
    const left = Decimal.max(Decimal.min(balanceOn(ledger, period.to), availableOn(ledger, period.to)), ZERO)
    const most = yearEndRules(type, ledger, year).max_convertible
    return most === undefined ? left : Decimal.min(left, dec(most))
  }
  // Before December the balance at the year's end is not known.
  if (!period.to.slice(5).startsWith('12')) return ZERO
  return closeYear(ledger, `${year}-12-31`, yearEndRules(type, ledger, year)).converted
}

/** The days that payrolls of the tags `leave_conversion` and `final_pay` convert. Set-wise, within the caller's transaction. */
export async function conversionsDue(
  ctx: Ctx,
  employeeIds: readonly number[],
  period: { readonly to: string; readonly tag: 'leave_conversion' | 'final_pay' },
): Promise<readonly ConversionDue[]> {
  if (!ctx.modules.has('employee_balance_history') || !employeeIds.length) return []
  const types = [...(await leaveTypes(ctx)).values()].filter((type) => type.is_convertible && type.credit_per === 'year')
  const ledgers = await ledgersOf(ctx, employeeIds)
  const sums = new Map<string, Decimal>()
  for (const unpaid of await unpaidOf(ctx, employeeIds, period.to)) {
    const key = accountKey(Number(unpaid.employee_id), Number(unpaid.leave_type_id))
    sums.set(key, (sums.get(key) ?? ZERO).plus(dec(unpaid.days)))
  }
  const due: ConversionDue[] = []
  for (const employee_id of employeeIds) {
    const conversions = types.flatMap((type): TypedConversion[] => {
      const key = accountKey(employee_id, type.id)
      const days = (sums.get(key) ?? ZERO).plus(convertible(type, ledgers.get(key) ?? [], period))
      return days.isZero() ? [] : [{ leave: kindOf(type), days: days.toFixed(), leave_type_id: type.id }]
    })
    if (conversions.length) due.push({ employee_id, conversions })
  }
  return due
}

/** Takes converted days from the balances when a payroll is posted; `reverse` gives them back. */
export async function takeConversions(
  fx: EffectContext,
  conversions: readonly ConversionDue[],
  options: { readonly date: string; readonly reverse: boolean },
): Promise<void> {
  const employeeIds = conversions.map((conversion) => conversion.employee_id)
  if (!employeeIds.length) return
  await holdLeave(fx.ctx, employeeIds)
  return options.reverse ? giveBack(fx, employeeIds) : pay(fx, conversions, options.date)
}

async function pay(fx: EffectContext, conversions: readonly ConversionDue[], date: string): Promise<void> {
  const { ctx } = fx
  const history = table(ctx, 'employee_balance_history')
  const payroll_id = recordId(fx)
  const unpaid = await unpaidOf(
    ctx,
    conversions.map((conversion) => conversion.employee_id),
    date,
  )
  const paid: number[] = []
  const postings: Posting[] = []
  for (const { employee_id, conversions: converted } of conversions)
    for (const { leave_type_id, days } of converted) {
      let left = dec(days)
      for (const entry of unpaid)
        if (Number(entry.employee_id) === employee_id && Number(entry.leave_type_id) === leave_type_id && dec(entry.days).lte(left)) {
          paid.push(entry.id)
          left = left.minus(dec(entry.days))
        }
      if (left.isZero()) continue
      const key = `payroll:${payroll_id}:${fx.posting_seq}`
      postings.push({ employee_id, leave_type_id, entry: { date, kind: 'conversion', days: left.neg(), key, note: 'Paid in cash' } })
    }
  if (paid.length) await ctx.db.query(sql`UPDATE ${history} SET payroll_id = ${payroll_id} WHERE id = ANY (${paid}::bigint[])`)
  await postLeave(
    ctx,
    { module: fx.module.name, id: payroll_id, transaction_no: textOf(fx.record, 'transaction_no') || null, payroll_id },
    postings,
  )
  await requireCovered(ctx, postings, 'Leave converted by this payroll was used after it was computed. Precompute it again')
}

async function giveBack(fx: EffectContext, employeeIds: readonly number[]): Promise<void> {
  const { ctx } = fx
  const history = table(ctx, 'employee_balance_history')
  const payroll_id = recordId(fx)
  await ctx.db.query(
    sql`
      UPDATE ${history}
      SET payroll_id = NULL
      WHERE payroll_id = ${payroll_id} AND employee_id = ANY (${employeeIds}::bigint[]) AND source <> ${fx.module.name}
    `,
  )
  const rows = await ctx.db.query<{
    employee_id: number
    leave_type_id: number
    date: string
    days: string
    entry_key: string
    transaction_no: string | null
  }>(
    sql`
      SELECT employee_id, leave_type_id, date::text AS date, qty_out::text AS days, entry_key, transaction_no
      FROM ${history} h
      WHERE source = ${fx.module.name}
        AND source_id = ${payroll_id}
        AND kind = 'conversion'
        AND employee_id = ANY (${employeeIds}::bigint[])
        AND NOT EXISTS (
          SELECT 1
          FROM ${history} u
          WHERE u.employee_id = h.employee_id
            AND u.leave_type_id = h.leave_type_id
            AND u.entry_key = h.entry_key || ':undone'
        )
    `,
  )
  const taken = rows.map(
    (row): Posting => ({
      employee_id: Number(row.employee_id),
      leave_type_id: Number(row.leave_type_id),
      entry: { date: row.date, kind: 'conversion', days: dec(row.days).neg(), key: row.entry_key },
    }),
  )
  await postLeave(ctx, { module: fx.module.name, id: payroll_id, transaction_no: rows[0]?.transaction_no ?? null }, undoing(taken))
}
