/** Who approves a filing: flows, levels, delegates, reminders; and the one inbox over all of them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { sweepApprovals } from '../../src/server/features/approvals/pending.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
let flows = 0
beforeAll(async () => {
  h = await startFilings('FILA')
})
afterAll(() => h.stop())

const HOLIDAYS = ['2026-11-30', '2026-12-08', '2026-12-24', '2026-12-25', '2026-12-30', '2026-12-31', '2027-01-01']
/** A day of leave from today on, each one its own, on which there is work. */
let offset = 0
const nextDay = (): string => {
  for (;;) {
    offset += 1
    const day = new Date(Date.UTC(2026, 10, 25 + offset))
    const date = day.toISOString().slice(0, 10)
    if (![0, 6].includes(day.getUTCDay()) && !HOLIDAYS.includes(date)) return date
  }
}
const leave = (date = nextDay()): Row => ({ leave_type_id: h.leave_type_id, date_from: date, date_to: date, qty: 1, reason: 'A day off' })
const act = (username: string, record: Row, action: string, body: Row = {}, module = 'leave_filing') =>
  h.call(username, 'POST', `${module}/${String(record.id)}/${action}`, body)
const inbox = async (username: string): Promise<unknown[]> =>
  (await h.data<Row[]>(username, 'GET', 'supervisor_portal?limit=200')).map((row) => row.id)
const stands = async (username: string, record: Row): Promise<boolean> =>
  (await inbox(username)).includes(`leave_filing:${String(record.id)}`)
const read = (record: Row): Promise<Row> => h.data('hr', 'GET', `leave_filing/${String(record.id)}`)
const flow = async (levels: Row[], more: Row = {}): Promise<Row> => {
  flows += 1
  return h.data('hr', 'POST', 'approval_flow', {
    name: `Flow ${flows}`,
    module_id: await h.moduleId('leave_filing'),
    scope: 'company',
    levels,
    ...more,
  })
}
const drop = (made: Row) => h.data('hr', 'DELETE', `approval_flow/${String(made.id)}`)

// S353 S348
test('without an approval flow the manager decides, and users cannot decide on their own filing', async () => {
  const record = await h.file('employee', 'leave_filing', leave())
  expect(record).toMatchObject({ status: 'posted', level: 1, employee: { name: 'employee' } })
  expect((await read(record)).awaiting).toEqual(['Aurora Villanueva'])
  expect(await stands('approver', record)).toBe(true)
  expect(await stands('hr', record)).toBe(false)
  expect((await act('employee', record, 'approve')).status).toBe(403)
  expect((await act('hr', record, 'approve')).body).toMatchObject({ rule: 'E_APPROVAL' })
  expect((await act('sales', record, 'approve')).status).toBe(404)
  const ownFiling = await h.file('approver', 'leave_filing', leave())
  expect((await act('approver', ownFiling, 'approve')).body).toMatchObject({
    rule: 'E_APPROVAL',
    message: 'You cannot approve your own record.',
  })
  expect((await act('approver', record, 'approve', { remarks: 'Enjoy' })).body.data).toMatchObject({ status: 'approved', level: 0 })
  expect((await read(record)).awaiting).toBeUndefined()
  expect((await read(record)).approvals).toMatchObject([{ level: 1, action: 'approve', remarks: 'Enjoy' }])
  // No one leads the manager: every user who can approve decides.
  expect((await act('hr', ownFiling, 'approve')).status).toBe(200)
})

// proves: approves
test('levels follow in order; a return restarts them, a disapproval ends them', async () => {
  const made = await flow([
    { level: 1, approver_type: 'manager' },
    { level: 2, approver_type: 'role', role_id: (await h.sql<{ id: number }>(`select id from {s}.user_role where code = 'HR'`))[0]!.id },
  ])
  const record = await h.file('employee', 'leave_filing', leave())
  expect([await stands('approver', record), await stands('hr', record)]).toEqual([true, false])
  expect((await act('approver', record, 'approve')).body.data).toMatchObject({ status: 'posted', level: 2 })
  expect([await stands('approver', record), await stands('hr', record)]).toEqual([false, true])
  expect((await act('hr', record, 'return', { returned_reason: 'Which project is covered?' })).status).toBe(200)
  const put = await h.call('employee', 'PUT', `leave/${String(record.id)}/resubmit`, { reason: 'Nothing is due that day' })
  expect(put.body.data).toMatchObject({ status: 'posted', level: 1, reason: 'Nothing is due that day' })
  expect((await act('hr', record, 'approve')).body.rule).toBe('E_APPROVAL')
  await act('approver', record, 'approve')
  expect((await act('hr', record, 'approve')).body.data).toMatchObject({ status: 'approved' })

  const refused = await h.file('employee', 'leave_filing', leave())
  expect((await act('approver', refused, 'disapprove', { reason: 'Stock taking' })).body.data).toMatchObject({ status: 'disapproved' })
  expect((await act('employee', refused, 'resubmit')).body.rule).toBe('E_STATE')
  await drop(made)
})

