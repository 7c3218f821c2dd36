/** Who left before it was known, or is settled in a later month: days taken back, contributions still open. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'

let host: PayHost
let months: Map<string, number>
let halves: Map<string, number>
let shift: unknown
let rest: unknown

beforeAll(async () => {
  host = await openPayHost('LEAVERS', '2026-11-30', TIME)
  const { make } = host.harness
  const dayTypes = new Map<string, number>()
  for (const { is_system: _own, ...row } of rowsOf('day_type')) dayTypes.set(String(row.code), Number((await make('day_type', row)).id))
  const template = { code: 'DAY', name: 'Day', shift_type: 'Fixed', hours: 8, break_minutes: 60, time_in: '08:00', time_out: '17:00' }
  shift = (await make('shift_template', template)).id
  rest = (await make('rest_day_type', { code: 'WEEKLY', name: 'Weekly', day_type_id: dayTypes.get('rest_day') })).id
  months = await host.periods('MONTHLY', 2026)
  halves = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

/** Works Monday to Friday. */
async function employed(values: Row): Promise<number> {
  const id = await host.employee({ shift_template_id: shift, ...values })
  const weekend = { weekdays: ['saturday', 'sunday'], effective_from: '2020-01-06' }
  await host.harness.make('rest_day', { employee_id: id, rest_day_type_id: rest, ...weekend })
  return id
}

async function leaves(employee: number, date_separated: string): Promise<void> {
  const { version } = await host.ok('GET', `employee/${employee}`)
  await host.ok('PUT', `employee/${employee}`, { version, date_separated, separation_reason: 'Resignation' })
}

async function finalPay(group: number, period: number): Promise<number> {
  const id = await host.payroll(group, period, { payroll_tag: 'final_pay' })
  await host.post(`payroll/${id}/precompute`)
  return id
}

const linesOf = async (payroll: number, employee: number): Promise<Record<string, number>> =>
  Object.fromEntries(
    ((await host.ok('GET', `payroll/${payroll}/entries?employee_id=${employee}&limit=all`)) as unknown as Row[]).map((row) => [
      String(row.code),
      Number(row.amount),
    ]),
  )
const problemsOf = async (payroll: number, employee: number): Promise<Row[]> =>
  ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]).filter((row) => row.employee_id === employee)
const traceOf = async (payroll: number, employee: number, code: string): Promise<Row> =>
  ((await host.ok('GET', `payroll/${payroll}/employee/${employee}/trace`)).lines as Row[]).find((line) => line.code === code)!.trace as Row
const dropped = (payroll: number) => host.post(`payroll/${payroll}/void`, { void_reason: 'Made to be looked at' })

test('days paid after the last day are taken back, and the month is settled without them', async () => {
  const group = await host.group('Sudden', 'MONTHLY')
  const leaver = await employed({ pay_group_id: group, basic_rate: 26_100 })
  const salary = await host.payroll(group, months.get('2026-09-1')!)
  await host.settle(salary)
  const { transaction_no } = await host.ok('GET', `payroll/${salary}`)
  await leaves(leaver, '2026-09-21')
  // 22 to 30 September 2026 has seven workdays; 26,100 × 12 ÷ 261 = 1,200 a day: 7 × 1,200 = 8,400.
  // 13th month: (26,100 − 8,400) ÷ 12 = 1,475. SSS of 26,100 is 20,000 × 5% = 1,000 and 6,000 × 5% = 300 (MPF); of
  // 17,700 (bracket 17,250 to 17,749.99) it is 17,500 × 5% = 875: 125 and all 300 come back. PhilHealth is of the fixed
  // salary, Pag-IBIG of at most 10,000: no change. Tax of the year: 17,700 − 875 − 652.50 − 200 is below 250,000, so what
  // was withheld comes back: (26,100 − 1,300 − 652.50 − 200 = 23,947.50 − 20,833) × 15% = 467.18.
  for (const month of ['2026-09-1', '2026-10-1']) {
    const final = await finalPay(group, months.get(month)!)
    expect(await linesOf(final, leaver)).toEqual({
      OVERPAID_DAYS: -8400,
      '13TH_MONTH': 1475,
      SSS: 125,
      SSS_MPF: 300,
      SSS_EMPLOYER: -250,
      SSS_MPF_EMPLOYER: -600,
      TAX_REFUND: 467.18,
      EMPLOYER_ADVANCE: 6032.82,
    })
    // −8,400 + 1,475 + 125 + 300 + 467.18 = −6,032.82: nothing is paid, and the employee owes it.
    expect(await host.line(final, leaver)).toMatchObject({ basic_pay: -8400, net_pay: 0 })
    expect(await problemsOf(final, leaver)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'overpaid_days',
          message: expect.stringMatching(/^7 days after 2026\/09\/21 were paid: 8,400\.00 /),
        }),
        expect.objectContaining({ kind: 'negative_net' }),
      ]),
    )
    expect(await traceOf(final, leaver, 'OVERPAID_DAYS')).toMatchObject({
      words: expect.stringContaining(`${transaction_no} paid your salary for the days from 2026-09-22 to 2026-09-30`),
      formula: '7 days × 1,200.00 = 8,400.00, taken off',
    })
    expect((await traceOf(final, leaver, 'SSS')).words).toMatch(/^SSS for 2026-09, on the month's pay of 17,700\.00\./)
    if (month === '2026-10-1') break
    await dropped(final)
  }
  // The payroll officer leaves the employee two of the days.
  const [final] = await host.query<{ id: number }>(`SELECT max(id) AS id FROM {s}.payroll WHERE payroll_tag = 'final_pay'`)
  await host.post(`payroll/${final!.id}/entries`, { employee_id: leaver, pay_item_id: host.item('ABSENT'), amount: 2400 })
  await host.post(`payroll/${final!.id}/precompute`)
  expect(await host.line(final!.id, leaver)).toMatchObject({ basic_pay: -6000, bonuses: 1675 })
  await host.post(`payroll/${final!.id}/process`)
  await host.post(`payroll/${final!.id}/approve`, {}, host.approver)
  await host.post(`payroll/${final!.id}/post`)
  // What comes back from the SSS lowers what is remitted for the month: 20,100 is credited as 20,000, without MPF.
  const remitted = await host.query<Row>(
    `SELECT sum(employee_share)::float AS ee, sum(mpf_employee)::float AS mpf, sum(mpf_employer)::float AS mpf_er FROM {s}.sss_contribution_payment WHERE employee_id = $1 AND month = 9`,
    [leaver],
  )
  expect(remitted).toEqual([{ ee: 1000, mpf: 0, mpf_er: 0 }])
})

