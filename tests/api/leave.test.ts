/** Leave: credits of a year, what filing does to them, accrual, amendments, the end of the year, and who sees whose. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { conversionsDue, takeConversions } from '../../src/server/features/leave/cash-conversion.ts'
import { leaveDue } from '../../src/server/features/leave/year-end.ts'
import type { EffectContext } from '../../src/server/platform/context.ts'
import { type FilingHost, startFilings, TODAY } from './filings-host.ts'

let h: FilingHost
const types: Record<string, number> = {}
const id = (username: string): number => h.people[username]!.employee_id
beforeAll(async () => {
  h = await startFilings('LEAV')
  await h.sql('update {s}.leave_type set allow_negative = false, advance_days = 0 where id = 1')
  for (const row of await h.sql<{ id: number; code: string }>('select id, code from {s}.leave_type')) types[row.code] = Number(row.id)
  await h.sql("update {s}.employee set gender = 'Male', date_hired = '2024-03-16'")
  await h.sql("update {s}.employee set gender = 'Female' where employee_no in ('hr', 'sales')")
})
afterAll(() => h.stop())

const act = (username: string, record: Row, action: string, body: Row = {}, module = 'leave_filing') =>
  h.call(username, 'POST', `${module}/${String(record.id)}/${action}`, body)
/** Columns of a balance: granted, used, reserved, adjusted, balance. */
const balance = async (username: string, code = 'VL', year = 2026): Promise<unknown[] | undefined> => {
  const found = await h.data<{ balances: Row[] }>('hr', 'GET', `leave_balance/employees/${id(username)}?year=${year}`)
  const balance = found.balances.find((row) => row.leave_type_id === types[code])
  return balance && ['granted', 'used', 'reserved', 'adjusted', 'balance'].map((name) => balance[name])
}
const history = (username: string, code: string): Promise<Row[]> =>
  h.data('hr', 'GET', `leave_balance/employees/${id(username)}/history?leave_type=${types[code]}&limit=100`)
const grant = async (year: number, rows: readonly (readonly [string, string, number])[], more: Row = {}): Promise<Row> => {
  const items = rows.map(([username, code, granted]) => ({ employee_id: id(username), leave_type_id: types[code], granted }))
  const draft = await h.data<Row>('hr', 'POST', 'leave_balance', { year, items, ...more })
  expect((await act('hr', draft, 'post', {}, 'leave_balance')).status).toBe(200)
  return h.data('hr', 'POST', `leave_balance/${String(draft.id)}/process`, {})
}
const leave = (code: string, from: string, to = from, more: Row = {}): Row => ({
  leave_type_id: types[code],
  date_from: from,
  date_to: to,
  reason: 'Rest',
  ...more,
})
const file = (username: string, values: Row) => h.file(username, 'leave_filing', values)

