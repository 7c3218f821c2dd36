/** Tax forms 2316: generated for a year from the same figures as the alphalist, released to their employees only. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { pdfText } from '../pdf-text.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost, rowsOf } from './payroll-host.ts'

let host: PayHost
let reyes: number
let cruz: number
let gone: number
/** Minimum wage earner from February on. */
let turned: number
/** The account of Reyes, without a role. */
let self: Principal

const tin = (employee_id: number, id_number: string) => host.ok('POST', 'employee_id', { employee_id, id_type: 'TIN', id_number })

beforeAll(async () => {
  host = await openPayHost('TXFM', '2028-01-05', [
    'alphalist',
    'tax_form_2316',
    'employee_requisition',
    'address',
    'checklist_item',
    'employee_task',
  ])
  await host.query(`INSERT INTO {s}.company (code, name, tin, rdo_code) VALUES ('TXFM', 'Aquarius', '684-785-510-00000', '044')`)
  const periods = await host.periods('MONTHLY', 2028)
  const group = await host.group('Formed', 'MONTHLY')
  reyes = await host.employee({ basic_rate: 60000, pay_group_id: group, last_name: 'Reyes' })
  cruz = await host.employee({ basic_rate: 18127.92, days_per_year: 313, pay_group_id: group, last_name: 'Cruz', is_minimum_wage: true })
  gone = await host.employee({ basic_rate: 90000, pay_group_id: group, last_name: 'Santos' })
  // A final tax is certified by form 2306: neither a form 2316 nor a row of the alphalist.
  const without = { has_sss: false, has_philhealth: false, has_pagibig: false }
  await host.employee({ basic_rate: 100_000, pay_group_id: group, last_name: 'Smith', is_final_tax: true, ...without })
  turned = await host.employee({ basic_rate: 25_000, pay_group_id: group, last_name: 'Turno' })
  await host.settle(await host.payroll(group, periods.get('2028-01-1')!))
  await host.query('UPDATE {s}.employee SET is_minimum_wage = true WHERE id = $1', [turned])
  await host.settle(await host.payroll(group, periods.get('2028-02-1')!))
  host.clock.advanceTo('2029-01-10T01:00:00.000Z')
  const { version } = await host.ok('GET', `employee/${gone}`)
  await host.ok('PUT', `employee/${gone}`, { version, date_separated: '2028-02-29', separation_reason: 'Resignation' })
  await tin(reyes, '901-234-567-00000')
  await tin(cruz, '234-567-891-00000')
  await tin(turned, '345-678-912-00000')
  self = principalOf(host.harness.modules, {
    user_id: 2,
    username: 'second',
    name: 'Second',
    employee_id: reyes,
    access: [],
    grants: { tax_form_2316: ['index', 'view'] },
  })
})
afterAll(() => host.close())

const forms = async (as?: Principal): Promise<Row[]> => {
  const { status, body } = await host.harness.call('GET', 'tax_form_2316?sort=id&limit=50', undefined, as)
  expect(status).toBe(200)
  return body.data as Row[]
}
const formOf = async (employee: number): Promise<Row> => (await forms()).find((row) => row.employee_id === employee)!
const whole = async (employee: number): Promise<Row> => host.ok('GET', `tax_form_2316/${String((await formOf(employee)).id)}`)

test('a year is generated for everyone with pay in it, leavers included, with the figures of the alphalist', async () => {
  expect(await host.refused('tax_form_2316/generate', { year: 2027 })).toBe('E_NO_YEAR')
  expect(await host.post('tax_form_2316/generate', { year: 2028, signatory_id: cruz })).toEqual({
    note: 'Forms generated for 2028: 4.',
    problems: [{ employee: expect.stringContaining('Santos'), message: 'No TIN. Enter it and generate the form again.' }],
  })
  await tin(gone, '123-456-789-00000')
  const expected = async () => ((await host.ok('GET', 'alphalist/expected')) as unknown as Row[]).find(({ year }) => year === 2028)
  expect(await expected()).toEqual({ year: 2028, due_date: '2029-01-31' })
  const list = await host.post('alphalist', { year: 2028, withholding_agent_category: 'private' })
  expect([await expected(), list.due_date, list.standing]).toEqual([undefined, '2029-01-31', 'to_prepare'])
  const listed = (await host.post(`alphalist/${list.id}/process`)).rows as Row[]
  expect(new Map(listed.map((row) => [row.employee_id, row.schedule]))).toEqual(
    new Map([
      [reyes, 'D1'],
      [cruz, 'D2'],
      [gone, 'D1'],
      [turned, 'D1'],
    ]),
  )
  for (const row of listed) {
    const form = await whole(Number(row.employee_id))
    expect(form).toMatchObject({
      gross: row.gross,
      nontaxable: row.nontaxable,
      tax_due: row.tax_due,
      tax_withheld: Number(row.tax_withheld) + Number(row.previous_withheld),
      status: 'generated',
      period_from: '2028-01-01',
      rdo_code: '044',
    })
    const boxes = new Map((form.boxes as Row[]).map(({ item, amount }) => [item, Number(amount)]))
    expect(boxes.get('19')).toBe(row.gross)
    expect(boxes.get('52')).toBe(row.taxable)
    const substituted = (row.cells as string[]).at(row.schedule === 'D1' ? -2 : -3)
    expect([row.schedule, form.is_substituted ? 'Y' : 'N']).toEqual([row.schedule, substituted])
  }
})

