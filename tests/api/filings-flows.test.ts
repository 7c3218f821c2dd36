/** The effects of filings: conflicts reported and refused, days and schedules that follow, time off, authorization, memos. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { addDays } from '../../src/kernel/dates.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
beforeAll(async () => {
  h = await startFilings('FILF')
})
afterAll(() => h.stop())

const act = (username: string, module: string, record: Row, action: string, body: Row = {}) =>
  h.call(username, 'POST', `${module}/${String(record.id)}/${action}`, body)
const instant = (date: string, time: string): string => `${date}T${time}:00+08:00`
const leave = (from: string, to = from, more: Row = {}): Row => ({
  leave_type_id: h.leave_type_id,
  date_from: from,
  date_to: to,
  qty: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1,
  reason: 'A day off',
  ...more,
})
const overtime = (date: string, from: string, to: string, more: Row = {}): Row => ({
  date,
  start_at: instant(date, from),
  end_at: instant(date, to),
  reason: 'Stock taking',
  ...more,
})
const approved = async (username: string, module: string, values: Row): Promise<Row> => {
  const record = await h.file(username, module, values)
  return h.data('approver', 'POST', `${module}/${String(record.id)}/approve`, {})
}
/** Refusals and warnings; what is only said for information (balances) is another matter. */
const notes = async (module: string, values: Row, as = 'employee') =>
  (await h.data<{ tone: string; text: string }[]>(as, 'POST', `${module}/advice`, values))
    .map((entry) => `${entry.tone}: ${entry.text}`)
    .filter((text) => module !== 'leave_filing' || !text.startsWith('info'))

// S380
// proves: form.advice, entity.period
test('problems of a filing are shown while it is entered, and refused on submission', async () => {
  const first = await h.file('employee', 'leave_filing', leave('2026-12-03', '2026-12-04'))
  expect(await notes('leave_filing', leave('2026-12-04', '2026-12-07'))).toEqual([
    `danger: Leave Filing ${String(first.transaction_no)} covers 2026/12/03 to 2026/12/04 already.`,
    'warning: No leave is needed on rest days: 2026/12/05, 2026/12/06.',
  ])
  expect(await notes('leave_filing', { leave_type_id: h.leave_type_id })).toEqual([])
  const second = await h.data('employee', 'POST', 'leave_filing', leave('2026-12-04'))
  expect((await act('employee', 'leave_filing', second, 'post')).body).toMatchObject({ rule: 'E_FILING_CONFLICT' })
  const half = { duration_type: 'first_half', qty: 0.5 }
  await h.file('employee', 'leave_filing', leave('2026-12-09', '2026-12-09', half))
  expect(await notes('leave_filing', leave('2026-12-09', '2026-12-09', { ...half, duration_type: 'second_half' }))).toEqual([])
  expect((await h.call('employee', 'POST', 'leave_filing', leave('2026-12-10', '2026-12-11', half))).status).toBe(400)

  expect(await notes('overtime_filing', overtime('2026-11-24', '16:00', '18:00'))).toEqual([
    'danger: These hours lie within the shift of 2026/11/24, 08:00 AM to 05:00 PM.',
  ])
  expect(await notes('overtime_filing', overtime('2026-11-24', '17:00', '18:00', { overtime_type: 'pre_shift' }))).toEqual([
    'warning: These hours are after the shift of 2026/11/24, 08:00 AM to 05:00 PM; their overtime type is Post shift.',
  ])
  expect(await notes('overtime_filing', overtime('2026-11-21', '08:00', '12:00', { overtime_type: 'rest_day' }))).toEqual([])
  expect(
    await notes('timelog_filing', { date: '2026-10-01', type: 'time_in', logged_at: instant('2026-10-01', '08:00'), reason: 'x' }),
  ).toEqual(['danger: Filings are taken up to 30 days after their date.'])
  expect(await notes('leave_filing', leave('2027-03-01'))).toEqual(['danger: Filings are taken up to 60 days ahead.'])
  expect(await notes('leave_filing', leave('2026-12-14', '2028-01-14'))).toContain('danger: File more than a year in parts.')
  const business = {
    date_from: '2026-11-28',
    date_to: '2026-11-28',
    time_from: '09:00',
    time_to: '12:00',
    destination: 'Cebu',
    purpose: 'Audit',
  }
  expect((await notes('official_business', business))[0]).toContain('On a rest day')
  expect(await h.data('employee', 'GET', 'official_business/check-rest-day?date=2026-11-28')).toMatchObject({ is_rest_day: true })
  expect(await h.data('employee', 'GET', 'official_business/check-rest-day?date=2026-11-27')).toMatchObject({ is_rest_day: false })
  expect(
    (await h.call('sales', 'GET', `official_business_filing/check-rest-day?date=2026-11-27&employee_id=${h.people.employee!.employee_id}`))
      .status,
  ).toBe(403)
  expect(await h.file('employee', 'official_business_filing', business)).toMatchObject({ is_rest_day: true, hours: 3 })
  // Notes reveal nothing about other people's days.
  expect(await notes('leave_filing', leave('2026-12-04', '2026-12-04', { employee_id: h.people.sales!.employee_id }))).toEqual([])

  // Days of the past: present for the whole shift, and half an hour late.
  await h.sql(
    `insert into {s}.daily_time_record (employee_id, date, attendance, late_minutes, day_type_id, status, version)
     select $1, date, 'present', late, (select min(id) from {s}.day_type), 'processed', 1
     from (values ('2026-11-19'::date, 0), ('2026-11-20'::date, 30)) as d(date, late)`,
    [h.people.employee!.employee_id],
  )
  const worked = ['warning: No time off is needed on days that were worked in full: 2026/11/19.']
  expect(await notes('leave_filing', leave('2026-11-19', '2026-11-20'))).toEqual(worked)
  const { employee_id } = h.people.employee!
  const rest = { employee_id, date_from: '2026-11-19', date_to: '2026-11-20', hours: 8, reason: 'Rest' }
  expect(await notes('cto_filing', rest, 'hr')).toEqual(worked)
  await h.sql(`delete from {s}.daily_time_record where employee_id = $1`, [employee_id])
})