describe('credits of a year', () => {
  // S360, S408
  test('a document credits every employee once, and balances are the sums of the history (E327–E333, E337)', async () => {
    const done = await grant(2026, [
      ['employee', 'VL', 15],
      ['employee', 'SL', 10],
      ['sales', 'VL', 2],
    ])
    expect(done).toMatchObject({ status: 'processed', is_processed: true })
    expect((done.items as Row[]).map((row) => [row.granted, row.balance])).toEqual([
      [15, 15],
      [10, 10],
      [2, 2],
    ])
    expect(await balance('employee')).toEqual([15, 0, 0, 0, 15])
    const again = await act('hr', done, 'process', {}, 'leave_balance')
    expect([again.status, await balance('employee')]).toEqual([200, [15, 0, 0, 0, 15]])
    const listed = await h.data<Row[]>('hr', 'GET', 'leave_balance/employees?search=sales')
    expect(listed).toMatchObject([{ employee_no: 'sales', balances: [{ leave_type: { code: 'VL' }, balance: 2 }] }])
    const balanceRow = await h.data<Row>(
      'hr',
      'GET',
      `leave_balance/employees/leave-type-balance?employee_id=${id('employee')}&leave_type_id=${types.SL}`,
    )
    expect(balanceRow).toMatchObject({ balance: 10, available: 10 })
    for (const path of ['balances', 'employee-balances'])
      expect(await h.data<Row[]>('hr', 'GET', `leave_balance/${String(done.id)}/${path}`)).toHaveLength(path === 'balances' ? 3 : 2)
    expect(await h.data<Row[]>('hr', 'GET', 'leave_balance/history')).toHaveLength(3)
    // For Human Resources, one row for each employee and leave type.
    const summary = await h.call('hr', 'GET', `leave_balance_summary/paginate?leave_type_id=${types.VL}`)
    expect(summary.body).toMatchObject({
      data: [
        { employee: { name: expect.any(String) }, leave_type: { id: types.VL }, entitled: 15, used: 0, pending: 0, available: 15 },
        { entitled: 2, available: 2 },
      ],
      totals: { entitled: 17 },
    })
    expect((await h.call('employee', 'GET', 'leave_balance_summary/paginate')).status).toBe(403)
    // The same with the leave types across, and what the end of the year takes: 15 less 5 carried over and 10 paid in cash leave nothing
    // of vacation leave to lose, sick leave is lost whole.
    const matrix = await h.call('hr', 'GET', 'leave_balance_matrix/paginate')
    const [VL, SL] = [types.VL, types.SL].map((type) => `t${type}_available`)
    expect((matrix.body.columns as Row[]).map(({ name, title, with: values }) => [name, title, values])).toEqual([
      [VL, 'Vacation Leave', { leave_type_id: types.VL }],
      [SL, 'Sick Leave', { leave_type_id: types.SL }],
    ])
    expect(matrix.body.data).toMatchObject([
      { employee: { name: expect.any(String) }, [VL!]: 15, [SL!]: 10, expiring: 'Sick Leave: 10 until 2026/12/31' },
      { [VL!]: 2, [SL!]: null, expiring: '' },
    ])
    const all = await h.call('hr', 'GET', `leave_balance_matrix/paginate?show=all&leave_type_id=${types.SL}`)
    expect((all.body.columns as Row[]).map(({ title }) => title)).toEqual(
      ['entitled', 'taken', 'pending', 'available', 'expiring'].map((figure) => `Sick Leave, ${figure}`),
    )
    expect((all.body.data as Row[])[0]).toMatchObject({ [`t${types.SL}_entitled`]: 10, [`t${types.SL}_expiring`]: 10 })
    expect((await h.call('employee', 'GET', 'leave_balance_matrix/paginate')).status).toBe(403)
    const twice = await h.call('hr', 'POST', 'leave_balance', {
      year: 2026,
      items: [1, 2].map(() => ({ employee_id: id('hr'), leave_type_id: types.VL, granted: 1 })),
    })
    expect([twice.status, Object.keys(twice.body.errors as object)]).toEqual([400, ['items.1.employee_id']])
  })

  test('a void reverses credits, unless some were used', async () => {
    const first = await grant(2026, [['timekeeper', 'VL', 3]])
    await file('timekeeper', leave('VL', '2026-12-01', '2026-12-02'))
    const refused = await act('hr', first, 'void', { void_reason: 'Entered twice' }, 'leave_balance')
    expect([refused.status, refused.body.rule, await balance('timekeeper')]).toEqual([422, 'E_LEAVE_BALANCE', [3, 0, 2, 0, 1]])
    const second = await grant(2026, [['timekeeper', 'VL', 4]])
    expect((await act('hr', second, 'void', { void_reason: 'Entered twice' }, 'leave_balance')).status).toBe(200)
    expect(await balance('timekeeper')).toEqual([3, 0, 2, 0, 1])
  })

  test('an imported sheet becomes one draft, or reports the errors of each row (E335)', async () => {
    const sheet = await h.call('hr', 'POST', 'leave_balance/download-template', { leave_type_id: types.EL })
    expect([sheet.status, sheet.raw.toString('utf8').split('\r\n')[0]?.replace('\uFEFF', '')]).toEqual([
      200,
      'employee_no,leave_type,granted,remarks',
    ])
    const token = await h.as.token('hr')
    const send = (text: string) =>
      h.as.upload(token, 'leave_balance/import', { year: '2026', file: { name: 'credits.csv', body: Buffer.from(text) } })
    const bad = await send('employee_no,leave_type,granted\nnobody,VL,3\nbuyer,XX,1\nbuyer,EL,x\n')
    expect([bad.status, (bad.body.details as { errors: Row[] }).errors.map((error) => [error.row, error.field])]).toEqual([
      400,
      [
        [2, 'employee_no'],
        [3, 'leave_type'],
        [4, 'granted'],
      ],
    ])
    const good = await send('employee_no,leave_type,granted\nbuyer,EL,3\nhr,EL,2.5\n')
    expect(good.body.data).toMatchObject({ total: 2, created: 1, errors: [] })
  })
})

