/** Filed leave: who can take it, its cost, and its entries in the ledger from filing to taking. */

import { completedMonths } from '../../../domain/leave/calendar.ts'
import { availableOn, credit, type LeaveEntry, type LeaveLedger, take } from '../../../domain/leave/ledger.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { invalid, messageOf, refuse } from '../../platform/errors.ts'
import { idOf, recordId, textOf } from '../../records/row.ts'
import type { Note } from '../filings/checks.ts'
import type { Records } from '../records.generated.ts'
import { type LeaveCost, leaveCost } from './days.ts'
import { ledgerOf, type Posting } from './entries.ts'
import { daysText, type LeaveSource, postLeave, standingOf, undoing, undoSource } from './ledger.ts'
import { wrongSex } from './sexes.ts'
import { type LeaveType, leaveType } from './types.ts'

const LEAVE_FILING = 'leave_filing'

const NO_DAYS = 'The dates have no working day. No leave is needed on rest days and holidays.'

const unit = (days: Decimal): string => `${daysText(days)} ${days.eq(1) ? 'day' : 'days'}`

/** The leave type of a filing; 400 when there is none. */
export async function typeOf(ctx: Ctx, record: Row): Promise<LeaveType> {
  const id = idOf(record, 'leave_type_id')
  const type = id === null ? undefined : await leaveType(ctx, id)
  if (!type) throw invalid({ leave_type_id: ['Choose a leave type.'] })
  return type
}

/** Domain errors as messages on the filing's fields. */
export async function costOf(ctx: Ctx, record: Row, type: LeaveType): Promise<LeaveCost> {
  try {
    return await leaveCost(ctx, record, type)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const field = ['date_from', 'date_to', 'qty', 'duration_type'].includes(error.field) ? error.field : 'date_from'
    throw invalid({ [field]: [messageOf(error)] })
  }
}

/** Why the employee cannot take this kind of leave, or not like this. */
export async function leaveRefusals(ctx: Ctx, record: Row, type: LeaveType): Promise<Note[]> {
  const [employee] = await ctx.db.query<{ gender: string | null; date_hired: string | null }>(
    sql`
      SELECT gender, date_hired::text AS date_hired
      FROM ${table(ctx, 'employee')}
      WHERE id = ${Number(record.employee_id)}
    `,
  )
  const from = textOf(record, 'date_from').slice(0, 10)
  const notes: Note[] = []
  const refusal = (text: string): void => void notes.push({ tone: 'danger', rule: 'E_LEAVE_TYPE', text })
  const sex = wrongSex(type, employee?.gender)
  if (sex) refusal(sex)
  const service = employee?.date_hired && from > employee.date_hired ? completedMonths(employee.date_hired, addDays(from, -1)) : 0
  if (type.min_service_months > 0 && service < type.min_service_months)
    refusal(`${type.name} takes ${type.min_service_months} months of service; by ${from} there are ${service}.`)
  if (!type.allow_half_day && (record.duration_type ?? 'whole_day') !== 'whole_day') refusal(`${type.name} is taken in whole days.`)
  if (type.requires_attachment && !((record.attachments as unknown[] | null) ?? []).length)
    refusal(`${type.name} needs a supporting document. Attach it to the filing.`)
  const today = ctx.clock.today(ctx.company.time_zone)
  if (type.advance_days > 0 && from < addDays(today, type.advance_days))
    refusal(`${type.name} is filed ${type.advance_days} days ahead: for ${addDays(today, type.advance_days)} at the earliest.`)
  return notes
}

/** Event leave is limited per event; yearly credits by the balance. Undefined where it fits. */
function shortage(type: LeaveType, ledger: LeaveLedger, cost: LeaveCost, from: string): string | undefined {
  if (cost.paid.isZero()) return undefined
  if (type.credit_per === 'event')
    return cost.paid.gt(type.annual_credits)
      ? `${type.name} is granted for ${unit(type.annual_credits)} at most; this one takes ${daysText(cost.paid)}.`
      : undefined
  if (type.allow_negative) return undefined
  const left = availableOn(ledger, from)
  return cost.paid.gt(left)
    ? `${unit(left)} of ${type.name} ${left.eq(1) ? 'is' : 'are'} left on ${formatDate(from)}, and this leave takes ${daysText(cost.paid)}. File fewer days, or the rest without pay.`
    : undefined
}