test('a level names only users who can approve, and a person only for levels of a person', async () => {
  const module_id = await h.moduleId('leave_filing')
  const refused = async (level: Row) => {
    const { status, body } = await h.call('hr', 'POST', 'approval_flow', { name: 'Refused', module_id, scope: 'company', levels: [level] })
    return { status, errors: body.errors }
  }
  const user = (name: string) => h.people[name]!.user_id
  expect(await refused({ level: 1, approver_type: 'user', approver_id: user('sales') })).toEqual({
    status: 400,
    errors: { 'levels.0.approver_id': ['This user cannot approve Leave Filings. Choose another user, or grant them Approval.'] },
  })
  expect(await refused({ level: 1, approver_type: 'manager', delegate_id: user('sales') })).toMatchObject({
    errors: { 'levels.0.delegate_id': [expect.stringContaining('cannot approve')] },
  })
  expect(await refused({ level: 1, approver_type: 'manager', approver_id: user('hr') })).toMatchObject({
    errors: { 'levels.0.approver_id': ['To name a person, choose Person under Approver.'] },
  })
})

test('coverage 2: the manager of the branch may be a level, and cannot decide on their own filing', async () => {
  const made = await flow([{ level: 1, approver_type: 'branch_manager' }])
  const { branch } = (
    await h.sql<{ branch: number }>('SELECT branch_id AS branch FROM {s}.employee WHERE id = $1', [h.people.employee!.employee_id])
  )[0]!
  await h.sql('UPDATE {s}.branch SET manager_id = $2 WHERE id = $1', [branch, h.people.hr!.employee_id])
  const record = await h.file('employee', 'leave_filing', leave())
  expect([await stands('hr', record), await stands('approver', record)]).toEqual([true, false])
  expect((await act('hr', record, 'approve')).body.data).toMatchObject({ status: 'approved' })
  await h.sql('UPDATE {s}.branch SET manager_id = NULL WHERE id = $1', [branch])
  await drop(made)
})

test('the most specific flow applies, and names the approvers', async () => {
  const everybody = await flow([{ level: 1, approver_type: 'user', approver_id: h.people.hr!.user_id }])
  // As if the right had been withdrawn since.
  await h.sql('UPDATE {s}.approval_flow__levels SET approver_id = $1 WHERE parent_id = $2', [h.people.payroll!.user_id, everybody.id])
  const ownFlow = await flow([{ level: 1, approver_type: 'user', approver_id: h.people.hr!.user_id }], {
    scope: 'employee',
    employee_id: h.people.employee!.employee_id,
  })
  const approvers = await h.data<Row[]>('employee', 'GET', `employee/${h.people.employee!.employee_id}/approvers`)
  expect(approvers.find((approver) => approver.module === 'leave_filing')?.levels).toMatchObject([
    { level: 1, users: [{ id: h.people.hr!.user_id }] },
  ])
  expect(approvers.find((approver) => approver.module === 'overtime_filing')?.levels).toMatchObject([
    { users: [{ id: h.people.approver!.user_id }] },
  ])
  expect((await h.call('sales', 'GET', `employee/${h.people.employee!.employee_id}/approvers`)).status).toBe(404)
  const record = await h.file('employee', 'leave_filing', leave())
  expect([await stands('hr', record), await stands('approver', record)]).toEqual([true, false])
  // Payroll cannot approve filings: every user who can approve decides.
  const other = await h.file('sales', 'leave_filing', leave())
  expect(await stands('approver', other)).toBe(true)
  await drop(ownFlow)
  await drop(everybody)
})

test('a level may require all its approvers; a delegate can decide for one of them', async () => {
  const admin = Number((await h.sql<{ id: number }>(`select id from {s}."user" where username = 'admin'`))[0]!.id)
  const made = await flow([
    {
      level: 1,
      approver_type: 'manager',
      rule: 'all',
      delegate_id: admin,
      delegate_from: '2026-12-24',
      delegate_to: '2027-01-02',
    },
    { level: 1, approver_type: 'user', approver_id: h.people.hr!.user_id },
  ])
  const record = await h.file('employee', 'leave_filing', leave())
  expect((await act('approver', record, 'approve')).body.data).toMatchObject({ status: 'posted' })
  expect((await act('approver', record, 'approve')).body.rule).toBe('E_APPROVAL')
  expect((await act('hr', record, 'approve')).body.data).toMatchObject({ status: 'approved' })
  await drop(made)
})

