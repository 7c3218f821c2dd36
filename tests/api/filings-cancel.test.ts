/** Filings that are taken back after they were approved: who is told, who asks, and who decides. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { deliverNext } from '../../src/server/platform/notifications/outbox.ts'
import { type FilingHost, startFilings } from './filings-host.ts'

let h: FilingHost
beforeAll(async () => {
  h = await startFilings('FCAN')
})
afterAll(() => h.stop())

const act = (username: string, module: string, record: Row, action: string, body: Row = {}) =>
  h.call(username, 'POST', `${module}/${String(record.id)}/${action}`, body)
let day = 0
/** A day of its own on which there is work. */
const nextDay = (): string => {
  for (;;) {
    day += 1
    const date = new Date(Date.UTC(2026, 11, day))
    if (![0, 6].includes(date.getUTCDay()) && ![8, 24, 25, 30, 31].includes(date.getUTCDate())) return date.toISOString().slice(0, 10)
  }
}
const overtime = (): Row => {
  const date = nextDay()
  return { date, start_at: `${date}T18:00:00+08:00`, end_at: `${date}T20:00:00+08:00`, reason: 'Stock taking' }
}
const business = (): Row => {
  const date = nextDay()
  return { date_from: date, date_to: date, time_from: '09:00', time_to: '12:00', destination: 'BIR', purpose: 'Books of account' }
}
const approved = async (module: string, values: Row): Promise<Row> => {
  const record = await h.file('employee', module, values)
  expect((await act('approver', module, record, 'approve')).body.data).toMatchObject({ status: 'approved' })
  return record
}
/** The notices about a record that a user got after what was told before, with the reason given. */
const told = async (username: string, record: Row): Promise<unknown[]> => {
  const system = await h.server.system('FCAN', 'delivering notifications')
  while (await deliverNext(system)) {}
  const rows = await h.data<Row[]>(username, 'GET', 'notification?limit=200&sort=id')
  return rows.filter((row) => row.transaction_no === record.transaction_no).map((row) => [row.title, row.detail ?? null])
}

test('an employee is told that an approved filing of theirs was voided or processed, and not of what they did themselves', async () => {
  for (const [module, values] of [
    ['overtime_filing', overtime()],
    ['official_business_filing', business()],
  ] as const) {
    const record = await approved(module, values)
    expect((await act('hr', module, record, 'void', { void_reason: 'Filed twice' })).status).toBe(200)
    expect((await told('employee', record)).at(-1)).toEqual([expect.stringMatching(/: voided$/), 'Filed twice'])
    const taken = await h.file('employee', module, { ...values, reason: 'Filed again' })
    expect((await act('employee', module, taken, 'void', { void_reason: 'Not needed' })).status).toBe(200)
    expect(await told('employee', taken)).toEqual([])
  }
  const date = nextDay()
  const shift = await h.data('hr', 'POST', 'shift_adjustment', {
    employee_id: h.people.employee!.employee_id,
    shift_template_id: 2,
    date_from: date,
    date_to: date,
  })
  expect((await act('hr', 'shift_adjustment', shift, 'post')).status).toBe(200)
  expect((await act('approver', 'shift_adjustment', shift, 'approve')).body.data).toMatchObject({ status: 'approved' })
  expect((await act('hr', 'shift_adjustment', shift, 'void', { void_reason: 'Wrong week' })).status).toBe(200)
  expect((await told('employee', shift)).at(-1)).toEqual([expect.stringMatching(/: voided$/), 'Wrong week'])

  const done = await approved('overtime_filing', overtime())
  expect((await act('hr', 'overtime_filing', done, 'process')).status).toBe(200)
  expect((await told('employee', done)).at(-1)).toEqual([expect.stringMatching(/: processed$/), null])
})