// proves: form.propose[].field, form.propose[].handler
test('a form proposes hours from the shift and the time record of the chosen day, for employees whom the user may see', async () => {
  const proposed = async (module: string, field: string, record: Row, as = 'employee') =>
    (await h.data<({ value: unknown; why: string } | null)[]>(as, 'POST', `${module}/propose`, { field, record, rows: [record] }))[0]
  const mine = { employee_id: h.people.employee!.employee_id }
  const tuesday = { ...mine, date: '2026-11-24', overtime_type: 'post_shift' }
  expect(await proposed('overtime_filing', 'start_at', tuesday)).toEqual({ value: '2026-11-24T09:00:00.000Z', why: 'End of the shift' })
  expect(await proposed('overtime_filing', 'end_at', tuesday)).toBeNull()
  await h.sql(
    `insert into {s}.daily_time_record (employee_id, date, time_in, time_out, day_type_id, status, version)
     values ($1, '2026-11-24', '2026-11-24T06:30+08', '2026-11-24T19:15+08', (select min(id) from {s}.day_type), 'processed', 1)`,
    [mine.employee_id],
  )
  expect(await proposed('overtime_filing', 'end_at', tuesday)).toEqual({ value: '2026-11-24T11:15:00.000Z', why: 'Time out of the day' })
  const early = { ...tuesday, overtime_type: 'pre_shift' }
  expect(await proposed('overtime_filing', 'start_at', early)).toMatchObject({ value: '2026-11-23T22:30:00.000Z' })
  expect(await proposed('overtime_filing', 'end_at', early)).toEqual({ value: '2026-11-24T00:00:00.000Z', why: 'Start of the shift' })
  await h.sql(`delete from {s}.daily_time_record where employee_id = $1 and date = '2026-11-24'`, [mine.employee_id])

  const saturday = { ...mine, date: '2026-11-28' }
  expect(await proposed('overtime_filing', 'overtime_type', saturday)).toMatchObject({ value: 'rest_day' })
  expect(await proposed('restday_filing', 'work_start', saturday, 'hr')).toMatchObject({ value: '2026-11-28T00:00:00.000Z' })
  expect(await proposed('restday_filing', 'work_start', { ...saturday, new_rest_date: '2026-11-30' }, 'hr')).toBeNull()
  const planned = 'overtime_filing_with_authorization'
  expect(await proposed(planned, 'planned_start', tuesday, 'hr')).toMatchObject({ value: '2026-11-24T09:00:00.000Z' })
  const business = { ...mine, date_from: '2026-11-24' }
  expect(await proposed('official_business_filing', 'time_from', business)).toEqual({ value: '08:00:00', why: 'Start of the shift' })
  expect(await proposed('official_business_filing', 'time_to', business)).toMatchObject({ value: '17:00:00' })

  // Another's day is proposed only to callers who can see everyone's filings, and half a date to nobody.
  const another = { ...tuesday, employee_id: h.people.sales!.employee_id }
  expect(await proposed('overtime_filing', 'start_at', another)).toBeNull()
  expect(await proposed('overtime_filing', 'start_at', another, 'hr')).toMatchObject({ why: 'End of the shift' })
  expect(await proposed('overtime_filing', 'start_at', { ...mine, date: '2026-1' })).toBeNull()
  expect((await h.call('employee', 'POST', 'overtime_filing/propose', { field: 'hours', record: mine, rows: [mine] })).status).toBe(400)
})