describe('leave types offered', () => {
  const offered = async (username: string, whose: string, more = ''): Promise<unknown[]> =>
    (await h.data<Row[]>(username, 'GET', `leave_type/for_employee?employee_id=${id(whose)}&filter[is_active]=true&limit=50${more}`))
      .map(({ code }) => code)
      .sort()
  const FOR_ALL = ['BL', 'EL', 'LWOP', 'SIL', 'SL', 'SPL', 'VL']
  const FOR_WOMEN = [...FOR_ALL, 'ML', 'MLM', 'SLW', 'VAWC'].sort()

  test('are limited to the sex of the employee, for the employee and for HR; a search narrows them further', async () => {
    expect(await offered('employee', 'employee')).toEqual([...FOR_ALL, 'PL'].sort())
    expect(await offered('sales', 'sales')).toEqual(FOR_WOMEN)
    expect(await offered('hr', 'employee')).toEqual([...FOR_ALL, 'PL'].sort())
    expect(await offered('hr', 'sales')).toEqual(FOR_WOMEN)
    expect(await offered('hr', 'sales', '&search=maternity')).toEqual(['ML', 'MLM'])
  })

  test('are the same for both sexes where the reader cannot see the sex, so that the list does not reveal it', async () => {
    const all = [...FOR_WOMEN, 'PL'].sort()
    expect(await offered('cashier', 'employee')).toEqual(all)
    expect(await offered('cashier', 'sales')).toEqual(all)
  })

  test('require the months of service on the first day, once it is entered', async () => {
    // Hired on 16 March 2024: 12 months of service are complete on 16 March 2025, 6 on 16 September 2024.
    expect(await offered('employee', 'employee', '&date_from=2025-03-15')).not.toContain('SIL')
    expect(await offered('employee', 'employee', '&date_from=2025-03-16')).toContain('SIL')
    expect(await offered('employee', 'employee', '&date_from=2024-09-15')).not.toContain('SPL')
  })

  test('show the days available: paid yearly leave to all, other types only to users who see balances', async () => {
    await grant(2026, [['warehouse', 'SL', 7.5]])
    const figures = (username: string) =>
      h.data<Row[]>(
        username,
        'GET',
        `leave_type/available?employee_id=${id('warehouse')}&ids=${types.SL},${types.EL},${types.ML},${types.LWOP}`,
      )
    const expected = [
      { id: types.SL, available: '7.5' },
      { id: types.EL, available: '0' },
    ]
    expect(await figures('warehouse')).toEqual(expected)
    expect(await figures('hr')).toEqual(expected)
    expect(await figures('cashier')).toEqual([])
    const wrong = await h.call('hr', 'GET', 'leave_type/for_employee?employee_id=x')
    expect([wrong.status, Object.keys(wrong.body.errors as object)]).toEqual([400, ['employee_id']])
  })
})