test('a last day entered late removes the later days from the time records, and restores them when it moves', async () => {
  const group = await host.group('Told late', 'SEMI')
  const employee = await employed({ pay_group_id: group, basic_rate: 26_100 })
  await host.post('daily_time_record/process', { employee_id: employee, date_from: '2026-11-16', date_to: '2026-11-30' })
  const days = async () =>
    (
      await host.query('SELECT min(date)::text AS first, max(date)::text AS last FROM {s}.daily_time_record WHERE employee_id = $1', [
        employee,
      ])
    )[0]
  expect(await days()).toEqual({ first: '2026-11-16', last: '2026-11-30' })
  await leaves(employee, '2026-11-18')
  expect(await days()).toEqual({ first: '2026-11-16', last: '2026-11-18' })
  await leaves(employee, '2026-11-20')
  expect(await days()).toEqual({ first: '2026-11-16', last: '2026-11-20' })
  // Five scheduled days of 1,200; that nobody came is deducted by itself.
  expect((await linesOf(await finalPay(group, halves.get('2026-11-2')!), employee)).BASIC).toBe(6_000)
})

test('absences after the last day that a payroll deducted are not deducted again', async () => {
  const group = await host.group('Absent', 'MONTHLY')
  const leaver = await employed({ pay_group_id: group, basic_rate: 26_100, is_exempt_dtr: false })
  // The employee came until the 21st, and to work once more on the 23rd; on the other days they were absent.
  const punches = ['01', '02', '03', '04', '07', '08', '09', '10', '11', '14', '15', '16', '17', '18', '21', '23'].flatMap((day) =>
    ['08:00 In', '17:00 Out'].map((name) => ({
      employee_id: leaver,
      logged_at: `2026-09-${day}T${name.slice(0, 5)}:00+08:00`,
      direction: name.slice(6),
    })),
  )
  for (const punch of punches)
    await host.query(`INSERT INTO {s}.raw_time_log (employee_id, logged_at, direction, source) VALUES ($1, $2, $3, 'import')`, [
      punch.employee_id,
      punch.logged_at,
      punch.direction,
    ])
  await host.post('daily_time_record/process', { employee_ids: [leaver], date_from: '2026-09-01', date_to: '2026-09-25' })
  const salary = await host.payroll(group, months.get('2026-09-1')!)
  await host.settle(salary)
  // Absent on the 22nd, 24th and 25th: 3 × 1,200.
  expect(await linesOf(salary, leaver)).toMatchObject({ BASIC: 26_100, ABSENT: -3600 })
  await leaves(leaver, '2026-09-21')
  const final = await finalPay(group, months.get('2026-09-1')!)
  // Of the seven workdays one was worked, and three were taken off: the 28th, 29th and 30th are left, 3 × 1,200.
  expect((await linesOf(final, leaver)).OVERPAID_DAYS).toBe(-3600)
  expect((await traceOf(final, leaver, 'OVERPAID_DAYS')).formula).toBe(
    '6 days × 1,200.00 − 24.00 h × 150.00 not paid then = 3,600.00, taken off',
  )
  expect((await problemsOf(final, leaver)).map(({ message }) => message)).toContainEqual(
    expect.stringContaining('and on 1 of them there are records of work, which stays paid'),
  )
})

