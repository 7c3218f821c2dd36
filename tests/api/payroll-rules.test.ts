/** Rules that depend on the company's settings and places: company holidays, minimum wages, household
 * employers, the 13th month before December's salary. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { time, worked } from '../domain/payroll-support.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost, rowsOf, TIME } from './payroll-host.ts'

let host: PayHost
let periods: Map<string, number>
beforeAll(async () => {
  host = await openPayHost('PAYX', '2026-11-16', TIME)
  periods = await host.periods('SEMI', 2026)
})
afterAll(() => host.close())

/** The lines of an employee in a payroll, explained. */
const lines = async (payroll: number, employee: number) =>
  (await host.ok('GET', `payroll/${payroll}/employee/${employee}/trace`)).lines as { code: string; amount: number; trace: Row }[]

describe('a company holiday', () => {
  let payroll: number
  const people: Record<'daily' | 'salaried', number> = { daily: 0, salaried: 0 }
  const id = async (table: string, code: string) =>
    (await host.query<{ id: number }>(`SELECT id FROM {s}.${table} WHERE code = $1`, [code]))[0]!.id

  beforeAll(async () => {
    const { make } = host.harness
    for (const row of rowsOf('day_type')) await make('day_type', { ...row, is_system: undefined })
    for (const row of rowsOf('holiday_type'))
      await make('holiday_type', { ...row, day_type_id: await id('day_type', String(row.day_type_id)) })
    const shift = { code: 'DAY', name: 'Day', shift_type: 'Fixed', hours: 8, break_minutes: 60, time_in: '08:00', time_out: '17:00' }
    const shift_template_id = Number((await make('shift_template', shift)).id)
    const weekly = await make('rest_day_type', { code: 'WEEKLY', name: 'Weekly', day_type_id: await id('day_type', 'rest_day') })
    const group = await host.group('Holidays', 'SEMI')
    people.daily = await host.employee({ pay_group_id: group, shift_template_id, basic_rate: 1000, salary_rate_type: 'daily' })
    people.salaried = await host.employee({ pay_group_id: group, shift_template_id, basic_rate: 26100 })
    for (const employee_id of Object.values(people))
      await make('rest_day', {
        employee_id,
        rest_day_type_id: weekly.id,
        weekdays: ['saturday', 'sunday'],
        effective_from: '2026-01-01',
      })
    // Monday to Wednesday; Saturday the 10th is a rest day.
    for (const [name, date, type] of [
      ['Foundation Day', '2026-10-05', 'COMPANY'],
      ['Fiesta', '2026-10-06', 'SPECIAL'],
      ['A regular holiday', '2026-10-07', 'REGULAR'],
      ['Family Day', '2026-10-10', 'COMPANY'],
    ] as const)
      await make('holiday', { name, date, holiday_type_id: await id('holiday_type', type) })
    const dates = { date_from: '2026-10-01', date_to: '2026-10-15' }
    const { problems } = await host.post('daily_time_record/process', { employee_ids: Object.values(people), ...dates })
    expect(problems).toEqual([])
    payroll = await host.payroll(group, periods.get('2026-10-1')!)
    await host.post(`payroll/${payroll}/precompute`)
  })

  // 1 to 15 October: 11 workdays, of which three are holidays: eight days worked.
  test('is paid to daily-paid employees like a regular holiday; a special day is not', async () => {
    const found = await lines(payroll, people.daily)
    expect(found.filter((line) => line.amount > 0).map((line) => [line.code, line.amount])).toEqual([
      ['BASIC', 8000],
      ['HOLIDAY_UNWORKED', 1000],
      ['HOLIDAY_COMPANY', 1000],
    ])
    expect(found.find((line) => line.code === 'HOLIDAY_COMPANY')!.trace).toMatchObject({
      words: 'Your company pays Foundation Day though you did not work.',
      rules: [{ source: 'Company policy: the kind of holiday is paid if unworked' }],
    })
    const [day] = (await host.ok(
      'GET',
      `daily_time_record/paginate?employee_id=${people.daily}&date_from=2026-10-05&date_to=2026-10-05`,
    )) as unknown as Row[]
    expect(JSON.stringify(await host.ok('GET', `daily_time_record/${String(day!.id)}/trace`))).toContain('Your company pays Foundation Day')
  })

  test('neither reduces nor increases a monthly salary', async () => {
    expect((await lines(payroll, people.salaried)).filter((line) => line.amount > 0).map((line) => [line.code, line.amount])).toEqual([
      ['BASIC', 13050],
    ])
  })
})