test('approved and processed filings change the time record, voided ones change it back', async () => {
  const days = () =>
    h.sql<Row>(
      `select date::text as date, ob_hours::float8 as ob, leave_hours::float8 as leave from {s}.daily_time_record where employee_id = $1 order by date`,
      [h.people.sales!.employee_id],
    )
  const record = await approved('sales', 'leave_filing', leave('2026-11-23'))
  expect(await days()).toMatchObject([{ date: '2026-11-23', leave: 8 }])
  expect((await act('hr', 'leave_filing', record, 'void', { void_reason: 'came to work' })).status).toBe(200)
  expect((await days())[0]?.leave ?? 0).toBe(0)
  const punch = await approved('sales', 'timelog', {
    date: '2026-11-24',
    type: 'time_in',
    logged_at: instant('2026-11-24', '07:58'),
    reason: 'No device',
  })
  expect(punch).toMatchObject({ direction: 'In', is_break: false })
  expect((await act('timekeeper', 'timelog_filing', punch, 'process')).body.data).toMatchObject({ status: 'processed' })
  expect(await h.sql(`select source, direction from {s}.raw_time_log where employee_id = $1`, [h.people.sales!.employee_id])).toEqual([
    { source: 'filing', direction: 'In' },
  ])
  // AM for PM.
  const out = { date: '2026-11-24', type: 'time_out', logged_at: instant('2026-11-24', '05:05'), reason: 'No device' }
  expect(await notes('timelog_filing', out, 'sales')).toEqual(['warning: The time out is not after the time in of the day, 07:58 AM.'])
  expect(await notes('timelog_filing', { ...out, logged_at: instant('2026-11-24', '17:05') }, 'sales')).toEqual([])
  expect(await h.data<Row>('sales', 'GET', 'overtime_filing/daily-time-record?date=2026-11-23')).toMatchObject({ date: '2026-11-23' })
  await h.sql(`insert into {s}.time_sheet (employee_id, date_from, date_to, status) values ($1, '2026-11-16', '2026-11-20', 'locked')`, [
    h.people.sales!.employee_id,
  ])
  const late = await h.data('sales', 'POST', 'leave_filing', leave('2026-11-19'))
  expect((await act('sales', 'leave_filing', late, 'post')).body).toMatchObject({ rule: 'E_PERIOD_LOCKED' })
})

test('a closed pay period takes no filings of a group that was paid for it, and those of a group that joined the cycle later', async () => {
  const insert = (text: string, values: unknown[] = []) => h.sql<{ id: number }>(`insert into {s}.${text} returning id`, values)
  const [cycle] = await insert(`pay_cycle (code, name, frequency) values ('CLOSED', 'Closed', 'semi_monthly')`)
  const [paid, joined] = await insert(`pay_group (code, name, pay_cycle_id) values ('PAID', 'Paid', $1), ('JOINED', 'Joined', $1)`, [
    cycle!.id,
  ])
  const [period] = await insert(
    `pay_period (code, name, pay_cycle_id, year, month, period_no, date_from, date_to, payout_date, is_closed)
     values ('CLOSED-1', 'Closed period', $1, 2026, 12, 1, '2026-12-14', '2026-12-18', '2026-12-18', true)`,
    [cycle!.id],
  )
  await insert(
    `payroll (transaction_no, pay_group_id, pay_period_id, payroll_tag, status) values ('PAY-CLOSED', $1, $2, 'standard', 'posted')`,
    [paid!.id, period!.id],
  )
  const inGroup = (id: number | null) => h.sql(`update {s}.employee set pay_group_id = $2 where id = $1`, [h.people.sales!.employee_id, id])
  const closed = 'danger: The pay period Closed period is closed.'
  await inGroup(paid!.id)
  expect(await notes('leave_filing', leave('2026-12-16'), 'sales')).toContain(closed)
  await inGroup(joined!.id)
  expect(await notes('leave_filing', leave('2026-12-16'), 'sales')).not.toContain(closed)
  await inGroup(null)
})

