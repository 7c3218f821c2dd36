/**
 * Changes of position, assignment, employment type and pay: recorded as movements from their day on, with the status logs
 * in the same transaction. A future change waits; the daily job applies it.
 */

import type { Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { assignments, columns, join, sql, table } from '../../platform/db/sql.ts'
import { recheckEmployee } from '../approvals/recheck.ts'
import { type Movement, movementsOf, PAY_TERMS, TERM_COLUMNS, TERMS, type Term, type Terms, termsOn } from './employment-terms.ts'
import { ratesFor } from './rates.ts'

export type MovementType =
  | 'Hire'
  | 'Promotion'
  | 'Demotion'
  | 'Lateral Move'
  | 'Transfer'
  | 'Salary Change'
  | 'Regularization'
  | 'Separation'

/** The dated terms of an employee's record. */
export const currentTerms = (row: Row): Terms =>
  Object.fromEntries(
    TERMS.map((term) => {
      const value = row[term]
      const text = term === 'basic_rate' || term === 'salary_rate_type'
      return [term, value === null || value === undefined || value === '' ? null : text ? String(value) : Number(value)]
    }),
  ) as unknown as Terms

/** Terms that differ between two states. */
export const changedTerms = (before: Terms, after: Terms): Term[] =>
  TERMS.filter((term) => (term === 'basic_rate' ? !sameValue(before[term], after[term]) : before[term] !== after[term]))

/** The type of a change, by the changed terms. */
function typeOf(changed: readonly Term[]): MovementType {
  if (changed.some((term) => PAY_TERMS.has(term))) return 'Salary Change'
  if (changed.includes('position_id')) return 'Promotion'
  return changed.includes('employment_type_id') ? 'Regularization' : 'Transfer'
}

interface MovementNote {
  readonly type?: MovementType
  readonly date: string
  readonly changed: readonly Term[]
  readonly from: Terms
  readonly to: Terms
  /** False: the movement waits for its day. */
  readonly applied: boolean
  readonly remarks?: string | null
}

/** Writes a row as the caller, now. */
const insertRow = (ctx: Ctx, name: string, values: Row): Promise<Row[]> => {
  const now = ctx.clock.now().toISOString()
  const row = { ...values, created_by: ctx.principal.user_id || null, created_at: now, updated_at: now, version: 1 }
  return ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, name)} (${columns(Object.keys(row))})
      VALUES (${join(Object.values(row), ', ')})
    `,
  )
}

/** Writes a movement; with the status logs where it takes effect at once. */
async function noteMovement(ctx: Ctx, employee: Row, note: MovementNote): Promise<void> {
  if (!ctx.modules.has('personal_movement')) return
  const employeeId = Number(employee.id)
  const terms: Row = Object.fromEntries(
    note.changed.flatMap((term) => [
      [`from_${TERM_COLUMNS[term]}`, note.from[term]],
      [`to_${TERM_COLUMNS[term]}`, note.to[term]],
    ]),
  )
  const now = ctx.clock.now().toISOString()
  await insertRow(ctx, 'personal_movement', {
    employee_id: employeeId,
    movement_type: note.type ?? typeOf(note.changed),
    effective_date: note.date,
    applied_at: note.applied ? now : null,
    changed_fields: note.changed,
    remarks: note.remarks ?? null,
    changed_by: ctx.principal.user_id || null,
    ...terms,
  })
  if (note.applied) return void (await writeLogs(ctx, employee, note))
  // The record itself has not changed; who may see the terms sees them in the movement.
  const module = ctx.modules.get('employee')
  if (module)
    await writeAudit(ctx, { module, record_id: employeeId, action: 'scheduled', reason: `Takes effect on ${formatDate(note.date)}` })
}

/** Pay per month by the terms, for the log. */
const monthly = async (ctx: Ctx, employee: Row, terms: Terms): Promise<string | null> =>
  (await ratesFor(ctx, { ...employee, salary_rate_type: terms.salary_rate_type, basic_rate: terms.basic_rate })).monthly_salary

/** The three status logs of a change that has taken effect. */
async function writeLogs(ctx: Ctx, employee: Row, { date, changed, from, to, remarks }: MovementNote): Promise<void> {
  const log = (name: string, values: Row) => {
    if (!ctx.modules.has(name)) return undefined
    return insertRow(ctx, name, {
      employee_id: Number(employee.id),
      effective_date: date,
      remarks: remarks ?? null,
      changed_by: ctx.principal.user_id || null,
      ...values,
    })
  }
  if (changed.includes('employment_type_id'))
    await log('employment_status_log', {
      from_employment_type_id: from.employment_type_id,
      to_employment_type_id: to.employment_type_id,
      status: 'active',
    })
  if (changed.includes('position_id') || changed.includes('department_id'))
    await log('position_status_log', {
      from_position_id: from.position_id,
      to_position_id: to.position_id,
      from_department_id: from.department_id,
      to_department_id: to.department_id,
    })
  if (changed.some((term) => PAY_TERMS.has(term)) && to.basic_rate !== null)
    await log('monthly_status_log', {
      month: date.slice(0, 7),
      from_monthly_salary: await monthly(ctx, employee, from),
      to_monthly_salary: await monthly(ctx, employee, to),
      salary_rate_type: to.salary_rate_type,
    })
}

/** Terms that change together with one movement. */
interface ChangedTerms {
  readonly before: Row
  readonly record: Row
  readonly changed: readonly Term[]
  readonly date: string
  readonly today: string
  readonly type?: MovementType
}

/** One group of terms that a save changes, with its first day. */
async function settleGroup(ctx: Ctx, { before, record, changed, date, today, type }: ChangedTerms): Promise<void> {
  const id = Number(before.id)
  const was = currentTerms(before)
  const to = currentTerms(record)
  const movements = date < today ? ((await movementsOf(ctx, [id])).get(id) ?? []) : []
  const from = date < today ? termsOn(date, movements, was) : was
  await noteMovement(ctx, { ...record, id }, { ...(type ? { type } : {}), date, changed, from, to, applied: date <= today })
  const now =
    date > today ? was : date === today ? to : termsOn(today, inOrder(movements, { effective_date: date, changed, from, to }), was)
  for (const term of changed) record[term] = now[term]
}

/** The movements with one added, the last of its day. */
const inOrder = (movements: readonly Movement[], added: Movement): Movement[] =>
  [...movements, added].sort((a, b) => (a.effective_date < b.effective_date ? -1 : a.effective_date > b.effective_date ? 1 : 0))

/**
 * Records the changes of dated terms by a save, from their day on. A future change leaves the record as it is; a past one
 * counts until the next movement of the same term. A day given in the request (`given`) is used, also the day on which
 * the present pay began: that corrects it. Without one, a change begins today.
 */
export async function settleTerms(ctx: Ctx, before: Row, record: Row, given: ReadonlySet<string>): Promise<void> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const changed = changedTerms(currentTerms(before), currentTerms(record))
  const pay = changed.filter((term) => PAY_TERMS.has(term))
  const assignment = changed.filter((term) => !PAY_TERMS.has(term))
  const kind = (record.movement_type as MovementType | null | undefined) ?? undefined
  if (assignment.length)
    await settleGroup(ctx, {
      before,
      record,
      changed: assignment,
      date: dayOf(record.employment_effective_date) ?? today,
      today,
      type: kind,
    })
  record.employment_effective_date = null
  record.movement_type = null
  if (!pay.length) return
  const day = dayOf(record.effective_date)
  const isGiven = day !== null && (given.has('effective_date') || day !== dayOf(before.effective_date))
  const date = isGiven ? day : before.basic_rate === null ? firstPay(record, today) : today
  await settleGroup(ctx, { before, record, changed: pay, date, today })
  const rose = pay.some((term) => !sameValue(record[term], before[term]))
  record.effective_date = rose ? date : before.effective_date
  if (rose && !sameValue(record.basic_rate, before.basic_rate)) record.previous_rate = before.basic_rate
}

/** The first pay entered counts from the day of hiring, so that no worked day is without pay. */
const firstPay = (record: Row, today: string): string => {
  const hired = dayOf(record.date_hired)
  return hired && hired < today ? hired : today
}

export const dayOf = (value: unknown): string | null => (typeof value === 'string' && value ? value.slice(0, 10) : null)

/** The first movement: hiring with its terms. */
export async function noteHire(ctx: Ctx, employee: Row): Promise<void> {
  const to = currentTerms(employee)
  const none = Object.fromEntries(TERMS.map((term) => [term, null])) as unknown as Terms
  await noteMovement(ctx, employee, {
    type: 'Hire',
    date: String(employee.date_hired).slice(0, 10),
    changed: changedTerms(none, to),
    from: none,
    to,
    applied: true,
  })
}

/** A movement whose day has come. */
interface Due {
  readonly id: number
  readonly employee_id: number
  readonly effective_date: string
  readonly changed_fields: Term[]
  readonly remarks: string | null
  readonly changed_by: number | null
}
const BATCH = 200

/**
 * Applies the movements whose day has come, each once in a transaction of its own that also marks it. Afterwards the
 * record matches today's terms by its movements.
 */
export async function applyDueMovements(ctx: Ctx): Promise<void> {
  const employees = ctx.modules.get('employee')
  if (!employees || !ctx.modules.has('personal_movement')) return
  const today = ctx.clock.today(ctx.company.time_zone)
  const moved = table(ctx, 'personal_movement')
  const due = await ctx.db.query<Due>(
    sql`
      SELECT id, employee_id, effective_date, changed_fields, remarks, changed_by
      FROM ${moved}
      WHERE applied_at IS NULL AND effective_date <= ${today}
      ORDER BY effective_date, id
      LIMIT ${BATCH}
    `,
  )
  for (const entry of due) {
    await ctx.db.tx(async () => {
      const now = ctx.clock.now().toISOString()
      const [taken] = await ctx.db.query(
        sql`
          UPDATE ${moved}
          SET applied_at = ${now}, version = version + 1
          WHERE id = ${entry.id} AND applied_at IS NULL
          RETURNING id
        `,
      )
      if (taken) await carryOut(ctx, entry, today)
    })
  }
}

/** Terms by which the employee's approvers are determined. */
const APPROVAL_TERMS: ReadonlySet<Term> = new Set(['branch_id', 'department_id', 'team_id'])

/** Puts a movement into the employee's record and the status logs; terms that a later movement changed stay as that one says. */
export async function carryOut(ctx: Ctx, due: Due, today: string): Promise<void> {
  const module = ctx.modules.get('employee')!
  const before = await ctx.services.records.load(ctx, module, due.employee_id, { lock: true })
  const movements = (await movementsOf(ctx, [due.employee_id])).get(due.employee_id) ?? []
  const was = currentTerms(before)
  const terms = termsOn(today, movements, was)
  const changed = changedTerms(was, terms).filter((term) => due.changed_fields.includes(term))
  const after: Row = { ...before }
  for (const term of changed) after[term] = terms[term]
  if (changed.some((term) => PAY_TERMS.has(term))) {
    after.effective_date = due.effective_date
    if (changed.includes('basic_rate')) after.previous_rate = before.basic_rate
    Object.assign(after, await ratesFor(ctx, after))
  }
  const names = changed.length ? [...changed, 'effective_date', 'previous_rate', 'daily_rate', 'hourly_rate', 'monthly_salary'] : []
  if (names.length) {
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, 'employee')}
        SET ${assignments(Object.fromEntries(names.map((name) => [name, sqlValue(after[name])])))}, version = version + 1,
          updated_at = ${ctx.clock.now().toISOString()}
        WHERE id = ${due.employee_id}
      `,
    )
    const image = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
    await writeAudit(ctx, {
      module,
      record_id: due.employee_id,
      action: 'update',
      before: image(before),
      after: image(after),
      reason: `Took effect on ${formatDate(due.effective_date)}`,
    })
  }
  if (changed.some((term) => APPROVAL_TERMS.has(term))) await recheckEmployee(ctx, due.employee_id)
  const acting = { ...ctx, principal: { ...ctx.principal, user_id: due.changed_by ?? ctx.principal.user_id } }
  await writeLogs(acting, after, {
    date: due.effective_date,
    changed: due.changed_fields,
    from: was,
    to: terms,
    applied: true,
    remarks: due.remarks,
  })
}

