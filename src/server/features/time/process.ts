/** Time processing: from punches, schedules, filings and holidays to daily time records and time sheets. */

import { localMinute, type Minute } from '../../../domain/time/clock.ts'
import type { DayResult } from '../../../domain/time/day-result.ts'
import { computeTime } from '../../../domain/time/employee.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx, JobSubject } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import { branchScope } from '../../records/report/page.ts'
import { claimPunches } from './import.ts'
import { loadInputs } from './inputs.ts'
import { holdTime, type LockedSpan, lockedSpans } from './locks.ts'
import { dayRow, punchRows, writeDays, writePunches } from './records.ts'
import { type TimeSetup, timeSetup } from './setup.ts'
import { refreshSheets } from './sheets.ts'

export const PROCESS_QUEUE = 'time.process'
/** Employees of one transaction. */
const BATCH = 200

/** Why the days of one employee were not processed. */
interface TimeProblem {
  readonly employee_id: number
  readonly employee: string
  readonly message: string
}
interface Processed {
  readonly employees: number
  readonly days: number
  /** Days of locked time sheets, left unchanged. */
  readonly locked: number
  readonly problems: readonly TimeProblem[]
}

/** Records of the list that a result leads to: conditions as in the address of a list. */
interface Found {
  readonly title: string
  readonly filters: Readonly<Record<string, Readonly<Record<string, string>>>>
}

interface Whose {
  readonly employeeIds?: readonly number[] | undefined
  readonly payGroupId?: number | undefined
  readonly branchId?: number | undefined
  readonly departmentId?: number | undefined
  /** Only employees in a time zone of another country. */
  readonly international?: boolean | undefined
}
export interface Days extends Whose {
  readonly from: string
  readonly to: string
}

/** Ids of the chosen employees in the caller's branches who were employed on one of the dates. */
export async function employeesOf(ctx: Ctx, whose: Days): Promise<number[]> {
  const p = new Params()
  const zone = `EXISTS (SELECT 1 FROM ${table(ctx, 'time_zone').text} z WHERE z.is_international AND z.id = coalesce(e.time_zone_id,
    (SELECT t.time_zone_id FROM ${table(ctx, 'team').text} t WHERE t.id = e.team_id), (SELECT b.time_zone_id FROM ${table(ctx, 'branch').text} b WHERE b.id = e.branch_id)))`
  const where = [
    `(e.date_hired IS NULL OR e.date_hired <= ${p.add(whose.to, 'date')})`,
    `(e.date_separated IS NULL OR e.date_separated >= ${p.add(whose.from, 'date')})`,
    `(e.status IS DISTINCT FROM 'inActive' OR e.date_separated IS NOT NULL)`,
    ...(whose.employeeIds ? [`e.id = ANY(${p.add(whose.employeeIds, 'bigint[]')})`] : []),
    p.equals('e.pay_group_id', whose.payGroupId),
    p.equals('e.branch_id', whose.branchId),
    p.equals('e.department_id', whose.departmentId),
    ...(whose.international ? [zone] : []),
    branchScope(ctx, 'e.branch_id', p),
  ]
  const rows = await ctx.db.query<{ id: number }>(
    `SELECT e.id FROM ${table(ctx, 'employee').text} e WHERE ${where.join(' AND ')} ORDER BY e.id`,
    p.values,
  )
  return rows.map((row) => row.id)
}

/**
 * Processes the days of employees in the caller's transaction, up to today, and updates their time sheets. A shift that has
 * not ended is no absence yet: its day is left for a later run. Days of locked sheets stay as they are and are counted. An employee with an invalid set-up is reported and left out.
 */
