/** Dashboards: figures over the rows that the caller can see, and the caller's own day in the portal. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import type { TileAnswer, TilesAnswer } from '../../src/engine/model/tile-answer.ts'
import { type People, startPeople } from './people-host.ts'

let people: People
let me: number
const sql = (text: string, values: unknown[] = []) =>
  people.harness.database.db.query<Row>(text.replaceAll('{s}', `"${people.harness.company.schema}"`), values)

// Beside those hired here there is the leader of a team, hired on 5 January.
beforeAll(async () => {
  people = await startPeople('DASH', '2026-06-15', [
    'talent_dashboard',
    'employee_portal_dashboard',
    'employee_geofence',
    'escalation_and_concern',
    'leave_filing',
    'overtime_filing',
    'payroll',
    'payslip',
    'break_status',
    'raw_time_log',
    'time_log',
    'holiday',
    'memorandum_corner',
    'acknowledgement',
    'employee_balance_history',
    'loan_entry',
    'shift_schedule',
    'rest_day',
    'employee_id',
    'daily_time_record',
    'official_business_filing',
    'timelog_filing',
    'restday_filing',
    'cto_filing',
    'loan_ledger',
    'analytics_payroll',
    'analytics_time_management',
    'analytics_loan_management',
  ])
  const { ids, hire } = people
  me = Number((await hire({ department_id: ids.it, birth_at: '1996-02-29', date_hired: '2020-06-20' })).id)
  await hire({ department_id: ids.it, gender: 'Male', birth_at: '1980-06-16', date_hired: '2026-06-01', last_name: 'Reyes' })
  await hire({ department_id: ids.hr, date_hired: '2019-01-01', date_separated: '2026-03-31', separation_reason: 'Moved away' })
  await sql(`UPDATE {s}.employee SET status = 'inActive' WHERE date_separated IS NOT NULL`)
  const [type] = await sql(`INSERT INTO {s}.leave_type (code, name, is_active) VALUES ('VL', 'Vacation', true) RETURNING id`)
  const leave = (status: string, qty: number) =>
    sql(
      `INSERT INTO {s}.leave_filing (transaction_no, employee_id, leave_type_id, date_from, date_to, qty, status) VALUES ($1, $2, $3, '2026-06-15', '2026-06-16', $4, $1)`,
      [status, me, type!.id, qty],
    )
  await leave('posted', 2)
  await leave('approved', 1.5)
  await sql(
    `INSERT INTO {s}.raw_time_log (employee_id, biometric_id, logged_at, type, direction, source) VALUES ($1, '1', '2026-06-15T00:00:00Z', 'time_in', 'In', 'web_bundy'), ($1, '1', '2026-06-15T04:00:00Z', 'break_out', 'Out', 'web_bundy')`,
    [me],
  )
  await sql(
    `INSERT INTO {s}.employee_balance_history (employee_id, leave_type_id, date, source_module_id, qty_in, qty_out, running_balance)
     VALUES ($1, $2, '2026-01-01', 1, 10, 0, 10), ($1, $2, '2026-06-01', 1, 0, 2, 8), ($1, $2, '2026-06-20', 1, 0, 1, 7)`,
    [me, type!.id],
  )
})
afterAll(() => people.harness.close())

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, each held against what it must be.
const get = async (path: string, as = people.harness.admin): Promise<any> => {
  const { status, body } = await people.harness.call('GET', path, undefined, as)
  expect(status, `${path}: ${body.message}`).toBe(200)
  return body.data
}

test('the talent dashboard counts present, joined, separated and pending employees', async () => {
  const all = await get('talent/dashboard')
  expect(all.total_employee).toBe(3)
  expect(all.totalStatusSum).toEqual([
    { status: 'active', count: 3 },
    { status: 'inActive', count: 1 },
  ])
  // The one born on 29 February has no day within the month; the other turns tomorrow.
  expect((all.bday_corner as Row[]).map((row) => [(row.employee as Row).name, row.date])).toEqual([
    [expect.stringContaining('Reyes'), '2026-06-16'],
  ])
  expect(all.anniv_corner).toMatchObject([{ employee_id: me, date: '2026-06-20', years: 6 }])
  expect(all.newly_hired_employee).toMatchObject([{ date_hired: '2026-06-01' }])
  expect(all.total_newly_hired).toBe(1)
  // People: one left of a mean of one half (one at the beginning of the year, none now).
  expect(all.attrition_by_departments).toMatchObject([
    { name: 'People', headcount: 0, separated: 1, rate: 200 },
    { name: 'Technology', headcount: 3, separated: 0, rate: 0 },
  ])
  expect(all.population_pyramid).toEqual([
    { age_from: 30, age_to: 34, male: 0, female: 2 },
    { age_from: 45, age_to: 49, male: 1, female: 0 },
  ])
  expect((all.pending_filing_request as Row[])[0]).toMatchObject({ module: 'leave_filing', count: 1 })
  expect(all.leave_filing).toMatchObject([{ filings: 2, approved_days: 1.5, pending_days: 2 }])
  expect(all.break_status).toEqual([
    { status: 'working', count: 0 },
    { status: 'on_break', count: 1 },
    { status: 'out', count: 2 },
  ])
  expect((all.year_employees as Row[]).at(-1)).toEqual({ year: 2026, hired: 2, separated: 1, headcount: 3 })
  expect(all.payroll_expenses as Row[]).toHaveLength(12)
})

test('a widget alone answers the same as in its dashboard', async () => {
  const all = await get('talent/dashboard')
  const paths = [...people.harness.modules.get('talent_dashboard')!.endpoints.map(({ path }) => path)].filter((path) =>
    path.startsWith('/talent/dashboard/'),
  )
  expect(paths).toHaveLength(18)
  const single = await Promise.all(paths.map((path) => get(path.slice(1))))
  expect([...single].map((entry) => JSON.stringify(entry)).sort()).toEqual(
    Object.values(all)
      .map((entry) => JSON.stringify(entry))
      .sort(),
  )
})

test('users who may not see payrolls or birthdays do not get their widgets', async () => {
  const grants = Object.fromEntries(['talent_dashboard', 'employee', 'leave_filing'].map((name) => [name, ['index', 'view', 'view_all']]))
  const reader = people.person({ grants, access: ['employment'] })
  const all = await get('talent/dashboard', reader)
  expect(all.payroll_expenses).toBeNull()
  expect(all.bday_corner).toBeNull()
  expect(all.population_pyramid).toBeNull()
  expect(all.total_employee).toBe(3)
  expect((all.get_employment_details_completion as Row[]).map((row) => row.section)).toEqual(['employment-details'])
  expect((await people.harness.call('GET', 'talent/dashboard/payroll-expenses', undefined, reader)).status).toBe(403)
  // Without the right to see everyone, they count only themselves.
  const narrow = people.person({ grants: { ...grants, employee: ['index', 'view'] }, access: ['employment'] })
  expect(await get('talent/dashboard/total_employee', narrow)).toBe(0)
})

test('the portal dashboard shows the user’s own day and balances', async () => {
  const grants = { employee_portal_dashboard: ['index'], time_log: ['index', 'view', 'new'], break_status: ['index', 'view', 'new'] }
  const self = people.person({ grants, access: [], employee_id: me, user_id: 7 })
  const day = await get('employee_portal/dashboard', self)
  expect(day.time_status).toBe('on_break')
  expect(day.today_logs).toHaveLength(2)
  expect(day.may).toEqual({ clock: true, break: true, payslip: false, file: [] })
  expect(day.leave_balances).toMatchObject([{ leave_type: { name: 'Vacation' }, balance: 8, reserved: 1 }])
  expect((day.pending_filings as Row[]).map((row) => row.status)).toEqual(['posted'])
  expect(((await get('employee/employee-today-filing', self)) as Row[]).map((row) => row.status).sort()).toEqual(['approved', 'posted'])
  const nobody = people.person({ grants, access: [], employee_id: null, user_id: 8 })
  expect(await get('employee_portal/dashboard', nobody)).toMatchObject({ employee: null, today_logs: [], leave_balances: [] })
})

// proves: dashboard.tiles.*.span, dashboard.tiles.*.handler, dashboard.tiles.*.params, dashboard.tiles.*.titles, dashboard.tiles.*.chart
test('tiles show the same figures as the widgets, with titles, and open the employees counted', async () => {
  const { tiles, ...plain } = await get('talent_dashboard/tiles')
  const tile = (name: string) => (tiles as TileAnswer[]).find((entry) => entry.name === name)!
  expect(plain).toMatchObject({ employees: 3, separated: 1, removed: [], arranged: false })
  expect(tile('years')).toMatchObject({ type: 'chart', span: 6, names: ['headcount', 'hired', 'separated'] })
  expect(tile('years').titles).toContainEqual({ name: 'hired', title: 'Hired' })
  const year = tile('years').rows!.at(-1)!
  expect([year.keys, year.values]).toEqual([['2026'], [3, 2, 1]])
  const found = await people.harness.call('GET', `employee/paginate?filter=${encodeURIComponent(JSON.stringify(year.filters![1]))}`)
  expect(found.body.pagination!.total).toBe(2)
  expect(tile('pyramid')).toMatchObject({ chart: 'mirrored', totals: { values: [1, 2] } })
  expect(tile('birthdays').records!.rows).toMatchObject([{ values: [expect.stringContaining('Reyes'), 'Technology', '2026-06-16'] }])
  expect(tile('filings').rows![0]).toMatchObject({ module: 'leave_filing', values: [1], filter: { status: 'posted' } })

  // Sections of the employee that the reader may not see leave their tiles out, and nothing else.
  const grants = Object.fromEntries(['talent_dashboard', 'employee', 'leave_filing'].map((name) => [name, ['index', 'view', 'view_all']]))
  const partly = await get('talent_dashboard/tiles', people.person({ grants, access: ['employment'] }))
  const names = (partly.tiles as TileAnswer[]).map(({ name }) => name)
  for (const name of ['pyramid', 'birthdays', 'expenses', 'here']) expect(names).not.toContain(name)
  for (const name of ['employees', 'years', 'types', 'leave']) expect(names).toContain(name)
})

// proves: dashboard.narrow
test('a user arranges a dashboard and adds saved views, visible to nobody else', async () => {
  const call = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Row, as = people.harness.admin) =>
    people.harness.call(method, path, body, as)
  const board = async (as = people.harness.admin) => (await get('talent_dashboard/tiles', as)) as TilesAnswer
  const saved = async (name: string, state: Row): Promise<number> =>
    Number(((await call('POST', 'employee/views', { name, state })).body.data as Row).id)
  const inIt = await saved('IT people', {
    filters: { department_id: { eq: String(people.ids.it) } },
    columns: ['employee_no', 'full_name'],
  })
  const sizes = await saved('Departments', { show: 'chart', group: 'department_id', measure: 'count', chart: 'pie' })

  const add = (body: Row, as?: typeof people.harness.admin) => call('POST', 'talent_dashboard/tiles', { module: 'employee', ...body }, as)
  expect((await add({ view: inIt, as: 'list' })).status).toBe(200)
  expect((await add({ view: sizes, as: 'chart' })).status).toBe(200)
  // A view without groups is no chart, and a view of nobody's is none.
  expect((await add({ view: inIt, as: 'chart' })).status).toBe(400)
  expect((await add({ view: 999, as: 'list' })).status).toBe(404)
  const { tiles } = await board()
  const [list, chart] = tiles.slice(-2)
  expect(list).toMatchObject({ title: 'IT people', own: { module: 'employee', view: inIt }, records: { total: 3 } })
  expect(list!.records!.columns.map(({ path }) => path)).toEqual(['employee_no', 'full_name'])
  expect(chart).toMatchObject({ type: 'chart', chart: 'pie', total_groups: 2 })

  const order = tiles.map(({ name }) => name).reverse()
  const arranged = { order, removed: ['employees'], spans: { years: 12 } }
  expect((await call('PUT', 'talent_dashboard/tiles', { ...arranged, spans: { years: 99 } })).status).toBe(400)
  expect((await call('PUT', 'talent_dashboard/tiles', arranged)).status).toBe(200)
  const after = await board()
  expect(after.tiles.map(({ name }) => name)).toEqual(order.filter((name) => name !== 'employees'))
  expect(after).toMatchObject({ arranged: true, removed: [{ name: 'employees', type: 'figure' }] })
  expect(after.tiles.find(({ name }) => name === 'years')!.span).toBe(12)

  // Another user has the dashboard as it was, and cannot use a view that is not shared with them.
  const grants = Object.fromEntries(['talent_dashboard', 'employee'].map((name) => [name, ['index', 'view', 'view_all']]))
  const other = people.person({ grants, access: ['employment'], user_id: 8 })
  expect((await board(other)).tiles.some(({ name }) => name === 'employees')).toBe(true)
  expect((await board(other)).arranged).toBe(false)
  expect((await add({ view: inIt, as: 'list' }, other)).status).toBe(404)
  // Who loses the list loses the tile; a field that they may not see is refused in its tile, and the others are read.
  await call('POST', 'employee/views', { name: 'Born', shared: true, state: { show: 'chart', group: 'birth_at:year' } })
  const without = people.person({ grants: { ...grants, employee: [] }, access: [] })
  expect((await board(without)).tiles.filter((tile) => tile.own)).toEqual([])

  expect((await call('DELETE', 'talent_dashboard/tiles')).status).toBe(200)
  expect(await board()).toMatchObject({ arranged: false, removed: [] })
})

test('analytics equal sums of the lists, and can be narrowed to a department through the employee (E640–E659, S22–S24)', async () => {
  const { ids } = people
  const [other] = await sql(`SELECT id FROM {s}.employee WHERE last_name = 'Reyes'`)
  for (const [employee, late, attendance] of [
    [me, 12, 'present'],
    [me, 0, 'incomplete'],
    [other!.id, 30, 'present'],
  ] as const)
    await sql(
      `INSERT INTO {s}.daily_time_record (employee_id, date, attendance, late_minutes)
       VALUES ($1, (SELECT coalesce(max(date), '2026-06-01') + 1 FROM {s}.daily_time_record WHERE employee_id = $1), $2, $3)`,
      [employee, attendance, late],
    )
  const [loan] = await sql(`INSERT INTO {s}.loan_type (code, name, is_active) VALUES ('SAL', 'Salary loan', true) RETURNING id`)
  await sql(
    `INSERT INTO {s}.loan_entry (transaction_no, employee_id, loan_type_id, loan_date, principal, balance, status)
     VALUES ('LN-1', $1, $2, '2026-05-01', 5000, 4000, 'posted'), ('LN-2', $1, $2, '2026-05-01', 900, 900, 'draft')`,
    [me, loan!.id],
  )
  const calls = {
    analytics_payroll: ['basic_payroll_info', 'payroll_compensation_department', 'earnings_by_team'],
    analytics_time_management: [
      ...['dtr_check', 'get_shift_schedule', 'daily_attendance', 'get_all_filings', 'attendance_analysis', 'tardy_employees'],
      ...['get_over_all_filings', 'get_filings_calendar', 'get_leave_employees', 'get_ot_employees', 'get_ob_employees'],
      ...['get_missing_logs', 'get_all_pending_filings'],
    ],
    analytics_loan_management: ['active_loan', 'get_loan_type', 'get_loan_entry_amount', 'get_loan_per_month'],
  }
  const answers: Record<string, Row[]> = {}
  for (const [module, names] of Object.entries(calls))
    for (const name of names) {
      const { status, body } = await people.harness.call('GET', `${module}/${name}?date_from=2026-01-01&date_to=2026-12-31`)
      expect([name, status]).toEqual([name, 200])
      answers[name] = body.data as Row[]
    }
  expect(answers.tardy_employees!.map(({ minutes, days }) => [minutes, days])).toEqual([
    [30, 1],
    [12, 1],
  ])
  expect(answers.get_missing_logs!.map(({ days }) => days)).toEqual([1])
  expect(answers.get_all_filings).toContainEqual({ name: 'leave_filing', title: 'Leave', value: 2 })
  expect(answers.get_all_pending_filings).toContainEqual({ name: 'leave_filing', title: 'Leave', value: 1 })
  expect(answers.get_leave_employees!.map(({ days }) => days)).toEqual([1.5])
  expect(answers.get_filings_calendar!.map(({ date }) => date)).toEqual(['2026-06-15', '2026-06-15'])
  expect(answers.active_loan!.map(({ balance, loans }) => [balance, loans])).toEqual([[4000, 1]])

  const late = async (query: string) => (await get(`analytics_time_management/tiles?period=this_year${query}`)).late
  expect(await late('')).toBe(42)
  expect(await late(`&department_id=${ids.it}`)).toBe(42)
  expect(await late(`&department_id=${ids.hr}`)).toBe(0)
  const clerk = people.person({ grants: { analytics_payroll: ['index'] }, access: [] })
  expect((await people.harness.call('GET', 'analytics_payroll/earnings_by_team', undefined, clerk)).status).toBe(403)
})