test('an absent approver delegates decisions, for a period and for certain filings', async () => {
  const waiting = await h.file('employee', 'leave_filing', leave())
  const admin = Number((await h.sql<{ id: number }>(`select id from {s}."user" where username = 'admin'`))[0]!.id)
  const away = { delegate_id: h.people.hr!.user_id, date_from: '2026-11-25', date_to: '2026-11-30', reason: 'Vacation' }
  expect((await h.call('approver', 'POST', 'approval_delegation', { ...away, delegate_id: h.people.approver!.user_id })).status).toBe(400)
  const unable = await h.call('approver', 'POST', 'approval_delegation', { ...away, delegate_id: h.people.employee!.user_id })
  expect(Object.keys(unable.body.errors ?? {})).toEqual(['delegate_id'])
  const made = await h.data('approver', 'POST', 'approval_delegation', away)
  expect(made).toMatchObject({ user: { id: h.people.approver!.user_id } })
  expect([await stands('hr', waiting), await stands('approver', waiting)]).toEqual([true, true])
  expect((await act('hr', waiting, 'approve')).body.data).toMatchObject({ status: 'approved' })
  expect(
    await h.sql(`select user_id, on_behalf_of from {s}.approval where record_id = $1 and module = 'leave_filing'`, [waiting.id]),
  ).toMatchObject([{ user_id: h.people.hr!.user_id, on_behalf_of: h.people.approver!.user_id }])
  expect((await read(waiting)).approvals).toMatchObject([{ approver: { name: 'Helena Ramos' }, for_user: { name: 'Aurora Villanueva' } }])
  expect(
    (await h.data<Row[]>('hr', 'GET', `leave_filing/${String(waiting.id)}/timeline`)).find(({ kind }) => kind === 'approval'),
  ).toMatchObject({ user: { name: 'Helena Ramos' }, for_user: { name: 'Aurora Villanueva' } })
  // Not for the delegate's own filing, and not for another's rows.
  const ownFiling = await h.file('hr', 'leave_filing', leave())
  expect((await act('hr', ownFiling, 'approve')).body.rule).toBe('E_APPROVAL')
  expect((await h.call('hr', 'PUT', `approval_delegation/${String(made.id)}`, { delegate_id: admin })).status).toBe(200)
  await h.data('approver', 'PUT', `approval_delegation/${String(made.id)}`, { is_active: false })
  const later = await h.file('employee', 'leave_filing', leave())
  expect(await stands('hr', later)).toBe(false)
})