describe('filing', () => {
  test('reserves the scheduled hours, takes them when processed, and updates the running balance', async () => {
    // Friday to Tuesday: Saturday and Sunday are rest days, Monday 30 November is Bonifacio Day.
    const draft = await h.data<Row>('employee', 'POST', 'leave_filing', leave('VL', '2026-11-27', '2026-12-01'))
    expect(draft).toMatchObject({ qty: 2, balance: 15 })
    expect((draft.dates as Row[]).map((row) => row.date)).toEqual(['2026-11-27', '2026-12-01'])
    const posted = (await act('employee', draft, 'post')).body.data as Row
    expect([posted.status, posted.balance, await balance('employee')]).toEqual(['posted', 13, [15, 0, 2, 0, 13]])
    await act('approver', draft, 'approve')
    expect(await balance('employee')).toEqual([15, 0, 2, 0, 13])
    expect((await act('hr', draft, 'process')).status).toBe(200)
    expect(await balance('employee')).toEqual([15, 2, 0, 0, 13])
    const rows = (await history('employee', 'VL')).sort((a, b) => Number(a.id) - Number(b.id))
    expect(rows.map((row) => [row.kind, row.qty_in, row.qty_out, row.transaction_no === draft.transaction_no])).toEqual([
      ['grant', 15, 0, false],
      ['reservation', 0, 2, true],
      ['reversal', 2, 0, true],
      ['use', 0, 2, true],
    ])
  })

  test('L3: the running balance and the lines of the document follow a filing from reservation to use', async () => {
    const given = await grant(2026, [['cashier', 'VL', 15]])
    const line = async (): Promise<unknown[]> => {
      const found = await h.data<Row>('hr', 'GET', `leave_balance/${String(given.id)}`)
      return (found.items as Row[]).map((row) => [row.granted, row.used, row.reserved, row.balance])
    }
    const draft = await h.data<Row>('cashier', 'POST', 'leave_filing', leave('VL', '2026-11-27'))
    await act('cashier', draft, 'post')
    expect(await line()).toEqual([[15, 0, 1, 14]])
    await act('approver', draft, 'approve')
    expect((await act('hr', draft, 'process')).status).toBe(200)
    const rows = (await history('cashier', 'VL')).sort((a, b) => Number(a.id) - Number(b.id))
    expect(rows.map((row) => [row.kind, row.running_balance])).toEqual([
      ['grant', 15],
      ['reservation', 14],
      ['reversal', 15],
      ['use', 14],
    ])
    expect(await line()).toEqual([[15, 1, 0, 14]])
  })

  test('voiding, disapproval and return give credits back; submitting again reserves again', async () => {
    const before = await balance('employee')
    const filing = await file('employee', leave('VL', '2026-12-03', '2026-12-03', { duration_type: 'first_half' }))
    expect(await balance('employee')).toEqual([15, 2, 0.5, 0, 12.5])
    await act('approver', filing, 'return', { returned_reason: 'Afternoon instead' })
    expect(await balance('employee')).toEqual(before)
    expect((await act('employee', filing, 'resubmit')).status).toBe(200)
    expect(await balance('employee')).toEqual([15, 2, 0.5, 0, 12.5])
    await act('approver', filing, 'approve')
    // The employee asks; HR decides, and the credits stay taken until then.
    const ask = (who: string) => act(who, filing, 'ask_cancellation', { cancellation_reason: 'The trip is called off' })
    expect((await ask('hr')).status).toBe(422)
    expect((await ask('employee')).body.data).toMatchObject({ status: 'approved', cancellation_reason: 'The trip is called off' })
    expect((await ask('employee')).status).toBe(422)
    expect(await balance('employee')).toEqual([15, 2, 0.5, 0, 12.5])
    expect((await act('hr', filing, 'void', { void_reason: 'Not needed any more' })).status).toBe(200)
    expect(await balance('employee')).toEqual(before)
    const other = await file('employee', leave('VL', '2026-12-04'))
    await act('approver', other, 'disapprove', { disapproved_reason: 'Inventory week' })
    expect(await balance('employee')).toEqual(before)
  })

  test('of two filings on the last credit one is refused, with the rule and what to do', async () => {
    const drafts: Row[] = []
    for (const day of ['2026-12-10', '2026-12-11', '2026-12-14'])
      drafts.push(await h.data<Row>('sales', 'POST', 'leave_filing', leave('VL', day)))
    const answers = await Promise.all(drafts.map((draft) => act('sales', draft, 'post')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 422])
    const refused = answers.find((answer) => answer.status === 422)!
    expect([refused.body.rule, String(refused.body.message)]).toEqual([
      'E_LEAVE_BALANCE',
      expect.stringContaining('0 days of Vacation Leave'),
    ])
    expect(await balance('sales')).toEqual([2, 0, 2, 0, 0])
    // The rest goes without pay, and takes nothing.
    const unpaid = await file('sales', leave('VL', '2026-12-16', '2026-12-16', { with_pay: false }))
    expect([unpaid.status, (unpaid.dates as Row[]).map((row) => row.with_pay), await balance('sales')]).toEqual([
      'posted',
      [false],
      [2, 0, 2, 0, 0],
    ])
  })

  test('checks the leave type: sex, service, documents, whole days, notice; events bring their own credits', async () => {
    const rule = async (username: string, values: Row): Promise<unknown> => {
      const draft = await h.data<Row>(username, 'POST', 'leave_filing', values)
      return (await act(username, draft, 'post')).body.rule
    }
    expect(await rule('employee', leave('ML', '2026-12-15', '2026-12-20'))).toBe('E_LEAVE_TYPE')
    expect(await rule('employee', leave('PL', '2026-12-15'))).toBe('E_LEAVE_TYPE')
    await h.sql('update {s}.leave_type set min_service_months = 36 where id = $1', [types.SL])
    expect(await rule('employee', leave('SL', '2026-12-15'))).toBe('E_LEAVE_TYPE')
    await h.sql('update {s}.leave_type set min_service_months = 32, allow_half_day = false where id = $1', [types.SL])
    expect(await rule('employee', leave('SL', '2026-12-15', '2026-12-15', { duration_type: 'second_half' }))).toBe('E_LEAVE_TYPE')
    await h.sql('update {s}.leave_type set allow_half_day = true, advance_days = 30 where id = $1', [types.SL])
    expect(await rule('employee', leave('SL', '2026-12-15'))).toBe('E_LEAVE_TYPE')
    await h.sql('update {s}.leave_type set advance_days = 0 where id = $1', [types.SL])
    expect(await rule('employee', leave('SL', '2026-12-15'))).toBeUndefined()
    // A Sunday, which is no work day.
    expect(await rule('employee', leave('SL', '2026-12-13'))).toBe('E_NO_LEAVE_DAYS')
    expect(await rule('employee', leave('BL', '2026-12-17', '2026-12-22'))).toBe('E_LEAVE_BALANCE')
    const event = await file('employee', leave('BL', '2026-12-17', '2026-12-21'))
    expect([event.qty, await balance('employee', 'BL')]).toEqual([3, [3, 0, 3, 0, 0]])
    await act('approver', event, 'disapprove', { disapproved_reason: 'No certificate' })
    expect(await balance('employee', 'BL')).toEqual([0, 0, 0, 0, 0])
  })

  test('shows employees their balance while they enter a filing', async () => {
    const ask = async (username: string, values: Row): Promise<Row[]> => h.data(username, 'POST', 'leave_filing/advice', values)
    const notesForSelf = await ask('employee', { employee_id: id('employee'), ...leave('VL', '2026-12-23') })
    expect(notesForSelf.map((note) => note.text)).toContainEqual(expect.stringMatching(/^13 days of Vacation Leave are left .* takes 1\.$/))
    const short = await ask('sales', { employee_id: id('sales'), ...leave('VL', '2026-12-22') })
    expect(short).toContainEqual(expect.objectContaining({ tone: 'danger', text: expect.stringContaining('0 days') }))
    expect(await ask('cashier', { employee_id: id('employee'), ...leave('VL', '2026-12-23') })).toEqual([])
  })
})