test('items 9 and 10 of a minimum wage earner, and why a leaver files a return', async () => {
  // 18,127.92 × 12 ÷ 313 = 695.00 a day; 695 × 313 ÷ 12 = 18,127.92 a month.
  expect(await whole(cruz)).toMatchObject({ is_minimum_wage: true, wage_per_day: 695, wage_per_month: 18127.92, tax_due: 0 })
  const form = await whole(gone)
  expect(form).toMatchObject({ period_to: '2028-02-29', is_substituted: false, wage_per_day: null })
  const met = Object.fromEntries((form.conditions as Row[]).map(({ condition, is_met }) => [condition, is_met]))
  expect(met).toMatchObject({ not_marked: true, citizen: true, one_employer: true, whole_year: false })
})

test('employees who earned the minimum wage for part of the year only are not minimum wage earners on its forms', async () => {
  const form = await whole(turned)
  expect(form).toMatchObject({ is_minimum_wage: false, wage_per_day: null, wage_per_month: null })
  // January's salary is taxable, February's wage exempt; the year owes no tax, so both stand in item 29.
  expect(Number(form.gross)).toBe(50_000)
  // What the mark says today does not change the papers of earlier years.
  await host.query('UPDATE {s}.employee SET is_minimum_wage = false WHERE id = $1', [cruz])
  await host.post(`tax_form_2316/${String(form.id)}/generate`)
  await host.post(`tax_form_2316/${String((await formOf(cruz)).id)}/generate`)
  expect(await whole(cruz)).toMatchObject({ is_minimum_wage: true, wage_per_day: 695 })
})

// proves: entity.ownerSees
test('employees see their form with its file once it is released, and not after the release is withdrawn', async () => {
  const { id } = await formOf(reyes)
  expect(await forms(self)).toEqual([])
  expect((await host.harness.call('GET', `tax_form_2316/${String(id)}`, undefined, self)).status).toBe(404)
  const ids = [id, (await formOf(gone)).id]
  const inYear = (year: number) => host.query('UPDATE {s}.tax_form_2316 SET year = $1 WHERE id = ANY ($2)', [year, ids])
  const advice = async () => (await host.harness.call('POST', 'tax_form_2316/bulk/release/advice', { ids })).body.data
  expect(await advice()).toEqual([])
  await inYear(2029)
  expect(await advice()).toEqual([
    { text: expect.stringMatching(/^2029 has not ended, and .* Reyes has not left: pay after today is not on the form\.$/) },
  ])
  await inYear(2028)
  const released = await host.post(`tax_form_2316/${String(id)}/release`)
  expect(released).toMatchObject({ status: 'released', released_by: 1, file: expect.any(Number) })
  expect((await forms(self)).map((row) => [row.id, row.gross])).toEqual([[id, released.gross]])
  const printed = await host.harness.call('POST', `tax_form_2316/${String(id)}/print-form`, {}, self)
  expect(printed.status).toBe(200)
  const text = pdfText(printed.raw).replaceAll('\n', '')
  expect(text).toContain('19Gross compensation income from present employer (38 and 52)120,000.00')
  expect(text).toContain('RDO code: 044')
  // Released, it stays as it is.
  expect(await host.refused(`tax_form_2316/${String(id)}/generate`)).toBe('E_STATE')
  const again = await host.post('tax_form_2316/generate', { year: 2028, employee_ids: [reyes] })
  expect(again.problems).toEqual([expect.objectContaining({ message: 'The form is released and stays as it is.' })])
  await host.post(`tax_form_2316/${String(id)}/take_back`)
  expect(await forms(self)).toEqual([])
  expect(await host.ok('GET', `tax_form_2316/${String(id)}`)).toMatchObject({ file: null, released_at: null })
})

