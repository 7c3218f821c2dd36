/** The widgets of the talent dashboard: each is one statement over the rows that the caller may see. */
import type { Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal } from '../../platform/db/name.ts'
import { codeLabel, refJson } from '../../records/report/page.ts'
import { completion } from './completion.ts'
import { allowed, employeeJson, Reading, type Widget } from './reading.ts'

const DAYS_AHEAD = 30
const MONTHS = 12
const YEARS = 6
const BAND = 5
const SHOWN = 50

const isActive = `e.status = 'active'`
/** Employed on a day. */
const employedOn = (day: string) => `e.date_hired <= ${day} AND (e.date_separated IS NULL OR e.date_separated > ${day})`

const escalations: Widget = {
  needs: { modules: ['escalation_and_concern'] },
  read: (on) =>
    on.run(
      `SELECT t.id, t.transaction_no, t.type, t.subject AS title, t.priority, t.status, t.date_raised AS created_at,
         CASE WHEN t.is_anonymous THEN NULL ELSE ${employeeJson('e')} END AS employee
       FROM ${on.rows('escalation_and_concern')} t LEFT JOIN ${on.table('employee')} e ON e.id = t.employee_id
       WHERE t.date_raised >= ${on.today()}::timestamp AT TIME ZONE ${zone(on)} ORDER BY t.date_raised DESC LIMIT ${SHOWN}`,
    ),
}
const zone = (on: Reading): string => on.add(on.ctx.company.time_zone, 'text')

const statuses: Widget = {
  needs: { modules: ['employee'], fields: ['status'] },
  read: (on) => on.run(`SELECT e.status, count(*)::int AS count FROM ${on.rows('employee')} e GROUP BY 1 ORDER BY 1`),
}

/** Employees whose anniversary falls within the days ahead; `years` is the number of years on that day. */
const corner = (column: string, more: string): Widget => ({
  needs: { modules: ['employee'], fields: [column] },
  read: (on) => {
    const today = on.today()
    const years = `(extract(year FROM age(${today} - 1, e.${column}))::int + 1)`
    return on.run(
      `SELECT e.id AS employee_id, ${employeeJson('e')} AS employee, ${refJson('d', 'name', codeLabel('d'))} AS department, x.next AS date, ${more}
       FROM ${on.rows('employee')} e CROSS JOIN LATERAL (SELECT ${years} AS years, (e.${column} + make_interval(years => ${years}))::date AS next) x
       LEFT JOIN ${on.table('department')} d ON d.id = e.department_id
       WHERE ${isActive} AND e.${column} < ${today} AND x.next <= ${today} + ${DAYS_AHEAD} ORDER BY x.next, e.full_name, e.id LIMIT ${SHOWN}`,
    )
  },
})

const newlyHired: Widget = {
  needs: { modules: ['employee'], fields: ['date_hired'] },
  read: (on) => {
    const today = on.today()
    return on.run(
      `SELECT e.id AS employee_id, ${employeeJson('e')} AS employee, ${refJson('d', 'name', codeLabel('d'))} AS department, e.date_hired
       FROM ${on.rows('employee')} e LEFT JOIN ${on.table('department')} d ON d.id = e.department_id
       WHERE e.date_hired BETWEEN ${today} - ${DAYS_AHEAD} AND ${today} ORDER BY e.date_hired DESC, e.full_name, e.id LIMIT ${SHOWN}`,
    )
  },
}