// S379
test('overtime is taken as compensatory time off, once', async () => {
  const worked = await approved('employee', 'overtime', overtime('2026-11-20', '17:00', '21:00', { is_cto: true }))
  const open = async () => (await h.data<Row[]>('employee', 'GET', 'overtime_filing/ctoUncomputedOvertimeFiling')).map((row) => row.id)
  expect(await open()).toEqual([worked.id])
  const values = {
    employee_id: h.people.employee!.employee_id,
    date_from: '2026-12-01',
    date_to: '2026-12-01',
    overtime_filing_ids: [worked.id],
    reason: 'Rest',
  }
  expect(await notes('cto_filing', { ...values, hours: 5 }, 'hr')).toContain('danger: Only 4 hours of the selected overtime are available.')
  const greedy = await h.data('hr', 'POST', 'cto_filing', { ...values, hours: 5 })
  expect((await act('hr', 'cto_filing', greedy, 'post')).body).toMatchObject({ rule: 'E_TIME_OFF' })
  const used = await h.data('hr', 'PATCH', `cto_filing/${String(greedy.id)}`, { hours: 3 })
  await act('hr', 'cto_filing', used, 'post')
  expect((await act('approver', 'cto_filing', used, 'approve')).body.data).toMatchObject({
    earned_hours: 4,
    used_hours: 3,
    balance_hours: 1,
  })
  expect(await open()).toEqual([])
  const again = await h.call('hr', 'POST', 'cto_filing', { ...values, date_from: '2026-12-02', date_to: '2026-12-02', hours: 1 })
  expect(again.status).toBe(400)
  expect((await act('hr', 'cto_filing', used, 'void', { void_reason: 'not taken' })).status).toBe(200)
  expect(await open()).toEqual([worked.id])
  expect((await h.call('hr', 'GET', 'cto_filing/exportFilingCSV')).raw.toString()).toContain('CTO-2026-000001')
})

test('an adjustment changes the schedule, and its void restores it', async () => {
  const shifts = () =>
    h.sql<Row>(
      `select e.employee_no as who, s.date::text as date, to_char(s.time_in at time zone 'Asia/Manila', 'HH24:MI') as "in", s.source from {s}.shift_schedule s
       join {s}.employee e on e.id = s.employee_id order by 1, 2`,
    )
  await h.sql(
    `insert into {s}.shift_schedule (employee_id, date, shift_template_id, time_in, time_out, source) values ($1, '2026-12-14', 1, '2026-12-14T08:00+08', '2026-12-14T17:00+08', 'manual')`,
    [h.people.employee!.employee_id],
  )
  const before = await shifts()
  const made = await h.data('hr', 'POST', 'shift_adjustment', {
    date_from: '2026-12-14',
    date_to: '2026-12-18',
    shift_template_id: 2,
    weekdays: ['monday', 'friday'],
    employees: [{ employee_id: h.people.employee!.employee_id }],
  })
  expect(
    await h.data('hr', 'POST', `shift_adjustment/${String(made.id)}/employee`, {
      employee_ids: [h.people.sales!.employee_id, h.people.hr!.employee_id],
    }),
  ).toHaveLength(3)
  expect(
    await h.data('hr', 'DELETE', `shift_adjustment/${String(made.id)}/employee`, { employee_ids: [h.people.hr!.employee_id] }),
  ).toMatchObject([{ employee_id: h.people.employee!.employee_id, old_shift_id: 1 }, { employee_id: h.people.sales!.employee_id }])
  await h.data('hr', 'POST', `shift_adjustment/${String(made.id)}/post`, {})
  expect((await act('approver', 'shift_adjustment', made, 'approve')).status).toBe(200)
  expect(await shifts()).toEqual(
    ['employee', 'sales'].flatMap((who) => ['2026-12-14', '2026-12-18'].map((date) => ({ who, date, in: '13:00', source: 'adjustment' }))),
  )
  expect(await h.data<Row[]>('hr', 'GET', `shift_adjustment/history?employee_id=${h.people.sales!.employee_id}`)).toHaveLength(1)
  expect((await act('hr', 'shift_adjustment', made, 'void', { void_reason: 'planned anew' })).status).toBe(200)
  expect(await shifts()).toEqual(before)
})

test('L9: schedules replaced and restored by an adjustment have audit entries', async () => {
  const entries = await h.sql(
    `select a.action, count(*)::int as n, bool_and(a.reason like 'Shift Adjustment%') as told
     from {s}.audit_trail a join {s}.module m on m.id = a.module_id and m.name = 'shift_schedule' where a.reason is not null group by 1 order by 1`,
  )
  expect(entries).toEqual([
    { action: 'create', n: 5, told: true },
    { action: 'delete', n: 5, told: true },
  ])
})

