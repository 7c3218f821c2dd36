/** The sums of a calendar year: opening values, the year of the payout, and what counts as what. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
beforeAll(async () => {
  host = await openPayHost('YEAR', '2026-12-01', ['alphalist'])
})
afterAll(() => host.close())

const numberOf = async (id: number): Promise<unknown> => ((await host.ok('GET', `employee/${id}`)) as Row).employee_no

/** Moves the payout of a pay period, as a company does that pays December in January. */
async function payOn(period: number, payout_date: string): Promise<void> {
  const { version } = (await host.ok('GET', `pay_period/${period}`)) as Row
  await host.ok('PUT', `pay_period/${period}`, { version, payout_date })
}

test('payroll finding 1: bonuses entered as opening benefits do not reduce the 13th month; a 13th month paid before does', async () => {
  const periods = await host.periods('MONTHLY', 2026)
  const group = await host.group('Opening', 'MONTHLY')
  const [bonus, advance] = [
    await host.employee({ basic_rate: 30000, pay_group_id: group }),
    await host.employee({ basic_rate: 30000, pay_group_id: group }),
  ]
  const opening = { year: 2026, gross: 330000, basic: 330000, taxable_income: 300000, tax_withheld: 5000, periods: 11 }
  await host.post('ytd_payroll/import', {
    rows: [
      { ...opening, employee_no: await numberOf(bonus), nontaxable_13th: 5500 },
      { ...opening, employee_no: await numberOf(advance), nontaxable_13th: 10000, thirteenth_month_paid: 10000 },
    ],
  })
  await host.settle(await host.payroll(group, periods.get('2026-12-1')!))
  const thirteenth = await host.payroll(group, periods.get('2026-12-1')!, { payroll_tag: '13th_month' })
  await host.settle(thirteenth)
  // (330,000 + December's 30,000) ÷ 12 = 30,000.
  expect(await host.line(thirteenth, bonus)).toMatchObject({ gross: 30000 })
  expect(await host.line(thirteenth, advance)).toMatchObject({ gross: 20000 })
  const [sums] = await host.query('SELECT thirteenth_month_paid::float AS paid FROM {s}.ytd_payroll WHERE employee_id = $1', [advance])
  expect(sums).toEqual({ paid: 30000 })
})

test('payroll finding 2: a December paid in January belongs to the new year; the last payroll paid in the old year settles its tax', async () => {
  const periods = await host.periods('SEMI', 2026)
  await host.periods('SEMI', 2027)
  const group = await host.group('Turn', 'SEMI')
  const id = await host.employee({ basic_rate: 60900, pay_group_id: group })
  await payOn(periods.get('2026-12-2')!, '2027-01-05')
  const closing = await host.payroll(group, periods.get('2026-12-1')!)
  await host.settle(closing)
  expect(await host.ok('GET', `payroll/${closing}/employee/${id}/trace`)).toMatchObject({ tax_base: { method: 'annualised' } })
  const opening = await host.payroll(group, periods.get('2026-12-2')!)
  await host.post(`payroll/${opening}/precompute`)
  expect(await host.ok('GET', `payroll/${opening}/employee/${id}/trace`)).toMatchObject({ tax_base: { method: 'table' } })
  expect(await host.line(opening, id)).toMatchObject({ taxable: 26977.5, withholding_tax: 2999.6 })
})

test('payroll finding 10: the excess of a de minimis benefit counts once, with other benefits', async () => {
  const periods = await host.periods('MONTHLY', 2027)
  const group = await host.group('Rice', 'MONTHLY')
  const id = await host.employee({ basic_rate: 30000, pay_group_id: group })
  await host.ok('POST', 'employee_de_minimis_benefit', {
    employee_id: id,
    pay_item_id: host.item('DM_RICE'),
    benefit: 'Rice',
    amount: 3000,
    effective_from: '2027-01-01',
  })
  const payroll = await host.payroll(group, periods.get('2027-01-1')!)
  await host.settle(payroll)
  const [sums] = await host.query(
    'SELECT de_minimis::float, nontaxable_13th::float, (gross - taxable_income - de_minimis - nontaxable_13th - taxable_13th - sss - philhealth - pagibig)::float AS rest FROM {s}.ytd_payroll WHERE employee_id = $1',
    [id],
  )
  expect(sums).toEqual({ de_minimis: 2500, nontaxable_13th: 500, rest: 0 })
})

