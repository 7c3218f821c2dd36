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
/** The notices about a record that a user got after what was there before, with the reason given. */
const noticesOf = async (username: string, record: Row): Promise<unknown[]> => {
  const system = await h.server.system('FCAN', 'delivering notifications')
  while (await deliverNext(system)) {}
  const rows = await h.data<Row[]>(username, 'GET', 'notification?limit=200&sort=id')
  return rows.filter((row) => row.transaction_no === record.transaction_no).map((row) => [row.title, row.detail ?? null])
}

// proves: entity.listed
test('employees are notified when another user voids or processes their approved filing', async () => {
  for (const [module, values] of [
    ['overtime_filing', overtime()],
    ['official_business_filing', business()],
  ] as const) {
    const record = await approved(module, values)
    expect((await act('hr', module, record, 'void', { void_reason: 'Filed twice' })).status).toBe(200)
    expect((await noticesOf('employee', record)).at(-1)).toEqual([expect.stringMatching(/: voided$/), 'Filed twice'])
    const taken = await h.file('employee', module, { ...values, reason: 'Filed again' })
    expect((await act('employee', module, taken, 'void', { void_reason: 'Not needed' })).status).toBe(200)
    expect(await noticesOf('employee', taken)).toEqual([])
  }
  const date = nextDay()
  const shift = await h.data('hr', 'POST', 'shift_adjustment', {
    employee_id: h.people.employee!.employee_id,
    shift_template_id: 2,
    date_from: date,
    date_to: date,
  })
  expect((await act('hr', 'shift_adjustment', shift, 'post')).status).toBe(200)
  await noticesOf('approver', shift)
  const [asked] = (await h.data<Row[]>('approver', 'GET', 'notification?limit=200')).filter(
    (row) => row.transaction_no === shift.transaction_no,
  )
  expect(asked!.description).toMatch(/ · employee needs your approval\.\nShift: Late · From: \S+ · To: \S+$/)
  expect((await act('approver', 'shift_adjustment', shift, 'approve')).body.data).toMatchObject({ status: 'approved' })
  expect((await act('hr', 'shift_adjustment', shift, 'void', { void_reason: 'Wrong week' })).status).toBe(200)
  expect((await noticesOf('employee', shift)).at(-1)).toEqual([expect.stringMatching(/: voided$/), 'Wrong week'])

  // A change for a group: those who are listed hear of it and can read it, once it is no draft.
  const other = nextDay()
  const group = await h.data('hr', 'POST', 'shift_adjustment', {
    employee_id: null,
    shift_template_id: 2,
    date_from: other,
    date_to: other,
    employees: [{ employee_id: h.people.employee!.employee_id }, { employee_id: h.people.sales!.employee_id }],
  })
  const reads = async (username: string) => (await h.call(username, 'GET', `shift_adjustment/${String(group.id)}`)).status
  expect(await reads('employee')).toBe(404)
  expect((await act('hr', 'shift_adjustment', group, 'post')).status).toBe(200)
  expect([await reads('employee'), await reads('sales')]).toEqual([200, 200])
  expect((await act('approver', 'shift_adjustment', group, 'approve')).body.data).toMatchObject({ status: 'approved' })
  expect((await noticesOf('sales', group)).at(-1)).toEqual([expect.stringMatching(/: approved$/), null])
  expect((await act('hr', 'shift_adjustment', group, 'void', { void_reason: 'Wrong week' })).status).toBe(200)
  for (const username of ['employee', 'sales'])
    expect((await noticesOf(username, group)).at(-1)).toEqual([expect.stringMatching(/: voided$/), 'Wrong week'])

  const done = await approved('overtime_filing', overtime())
  expect((await act('hr', 'overtime_filing', done, 'process')).status).toBe(200)
  expect((await noticesOf('employee', done)).at(-1)).toEqual([expect.stringMatching(/: processed$/), null])
})

test('the employee requests cancellation of an approved filing; users who may void it decline or void it, and until then it is not processed', async () => {
  const record = await approved('overtime_filing', overtime())
  const ask = (username: string, reason = 'The count is called off') =>
    act(username, 'overtime_filing', record, 'ask_cancellation', { cancellation_reason: reason })
  const decline = (username: string) =>
    act(username, 'overtime_filing', record, 'decline_cancellation', { cancellation_declined_reason: 'The count goes on' })
  expect((await act('employee', 'overtime_filing', record, 'void', { void_reason: 'Called off' })).status).toBe(403)
  expect((await decline('hr')).body.rule).toBe('E_STATE')
  expect((await ask('hr')).status).toBe(422)
  expect((await ask('employee')).body.data).toMatchObject({ status: 'approved', cancellation_reason: 'The count is called off' })
  expect((await ask('employee')).status).toBe(422)
  const number = String(record.transaction_no)
  expect((await noticesOf('hr', record)).at(-1)).toEqual([`${number}: cancellation asked`, 'The count is called off'])
  // The approver cannot void it: they are not asked.
  expect((await noticesOf('approver', record)).map((notice) => (notice as string[])[0])).not.toContain(`${number}: cancellation asked`)
  expect((await decline('approver')).status).toBe(403)

  const refused = await act('hr', 'overtime_filing', record, 'process')
  expect([refused.body.rule, refused.body.message]).toEqual(['E_STATE', expect.stringContaining('decline the cancellation')])
  expect((await decline('hr')).body.data).toMatchObject({
    status: 'approved',
    cancellation_reason: null,
    cancellation_asked_at: null,
    cancellation_declined_reason: 'The count goes on',
  })
  expect((await noticesOf('employee', record)).at(-1)).toEqual([`${number}: cancellation declined`, 'The count goes on'])

  // Asked again, as it was declined before.
  expect((await ask('employee', 'The warehouse is closed')).body.data).toMatchObject({ cancellation_declined_reason: null })
  expect((await act('hr', 'overtime_filing', record, 'void', { void_reason: 'Agreed' })).body.data).toMatchObject({ status: 'voided' })
})

test('every filing type with approval has a cancellation request', async () => {
  const modules = [...(await h.server.system('FCAN', 'reading modules')).modules.values()].filter(({ kind }) => kind === 'filing')
  expect(modules.length).toBeGreaterThan(10)
  for (const { workflow, form, notify } of modules) {
    expect(Object.keys(workflow!.transitions)).toEqual(expect.arrayContaining(['ask_cancellation', 'decline_cancellation']))
    expect(form.tabs.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields))).toContain('cancellation_reason')
    expect(notify.map(({ on }) => on)).toEqual(expect.arrayContaining(['ask_cancellation', 'decline_cancellation', 'void']))
  }
})
