/** The portal's dashboard: the caller's day, filings, balances, payslip and news; one statement each. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { can, isOwnerEmployee } from '../../../engine/runtime/permissions/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { codeLabel, refJson } from '../../records/report/page.ts'
import { dayFacts } from '../filings/days.ts'
import { memosFor } from '../memos/handlers.ts'
import { underWay } from '../time/open-shift.ts'
import { ownEmployee } from '../time/punch.ts'
import { employeeJson, Reading } from './reading.ts'

const DAYS = 7
const SHOWN = 5

/** Modules of filings that employees make for themselves. */
const filings = (ctx: Ctx): Module[] =>
  [...ctx.modules.values()].filter(
    (module) => module.kind === 'filing' && module.entity.owner !== undefined && module.field[module.entity.owner]?.type === 'employee',
  )

/** The most common filings, and requests that the portal's menu does not list: the portal offers them at once. */
const OFFERED = [
  'leave_filing',
  'overtime_filing',
  'official_business_filing',
  'timelog_filing',
  'shift_adjustment',
  'employee_requisition',
  'data_change_request',
  'escalation_and_concern',
]
const fileable = (ctx: Ctx): Row[] =>
  OFFERED.flatMap((name) => {
    const module = ctx.modules.get(name)
    return module && isOwnerEmployee(module) && can(ctx.principal, module, 'new') ? [{ module: name, title: module.singular }] : []
  })

/** The title of a filing's state, as its own screens name it. */
const stateTitle = ({ workflow }: Module): string => {
  const titles = Object.values(workflow?.states ?? {}).map(({ name, title }) => `WHEN ${literal(name)} THEN ${literal(title)}`)
  return titles.length ? `CASE t.status ${titles.join(' ')} END` : 't.status'
}

/** The caller's own filings of all kinds; `where` is a condition on the filing `t` and its first and last day. */
async function ownFilings(on: Reading, where: (first: string, last: string) => string): Promise<Row[]> {
  const self = on.add(on.ctx.principal.employee_id ?? 0, 'bigint')
  const parts = filings(on.ctx).map((module) => {
    const [first, last] = module.entity.period ?? [module.entity.date, module.entity.date]
    const day = (name: string | undefined) => (name ? `t.${name}::date` : 'NULL::date')
    return `SELECT ${literal(module.name)} AS module, ${literal(module.singular)} AS title, t.id, t.transaction_no, ${day(first)} AS date_from, ${day(last)} AS date_to, t.status, ${stateTitle(module)} AS state, ${can(on.ctx.principal, module, 'view')} AS openable
      FROM ${on.table(module.entity.table)} t WHERE t.${module.entity.owner} = ${self} AND ${where(day(first), day(last))}`
  })
  return parts.length
    ? on.run(`SELECT * FROM (${parts.join(' UNION ALL ')}) x ORDER BY date_from DESC NULLS LAST, module, id DESC LIMIT 50`)
    : []
}

/** Filings that cover today: approved and pending ones. */
export const todayFilings = (ctx: Ctx): Promise<Row[]> => {
  const on = new Reading(ctx)
  const today = on.today()
  return ownFilings(on, (first, last) => `t.status IN ('posted', 'approved', 'processed') AND ${today} BETWEEN ${first} AND ${last}`)
}
const pendingFilings = (ctx: Ctx): Promise<Row[]> => ownFilings(new Reading(ctx), () => `t.status IN ('posted', 'returned')`)

/** Documents that were released to the caller: certificates and forms, newest first. */
async function documents(on: Reading): Promise<Row[]> {
  const self = on.add(on.ctx.principal.employee_id ?? 0, 'bigint')
  const readable = [...on.ctx.modules.values()].filter((module) => isOwnerEmployee(module) && can(on.ctx.principal, module, 'view'))
  const parts = readable.flatMap((module) => {
    // Each field that a transition attaches a paper to, with the state in which the paper is released.
    const releases = Object.values(module.workflow?.transitions ?? {}).flatMap(({ to, effects }) =>
      effects.filter(({ name }) => name === 'paper.attach').map(({ params }) => [(params as { into: string }).into, to] as const),
    )
    return [...new Map(releases)].map(
      ([field, state]) => `SELECT ${literal(module.name)} AS module, t.id AS record_id, t.transaction_no, f.id, f.name, f.created_at
        FROM ${on.table(module.entity.table)} t JOIN ${on.table('file')} f ON f.id = t.${quote(field)} WHERE t.${module.entity.owner} = ${self} AND t.status = ${literal(state)}`,
    )
  })
  return parts.length ? on.run(`SELECT * FROM (${parts.join(' UNION ALL ')}) x ORDER BY created_at DESC, id DESC LIMIT ${SHOWN}`) : []
}