test('a form whose pay has changed cannot be released before it is regenerated', async () => {
  const { id } = await formOf(reyes)
  await host.query('UPDATE {s}.ytd_payroll SET tax_withheld = tax_withheld + 10 WHERE employee_id = $1', [reyes])
  expect(await host.refused(`tax_form_2316/${String(id)}/release`)).toBe('E_FORM_STALE')
  await host.post(`tax_form_2316/${String(id)}/generate`)
  expect(await host.post(`tax_form_2316/${String(id)}/release`)).toMatchObject({ status: 'released' })
})

test('a request for the form releases the record', async () => {
  const made = await host.ok('POST', 'employee_requisition', {
    employee_id: gone,
    purpose: 'New employer',
    document_type: '2316',
    year: 2028,
  })
  await host.post(`employee_requisition/${made.id}/post`)
  await host.post(`employee_requisition/${made.id}/approve`, {}, host.approver)
  await host.post(`employee_requisition/${made.id}/process`)
  expect(await formOf(gone)).toMatchObject({ status: 'released', tin: expect.anything() })
})

test('a leaver’s papers complete the leaving tasks: not papers of earlier years, and not when withdrawn', async () => {
  for (const item of rowsOf('checklist_item').filter(({ code }) => ['LEAVE-2316', 'LEAVE-COE'].includes(String(code))))
    await host.harness.make('checklist_item', item)
  host.clock.advanceTo('2029-02-10T01:00:00.000Z')
  const { version } = await host.ok('GET', `employee/${turned}`)
  await host.ok('PUT', `employee/${turned}`, { version, date_separated: '2029-02-09', separation_reason: 'Resignation' })
  const tasks = async () =>
    ((await host.ok('GET', `employee_task?filter[employee_id]=${turned}&sort=due_date`)) as unknown as Row[]).map(
      ({ name, status }) => `${name}: ${status}`,
    )
  const request = async (values: Row) => {
    const made = await host.ok('POST', 'employee_requisition', { employee_id: turned, purpose: 'New employer', ...values })
    await host.post(`employee_requisition/${made.id}/post`)
    await host.post(`employee_requisition/${made.id}/approve`, {}, host.approver)
    return host.post(`employee_requisition/${made.id}/process`)
  }
  await host.post(`tax_form_2316/${String((await formOf(turned)).id)}/release`)
  expect(await tasks()).toEqual(['Certificate of employment: open', 'BIR form 2316: open'])
  await request({ document_type: 'COE without Compensation' })
  expect(await tasks()).toEqual(['Certificate of employment: done', 'BIR form 2316: open'])
  // A form of the year of the last day, as of when any record of the employee is saved next.
  const form = await formOf(turned)
  await host.query('UPDATE {s}.tax_form_2316 SET year = 2029 WHERE id = $1', [form.id])
  await host.ok('POST', 'employee_id', { employee_id: turned, id_type: 'SSS', id_number: '34-7654321-8' })
  expect(await tasks()).toEqual(['Certificate of employment: done', 'BIR form 2316: done'])
  await host.post(`tax_form_2316/${String(form.id)}/take_back`)
  expect(await tasks()).toEqual(['Certificate of employment: done', 'BIR form 2316: open'])
})

test('a form is for the days of service in its year, from the first to the last, also of an employee who was hired again', async () => {
  const rehire = async (date_hired: string) => {
    const { version } = await host.ok('GET', `employee/${gone}`)
    await host.ok('PUT', `employee/${gone}`, { version, date_hired, date_separated: null, separation_reason: null, status: 'active' })
    const form = await formOf(gone)
    if (form.status === 'released') await host.post(`tax_form_2316/${String(form.id)}/take_back`)
    expect(await host.post('tax_form_2316/generate', { year: 2028, employee_ids: [gone] })).toMatchObject({
      note: 'Forms generated for 2028: 1.',
    })
    const { period_from, period_to } = await formOf(gone)
    return [period_from, period_to]
  }
  expect(await rehire('2029-01-15')).toEqual(['2028-01-01', '2028-02-29'])
  expect(await rehire('2028-08-01')).toEqual(['2028-01-01', '2028-12-31'])
})