/** The balance of a kind of leave on the first day, without the reservation of the filing itself. */
async function ledgerWithout(ctx: Ctx, record: Row, type: LeaveType): Promise<LeaveLedger> {
  const ledger = await ledgerOf(ctx, Number(record.employee_id), type.id)
  const standing = record.id ? await standingOf(ctx, LEAVE_FILING, Number(record.id)) : []
  return [...ledger, ...undoing(standing).map((posting) => posting.entry)]
}

/** Notes while a leave is filled in: the balance, the days it takes, and any conflict. */
export async function leaveNotes(ctx: Ctx, record: Row): Promise<Note[]> {
  const id = idOf(record, 'leave_type_id')
  if (id === null || !record.employee_id) return []
  const type = await leaveType(ctx, id)
  if (!type) return []
  const from = textOf(record, 'date_from').slice(0, 10) || ctx.clock.today(ctx.company.time_zone)
  const ledger = await ledgerWithout(ctx, record, type)
  const left = availableOn(ledger, from)
  if (!record.date_from || !record.date_to) return type.is_paid && type.credit_per === 'year' ? [balanceNote(type, left, from)] : []
  let cost: LeaveCost
  try {
    cost = await leaveCost(ctx, record, type)
  } catch (error) {
    if (error instanceof DomainError) return [{ tone: 'danger', text: messageOf(error) }]
    throw error
  }
  const notes = await leaveRefusals(ctx, record, type)
  const short = shortage(type, ledger, cost, from)
  if (short) notes.push({ tone: 'danger', rule: 'E_LEAVE_BALANCE', text: short })
  else if (cost.days.isZero()) notes.push({ tone: 'danger', rule: 'E_NO_LEAVE_DAYS', text: NO_DAYS })
  else if (cost.paid.isZero()) notes.push({ tone: 'info', text: `${unit(cost.days)} without pay; no credits are used.` })
  else if (type.credit_per === 'event')
    notes.push({ tone: 'info', text: `${unit(cost.paid)} of at most ${daysText(type.annual_credits)}.` })
  else
    notes.push({ ...balanceNote(type, left, from), text: `${balanceNote(type, left, from).text} This leave takes ${daysText(cost.paid)}.` })
  return notes
}

const balanceNote = (type: LeaveType, left: Decimal, from: string): Note => ({
  tone: 'info',
  text: `${unit(left)} of ${type.name} ${left.eq(1) ? 'is' : 'are'} left on ${formatDate(from)}.`,
})

/** Writes the dates, days and balance that the server computes into a record that is about to be saved. */
export async function settleLeave(ctx: Ctx, record: Row): Promise<void> {
  if (!record.employee_id || !record.leave_type_id || !record.date_from || !record.date_to) return
  const type = await typeOf(ctx, record)
  const cost = await costOf(ctx, record, type)
  const known = new Map(((record.dates as Row[] | undefined) ?? []).map((row) => [String(row.date).slice(0, 10), row]))
  record.dates = cost.dates.map((date) => ({ ...known.get(date.date), ...date }))
  record.qty = cost.days
  if (!type.is_paid) record.with_pay = false
  record.balance = availableOn(await ledgerWithout(ctx, record, type), String(record.date_from).slice(0, 10))
}

const sourceOf = (fx: EffectContext<Records['leave_filing']>): LeaveSource => ({
  module: fx.module.name,
  id: recordId(fx),
  transaction_no: fx.record.transaction_no,
})