test('a December leaver whose final pay is paid in January gets the 13th month of the year of work', async () => {
  const periods = await host.periods('SEMI', 2026)
  await payOn(periods.get('2026-12-2')!, '2026-12-31')
  const group = await host.group('Turning', 'SEMI')
  const id = await host.employee({ basic_rate: 30450, pay_group_id: group })
  // Stays, and is paid the second half of December in January, too.
  const staying = await host.employee({ basic_rate: 30450, pay_group_id: group })
  const opening = { gross: 334950, basic: 334950, sss: 16775, philhealth: 8373.75, pagibig: 2200, taxable_income: 307601.25 }
  const numbers = await Promise.all([id, staying].map(numberOf))
  await host.post('ytd_payroll/import', {
    rows: numbers.map((employee_no) => ({
      employee_no,
      year: 2026,
      ...opening,
      tax_withheld: 8640,
      periods: 22,
      thirteenth_month_paid: 10000,
    })),
  })
  await host.settle(await host.payroll(group, periods.get('2026-12-1')!))
  const { version } = await host.ok('GET', `employee/${id}`)
  await host.ok('PUT', `employee/${id}`, {
    version,
    date_separated: '2026-12-18',
    separation_reason: 'Resignation',
    separation_cause: 'resignation',
  })
  const final = await host.payroll(group, periods.get('2026-12-2')!, { payroll_tag: 'final_pay', payout_date: '2027-01-05' })
  await host.post(`payroll/${final}/precompute`)
  // 307,601.25 + 15,225 are taxed with (322,826.25 − 250,000) × 15%; 8,640 were entered, and 721.20 withheld on 1 to 15 December.
  const openYears = async (payroll: number) =>
    ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[])
      .filter((row) => row.kind === 'tax_year_open')
      .map((row) => [row.employee_id, row.message])
  const message =
    'The tax of 2026 is 10,923.94 and 9,361.20 was withheld; this payroll is paid in a later year and does not settle it: 1,562.74 more is due, for which the employer is liable'
  expect(await openYears(final)).toEqual([[id, message]])
  const salary = await host.payroll(group, periods.get('2026-12-2')!, { payout_date: '2027-01-05' })
  await host.post(`payroll/${salary}/precompute`)
  const remedy = '. Void the last payroll paid in 2026 and make it again: it then settles the year'
  expect(await openYears(salary)).toEqual([[staying, `${message}${remedy}`]])
  await host.post(`payroll/${salary}/void`, { void_reason: 'Only a test' })
  await host.settle(final)
  const entries = (await host.ok('GET', `payroll/${final}/entries?employee_id=${id}&limit=all`)) as unknown as Row[]
  const amountOf = (code: string) => entries.find((row) => row.code === code)?.amount
  // 16 to 18 December: 3 × 1,400. (334,950 + 15,225 + 4,200) ÷ 12 − 10,000, all earned in 2026.
  expect(amountOf('BASIC')).toBe(4200)
  expect(amountOf('13TH_MONTH')).toBe(19531.25)
  const { lines } = (await host.ok('GET', `payroll/${final}/employee/${id}/trace`)) as { lines: Row[] }
  expect(lines.find((line) => line.code === '13TH_MONTH')!.trace).toMatchObject({
    formula: '(334,950.00 entered for the year + 19,425.00 December) ÷ 12 − 10,000.00 paid before = 19,531.25',
    words: expect.stringContaining('basic salary that you earned in 2026'),
  })
  // What is left of the accrual of both years is what the opening balances had not accrued.
  const [accrued] = await host.query<{ amount: number }>(
    `SELECT sum(l.debit - l.credit)::float AS amount FROM {s}.accounting_entry e JOIN {s}.accounting_entry__lines l ON l.parent_id = e.id JOIN {s}.chart_of_account a ON a.id = l.account_id
     WHERE a.role = 'accrued_13th_month' AND e.source_module = 'payroll' AND e.source_id = $1`,
    [final],
  )
  expect(accrued).toEqual({ amount: 19531.25 - 350 })
})