export async function processDays(ctx: Ctx, days: Days, known?: TimeSetup): Promise<Processed> {
  const { from } = days
  const to = upToToday(ctx, days.to)
  if (from > to) return { employees: 0, days: 0, locked: 0, problems: [] }
  return ctx.db.tx(async () => {
    const ids = await employeesOf(ctx, { ...days, to })
    await holdTime(ctx, ids)
    const frozen = new Map<number, LockedSpan[]>()
    for (const span of await lockedSpans(ctx, ids, from, to)) frozen.set(span.employee_id, [...(frozen.get(span.employee_id) ?? []), span])
    await claimPunches(ctx, ids)
    const setup = known ?? (await timeSetup(ctx))
    const rows: Row[] = []
    const punches: Row[] = []
    const unfinished: UnfinishedDay[] = []
    const problems: TimeProblem[] = []
    let locked = 0
    for (const input of await loadInputs(ctx, setup, ids, { from, to })) {
      const spans = frozen.get(input.worker.id) ?? []
      try {
        const now = localMinute(ctx.clock.now().getTime(), input.worker.zone)
        const all = computeTime(input.time).days
        const open = spans.length ? all.filter((day) => !spans.some((span) => span.from <= day.date && day.date <= span.to)) : all
        locked += all.length - open.length
        const free: DayResult[] = []
        for (const day of open)
          if (isOver(day, now)) free.push(day)
          else unfinished.push({ employee_id: input.worker.id, date: day.date })
        for (const day of free) rows.push(dayRow(setup, input, day))
        punches.push(...punchRows(free))
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        const { id, employee_no, name } = input.worker
        problems.push({ employee_id: id, employee: `${employee_no} · ${name}`, message: `${error.field}: ${messageOf(error)}` })
      }
    }
    await dropDaysOutside(ctx, ids, { from, to })
    await dropUnfinished(ctx, unfinished)
    await writeDays(ctx, rows)
    await writePunches(ctx, punches)
    await refreshSheets(ctx, ids, { from, to })
    return { employees: ids.length, days: rows.length, locked, problems }
  })
}

/** Whether what the day lacks will not come any more: someone who is absent, or still at work, may punch until the shift ends. */
const isOver = ({ status, ends }: DayResult, now: Minute): boolean =>
  ends === undefined || ends <= now || (status !== 'absent' && status !== 'incomplete')

interface UnfinishedDay {
  readonly employee_id: number
  readonly date: string
}

/** Deletes what an earlier run wrote of days whose shift has not ended: what it was written from was changed since. */
async function dropUnfinished(ctx: Ctx, days: readonly UnfinishedDay[]): Promise<void> {
  if (!days.length) return
  await ctx.db.query(
    sql`
      DELETE FROM ${table(ctx, 'daily_time_record')} r
      USING unnest(${days.map((day) => day.employee_id)}::bigint[], ${days.map((day) => day.date)}::date[]) AS u(employee_id, date)
      WHERE r.employee_id = u.employee_id AND r.date = u.date
    `,
  )
}

/** Days that were processed before the employment's first or last day was changed are deleted, other than those of locked sheets. */
export async function dropDaysOutside(ctx: Ctx, employeeIds: readonly number[], { from, to }: { from: string; to: string }): Promise<void> {
  await ctx.db.query(
    sql`
      DELETE FROM ${table(ctx, 'daily_time_record')} r
      USING ${table(ctx, 'employee')} e
      WHERE e.id = r.employee_id
        AND e.id = ANY (${employeeIds}::bigint[])
        AND r.date BETWEEN ${from}::date AND ${to}::date
        AND (r.date < e.date_hired OR r.date > e.date_separated)
        AND NOT EXISTS (
          SELECT 1
          FROM ${table(ctx, 'time_sheet')} t
          WHERE t.employee_id = r.employee_id
            AND t.status = 'locked'
            AND r.date BETWEEN t.date_from AND t.date_to
        )
    `,
  )
}

/** Future days are not absences: nothing is processed after today. */
const upToToday = (ctx: Ctx, date: string): string => {
  const today = ctx.clock.today(ctx.company.time_zone)
  return date < today ? date : today
}

/** Records the days to be processed; returns the number of the run. */
export async function openRun(ctx: Ctx, days: Days): Promise<{ id: number; employees: number }> {
  const ids = await employeesOf(ctx, days)
  const [run] = await ctx.db.query<{ id: number }>(
    sql`
      INSERT INTO ${table(ctx, 'time_run')} (date_from, date_to, employee_ids, created_by)
      VALUES (${days.from}, ${days.to}, ${ids}, ${ctx.principal.user_id || null})
      RETURNING id
    `,
  )
  return { id: run!.id, employees: ids.length }
}

interface Run extends Processed {
  readonly date_from: string
  readonly date_to: string
  readonly employee_ids: number[]
  readonly done: number
}