/** Punches of the work day, and the clock state that follows from them. */
async function clock(ctx: Ctx): Promise<Row> {
  const { status, logs } = await underWay(ctx, await ownEmployee(ctx))
  return {
    today_logs: logs.map(({ id, type, direction, logged_at, source }) => ({ id, type, direction, logged_at, source })),
    time_status: status,
  }
}

/** The rest of each kind of leave: today's balance, and days that are filed or taken later. */
const leaveBalances = (on: Reading): Promise<Row[]> =>
  on.run(
    `SELECT h.leave_type_id, ${refJson('y', 'name', codeLabel('y'))} AS leave_type, sum(CASE WHEN h.date <= ${on.today()} THEN coalesce(h.qty_in, 0) - coalesce(h.qty_out, 0) ELSE 0 END)::float AS balance,
       sum(CASE WHEN h.date > ${on.today()} THEN coalesce(h.qty_out, 0) ELSE 0 END)::float AS reserved
     FROM ${on.table('employee_balance_history')} h JOIN ${on.table('leave_type')} y ON y.id = h.leave_type_id
       JOIN ${on.table('employee')} e ON e.id = h.employee_id AND (coalesce(y.gender, 'All') = 'All' OR e.gender IS NULL OR e.gender = y.gender)
     WHERE h.employee_id = ${on.add(on.ctx.principal.employee_id, 'bigint')} GROUP BY h.leave_type_id, y.id ORDER BY y.name`,
  )

const loanBalances = (on: Reading): Promise<Row[]> =>
  on.run(
    `SELECT l.id, l.transaction_no, l.loan_type_id, ${refJson('y', 'name', codeLabel('y'))} AS loan_type, l.total_amount::float, l.amortization::float, l.deduction_frequency, l.balance::float, coalesce(l.is_paused, false) AS is_paused
     FROM ${on.table('loan_entry')} l JOIN ${on.table('loan_type')} y ON y.id = l.loan_type_id
     WHERE l.employee_id = ${on.add(on.ctx.principal.employee_id, 'bigint')} AND l.status NOT IN ('draft', 'voided', 'disapproved') AND coalesce(l.balance, 0) > 0 ORDER BY l.loan_date, l.id`,
  )

/** The caller's claims of SSS benefits, newest first: what was advanced, and how far each has come. */
function benefitClaims(on: Reading): Promise<Row[]> {
  const module = on.ctx.modules.get('sss_benefit_claim')
  if (!module) return Promise.resolve([])
  const benefit = (module.field.benefit?.options ?? []).map(({ value, label }) => `WHEN ${literal(value)} THEN ${literal(label)}`)
  return on.run(
    `SELECT t.id, t.transaction_no, ${benefit.length ? `CASE t.benefit ${benefit.join(' ')} END` : 't.benefit'} AS benefit, t.date_from, t.date_to,
       coalesce(t.benefit_amount, t.sss_benefit)::float AS amount, t.advanced_amount::float AS advanced, t.status, ${stateTitle(module)} AS state
     FROM ${on.table(module.entity.table)} t WHERE t.employee_id = ${on.add(on.ctx.principal.employee_id, 'bigint')} ORDER BY t.date_from DESC, t.id DESC LIMIT ${SHOWN}`,
  )
}