/** The number of employees hired within the days: the list itself is limited to a screen's length. */
const hired: Widget = {
  needs: { modules: ['employee'], fields: ['date_hired'] },
  read: async (on) => {
    const today = on.today()
    const [row] = await on.run<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${on.rows('employee')} e WHERE e.date_hired BETWEEN ${today} - ${DAYS_AHEAD} AND ${today}`,
    )
    return row?.n ?? 0
  },
}

const total: Widget = {
  needs: { modules: ['employee'] },
  read: async (on) => {
    const [row] = await on.run<{ n: number }>(`SELECT count(*)::int AS n FROM ${on.rows('employee')} e WHERE ${isActive}`)
    return row?.n ?? 0
  },
}

const types: Widget = {
  needs: { modules: ['employee'], fields: ['employment_type_id'] },
  read: (on) =>
    on.run(
      `SELECT e.employment_type_id, ${refJson('y', 'name', codeLabel('y'))} AS employment_type, count(*)::int AS count
       FROM ${on.rows('employee')} e LEFT JOIN ${on.table('employment_type')} y ON y.id = e.employment_type_id WHERE ${isActive}
       GROUP BY e.employment_type_id, y.id ORDER BY count DESC, y.name`,
    ),
}

/** Attrition by group: employees who left this year against the mean headcount of its beginning and now. */
const attrition = (target: string, groupBy: (on: Reading) => string, fields: readonly string[]): Widget => ({
  needs: { modules: ['employee'], fields: ['date_separated', ...fields] },
  read: (on) => {
    const today = on.today()
    const start = `date_trunc('year', ${today})::date`
    return on.run(
      `SELECT g.id, coalesce(g.name, '') AS name, x.headcount, x.separated,
         CASE WHEN x.before + x.headcount = 0 THEN 0 ELSE round(x.separated * 200.0 / (x.before + x.headcount), 1)::float END AS rate
       FROM (SELECT ${groupBy(on)} AS key, count(*) FILTER (WHERE ${employedOn(`${start} - 1`)})::int AS before, count(*) FILTER (WHERE ${employedOn(today)})::int AS headcount,
               count(*) FILTER (WHERE e.date_separated BETWEEN ${start} AND ${today})::int AS separated FROM ${on.rows('employee')} e GROUP BY 1) x
       LEFT JOIN ${on.table(target)} g ON g.id = x.key WHERE x.headcount + x.separated > 0 ORDER BY rate DESC, x.headcount DESC, name`,
    )
  },
})
const placeZone = (on: Reading): string =>
  `coalesce(e.time_zone_id, (SELECT t.time_zone_id FROM ${on.table('team')} t WHERE t.id = e.team_id), (SELECT b.time_zone_id FROM ${on.table('branch')} b WHERE b.id = e.branch_id))`

const pyramid: Widget = {
  needs: { modules: ['employee'], fields: ['birth_at', 'gender'] },
  read: (on) =>
    on.run(
      `SELECT x.age_from, x.age_from + ${BAND - 1} AS age_to, count(*) FILTER (WHERE x.gender = 'Male')::int AS male, count(*) FILTER (WHERE x.gender = 'Female')::int AS female
       FROM (SELECT e.gender, floor(extract(year FROM age(${on.today()}, e.birth_at)) / ${BAND})::int * ${BAND} AS age_from FROM ${on.rows('employee')} e
             WHERE ${isActive} AND e.birth_at IS NOT NULL) x GROUP BY 1 ORDER BY 1`,
    ),
}

/** Filings of all kinds that are pending. */
const pending: Widget = {
  needs: { modules: [] },
  async read(on) {
    const filings = [...on.ctx.modules.values()].filter(
      (module) => module.kind === 'filing' && (on.ctx.system !== undefined || can(on.ctx.principal, module, 'index')),
    )
    if (!filings.length) return []
    return on.run(
      `SELECT * FROM (${filings
        .map(
          (module) =>
            `SELECT ${literal(module.name)} AS module, ${literal(module.title)} AS title, (SELECT count(*)::int FROM ${on.rows(module.name)} t WHERE t.status = 'posted') AS count`,
        )
        .join(' UNION ALL ')}) x ORDER BY count DESC, title`,
    )
  },
}

/** Posted payrolls by month of the payout, the last twelve. */
const expenses: Widget = {
  needs: { modules: ['payroll'] },
  read: (on) =>
    on.run(
      `SELECT to_char(m, 'YYYY-MM') AS month, coalesce(sum(p.total_gross), 0)::float AS gross, coalesce(sum(p.total_employer), 0)::float AS employer,
         coalesce(sum(p.total_gross + p.total_employer), 0)::float AS total, coalesce(sum(p.total_net), 0)::float AS net
       FROM generate_series(date_trunc('month', ${on.today()}) - interval '${MONTHS - 1} months', date_trunc('month', ${on.today()}), interval '1 month') m
       LEFT JOIN ${on.rows('payroll')} p ON p.status = 'posted' AND p.payout_date >= m::date AND p.payout_date < (m + interval '1 month')::date GROUP BY m ORDER BY m`,
    ),
}

/** Days of leave of this year by kind: taken or approved, and requested. */
const leaves: Widget = {
  needs: { modules: ['leave_filing'] },
  read: (on) =>
    on.run(
      `SELECT f.leave_type_id, ${refJson('y', 'name', codeLabel('y'))} AS leave_type, count(*)::int AS filings,
         coalesce(sum(f.qty) FILTER (WHERE f.status IN ('approved', 'processed')), 0)::float AS approved_days, coalesce(sum(f.qty) FILTER (WHERE f.status = 'posted'), 0)::float AS pending_days
       FROM ${on.rows('leave_filing')} f LEFT JOIN ${on.table('leave_type')} y ON y.id = f.leave_type_id
       WHERE f.status IN ('posted', 'approved', 'processed') AND f.date_from >= date_trunc('year', ${on.today()})::date AND f.date_from < (date_trunc('year', ${on.today()}) + interval '1 year')::date
       GROUP BY f.leave_type_id, y.id ORDER BY approved_days DESC, pending_days DESC`,
    ),
}

/** Where employees are by their last punch of today. */
const breaks: Widget = {
  needs: { modules: ['employee', 'break_status'] },
  read: (on) => {
    const since = `${on.today()}::timestamp AT TIME ZONE ${zone(on)}`
    return on.run(
      `SELECT s.status, count(x.state)::int AS count FROM (VALUES ('working', 1), ('on_break', 2), ('out', 3)) s(status, ord)
       LEFT JOIN (SELECT CASE WHEN l.type = 'break_out' THEN 'on_break' WHEN l.direction = 'In' THEN 'working' ELSE 'out' END AS state
         FROM ${on.rows('employee')} e LEFT JOIN (SELECT DISTINCT ON (r.employee_id) r.employee_id, r.type, r.direction FROM ${on.table('raw_time_log')} r
           WHERE r.logged_at >= ${since} ORDER BY r.employee_id, r.logged_at DESC, r.id DESC) l ON l.employee_id = e.id WHERE ${isActive}) x ON x.state = s.status
       GROUP BY s.status, s.ord ORDER BY s.ord`,
    )
  },
}

/** Headcount at the end of each of the last years (this one: today), and hires and separations in it. */
const years: Widget = {
  needs: { modules: ['employee'], fields: ['date_hired', 'date_separated'] },
  read: (on) => {
    const today = on.today()
    return on.run(
      `SELECT y::int AS year, count(*) FILTER (WHERE extract(year FROM e.date_hired) = y AND e.date_hired <= ${today})::int AS hired,
         count(*) FILTER (WHERE extract(year FROM e.date_separated) = y AND e.date_separated <= ${today})::int AS separated,
         count(*) FILTER (WHERE ${employedOn(`least(make_date(y::int, 12, 31), ${today})`)})::int AS headcount
       FROM generate_series(extract(year FROM ${today})::int - ${YEARS - 1}, extract(year FROM ${today})::int) y LEFT JOIN ${on.rows('employee')} e ON true GROUP BY y ORDER BY y`,
    )
  },
}

/** Widgets by the name under which the dashboard's answer carries them. */
export const TALENT_WIDGETS = {
  todayEscalation: escalations,
  totalStatusSum: statuses,
  bday_corner: corner('birth_at', 'e.birth_at'),
  anniv_corner: corner('date_hired', 'e.date_hired, x.years'),
  newly_hired_employee: newlyHired,
  total_newly_hired: hired,
  total_employee: total,
  total_employment_type: types,
  attrition_by_timezone: attrition('time_zone', placeZone, ['branch_id']),
  attrition_by_departments: attrition('department', () => 'e.department_id', ['department_id']),
  attrition_by_teams: attrition('team', () => 'e.team_id', ['team_id']),
  population_pyramid: pyramid,
  pending_filing_request: pending,
  payroll_expenses: expenses,
  leave_filing: leaves,
  break_status: breaks,
  year_employees: years,
  get_employment_details_completion: completion,
} satisfies Record<string, Widget>

/** All widgets at once; those that the caller may not see are null. */
export async function talentDashboard(ctx: Ctx): Promise<Row> {
  const answer: Row = {}
  for (const [name, widget] of Object.entries(TALENT_WIDGETS))
    answer[name] = allowed(ctx, widget.needs) ? await widget.read(new Reading(ctx)) : null
  return answer
}
