/**
 * What employees of a demo company ask for: certificates that are released, approved, waiting and not sent yet, and a change
 * of their own data; tax forms.
 */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Company, Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { doleHandlers } from './dole-report.ts'
import { generateAll } from './tax-form.ts'
import { TAX_FORM } from './year-form.ts'

const MODULE = 'employee_requisition'
const DATA_CHANGE = 'data_change_request'
/** Days before the end of the history, what is asked for, and how far it has come. */
const REQUESTS: readonly (readonly [number, Row, readonly ('post' | 'approve' | 'process')[]])[] = [
  [25, { document_type: 'COE without Compensation', purpose: 'Visa application' }, ['post', 'approve', 'process']],
  [9, { document_type: 'COE with Compensation', purpose: 'Housing loan' }, ['post', 'approve']],
  [4, { document_type: 'Certificate of Contributions', purpose: 'SSS salary loan' }, ['post']],
  [2, { document_type: 'SSS Form', purpose: 'Change of civil status', copies: 2 }, []],
]

/** Human resources decides on certificates, by an approval flow, and releases them. */
export async function makeRequisitions(host: DemoHost, company: Company, { start, days }: { start: Date; days: number }): Promise<void> {
  const [employee, hr] = (await Promise.all(['employee', 'hr'].map((name) => host.as(company, name)))) as [Ctx, Ctx]
  const system = await host.system(company, 'Demo data')
  const setDay = (ago: number) => host.setClock(new Date(start.getTime() + (days - ago) * DAY_MS + 4 * 3_600_000))
  setDay(REQUESTS[0]![0] + 1)
  await create(system, 'approval_flow', {
    name: 'Certificates',
    module_id: (await idsBy(system, 'module', 'name')).get(MODULE)!,
    scope: 'company',
    levels: [{ level: 1, approver_type: 'user', approver_id: hr.principal.user_id, rule: 'any' }],
  })
  const module = hr.modules.get(MODULE)!
  for (const [ago, values, actions] of REQUESTS) {
    setDay(ago)
    const id = await create(employee, MODULE, { employee_id: employee.principal.employee_id, ...values })
    for (const action of actions) {
      const by = action === 'post' ? employee : hr
      await by.services.workflow.transition(by, module, { id, action, input: {} })
    }
  }
  setDay(1)
  const change = employee.modules.get(DATA_CHANGE)!
  const id = await create(employee, DATA_CHANGE, {
    employee_id: employee.principal.employee_id,
    mobile: '09171234567',
    reason: 'New number',
  })
  await employee.services.workflow.transition(employee, change, { id, action: 'post', input: {} })
}

/** The 13th month report of the year, processed; the one on wages is still to prepare. */
export async function makeDoleReports(host: DemoHost, company: Company): Promise<void> {
  const payroll = await host.as(company, 'payroll')
  const year = Number(payroll.clock.today(company.time_zone).slice(0, 4))
  const id = await create(payroll, 'dole_report', {
    report: 'thirteenth_month',
    year,
    principal_business: 'Wholesale and distribution of consumer goods',
    signatory_id: payroll.principal.employee_id,
  })
  const process = doleHandlers.find(({ name }) => name === 'doleReport.process')!
  await process.run(payroll, payroll.modules.get('dole_report')!, { params: { id: String(id) }, query: {}, body: {}, files: [] }, null)
}

/** Tax forms of the year for some employees, as far as it has gone; two of them are released. After the payrolls. */
export async function makeTaxForms(host: DemoHost, company: Company): Promise<void> {
  const payroll = await host.as(company, 'payroll')
  const module = payroll.modules.get(TAX_FORM)!
  const paid = await payroll.db.query<{ employee_id: number; year: number }>(
    sql`SELECT employee_id, year FROM ${table(payroll, 'ytd_payroll')} ORDER BY year DESC, employee_id LIMIT 6`,
  )
  if (!paid[0]) return
  const { year } = paid[0]
  await generateAll(payroll, { year, employees: paid.map(({ employee_id }) => Number(employee_id)), signatory: null }, () => {})
  const made = await payroll.db.query<{ id: number }>(sql`SELECT id FROM ${table(payroll, TAX_FORM)} ORDER BY id LIMIT 2`)
  for (const { id } of made) await payroll.services.workflow.transition(payroll, module, { id: Number(id), action: 'release', input: {} })
}
