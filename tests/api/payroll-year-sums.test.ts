/** The sums of a calendar year: opening values, the year of the payout, and what counts as what. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
beforeAll(async () => {
  host = await openPayHost('YEAR', '2026-12-01')
})
afterAll(() => host.close())

const numberOf = async (id: number): Promise<unknown> => ((await host.ok('GET', `employee/${id}`)) as Row).employee_no

/** Moves the payout of a pay period, as a company does that pays December in January. */
async function payOn(period: number, payout_date: string): Promise<void> {
  const { version } = (await host.ok('GET', `pay_period/${period}`)) as Row
  await host.ok('PUT', `pay_period/${period}`, { version, payout_date })
}

test('payroll finding 1: bonuses entered as opening benefits do not lessen the 13th month; a 13th month paid before does', async () => {
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
