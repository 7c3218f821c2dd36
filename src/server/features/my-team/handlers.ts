/** For team leaders: decisions pending with the caller, the people they lead, and who of them is away. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { can, roleKey } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { handler, oneOf, optionalId, optionalText } from '../../platform/http/params.ts'
import { idOf } from '../../records/get.ts'
import { envOf } from '../../records/query/env.ts'
import type { FilterEnv } from '../../records/query/filter-env.ts'
import { ledSql } from '../../records/query/scope.ts'
import { read } from '../../records/read.ts'
import { runPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { approversOf } from '../approvals/flow.ts'
import { findSubject } from '../approvals/reporting-line.ts'
import { restSql } from '../filings/days.ts'

/** Modules whose records employees file and others approve. */
const filed = (ctx: Ctx): Module[] =>
  [...ctx.modules.values()].filter(
    (module) =>
      module.entity.owner !== undefined &&
      module.field[module.entity.owner]?.type === 'employee' &&
      Object.values(module.workflow?.transitions ?? {}).some((transition) => transition.approval),
  )

/** A short description of a filing: its first fields that say what it is about. */
function summarySql(ctx: Ctx, module: Module): string {
  const words = [
    'leave_type_id',
    'overtime_type',
    'type',
    'logged_at',
    'shift_template_id',
    'destination',
    'document_type',
    'qty',
    'hours',
    'planned_hours',
    'net_amount',
  ]
  const parts = words.flatMap((name) => {
    const field = module.field[name]
    if (!field) return []
    const target = field.to ? ctx.modules.get(field.to) : undefined
    if (target)
      return `(SELECT r.${quote(target.entity.name)}::text FROM ${table(ctx, target.entity.table).text} r WHERE r.id = t.${quote(name)})`
    const number = `trim_scale(t.${quote(name)})::text`
    if (name === 'qty') return `${number} || CASE WHEN t.qty = 1 THEN ' day' ELSE ' days' END`
    if (/hours$/.test(name)) return `${number} || ' h'`
    if (field.type === 'money') return number
    if (field.type === 'datetime') return `to_char(t.${quote(name)} AT TIME ZONE ${literal(ctx.company.time_zone)}, 'HH12:MI AM')`
    return `replace(t.${quote(name)}::text, '_', ' ')`
  })
  if (!parts.length) return 'NULL::text'
  const text = `concat_ws(', ', ${parts.slice(0, 3).join(', ')})`
  return `nullif(upper(left(${text}, 1)) || substr(${text}, 2), '')`
}

/** The reason of a filing, from the field that holds it in its module. */
function reasonSql(module: Module): string {
  const fields = ['reason', 'purpose'].filter((name) => module.field[name]).map((name) => `nullif(t.${quote(name)}::text, '')`)
  return fields.length ? `coalesce(${fields.join(', ')})` : 'NULL::text'
}

/** Filings that await the caller's decision, of every kind that they can approve. */
const pending = handler('supervisor.pending', async (ctx, { query }, module) => {
  const { principal } = ctx
  const p = new Params()
  const [me, role, employee] = [
    p.add(principal.user_id, 'bigint'),
    p.add(roleKey(principal), 'text'),
    p.add(principal.employee_id, 'bigint'),
  ]
  // A module that is no report answers the same call, with plain parameter names.
  const given = module.report ? await readParameters(ctx, module, query) : query
  const wanted = optionalId(given, 'module')
  const [asked] = wanted ? await ctx.db.query<{ name: string }>(sql`SELECT name FROM ${table(ctx, 'module')} WHERE id = ${wanted}`) : []
  const [from, to] = [optionalText(given, 'from', 10), optionalText(given, 'to', 10)]
  const filter = { employee: optionalId(given, 'employee_id'), team: optionalId(given, 'team_id') }
  const parts = filed(ctx)
    .filter(
      (candidate) =>
        can(principal, candidate, 'approval') &&
        can(principal, candidate, 'index') &&
        (wanted === undefined || candidate.name === asked?.name),
    )
    .map((entry) => {
      const owner = `t.${quote(entry.entity.owner!)}`
      const [first, last] = (entry.entity.period ?? []).map((name) => `t.${quote(name)}`)
      const narrowed = [
        p.equals(owner, filter.employee),
        p.equals('e.team_id', filter.team),
        ...(from && last ? [`${last} >= ${p.add(from, 'date')}`] : []),
        ...(to && first ? [`${first} <= ${p.add(to, 'date')}`] : []),
      ].join(' AND ')
      return `SELECT ${literal(entry.name)} || ':' || t.id AS id, ${literal(entry.singular)} AS module_title, t.transaction_no, e.full_name AS employee, m.name AS team,
          ${entry.field.posted_at ? 't.posted_at' : 't.created_at'} AS date_filed, ${first ?? 'NULL::date'} AS date_from, ${last ?? 'NULL::date'} AS date_to,
          ${summarySql(ctx, entry)} AS summary, ${reasonSql(entry)} AS reason, ${entry.field.level ? 't.level' : '1'} AS level,
          'Pending' AS status, ${literal(entry.name)} AS module_name, t.id AS record_id, t.version AS record_version
        FROM ${table(ctx, entry.entity.table).text} t JOIN ${table(ctx, 'employee').text} e ON e.id = ${owner} LEFT JOIN ${table(ctx, 'team').text} m ON m.id = e.team_id
        WHERE EXISTS (SELECT 1 FROM ${table(ctx, 'approval_task').text} a WHERE a.module = ${literal(entry.name)} AND a.record_id = t.id AND a.state = 'pending'
            AND (a.user_id = ${me} OR a.role = ${role} OR (a.user_id IS NULL AND a.role IS NULL)))
          AND ${owner} IS DISTINCT FROM ${employee} AND t.created_by IS DISTINCT FROM ${me} AND ${narrowed}`
    })
  const none = `SELECT NULL::text AS id, NULL::text AS module_title, NULL::text AS transaction_no, NULL::text AS employee, NULL::text AS team, NULL::timestamptz AS date_filed,
    NULL::date AS date_from, NULL::date AS date_to, NULL::text AS summary, NULL::text AS reason, 0 AS level, '' AS status, '' AS module_name, 0::bigint AS record_id, 0 AS record_version
    WHERE ${me} + ${employee} IS NULL AND ${role} IS NULL`
  return runPage(ctx, module, { query, sql: parts.join(' UNION ALL ') || none, params: p.values, order: 'date_filed, id' })
})