const sqlValue = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'toFixed' in value ? String(value) : (value ?? null)

/** A movement that changes no terms by itself. */
const noteEvent = (ctx: Ctx, employee: Row, event: { type: MovementType; date: unknown; remarks: string | null }): Promise<void> =>
  noteMovement(ctx, employee, {
    ...event,
    date: String(event.date).slice(0, 10),
    changed: [],
    from: currentTerms(employee),
    to: currentTerms(employee),
    applied: true,
  })

/** Records that an employee will be separated, or no longer will be. */
export const noteSeparation = (ctx: Ctx, employee: Row): Promise<void> =>
  noteEvent(ctx, employee, {
    type: 'Separation',
    date: employee.date_separated,
    remarks: (employee.separation_reason as string | null) ?? null,
  })

/** A former employee is hired again: the save gives a hire date after the last day that the record had. */
export function hiredAgain(before: Row | null | undefined, after: Row): boolean {
  const [last, hired] = [dayOf(before?.date_separated), dayOf(after.date_hired)]
  return last !== null && hired !== null && hired > last
}

/**
 * Records that a former employee is hired again; new terms are movements of their own. The first day of the former period leaves the
 * record with this save: it is noted where no movement has it, so that certificates of employment can name both periods.
 */
export async function noteRehire(ctx: Ctx, before: Row, employee: Row): Promise<void> {
  const first = dayOf(before.date_hired)
  if (first !== null && ctx.modules.has('personal_movement')) {
    const [known] = await ctx.db.query(
      sql`
        SELECT 1
        FROM ${table(ctx, 'personal_movement')}
        WHERE employee_id = ${employee.id} AND movement_type = 'Hire' AND effective_date = ${first}::date
      `,
    )
    if (!known) await noteEvent(ctx, employee, { type: 'Hire', date: first, remarks: null })
  }
  await noteEvent(ctx, employee, { type: 'Hire', date: employee.date_hired, remarks: 'Hired again' })
}

/** A planned separation was cancelled or moved to another day: it never happened, so it is no history. One before a rehire did. */
export async function dropSeparation(ctx: Ctx, employeeId: number): Promise<void> {
  if (!ctx.modules.has('personal_movement')) return
  await ctx.db.query(
    sql`
      DELETE FROM ${table(ctx, 'personal_movement')}
      WHERE employee_id = ${employeeId}
        AND movement_type = 'Separation'
        AND effective_date >= ${ctx.clock.today(ctx.company.time_zone)}
    `,
  )
}
