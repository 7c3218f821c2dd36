/** Accrual plans: give the credits of a period to the listed employees, once each; the daily job runs due plans (G120). */

import { type AccrualPlan, type Accrued, accrue, FREQUENCIES, type Frequency } from '../../../domain/leave/accrual.ts'
import { addMonths } from '../../../domain/leave/calendar.ts'
import type { LeaveEntry } from '../../../domain/leave/ledger.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatDate, formatMonth } from '../../../engine/runtime/format/index.ts'
import { addDays, daysBetween, firstOfMonth, monthOf, yearOf } from '../../../kernel/dates.ts'
import { Decimal, dec } from '../../../kernel/decimal.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, EffectContext } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { AppError, refuse } from '../../platform/errors.ts'
import { recordId, textOf } from '../../records/row.ts'
import type { Records } from '../records.generated.ts'
import { accountKey, ledgersOf, type Posting } from './entries.ts'
import { postLeave } from './ledger.ts'
import { sexesOf, wrongSex } from './sexes.ts'
import { leaveType } from './types.ts'
import { unpaidDays } from './unpaid.ts'

const MONTHS: Readonly<Record<Frequency, number>> = { monthly: 1, quarterly: 3, yearly: 12, anniversary: 12 }
const BATCH = 500
/** The most periods that one run catches up with. */
const MOST_PERIODS = 120

const frequencyOf = (record: Row): Frequency => {
  const word = textOf(record, 'frequency') as Frequency
  return FREQUENCIES.includes(word) ? word : 'monthly'
}

/** First and last day of the period that contains a date; anniversaries since the last run. */
function periodOf(frequency: Frequency, date: string, since: string | undefined): readonly [string, string] {
  if (frequency === 'anniversary') return [since === undefined ? firstOfMonth(date) : addDays(since, 1), date]
  const length = MONTHS[frequency]
  const first = addMonths(firstOfMonth(date), -((monthOf(date) - 1) % length))
  return [first, addDays(addMonths(first, length), -1)]
}

function planOf(record: Row, qty: unknown, maxUnpaidDays: number | undefined): AccrualPlan {
  const frequency = frequencyOf(record)
  const expires = record.expires_after_months
  return {
    code: String(record.id),
    frequency,
    // The plan's quantity is the credit of one period.
    days_per_year: dec(qty).times(12).div(MONTHS[frequency]),
    timing: textOf(record, 'timing') === 'start' ? 'start' : 'end',
    joiners: (textOf(record, 'joiners') || 'none') as 'none',
    ...(record.start_after_months ? { start_after_months: Number(record.start_after_months) } : {}),
    ...(record.max_balance === null || record.max_balance === undefined ? {} : { max_balance: dec(record.max_balance) }),
    ...(maxUnpaidDays === undefined ? {} : { max_unpaid_days: maxUnpaidDays }),
    ...(expires ? { expires_after_months: Number(expires) } : {}),
  }
}

interface Employee {
  readonly id: number
  readonly hired: string | null
  readonly separated: string | null
}

