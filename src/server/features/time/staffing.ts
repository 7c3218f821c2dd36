/** How many employees are needed on the days of a week, and how many of those who count are planned. */
import { dateText, dayNumber, weekday } from '../../../domain/time/clock.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { PlanNeed } from '../../../engine/model/plan.ts'
import { addDays } from '../../../kernel/dates.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { filedSql } from './filings-by-day.ts'
import { loadInputs, type WorkerInput } from './inputs.ts'
import { plansOf } from './overlaps.ts'
import type { TimeSetup } from './setup.ts'
import { WEEKDAYS } from './shifts.ts'

const PLACES = ['branch_id', 'department_id', 'team_id'] as const
type Place = (typeof PLACES)[number]

interface Requirement extends Readonly<Record<Place, number | null>> {
  readonly id: number
  readonly choice: number | null
  readonly weekdays: readonly string[] | null
  readonly headcount: number
  readonly effective_from: string
  readonly effective_to: string | null
  readonly title: string
}

/** A person with their places of work today. */
type Placed = Readonly<Record<Place, number | null>> & { readonly id: number }

/** Requirements of the dates that the conditions on people do not contradict: one of another branch is left out. */
async function requirementsOf(ctx: Ctx, from: string, to: string, narrowed: Row): Promise<Requirement[]> {
  const rows = await ctx.db.query<Requirement>(
    sql`
      SELECT r.id, r.branch_id, r.department_id, r.team_id, r.shift_template_id AS choice, r.weekdays, r.headcount,
        r.effective_from::text AS effective_from, r.effective_to::text AS effective_to,
        concat_ws(' · ', b.name, d.name, t.name) AS title
      FROM ${table(ctx, 'staffing_requirement')} r
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = r.branch_id
      LEFT JOIN ${table(ctx, 'department')} d ON d.id = r.department_id
      LEFT JOIN ${table(ctx, 'team')} t ON t.id = r.team_id
      WHERE r.is_active IS NOT FALSE
        AND r.effective_from <= ${to}::date
        AND (r.effective_to IS NULL OR r.effective_to >= ${from}::date)
      ORDER BY b.name NULLS FIRST, d.name NULLS FIRST, t.name NULLS FIRST, r.shift_template_id NULLS LAST,
        r.effective_from DESC, r.id DESC
    `,
  )
  const wanted = (name: Place): readonly number[] | undefined => {
    const given = narrowed[name]
    const value = given !== null && typeof given === 'object' && 'in' in given ? (given as Row).in : given
    return value === undefined || value === null ? undefined : (Array.isArray(value) ? value : [value]).map(Number)
  }
  return rows.filter((row) => PLACES.every((name) => row[name] === null || (wanted(name)?.includes(row[name]) ?? true)))
}

/** People who can count for one of the requirements. */
function candidates(ctx: Ctx, requirements: readonly Requirement[], from: string, to: string): Promise<Placed[]> {
  const list = requirements.map(({ branch_id, department_id, team_id }) => ({ branch_id, department_id, team_id }))
  return ctx.db.query<Placed>(
    sql`
      SELECT e.id, e.branch_id, e.department_id, e.team_id
      FROM ${table(ctx, 'employee')} e
      WHERE (e.date_hired IS NULL OR e.date_hired <= ${to}::date)
        AND (e.date_separated IS NULL OR e.date_separated >= ${from}::date)
        AND EXISTS (
          SELECT 1
          FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS r(branch_id bigint, department_id bigint, team_id bigint)
          WHERE (r.branch_id IS NULL OR r.branch_id = e.branch_id)
            AND (r.department_id IS NULL OR r.department_id = e.department_id)
            AND (r.team_id IS NULL OR r.team_id = e.team_id)
        )
    `,
  )
}

/** The shift by whose template a person works on each day; null on a day without work. */
type Working = readonly (number | null)[]

/** As the board counts: who is on leave does not work, nor on a holiday unless work is planned for it. */
function workingOf(
  input: WorkerInput,
  away: ReadonlySet<string>,
  templates: ReadonlyMap<string, number>,
  span: { from: string; to: string },
): Working {
  const { worker } = input
  return plansOf(input, span.from, span.to, true).map((plan) => {
    const date = dateText(plan.day)
    if ((worker.hired && date < worker.hired) || (worker.separated && date > worker.separated)) return null
    if (!plan.shift || plan.is_rest_day || away.has(`${worker.id} ${date}`)) return null
    if (plan.holidays.length && !input.schedules.has(date)) return null
    return templates.get(`${worker.id} ${date}`) ?? worker.shift_template_id
  })
}