// S369 S370 S372
// proves: aliases, workflow.transitions.*.approval.refuses
test('overtime with authorization: denied, submitted again, authorized, extended, completed', async () => {
  const path = 'overtime_filing/with-authorization'
  const plan = {
    employee_id: h.people.employee!.employee_id,
    date: '2026-11-24',
    planned_start: instant('2026-11-24', '17:00'),
    planned_end: instant('2026-11-24', '19:00'),
    reason: 'Closing',
  }
  // Filed already for some of these hours: it could not become a filing of its own.
  const before = await h.file('employee', 'overtime', overtime('2026-11-24', '18:30', '20:00'))
  const late = await h.data('hr', 'POST', path, plan)
  expect((await h.call('hr', 'POST', `${path}/${String(late.id)}/post`, {})).body).toMatchObject({ rule: 'E_FILING_CONFLICT' })
  await h.call('employee', 'POST', `overtime/${String(before.id)}/void`, { void_reason: 'Authorized instead' })
  await h.call('hr', 'DELETE', `${path}/${String(late.id)}`)
  const made = await h.data('hr', 'POST', path, plan)
  const go = (username: string, action: string, body: Row = {}) => h.call(username, 'POST', `${path}/${String(made.id)}/${action}`, body)
  expect((await go('hr', 'post')).body.data).toMatchObject({ status: 'posted', authorization_status: 'Pending', planned_hours: 2 })
  expect((await go('approver', 'disapprove-authorization', { reason: 'Not needed' })).body.data).toMatchObject({
    status: 'disapproved',
    authorization_status: 'Denied',
  })
  await h.call('hr', 'PUT', `${path}/${String(made.id)}/resubmit`, {})
  expect((await go('hr', 'return', { returned_reason: 'Say who comes' })).body).toMatchObject({ rule: 'E_APPROVAL' })
  expect((await go('approver', 'return', { returned_reason: 'Say who comes' })).body.data).toMatchObject({
    status: 'returned',
    is_returned: true,
    authorization_status: 'Pending',
  })
  const again = await h.call('hr', 'PUT', `${path}/${String(made.id)}/resubmit`, { reason: 'The auditors come tomorrow' })
  expect(again.body.data).toMatchObject({ status: 'posted', reason: 'The auditors come tomorrow' })
  expect((await go('hr', 'approve-authorization')).body).toMatchObject({ rule: 'E_APPROVAL' })
  expect((await go('approver', 'approve-authorization')).body.data).toMatchObject({
    status: 'approved',
    authorization_status: 'Authorized',
  })
  const actual = { actual_start: instant('2026-11-24', '17:00'), actual_end: instant('2026-11-24', '20:00') }
  const set = (body: Row) => h.call('hr', 'PATCH', `${path}/${String(made.id)}/actual-overtime`, body)
  const ahead = { actual_start: instant('2099-11-24', '17:00'), actual_end: instant('2099-11-24', '18:00') }
  expect((await set(ahead)).body).toMatchObject({ rule: 'E_FILING', message: expect.stringContaining('after the work has ended') })
  expect((await set(actual)).body).toMatchObject({ rule: 'E_NOT_AUTHORIZED' })
  const extension = { extension_hours: 1, extension_reason: 'It takes longer' }
  expect((await go('hr', 'request-extension', extension)).body.data).toMatchObject({ extension_status: 'Requested' })
  expect((await go('approver', 'disapprove-extension', { reason: 'Go home' })).body.data).toMatchObject({
    status: 'approved',
    extension_status: 'Denied',
  })
  expect((await set(actual)).status).toBe(422)
  await go('hr', 'request-extension', extension)
  // A decision of the first round does not count for the second.
  expect((await go('approver', 'approve-extension')).body.data).toMatchObject({ extension_status: 'Approved' })
  const done = (await set(actual)).body.data as Row
  expect(done).toMatchObject({ status: 'processed', actual_hours: 3 })
  expect(await h.data('hr', 'GET', `overtime/${String(done.overtime_filing_id)}`)).toMatchObject({
    status: 'approved',
    hours: 3,
    date: '2026-11-24',
  })
  const shorter = (await set({ ...actual, actual_hours: 2.5 })).body.data as Row
  expect(await h.data('hr', 'GET', `overtime/${String(shorter.overtime_filing_id)}`)).toMatchObject({ status: 'approved', hours: 2.5 })
  expect(await h.data('hr', 'GET', `overtime/${String(done.overtime_filing_id)}`)).toMatchObject({ status: 'voided' })
  expect(await h.data<Row[]>('hr', 'GET', `${path}/paginate`)).toHaveLength(1)
})

