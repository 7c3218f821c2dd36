/** Lists of employees by kind: who works here, was hired, left, has a birthday, an anniversary, papers, schools, movements. */

import type { Ctx, HandlerRequest } from '../../platform/context.ts'
import { allOf, empty, join, raw, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { forbidden } from '../../platform/errors.ts'
import { oneOf, optionalId, optionalText } from '../../platform/http/params.ts'
import { seesOf } from '../../records/access.ts'

/** Conditions of a request on employees `e`; none are on pay, so that no one can find it out by filtering. */
export function conditions({ query }: HandlerRequest): Sql {
  const where: Sql[] = []
  for (const name of ['branch_id', 'department_id', 'position_id', 'team_id', 'employment_type_id']) {
    const given = optionalId(query, name) ?? optionalId(query, name.replace(/_id$/, ''))
    if (given !== undefined) where.push(sql`e.${ref(name)} = ${given}`)
  }
  const status = query.status === undefined ? undefined : oneOf(query, 'status', ['active', 'inActive', 'all'])
  if (status && status !== 'all') where.push(sql`e.status = ${status}`)
  return allOf(where)
}

export function requireAccess(ctx: Ctx, ...codes: readonly string[]): void {
  for (const access of codes) if (!seesOf(ctx)({ access })) throw forbidden(`You need the access "${access}" to see this.`)
}

export const joins = (ctx: Ctx): Sql => sql`
  FROM ${table(ctx, 'employee')} e
  LEFT JOIN ${table(ctx, 'branch')} b ON b.id = e.branch_id
  LEFT JOIN ${table(ctx, 'department')} d ON d.id = e.department_id
  LEFT JOIN ${table(ctx, 'position')} p ON p.id = e.position_id
  LEFT JOIN ${table(ctx, 'team')} t ON t.id = e.team_id
  LEFT JOIN ${table(ctx, 'employment_type')} y ON y.id = e.employment_type_id
`

interface Listing {
  readonly access: readonly string[]
  /** Columns by name; `day` is the day asked about. */
  readonly columns: (day: string) => Readonly<Record<string, Sql>>
  readonly from?: (ctx: Ctx) => Sql
  /** Further condition. */
  readonly where?: (day: string) => Sql
  /** Columns that the list counts employees by, instead of naming them. */
  readonly counted?: Sql
  readonly order?: Sql
}
const WHO = { employee_no: sql`e.employee_no`, name: sql`e.full_name` }
const WHERE = {
  branch: sql`b.name`,
  department: sql`d.name`,
  position: sql`p.name`,
  employment_type: sql`y.name`,
}
const fields = (alias: string, names: readonly string[]): Record<string, Sql> =>
  Object.fromEntries(names.map((name) => [name, sql`${raw(alias)}.${ref(name)}`]))

/** Lists by kind. */
const LISTS: Readonly<Record<string, Listing>> = {
  masterlist: {
    access: ['employment'],
    columns: () => ({ ...WHO, ...WHERE, team: sql`t.name`, ...fields('e', ['date_hired', 'status']) }),
  },
  newly_hired: {
    access: ['employment'],
    columns: () => ({ ...WHO, ...WHERE, ...fields('e', ['date_hired']) }),
    where: (day) => sql`e.date_hired BETWEEN ${day}::date - 30 AND ${day}::date`,
    order: sql`e.date_hired DESC`,
  },
  separated: {
    access: ['employment'],
    columns: () => ({ ...WHO, ...WHERE, ...fields('e', ['date_separated', 'separation_reason']) }),
    where: (day) => sql`e.date_separated <= ${day}::date`,
    order: sql`e.date_separated DESC`,
  },
  birthday: {
    access: ['personal'],
    columns: () => ({ ...WHO, ...WHERE, ...fields('e', ['birth_at']) }),
    where: (day) => sql`e.status = 'active' AND extract(month FROM e.birth_at) = extract(month FROM ${day}::date)`,
    order: sql`extract(day FROM e.birth_at)`,
  },
  anniversary: {
    access: ['employment'],
    columns: (day) => ({
      ...WHO,
      ...WHERE,
      ...fields('e', ['date_hired']),
      years: sql`extract(year FROM age(${day}::date, e.date_hired))::int`,
    }),
    where: (day) => sql`
      e.status = 'active'
      AND extract(month FROM e.date_hired) = extract(month FROM ${day}::date)
      AND e.date_hired < ${day}::date
    `,
    order: sql`extract(day FROM e.date_hired)`,
  },
  ids: {
    access: ['personal'],
    columns: () => ({ ...WHO, ...fields('i', ['id_type', 'id_number', 'date_expiry']) }),
    from: (ctx) => sql`JOIN ${table(ctx, 'employee_id')} i ON i.employee_id = e.id`,
    order: sql`e.full_name, i.id_type`,
  },
  education: {
    access: ['personal'],
    columns: () => ({ ...WHO, ...fields('s', ['level', 'school', 'course', 'year_from', 'year_to', 'is_graduated']) }),
    from: (ctx) => sql`JOIN ${table(ctx, 'educational_attainment')} s ON s.employee_id = e.id`,
    order: sql`e.full_name, s.year_from`,
  },
  movement: {
    access: ['employment'],
    columns: () => ({ ...WHO, ...fields('m', ['effective_date', 'movement_type', 'remarks']) }),
    from: (ctx) => sql`JOIN ${table(ctx, 'personal_movement')} m ON m.employee_id = e.id`,
    where: (day) => sql`m.effective_date <= ${day}::date`,
    order: sql`m.effective_date DESC, m.id DESC`,
  },
  headcount: {
    access: ['employment'],
    columns: () => ({ branch: sql`b.name`, department: sql`d.name`, headcount: sql`count(*)::int` }),
    where: () => sql`e.status = 'active'`,
    counted: sql`b.name, d.name`,
    order: sql`b.name, d.name`,
  },
}
export const KINDS = Object.keys(LISTS)
const MAX_ROWS = 20_000

/** A list of employees: its statement, and the names of its columns. */
interface ListingStatement {
  readonly statement: Sql
  readonly names: readonly string[]
}

/** The list of a kind for the filters of a request. 403 without the access that its columns need, 400 for a day that is none. */
export function listingOf(ctx: Ctx, request: HandlerRequest, kind: string): ListingStatement {
  const list = LISTS[kind]!
  requireAccess(ctx, ...list.access)
  const day = oneDay(optionalText(request.query, 'as_of') ?? ctx.clock.today(ctx.company.time_zone))
  const columns = list.columns(day)
  const selected = Object.entries(columns).map(([name, value]) => sql`${value} AS ${ref(name)}`)
  const statement = sql`
    SELECT ${join(selected, ', ')}
    ${joins(ctx)}
    ${list.from?.(ctx) ?? empty}
    WHERE ${allOf([conditions(request), ...(list.where ? [list.where(day)] : [])])}
    ${list.counted ? sql`GROUP BY ${list.counted}` : empty}
    ORDER BY ${list.order ?? sql`e.full_name, e.id`}
    LIMIT ${MAX_ROWS}
  `
  return { statement, names: Object.keys(columns) }
}

/** A day of a request; 400 with its field when it is not `YYYY-MM-DD`. */
function oneDay(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) oneOf({ as_of: text }, 'as_of', ['YYYY-MM-DD'])
  return text
}
