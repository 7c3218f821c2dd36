/** Effects of filings on time records: days processed again, punches and schedules corrected by a filing. */

import type { Json, Row } from '../../../engine/model/module.ts'
import { auditRows, type RowChange } from '../../platform/audit/index.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { empty, type Sql, sql, table } from '../../platform/db/sql.ts'
import { nameOf, recordId } from '../../records/row.ts'
import type { Records } from '../records.generated.ts'
import { requireApart } from '../time/overlaps.ts'
import { periodOf } from './checks.ts'
import { dayFacts } from './days.ts'
import { peopleOf } from './guards.ts'
import { reprocess } from './reprocess.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} } as const

/** `lines`: rows with the employees, instead of the owner. `also`: further date fields. */
type Reprocess = { lines?: string; also?: string[] }

/** Employees and days that the record concerns. */
function concerned(
  { module, record }: EffectContext,
  params: Reprocess | null,
): { employees: number[]; from: string; to: string } | undefined {
  const span = periodOf(module, record)
  const employees = peopleOf(record, params?.lines)
  if (!span || !employees.length) return undefined
  const days = [...span, ...(params?.also ?? []).flatMap((name) => (record[name] ? [String(record[name])] : []))].sort()
  return { employees, from: days[0]!, to: days.at(-1)! }
}

/** Processes the days concerned again when the filing takes effect, and when it no longer does. 423 where they are locked. */
export const timeReprocess: Effect<Reprocess | null> = {
  name: 'time.reprocess',
  rank: 60,
  params: {
    description: 'Recomputes the days of the filing.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table with the employees concerned, instead of the owner.' },
      also: {
        type: 'array',
        items: { type: 'string', format: 'field', of: ['date'] },
        description: 'Fields with further days concerned.',
      },
    },
  },
  async apply() {
    return null
  },
  async reverse() {},
  async afterTransition(fx, params) {
    const found = concerned(fx, params)
    if (found) await reprocess(fx.ctx, found.employees, found.from, found.to)
  },
}

/** Adds the filed punch to the raw logs. */
export const timePunch: Effect<Json, Records['timelog_filing']> = {
  name: 'time.punch',
  rank: 50,
  params: { ...NONE, description: 'Enters the punch that a filing stands for.' },
  async apply(fx) {
    const { ctx, record } = fx
    const now = ctx.clock.now().toISOString()
    const [row] = await ctx.db.query<{ id: number; row: Row }>(
      sql`
        INSERT INTO ${table(ctx, 'raw_time_log')} AS made (
          employee_id, biometric_id, logged_at, direction, type, source, is_processed, version, created_by, created_at,
          updated_at
        )
        SELECT e.id, coalesce(nullif(e.biometric_id, ''), e.employee_no), ${record.logged_at}, ${record.direction},
          ${record.type}, 'filing', true, 1, ${ctx.principal.user_id || null}, ${now}, ${now}
        FROM ${table(ctx, 'employee')} e
        WHERE e.id = ${record.employee_id}
        RETURNING made.id, to_jsonb(made) AS row
      `,
    )
    if (row) await auditRows(ctx, ctx.modules.get('raw_time_log')!, [{ after: row.row }], `${fx.module.singular} ${nameOf(fx)}`)
    return { id: row?.id ?? null }
  },
  async reverse(fx, entry) {
    const { ctx } = fx
    const gone = await ctx.db.query<{ row: Row }>(
      sql`
        DELETE FROM ${table(ctx, 'raw_time_log')} d
        WHERE id = ${(entry as { id: number | null }).id}
        RETURNING to_jsonb(d) AS row
      `,
    )
    await auditRows(
      ctx,
      ctx.modules.get('raw_time_log')!,
      gone.map(({ row }) => ({ before: row })),
      `${fx.module.singular} ${nameOf(fx)}`,
    )
  },
}

