/** Pay of a demo company: a pay group with its periods before time is made, and after it posted payrolls and a draft. */

import type { Row } from '../../../engine/model/module.ts'
import type { DemoCompany, DemoHost } from '../../demo-kit/host.ts'
import { createRandom } from '../../demo-kit/random.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import { generatePeriods } from './periods.ts'

const RUNS = 12
const GROUP = 'STAFF'

const create = (ctx: Ctx, module: string, values: Row): Promise<number> => ctx.services.records.add(ctx, ctx.modules.get(module)!, values)
const idOf = async (ctx: Ctx, module: string, code: string): Promise<number> =>
  (await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, module)} WHERE code = ${code}`))[0]!.id

/** The group of all employees, paid twice a month, and its periods from the first day until now. Before time is made. */
export async function makePaySetup(ctx: Ctx, plan: DemoCompany, start: Date, now: Date): Promise<void> {
  const random = createRandom(plan.seed * 71)
  const cycle = await idOf(ctx, 'pay_cycle', 'SEMI')
  const group = await create(ctx, 'pay_group', {
    code: GROUP,
    name: 'Staff',
    pay_cycle_id: cycle,
    pay_schedule_id: await idOf(ctx, 'pay_schedule', 'SEMI'),
    pay_rate_id: await idOf(ctx, 'pay_rate', 'LAW'),
    bank_id: (await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'bank')} ORDER BY id LIMIT 1`))[0]!.id,
  })
  await ctx.db.query(sql`UPDATE ${table(ctx, 'employee')} SET pay_group_id = ${group} WHERE pay_group_id IS NULL`)
  const record = await ctx.services.records.get(ctx, ctx.modules.get('pay_cycle')!, cycle)
  for (let year = start.getUTCFullYear(); year <= now.getUTCFullYear(); year++) await generatePeriods(ctx, record, year)
  const people = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'employee')} ORDER BY id`)
  const from = `${start.getUTCFullYear()}-01-01`
  const [transport, rice, dues] = [
    await idOf(ctx, 'pay_item', 'TRANSPORT'),
    await idOf(ctx, 'pay_item', 'DM_RICE'),
    await idOf(ctx, 'pay_item', 'VOLUNTARY'),
  ]
  for (const { id } of people) {
    if (random.chance(0.4))
      await create(ctx, 'allowance', {
        employee_id: id,
        pay_item_id: transport,
        amount: random.int(2, 6) * 500,
        time_unit: 'per_month',
        is_prorated: random.chance(0.5),
        effective_from: from,
      })
    if (random.chance(0.25))
      await create(ctx, 'employee_de_minimis_benefit', {
        employee_id: id,
        pay_item_id: rice,
        benefit: 'Rice',
        amount: 2000,
        time_unit: 'per_month',
        effective_from: from,
      })
    if (random.chance(0.15))
      await create(ctx, 'deduction', {
        employee_id: id,
        pay_item_id: dues,
        amount_option: 'amount',
        amount: random.int(1, 5) * 100,
        frequency: 'recurring',
        total_amount: random.int(20, 60) * 100,
        effective_from: from,
      })
  }
}

/** Twelve posted payrolls and the next as a draft: prepared by payroll, approved by the approver, posted by payroll. */
export async function makePayrolls(host: DemoHost, company: Company): Promise<void> {
  const system = await host.system(company, 'Demo data')
  const today = system.clock.today(company.time_zone)
  const group = await idOf(system, 'pay_group', GROUP)
  const branch = (await system.db.query<{ id: number }>(sql`SELECT id FROM ${table({ company }, 'branch')} ORDER BY id LIMIT 1`))[0]!.id
  const periods = await system.db.query<{ id: number; payout: string; to: string }>(
    sql`
      SELECT d.id, d.payout_date::text AS payout, d.date_to::text AS "to"
      FROM ${table({ company }, 'pay_period')} d
      JOIN ${table({ company }, 'pay_group')} g ON g.pay_cycle_id = d.pay_cycle_id
      WHERE g.id = ${group} AND d.date_from <= ${today}::date
      ORDER BY d.date_from DESC
      LIMIT ${raw(String(RUNS + 1))}
    `,
  )
  const [draft, ...past] = periods
  const ordered = past.reverse()
  for (const period of ordered) {
    // Paid on the day, at nine in the morning; the last of them perhaps only today.
    host.setClock(new Date(`${period.payout < today ? period.payout : today}T01:00:00Z`))
    const payroll = await host.as(company, 'payroll')
    const module = payroll.modules.get('payroll')!
    if (period === ordered.at(-1)) await makeAdjustment(payroll, period.id, 'post')
    const id = await create(payroll, 'payroll', { branch_id: branch, pay_group_id: group, pay_period_id: period.id })
    // No worker runs jobs while the demo is made.
    await payroll.services.workflow.request(payroll, module, {
      id,
      action: 'precompute',
      input: {},
      options: { atOnce: Number.POSITIVE_INFINITY },
    })
    const act = (ctx: Ctx, action: string) => ctx.services.workflow.carryOut(ctx, module, { id, action, input: {} })
    await act(payroll, 'process')
    await act(await host.as(company, 'approver'), 'approve')
    await act(payroll, 'post')
    if (period === ordered.at(-1)) await holdPay(payroll, id)
  }
  host.setClock(null)
  if (!draft) return
  const payroll = await host.as(company, 'payroll')
  await create(payroll, 'payroll', { branch_id: branch, pay_group_id: group, pay_period_id: draft.id })
  await makeAdjustment(payroll, draft.id)
  await makeBenefit(payroll, today)
}

/** A manager's car of the present quarter, with its tax, and the cost of that manager shared with another department. */
async function makeBenefit(ctx: Ctx, today: string): Promise<void> {
  const [manager] = await ctx.db.query<{ id: number; branch_id: number; other: number | null }>(
    sql`
      SELECT e.id, e.branch_id, (SELECT min(d.id) FROM ${table(ctx, 'department')} d WHERE d.id <> e.department_id) AS other
      FROM ${table(ctx, 'employee')} e
      JOIN ${table(ctx, 'position')} p ON p.id = e.position_id AND p.level = 'Managerial'
      WHERE e.status = 'active' AND e.user_id IS NULL
      ORDER BY e.id
      LIMIT 1
    `,
  )
  if (!manager) return
  const id = await create(ctx, 'fringe_benefit', {
    branch_id: manager.branch_id,
    employee_id: manager.id,
    kind: 'vehicle_use',
    value: 36000,
    transaction_date: today,
    remarks: 'Lease of a car',
  })
  await ctx.services.workflow.transition(ctx, ctx.modules.get('fringe_benefit')!, { id, action: 'post', input: {} })
  const shares = [{ percent: 70 }, { department_id: manager.other, percent: 30 }]
  if (manager.other) await create(ctx, 'employee_cost_split', { employee_id: manager.id, effective_from: today, shares })
}

/** The pay of one employee waits for a clearance. */
async function holdPay(ctx: Ctx, payroll: number): Promise<void> {
  const [person] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT e.id
      FROM ${employeesTable(ctx)} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id AND e.user_id IS NULL
      WHERE l.parent_id = ${payroll} AND l.net_pay > 0
      ORDER BY e.id DESC
      LIMIT 1
    `,
  )
  if (person) await create(ctx, 'held_pay', { payroll_id: payroll, employee_id: person.id, reason: 'Clearance of company property' })
}

/** Meals for the stock count, for three employees; processed by the payroll of the period once it is posted. */
async function makeAdjustment(ctx: Ctx, period: number, action?: 'post'): Promise<void> {
  const item = await idOf(ctx, 'pay_item', 'MEAL')
  const people = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id FROM ${table(ctx, 'employee')}
      WHERE user_id IS DISTINCT FROM ${ctx.principal.user_id} AND status = 'active'
      ORDER BY id DESC
      LIMIT 3
    `,
  )
  const id = await create(ctx, 'payroll_adjustment', {
    pay_period_id: period,
    type: 'earning',
    pay_item_id: item,
    items: people.map((employee) => ({ employee_id: employee.id, pay_item_id: item, amount: 500, remarks: 'Stock count' })),
  })
  if (action) await ctx.services.workflow.transition(ctx, ctx.modules.get('payroll_adjustment')!, { id, action, input: {} })
}
