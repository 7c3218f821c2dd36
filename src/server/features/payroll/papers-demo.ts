/** Papers of a demo company's payrolls: two months for the agencies, one of them paid, the fringe benefits of the quarter, a sickness, work by piece, and service charges. */

import type { Row } from '../../../engine/model/module.ts'
import { addDays, addMonths } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { fringeReturnHandlers } from './fringe-return.ts'
import { remittanceHandlers } from './remittance.ts'

const create = (ctx: Ctx, module: string, values: Row): Promise<number> => ctx.services.records.add(ctx, ctx.modules.get(module)!, values)
const act = (ctx: Ctx, module: string, step: { id: number; action: string; input: Row }) =>
  ctx.services.workflow.transition(ctx, ctx.modules.get(module)!, step)

const GENERATE = [...remittanceHandlers, ...fringeReturnHandlers]
const generate = (ctx: Ctx, name: string, module: string, body: Row): Promise<unknown> =>
  GENERATE.find((each) => each.name === name)!.run(ctx, ctx.modules.get(module)!, { params: {}, query: {}, body, files: [] }, null)

/** Employees who are neither users nor managers, the last first. */
const others = (ctx: Ctx, count: number): Promise<{ id: number; branch_id: number; daily: boolean }[]> =>
  ctx.db.query(
    sql`
      SELECT e.id, e.branch_id, e.salary_rate_type <> 'monthly' AS daily
      FROM ${table(ctx, 'employee')} e
      LEFT JOIN ${table(ctx, 'position')} p ON p.id = e.position_id
      WHERE e.user_id IS NULL AND e.status = 'active' AND (p.level IS NULL OR p.level NOT IN ('Managerial', 'Executive')) AND e.date_hired < ${addMonths(ctx.clock.today(ctx.company.time_zone), -6)}::date
      ORDER BY e.id DESC
      LIMIT ${raw(String(count))}
    `,
  )

/** The month before last is generated and paid on the tenth of the month after it; the last month only generated. */
async function makeRemittances(host: DemoHost, company: Company, today: string): Promise<void> {
  const [paid, last] = [addMonths(`${today.slice(0, 7)}-01`, -2).slice(0, 7), addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7)]
  const day = `${last}-10`
  host.setClock(new Date(`${day}T01:00:00Z`))
  const then = await host.as(company, 'payroll')
  const body = { without_numbers: true }
  await generate(then, 'remittance.generate', 'monthly_remittance', { ...body, period: paid })
  const [bank] = await then.db.query<{ id: number }>(
    sql`SELECT id FROM ${table(then, 'bank_account')} WHERE owner_type = 'company' ORDER BY id LIMIT 1`,
  )
  const due = await then.db.query<{ id: number; agency: string }>(
    sql`SELECT id, agency FROM ${table(then, 'monthly_remittance')} WHERE status = 'generated' ORDER BY id`,
  )
  for (const { id, agency } of bank ? due : [])
    await act(then, 'monthly_remittance', {
      id,
      action: 'mark_paid',
      input: { date_paid: day, reference_no: `${agency.toUpperCase()}-${paid.replace('-', '')}-${id}`, bank_account_id: bank!.id },
    })
  host.setClock(null)
  await generate(await host.as(company, 'payroll'), 'remittance.generate', 'monthly_remittance', { ...body, period: last })
}

/** What the officer adds to the present period: a sickness, shirts sewn by the piece, and the service charges of a fortnight. */
async function makeAdditions(ctx: Ctx, period: number, today: string): Promise<void> {
  const [sick, ...people] = await others(ctx, 8)
  // Work by results needs a daily or hourly rate for what the pieces are compared with.
  const sewer = people.find(({ daily }) => daily)
  if (!sick) return
  const from = addDays(today, -20)
  await create(ctx, 'sss_benefit_claim', {
    employee_id: sick.id,
    date_from: from,
    date_to: addDays(from, 5),
    notified_on: addDays(from, 2),
    sss_benefit: 5400,
  })
  if (sewer) {
    const rate = await create(ctx, 'piece_rate', { code: 'PACK', name: 'Gift boxes packed', unit: 'box', rate: 12.5 })
    await ctx.services.records.update(ctx, ctx.modules.get('employee')!, sewer.id, { is_piece_rate: true })
    for (const [index, quantity] of [72, 80, 68].entries())
      await create(ctx, 'piece_output', { employee_id: sewer.id, date: addDays(today, index - 3), piece_rate_id: rate, quantity })
  }
  await create(ctx, 'service_charge', {
    date_from: addDays(today, -15),
    date_to: addDays(today, -1),
    collected: 18_000,
    method: 'equal',
    pay_period_id: period,
    shares: people.filter((person) => person !== sewer).map(({ id }) => ({ employee_id: id, weight: 1 })),
  })
}

/** Papers and additions after the payrolls, where the company has the period for them. */
export async function makePapers(host: DemoHost, company: Company): Promise<void> {
  const ctx = await host.as(company, 'payroll')
  const today = ctx.clock.today(company.time_zone)
  await makeRemittances(host, company, today)
  await generate(ctx, 'fringeReturn.generate', 'bir_1603q', {
    year: Number(today.slice(0, 4)),
    quarter: Math.ceil(Number(today.slice(5, 7)) / 3),
  })
  const [draft] = await ctx.db.query<{ pay_period_id: number }>(
    sql`SELECT pay_period_id FROM ${table(ctx, 'payroll')} WHERE status = 'draft' ORDER BY id DESC LIMIT 1`,
  )
  if (draft) await makeAdditions(ctx, Number(draft.pay_period_id), today)
}
