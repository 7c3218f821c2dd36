/**
 * A payroll from its draft to the bank and back: who may do what, what posting writes and voiding takes out, what never
 * changes, and what is refused.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { workMail } from '../../src/server/features/payroll/handlers/payslip-mails.ts'
import { asSystem } from '../../src/server/platform/auth/as-system.ts'
import { deliverNext } from '../../src/server/platform/notifications/outbox.ts'
import { NOTICE_QUEUE, workNotice } from '../../src/server/platform/notifications/requests.ts'
import { time, worked } from '../domain/payroll-support.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let periods: Map<string, number>
let ana: number
let ben: number

beforeAll(async () => {
  host = await openPayHost('PAYR', undefined, ['bank_file_format', 'todo'])
  periods = await host.periods('SEMI', 2026)
  const [sales] = await host.query<{ id: number }>(
    `INSERT INTO {s}.department (code, name, is_active) VALUES ('SALES', 'Sales', true) RETURNING id`,
  )
  ana = await host.employee({ pay_group_id: host.semi, basic_rate: 30450, department_id: sales!.id })
  ben = await host.employee({ pay_group_id: host.semi, basic_rate: 60000 })
})
afterAll(() => host.close())

const queryOne = async (sql: string, ...params: unknown[]): Promise<Row> => (await host.query(sql, params))[0]!
const status = async (id: number) => (await queryOne('SELECT status FROM {s}.payroll WHERE id = $1', id)).status
const counts = async (id: number) =>
  queryOne(
    `SELECT (SELECT count(*) FROM {s}.payslip WHERE payroll_id = $1)::int AS payslips, (SELECT count(*) FROM {s}.sss_contribution_payment WHERE payroll_id = $1)::int AS sss,
      (SELECT count(*) FROM {s}.accounting_entry WHERE source_module = 'payroll' AND source_id = $1)::int AS entries, (SELECT coalesce(sum(gross), 0) FROM {s}.ytd_payroll)::float AS year`,
    id,
  )

// S354 S355 S356 S357 E282 E283 E287 E289 E290 E291 E292 E293 E294 E295 E296
// proves: entity.origin, entity.origin.module, entity.origin.id
test('is precomputed, processed, approved by another user and posted, and each step can be undone', async () => {
  const first = await host.payroll(host.semi, periods.get('2026-07-1')!)
  expect(await host.refused(`payroll/${first}/process`)).toBe('E_STATE')
  const done = await host.post(`payroll/${first}/precompute`)
  expect(done).toMatchObject({ status: 'precomputed', is_precomputed: true, employee_count: 2, total_gross: 45225 })

  // A change of an entry clears what was precomputed; the entry is in the next computation.
  const { id: entry } = await host.post(`payroll/${first}/entries`, {
    employee_id: ana,
    pay_item_id: host.item('COMMISSION'),
    amount: 1000,
  })
  expect(await status(first)).toBe('draft')
  await host.post(`payroll/${first}/precompute-employee`, { employee_id: ana })
  expect(await status(first)).toBe('precomputed')
  expect((await host.line(first, ana)).gross).toBe(16225)
  await host.ok('DELETE', `payroll/${first}/entries/${entry}`)
  await host.post(`payroll/${first}/precompute`)

  await host.post(`payroll/${first}/process`)
  expect(await host.refused(`payroll/${first}/entries`, { employee_id: ana, pay_item_id: host.item('COMMISSION'), amount: 1 })).toBe(
    'E_NOT_EDITABLE',
  )
  await host.post(`payroll/${first}/undo-process`)
  expect(await status(first)).toBe('draft')
  await host.post(`payroll/${first}/precompute`)
  await host.post(`payroll/${first}/process`)

  // Users cannot approve a payroll that they prepared, and an unapproved one cannot be posted.
  expect(await host.refused(`payroll/${first}/approve`)).toMatch(/E_APPROVAL|E_STATE|E_OWN_APPROVAL/)
  expect(await host.refused(`payroll/${first}/decline`, { declined_reason: 'Not right yet' })).toMatch(/E_APPROVAL|E_STATE|E_OWN_APPROVAL/)
  expect(await host.refused(`payroll/${first}/post`)).toBe('E_STATE')
  await host.post(`payroll/${first}/decline`, { declined_reason: 'Check the rates' }, host.approver)
  expect(await status(first)).toBe('declined')
  await host.settle(first)
  expect(await status(first)).toBe('posted')
  expect(await counts(first)).toEqual({ payslips: 2, sss: 0, entries: 1, year: 45225 })
  expect((await queryOne('SELECT is_closed FROM {s}.pay_period WHERE id = $1', periods.get('2026-07-1'))).is_closed).toBe(true)

  // The second half has the month's contributions, computed from both.
  const second = await host.payroll(host.semi, periods.get('2026-07-2')!)
  await host.settle(second)
  const line = await host.line(second, ana)
  expect(line).toMatchObject({ sss_ee: 1525, philhealth_ee: 761.25, pagibig_ee: 200 })
  expect(await host.ok('GET', `payroll/${second}/total_employee_contribution`)).toMatchObject({
    sss: { employee: 3275, employer: 6550, ec: 60 },
  })
  const paid = await queryOne(
    'SELECT sss_no, month, year, msc::float, employee_share::float, mpf_employee::float, ec::float, total::float FROM {s}.sss_contribution_payment WHERE payroll_id = $1 AND employee_id = $2',
    second,
    ana,
  )
  expect(paid).toEqual({ sss_no: null, month: 7, year: 2026, msc: 30500, employee_share: 1000, mpf_employee: 525, ec: 30, total: 4605 })

  // The entry and the payroll link to each other, and the entry names the document that made it.
  const { downstream } = (await host.ok('GET', `payroll/${second}/links`)) as { downstream: Row[] }
  expect(downstream).toMatchObject([{ module: 'accounting_entry', status: 'posted' }])
  const entryId = Number(downstream[0]!.id)
  expect(await host.ok('GET', `accounting_entry/${entryId}/links`)).toMatchObject({ upstream: [{ module: 'payroll', id: second }] })
  const timeline = async () => (await host.ok('GET', `accounting_entry/${entryId}/timeline`)) as unknown as Row[]
  expect(await timeline()).toMatchObject([{ action: 'post', text: expect.stringMatching(/^Payroll Run PAY-/) }])

  // Later payrolls depend on earlier ones: they are voided from the last.
  expect(await host.refused(`payroll/${first}/void`, { void_reason: 'A mistake' })).toBe('E_LATER_PAYROLL')
  await host.post(`payroll/${second}/void`, { void_reason: 'A mistake' })
  expect(await counts(second)).toEqual({ payslips: 0, sss: 0, entries: 2, year: 45225 })
  expect(await timeline()).toMatchObject([
    { action: 'reverse', text: expect.stringMatching(/^AE-.+: Void, Payroll Run PAY-/) },
    { action: 'post' },
  ])
  expect((await queryOne('SELECT is_closed FROM {s}.pay_period WHERE id = $1', periods.get('2026-07-2'))).is_closed).toBe(false)
  const again = await host.payroll(host.semi, periods.get('2026-07-2')!)
  await host.settle(again)
  expect(await host.line(again, ana)).toMatchObject({ ...line, id: expect.anything() })
  const [balance] = await host.query(
    `SELECT sum(l.debit)::float AS debit, sum(l.credit)::float AS credit, count(DISTINCT l.department_id)::int AS departments FROM {s}.accounting_entry__lines l JOIN {s}.accounting_entry e ON e.id = l.parent_id WHERE e.source_id = $1 AND e.source_module = 'payroll'`,
    [again],
  )
  expect(balance!.debit).toBe(balance!.credit)
  expect(balance!.departments).toBe(1)
})

// proves: notify[].of
test('M14: employees are notified of their payslips, and the notification opens the payslip', async () => {
  const [user] = await host.query<{ id: number }>(
    `INSERT INTO {s}."user" (id, username, name, employee_id, is_active) OVERRIDING SYSTEM VALUE VALUES (50, 'ana', 'Ana', $1, true) RETURNING id`,
    [ana],
  )
  while (await deliverNext(asSystem(await host.harness.ctx(), 'delivering notifications')));
  const notices = await host.query(
    `SELECT title, module_name, module_id FROM {s}.notification WHERE user_id = $1 AND module_name = 'payslip' ORDER BY module_id`,
    [user!.id],
  )
  const slips = await host.query(
    `SELECT s.id, p.name FROM {s}.payslip s JOIN {s}.pay_period p ON p.id = s.pay_period_id WHERE s.employee_id = $1 ORDER BY s.id`,
    [ana],
  )
  expect(slips).toHaveLength(2)
  expect(notices).toEqual(
    slips.map(({ id, name }) => ({ title: `Your payslip for ${name} is ready`, module_name: 'payslip', module_id: id })),
  )
})

// proves: notify[].also
test('users who can approve a payroll get a notification, a task until the decision, and a mail', async () => {
  await host.query(
    `INSERT INTO {s}.user_permission (user_id, module_id, action, effect)
     SELECT 2, m.id, a.action, 'enable' FROM {s}.module m, unnest('{view,approval}'::text[]) AS a(action) WHERE m.name = 'payroll'`,
  )
  await host.query(`UPDATE {s}."user" SET email = 'second@example.ph' WHERE id = 2`)
  const group = await host.group('Asked', 'SEMI')
  await host.employee({ pay_group_id: group, basic_rate: 30450 })
  const id = await host.payroll(group, periods.get('2026-07-1')!)
  await host.post(`payroll/${id}/precompute`)
  await host.post(`payroll/${id}/process`)
  const queued: Row[] = []
  const ctx = asSystem(await host.harness.ctx(), 'delivering notifications')
  // A job runs as the user who sent it, and the system is none.
  const send = async ({ principal }: { principal: Principal }, queue: string, data: unknown) => {
    if (queue === NOTICE_QUEUE && principal.username === 'second') queued.push(data as Row)
    return 'job'
  }
  while (await deliverNext({ ...ctx, services: { ...ctx.services, jobs: { ...ctx.services.jobs, send } } }));
  const number = (await queryOne('SELECT transaction_no FROM {s}.payroll WHERE id = $1', id)).transaction_no
  const tasks = () => host.query(`SELECT user_id, title, is_done, record_id FROM {s}.todo WHERE module_name = 'payroll' ORDER BY id`)
  const task = { user_id: 2, title: expect.stringContaining(`Approve ${String(number)} · Asked`), record_id: id }
  expect(await tasks()).toMatchObject([{ ...task, is_done: false }])
  expect(
    (await host.query('SELECT title FROM {s}.notification WHERE user_id = 2 AND module_id = $1', [id])).map((row) => row.title),
  ).toEqual(['Payroll needs approval'])
  expect(await host.ok('GET', `payroll/${id}`)).toMatchObject({ awaiting: ['Second'] })
  const sent: Row[] = []
  const mail = { send: async (_ctx: unknown, message: object) => void sent.push(message as Row) }
  for (const data of queued) await workNotice({ ...ctx, services: { ...ctx.services, mail } }, data as never)
  expect(sent).toMatchObject([
    { to: 'second@example.ph', subject: expect.stringContaining(String(number)), text: expect.stringContaining('needs your approval') },
  ])
  expect(sent[0]!.text).toMatch(new RegExp(`https?://[^/]+/\\w+/payroll/view/${id}\\n`))

  // Taken back, it asks nobody; asked again, the task is there again, and the decision ends it.
  await host.post(`payroll/${id}/undo_process`)
  expect(await tasks()).toMatchObject([{ ...task, is_done: true }])
  await host.post(`payroll/${id}/precompute`)
  await host.post(`payroll/${id}/process`)
  while (await deliverNext(ctx));
  expect(await tasks()).toMatchObject([{ is_done: true }, { ...task, is_done: false }])
  await host.post(`payroll/${id}/approve`, {}, host.approver)
  expect(await tasks()).toMatchObject([{ is_done: true }, { is_done: true }])
  // A notification that is delivered after the decision asks for nothing any more.
  await host.post(`payroll/${id}/undo_approval`, {}, host.approver)
  await host.post(`payroll/${id}/undo_process`)
  await host.post(`payroll/${id}/precompute`)
  await host.post(`payroll/${id}/process`)
  await host.post(`payroll/${id}/approve`, {}, host.approver)
  while (await deliverNext(ctx));
  expect(await tasks()).toHaveLength(2)
  await host.post(`payroll/${id}/void`, { void_reason: 'Only a test' })
})

test('a pay group has one payroll for each period and tag', async () => {
  expect(await host.refused('payroll', { branch_id: 1, pay_group_id: host.semi, pay_period_id: periods.get('2026-07-2') })).toBe(
    'E_DUPLICATE_PAYROLL',
  )
  const both = await Promise.all(
    [1, 2].map(() => host.refused('payroll', { branch_id: 1, pay_group_id: host.semi, pay_period_id: periods.get('2026-09-1') })),
  )
  expect(both.sort()).toEqual(['E_DUPLICATE_PAYROLL', 'done'])
  expect(await host.refused('payroll', { branch_id: 1, pay_group_id: host.monthly, pay_period_id: periods.get('2026-09-1') })).toBe(
    'pay_period_id',
  )
})

test('a posted payroll never changes, and is explained by the tables in force at its time', async () => {
  const [{ id }] = (await host.query<{ id: number }>(`SELECT id FROM {s}.payroll WHERE status = 'posted' AND pay_period_id = $1`, [
    periods.get('2026-07-2'),
  ])) as [{ id: number }]
  const before = await host.ok('GET', `payroll/${id}/employee/${ben}/trace`)
  expect(await host.refused(`payroll/${id}/precompute`)).toBe('E_STATE')
  expect(await host.refused(`payroll/${id}/employee`, { employee_ids: [ana] })).toBe('E_NOT_EDITABLE')

  // A law entered in advance: from September PhilHealth takes 6%, and the tax brackets begin lower.
  const { make } = host.harness
  const law = {
    premium_rate: 5,
    floor: 10000,
    ceiling: 100000,
    range_from: 10000,
    range_to: 100000,
    employee_share: 50,
    employer_share: 50,
  }
  await make('philhealth_table', { ...law, effective_from: '2024-01-01', source: 'RA 11223' })
  await make('philhealth_table', { ...law, premium_rate: 6, effective_from: '2026-09-01', source: 'A law of 2026' })
  await host.query(`UPDATE {s}.employee SET basic_rate = 99999 WHERE id = $1`, [ben])
  expect(await host.ok('GET', `payroll/${id}/employee/${ben}/trace`)).toEqual(before)
  await host.query(`UPDATE {s}.employee SET basic_rate = 60000 WHERE id = $1`, [ben])

  // August is still paid by the old rate though the new one is there; September by the new.
  const paidIn = async (period: string) => {
    const found = await queryOne(`SELECT id FROM {s}.payroll WHERE pay_period_id = $1 AND status <> 'voided'`, periods.get(period))
    const payroll = found ? Number(found.id) : await host.payroll(host.semi, periods.get(period)!)
    await host.settle(payroll)
    return host.line(payroll, ben)
  }
  await paidIn('2026-08-1')
  expect((await paidIn('2026-08-2')).philhealth_ee).toBe(1500)
  await paidIn('2026-09-1')
  const september = await paidIn('2026-09-2')
  expect(september.philhealth_ee).toBe(1800)
  const { lines } = (await host.ok(
    'GET',
    `payroll/${(await queryOne('SELECT max(id) AS id FROM {s}.payroll')).id}/employee/${ben}/trace`,
  )) as {
    lines: Row[]
  }
  const line = lines.find((each) => each.code === 'PHILHEALTH') as Row
  expect((line.trace as { rules: Row[] }).rules).toEqual([
    expect.objectContaining({ effective_from: '2026-09-01', source: 'A law of 2026' }),
  ])
})

test('a payroll cannot be posted when sums of the year changed after its computation', async () => {
  const payroll = await host.payroll(host.semi, periods.get('2026-10-1')!)
  await host.post(`payroll/${payroll}/precompute`)
  const ytd = await queryOne('SELECT id, version, gross::float FROM {s}.ytd_payroll WHERE employee_id = $1 AND year = 2026', ana)
  await host.ok('PUT', `ytd_payroll/${ana}/update`, { year: 2026, gross: Number(ytd.gross) + 5000, taxable_income: 200000 })
  expect(await host.refused(`payroll/${payroll}/process`)).toBe('E_PAYROLL_PROBLEMS')
  await host.post(`payroll/${payroll}/precompute`)
  await host.post(`payroll/${payroll}/process`)
})

// S358 E308 E309 E310 E311 E312 E313
test('adjustments entered by hand or imported are included in the open payroll of their period', async () => {
  const period = periods.get('2026-11-1')!
  const payroll = await host.payroll(host.semi, period)
  const wrong = await host.harness.call('POST', 'payroll_adjustment/import', {
    pay_period_id: period,
    rows: [{ employee_no: 'E0001', pay_item_code: 'NONE', amount: 'x' }],
  })
  expect(wrong.status).toBe(400)
  const made = await host.post('payroll_adjustment/import', {
    pay_period_id: period,
    pay_group_id: host.semi,
    rows: [
      { employee_no: 'E0001', pay_item_code: 'COMMISSION', amount: 2500, remarks: 'October' },
      { employee_no: 'E0002', pay_item_code: 'OTHER', amount: 300 },
    ],
  })
  const [earning, deduction] = made.payroll_adjustment_ids as number[]
  // A sheet from the list itself names the period in its rows, and is checked before anything is written.
  expect((await host.harness.call('GET', 'payroll_adjustment/import-template')).text).toContain('pay_period,pay_group,employee_no')
  const row = { pay_group: 'NONE', employee_no: 'E0001', pay_item_code: 'COMMISSION', amount: 1 }
  expect(await host.post('payroll_adjustment/import?preview=true', { rows: [{ ...row, pay_period: 'Never' }, row] })).toMatchObject({
    total: 2,
    valid: 0,
    created: 0,
    errors: expect.arrayContaining([
      { row: 1, field: 'pay_period', message: 'There is no pay period "Never".' },
      { row: 2, field: 'pay_group', message: 'There is no pay group "NONE".' },
    ]),
  })
  await host.post(`payroll_adjustment/${earning}/post`)
  await host.post(`payroll_adjustment/${deduction}/post`)
  await host.post(`payroll/${payroll}/precompute`)
  expect(await host.line(payroll, ana)).toMatchObject({ gross: 17725, basic_pay: 15225, allowances: 0, other_earnings: 2500 })
  expect((await host.line(payroll, ben)).other_deductions).toBe(300)
  const late = await host.harness.make('payroll_adjustment', {
    branch_id: 1,
    pay_period_id: period,
    pay_group_id: host.semi,
    type: 'earning',
    pay_item_id: host.item('BONUS'),
    items: [{ employee_id: ana, pay_item_id: host.item('BONUS'), amount: 1000 }],
  })
  await host.post(`payroll_adjustment/${late.id}/post`)
  expect(await host.post(`payroll_adjustment/${late.id}/process`)).toMatchObject({ status: 'processed', payroll_id: payroll })
  expect(await status(payroll)).toBe('draft')
  await host.post(`payroll/${payroll}/precompute`)
  // An amount is summed by the treatment of its pay item, no matter who entered it.
  expect(await host.line(payroll, ana)).toMatchObject({ gross: 18725, allowances: 0, bonuses: 1000, other_earnings: 2500 })
  await host.post(`payroll/${payroll}/process`)
  expect((await queryOne('SELECT count(*)::int AS n FROM {s}.payroll_adjustment WHERE payroll_id = $1', payroll)).n).toBe(3)
  await host.post(`payroll/${payroll}/undo-process`)
  expect((await queryOne(`SELECT count(*)::int AS n FROM {s}.payroll_adjustment WHERE status = 'posted' AND payroll_id IS NULL`)).n).toBe(3)
  await host.post(`payroll/${payroll}/void`, { void_reason: 'Made to be looked at' })
})

// S381 S382 E280 E281 E284 E285 E286 E298 E299 E300 E301 E302 E303 E304 E305 E306 E307
test('shows its problems and changes, and prints them', async () => {
  const [{ id }] = (await host.query<{ id: number }>(`SELECT max(id) AS id FROM {s}.payroll WHERE status = 'posted'`)) as [{ id: number }]
  const problems = (await host.ok('GET', `payroll/${id}/problems`)) as unknown as Row[]
  expect(problems.map((each) => each.kind)).toEqual(expect.arrayContaining(['no_bank_account', 'missing_id']))
  expect(((await host.post('payroll/id_checker', { employee_ids: [ana] })) as unknown as Row[]).map((each) => each.message)).toEqual(
    expect.arrayContaining(['SSS number is missing', 'TIN number is missing']),
  )
  const { body } = await host.harness.call('GET', `payroll/register?payroll_id=${id}`)
  expect(body).toMatchObject({
    data: [expect.objectContaining({ employee_id: ana }), expect.objectContaining({ employee_id: ben })],
    totals: { gross: 45225 },
  })
  const recon = await host.harness.call('GET', `payroll/payrollrecon?current_payroll_id=${id}`)
  expect(recon.body.data as Row[]).toEqual(expect.arrayContaining([expect.objectContaining({ reason: 'attendance' })]))
  // Contributions are taken once a month: that they are missing from the other half is no matter of time.
  expect((recon.body.data as Row[]).filter(({ item }) => item === 'PhilHealth').map(({ reason }) => reason)).toEqual([
    'schedule',
    'schedule',
  ])
  for (const [path, more] of [
    [`payroll/${id}/print-form`, {}],
    [`payroll/${id}/reports/payslip`, {}],
    [`payroll/${id}/reports/dtr`, {}],
    [`payroll/${id}/reports/pay_item`, {}],
    ['payroll/printEntries', { payroll_id: id }],
    ['payroll/printPayrollProofList', { payroll_id: id }],
    ['payroll/printRecon', { payroll_id: id }],
    ['payroll/printRecon2', { payroll_id: id }],
  ] as const) {
    const answer = await host.harness.call('POST', path, more)
    expect([path, answer.status, answer.text.slice(0, 5)]).toEqual([path, 200, '%PDF-'])
  }
  const register = (await host.harness.call('GET', `payroll/${id}/export-employees`)).text
  expect(register).toContain('E0001')
  // Heads are the titles on the screen.
  expect(register.split('\r\n')[0]).toMatch(
    /^\uFEFF?Employee no\.,Employee,Department,Basic pay,.*,13th month and bonuses,.*,SSS,PhilHealth,Pag-IBIG,/,
  )
  const [bank] = await host.query<{ id: number }>(
    `INSERT INTO {s}.bank (code, name, transmittal_format, is_active) VALUES ('BDO', 'BDO', 'text', true) RETURNING id`,
  )
  const account = await host.harness.make('bank_account', {
    owner_type: 'employee',
    owner_id: ana,
    bank_id: bank!.id,
    account_no: '0012-3456-78',
    account_name: 'Ana Cruz',
    account_type: 'Payroll',
  })
  await host.query('UPDATE {s}.employee SET bank_account_id = $2 WHERE id = $1', [ana, account.id])
  const file = await host.harness.call('GET', `payroll/generate-text-docs?payroll_id=${id}&bank_id=${bank!.id}`)
  const net = Math.round(Number((await host.line(id, ana)).net_pay) * 100)
  expect(file.text.split('\r\n')[1]).toBe(`D0000000012345678${'ANA CRUZ'.padEnd(40)}${String(net).padStart(15, '0')}`)
  expect((await host.harness.call('GET', `payroll/generate-transmittal?payroll_id=${id}&bank_id=${bank!.id}`)).text.slice(0, 5)).toBe(
    '%PDF-',
  )
  // The bank's own format is used from its first day; the batch stays the same.
  const rows = JSON.parse(readFileSync(new URL('../../modules/talent/bank_file_format.rows.json', import.meta.url), 'utf8')) as Row[]
  const { code: _code, ...secb } = rows.find(({ code }) => code === 'SECB')!
  const made = { ...secb, is_active: true, bank_id: bank!.id }
  await host.harness.make('bank_file_format', { ...made, code: 'LATER', effective_from: '2099-01-01' })
  const asked = () => host.harness.call('GET', `payroll/generate-text-docs?payroll_id=${id}&bank_id=${bank!.id}`)
  expect((await asked()).text).toBe(file.text)
  await host.harness.make('bank_file_format', { ...made, code: 'NOW' })
  expect((await asked()).text.split('\r\n')[1]).toBe(`PHP10${'12345678'.padStart(13, '0')}000000700${String(net).padStart(13, '0')}`)
  expect((await queryOne('SELECT count(*)::int AS n FROM {s}.bank_transmittal')).n).toBe(1)
})

test('payslips are mailed once, with a password if the company requires it', async () => {
  const [{ id }] = (await host.query<{ id: number }>(`SELECT max(id) AS id FROM {s}.payroll WHERE status = 'posted'`)) as [{ id: number }]
  await host.query(`UPDATE {s}.employee SET email = 'ana@example.ph' WHERE id = $1`, [ana])
  const sent: { to: string; text: string; attachments?: readonly { name: string; body: Buffer }[] }[] = []
  const ctx = await host.harness.ctx()
  const posting = {
    ...ctx,
    settings: { ...ctx.settings, payslip_password: true },
    services: { ...ctx.services, mail: { send: async (_ctx: unknown, message: (typeof sent)[number]) => void sent.push(message) } },
  }
  const data = { payroll_id: id, employee_ids: null }
  expect(await workMail(posting, data, () => undefined)).toEqual({ mailed: 1, failed: 0, no_address: 1 })
  expect(await workMail(posting, data, () => undefined)).toEqual({ mailed: 0, failed: 0, no_address: 1 })
  expect(sent).toMatchObject([{ to: 'ana@example.ph', text: expect.stringContaining('employee number') }])
  expect(sent[0]!.attachments![0]!.body.toString('latin1')).toContain('/Encrypt')
  // The name of the file does not say what opens it.
  expect(sent[0]!.attachments![0]!.name).toMatch(/^payslip-\d{4}-\d\d-\d\d\.pdf$/)

  // What became of each mail; one that fails keeps no other back, and is sent again when it is asked for.
  const mails = async () => (await host.harness.call('GET', `payroll/${id}/payslip-mails`)).body.data as Row[]
  expect((await mails()).map(({ employee_id, state, email }) => [employee_id, state, email])).toEqual([
    [ben, 'no_address', null],
    [ana, 'sent', 'ana@example.ph'],
  ])
  await host.query(`UPDATE {s}.employee SET email = 'ben@example.ph' WHERE id = $1`, [ben])
  const refusing = { ...posting, services: { ...posting.services, mail: { send: () => Promise.reject(new Error('mailbox is full')) } } }
  expect(await workMail(refusing, data, () => undefined)).toEqual({ mailed: 0, failed: 1, no_address: 0 })
  expect((await mails())[0]).toMatchObject({ employee_id: ben, state: 'failed', error: 'mailbox is full' })
  expect(await workMail(posting, data, () => undefined)).toEqual({ mailed: 1, failed: 0, no_address: 0 })
  await host.post(`payroll/${id}/mail-payslips`, { employee_ids: [ana], again: true })
  expect(await workMail(posting, { payroll_id: id, employee_ids: [ana] }, () => undefined)).toMatchObject({ mailed: 1 })
  expect(sent.map(({ to }) => to)).toEqual(['ana@example.ph', 'ben@example.ph', 'ana@example.ph'])
})

test('the file of a single payslip has a password if the company requires it, a file of several has none', async () => {
  const [{ id }] = (await host.query<{ id: number }>(`SELECT max(id) AS id FROM {s}.payroll WHERE status = 'posted'`)) as [{ id: number }]
  host.settings['payslip_password'] = true
  const encrypted = async (employee_ids: readonly number[]) =>
    (await host.harness.call('POST', `payroll/${id}/reports/payslip`, { employee_ids })).raw.toString('latin1').includes('/Encrypt')
  expect([await encrypted([ana]), await encrypted([ana, ben])]).toEqual([true, false])
  host.settings['payslip_password'] = false
})

test('a changed payout date or schedule recomputes all employees', async () => {
  const id = await host.payroll(host.semi, periods.get('2026-12-1')!)
  const done = await host.post(`payroll/${id}/precompute`)
  await host.ok('PUT', `payroll/${id}`, { version: done.version, payout_date: '2026-12-20' })
  expect(await status(id)).toBe('draft')
  const pending = () =>
    host.query<{ employee_id: number }>(`SELECT employee_id FROM {s}.payroll__employees WHERE parent_id = $1 AND state = 'pending'`, [id])
  const problems = async () =>
    ((await host.ok('GET', `payroll/${id}/problems`)) as unknown as Row[]).filter((each) => each.kind === 'not_computed')
  const [failing] = await pending()
  expect(await pending()).toHaveLength(2)
  // With no employee computed, there is no problem: computing is the next step. An employee left out of it is one.
  expect(await problems()).toEqual([])
  await host.query(`UPDATE {s}.payroll__employees SET state = 'computed' WHERE parent_id = $1 AND employee_id <> $2`, [
    id,
    failing!.employee_id,
  ])
  expect(await problems()).toMatchObject([{ employee_id: failing!.employee_id }])
  await host.query(`UPDATE {s}.payroll__employees SET state = 'pending' WHERE parent_id = $1`, [id])
  // Precomputing many computes each of them, as precomputing one does.
  expect(await host.refused('payroll/bulk/precompute', { ids: [id] })).toBe('done')
  expect([await status(id), await pending()]).toEqual(['precomputed', []])
})

// E445 E446 E534 E535 E536 E537
test('employees see only their own payslips', async () => {
  const portal = (employee_id: number) =>
    principalOf(host.harness.modules, {
      user_id: 90 + employee_id,
      username: `emp${employee_id}`,
      employee_id,
      access: [],
      grants: { payslip: ['index', 'view'], payslip_history: ['index', 'view'] },
    })
  const ownSlips = await host.harness.call('GET', 'payslip/paginate?limit=100', undefined, portal(ana))
  const slips = ownSlips.body.data as Row[]
  expect(slips.length).toBeGreaterThan(3)
  expect(new Set(slips.map((slip) => slip.employee_id))).toEqual(new Set([ana]))
  const [other] = await host.query<{ id: number }>('SELECT max(id) AS id FROM {s}.payslip WHERE employee_id = $1', [ben])
  for (const path of [
    `payslip/${other!.id}`,
    `payslip/${other!.id}/explanation`,
    `payroll/register?payroll_id=1`,
    'payroll/1/problems',
    `payroll/1/employee/${ana}/trace`,
  ])
    expect([path, (await host.harness.call('GET', path, undefined, portal(ana))).status]).toEqual([
      path,
      expect.toSatisfy((code: number) => code === 403 || code === 404),
    ])
  const explained = await host.harness.call('GET', `payslip/${slips[0]!.id}/explanation`, undefined, portal(ana))
  expect(explained.body.data).toMatchObject({ employee_id: ana, agrees: true, net_pay: slips[0]!.net_pay })
  const history = await host.harness.call('GET', 'employee/payslip_history/paginate', undefined, portal(ana))
  expect((history.body.data as Row[]).every((row) => row.employee_id === ana)).toBe(true)
  expect((history.body.data as Row[]).length).toBe(slips.length)
  expect(
    (await host.harness.call('GET', `employee/payslip_history/paginate?employee_id=${ben}`, undefined, portal(ana))).body.data,
  ).toEqual([])
  const nth = await host.ok('GET', `nth_month/view/${ana}?year=2026`)
  expect(nth.amount).toBe(Number((Number(nth.basic_total) / 12).toFixed(2)))
})

// proves: entity.members, entity.members.when, entity.members.users, entity.within
test('a confidential pay group is visible to its users only, even with view_all', async () => {
  const group = await host.group('Directors', 'SEMI', { is_confidential: true, user_ids: [2] })
  const chief = await host.employee({ pay_group_id: group, basic_rate: 500000 })
  const made = await host.harness.call(
    'POST',
    'payroll',
    { branch_id: 1, pay_group_id: group, pay_period_id: periods.get('2026-07-1') },
    host.approver,
  )
  const id = Number((made.body.data as Row).id)
  expect((await host.harness.call('GET', `payroll/${id}`)).status).toBe(404)
  expect((await host.harness.call('GET', `payroll/${id}/get-employees`)).status).toBe(404)
  expect((await host.harness.call('POST', `payroll/${id}/precompute`)).status).toBe(404)
  const list = await host.harness.call('GET', 'payroll/paginate?limit=100')
  expect((list.body.data as Row[]).some((row) => row.id === id)).toBe(false)
  expect((await host.harness.call('GET', `payroll/register?payroll_id=${id}`)).body.data).toEqual([])
  await host.post(`payroll/${id}/precompute`, {}, host.approver)
  expect((await host.harness.call('GET', `payroll/${id}/employee/${chief}/trace`)).status).toBe(404)
  expect((await host.harness.call('GET', `payroll/${id}/employee/${chief}/trace`, undefined, host.approver)).status).toBe(200)
})

// proves: fields.*.apart
test('confidential pay lines are read only by the calls made for them', async () => {
  const [{ id }] = (await host.query<{ id: number }>(`SELECT max(id) AS id FROM {s}.payroll WHERE status = 'posted'`)) as [{ id: number }]
  const record = await host.ok('GET', `payroll/${id}`)
  expect(record).not.toHaveProperty('employees')
  expect(record).not.toHaveProperty('entries')
  expect((await host.ok('GET', `payroll/${id}/items`)) as unknown as Row[]).toHaveLength(2)
})

test('a final pay after the last salary pays no day twice', async () => {
  const months = await host.periods('MONTHLY', 2026)
  const leaver = await host.employee({ pay_group_id: host.monthly, basic_rate: 26100, date_hired: '2026-01-05' })
  await host.sheet(
    leaver,
    months.get('2026-09-1')!,
    time({ days_scheduled: 22, days_worked: 22, worked: [worked('ordinary', { regular: 176 })] }),
  )
  await host.settle(await host.payroll(host.monthly, months.get('2026-09-1')!))
  const open = await host.payroll(host.monthly, months.get('2026-10-1')!)
  const { version } = await host.ok('GET', `employee/${leaver}`)
  await host.ok('PUT', `employee/${leaver}`, { version, date_separated: '2026-09-30', separation_reason: 'Resignation' })
  // In the month after, and in the month whose salary is posted: only the 13th month, and no contributions again.
  for (const month of ['2026-10-1', '2026-09-1']) {
    const final = await host.payroll(host.monthly, months.get(month)!, { payroll_tag: 'final_pay' })
    await host.post(`payroll/${final}/precompute`)
    const findings = (await host.ok('GET', `payroll/${final}/problems`)) as unknown as Row[]
    expect(
      findings.filter((finding) => finding.severity === 'error' && finding.employee_id === leaver && finding.kind !== 'paid_twice'),
    ).toEqual([])
    expect(await host.line(final, leaver)).toMatchObject({ basic_pay: 0, bonuses: 2175, sss_ee: 0, philhealth_ee: 0, pagibig_ee: 0 })
    if (month === '2026-10-1') {
      await host.post(`payroll/${open}/precompute`)
      const kinds = ((await host.ok('GET', `payroll/${open}/problems`)) as unknown as Row[]).map(({ kind }) => kind)
      expect(kinds).toEqual(expect.arrayContaining(['separated', 'paid_twice']))
      expect(await host.refused(`payroll/${open}/process`)).toBe('E_PAYROLL_PROBLEMS')
    }
    await host.post(`payroll/${final}/void`, { void_reason: 'Made to be looked at' })
  }
  // A day of leaving that becomes known after the salary was posted.
  const known = await host.ok('GET', `employee/${leaver}`)
  await host.ok('PUT', `employee/${leaver}`, { version: known.version, date_separated: '2026-09-21' })
  const late = await host.payroll(host.monthly, months.get('2026-09-1')!, { payroll_tag: 'final_pay' })
  await host.post(`payroll/${late}/precompute`)
  expect(await host.ok('GET', `payroll/${late}/problems`)).toContainEqual(
    expect.objectContaining({ kind: 'overpaid_days', employee_id: leaver }),
  )
  await host.post(`payroll/${late}/void`, { void_reason: 'Made to be looked at' })
  await host.post(`payroll/${open}/void`, { void_reason: 'Made to be looked at' })
})