/** Ids of the people whom the caller leads, as SQL; undefined without an employee record. */
const led = (ctx: Ctx, env: FilterEnv): string | undefined => (ctx.principal.employee_id === null ? undefined : ledSql(ctx, env))

const MEMBER = (
  ctx: Ctx,
  people: string,
  today: string,
) => `SELECT e.id, e.full_name AS employee, m.name AS team, p.name AS position, e.mobile, e.email, e.avatar_path,
    coalesce((SELECT CASE WHEN l.direction = 'In' THEN 'in' ELSE 'out' END FROM ${table(ctx, 'raw_time_log').text} l
      WHERE l.employee_id = e.id AND l.logged_at >= (${today} AT TIME ZONE ${literal(ctx.company.time_zone)}) ORDER BY l.logged_at DESC LIMIT 1), 'out') AS time_status,
    CASE WHEN ${restSql(ctx, `${today}`)} THEN 'Rest day' ELSE coalesce((SELECT to_char(s.time_in AT TIME ZONE ${literal(ctx.company.time_zone)}, 'HH12:MI AM') || '–' || to_char(s.time_out AT TIME ZONE ${literal(ctx.company.time_zone)}, 'HH12:MI AM')
      FROM ${table(ctx, 'shift_schedule').text} s WHERE s.employee_id = e.id AND s.date = ${today} ORDER BY s.id DESC LIMIT 1),
      to_char(t.time_in, 'HH12:MI AM') || '–' || to_char(t.time_out, 'HH12:MI AM'), t.name) END AS today_schedule,
    EXISTS (SELECT 1 FROM ${table(ctx, 'leave_filing').text} f WHERE f.employee_id = e.id AND f.status IN ('approved', 'processed') AND ${today} BETWEEN f.date_from AND f.date_to) AS on_leave
  FROM ${table(ctx, 'employee').text} e LEFT JOIN ${table(ctx, 'team').text} m ON m.id = e.team_id LEFT JOIN ${table(ctx, 'position').text} p ON p.id = e.position_id
  LEFT JOIN ${table(ctx, 'shift_template').text} t ON t.id = e.shift_template_id
  WHERE e.status = 'active' AND ${people}`

/** The caller's team colleagues and the people they lead, without the caller. */
async function memberSql(ctx: Ctx): Promise<{ sql: string; params: Params }> {
  const env = envOf(ctx)
  const below = led(ctx, env)
  const me = env.params.add(ctx.principal.employee_id, 'bigint')
  const today = env.params.add(ctx.clock.today(ctx.company.time_zone), 'date')
  const people = `e.id <> ${me} AND (e.team_id = (SELECT x.team_id FROM ${table(ctx, 'employee').text} x WHERE x.id = ${me})${below ? ` OR e.id IN (${below})` : ''})`
  return { sql: MEMBER(ctx, people, today), params: env.params }
}

const team = handler('supervisor.team', async (ctx, { query }, module) => {
  const { sql, params } = await memberSql(ctx)
  const { time_status: given } = await readParameters(ctx, module, query)
  const status = given ? oneOf({ given }, 'given', ['in', 'out', 'all']) : undefined
  const narrowed = status && status !== 'all' ? ` WHERE x.time_status = ${literal(status)}` : ''
  return runPage(ctx, module, { query, sql: `SELECT x.* FROM (${sql}) x${narrowed}`, params: params.values, order: 'employee, id' })
})