// S406, S407
test('an amendment changes the balance at once, never below zero (E334, G119)', async () => {
  const amend = (values: Row) => h.call('hr', 'POST', `leave_balance/employees/${id('approver')}`, { leave_type_id: types.VL, ...values })
  expect((await amend({ is_increase: true, qty: 4 })).body.data).toMatchObject({ balance_before: 0, balance_after: 4, year: 2026 })
  expect((await amend({ is_increase: false, qty: 1.5, reason: 'Counted twice' })).body.data).toMatchObject({
    balance_before: 4,
    balance_after: 2.5,
  })
  const refused = await amend({ is_increase: false, qty: 3 })
  expect([refused.status, refused.body.rule]).toEqual([422, 'E_LEAVE_BALANCE'])
  expect(await balance('approver')).toEqual([0, 0, 0, 2.5, 2.5])
  expect((await history('approver', 'VL')).map((row) => [row.kind, row.remarks])).toContainEqual(['amendment', 'Counted twice'])
  expect(await history('approver', 'SL')).toEqual([])
})

// proves: panels.*.readonly
test('leave history and amendments are shown on the employee record to users who may see them, read-only', async () => {
  const panel = (name: string) => `employee/${id('approver')}/${name}`
  const amendments = await h.data<Row[]>('hr', 'GET', panel('leave-amendment'))
  expect(amendments.map((row) => [row.is_increase, row.qty, row.balance_before, row.balance_after])).toEqual([
    [false, 1.5, 4, 2.5],
    [true, 4, 0, 4],
  ])
  const entries = await h.data<Row[]>('approver', 'GET', panel('leave-history'))
  expect(entries.map((row) => [row.kind, row.qty_in, row.qty_out, row.running_balance])).toEqual([
    ['amendment', 0, 1.5, 2.5],
    ['amendment', 4, 0, 4],
  ])
  for (const name of ['leave-amendment', 'leave-history']) {
    expect((await h.call('sales', 'GET', panel(name))).status).toBe(404)
    const refused = await h.call('hr', 'POST', panel(name), { leave_type_id: types.VL, is_increase: true, qty: 5 })
    expect([refused.status, refused.body.message]).toEqual([403, 'These records can only be viewed here.'])
  }
  expect(await balance('approver')).toEqual([0, 0, 0, 2.5, 2.5])
})