// S371
test('authorized rest day work makes its filing', async () => {
  const path = 'restday_filing/with-authorization'
  const made = await h.data('hr', 'POST', path, {
    employee_id: h.people.employee!.employee_id,
    date: '2026-11-22',
    planned_start: instant('2026-11-22', '08:00'),
    planned_end: instant('2026-11-22', '12:00'),
    reason: 'Delivery',
  })
  await h.data('hr', 'POST', `${path}/${String(made.id)}/post`, {})
  await h.data('approver', 'POST', `${path}/${String(made.id)}/approve-authorization`, {})
  const done = await h.data('hr', 'PATCH', `${path}/${String(made.id)}/restday-accomplishment`, {
    restday_accomplishment: 'Received all',
    accomplished_hours: 3,
  })
  expect(await h.data('hr', 'GET', `restday_filing/${String(done.restday_filing_id)}`)).toMatchObject({ status: 'approved', hours: 3 })
  // A filing to which nothing was attached takes pictures before it is saved.
  const token = await h.as.token('employee')
  const image = await h.as.upload(token, 'overtime/upload-images', { images: { name: 'proof.png', body: Buffer.from('x') } })
  expect([image.status, (image.body.errors as Row | undefined)?.images]).toEqual([400, ['Pictures and PDF files only.']])
})

// S376
test('memos reach their audience, who acknowledge them; concerns are acknowledged by other users', async () => {
  const paper = await h.as.upload(await h.as.token('hr'), 'files', { file: { name: 'hours.txt', body: Buffer.from('9 to 6') } })
  const file = (paper.body.data as Row).id
  const memo = await h.data('hr', 'POST', 'memorandum_corner', {
    attachments: [file],
    title: 'Office hours',
    body: '<p>From December</p>',
    audience: 'employee',
    employee_ids: [h.people.employee!.employee_id],
    requires_acknowledgement: true,
  })
  const mine = async (username: string) => (await h.data<Row[]>(username, 'GET', 'memorandum_corner/employeeMemo')).map((row) => row.id)
  expect([await mine('employee'), await mine('sales')]).toEqual([[memo.id], []])
  // What is attached is for the same people, by name.
  const named = async (username: string) => (await h.data<Row[]>(username, 'GET', `files?ids=${String(file)}`)).map((row) => row.name)
  expect([await named('employee'), await named('sales')]).toEqual([['hours.txt'], []])
  expect((await h.call('sales', 'PATCH', `memorandum_corner/${String(memo.id)}/acknowledge`, {})).status).toBe(404)
  // Who has yet to read it is listed before anybody has.
  expect(await h.data('hr', 'GET', `acknowledgement/${String(memo.id)}/paginate`)).toMatchObject([
    { status: 'Pending', acknowledged_at: null },
  ])
  await h.data('employee', 'PATCH', `memorandum_corner/${String(memo.id)}/acknowledge`, {})
  await h.data('employee', 'PATCH', `memorandum_corner/${String(memo.id)}/acknowledge`, {})
  expect(await h.data('hr', 'GET', 'memorandum_corner/empReports')).toMatchObject([{ audience: 1, acknowledged: 1 }])
  expect(await h.data('hr', 'GET', `acknowledgement/${String(memo.id)}/paginate`)).toMatchObject([{ status: 'Acknowledged' }])
  await h.data('hr', 'PATCH', `memorandum_corner/${String(memo.id)}/active`, { is_active: false })
  expect(await mine('employee')).toEqual([])
  await h.data('hr', 'PUT', `memorandum_corner/${String(memo.id)}`, { is_archived: true })
  expect(await h.data('hr', 'PATCH', `memorandum_corner/${String(memo.id)}/unarchive`, {})).toMatchObject({
    is_archived: false,
    is_active: true,
  })
  expect(await mine('employee')).toEqual([memo.id])
  // One press of Archive puts it away, although it was active.
  expect(await h.data('hr', 'PATCH', `memorandum_corner/${String(memo.id)}/archive`, {})).toMatchObject({
    is_archived: true,
    is_active: false,
  })
  expect(await mine('employee')).toEqual([])
  expect((await h.call('employee', 'PATCH', `memorandum_corner/${String(memo.id)}/unarchive`, {})).status).toBe(403)

  const concern = await h.data('hr', 'POST', 'escalation_and_concern', {
    type: 'Concern',
    subject: 'Noise',
    description: 'The fan',
    employee_id: h.people.employee!.employee_id,
  })
  expect(concern).toMatchObject({ status: 'open' })
  expect((await h.call('employee', 'PATCH', `escalation_and_concern/${String(concern.id)}/acknowledge`, {})).status).toBe(403)
  const other = await h.data('admin', 'PATCH', `escalation_and_concern/${String(concern.id)}/acknowledge`, { remarks: 'Replaced' })
  expect(other).toMatchObject({ status: 'acknowledged', resolution: 'Replaced' })
})