const member = handler('supervisor.member', async (ctx, request) => {
  const { sql, params } = await memberSql(ctx)
  const id = params.add(idOf(request.params.id), 'bigint')
  const [row] = await ctx.db.query<Row>(`SELECT x.* FROM (${sql}) x WHERE x.id = ${id}`, params.values)
  if (!row) throw notFound()
  return row
})

/** Days away of the people whom the caller leads or whose filings they decide, one row per day and person; pending ones too. */
const absences = handler('supervisor.absences', async (ctx, { query }, module) => {
  const { from, to } = await readParameters(ctx, module, query)
  const all = (name: string) => can(ctx.principal, ctx.modules.get(name)!, 'view_all')
  const kinds = ['leave_filing', 'official_business_filing', 'cto_filing'].filter((name) => ctx.modules.has(name))
  // PostgreSQL refuses a parameter that its statement does not use.
  const env = envOf(ctx)
  const below = kinds.every(all) ? undefined : led(ctx, env)
  const me = kinds.every(all) ? '' : env.params.add(ctx.principal.user_id, 'bigint')
  const [first, last] = [env.params.add(from, 'date'), env.params.add(to, 'date')]
  const parts = kinds.map((name) => {
    const module = ctx.modules.get(name)!
    // Those whom the caller leads, and those whose filing awaits or had the caller's decision.
    const decided = `EXISTS (SELECT 1 FROM ${table(ctx, 'approval_task').text} a WHERE a.module = ${literal(name)} AND a.record_id = t.id AND a.user_id = ${me})
        OR EXISTS (SELECT 1 FROM ${table(ctx, `${module.entity.table}__approvals`).text} a WHERE a.parent_id = t.id AND a.approver_id = ${me})`
    const people = all(name) ? 'true' : `(${below ? `t.employee_id IN (${below}) OR ` : ''}${decided})`
    const kind = module.field.leave_type_id
      ? `(SELECT l.name FROM ${table(ctx, 'leave_type').text} l WHERE l.id = t.leave_type_id)`
      : literal(module.singular.replace(/ Filing$/, ''))
    return `SELECT ${literal(name)} || ':' || t.id || ':' || d::date AS id, d::date AS date, trim(to_char(d, 'Day')) AS weekday, e.full_name AS employee, ${kind} AS kind,
        ${module.field.duration_type ? "replace(t.duration_type, '_', ' ')" : "'whole day'"} AS part, t.transaction_no, initcap(CASE t.status WHEN 'posted' THEN 'pending' ELSE t.status END) AS status,
        ${literal(name)} AS module_name, t.id AS record_id
      FROM ${table(ctx, module.entity.table).text} t JOIN ${table(ctx, 'employee').text} e ON e.id = t.employee_id LEFT JOIN ${table(ctx, 'team').text} m ON m.id = e.team_id
      CROSS JOIN LATERAL generate_series(greatest(t.date_from, ${first}), least(t.date_to, ${last}), interval '1 day') d
      WHERE t.status IN ('posted', 'approved', 'processed') AND t.date_from <= ${last} AND t.date_to >= ${first} AND ${people}${name === 'official_business_filing' ? '' : ` AND NOT ${restSql(ctx, 'd::date')}`}`
  })
  return runPage(ctx, module, { query, sql: parts.join(' UNION ALL '), params: env.params.values, order: 'date, employee, id' })
})

/** The approvers of an employee, module by module. */
const approvers = handler('approval.approvers', async (ctx, request) => {
  const employee = idOf(request.params.id)
  // Others' approvers only for callers who can see those employees.
  if (employee !== ctx.principal.employee_id) await read(ctx, ctx.modules.get('employee')!, employee, { action: 'view' })
  const subject = await findSubject(ctx, 'e.id', employee)
  if (!subject) throw notFound()
  const answer: {
    module: string
    title: string
    levels: { level: number; title: string; quorum: number; users: number[]; role: string | null }[]
  }[] = []
  for (const module of filed(ctx)) {
    const levels = (await approversOf(ctx, module, { [module.entity.owner!]: employee, created_by: subject.user_id })) ?? [{}]
    answer.push({
      module: module.name,
      title: module.title,
      levels: levels.map((level, index) => ({
        level: index + 1,
        title: level.user_ids?.length ? '' : level.role ? level.role : 'Any approver',
        quorum: level.quorum ?? 1,
        users: [...(level.user_ids ?? [])],
        role: level.role ?? null,
      })),
    })
  }
  const names = await ctx.db.query<{ id: number; name: string }>(
    sql`
      SELECT id, coalesce(name, username) AS name
      FROM ${table(ctx, 'user')}
      WHERE id = ANY (${[...new Set(answer.flatMap((entry) => entry.levels.flatMap((level) => level.users)))]}::bigint[])
    `,
  )
  const byId = new Map(names.map((name) => [Number(name.id), name.name]))
  return answer.map((entry) => ({
    ...entry,
    levels: entry.levels.map((level) => ({ ...level, users: level.users.map((user) => ({ id: user, name: byId.get(user) ?? '' })) })),
  }))
})

export const supervisorHandlers = [pending, team, member, absences, approvers]