/** Templates of dated shifts, by person and date. */
async function templatesOf(ctx: Ctx, people: readonly number[], from: string, to: string): Promise<Map<string, number>> {
  const rows = await ctx.db.query<{ key: string; template: number }>(
    sql`
      SELECT employee_id || ' ' || date AS key, shift_template_id AS template
      FROM ${table(ctx, 'shift_schedule')}
      WHERE employee_id = ANY (${people}::bigint[]) AND date BETWEEN ${from}::date AND ${to}::date
    `,
  )
  return new Map(rows.map(({ key, template }) => [key, Number(template)]))
}

/** Days of leave that are filed or approved, by person and date. */
async function leaveDays(ctx: Ctx, people: readonly number[], from: string, to: string): Promise<Set<string>> {
  const leaves = (module: { readonly name: string }) => (['leave_filing', 'cto_filing'].includes(module.name) ? [] : undefined)
  const rows = await ctx.db.query<{ key: string }>(
    sql`
      SELECT DISTINCT f.employee_id || ' ' || d::date AS key
      FROM (${raw(filedSql(ctx, leaves))}) f
      CROSS JOIN generate_series(greatest(f.first_day, ${from}::date), least(f.last_day, ${to}::date), interval '1 day') d
      WHERE f.employee_id = ANY (${people}::bigint[]) AND f.status IN ('posted', 'approved', 'processed')
    `,
  )
  return new Set(rows.map(({ key }) => key))
}

/** Requirements of the same place and shift are one line of the board: on each day the latest of them applies. */
function linesOf(requirements: readonly Requirement[], days: readonly string[]) {
  const lines = new Map<string, Requirement[]>()
  for (const row of requirements) {
    const key = [...PLACES.map((name) => row[name]), row.choice].join()
    lines.set(key, [...(lines.get(key) ?? []), row])
  }
  return [...lines.values()].map((rows) => ({
    first: rows[0]!,
    needed: days.map((date) => {
      const name = WEEKDAYS[weekday(dayNumber(date))]!
      const applies = rows.find(
        ({ weekdays, effective_from, effective_to }) =>
          effective_from <= date && (!effective_to || date <= effective_to) && (!weekdays?.length || weekdays.includes(name)),
      )
      return applies ? Number(applies.headcount) : null
    }),
  }))
}

const fits = (person: Placed, { first }: { first: Requirement }): boolean =>
  PLACES.every((name) => first[name] === null || first[name] === person[name])

/**
 * How many employees each shift needs and has on the days. The board counts the employees on its page (`shown`) itself, with the
 * changes that are not saved yet. All others are counted here, also those whose shifts the user cannot see: the answer has only their number.
 */
export async function needsOf(
  ctx: Ctx,
  setup: TimeSetup,
  { shown, from, to, narrowed }: { shown: readonly number[]; from: string; to: string; narrowed: Row },
): Promise<PlanNeed[]> {
  const requirements = await requirementsOf(ctx, from, to, narrowed)
  if (!requirements.length) return []
  const days = Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, index) => addDays(from, index))
  const lines = linesOf(requirements, days).filter(({ needed }) => needed.some((count) => count !== null))
  const people = await candidates(ctx, requirements, from, to)
  const onPage = new Set(shown)
  const others = people.filter(({ id }) => !onPage.has(Number(id)))
  const ids = others.map(({ id }) => Number(id))
  const [templates, away] = [await templatesOf(ctx, ids, from, to), await leaveDays(ctx, ids, from, to)]
  const working = new Map<number, Working>()
  for (const input of await loadInputs(ctx, setup, ids, { from, to })) {
    try {
      working.set(input.worker.id, workingOf(input, away, templates, { from, to }))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
    }
  }
  return lines.map((line): PlanNeed => {
    const { id, title, choice } = line.first
    const counted = others.filter((person) => fits(person, line)).map((person) => working.get(Number(person.id)) ?? [])
    return {
      id: Number(id),
      title,
      choice: choice === null ? null : Number(choice),
      needed: line.needed,
      elsewhere: days.map(
        (_, day) =>
          counted.filter((shifts) => (shifts[day] ?? null) !== null && (choice === null || shifts[day] === Number(choice))).length,
      ),
      people: people.filter((person) => onPage.has(Number(person.id)) && fits(person, line)).map((person) => Number(person.id)),
    }
  })
}