// S368
// proves: report.records, report.records.module, report.records.id, report.records.version, report.records.actions
test('filings of several kinds are decided together, with a result for each', async () => {
  const filing = await h.file('employee', 'leave_filing', leave())
  const two = await h.file('employee', 'overtime', {
    date: '2026-11-24',
    start_at: '2026-11-24T18:00:00+08:00',
    end_at: '2026-11-24T20:00:00+08:00',
    reason: 'Stock taking',
  })
  const log = await h.file('employee', 'timelog_filing', {
    date: '2026-11-23',
    type: 'time_out',
    logged_at: '2026-11-23T17:05:00+08:00',
    reason: 'Forgot to time out',
  })
  const draft = await h.data('employee', 'POST', 'leave_filing', leave())
  const rows = await h.data<Row[]>('approver', 'GET', 'supervisor_portal?limit=200')
  expect(rows.find((row) => row.id === `overtime_filing:${String(two.id)}`)).toMatchObject({
    module_title: 'Overtime Filing',
    employee: 'employee',
    date_from: '2026-11-24',
    reason: 'Stock taking',
    summary: 'Post shift, 2 h',
    module_name: 'overtime_filing',
    record_id: two.id,
  })
  expect(rows.find((row) => row.id === `timelog_filing:${String(log.id)}`)).toMatchObject({ summary: 'Time out, 05:05 PM' })
  expect(await h.data<Row[]>('approver', 'GET', 'employee/portal-pending-filings?limit=200')).toHaveLength(rows.length)
  const bulk = await h.call('approver', 'POST', 'supervisor_portal/bulk/approve', {
    rows: [
      { module: 'leave_filing', id: filing.id },
      { module: 'leave_filing', id: draft.id },
      { module: 'overtime_filing', id: two.id },
    ],
  })
  expect(bulk.body).toMatchObject({ succeeded: 2, failed: 1 })
  expect((bulk.body.data as Row[])[1]).toMatchObject({ module: 'leave_filing', id: draft.id, success: false })
  expect(
    (await h.call('employee', 'POST', 'supervisor_portal/bulk/approve', { rows: [{ module: 'leave_filing', id: filing.id }] })).status,
  ).toBe(403)

  // What was changed or decided since the rows were read is not decided on; the others are.
  const seen = [await h.file('employee', 'leave_filing', leave()), await h.file('sales', 'leave_filing', leave())]
  const listed = (await h.data<Row[]>('approver', 'GET', 'supervisor_portal?limit=200'))
    .filter((row) => seen.some((candidate) => row.id === `leave_filing:${String(candidate.id)}`))
    .map((row) => ({ module: row.module_name, id: row.record_id, version: row.record_version }))
  expect((await act('approver', seen[0]!, 'return', { returned_reason: 'For how long?' })).status).toBe(200)
  expect((await h.call('employee', 'PUT', `leave/${String(seen[0]!.id)}/resubmit`, { reason: 'For the whole day' })).status).toBe(200)
  const outdated = await h.call('approver', 'POST', 'supervisor_portal/bulk/approve', { rows: listed })
  expect((outdated.body.data as Row[]).map(({ success, rule }) => [success, rule])).toEqual([
    [false, 'E_STALE'],
    [true, undefined],
  ])
  const again = { ids: [seen[0]!.id], versions: { [String(seen[0]!.id)]: listed[0]!.version }, reason: 'Inventory week' }
  expect((await h.call('approver', 'POST', 'leave_filing/multipleDisapprove', again)).body.data).toMatchObject([{ rule: 'E_STALE' }])

  const more = [await h.file('employee', 'leave_filing', leave()), await h.file('sales', 'leave_filing', leave())]
  const refused = await h.call('approver', 'POST', 'leave/multipleDisapprove', {
    ids: [...more.map((row) => row.id), filing.id],
    reason: 'Inventory week',
  })
  expect((refused.body.data as Row[]).map((row) => row.success)).toEqual([true, true, false])
  expect((await h.call('approver', 'POST', 'leave_filing/multipleDisapprove', { ids: [filing.id] })).body.data).toMatchObject([
    { success: false },
  ])
  expect((await h.call('employee', 'POST', 'leave_filing/multipleApprove', { ids: [filing.id] })).status).toBe(403)
})

test('when two approvers decide at once, one decision counts', async () => {
  const made = await flow([
    { level: 1, approver_type: 'manager' },
    { level: 1, approver_type: 'user', approver_id: h.people.hr!.user_id },
  ])
  const record = await h.file('employee', 'leave_filing', leave())
  const both = await Promise.all([
    act('approver', record, 'approve'),
    act('hr', record, 'disapprove', { disapproved_reason: 'Too many away' }),
  ])
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
  const done = await h.sql<{ action: string }>(
    `select action from {s}.execution where module = 'leave_filing' and record_id = $1 order by id`,
    [record.id],
  )
  expect(done).toHaveLength(2)
  await drop(made)
})

test('approvers are reminded of pending filings, which are then escalated to their manager', async () => {
  await h.sql(`update {s}.employee set manager_id = $1 where id = $2`, [h.people.hr!.employee_id, h.people.approver!.employee_id])
  const made = await flow([{ level: 1, approver_type: 'manager' }], { escalate_after_days: 5 })
  const record = await h.file('employee', 'leave_filing', leave())
  const system = () => h.server.system('FILA', 'looking at what is pending')
  const noticeCount = async () =>
    (await h.data<Row[]>('approver', 'GET', 'notification?limit=100')).filter((row) =>
      String(row.title).includes(`${String(record.transaction_no)} still`),
    ).length
  await sweepApprovals(await system())
  expect([await noticeCount(), await stands('hr', record)]).toEqual([0, false])
  h.server.clock.advanceTo('2026-11-28T02:00:00.000Z')
  await sweepApprovals(await system())
  await sweepApprovals(await system())
  expect([await noticeCount(), await stands('hr', record)]).toEqual([1, false])
  h.server.clock.advanceTo('2026-11-30T02:00:00.000Z')
  await sweepApprovals(await system())
  expect(await stands('hr', record)).toBe(true)
  expect((await act('hr', record, 'approve')).body.data).toMatchObject({ status: 'approved' })
  await drop(made)
})