/** Reserves the credits of a submitted filing, one entry for each calendar year that it touches. */
export async function reserve(fx: EffectContext<Records['leave_filing']>): Promise<{ days: string }> {
  const { ctx, record } = fx
  const type = await typeOf(ctx, record)
  const cost = await costOf(ctx, record, type)
  if (cost.days.isZero()) throw refuse('E_NO_LEAVE_DAYS', NO_DAYS)
  await writeCost(fx, cost)
  const employee_id = record.employee_id
  const ledger: LeaveEntry[] = [...(await ledgerOf(ctx, employee_id, type.id))]
  const short = shortage(type, ledger, cost, record.date_from)
  if (short) throw refuse('E_LEAVE_BALANCE', short)
  const postings: Posting[] = []
  const enter = (entry: LeaveEntry): void => {
    ledger.push(entry)
    postings.push({ employee_id, leave_type_id: type.id, entry })
  }
  for (const [year, { date, days }] of byYear(cost)) {
    const key = `${LEAVE_FILING}:${recordId(fx)}:${fx.posting_seq}:${year}`
    if (type.credit_per === 'event') enter(credit(ledger, date, days, { key: `${key}:event`, note: `Granted for this leave` }))
    try {
      enter(take(ledger, date, days, { kind: 'reservation', key, allow_negative: type.allow_negative, note: 'Filed' }))
    } catch (error) {
      throw error instanceof DomainError ? refuse('E_LEAVE_BALANCE', `${type.name}: ${messageOf(error)}`) : error
    }
  }
  await postLeave(ctx, sourceOf(fx), postings)
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, fx.module.entity.table)}
      SET balance = ${availableOn(ledger, record.date_from).toFixed()}
      WHERE id = ${recordId(fx)}
    `,
  )
  return { days: cost.paid.toFixed() }
}

/** Days with pay of each calendar year, from the first of them. */
function byYear(cost: LeaveCost): Map<string, { date: string; days: Decimal }> {
  const years = new Map<string, { date: string; days: Decimal }>()
  for (const date of cost.dates) {
    if (!date.with_pay) continue
    const year = date.date.slice(0, 4)
    const known = years.get(year)
    years.set(year, { date: known?.date ?? date.date, days: (known?.days ?? dec(0)).plus(date.qty) })
  }
  return years
}

/** The schedule may have changed since the filing was saved: writes the present cost into its rows. */
async function writeCost(fx: EffectContext<Records['leave_filing']>, cost: LeaveCost): Promise<void> {
  const { ctx, module } = fx
  const lines = linesTable(ctx, module.name, 'dates')
  await ctx.db.query(sql`DELETE FROM ${lines} WHERE parent_id = ${recordId(fx)}`)
  await ctx.db.query(
    sql`
      INSERT INTO ${lines} (parent_id, line_no, date, qty, with_pay)
      SELECT ${recordId(fx)}, row_number() OVER (ORDER BY r.date), r.date, r.qty, r.with_pay
      FROM jsonb_to_recordset(
        ${JSON.stringify(cost.dates.map((date) => ({ ...date, qty: date.qty.toFixed() })))}::jsonb
      ) AS r(date date, qty numeric, with_pay boolean)
    `,
  )
  await ctx.db.query(sql`
    UPDATE ${table(ctx, module.entity.table)}
    SET qty = ${cost.days.toFixed()}
    WHERE id = ${recordId(fx)}
  `)
}

/** Releases the credits that the filing reserves; does nothing where there are none. */
export const release = (fx: EffectContext<Records['leave_filing']>): Promise<Posting[]> => undoSource(fx.ctx, sourceOf(fx))

/** Marks the reserved credits as used. */
export async function takeReserved(fx: EffectContext<Records['leave_filing']>): Promise<{ days: string }> {
  const source = sourceOf(fx)
  const standing = await standingOf(fx.ctx, source.module, source.id, ['reservation'])
  const used = standing.map((posting) => ({
    ...posting,
    entry: { ...posting.entry, kind: 'use' as const, key: `${posting.entry.key}:use`, note: 'Taken' },
  }))
  await postLeave(fx.ctx, source, [...undoing(standing), ...used])
  return { days: standing.reduce((sum, posting) => sum.minus(posting.entry.days), dec(0)).toFixed() }
}