test('a final pay in a later month deducts the contributions still due for the last month of work', async () => {
  const group = await host.group('Halves', 'SEMI')
  const leaver = await employed({ pay_group_id: group, basic_rate: 26_100 })
  await host.settle(await host.payroll(group, halves.get('2026-09-1')!))
  await leaves(leaver, '2026-09-15')
  const final = await finalPay(group, halves.get('2026-10-1')!)
  // September paid 13,050: SSS credit 13,000 × 5% = 650, employer 1,300 and EC 10; PhilHealth 5% of 26,100 = 1,305, shared by two:
  // 652.50; Pag-IBIG 2% of 10,000. Of 13th month 13,050 ÷ 12 = 1,087.50.
  expect(await linesOf(final, leaver)).toMatchObject({
    '13TH_MONTH': 1087.5,
    SSS: -650,
    PHILHEALTH: -652.5,
    PAGIBIG: -200,
    SSS_EMPLOYER: 1300,
    EC: 10,
    PHILHEALTH_EMPLOYER: 652.5,
    PAGIBIG_EMPLOYER: 200,
  })
  expect((await problemsOf(final, leaver)).map(({ kind }) => kind)).not.toContain('contributions_open')
  expect((await traceOf(final, leaver, 'PHILHEALTH')).words).toBe(
    'PhilHealth for 2026-09, on your monthly basic salary of 26,100.00. It is the last month of your employment: your final pay settles what is still open of it.',
  )
  await host.post(`payroll/${final}/process`)
  await host.post(`payroll/${final}/approve`, {}, host.approver)
  await host.post(`payroll/${final}/post`)
  const rows = await host.query<Row>(
    'SELECT month, employee_share::float AS ee, employer_share::float AS er FROM {s}.philhealth_contribution_payment WHERE employee_id = $1',
    [leaver],
  )
  expect(rows).toEqual([{ month: 9, ee: 652.5, er: 652.5 }])
})

test('contributions deducted in a month after the last day are reported, because a final pay settles one month only', async () => {
  const group = await host.group('Months', 'MONTHLY')
  const leaver = await employed({ pay_group_id: group, basic_rate: 26_100 })
  for (const month of ['2026-08-1', '2026-09-1']) await host.settle(await host.payroll(group, months.get(month)!))
  await leaves(leaver, '2026-08-28')
  const final = await finalPay(group, months.get('2026-10-1')!)
  // August 31st, 1,200, and all of September: 22 × 1,200 is more than the salary of 26,100.
  expect(await linesOf(final, leaver)).toMatchObject({ OVERPAID_DAYS: -1200, OVERPAID_DAYS_2: -26_100 })
  expect((await traceOf(final, leaver, 'OVERPAID_DAYS_2')).formula).toBe(
    '22 days × 1,200.00 = 26,400.00, not more than the basic pay of that payroll, 26,100.00, taken off',
  )
  expect(await problemsOf(final, leaver)).toContainEqual(
    expect.objectContaining({ kind: 'contributions_open', message: expect.stringContaining('deducted for 2026/09, after the last day') }),
  )
})

test('unpaid days are reported: of a leaver whose final pay is in a later period, and of a joiner entered late', async () => {
  const group = await host.group('Unpaid', 'SEMI')
  const [leaver, until] = [
    await employed({ pay_group_id: group, basic_rate: 26_100 }),
    await employed({ pay_group_id: group, basic_rate: 26_100 }),
  ]
  await host.settle(await host.payroll(group, halves.get('2026-08-1')!))
  await leaves(leaver, '2026-08-20')
  await leaves(until, '2026-08-15')
  const unpaid = async (payroll: number, employee: number) =>
    (await problemsOf(payroll, employee)).filter((row) => row.kind === 'unpaid_days').map((row) => row.message)
  const late = await finalPay(group, halves.get('2026-09-1')!)
  expect(await linesOf(late, leaver)).not.toHaveProperty('BASIC')
  expect(await unpaid(late, leaver)).toEqual([
    'No payroll paid 2026/08/16 to 2026/08/20 (August 16–31, 2026): make the final pay for that period instead, or pay the days with an entry of this payroll',
  ])
  // The salary of the first half was posted with the last day in it.
  expect(await unpaid(late, until)).toEqual([])
  await dropped(late)
  const right = await finalPay(group, halves.get('2026-08-2')!)
  // Monday 17 to Thursday 20 August: 4 × 1,200.
  expect((await linesOf(right, leaver)).BASIC).toBe(4_800)
  expect(await unpaid(right, leaver)).toEqual([])
  await dropped(right)

  const joiner = await employed({ pay_group_id: group, basic_rate: 26_100, date_hired: '2026-08-12' })
  const next = await host.payroll(group, halves.get('2026-08-2')!)
  await host.post(`payroll/${next}/precompute`)
  expect(await unpaid(next, joiner)).toEqual([
    'No payroll paid 2026/08/12 to 2026/08/15 (August 1–15, 2026): pay the days with an entry of this payroll or an adjustment',
  ])
})
