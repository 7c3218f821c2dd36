/** Memos of a demo company with their acknowledgements, and concerns of its employees. */

import type { Row } from '../../../engine/model/module.ts'
import { DAY_MS } from '../../../kernel/dates.ts'
import type { DemoHost } from '../../demo-kit/host.ts'
import { create } from '../../demo-kit/records.ts'
import type { Company, Ctx } from '../../platform/context.ts'

/** Days before the end of the history, and what was published then. */
const MEMOS: readonly (readonly [number, Row])[] = [
  [
    60,
    {
      title: 'Dress code for stores',
      body: '<p>Uniforms are worn in all stores from Monday to Saturday. Sets are issued by Human Resources.</p>',
      category: 'Policy',
      requires_acknowledgement: true,
    },
  ],
  [
    20,
    {
      title: 'Year-end stock count',
      body: '<p>All branches count their stock in the last week of the year. Department heads name the teams by the 10th.</p>',
      category: 'Announcement',
    },
  ],
  [
    8,
    {
      title: 'Filing of leaves for the holidays',
      body: '<p>File leaves for the Christmas week at least two weeks ahead, so that shifts can be planned.</p>',
      category: 'Memo',
      requires_acknowledgement: true,
    },
  ],
]

export async function makeMemos(host: DemoHost, company: Company, { start, days }: { start: Date; days: number }): Promise<void> {
  const [admin, hr, employee, approver] = (await Promise.all(
    ['admin', 'hr', 'employee', 'approver'].map((name) => host.as(company, name)),
  )) as [Ctx, Ctx, Ctx, Ctx]
  const setDay = (ago: number) => host.setClock(new Date(start.getTime() + (days - ago) * DAY_MS + 3 * 3_600_000))
  for (const [ago, memo] of MEMOS) {
    setDay(ago)
    const id = await create(hr, 'memorandum_corner', { ...memo, audience: 'all', date_issued: hr.clock.today(company.time_zone) })
    if (!memo.requires_acknowledgement) continue
    setDay(ago - 1)
    for (const reader of [employee, approver].slice(0, ago > 30 ? 2 : 1))
      await reader.services.handlers
        .get('memo.acknowledge')!
        .run(reader, reader.modules.get('memorandum_corner')!, { params: { id: String(id) }, query: {}, body: {}, files: [] }, null)
  }
  setDay(15)
  const concern = await create(admin, 'escalation_and_concern', {
    employee_id: employee.principal.employee_id,
    type: 'Concern',
    category: 'Workplace',
    subject: 'The air conditioner of the stock room',
    description: 'It has not been working for three days, and the stock room is very warm in the afternoon.',
    priority: 'normal',
  })
  setDay(13)
  await hr.services.workflow.transition(hr, hr.modules.get('escalation_and_concern')!, {
    id: concern,
    action: 'acknowledge',
    input: { resolution: 'The technician comes on Thursday.' },
  })
  setDay(5)
  await create(admin, 'escalation_and_concern', {
    employee_id: approver.principal.employee_id,
    type: 'Escalation',
    category: 'Schedule',
    subject: 'Two closing shifts before an opening shift',
    description: 'The schedule of next week leaves less than ten hours between the closing shift and the opening shift.',
    priority: 'high',
  })
  // An incident that has been decided, and one whose notice waits for the explanation.
  const cases = [
    {
      ago: 40,
      category: 'Tardiness',
      description: 'Came late on five days of one cut-off without notice.',
      explanation: 'My bus route was changed. I take the earlier one now.',
      decision: 'Coaching',
    },
    { ago: 3, category: 'Property', description: 'A hand-held scanner was returned with a broken display.' },
  ]
  for (const { ago, category, description, explanation, decision } of cases) {
    setDay(ago)
    const employee_id = employee.principal.employee_id
    const report = await create(hr, 'incident_report', {
      category,
      description,
      incident_date: hr.clock.now().toISOString(),
      employee_ids: [employee_id],
    })
    const notice = await create(hr, 'incident_notice', { incident_report_id: report, employee_id, category, charge: description })
    const step = (ctx: Ctx, action: string, input: Row = {}) =>
      ctx.services.workflow.transition(ctx, ctx.modules.get('incident_notice')!, { id: notice, action, input })
    await step(hr, 'serve')
    if (!explanation) continue
    setDay(ago - 3)
    await step(employee, 'explain', { explanation })
    setDay(ago - 6)
    await step(hr, 'decide', { decision, decision_text: 'The explanation is accepted. The supervisor follows the arrivals for a month.' })
    await step(employee, 'acknowledge')
  }
}
