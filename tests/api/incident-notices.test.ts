/** Notices to explain: the days on which they are served and decided, and notices that are withdrawn. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
beforeAll(async () => {
  h = await startFilings('INCN')
})
afterAll(() => h.stop())

const notice = async (): Promise<(who: string, action: string, input?: Row) => ReturnType<FilingHost['call']>> => {
  const employee_id = h.people.employee!.employee_id
  const made = await h.data('hr', 'POST', 'incident_notice', { employee_id, category: 'Misconduct', charge: 'You left the till open.' })
  return (who, action, input = {}) => h.call(who, 'POST', `incident_notice/${String(made.id)}/${action}`, input)
}

test('a notice served before 8 in the morning is dated by the day in Manila, so that all five days remain to explain it', async () => {
  const step = await notice()
  h.server.clock.advanceTo('2026-11-28T07:07:00+08:00')
  const served = await step('hr', 'serve')
  expect(served.body.data).toMatchObject({ notice_date: '2026-11-28', explanation_due: '2026-12-03' })
  expect((await step('employee', 'explain', { explanation: 'The lock was broken.' })).status).toBe(200)
  h.server.clock.advanceTo('2026-11-30T07:30:00+08:00')
  const decided = await step('hr', 'decide', { decision: 'No action', decision_text: 'The lock was broken.' })
  expect(decided.body.data).toMatchObject({ decision_date: '2026-11-30' })
})

test('a report of an incident on New Year is numbered in the new year', async () => {
  h.server.clock.advanceTo('2027-01-02T09:00:00+08:00')
  const report = await h.data('hr', 'POST', 'incident_report', {
    category: 'Safety',
    description: 'A firecracker in the yard',
    incident_date: '2027-01-01T00:30:00+08:00',
    employee_ids: [h.people.employee!.employee_id],
    reported_by: h.people.approver!.employee_id,
  })
  expect(report.transaction_no).toMatch(/^INC-2027-/)
})

test('a notice to the wrong person is withdrawn with a reason; the employee is notified and no longer asked to explain', async () => {
  const step = await notice()
  const served = await step('hr', 'serve')
  const address = `incident_notice/${String((served.body.data as Row).id)}`
  expect((await step('hr', 'withdraw')).status).toBe(400)
  const reason = { withdrawal_reason: 'Served on a namesake.' }
  expect((await step('employee', 'withdraw', reason)).status).toBe(403)
  expect((await step('hr', 'withdraw', reason)).status).toBe(200)
  const seen = await h.data('employee', 'GET', address)
  expect(seen).toMatchObject({ status: 'withdrawn', ...reason })
  const offered = seen.actions as { name: string; allowed: boolean }[]
  expect(offered.filter(({ name, allowed }) => name === 'explain' && allowed)).toEqual([])
  expect((await step('employee', 'explain', { explanation: 'It was not me at all.' })).status).toBe(422)
  expect((await step('hr', 'decide', { decision: 'No action', decision_text: 'It was a namesake.' })).status).toBe(422)
  // The employee's notification is written with the withdrawal, and gives the reason.
  const news = await h.sql<Row>(`select payload from {s}.outbox where payload->>'action' = 'withdraw'`)
  expect(news).toMatchObject([{ payload: { module: 'incident_notice', reason: reason.withdrawal_reason } }])
})