test('E558, E559: an incident follows due process and is acknowledged', async () => {
  const employees = [h.people.approver!.employee_id]
  const incident = { category: 'Safety', description: 'A pallet fell', incident_date: '2026-09-01T01:00:00Z', employee_ids: employees }
  const made = await h.data('hr', 'POST', 'incident_report', { ...incident, reported_by: h.people.employee!.employee_id })
  expect(made).toMatchObject({ status: 'open', severity: 'Minor', explanation_due: null })

  const address = `incident_report/${String(made.id)}`
  const change = (values: object) => h.call('hr', 'PUT', address, values)
  const errorsOf = async (values: object) => ((await change(values)).body as Row).errors
  expect(await errorsOf({ decision: 'Suspension', decision_date: '2026-09-10' })).toEqual({
    decision: ['Serve the notice to explain before you suspend or dismiss an employee.'],
  })
  expect(await errorsOf({ notice_date: '2026-09-02', decision: 'Suspension', decision_date: '2026-09-07' })).toEqual({
    decision_date: ['Wait for the explanation, or until it is overdue, before you serve the decision.'],
  })
  const decided = await h.data('hr', 'PUT', address, { notice_date: '2026-09-02', decision: 'Suspension', decision_date: '2026-09-08' })
  expect(decided).toMatchObject({ explanation_due: '2026-09-07' })

  expect((await h.call('employee', 'PATCH', `${address}/acknowledge`, { remarks: 'No' })).status).toBe(403)
  const done = await h.data('admin', 'PATCH', `${address}/acknowledge`, { remarks: 'Rack repaired' })
  expect(done).toMatchObject({ status: 'acknowledged', action_taken: 'Rack repaired' })
  expect(done.acknowledged_by).toBeTruthy()
  // What due process brings later is still written down; the incident itself is not changed any more.
  expect((await change({ explanation: 'The strap was worn', version: done.version })).status).toBe(200)
  expect((await change({ description: 'Nothing fell' })).status).toBe(400)
})

// proves: entity.involves
test('supervisors report incidents of their team, and read their own reports only', async () => {
  const involved = (who: string) => h.people[who]!.employee_id
  const report = (who: string, employee: number | null) =>
    h.call(who, 'POST', 'incident_report', {
      category: 'Tardiness',
      description: 'Late three times this week',
      incident_date: '2026-09-01T01:00:00Z',
      employee_ids: [employee],
    })
  expect((await report('employee', involved('approver'))).status).toBe(403)
  const made = (await report('approver', involved('employee'))).body.data as Row
  expect(made).toMatchObject({ reported_by: involved('approver'), employee_ids: [involved('employee')] })
  // Those who process reports are notified, the others are not.
  const notified = await h.sql<{ username: string }>(
    `SELECT u.username FROM {s}.notification n JOIN {s}.user u ON u.id = n.user_id
     WHERE n.module_name = 'incident_report' AND n.module_id = ${Number(made.id)}`,
  )
  expect(notified.map(({ username }) => username)).toContain('hr')
  expect(notified.map(({ username }) => username)).not.toContain('employee')
  for (const asked of ['for=incident_report.employee_ids&', '']) {
    const picked = await h.data<Row[]>('approver', 'GET', `employee/dropdown?${asked}limit=100`)
    expect(picked.map(({ id }) => id)).toContain(involved('employee'))
  }
  const [stranger] = await h.sql<{ id: number }>(
    `INSERT INTO {s}.employee (employee_no, full_name, first_name, last_name, status) VALUES ('X9', 'X9', 'X', 'Nine', 'active') RETURNING id`,
  )
  expect((await report('approver', Number(stranger!.id))).body.errors).toHaveProperty('employee_ids')
  const hers = await h.data('hr', 'POST', 'incident_report', {
    category: 'Safety',
    description: 'A shelf fell over',
    incident_date: '2026-09-01T01:00:00Z',
    employee_ids: [involved('employee')],
  })
  expect((await h.call('approver', 'GET', `incident_report/${String(hers.id)}`)).status).toBe(404)
})