test('sync recomputes balances from the history (E336)', async () => {
  await h.sql('update {s}.employee_balance_history set running_balance = 99')
  await h.sql('update {s}.leave_balance__items set balance = 99')
  const done = await h.data<Row>('hr', 'POST', 'leave_balance/sync-leave-balance', {})
  expect(done.documents).toBeGreaterThan(1)
  const [wrong] = await h.sql<{ n: number }>(`select count(*)::int as n from {s}.employee_balance_history where running_balance = 99`)
  const [figures] = await h.sql<Row>(
    `select balance::float8 as balance, used::float8 as used from {s}.leave_balance__items where employee_id = $1 and leave_type_id = $2`,
    [id('employee'), types.VL],
  )
  expect([wrong!.n, figures]).toEqual([0, { balance: 13, used: 2 }])
})

describe('year end', () => {
  const due = async () => leaveDue(await h.server.system('LEAV', 'the night'))
  const days = (rows: Row[]) =>
    rows
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map((row) => [row.date, row.kind, Number(row.qty_in) - Number(row.qty_out), row.running_balance])

  test('carries over, sets aside credits to be paid in cash, forfeits the rest; carried-over credits expire', async () => {
    await grant(2026, [['hr', 'VL', 18]])
    try {
      h.server.clock.advanceTo('2027-01-31T01:00:00.000Z')
      await Promise.all([due(), due()])
      expect(days(await history('hr', 'VL'))).toEqual([
        ['2026-01-01', 'grant', 18, 18],
        ['2026-12-31', 'conversion', -10, 8],
        ['2026-12-31', 'forfeit', -3, 5],
        ['2026-12-31', 'carry_over', -5, 0],
        ['2027-01-01', 'carry_over', 5, 5],
      ])
      expect([
        await balance('hr', 'VL', 2027),
        (await h.call('hr', 'POST', `leave_type/${types.VL}/close-year`, { year: 2026 })).body.rule,
      ]).toEqual([[5, 0, 0, 0, 5], 'E_YEAR_CLOSED'])
      h.server.clock.advanceTo('2028-01-02T01:00:00.000Z')
      await due()
      await due()
      expect(days(await history('hr', 'VL')).slice(5)).toEqual([['2028-01-01', 'expiry', -5, 0]])
    } finally {
      h.server.clock.advanceTo(`${TODAY}T01:00:00.000Z`)
    }
  })

  test('payroll pays converted credits once; a void makes them payable again', async () => {
    const ctx = await h.server.system('LEAV', 'payroll')
    const ids = [id('hr'), id('employee')]
    const [run] = await h.sql<Row>(
      `insert into {s}.payroll (transaction_no, status) values ('PAY-1', 'approved') returning id, transaction_no`,
    )
    const fx = { ctx, module: ctx.modules.get('payroll')!, record: run!, posting_seq: 1 } as unknown as EffectContext
    const dueTo = (to: string, tag: 'leave_conversion' | 'final_pay' = 'leave_conversion') => conversionsDue(ctx, ids, { to, tag })
    const take = async (reverse: boolean) => {
      const conversions = reverse ? ids.map((employee_id) => ({ employee_id, conversions: [] })) : await dueTo('2027-01-31')
      await ctx.db.tx(() => takeConversions(fx, conversions, { date: '2027-01-31', reverse }))
    }
    const converted = { leave: 'vacation', days: '10', leave_type_id: types.VL }
    expect(await dueTo('2027-01-31')).toEqual([
      { employee_id: id('hr'), conversions: [converted] },
      { employee_id: id('employee'), conversions: [{ ...converted, days: '8' }] },
    ])
    const before = await balance('hr', 'VL', 2026)
    await take(false)
    expect([await dueTo('2027-01-31'), await balance('hr', 'VL', 2026)]).toEqual([[], before])
    await take(true)
    expect(await dueTo('2027-01-31')).toHaveLength(2)
    // A final pay in March converts what is still in the balance as well: nothing had expired by then.
    await h.sql("delete from {s}.employee_balance_history where kind = 'expiry'")
    expect((await dueTo('2027-03-31', 'final_pay'))[0]).toEqual({ employee_id: id('hr'), conversions: [{ ...converted, days: '15' }] })
  })
})

