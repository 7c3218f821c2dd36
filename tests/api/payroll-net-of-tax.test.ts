/** Earnings that the company promises net of tax. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { principalOf } from './harness.ts'
import { openPayHost, type PayHost } from './payroll-host.ts'

let host: PayHost
let periods: ReadonlyMap<string, number>
beforeAll(async () => {
  host = await openPayHost('NETOF', '2026-08-17')
  periods = await host.periods('MONTHLY', 2026)
})
afterAll(() => host.close())

const promise = (employee_id: number, values: Row = {}): Row => ({
  employee_id,
  pay_item_id: host.item('COMMISSION'),
  frequency: 'one_time',
  effective_from: '2026-08-10',
  net_amount: 10000,
  ...values,
})
const refused = async (values: Row): Promise<string[]> => {
  const { status, body } = await host.harness.call('POST', 'earning', values)
  return [String(status), ...Object.keys(body.errors ?? {})]
}

test('the gross of a net amount is computed, explained and paid; where other pay changed, the payroll warns', async () => {
  const group = await host.group('Net', 'MONTHLY')
  const id = await host.employee({ basic_rate: 60000, pay_group_id: group })
  const other = await host.employee({ basic_rate: 60000, pay_group_id: group })
  // 20% tax; contributions of 60,000 are at their highest without it.
  const words = '12,500.00 − 2,500.00 Withholding tax = 10,000.00, on the pay of August 2026 as it stood on 2026/08/17'
  expect(await host.post('earning/advice', promise(id))).toEqual([{ tone: 'info', text: `Gross 12,500.00: ${words}.` }])
  const earning = await host.harness.make('earning', promise(id))
  expect(earning).toMatchObject({ amount: 12500, net_explanation: words })
  const payroll = await host.payroll(group, periods.get('2026-08-1')!)
  const compute = async () => {
    await host.post(`payroll/${payroll}/precompute`)
    const problems = (await host.ok('GET', `payroll/${payroll}/problems`)) as unknown as Row[]
    return problems.filter(({ kind }) => kind === 'net_amount').map(({ message }) => message)
  }
  expect(await compute()).toEqual([])
  const net = async (employee: number) => Number((await host.line(payroll, employee)).net_pay)
  expect(await net(id)).toBeCloseTo((await net(other)) + 10000, 2)

  const allowance = {
    employee_id: id,
    pay_item_id: host.item('TRANSPORT'),
    amount: 30000,
    frequency: 'recurring',
    effective_from: '2026-08-01',
  }
  await host.harness.make('earning', allowance)
  expect(await compute()).toEqual([
    'Commission leaves 9,375.00 net, not 10,000.00: other pay changed. Save the earning again and precompute',
  ])
  const { version } = await host.ok('GET', `earning/${earning.id}`)
  // 25% tax of 90,000 and more: 10,000 ÷ 75%.
  expect(await host.ok('PUT', `earning/${earning.id}`, { version, remarks: 'Again' })).toMatchObject({ amount: 13333.33 })
  expect(await compute()).toEqual([])

  await host.post(`payroll/${payroll}/process`)
  expect(await refused(promise(other))).toEqual(['400', 'net_amount'])
  // What is paid stays as it was, and its remarks can be corrected.
  const paid = await host.ok('GET', `earning/${earning.id}`)
  expect(await host.ok('PUT', `earning/${earning.id}`, { version: paid.version, remarks: 'Paid' })).toMatchObject({ amount: 13333.33 })
  expect((await host.harness.call('PUT', `earning/${earning.id}`, { version: Number(paid.version) + 1, net_amount: 1 })).status).toBe(400)
})

test('a net amount requires a single amount in pesos, for a period not paid yet; else the amount is required', async () => {
  const id = await host.employee({ basic_rate: 60000, pay_group_id: await host.group('Refused', 'MONTHLY') })
  expect(await refused(promise(id, { frequency: 'recurring' }))).toEqual(['400', 'net_amount'])
  expect(await refused(promise(id, { time_unit: 'per_month' }))).toEqual(['400', 'net_amount'])
  expect(await refused(promise(id, { effective_from: '2031-01-01' }))).toEqual(['400', 'net_amount'])
  expect(await refused(promise(id, { net_amount: 0 }))).toEqual(['400', 'net_amount'])
  expect(await refused(promise(id, { net_amount: null }))).toEqual(['400', 'amount'])
  expect(await refused(promise(await host.employee({ basic_rate: 60000 })))).toEqual(['400', 'net_amount'])
  expect(await host.post('earning/advice', promise(id, { frequency: 'recurring' }))).toMatchObject([{ tone: 'danger' }])
  expect(await host.harness.make('earning', promise(id, { net_amount: null, amount: 500 }))).toMatchObject({
    amount: 500,
    net_explanation: null,
  })
})

test('only users who can see the pay of the employee see the resulting net pay', async () => {
  const group = await host.group('Closed', 'MONTHLY', { is_confidential: true, user_ids: [1] })
  const closed = await host.employee({ basic_rate: 60000, pay_group_id: group })
  const open = await host.employee({ basic_rate: 60000, pay_group_id: await host.group('Open', 'MONTHLY') })
  const { modules } = host.harness
  const notesFor = async (employee: number, as: Principal) => {
    const { status, body } = await host.harness.call('POST', 'earning/advice', promise(employee), as)
    return [status, (body.data as Row[] | undefined)?.length]
  }
  const outsider = principalOf(modules, { user_id: 2 })
  expect(await notesFor(open, outsider)).toEqual([200, 1])
  expect((await notesFor(closed, outsider))[0]).toBe(403)
  const [status, count] = await notesFor(open, principalOf(modules, { user_id: 2, access: [] }))
  expect([status === 403 || count === 0]).toEqual([true])
})