test('an employee explains an incident and acknowledges the decision, separately for each notice', async () => {
  const employee_id = h.people.employee!.employee_id
  const report = await h.data('hr', 'POST', 'incident_report', {
    category: 'Misconduct',
    description: 'Two witnesses saw a till left open',
    incident_date: '2026-09-01T01:00:00Z',
    employee_ids: [employee_id],
    reported_by: h.people.approver!.employee_id,
  })
  const notice = await h.data('hr', 'POST', 'incident_notice', {
    incident_report_id: report.id,
    employee_id,
    charge: 'You left the till open.',
  })
  expect(notice).toMatchObject({ status: 'draft', category: 'Misconduct' })
  const address = `incident_notice/${String(notice.id)}`
  const step = (who: string, action: string, input: object = {}) => h.call(who, 'POST', `${address}/${action}`, input)
  const seen = async (who: string) => (await h.call(who, 'GET', address)).status
  // A draft is HR's; served, it is the employee's, and nobody else's.
  expect(await seen('employee')).toBe(404)
  expect((await step('employee', 'serve')).status).toBe(404)
  expect((await step('hr', 'serve')).status).toBe(200)
  expect([await seen('employee'), await seen('approver')]).toEqual([200, 404])
  const served = await h.data('employee', 'GET', address)
  expect(served.explanation_due).toBe(addDays(String(served.notice_date), 5))
  // Their screen offers the explanation, and says nothing of what others reported.
  const offered = served.actions as { name: string; allowed: boolean }[]
  expect(offered.filter(({ allowed }) => allowed).map(({ name }) => name)).toContain('explain')
  expect(JSON.stringify(served)).not.toContain('Two witnesses')
  expect((await step('hr', 'decide', { decision: 'Written warning', decision_text: 'The till was open.' })).status).toBe(422)
  expect((await step('hr', 'explain', { explanation: 'Written by someone else' })).status).toBe(422)
  // The hearing is HR's to schedule.
  const hearing = (who: string) => h.call(who, 'PUT', address, { hearing_date: '2026-12-01', version: served.version })
  expect((await hearing('employee')).status).toBe(400)
  expect((await hearing('hr')).status).toBe(200)
  expect((await step('employee', 'explain', { explanation: 'The lock was broken; I reported it.' })).status).toBe(200)
  expect((await step('employee', 'decide', { decision: 'No action', decision_text: 'I decide it myself' })).status).toBe(403)
  expect((await step('hr', 'decide', { decision: 'No action', decision_text: 'The lock was broken indeed.' })).status).toBe(200)
  expect((await step('employee', 'acknowledge')).status).toBe(200)
  expect(await h.data('hr', 'GET', address)).toMatchObject({
    status: 'acknowledged',
    decision: 'No action',
    explanation: 'The lock was broken; I reported it.',
  })
})

test('payroll finding 9: a maternity leave of 105 days can be submitted while its first day is within the filing period', async () => {
  const refused = (from: string, to: string) =>
    notes('leave_filing', leave(from, to)).then((all) => all.filter((name) => name.includes('ahead')))
  expect(await refused('2026-12-14', '2027-03-28')).toEqual([])
  expect(await refused('2027-03-01', '2027-06-13')).toEqual(['danger: Filings are taken up to 60 days ahead.'])
})

test('an employee requests another shift: the approved request changes the day, a void restores it, and it applies to nobody else', async () => {
  const self = h.people.employee!.employee_id
  const day = '2026-11-30'
  const values = { date_from: day, date_to: day, shift_template_id: 2, reason: 'Class in the morning' }
  const planned = () =>
    h.sql(
      `select shift_template_id as shift, source, to_char(time_in at time zone 'Asia/Manila', 'HH24:MI') as time_in
       from {s}.shift_schedule where employee_id = $1 and date = $2`,
      [self, day],
    )
  const asked = await h.file('employee', 'shift_adjustment', values)
  expect(asked).toMatchObject({ status: 'posted', employee_id: self })
  expect(await planned()).toEqual([])
  expect((await act('employee', 'shift_adjustment', asked, 'approve')).status).toBe(403)
  expect((await act('approver', 'shift_adjustment', asked, 'approve')).status).toBe(200)
  expect(await planned()).toEqual([{ shift: 2, source: 'adjustment', time_in: '13:00' }])
  expect((await act('hr', 'shift_adjustment', asked, 'void', { void_reason: 'class cancelled' })).status).toBe(200)
  expect(await planned()).toEqual([])

  // Employees cannot list others.
  const colleague = { ...values, employees: [{ employee_id: h.people.sales!.employee_id }] }
  expect((await h.call('employee', 'POST', 'shift_adjustment', colleague)).status).toBe(400)
})

test('employees see the status of their own SSS benefit claims only', async () => {
  await h.sql(
    `insert into {s}.sss_benefit_claim (employee_id, transaction_no, benefit, date_from, date_to, benefit_amount, advanced_amount, status)
     values ($1, 'SBC-2026-000001', 'sickness', '2026-10-05', '2026-10-12', 5400, 5400, 'filed')`,
    [h.people.employee!.employee_id],
  )
  const seen = async (who: string) => (await h.data<{ benefit_claims: Row[] }>(who, 'GET', 'employee_portal/dashboard')).benefit_claims
  expect(await seen('employee')).toMatchObject([
    { benefit: 'Sickness', date_from: '2026-10-05', amount: 5400, advanced: 5400, state: 'Filed' },
  ])
  expect(await seen('sales')).toEqual([])
})