test('employees see their own filings, managers those submitted to them, others none', async () => {
  const record = await h.file('employee', 'leave_filing', leave())
  const draft = await h.data('employee', 'POST', 'leave_filing', leave())
  const sees = async (username: string) => {
    const rows = await h.data<Row[]>(username, 'GET', 'leave_filing/all')
    return [record, draft].map(({ id }) => rows.some((row) => row.id === id))
  }
  expect(await sees('employee')).toEqual([true, true])
  expect(await sees('approver')).toEqual([true, false])
  expect(await sees('sales')).toEqual([false, false])
  expect(await sees('hr')).toEqual([true, true])
  const [team] = await h.data<Row[]>('approver', 'GET', 'my_team?limit=200')
  expect(team).toHaveProperty('on_leave')
  expect(await h.data('approver', 'GET', `my_team/get/${h.people.employee!.employee_id}`)).toMatchObject({ employee: 'employee' })
  expect((await h.call('approver', 'GET', `my_team/get/${h.people.approver!.employee_id}`)).status).toBe(404)
  const away = await h.data<Row[]>('approver', 'GET', `team_absences?from=2026-11-25&to=2027-01-31&limit=500`)
  expect(away.some((row) => row.record_id === record.id && row.status === 'Pending')).toBe(true)
})

test('team absences include everyone whose filings the user decides, also in other teams', async () => {
  const values = { ...leave(), date_from: '2027-01-12', date_to: '2027-01-12', qty: 1 }
  const record = await h.file('sales', 'leave_filing', values)
  const pending = await h.file('sales', 'leave_filing', { ...values, date_from: '2027-01-13', date_to: '2027-01-13' })
  await h.data('approver', 'POST', `leave_filing/${String(record.id)}/approve`, {})
  const led = { sales: h.people.sales!.employee_id, approver: h.people.approver!.employee_id }
  await h.sql('update {s}.employee set manager_id = null where id = $1', [led.sales])
  const listed = async (username: string) =>
    (await h.data<Row[]>(username, 'GET', 'team_absences?filter[from]=2027-01-12&filter[to]=2027-01-13'))
      .filter(({ record_id }) => record_id === record.id || record_id === pending.id)
      .map(({ date, status }) => `${String(date)} ${String(status)}`)
  expect(await listed('approver')).toEqual(['2027-01-12 Approved', '2027-01-13 Pending'])
  // One that neither waited for the caller nor was decided by them is another team's.
  await h.sql(`delete from {s}.approval_task where module = 'leave_filing' and record_id = $1`, [pending.id])
  expect(await listed('approver')).toEqual(['2027-01-12 Approved'])
  await h.sql('update {s}.employee set manager_id = $2 where id = $1', [led.sales, led.approver])
})

test('a supervisor’s lists can be narrowed as on their screens, and rest days are not absences', async () => {
  const values = { ...leave(), date_from: '2027-01-21', date_to: '2027-01-25', qty: 3 }
  const record = await h.file('employee', 'leave_filing', values)
  const days = async (from: string) =>
    (await h.data<Row[]>('approver', 'GET', `team_absences?filter[from]=${from}&filter[to]=2027-01-31`))
      .filter((row) => row.record_id === record.id)
      .map((row) => row.date)
  expect(await days('2027-01-18')).toEqual(['2027-01-21', '2027-01-22', '2027-01-25'])
  expect(await days('2027-01-23')).toEqual(['2027-01-25'])

  const kinds = async (filter: string) => [
    ...new Set((await h.data<Row[]>('approver', 'GET', `supervisor_portal?limit=200&${filter}`)).map((row) => row.module_name)),
  ]
  expect(await kinds(`filter[module]=${await h.moduleId('leave_filing')}`)).toEqual(['leave_filing'])
  expect(await kinds('filter[from]=2031-01-01')).toEqual([])

  const today = h.server.clock.today('Asia/Manila')
  const id = h.people.employee!.employee_id
  const schedule = async () => (await h.data<Row[]>('approver', 'GET', 'my_team?limit=200')).find((row) => row.id === id)!.today_schedule
  expect(await schedule()).toBe('08:00 AM–05:00 PM')
  await h.sql('insert into {s}.shift_schedule (employee_id, date, is_rest_day) values ($1, $2, true)', [id, today])
  expect(await schedule()).toBe('Rest day')
  // Without a punch today they are out, in the list as in its filter.
  const present = async (status: string) =>
    (await h.data<Row[]>('approver', 'GET', `my_team?filter[time_status]=${status}&limit=200`)).find((row) => row.id === id)?.time_status
  expect([await present('in'), await present('out')]).toEqual([undefined, 'out'])
})
