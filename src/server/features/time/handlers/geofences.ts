/** Endpoints of geofence tags, schedules and time zones. */

import type { Row } from '../../../../engine/model/module.ts'
import { leadsOnly } from '../../../../engine/runtime/permissions/index.ts'
import { daysBetween } from '../../../../kernel/dates.ts'
import type { Ctx, HandlerRequest } from '../../../platform/context.ts'
import { assignments, sql, table } from '../../../platform/db/sql.ts'
import { AppError, invalid, notFound, refuse } from '../../../platform/errors.ts'
import { flag, handler, id, ids, optionalId } from '../../../platform/http/params.ts'
import { ledBy } from '../../../records/query/led.ts'
import { listQuery } from '../../../records/routes/query.ts'
import { employeesOf } from '../process.ts'
import { generateSchedules } from '../schedules.ts'
import { employeesIn, optionalDate, span } from './query.ts'

const TAGS = 'employee_geofence'
const MAX_TAGS = 5000

const tags = handler('geofence.tags', async (ctx, { query }) => ({
  success: true,
  ...(await ctx.services.records.list(ctx, ctx.modules.get(TAGS)!, listQuery(query as Row))),
}))
const tag = handler('geofence.tag', (ctx, { params }) => ctx.services.records.get(ctx, ctx.modules.get(TAGS)!, id(params, 'id'), 'view'))

const valuesOf = (body: Row): Row => {
  const [effective_from, effective_to] = [optionalDate(body, 'effective_from'), optionalDate(body, 'effective_to')]
  return {
    ...(effective_from ? { effective_from } : {}),
    ...(effective_to ? { effective_to } : {}),
    ...(body.is_strict === undefined ? {} : { is_strict: flag(body, 'is_strict') }),
  }
}

/** Tags an employee with a place; tagging again sets the new dates. */
async function put(ctx: Ctx, employee_id: number, geofence_id: number, values: Row): Promise<Row> {
  const module = ctx.modules.get(TAGS)!
  const [known] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, TAGS)}
      WHERE employee_id = ${employee_id} AND geofence_id = ${geofence_id}
      FOR UPDATE
    `,
  )
  if (!known) return ctx.services.records.create(ctx, module, { employee_id, geofence_id, ...values })
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, TAGS)}
      SET ${assignments({ ...values, is_active: true })}, version = version + 1
      WHERE id = ${known.id}
    `,
  )
  return ctx.services.records.get(ctx, module, known.id, 'view')
}

const add = handler('geofence.add', (ctx, { body }) =>
  ctx.db.tx(() => put(ctx, id(body, 'employee_id'), id(body, 'geofence_id'), valuesOf(body))),
)

/** Every employee named with every place named, all or none. */
const addMany = handler('geofence.addMany', (ctx, { body }) =>
  ctx.db.tx(async () => {
    const [people, places] = [[...new Set(ids(body, 'employee_ids'))], [...new Set(ids(body, 'geofence_ids'))]]
    if (people.length * places.length > MAX_TAGS) throw invalid({ employee_ids: [`At most ${MAX_TAGS} tags at once.`] })
    const values = valuesOf(body)
    let tagged = 0
    for (const geofence of places)
      for (const employee of people) {
        await put(ctx, employee, geofence, values)
        tagged++
      }
    return { tagged }
  }),
)

/** Removes places from an employee: those named, or all. */
const remove = handler('geofence.remove', (ctx, { body, query }: HandlerRequest) =>
  ctx.db.tx(async () => {
    const given = { ...query, ...body }
    const employee = id(given, 'employee_id')
    const named = given.geofence_ids ?? given.geofence_id
    const places = named === undefined || named === null ? undefined : ids({ geofence_ids: named }, 'geofence_ids')
    const rows = await ctx.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM ${table(ctx, TAGS)}
        WHERE employee_id = ${employee}
          AND (${places ?? null}::bigint[] IS NULL OR geofence_id = ANY (${places ?? null}::bigint[]))
        ORDER BY id
      `,
    )
    if (!rows.length) throw notFound('The employee does not have this tag.')
    for (const row of rows) await ctx.services.records.remove(ctx, ctx.modules.get(TAGS)!, row.id)
    return { removed: rows.length }
  }),
)

/** Plans shifts of employees, a pay group, a branch or a department from a template. */
const generate = handler('shift_schedule.generate', async (ctx, { body }, module) => {
  const { from, to } = span(body)
  const templateId = optionalId(body, 'shift_template_id')
  if (
    templateId !== undefined &&
    !(
      await ctx.db.query(sql`
        SELECT 1
        FROM ${table(ctx, 'shift_template')}
        WHERE id = ${templateId} AND is_active IS NOT FALSE
      `)
    ).length
  )
    throw invalid({ shift_template_id: ['The shift template was not found, or is not active.'] })
  const all = await employeesOf(ctx, {
    from,
    to,
    employeeIds: employeesIn(body),
    payGroupId: optionalId(body, 'pay_group_id'),
    branchId: optionalId(body, 'branch_id'),
    departmentId: optionalId(body, 'department_id'),
  })
  // Supervisors plan the people whom they lead.
  const led = leadsOnly(ctx.principal, module) ? new Set(await ledBy(ctx)) : undefined
  const employeeIds = led ? all.filter((employee) => led.has(employee)) : all
  if (!employeeIds.length) throw refuse('E_NOBODY', 'No employees to plan: none of the selected employees works here on these dates.')
  const days = (daysBetween(from, to) + 1) * employeeIds.length
  if (days > 200_000) throw invalid({ date_to: ['At most 200,000 days at once. Choose fewer employees or dates.'] })
  const planned = await ctx.db.tx(() =>
    generateSchedules(ctx, {
      employeeIds,
      templateId,
      from,
      to,
      overwrite: body.overwrite === undefined ? false : flag(body, 'overwrite'),
    }),
  )
  return { employees: employeeIds.length, planned }
})

const zones = handler('time_zone.fetch', (ctx) =>
  ctx.db.query(
    sql`
      SELECT id, code, name, iana_name, utc_offset, is_international IS TRUE AS is_international,
        is_default IS TRUE AS is_default
      FROM ${table(ctx, 'time_zone')}
      WHERE is_active IS NOT FALSE
      ORDER BY is_default DESC NULLS LAST, sort_order, name
    `,
  ),
)

/** The time zone of an employee's days: their own, else that of their team, their branch or the company. */
const zoneOf = handler('time_zone.ofEmployee', async (ctx, { params }) => {
  const employee = id(params, 'id')
  if (employee !== ctx.principal.employee_id) await ctx.services.records.get(ctx, ctx.modules.get('employee')!, employee, 'view')
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT z.id, z.code, z.name, coalesce(z.iana_name, ${ctx.company.time_zone}::text) AS iana_name, z.utc_offset,
        z.is_international IS TRUE AS is_international,
        CASE
          WHEN e.time_zone_id IS NOT NULL THEN 'employee'
          WHEN t.time_zone_id IS NOT NULL THEN 'team'
          WHEN b.time_zone_id IS NOT NULL THEN 'branch'
          ELSE 'company'
          END AS source
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'team')} t ON t.id = e.team_id
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = e.branch_id
      LEFT JOIN ${table(ctx, 'time_zone')} z ON z.id = coalesce(e.time_zone_id, t.time_zone_id, b.time_zone_id)
      WHERE e.id = ${employee}
    `,
  )
  if (!row) throw new AppError('not_found', 'The employee was not found.')
  return row
})

export const placeHandlers = [tags, tag, add, addMany, remove, generate, zones, zoneOf]