describe('accrual', () => {
  // S377, E341–E345
  test('credits the listed employees once for each date; employees without the service get nothing', async () => {
    const plan = await h.data<Row>('hr', 'POST', 'leave_accrual', {
      name: 'Monthly',
      leave_type_id: types.EL,
      frequency: 'monthly',
      qty: 1.25,
      accrual_date: '2026-11-30',
      start_after_months: 32,
      max_balance: 3,
    })
    const path = `leave_accrual/${String(plan.id)}`
    expect((await h.call('hr', 'POST', `${path}/process`, {})).body.rule).toBe('E_NO_EMPLOYEES')
    await h.data('hr', 'POST', `${path}/employees`, { employee_ids: [id('cashier'), id('payroll'), id('timekeeper'), id('cashier')] })
    const left = await h.data<Row>('hr', 'DELETE', `${path}/employees`, { employee_ids: [id('timekeeper')] })
    expect((left.employees as Row[]).map((row) => row.employee_id)).toEqual([id('cashier'), id('payroll')])
    await h.sql("update {s}.employee set date_hired = '2026-01-05' where id = $1", [id('payroll')])
    expect((await h.data<Row[]>('hr', 'GET', 'leave_accrual/list')).map((row) => row.name)).toEqual(['Monthly'])
    const [first, second] = await Promise.all([h.call('hr', 'POST', `${path}/process`, {}), h.call('hr', 'POST', `${path}/process`, {})])
    expect([first.status, second.status, first.body.data]).toMatchObject([200, 200, { status: 'processed', accrued_to: '2026-11-30' }])
    expect([await balance('cashier', 'EL'), await balance('payroll', 'EL')]).toEqual([[1.25, 0, 0, 0, 1.25], undefined])
    await h.call('hr', 'PUT', path, { remarks: 'Once more' })
    expect((await h.call('hr', 'POST', `${path}/process`, {})).body.rule).toBe('E_ALREADY_ACCRUED')
  })

  test('the daily job credits what is due, catches up, and stops at the cap', async () => {
    const due = async () => leaveDue(await h.server.system('LEAV', 'the night'))
    await h.sql("update {s}.leave_accrual set status = 'processed'")
    await due()
    expect(await balance('cashier', 'EL')).toEqual([1.25, 0, 0, 0, 1.25])
    try {
      h.server.clock.advanceTo('2027-02-01T01:00:00.000Z')
      await Promise.all([due(), due()])
      // December brings 1.25, January what is left up to three days.
      expect((await history('cashier', 'EL')).map((row) => [row.date, row.qty_in]).sort()).toEqual([
        ['2026-11-30', 1.25],
        ['2026-12-31', 1.25],
        ['2027-01-31', 0.5],
      ])
    } finally {
      h.server.clock.advanceTo(`${TODAY}T01:00:00.000Z`)
    }
  })
})

test('a month with too many unpaid days earns nothing, by processed days, else by filings', async () => {
  const { version } = await h.data<Row>('hr', 'GET', `leave_type/${types.SIL}`)
  await h.data('hr', 'PUT', `leave_type/${types.SIL}`, { version, max_unpaid_days: 2 })
  const [often, once] = [id('timekeeper'), id('employee')]
  await h.sql(
    `insert into {s}.daily_time_record (employee_id, date, day_type_id, status, result) select e, d, (select min(id) from {s}.day_type), 'processed', $2
     from unnest($1::bigint[]) e, unnest('{2026-11-03,2026-11-04}'::date[]) d`,
    [[often, once], JSON.stringify({ scheduled_minutes: 480, absent_minutes: 240, unpaid_leave_minutes: 240 })],
  )
  // A processed day does not count again because it was filed.
  for (const [username, date] of [
    ['timekeeper', '2026-11-27'],
    ['employee', '2026-11-04'],
  ] as const) {
    const filed = await file(username, leave('LWOP', date))
    expect((await act('approver', filed, 'approve')).status).toBe(200)
  }
  const plan = await h.data<Row>('hr', 'POST', 'leave_accrual', {
    name: 'For who worked',
    leave_type_id: types.SIL,
    frequency: 'monthly',
    qty: 0.5,
    accrual_date: '2026-11-30',
  })
  await h.data('hr', 'POST', `leave_accrual/${String(plan.id)}/employees`, { employee_ids: [often, once] })
  const done = (await act('hr', plan, 'process', {}, 'leave_accrual')).body.data as Row
  expect(new Map((done.employees as Row[]).map((row) => [row.employee_id, row.result]))).toEqual(
    new Map([
      [often, '2026/11/30: nothing for 2026/11 (3 unpaid days), since more than 2 in a month earn none.'],
      [once, '2026/11/30: 6 days a year × 1 of 12 months = 0.5 days.'],
    ]),
  )
  expect([await balance('timekeeper', 'SIL'), await balance('employee', 'SIL')]).toEqual([undefined, [0.5, 0, 0, 0, 0.5]])
})

