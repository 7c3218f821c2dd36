/** Figures and lists about all employees: headcount, hires and separations, birthdays, anniversaries. */

import { stringify } from 'csv-stringify/sync'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, HandlerRequest } from '../../platform/context.ts'
import { allOf, empty, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { forbidden } from '../../platform/errors.ts'
import { handler, oneOf, optionalId, optionalText } from '../../platform/http/params.ts'
import { seesOf } from '../../records/access.ts'

/** Conditions of a request on employees `e`; none are on pay, so that no one can find it out by filtering. */
function conditions({ query }: HandlerRequest): Sql {
  const where: Sql[] = []
  for (const name of ['branch_id', 'department_id', 'position_id', 'team_id', 'employment_type_id']) {
    const given = optionalId(query, name) ?? optionalId(query, name.replace(/_id$/, ''))
    if (given !== undefined) where.push(sql`e.${ref(name)} = ${given}`)
  }
  const status = query.status === undefined ? undefined : oneOf(query, 'status', ['active', 'inActive', 'all'])
  if (status && status !== 'all') where.push(sql`e.status = ${status}`)
  return allOf(where)
}

function requireAccess(ctx: Ctx, ...codes: readonly string[]): void {
  for (const access of codes) if (!seesOf(ctx)({ access })) throw forbidden(`You need the access "${access}" to see this.`)
}

const joins = (ctx: Ctx): Sql => sql`
  FROM ${table(ctx, 'employee')} e
  LEFT JOIN ${table(ctx, 'branch')} b ON b.id = e.branch_id
  LEFT JOIN ${table(ctx, 'department')} d ON d.id = e.department_id
  LEFT JOIN ${table(ctx, 'position')} p ON p.id = e.position_id
  LEFT JOIN ${table(ctx, 'team')} t ON t.id = e.team_id
  LEFT JOIN ${table(ctx, 'employment_type')} y ON y.id = e.employment_type_id
`

const statistics = handler('employee.statistics', async (ctx, request) => {
  requireAccess(ctx, 'employment')
  // In a small team, a count by sex shows the sex of its members: it follows the access to that field.
  const byGender = seesOf(ctx)({ access: 'personal' })
  const where = conditions(request)
  const today = ctx.clock.today(ctx.company.time_zone)
  const group = (expr: Sql) =>
    sql`
      (
        SELECT coalesce(json_agg(json_build_object('name', name, 'count', n) ORDER BY n DESC, name), '[]'::json)
        FROM (
          SELECT coalesce(${expr}, '') AS name, count(*)::int AS n ${joins(ctx)}
          WHERE ${where}
            AND e.status = 'active'
          GROUP BY 1
        ) g
      )
    `
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT (SELECT count(*)::int ${joins(ctx)} WHERE ${where}) AS total,
        (SELECT count(*)::int ${joins(ctx)} WHERE ${where} AND e.status = 'active') AS active,
        (
          SELECT count(*)::int ${joins(ctx)}
          WHERE ${where}
            AND e.date_hired >= date_trunc('month', ${today}::date)
        ) AS newly_hired,
        (
          SELECT count(*)::int ${joins(ctx)}
          WHERE ${where}
            AND e.date_separated >= date_trunc('month', ${today}::date)
        ) AS separated,
        ${group(sql`b.name`)} AS by_branch, ${group(sql`d.name`)} AS by_department,
        ${group(sql`y.name`)} AS by_employment_type
        ${byGender ? sql`, ${group(sql`e.gender`)} AS by_gender` : empty}
    `,
  )
  return row
})

const count = handler('employee.count', async (ctx, request) => {
  const where = conditions(request)
  const [row] = await ctx.db.query<{ count: number }>(
    sql`
      SELECT count(*)::int AS count
      ${joins(ctx)}
      WHERE ${where}
        AND ${request.query.status === undefined ? sql`e.status = 'active'` : sql`true`}
    `,
  )
  return { count: row!.count }
})

/** Whole years that the longest-serving employee has worked here. */
const maxYears = handler('employee.maxYears', async (ctx) => {
  const today = ctx.clock.today(ctx.company.time_zone)
  const [row] = await ctx.db.query<{ years: number | null }>(
    sql`
      SELECT max(extract(year FROM age(${today}::date, date_hired)))::int AS years
      FROM ${table(ctx, 'employee')}
      WHERE status = 'active'
        AND date_hired <= ${today}
    `,
  )
  return { years: row?.years ?? 0 }
})

interface Listing {
  readonly access: readonly string[]
  /** SQL of the columns; `day` is the day asked about. */
  readonly columns: (day: string) => Sql
  readonly from?: (ctx: Ctx) => Sql
  /** Further condition. */
  readonly where?: (day: string) => Sql
  readonly order?: Sql
}
const WHO = sql`e.employee_no, e.full_name AS name`
const WHERE = sql`b.name AS branch, d.name AS department, p.name AS position, y.name AS employment_type`

/** Lists by kind. */
const LISTS: Readonly<Record<string, Listing>> = {
  masterlist: { access: ['employment'], columns: () => sql`${WHO}, ${WHERE}, t.name AS team, e.date_hired, e.status` },
  newly_hired: {
    access: ['employment'],
    columns: () => sql`${WHO}, ${WHERE}, e.date_hired`,
    where: (day) => sql`e.date_hired BETWEEN ${day}::date - 30 AND ${day}::date`,
    order: sql`e.date_hired DESC`,
  },
  separated: {
    access: ['employment'],
    columns: () => sql`${WHO}, ${WHERE}, e.date_separated, e.separation_reason`,
    where: (day) => sql`e.date_separated <= ${day}::date`,
    order: sql`e.date_separated DESC`,
  },
  birthday: {
    access: ['personal'],
    columns: () => sql`${WHO}, ${WHERE}, e.birth_at`,
    where: (day) => sql`e.status = 'active' AND extract(month FROM e.birth_at) = extract(month FROM ${day}::date)`,
    order: sql`extract(day FROM e.birth_at)`,
  },
  anniversary: {
    access: ['employment'],
    columns: (day) => sql`${WHO}, ${WHERE}, e.date_hired, extract(year FROM age(${day}::date, e.date_hired))::int AS years`,
    where: (day) => sql`
      e.status = 'active'
      AND extract(month FROM e.date_hired) = extract(month FROM ${day}::date)
      AND e.date_hired < ${day}::date
    `,
    order: sql`extract(day FROM e.date_hired)`,
  },
  ids: {
    access: ['personal'],
    columns: () => sql`${WHO}, i.id_type, i.id_number, i.date_expiry`,
    from: (ctx) => sql`JOIN ${table(ctx, 'employee_id')} i ON i.employee_id = e.id`,
    order: sql`e.full_name, i.id_type`,
  },
  education: {
    access: ['personal'],
    columns: () => sql`${WHO}, s.level, s.school, s.course, s.year_from, s.year_to, s.is_graduated`,
    from: (ctx) => sql`JOIN ${table(ctx, 'educational_attainment')} s ON s.employee_id = e.id`,
    order: sql`e.full_name, s.year_from`,
  },
  movement: {
    access: ['employment'],
    columns: () => sql`${WHO}, m.effective_date, m.movement_type, m.remarks`,
    from: (ctx) => sql`JOIN ${table(ctx, 'personal_movement')} m ON m.employee_id = e.id`,
    where: (day) => sql`m.effective_date <= ${day}::date`,
    order: sql`m.effective_date DESC, m.id DESC`,
  },
  headcount: { access: ['employment'], columns: () => empty },
}
const KINDS = Object.keys(LISTS)
const MAX_ROWS = 20_000

async function rowsOf(ctx: Ctx, request: HandlerRequest, kind: string): Promise<Row[]> {
  const listing = LISTS[kind]!
  requireAccess(ctx, ...listing.access)
  const where = conditions(request)
  if (kind === 'headcount')
    return ctx.db.query<Row>(
      sql`
        SELECT b.name AS branch, d.name AS department, count(*)::int AS headcount
        ${joins(ctx)}
        WHERE ${where}
          AND e.status = 'active'
        GROUP BY 1, 2
        ORDER BY 1, 2
      `,
    )
  const day = oneDay(optionalText(request.query, 'as_of') ?? ctx.clock.today(ctx.company.time_zone))
  return ctx.db.query<Row>(
    sql`
      SELECT ${listing.columns(day)}
      ${joins(ctx)}
      ${listing.from?.(ctx) ?? empty}
      WHERE ${allOf([where, ...(listing.where ? [listing.where(day)] : [])])}
      ORDER BY ${listing.order ?? sql`e.full_name, e.id`}
      LIMIT ${MAX_ROWS}
    `,
  )
}

/** A day of a request; 400 with its field when it is not `YYYY-MM-DD`. */
function oneDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) oneOf({ as_of: text }, 'as_of', ['YYYY-MM-DD'])
  return text
}

const report = handler('employee.report', async (ctx, request) => {
  const kind = oneOf(request.query, 'report_type', KINDS, 'masterlist')
  const { report_type: _kind, ...query } = request.query
  return rowsOf(ctx, { ...request, query }, kind)
})

const exportable = handler('employee.exportable', async (ctx, request) => {
  const kind = oneOf({ endpoint: request.params.endpoint?.replaceAll('-', '_') }, 'endpoint', KINDS)
  const rows = await rowsOf(ctx, request, kind)
  const names = Object.keys(rows[0] ?? { employee_no: '', name: '' })
  const body = `\uFEFF${stringify([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))], { escape_formulas: true })}`
  return { reply: { type: 'text/csv; charset=utf-8', filename: `${kind}.csv`, body } }
})

export const employeeReportHandlers = [statistics, count, maxYears, report, exportable]
