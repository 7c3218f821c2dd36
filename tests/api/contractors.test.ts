/** People without basic pay, who invoice their services or had no pay at all: no papers of compensation, no wage to check. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let group: number
let ana: number
let contractor: number
let payroll: number

beforeAll(async () => {
  host = await openPayHost('INVOICING', '2026-12-31', [
    ...['alphalist', 'tax_form_2316', 'dole_report', 'position', 'region', 'province', 'city', 'address'],
    ...['employee_requisition', 'checklist_item', 'employee_task'],
  ])
  await host.query(`INSERT INTO {s}.company (code, name, tin, rdo_code) VALUES ('INV', 'Aquarius', '684-785-510-00000', '044')`)
  const region = await host.harness.make('region', { code: 'NCR', name: 'National Capital Region', psgc_code: '1300000000' })
  await host.query('UPDATE {s}.branch SET region_id = $1 WHERE id = 1', [region.id])
  const months = await host.periods('MONTHLY', 2026)
  group = await host.group('Invoicing', 'MONTHLY')
  ana = await host.employee({ pay_group_id: group, basic_rate: 30_450, last_name: 'Reyes' })
  contractor = await host.employee({ pay_group_id: group, basic_rate: 0, last_name: 'Vidal' })
  const idle = await host.employee({ pay_group_id: group, basic_rate: 0, last_name: 'Yap' })
  await host.harness.make('earning', {
    employee_id: contractor,
    pay_item_id: host.item('SERVICE_FEE'),
    amount: 20_000,
    frequency: 'one_time',
    effective_from: '2026-12-15',
  })
  payroll = await host.payroll(group, months.get('2026-12-1')!)
  await host.settle(payroll)
  // The payroll opens a year without any amount for who had no pay.
  const [year] = await host.query<Row>('SELECT employee_id, gross::float FROM {s}.ytd_payroll WHERE employee_id = $1', [idle])
  expect(year).toEqual({ employee_id: idle, gross: 0 })
})
afterAll(() => host.close())

test('a year is certified and listed for employees with compensation only', async () => {
  expect(await host.post('tax_form_2316/generate', { year: 2026 })).toEqual({
    note: 'Forms generated for 2026: 1.',
    problems: [{ employee: expect.stringContaining('Reyes'), message: 'No TIN. Enter it and generate the form again.' }],
  })
  expect(await host.post('tax_form_2316/generate', { year: 2026, employee_ids: [ana, contractor] })).toMatchObject({
    problems: [{ employee: expect.stringContaining('Vidal'), message: 'No compensation in 2026, so no form is due.' }, {}],
  })
  expect(await host.refused('tax_form_2316/generate', { year: 2026, employee_ids: [contractor] })).toBe('E_NO_YEAR')
  const list = await host.post('alphalist', { year: 2026, withholding_agent_category: 'private' })
  const { rows } = await host.post(`alphalist/${list.id}/process`)
  expect((rows as Row[]).map(({ employee_id }) => employee_id)).toEqual([ana])
  const report = await host.post('dole_report', { report: 'thirteenth_month', year: 2026 })
  const { rows: benefited } = await host.post(`dole_report/${Number(report.id)}/process`)
  expect((benefited as Row[]).map(({ employee_id }) => employee_id)).toEqual([ana])
})

test('they are neither reported below the minimum wage nor paid a salary of zero', async () => {
  const kinds = ((await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]).map(({ kind }) => kind)
  expect(kinds).not.toContain('below_minimum_wage')
  const lines = (await host.ok('GET', `payroll/${payroll}/entries?employee_id=${contractor}&limit=all`)) as unknown as Row[]
  expect(lines.map(({ code, amount }) => [String(code).replace(/-.*/, ''), amount])).toEqual([['SERVICE_FEE', 20_000]])
  const report = await host.post('dole_report', { report: 'wages', year: 2026 })
  const wages = await host.post(`dole_report/${Number(report.id)}/process`)
  expect((wages.rows as Row[]).map(({ employee_id }) => employee_id)).toEqual([ana])
  expect((wages.findings as Row[]).filter(({ employee_id }) => employee_id)).toEqual([])
})

test('an earlier form for a person without compensation is neither regenerated nor released', async () => {
  const [form] = await host.query<Row>(
    `INSERT INTO {s}.tax_form_2316 (employee_id, year, status, gross) VALUES ($1, 2026, 'generated', 0) RETURNING id`,
    [contractor],
  )
  expect(await host.post('tax_form_2316/generate', { year: 2026 })).toMatchObject({
    problems: [{ employee: expect.stringContaining('Vidal'), message: 'No compensation in 2026, so no form is due.' }, {}],
  })
  expect(await host.refused(`tax_form_2316/${Number(form!.id)}/generate`)).toBe('E_NO_YEAR')
  expect(await host.refused(`tax_form_2316/${Number(form!.id)}/release`)).toBe('E_NO_YEAR')
})