/**
 * Works through a run: each transaction contains a batch of employees and the run's progress, so that an interrupted run
 * continues there and no employee's days are half done.
 */
export async function workRun(
  ctx: Ctx,
  id: number,
  progress: (done: number, total: number) => void,
): Promise<Processed & { readonly note: string; readonly found?: Found }> {
  const tableName = table(ctx, 'time_run')
  const read = async (): Promise<Run> => {
    const [run] = await ctx.db.query<Run>(
      sql`
        SELECT date_from::text AS date_from, date_to::text AS date_to, employee_ids, done, days, locked, problems
        FROM ${tableName}
        WHERE id = ${id}
      `,
    )
    if (!run) throw new AppError('not_found', 'The run was not found.')
    return run
  }
  let run = await read()
  const ids = run.employee_ids.map(Number)
  const setup = await timeSetup(ctx)
  while (run.done < ids.length) {
    await ctx.db.tx(async () => {
      const [held] = await ctx.db.query<{ done: number }>(sql`SELECT done FROM ${tableName} WHERE id = ${id} FOR UPDATE`)
      // Another process took over the run and has already done this batch.
      if (held!.done !== run.done) return
      const batch = ids.slice(run.done, run.done + BATCH)
      const done = await processDays(ctx, { employeeIds: batch, from: run.date_from, to: run.date_to }, setup)
      await ctx.db.query(
        sql`
          UPDATE ${tableName}
          SET done = done + ${batch.length}, days = days + ${done.days}, locked = locked + ${done.locked},
            problems = problems || ${JSON.stringify(done.problems)}::jsonb,
            state = CASE WHEN done + ${batch.length} >= cardinality(employee_ids) THEN 'done' ELSE 'running' END
          WHERE id = ${id}
        `,
      )
    })
    run = await read()
    progress(run.done, ids.length)
  }
  const number = (count: number): string => count.toLocaleString('en')
  const locked = run.locked ? `, ${number(run.locked)} locked ${run.locked === 1 ? 'day' : 'days'} skipped` : ''
  const note = `${number(run.days)} ${run.days === 1 ? 'day' : 'days'} processed${locked}.`
  const found = await exceptionsOf(ctx, ids, run)
  return { employees: ids.length, days: run.days, locked: run.locked, problems: run.problems, note, ...(found && { found }) }
}

/** The days of a run that should be looked at; undefined without any. */
async function exceptionsOf(ctx: Ctx, ids: readonly number[], { date_from, date_to }: Run): Promise<Found | undefined> {
  const [days] = await ctx.db.query<{ count: number }>(
    sql`
      SELECT count(*)::int AS count
      FROM ${table(ctx, 'daily_time_record')}
      WHERE employee_id = ANY (${ids}::bigint[])
        AND date BETWEEN ${date_from}::date AND ${date_to}::date
        AND exception IS NOT NULL
    `,
  )
  if (!days?.count) return undefined
  const kinds = ctx.modules.get('daily_time_record')?.field.exception?.options?.map(({ value }) => value) ?? []
  return {
    title: days.count === 1 ? 'Show the day to check' : `Show ${days.count.toLocaleString('en')} days to check`,
    filters: { date: { gte: date_from, lte: date_to }, exception: { in: kinds.join(',') } },
  }
}

/** The job behind large runs. */
export async function workProcess(ctx: Ctx, data: Json, progress: (done: number, total: number) => void): Promise<Json> {
  return (await workRun(ctx, Number((data as { run: number }).run), progress)) as unknown as Json
}

/** Marks a run that failed for good; processed days stay. */
export async function endProcess(ctx: Ctx, data: Json): Promise<JobSubject | undefined> {
  const [run] = await ctx.db.query<{ done: number; total: number }>(
    sql`
      UPDATE ${table(ctx, 'time_run')}
      SET state = 'failed'
      WHERE id = ${Number((data as { run?: number } | null)?.run)} AND state IN ('queued', 'running')
      RETURNING done, cardinality(employee_ids) AS total
    `,
  )
  if (!run) return undefined
  return { module: 'daily_time_record', title: `Attendance was processed for ${run.done} of ${run.total} employees, then stopped` }
}
