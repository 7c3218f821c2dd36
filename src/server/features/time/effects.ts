/** Effects of day records and time sheets. None of them changes anything that a void would have to restore. */

import type { Json } from '../../../kernel/json.ts'
import type { Ctx, Effect, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import type { Records } from '../records.generated.ts'
import { holdTime, requireUnlocked } from './locks.ts'
import { processDays } from './process.ts'
import { freezeDays, refreshSheets } from './sheets.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
/** After sources, stock and ledgers; time has locks of its own. */
const RANK = 60
/** Nothing to restore: these actions are undone by their counterparts. */
const reverse = async (): Promise<void> => {}

type DayRecord = Records['daily_time_record']
type Sheet = Records['time_sheet']

const hold = (fx: EffectContext<DayRecord | Sheet>): Promise<void> => holdTime(fx.ctx, [fx.record.employee_id])

/** Processes one day; reports an obstacle to the user who asked. */
async function again(ctx: Ctx, id: number, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const { problems } = await processDays(ctx, { employeeIds: [id], from, to })
  if (problems[0]) throw refuse('E_TIME_SETUP', `Attendance could not be computed: ${problems[0].message}`)
}

/** `time.mark`: absent or present by hand; stays when the day is processed again, until it is cleared. */
const timeMark: Effect<'absent' | 'present' | 'none', DayRecord> = {
  name: 'time.mark',
  rank: RANK,
  params: {
    enum: ['absent', 'present', 'none'],
    description: 'Marks a day absent or present by hand, or clears the mark (`none`); the mark stays when the day is recomputed.',
  },
  lock: hold,
  async apply(fx, mark) {
    await requireUnlocked(fx.ctx, [fx.record.employee_id], fx.record.date, fx.record.date)
    await fx.ctx.db.query(
      sql`
        UPDATE ${table(fx.ctx, fx.module.entity.table)}
        SET mark = ${mark === 'none' ? null : mark}
        WHERE id = ${fx.record.id}
      `,
    )
    await again(fx.ctx, fx.record.employee_id, { from: fx.record.date, to: fx.record.date })
    return { mark }
  },
  reverse,
}

/** `time.day`: processes the day of a record again. */
const timeDay: Effect<Json, DayRecord> = {
  name: 'time.day',
  rank: RANK,
  params: { ...NONE, description: 'Recomputes the day of the record.' },
  lock: hold,
  async apply(fx) {
    await requireUnlocked(fx.ctx, [fx.record.employee_id], fx.record.date, fx.record.date)
    await again(fx.ctx, fx.record.employee_id, { from: fx.record.date, to: fx.record.date })
    return {}
  },
  reverse,
}

const span = ({ record }: EffectContext<Sheet>): { readonly from: string; readonly to: string } => ({
  from: record.date_from,
  to: record.date_to,
})

/** `time.sheet`: processes all days of a sheet again, and its sums with them. */
const timeSheet: Effect<Json, Sheet> = {
  name: 'time.sheet',
  rank: RANK,
  params: { ...NONE, description: 'Recomputes all days and the totals of a time sheet.' },
  lock: hold,
  async apply(fx) {
    if (fx.record.status === 'locked') throw refuse('E_TIME_LOCKED', 'The time sheet is locked. Unlock it first.')
    await again(fx.ctx, fx.record.employee_id, span(fx))
    return {}
  },
  reverse,
}

/** `time.lock`: freezes the days of a sheet, with its present sums. */
const timeLock: Effect<Json, Sheet> = {
  name: 'time.lock',
  rank: RANK,
  params: { ...NONE, description: 'Locks the days of a time sheet with their totals.' },
  lock: hold,
  async apply(fx) {
    await refreshSheets(fx.ctx, [fx.record.employee_id], { ...span(fx), payPeriodId: fx.record.pay_period_id })
    await freezeDays(fx.ctx, [fx.record.employee_id], { ...span(fx), isLocked: true })
    return {}
  },
  reverse,
}

/** `time.unlock`: unfreezes the days of a sheet. */
const timeUnlock: Effect<Json, Sheet> = {
  name: 'time.unlock',
  rank: RANK,
  params: { ...NONE, description: 'Unlocks the days of a time sheet.' },
  lock: hold,
  async apply(fx) {
    await freezeDays(fx.ctx, [fx.record.employee_id], { ...span(fx), isLocked: false })
    return {}
  },
  reverse,
}

export const timeEffects = [timeMark, timeDay, timeSheet, timeLock, timeUnlock]