/** Records on official business whether one of its days is a rest day. */
export const businessRestDay: Effect<Json, Records['official_business_filing']> = {
  name: 'business.restDay',
  rank: 50,
  params: { ...NONE, description: 'Notes on official business whether one of its days is a rest day.' },
  async apply(fx) {
    const { ctx, module, record } = fx
    const span = periodOf(module, record)
    const days = span ? await dayFacts(ctx, record.employee_id, ...span) : []
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET is_rest_day = ${days.some((day) => day.is_rest_day)}
        WHERE id = ${recordId(fx)}
      `,
    )
    return null
  },
  async reverse() {},
}

interface Replaced extends Record<string, Json> {
  made: number[]
  before: Row[] & Json
}

/** Removed and added rows as separate changes, because each has an id of its own. */
const replaced = (gone: readonly { row: Row }[], come: readonly { row: Row }[]): RowChange[] => [
  ...gone.map(({ row }) => ({ before: row })),
  ...come.map(({ row }) => ({ after: row })),
]

/** Sets the schedule rows of the listed employees for the dates and weekdays; the rows before are kept for a void. */
export const scheduleAdjust: Effect<Json, Records['shift_adjustment']> = {
  name: 'schedule.adjust',
  rank: 50,
  params: {
    ...NONE,
    description: 'Writes the schedule rows of the employees listed for its dates and weekdays; undoing it puts the former rows back.',
  },
  async apply(fx) {
    const { ctx, record } = fx
    const people = peopleOf(record as unknown as Row, 'employees')
    const { weekdays } = record
    const schedule = table(ctx, 'shift_schedule')
    const onWeekday = (day: Sql) => sql`(cardinality(${weekdays}::text[]) = 0 OR trim(to_char(${day}, 'day')) = ANY (${weekdays}::text[]))`
    const before = await ctx.db.query<{ row: Row }>(
      sql`
        DELETE FROM ${schedule} s
        WHERE employee_id = ANY (${people}::bigint[])
          AND date BETWEEN ${record.date_from}::date AND ${record.date_to}::date
          AND ${onWeekday(sql`date`)}
        RETURNING to_jsonb(s) AS row
      `,
    )
    const moment = (time: Sql, plus = empty) => sql`((d::date + ${time} ${plus}) AT TIME ZONE ${ctx.company.time_zone})`
    const late = (time: Sql) => sql`+ CASE WHEN ${time} <= i.time_in THEN interval '1 day' ELSE interval '0' END`
    const now = ctx.clock.now().toISOString()
    const made = await ctx.db.query<{ id: number; row: Row }>(
      sql`
        INSERT INTO ${schedule} AS made (
          employee_id, date, shift_template_id, time_in, time_out, break_out, break_in, is_rest_day, is_night_shift,
          source, shift_adjustment_id, version, created_by, created_at, updated_at
        )
        SELECT e, d::date, t.id, ${moment(sql`i.time_in`)}, ${moment(sql`i.time_out`, late(sql`i.time_out`))},
          ${moment(sql`t.break_out`, late(sql`t.break_out`))}, ${moment(sql`t.break_in`, late(sql`t.break_in`))},
          coalesce(i.is_rest_day, false), t.is_night_shift, 'adjustment', ${recordId(fx)}, 1,
          ${ctx.principal.user_id || null}, ${now}, ${now}
        FROM unnest(${people}::bigint[]) e
        CROSS JOIN generate_series(${record.date_from}::date, ${record.date_to}::date, interval '1 day') d
        JOIN ${table(ctx, 'shift_template')} t ON t.id = ${record.shift_template_id}
        LEFT JOIN ${table(ctx, 'shift_template__days')} w ON w.parent_id = t.id AND w.weekday = trim(to_char(d, 'day'))
        CROSS JOIN LATERAL (
          SELECT coalesce(w.time_in, t.time_in) AS time_in, coalesce(w.time_out, t.time_out) AS time_out, w.is_rest_day
        ) i
        WHERE ${onWeekday(sql`d`)}
        RETURNING made.id, to_jsonb(made) AS row
      `,
    )
    await auditRows(ctx, ctx.modules.get('shift_schedule')!, replaced(before, made), `${fx.module.singular} ${nameOf(fx)}`)
    await requireApart(
      ctx,
      made.map(({ row }) => ({ employee: Number(row.employee_id), date: String(row.date).slice(0, 10) })),
      true,
    )
    return { made: made.map((row) => Number(row.id)), before: before.map(({ row }) => row) } as unknown as Json
  },
  async reverse(fx, entry) {
    const { ctx } = fx
    const { made, before } = entry as unknown as Replaced
    const schedule = table(ctx, 'shift_schedule')
    const gone = await ctx.db.query<{ row: Row }>(
      sql`DELETE FROM ${schedule} s WHERE id = ANY (${made}::bigint[]) RETURNING to_jsonb(s) AS row`,
    )
    await auditRows(
      ctx,
      ctx.modules.get('shift_schedule')!,
      replaced(
        gone,
        before.map((row) => ({ row })),
      ),
      `${fx.module.singular} ${nameOf(fx)}`,
    )
    await ctx.db.query(
      sql`
        INSERT INTO ${schedule} OVERRIDING SYSTEM VALUE
        SELECT *
        FROM jsonb_populate_recordset(NULL::${schedule}, ${JSON.stringify(before)}::jsonb)
      `,
    )
  },
}