test('employees see only their own balances and history in the portal', async () => {
  expect(await h.data<Row>('employee', 'GET', `leave_balance/employees/${id('employee')}`)).toMatchObject({ id: id('employee') })
  expect((await h.call('employee', 'GET', `leave_balance/employees/${id('sales')}`)).status).toBe(403)
  expect(
    (await h.call('employee', 'GET', `leave_balance/employees/leave-type-balance?employee_id=${id('sales')}&leave_type_id=1`)).status,
  ).toBe(403)
  expect((await h.call('employee', 'GET', 'leave_balance/employees')).status).toBe(403)
  expect(
    (await h.call('employee', 'POST', `leave_balance/employees/${id('employee')}`, { leave_type_id: 1, is_increase: true, qty: 5 })).status,
  ).toBe(403)
  const ownRows = await h.data<Row[]>('employee', 'GET', 'leave_balance/history?limit=100')
  expect(new Set(ownRows.map((row) => row.employee_id))).toEqual(new Set([id('employee')]))
  expect(await h.data<Row[]>('employee', 'GET', `leave_balance/employees/${id('sales')}/history`)).toEqual([])
})

test('leave for one sex is neither credited nor shown to the other', async () => {
  const yearly = { annual_credits: 7, category: 'other', gender: 'Female' }
  types.WELL = Number((await h.data<Row>('hr', 'POST', 'leave_type', { code: 'WELL', name: 'Wellness of women', ...yearly })).id)
  const says = 'Wellness of women is for women only.'
  const line = (username: string) => ({ employee_id: id(username), leave_type_id: types.WELL, granted: 7 })
  const sheet = await h.call('hr', 'POST', 'leave_balance', { year: 2026, items: [line('sales'), line('employee')] })
  expect([sheet.status, sheet.body.errors]).toEqual([400, { 'items.1.leave_type_id': [says] }])
  const days = { leave_type_id: types.WELL, is_increase: true, qty: 1, reason: 'Given by hand' }
  const amended = await h.call('hr', 'POST', `leave_balance/employees/${id('employee')}`, days)
  expect([amended.status, amended.body.errors]).toEqual([400, { leave_type_id: [says] }])

  const plan = await h.data<Row>('hr', 'POST', 'leave_accrual', {
    name: 'Wellness',
    leave_type_id: types.WELL,
    frequency: 'monthly',
    qty: 1,
    accrual_date: '2026-11-30',
  })
  await h.data('hr', 'POST', `leave_accrual/${String(plan.id)}/employees`, { employee_ids: [id('sales'), id('employee')] })
  const run = await h.data<Row>('hr', 'POST', `leave_accrual/${String(plan.id)}/process`, {})
  expect((run.employees as Row[]).map((row) => row.result)).toEqual([expect.stringContaining('1'), `2026/11/30: nothing. ${says}`])
  expect([await balance('sales', 'WELL'), await balance('employee', 'WELL')]).toEqual([[1, 0, 0, 0, 1], undefined])

  // The employee's record is corrected: earlier entries stay in the history, but are no longer in the balance.
  await h.sql("update {s}.employee set gender = 'Male' where id = $1", [id('sales')])
  expect(await balance('sales', 'WELL')).toBeUndefined()
  await h.sql("update {s}.employee set gender = 'Female' where id = $1", [id('sales')])
})