/** Credits the period of the plan's date. Employees who have it already, or have not earned it, get nothing. */
export async function runAccrual(fx: EffectContext<Records['leave_accrual']>): Promise<{ credited: number; nothing: number }> {
  const { ctx, record } = fx
  const date = record.accrual_date
  const frequency = frequencyOf(record)
  const since = record.accrued_to ?? undefined
  if (since !== undefined && since >= date)
    throw refuse('E_ALREADY_ACCRUED', `The credits of ${formatDate(date)} are already granted. Set the next date.`)
  const rows = record.employees
  if (!rows.length) throw refuse('E_NO_EMPLOYEES', 'Add employees to grant the credits to.')
  const [from, to] = periodOf(frequency, date, since)
  const leave_type_id = record.leave_type_id
  const type = await leaveType(ctx, leave_type_id)
  const most = type?.max_unpaid_days
  const now = ctx.clock.now().toISOString()
  let credited = 0
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const ids = batch.map((row) => Number(row.employee_id))
    const people = new Map(
      (
        await ctx.db.query<Employee>(
          sql`
            SELECT id, date_hired::text AS hired, date_separated::text AS separated
            FROM ${table(ctx, 'employee')}
            WHERE id = ANY (${ids}::bigint[])
          `,
        )
      ).map((employee) => [Number(employee.id), employee]),
    )
    const ledgers = await ledgersOf(ctx, ids, leave_type_id)
    const sexes = await sexesOf(ctx, ids)
    // The year before an anniversary is judged month by month.
    const unpaid =
      most === undefined ? new Map() : await unpaidDays(ctx, ids, frequency === 'anniversary' ? addMonths(from, -12) : from, to)
    const postings: Posting[] = []
    const results: { employee_id: number; result: string }[] = []
    for (const row of batch) {
      const employee_id = Number(row.employee_id)
      const wrong = type && wrongSex(type, sexes.get(employee_id))
      if (wrong) {
        results.push({ employee_id, result: `${formatDate(date)}: nothing. ${wrong}` })
        continue
      }
      const employee = people.get(employee_id)
      const plan = planOf(record, row.qty ?? record.qty, most)
      const facts = {
        hired_on: employee?.hired ?? '1950-01-01',
        ...(employee?.separated ? { separated_on: employee.separated } : {}),
        unpaid_days: unpaid.get(employee_id) ?? {},
      }
      const ledger = ledgers.get(accountKey(employee_id, leave_type_id)) ?? []
      // A period's credit counts from the plan's own date; an anniversary's from the anniversary.
      const accrued = accrue(plan, facts, ledger, { from, to })
      results.push({ employee_id, result: wordsOf(accrued) })
      for (const entry of accrued.entries)
        postings.push({ employee_id, leave_type_id, entry: frequency === 'anniversary' ? entry : dated(entry, date) })
    }
    await postLeave(ctx, { module: fx.module.name, id: recordId(fx) }, postings)
    await ctx.db.query(
      sql`
        UPDATE ${linesTable(ctx, fx.module.name, 'employees')} l
        SET result = t.result
        FROM jsonb_to_recordset(${JSON.stringify(results)}::jsonb) AS t(employee_id bigint, result text)
        WHERE l.parent_id = ${recordId(fx)} AND l.employee_id = t.employee_id
      `,
    )
    credited += new Set(postings.map((posting) => posting.employee_id)).size
    ctx.progress?.(Math.min(start + BATCH, rows.length), rows.length)
  }
  await ctx.db.query(
    sql`
      UPDATE ${linesTable(ctx, fx.module.name, 'employees')}
      SET processed_at = ${now}
      WHERE parent_id = ${recordId(fx)}
    `,
  )
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, fx.module.entity.table)}
      SET last_run_at = ${now}, accrued_to = ${date}
      WHERE id = ${recordId(fx)}
    `,
  )
  return { credited, nothing: rows.length - credited }
}

const WHY: Readonly<Record<Exclude<Accrued['nothing'][number]['why'], 'unpaid_days'>, string>> = {
  cap: 'the balance is as high as it may be',
  service: 'not enough months of service',
  entered_already: 'given before',
}
const LONGEST = 500

/** Explains how an employee's credits were computed, or why there are none. */
function wordsOf(accrued: Accrued): string {
  const none = accrued.nothing.flatMap(({ date, why }) => (why === 'unpaid_days' ? [] : [`${date}: nothing, ${WHY[why]}.`]))
  const text = [...accrued.trace().map((line) => line.text), ...none].sort().join(' ')
  return text.replaceAll(A_DATE, (date) => (date.length === 7 ? formatMonth(date) : formatDate(date))).slice(0, LONGEST)
}

/** A date or month in the traces of the domain. */
const A_DATE = /\b\d{4}-\d\d(-\d\d)?\b/g

/** The credit dated from the plan's date; its expiry moves along. */
function dated(entry: LeaveEntry, date: string): LeaveEntry {
  if (!entry.expires_on) return { ...entry, date }
  const late = Decimal.max(0, daysBetween(entry.date, date)).toNumber()
  return { ...entry, date, expires_on: addDays(entry.expires_on, Math.round(late)) }
}

/** The date of the next credits after one: so many months later; anniversaries are checked every day. */
const nextDate = (frequency: Frequency, date: string, today: string): string =>
  frequency === 'anniversary' ? (date < today ? today : addDays(date, 1)) : sameDay(date, MONTHS[frequency])

/** The last day of a month stays the last day of the month. */
function sameDay(date: string, months: number): string {
  const isLast = addDays(date, 1).endsWith('-01')
  const next = addMonths(date, months)
  return isLast ? addDays(addMonths(firstOfMonth(next), 1), -1) : next
}

/** Runs every plan whose date has come, period by period until it has caught up. Safe to run any number of times. */
export async function accrualsDue(ctx: Ctx): Promise<number> {
  const module = ctx.modules.get('leave_accrual')
  if (!module) return 0
  const today = ctx.clock.today(ctx.company.time_zone)
  const system = asSystem(ctx, 'leave credits are due')
  const rows = await ctx.db.query<{ id: number }>(
    sql`
      SELECT a.id
      FROM ${table(ctx, 'leave_accrual')} a
      WHERE a.is_active IS NOT FALSE
        AND a.accrual_date <= ${today}
        AND EXISTS (SELECT 1 FROM ${linesTable(ctx, 'leave_accrual', 'employees')} l WHERE l.parent_id = a.id)
      ORDER BY a.id
    `,
  )
  let runs = 0
  for (const { id } of rows)
    for (let period = 0; period < MOST_PERIODS; period++) {
      const isRun = await ctx.db
        .tx(async () => {
          const record = await ctx.services.records.load(system, module, Number(id), { lock: true })
          const date = textOf(record, 'accrual_date').slice(0, 10)
          if (record.status === 'processed') {
            const next = nextDate(frequencyOf(record), date, today)
            if (next > today || yearOf(next) > 2100) return false
            await ctx.db.query(
              sql`
                UPDATE ${table(ctx, 'leave_accrual')}
                SET accrual_date = ${next}, status = 'draft', version = version + 1
                WHERE id = ${id}
              `,
            )
          } else if (date > today) return false
          await ctx.services.workflow.transition(system, module, { id: Number(id), action: 'process', input: {} })
          return true
        })
        .catch((error: unknown) => {
          // Users must correct a plan that cannot be run; the others go on.
          if (!(error instanceof AppError)) throw error
          ctx.log.warn({ module: 'leave_accrual', id, message: error.message })
          return false
        })
      if (!isRun) break
      runs += 1
    }
  return runs
}
