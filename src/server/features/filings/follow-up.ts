/** Effects of filings on other filings: overtime used as time off, and the filings made from accomplished work. */

import type { Json, Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { recordId } from '../../records/row.ts'
import type { Records } from '../records.generated.ts'
import { dayFacts, partOfDay } from './days.ts'
import { actualHours } from './guards.ts'
import { timeOff } from './time-off.ts'

type Authorized = Records['overtime_filing_with_authorization' | 'restday_filing_with_authorization']

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} } as const

/** Marks the named overtime as used, so that no other filing can use it. */
export const ctoConsume: Effect<Json, Records['cto_filing']> = {
  name: 'cto.consume',
  rank: 50,
  params: { ...NONE, description: 'Uses up the hours of overtime that a filing for compensatory time off names.' },
  async apply(fx) {
    const { ctx, record } = fx
    const { earned, expiry } = await timeOff(ctx, record, true)
    const ids = record.overtime_filing_ids
    await ctx.db.query(sql`
      UPDATE ${table(ctx, 'overtime_filing')}
      SET cto_computed = true
      WHERE id = ANY (${ids}::bigint[])
    `)
    const earnedHours = earned.toFixed()
    const usedHours = dec(record.hours).toFixed()
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'cto_filing')}
        SET earned_hours = ${earnedHours}, used_hours = ${usedHours},
          balance_hours = ${earnedHours}::numeric - ${usedHours}::numeric, expiry_date = ${expiry}
        WHERE id = ${recordId(fx)}
      `,
    )
    return { ids }
  },
  async reverse({ ctx }, entry) {
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'overtime_filing')}
        SET cto_computed = false
        WHERE id = ANY (${(entry as { ids: number[] }).ids}::bigint[])
      `,
    )
  },
}

/** Makes the filing of the accomplished work, approved as the authorization was, or updates the one made before. */
async function fulfil<R extends Authorized>(fx: EffectContext<R>, name: string, reference: keyof R & string, values: Row): Promise<Json> {
  const { ctx, module, record } = fx
  const target = ctx.modules.get(name)!
  const system = asSystem(ctx, `accomplished under ${record.transaction_no}`)
  const { workflow, records } = ctx.services
  const known = record[reference] === null || record[reference] === undefined ? undefined : Number(record[reference])
  if (known !== undefined)
    await workflow.transition(system, target, { id: known, action: 'void', input: { void_reason: 'Entered again.' } })
  const made = await records.create(system, target, {
    ...values,
    employee_id: record.employee_id,
    date: record.date,
    reason: record.reason,
  })
  const id = Number(made.id)
  await workflow.transition(system, target, { id, action: 'post', input: {} })
  await workflow.transition(system, target, { id, action: 'approve', input: {} })
  await ctx.db.query(sql`
    UPDATE ${table(ctx, module.entity.table)}
    SET ${raw(reference)} = ${id}
    WHERE id = ${recordId(fx)}
  `)
  return { id }
}

export const fulfilOvertime: Effect<Json, Records['overtime_filing_with_authorization']> = {
  name: 'filing.fulfilOvertime',
  rank: 50,
  params: { ...NONE, description: 'Makes an approved overtime filing of the hours that were actually worked on an authorization.' },
  async apply(fx) {
    const { ctx, module, input } = fx
    const all = { ...fx.record, ...input }
    const hours = actualHours(all)
    const span = (Date.parse(String(all.actual_end)) - Date.parse(String(all.actual_start))) / 60_000
    const pause = Math.max(0, Math.round(span - hours.times(60).toNumber()))
    await ctx.db.query(sql`
      UPDATE ${table(ctx, module.entity.table)}
      SET actual_hours = ${hours.toFixed()}
      WHERE id = ${recordId(fx)}
    `)
    const date = String(all.date)
    const [day] = await dayFacts(ctx, Number(all.employee_id), date, date)
    const part = day && (await partOfDay(ctx, day, String(all.actual_start), String(all.actual_end)))
    return fulfil(fx, 'overtime_filing', 'overtime_filing_id', {
      start_at: all.actual_start,
      end_at: all.actual_end,
      break_minutes: pause,
      overtime_type: part && part !== 'shift' ? part : 'post_shift',
    })
  },
  async reverse() {},
}

export const fulfilRestday: Effect<Json, Records['restday_filing_with_authorization']> = {
  name: 'filing.fulfilRestday',
  rank: 50,
  params: { ...NONE, description: 'Makes an approved rest day filing of the hours that were actually worked on an authorization.' },
  async apply(fx) {
    const all = { ...fx.record, ...fx.input }
    const start = new Date(String(all.planned_start))
    const end = new Date(start.getTime() + actualHours(all).times(3_600_000).toNumber())
    return fulfil(fx, 'restday_filing', 'restday_filing_id', { work_start: start.toISOString(), work_end: end.toISOString() })
  },
  async reverse() {},
}