test('the 13th month follows the days of the pay periods: a December paid in January counts once, in the year of work', async () => {
  const halves = await host.periods('SEMI', 2030)
  const next = await host.periods('SEMI', 2031)
  const group = await host.group('Earned', 'SEMI')
  const id = await host.employee({ basic_rate: 24000, pay_group_id: group, date_hired: '2030-11-16' })
  const amount = async (payroll: number) => {
    const rows = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${id}&limit=all`)) as unknown as Row[]
    return rows.find((row) => row.code === '13TH_MONTH')?.amount
  }
  const formula = async (payroll: number) => {
    const { lines } = (await host.ok('GET', `payroll/${payroll}/employee/${id}/trace`)) as { lines: Row[] }
    return (lines.find((line) => line.code === '13TH_MONTH')!.trace as Row).formula
  }
  const settle = async (period: number, more: Row = {}) => {
    const payroll = await host.payroll(group, period, more)
    await host.settle(payroll)
    return payroll
  }
  await settle(halves.get('2030-11-2')!)
  await settle(halves.get('2030-12-1')!)
  // The company counts no salary in advance: the 13th month of 2030 is that of two halves.
  host.settings.thirteenth_month_expected = 'never'
  const first = await settle(halves.get('2030-12-1')!, { payroll_tag: '13th_month', payout_date: '2030-12-20' })
  expect(await amount(first)).toBe(2000)
  await settle(halves.get('2030-12-2')!, { payout_date: '2031-01-05' })
  await settle(next.get('2031-01-1')!)
  // Tax and the ceiling go by the year of payment.
  const [sums] = await host.query('SELECT basic::float, periods FROM {s}.ytd_payroll WHERE employee_id = $1 AND year = 2031', [id])
  expect(sums).toEqual({ basic: 24000, periods: 2 })
  const second = await host.payroll(group, next.get('2031-01-1')!, { payroll_tag: '13th_month' })
  await host.post(`payroll/${second}/precompute`)
  // January is of 2031; of 2030, 36,000 ÷ 12 less what was paid is left.
  expect(await formula(second)).toBe(
    '(12,000.00 January) ÷ 12 + 1,000.00 left of earlier years (2030: 36,000.00 ÷ 12 − 2,000.00 paid) = 2,000.00',
  )
  await host.post(`payroll/${second}/void`, { void_reason: 'Only a test' })
  // A 13th month payroll of December's period pays it for 2030, whenever it is paid out.
  const rest = await settle(halves.get('2030-12-2')!, { payroll_tag: '13th_month', payout_date: '2031-02-05' })
  expect(await formula(rest)).toBe('(12,000.00 November + 24,000.00 December) ÷ 12 − 2,000.00 paid before = 1,000.00')
  const third = await settle(next.get('2031-01-2')!, { payroll_tag: '13th_month' })
  expect(await amount(third)).toBe(1000)
  host.settings.thirteenth_month_expected = 'year_end'
  const years = (await host.ok('GET', `nth_month/paginate?year=2030`)) as unknown as Row[]
  expect(years.find((row) => row.employee_id === id)).toMatchObject({ basic_total: 36000, amount: 3000, paid: 3000 })
})

test('E499–E503: an alphalist reports the withholding on the payslips of the year, and is final only without errors', async () => {
  const tin = (employee_id: number, id_number: string) => host.ok('POST', 'employee_id', { employee_id, id_type: 'TIN', id_number })
  await host.query(`INSERT INTO {s}.company (code, name, tin) VALUES ('YEAR', 'Year', '684-785-510-00000')`)
  const periods = await host.periods('MONTHLY', 2028)
  const group = await host.group('Listed', 'MONTHLY')
  const ids = [
    await host.employee({ basic_rate: 60000, pay_group_id: group, last_name: 'Peña' }),
    await host.employee({ basic_rate: 90000, pay_group_id: group, last_name: 'Reyes & Co' }),
    await host.employee({ basic_rate: 18127.92, days_per_year: 313, pay_group_id: group, last_name: 'Cruz', is_minimum_wage: true }),
  ]
  for (const period of ['2028-01-1', '2028-02-1']) await host.settle(await host.payroll(group, periods.get(period)!))
  await tin(ids[0]!, '901-234-567-00000')
  await tin(ids[1]!, '123-456-789-00000')
  const { id } = await host.post('alphalist', { year: 2028, withholding_agent_category: 'private' })
  expect(await host.refused(`alphalist/${id}/finalize`)).toBe('E_STATE')
  const first = await host.post(`alphalist/${id}/process`)
  const errors = (first.findings as Row[]).filter(({ severity }) => severity === 'error')
  expect(errors.map(({ employee_id, problem }) => [employee_id, problem])).toEqual([
    [ids[2], 'no_tin'],
    [ids[1], 'characters'],
  ])
  expect(await host.refused(`alphalist/${id}/finalize`)).toBe('E_ALPHALIST')
  expect((await host.harness.call('GET', `alphalist/${id}/dat-file`)).body).toMatchObject({ rule: 'E_ALPHALIST' })

  await tin(ids[2]!, '234-567-891-00000')
  const { version } = await host.ok('GET', `employee/${ids[1]}`)
  await host.ok('PUT', `employee/${ids[1]}`, { version, last_name: 'Reyes' })
  expect(await host.refused(`alphalist/${id}/finalize`)).toBe('E_ALPHALIST')
  const listed = await host.post(`alphalist/${id}/process`)
  const [slips] = await host.query<{ tax: number; gross: number }>(
    `SELECT sum((SELECT sum(d.amount) FROM {s}.payslip__deductions d JOIN {s}.pay_item i ON i.id = d.pay_item_id WHERE d.parent_id = s.id AND i.code = 'WITHHOLDING_TAX'))::float AS tax, sum(s.gross)::float AS gross
     FROM {s}.payslip s WHERE extract(year FROM s.payout_date) = 2028`,
  )
  expect(slips!.tax).toBeGreaterThan(0)
  expect(listed).toMatchObject({ errors: 0, total_withheld: slips!.tax, total_gross: slips!.gross })
  const rows = listed.rows as Row[]
  expect(rows.map(({ employee_id, schedule }) => [employee_id, schedule])).toEqual([
    [ids[2], 'D2'],
    [ids[0], 'D1'],
    [ids[1], 'D1'],
  ])
  expect(rows.reduce((all, row) => all + Number(row.tax_withheld) * 100, 0) / 100).toBeCloseTo(slips!.tax, 2)

  const answer = await host.harness.call('GET', `alphalist/${id}/dat-file`)
  const lines = answer.text.split('\r\n').map((line) => line.split(','))
  expect(answer.headers['content-disposition']).toContain('6847855100000123120281604C.DAT')
  expect(lines.map(([kind]) => kind)).toEqual(['H1604C', 'D1', 'D1', 'C1', 'D2', 'C2', ''])
  expect(lines[1]!.slice(5, 10)).toEqual(['1', '901234567', '0000', '"PENA"', '"ANA"'])
  // Withheld in all: field 44 of schedule 1, 35th of its totals, and 53rd of schedule 2.
  expect(Number(lines[3]![34])).toBeCloseTo(slips!.tax, 2)

  await host.post(`alphalist/${id}/finalize`)
  expect((await host.ok('GET', `alphalist/${id}`)).status).toBe('final')
  expect(await host.refused(`alphalist/${id}/process`)).toBe('E_STATE')
  expect((await host.harness.call('DELETE', `alphalist/${id}`)).body).toMatchObject({ rule: 'E_NOT_DELETABLE' })
  const other = await host.post('alphalist', { year: 2027, withholding_agent_category: 'private' })
  const changed = await host.ok('PUT', `alphalist/${other.id}`, { version: other.version, schedule: 'D2' })
  expect(changed.schedule).toBe('D2')
  expect((await host.harness.call('DELETE', `alphalist/${other.id}`)).status).toBe(200)
  const page = (await host.harness.call('GET', 'alphalist/paginate?limit=5')).body
  expect((page.data as Row[]).map((row) => row.year)).toEqual([2028])
})
