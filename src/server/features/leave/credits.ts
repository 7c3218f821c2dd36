/** Credits that documents give, and amendments by hand. */

import { amend, balanceOn, credit, type EntryKind } from '../../../domain/leave/ledger.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, messageOf, refuse } from '../../platform/errors.ts'
import { linesOf, recordId, textOf } from '../../records/row.ts'
import type { Records } from '../records.generated.ts'
import { syncDocument } from './documents.ts'
import { ledgerOf, type Posting } from './entries.ts'
import { holdLeave, type LeaveSource, postLeave, requireCovered, undoSource } from './ledger.ts'
import { sexesOf, wrongSex } from './sexes.ts'
import { leaveTypes } from './types.ts'

const KIND_OF: Readonly<Record<string, EntryKind>> = { manual: 'grant', import: 'opening', accrual: 'accrual', carry_over: 'carry_over' }

type Balances = Records['leave_balance']

const sourceOf = (fx: EffectContext<Balances>): LeaveSource => ({
  module: fx.module.name,
  id: recordId(fx),
  transaction_no: fx.record.transaction_no,
})

/** Allows each employee and leave type only once in a document. 400 with the line. */
export function requireDistinct(record: Row): void {
  const seen = new Set<string>()
  for (const [index, row] of linesOf(record, 'items').entries()) {
    const key = `${String(row.employee_id)}:${String(row.leave_type_id)}`
    if (seen.has(key)) throw invalid({ [`items.${index}.employee_id`]: ['This employee already has a line for this leave type.'] })
    seen.add(key)
  }
}

/** Refuses credits of a kind that is for the other sex. 400 with the line. */
export async function requireSexes(ctx: Ctx, record: Row): Promise<void> {
  const types = await leaveTypes(ctx)
  const sexes = await sexesOf(ctx, employeesIn(record))
  for (const [index, row] of linesOf(record, 'items').entries()) {
    const type = types.get(Number(row.leave_type_id))
    const wrong = type && wrongSex(type, sexes.get(Number(row.employee_id)))
    if (wrong) throw invalid({ [`items.${index}.leave_type_id`]: [wrong] })
  }
}

export const employeesIn = (record: Row): number[] => linesOf(record, 'items').map((row) => Number(row.employee_id))

/** Gives every employee of a document their credits, from the first day of its year, or of their employment. */
export async function creditDocument(fx: EffectContext<Balances>): Promise<{ items: number }> {
  const { ctx, record } = fx
  const items = record.items.filter((row) => row.granted !== null && !row.granted.isZero())
  const types = await leaveTypes(ctx)
  const hired = new Map(
    (
      await ctx.db.query<{ id: number; hired: string | null }>(
        sql`
          SELECT id, date_hired::text AS hired
          FROM ${table(ctx, 'employee')}
          WHERE id = ANY (${employeesIn(record)}::bigint[])
        `,
      )
    ).map((row) => [Number(row.id), row.hired]),
  )
  const first = `${record.year}-01-01`
  const expires = record.expiry_date ?? ''
  const postings = items.map((row): Posting => {
    const employee_id = Number(row.employee_id)
    const leave_type_id = Number(row.leave_type_id)
    const joined = hired.get(employee_id)
    const date = joined && joined > first ? joined : first
    if (types.get(leave_type_id)?.credit_per === 'event')
      throw refuse('E_LEAVE_TYPE', `${types.get(leave_type_id)!.name} is granted event by event; nothing is credited ahead.`)
    const entry = credit([], date, dec(row.granted), {
      kind: KIND_OF[record.source ?? ''] ?? 'grant',
      ...(expires ? { expires_on: expires } : {}),
      key: `leave_balance:${recordId(fx)}:${fx.posting_seq}`,
      note: `Credits of ${record.year}`,
    })
    return { employee_id, leave_type_id, entry }
  })
  await postLeave(ctx, sourceOf(fx), postings)
  await syncDocument(ctx, recordId(fx), Number(record.year))
  return { items: postings.length }
}

/** Removes the credits of a document; 422 where some of them have been used. */
export async function uncreditDocument(fx: EffectContext<Balances>): Promise<void> {
  const undone = await undoSource(fx.ctx, sourceOf(fx))
  await requireCovered(fx.ctx, undone, 'Credits of this document are already used. Void the leaves first')
  await syncDocument(fx.ctx, recordId(fx), Number(fx.record.year))
}

/** Carries out an amendment that was just saved: at once, in the ledger, with the balance before and after it (G119). */
export async function applyAmendment(ctx: Ctx, record: Row): Promise<void> {
  const employee_id = Number(record.employee_id)
  const type = (await leaveTypes(ctx)).get(Number(record.leave_type_id))!
  const date = textOf(record, 'effective_date').slice(0, 10)
  const wrong = record.is_increase ? wrongSex(type, (await sexesOf(ctx, [employee_id])).get(employee_id)) : undefined
  if (wrong) throw invalid({ leave_type_id: [wrong] })
  await holdLeave(ctx, [employee_id])
  const ledger = await ledgerOf(ctx, employee_id, type.id)
  const days = dec(record.qty)
  try {
    const entry = amend(ledger, {
      date,
      days: record.is_increase ? days : days.neg(),
      reason: textOf(record, 'reason').trim() || 'Amended by hand',
      allowNegative: type.allow_negative,
    })
    await postLeave(ctx, { module: 'leave_amendment', id: Number(record.id) }, [
      { employee_id, leave_type_id: type.id, entry: { ...entry, key: `leave_amendment:${Number(record.id)}` } },
    ])
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw refuse('E_LEAVE_BALANCE', `${type.name} would fall below zero: ${messageOf(error)}`)
  }
  const before = balanceOn(ledger, date)
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'leave_amendment')}
      SET balance_before = ${before.toFixed()},
        balance_after = ${before.plus(record.is_increase ? days : days.neg()).toFixed()}
      WHERE id = ${record.id}
    `,
  )
}