describe('places and types of employers', () => {
  let group: number
  let months: Map<string, number>
  const monthly = async (values: Row) => host.employee({ pay_group_id: group, ...values })
  const computed = async (month: string) => {
    const payroll = await host.payroll(group, months.get(month)!)
    await host.post(`payroll/${payroll}/precompute`)
    return payroll
  }
  /** Findings about the minimum wage by employee. */
  const wages = async (payroll: number): Promise<Record<string, string>> => {
    const all = (await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as { employee_id: number; kind: string; message: string }[]
    return Object.fromEntries(
      all.filter(({ kind }) => kind.includes('minimum_wage')).map((entry) => [entry.employee_id, `${entry.kind}: ${entry.message}`]),
    )
  }

  beforeAll(async () => {
    const { make } = host.harness
    const region = await make('region', { code: 'NCR', name: 'National Capital Region', psgc_code: '1300000000' })
    const province = await make('province', { code: 'MM', name: 'Metro Manila', psgc_code: '1300000000', region_id: region.id })
    const city = await make('city', { code: 'MNL', name: 'Manila', psgc_code: '1380600000', province_id: province.id })
    await host.query('UPDATE {s}.branch SET city_id = $1 WHERE id = 1', [city.id])
    months = await host.periods('MONTHLY', 2026)
    group = await host.group('Wages', 'MONTHLY')
  })

  // On factor 261, 21.75 days a month: 15,094.50 is 694 a day, 15,116.25 is 695 and 15,225 is 700.
  test('rates are compared with the wage order of the branch on the days of the payroll', async () => {
    await host.query(
      `INSERT INTO {s}.branch (id, code, name, region_id, wage_category) OVERRIDING SYSTEM VALUE
       SELECT 2, 'SHOP', 'Shop', id, 'retail_service_15' FROM {s}.region UNION ALL SELECT 3, 'AWAY', 'Away', NULL, NULL`,
    )
    const below = await monthly({ basic_rate: 15094.5 })
    const earner = await monthly({ basic_rate: 15116.25, is_minimum_wage: true })
    const unmarked = await monthly({ basic_rate: 15116.25 })
    const above = await monthly({ basic_rate: 15225, is_minimum_wage: true })
    const raised = await monthly({ basic_rate: 15094.5 })
    await monthly({ basic_rate: 15094.5, branch_id: 2 })
    await monthly({ basic_rate: 9000, branch_id: 3 })
    // A new region whose provinces are under the boards of others.
    const { make } = host.harness
    const newer = await make('region', { code: 'NIR', name: 'Negros Island Region', psgc_code: '1800000000' })
    const [board] = await host.query<{ id: number }>(`SELECT id FROM {s}.region WHERE code = 'NCR'`)
    const province = await make('province', {
      code: 'NEG',
      name: 'Negros',
      psgc_code: '1804500000',
      region_id: newer.id,
      wage_region_id: board!.id,
    })
    await host.query(
      `INSERT INTO {s}.branch (id, code, name, region_id, province_id) OVERRIDING SYSTEM VALUE VALUES (4, 'NEG', 'Negros', $1, $2)`,
      [newer.id, province.id],
    )
    const elsewhere = await monthly({ basic_rate: 15094.5, branch_id: 4 })
    await host.ok('PUT', 'employee/v2/compensation', { employee_id: raised, basic_rate: 17000, effective_date: '2026-08-16' })
    const wage = 'the minimum wage of NCR, 695.00 a day since 2025/07/18 (Wage Order NCR-26)'
    expect(await wages(await computed('2026-08-1'))).toEqual({
      [below]: `below_minimum_wage: The rate of 694.00 a day is below ${wage}`,
      [elsewhere]: `below_minimum_wage: The rate of 694.00 a day is below ${wage}`,
      [unmarked]: `minimum_wage_unmarked: The rate of 695.00 a day is ${wage}: it is non-taxable, but the employee is not tagged as a minimum wage earner`,
      [above]: `above_minimum_wage: Marked as a minimum wage earner, so that no tax is withheld, but the rate of 700.00 a day is above ${wage}`,
      [raised]: `below_minimum_wage: The rate of 694.00 a day is below ${wage}, until 2026/08/15`,
    })
    // The wage order of 26 September, 755: who earned the wage until then earns too little.
    expect((await wages(await computed('2026-09-1')))[earner]).toBe(
      'below_minimum_wage: The rate of 695.00 a day is below the minimum wage of NCR, 755.00 a day since 2026/09/26 (Wage Order NCR-28)',
    )
  })

  test('a rate below the minimum wage gives a warning while it is entered, and is accepted', async () => {
    const id = await monthly({ basic_rate: 20000 })
    const noted = async (module: string, values: Row) =>
      ((await host.ok('POST', `${module}/advice`, values)) as unknown as Row[]).map(({ tone, text }) => `${tone}: ${text}`)
    const change = { id, salary_rate_type: 'monthly', effective_date: '2027-08-03' }
    const order = 'the minimum wage of NCR, 755.00 a day since 2026/09/26 (Wage Order NCR-28)'
    expect(await noted('employee', { ...change, basic_rate: 15225 })).toEqual([`warning: The rate of 700.00 a day is below ${order}.`])
    expect(await noted('employee', { ...change, basic_rate: 17400, is_minimum_wage: true })).toEqual([
      `warning: Marked as a minimum wage earner, so that no tax is withheld, but the rate of 800.00 a day is above ${order}.`,
    ])
    // The payroll officer, who changes rates and hires nobody, is told as well.
    const all = principalOf(host.harness.modules)
    const officer = { ...all, grants: { ...all.grants, employee: ['index', 'view', 'edit', 'view_all'] } }
    const asked = async (values: Row) => (await host.harness.call('POST', 'employee/advice', values, officer)).body
    expect((await asked({ ...change, basic_rate: 15225 })).data).toMatchObject([{ tone: 'warning' }])
    expect((await asked({ salary_rate_type: 'monthly', basic_rate: 15225 })).message).toContain('You need the "new" permission')
    // The stored rate, a rate above the wage, and pay by the piece, which the payroll makes up.
    expect(await noted('employee', { ...change, basic_rate: 20000 })).toEqual([])
    expect(await noted('employee', { ...change, basic_rate: 17400 })).toEqual([])
    expect(await noted('employee', { ...change, basic_rate: 15225, is_piece_rate: true })).toEqual([])
    const movement = {
      id: null,
      employee_id: id,
      movement_type: 'Salary',
      effective_date: '2027-08-16',
      to_salary_rate_type: 'daily',
      to_rate: 600,
    }
    expect(await noted('personal_movement', movement)).toEqual([`warning: The rate of 600.00 a day is below ${order}.`])
    const [stored] = await host.query<{ version: number }>('SELECT version FROM {s}.employee WHERE id = $1', [id])
    await host.ok('PUT', `employee/${id}`, { version: stored!.version, basic_rate: 15225, effective_date: '2027-08-03' })
  })

  test('a household employer pays both shares for low pay, on the lower credits', async () => {
    group = await host.group('House', 'MONTHLY')
    const id = await monthly({ basic_rate: 3000 })
    // As a business: SSS 5% of the least credit of 5,000.
    expect(await host.line(await computed('2026-10-1'), id)).toMatchObject({ sss_ee: 250, philhealth_ee: 250, pagibig_ee: 60 })
    host.settings.employer_kind = 'household'
    const payroll = await computed('2026-11-1')
    delete host.settings.employer_kind
    // SSS 15% of 3,000 and EC 10, PhilHealth 5% of 10,000, Pag-IBIG 4% of 3,000.
    expect(await host.line(payroll, id)).toMatchObject({ sss_ee: 0, philhealth_ee: 0, pagibig_ee: 0, employer_shares: 1080, net_pay: 3000 })
    const { employer_shares: shares } = await host.ok('GET', `payroll/${payroll}/employee/${id}/trace`)
    const sss = (shares as { code: string; trace: Row }[]).find((share) => share.code === 'sss_employer')!
    expect(sss.trace).toMatchObject({
      words: expect.stringContaining('Your employer pays your share, too'),
      rules: [{ row: expect.stringContaining('3,000.00') }, { source: 'RA 10361 (Batas Kasambahay) section 30' }],
    })
    expect((await wages(payroll))[id]).toMatch(/3,000.00 a month is below the minimum wage of NCR \(household\), 7,800.00 a month/)
  })
})

describe('a 13th month before the last salary of the year', () => {
  let group: number
  let run: number
  const people: Record<'raised' | 'daily' | 'leaving' | 'absent', number> = { raised: 0, daily: 0, leaving: 0, absent: 0 }
  const days = (count: number) => time({ days_scheduled: count, days_worked: count, worked: [worked('ordinary', { regular: count * 8 })] })
  const thirteenth = async (payroll: number, who: keyof typeof people) =>
    (await lines(payroll, people[who])).filter((line) => line.code === '13TH_MONTH').map((line) => line.amount)
  const again = async (more: Row = {}) => {
    const { version } = await host.ok('GET', `payroll/${run}`)
    await host.ok('PUT', `payroll/${run}`, { version, ...more })
    await host.post(`payroll/${run}/precompute`)
    return thirteenth(run, 'raised')
  }

  beforeAll(async () => {
    group = await host.group('Semi13', 'SEMI')
    const hire = (values: Row) => host.employee({ pay_group_id: group, ...values })
    people.raised = await hire({ basic_rate: 30000 })
    people.daily = await hire({ basic_rate: 1000, salary_rate_type: 'daily' })
    people.absent = await hire({ basic_rate: 1000, salary_rate_type: 'daily' })
    people.leaving = await hire({ basic_rate: 24000 })
    for (const who of ['daily', 'absent'] as const) await host.sheet(people[who], periods.get('2026-11-2')!, days(11))
    await host.settle(await host.payroll(group, periods.get('2026-11-2')!))
    await host.ok('PUT', 'employee/v2/compensation', { employee_id: people.raised, basic_rate: 36000, effective_date: '2026-12-16' })
    await host.query(`UPDATE {s}.employee SET date_separated = '2026-12-23' WHERE id = $1`, [people.leaving])
    run = await host.payroll(group, periods.get('2026-12-1')!, { payroll_tag: '13th_month', payout_date: '2026-12-10' })
    await host.post(`payroll/${run}/precompute`)
  })

  test('counts the remaining salaries of the year, at the rates of their days', async () => {
    const [line] = await lines(run, people.raised)
    expect(line).toMatchObject({
      amount: 4000,
      trace: {
        formula: '(15,000.00 November + 33,000.00 expected from 2026-12-01 to 2026-12-31) ÷ 12 = 4,000.00',
        words: expect.stringContaining('33,000.00 of it is salary still to be paid from 2026-12-01 to 2026-12-31'),
      },
    })
    // 11 × 1,000 earned, and a month's equivalent of 1,000 × 261 ÷ 12 = 21,750 expected: 32,750 ÷ 12.
    expect(await thirteenth(run, 'daily')).toEqual([2729.17])
    // Until the 23rd: 12,000 earned, 12,000 and 8 of 16 days of 12,000 expected.
    expect(await thirteenth(run, 'leaving')).toEqual([2500])
  })

  test('warns when the pay periods of the year are incomplete', async () => {
    const missing = async () =>
      ((await host.ok('GET', `payroll/${run}/problems`)) as unknown as Row[]).filter((row) => row.kind === 'year_unfinished')
    const cycle = (id: string) =>
      host.query(`UPDATE {s}.pay_period SET pay_cycle_id = (SELECT id FROM {s}.pay_cycle WHERE code = $1) WHERE id = $2`, [
        id,
        periods.get('2026-12-2'),
      ])
    expect(await missing()).toEqual([])
    await cycle('MONTHLY')
    expect(await missing()).toMatchObject([{ severity: 'warning', message: expect.stringContaining('ends on 2026/12/15') }])
    await cycle('SEMI')
  })

  test('is possible only where the company allows it, by default not before November', async () => {
    expect(await again({ payout_date: '2026-10-30' })).toEqual([1250])
    host.settings.thirteenth_month_expected = 'always'
    expect(await again()).toEqual([4000])
    host.settings.thirteenth_month_expected = 'never'
    expect(await again({ payout_date: '2026-12-10' })).toEqual([1250])
    delete host.settings.thirteenth_month_expected
    expect(await again()).toEqual([4000])
  })

  test('once December is paid, only the rest is paid, and nothing twice', async () => {
    await host.post(`payroll/${run}/process`)
    await host.post(`payroll/${run}/approve`, {}, host.approver)
    await host.post(`payroll/${run}/post`)
    for (const period of ['2026-12-1', '2026-12-2']) {
      await host.sheet(people.daily, periods.get(period)!, days(12))
      await host.sheet(people.absent, periods.get(period)!, days(8))
      await host.settle(await host.payroll(group, periods.get(period)!))
    }
    const rest = await host.payroll(group, periods.get('2026-12-2')!, { payroll_tag: '13th_month' })
    await host.post(`payroll/${rest}/precompute`)
    // (11,000 + 24,000) ÷ 12 − 2,729.17; less than was expected is not taken back here.
    expect(await thirteenth(rest, 'daily')).toEqual([187.5])
    expect([await thirteenth(rest, 'raised'), await thirteenth(rest, 'absent')]).toEqual([[], []])
  })
})