async function latestPayslip(on: Reading): Promise<Row | null> {
  const [row] = await on.run(
    `SELECT s.id, s.pay_period_id, ${refJson('d', 'name', 'd.name')} AS pay_period, s.payout_date, s.gross::float, s.total_deductions::float, s.net_pay::float
     FROM ${on.table('payslip')} s LEFT JOIN ${on.table('pay_period')} d ON d.id = s.pay_period_id
     WHERE s.employee_id = ${on.add(on.ctx.principal.employee_id, 'bigint')} AND s.is_released IS TRUE ORDER BY s.payout_date DESC, s.id DESC LIMIT 1`,
  )
  return row ?? null
}

/** The next holidays at the caller's place of work, yearly ones included. */
const holidays = (on: Reading): Promise<Row[]> => {
  const today = on.today()
  return on.run(
    `SELECT h.id, h.name, x.next AS date, ${refJson('k', 'name', codeLabel('k'))} AS holiday_type
     FROM ${on.table('holiday')} h LEFT JOIN ${on.table('holiday_type')} k ON k.id = h.holiday_type_id
     LEFT JOIN ${on.table('employee')} e ON e.id = ${on.add(on.ctx.principal.employee_id, 'bigint')}
     CROSS JOIN LATERAL (SELECT CASE WHEN h.is_recurring AND h.date < ${today} THEN (h.date + make_interval(years => extract(year FROM age(${today} - 1, h.date))::int + 1))::date ELSE h.date END AS next) x
     WHERE h.is_active IS NOT FALSE AND x.next BETWEEN ${today} AND ${today} + 120
       AND (coalesce(cardinality(h.branch_ids), 0) + coalesce(cardinality(h.region_ids), 0) + coalesce(cardinality(h.city_ids), 0) = 0 OR e.branch_id = ANY (h.branch_ids))
     ORDER BY x.next, h.name LIMIT ${SHOWN}`,
  )
}

async function employee(on: Reading): Promise<Row | null> {
  const [row] = await on.run(
    `SELECT e.id, ${employeeJson('e')} AS employee, e.first_name, p.name AS position, d.name AS department, coalesce(e.allow_web_bundy, true) AS may_clock,
       e.requires_geofence IS TRUE OR EXISTS (SELECT 1 FROM ${on.table('employee_geofence')} g WHERE g.employee_id = e.id AND g.is_active IS NOT FALSE) AS asks_place,
       e.requires_photo IS TRUE AS asks_photo
     FROM ${on.table('employee')} e LEFT JOIN ${on.table('position')} p ON p.id = e.position_id LEFT JOIN ${on.table('department')} d ON d.id = e.department_id
     WHERE e.id = ${on.add(on.ctx.principal.employee_id, 'bigint')}`,
  )
  return row ?? null
}

const NOTHING = {
  employee: null,
  today_schedule: null,
  week: [],
  time_status: 'out',
  today_logs: [],
  today_filings: [],
  pending_filings: [],
  leave_balances: [],
  loan_balances: [],
  benefit_claims: [],
  latest_payslip: null,
  documents: [],
}

/** All parts of the dashboard. All of it is the caller's own; without an employee record only news remain. */
export async function portalDashboard(ctx: Ctx): Promise<Row> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const to = addDays(today, DAYS - 1)
  const id = ctx.principal.employee_id
  const news = { date: today, holidays: await holidays(new Reading(ctx)), memos: await memosFor(ctx, SHOWN, 0) }
  if (id === null) return { ...NOTHING, ...news, may: {} }
  const week = await dayFacts(ctx, id, today, to)
  const may = (name: string, code: string) => ctx.modules.has(name) && can(ctx.principal, ctx.modules.get(name)!, code)
  return {
    ...news,
    employee: await employee(new Reading(ctx)),
    today_schedule: week[0] ?? null,
    week,
    ...(await clock(ctx)),
    today_filings: await todayFilings(ctx),
    pending_filings: await pendingFilings(ctx),
    leave_balances: await leaveBalances(new Reading(ctx)),
    loan_balances: await loanBalances(new Reading(ctx)),
    benefit_claims: await benefitClaims(new Reading(ctx)),
    latest_payslip: await latestPayslip(new Reading(ctx)),
    documents: await documents(new Reading(ctx)),
    may: { clock: may('time_log', 'new'), break: may('break_status', 'new'), payslip: may('payslip', 'view'), file: fileable(ctx) },
  }
}
