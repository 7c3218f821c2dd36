/** The package on an instance of the product, as its users see it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, startTestInstance, type TestInstance } from 'tanggapan/testing'

let instance: TestInstance
let manager: Client

before(async () => {
  instance = await startTestInstance({ today: '2026-11-23' })
  manager = await instance.signIn('fleet_manager')
})
after(() => instance?.stop())

const vehicle = async (code: string) => {
  const branch = await instance.find('branch', { is_head_office: true })
  return instance.make('vehicle', { code, name: 'Isuzu Elf', capacity: 3000, branch_id: branch.id, odometer: 100 })
}
const trip = (vehicle_id: unknown, more = {}) => ({
  vehicle_id,
  driver: 'Mario Cruz',
  hours: 6,
  distance: 80.5,
  stops: [{ place: 'Batangas', weight: 1200 }],
  ...more,
})

test('posting a trip moves the odometer, and voiding it takes that back', async () => {
  const { id } = await vehicle('ABC 1001')
  const made = await manager.post('trip_ticket', trip(id))
  assert.equal(made.status, 200, JSON.stringify(made.body))
  assert.match(String(made.body.data.transaction_no), /^TT-[A-Z]+-2026-000001$/)
  const posted = await manager.post(`trip_ticket/${made.body.data.id}/post`, {})
  assert.equal(posted.status, 200, JSON.stringify(posted.body))
  assert.equal((await manager.get(`vehicle/${id}`)).body.data.odometer, 180.5)
  assert.equal((await manager.post(`trip_ticket/${made.body.data.id}/void`, { reason: 'Not driven' })).status, 200)
  assert.equal((await manager.get(`vehicle/${id}`)).body.data.odometer, 100)
})

test('a trip longer than the setting allows is refused by name', async () => {
  const { id } = await vehicle('ABC 1002')
  const made = await manager.post('trip_ticket', trip(id, { hours: 13 }))
  const refused = await manager.post(`trip_ticket/${made.body.data.id}/post`, {})
  assert.equal(refused.status, 422)
  assert.equal(refused.body.rule, 'E_FLEET_HOURS')
  const admin = await instance.signIn('admin')
  assert.equal((await admin.patch('settings', { fleet_max_trip_hours: 24 })).status, 200)
  assert.equal((await manager.post(`trip_ticket/${made.body.data.id}/post`, {})).status, 200)
})

test('an odometer never goes back', async () => {
  const { id, version } = await vehicle('ABC 1003')
  const refused = await manager.put(`vehicle/${id}`, { version, odometer: 5 })
  assert.equal(refused.status, 422)
  assert.equal(refused.body.rule, 'E_FLEET_ODOMETER')
})

test('the report, the board and the gate pass say what was driven', async () => {
  const usage = await manager.get('fleet_usage/paginate')
  assert.deepEqual(usage.body.data, [{ vehicle: 'ABC 1002', trips: 1, distance: 80.5 }])
  assert.deepEqual((await manager.get('fleet/board')).body.data, { vehicles: 3, trips: 1 })
  const ticket = await instance.find('trip_ticket', { status: 'posted' })
  const pass = await manager.post(`trip_ticket/${ticket.id}/print-form`, { form: 'gate_pass' })
  assert.equal(pass.status, 200)
  assert.equal(pass.raw.subarray(0, 5).toString(), '%PDF-')
})

test('roles see what the package grants them', async () => {
  const warehouse = await instance.signIn('warehouse')
  assert.equal((await warehouse.get('vehicle/paginate')).status, 200)
  assert.equal((await warehouse.post('vehicle', { code: 'X', name: 'X' })).status, 403)
  const sales = await instance.signIn('sales')
  assert.equal((await sales.get('vehicle/paginate')).status, 403)
})

test('fixture rows of a shipped application come with the package', async () => {
  const rows = await manager.get('fuel_type/paginate?sort=code')
  assert.deepEqual(
    (rows.body.data as unknown as { code: string }[]).map(({ code }) => code),
    ['DIESEL', 'UNLEADED'],
  )
})

test('fuel is posted to the account of a role that the package brings', async () => {
  const { id } = await vehicle('ABC 1004')
  const made = await manager.post('trip_ticket', trip(id, { fuel_cost: 1500 }))
  const posted = await manager.post(`trip_ticket/${made.body.data.id}/post`, {})
  assert.equal(posted.status, 200, JSON.stringify(posted.body))
  const account = await instance.find('chart_of_account', { role: 'fleet_fuel_expense' })
  assert.equal(account.code, '6710')
  const entry = await instance.find('accounting_entry', { source_id: made.body.data.id, source_module: 'trip_ticket' })
  assert.equal(entry.total_debit, 1500)
})
