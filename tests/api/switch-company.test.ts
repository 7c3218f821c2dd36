/** One user, several companies: who gives them, what switching opens, and what ends it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Call, type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let here: Client
let there: Client
let admin: Call
const ids: Record<string, number> = {}
const CONFIRM = { confirm_username: 'admin', confirm_password: 'Demo#2026' }

beforeAll(async () => {
  instance = await startInstance('switch', ['SWA', 'SWB'], { frozenClock: true })
  here = createClient(instance.server, 'SWA')
  there = createClient(instance.server, 'SWB')
  admin = here.user('admin')
  for (const [prefix, call] of [
    ['', admin],
    ['b.', there.user('admin')],
  ] as const)
    for (const user of (await call('GET', 'user/paginate?limit=50')).body.data as Row[])
      ids[`${prefix}${user.username}`] = user.id as number
})
afterAll(() => instance.stop())

const give = (call: Call, username: string, body: Row) => call('POST', `user/${ids[username]}/companies`, { company_code: 'SWB', ...body })
const linkOf = async (username: string): Promise<number> => {
  const access = (await admin('GET', `user/access?user_id=${ids[username]}`)).body.data as { companies: Row[] }
  return access.companies[0]!.id as number
}
const take = async (username: string) => admin('DELETE', `user/${ids[username]}/companies`, { link_id: await linkOf(username) })
const enter = async (token: string, company_code = 'SWB') => here.withToken(token)('POST', 'user/update_acc', { company_code })
const tokenIn = async (token: string, company_code = 'SWB') => ((await enter(token, company_code)).body.data as { token: string }).token
const isOpen = async (token: string) => (await here.withToken(token)('GET', 'validate')).status === 200
const actions = async (call: Call, user: number) =>
  ((await call('GET', `audit_trail/paginate?limit=200`)).body.data as Row[])
    .filter((row) => row.record_id === user)
    .map((row) => row.action)

describe('giving access to a company', () => {
  test('requires permission to edit user access there, and an active account there', async () => {
    expect((await give(here.user('sales'), 'sales', CONFIRM)).status).toBe(403)
    expect((await give(admin, 'sales', {})).body.errors).toHaveProperty('confirm_username')
    const wrong = await give(admin, 'sales', { confirm_username: 'admin', confirm_password: 'Guess#2026' })
    expect([wrong.status, wrong.body.errors]).toEqual([400, { confirm_password: ['Invalid username or password.'] }])
    const clerk = await give(admin, 'sales', { confirm_username: 'sales', confirm_password: 'Demo#2026' })
    expect([clerk.status, clerk.body.message]).toEqual([403, expect.stringContaining('may not edit user access')])
    expect((await give(admin, 'sales', { ...CONFIRM, company_code: 'SWA' })).body.errors).toHaveProperty('company_code')
    expect((await give(admin, 'sales', { ...CONFIRM, company_code: 'NONE' })).body.errors).toHaveProperty('company_code')
    expect((await give(admin, 'sales', { ...CONFIRM, username: 'stranger' })).body.errors).toHaveProperty('username')
    // Only a developer can assign the account of a developer.
    expect((await give(admin, 'sales', { ...CONFIRM, username: 'developer' })).status).toBe(403)
    expect((await give(admin, 'sales', CONFIRM)).body.data).toMatchObject({
      company_ids: [expect.any(Number)],
      companies: [{ username: 'sales', company: { code: 'SWB' }, granted_by: 'admin', confirmed_by: 'admin', is_active: true }],
    })
    const seen = (await there.user('admin')('GET', `user/access?user_id=${ids['b.sales']}`)).body.data
    expect(seen).toMatchObject({ company_sources: [{ username: 'sales', company: { code: 'SWA' } }] })
    expect(await actions(admin, ids.sales!)).toContain('company_given')
    expect(await actions(there.user('admin'), ids['b.sales']!)).toContain('company_given')
  })

  // E115 E116
  test('assigned companies are replaced as a whole', async () => {
    const assigned = async (call: Call) => (await call('GET', `user/get_assign?user_id=${ids.buyer}`)).body.data as Row
    const assign = (call: Call, body: Row) => call('POST', 'user/assign', { user_id: ids.buyer, ...body })
    expect(await assigned(admin)).toMatchObject({ company_ids: [], companies: [], employee_id: null })
    const given = { company_code: 'SWB', ...CONFIRM }
    // Refused as a whole: the company is not given either.
    expect((await assign(admin, { companies: [given], branch_ids: [9999] })).status).toBe(400)
    expect((await assign(admin, { companies: [{ company_code: 'SWB' }] })).body.errors).toHaveProperty('confirm_username')
    expect((await assign(here.user('sales'), { companies: [] })).status).toBe(403)
    expect((await assigned(admin)).companies).toEqual([])
    const [first] = ((await assign(admin, { companies: [given] })).body.data as { company_ids: number[] }).company_ids
    expect(await assigned(admin)).toMatchObject({ company_ids: [first], companies: [{ username: 'buyer', company: { code: 'SWB' } }] })
    // One that they have needs no second confirmation.
    expect((await assign(admin, { company_ids: [first!] })).body.data).toMatchObject({ company_ids: [first] })
    expect((await assign(admin, { company_ids: [] })).body.data).toMatchObject({ company_ids: [] })
    expect(await actions(admin, ids.buyer!)).toEqual(expect.arrayContaining(['company_given', 'company_removed']))
  })

  test('the confirming account cannot grant more than it has', async () => {
    const id = ids['b.warehouse']!
    const modules = ((await there.user('admin')('GET', `user/access?user_id=${id}`)).body.data as { modules: Row[] }).modules
    const module_id = modules.find((module) => module.name === 'user_access')!.module_id
    const given = await there.user('admin')('POST', `user/${id}/permissions`, { permissions: [{ module_id, action: 'edit' }] })
    expect(given.status).toBe(200)
    const proof = { confirm_username: 'warehouse', confirm_password: 'Demo#2026' }
    expect((await give(admin, 'buyer', { ...proof, username: 'admin' })).status).toBe(403)
    expect((await give(admin, 'buyer', { ...proof, username: 'warehouse' })).status).toBe(200)
    await take('buyer')
  })

  test('wrong passwords lock the account there, and a user who tries many names', async () => {
    for (const name of ['one', 'two', 'three', 'four', 'five'])
      expect((await give(admin, 'buyer', { confirm_username: name, confirm_password: 'Guess#2026' })).status).toBe(400)
    expect((await give(admin, 'buyer', CONFIRM)).status).toBe(429)
    instance.server.clock.advanceTo(new Date(instance.server.clock.now().getTime() + 16 * 60_000).toISOString())
    const log = (await there.user('admin')('GET', 'command/recent-logins?limit=50')).body.data as Row[]
    expect(log.filter((row) => row.result === 'failed').map((row) => row.username)).toContain('five')
  })

  test('a user whose account there is linked grants without a password', async () => {
    expect((await give(admin, 'admin', CONFIRM)).status).toBe(200)
    expect((await give(admin, 'hr', {})).status).toBe(200)
    await take('hr')
    await take('admin')
    expect((await give(admin, 'hr', {})).status).toBe(400)
  })
})

describe('switching', () => {
  test('opens the account there with its rights, and switches back; the session before ends', async () => {
    const token = await here.fresh('sales')
    const choices = (await here.withToken(token)('GET', 'user/acc_switch')).body.data as Row[]
    expect(
      choices.filter((choice) => choice.kind === 'company').map((choice) => [(choice.company as Row).code, choice.is_current]),
    ).toEqual([
      ['SWA', true],
      ['SWB', false],
    ])
    const switched = await tokenIn(token)
    expect(await isOpen(token)).toBe(false)
    expect((await here.withToken(switched)('GET', 'validate')).body).toMatchObject({
      company: { code: 'SWB' },
      user: { username: 'sales' },
    })
    expect((await here.withToken(switched)('GET', 'user/paginate')).status).toBe(403)
    expect(await actions(admin, ids.sales!)).toContain('company_switch')
    expect(await actions(there.user('admin'), ids['b.sales']!)).toContain('company_switch')
    const log = (await there.user('admin')('GET', 'command/recent-logins?limit=5')).body.data as Row[]
    expect(log).toContainEqual(expect.objectContaining({ username: 'sales', result: 'success' }))
    const back = await tokenIn(switched, 'SWA')
    expect((await here.withToken(back)('GET', 'validate')).body).toMatchObject({ company: { code: 'SWA' }, user: { username: 'sales' } })
  })

  test('is refused to everyone else, and links are not chained', async () => {
    expect((await enter(await here.fresh('buyer'))).status).toBe(403)
    expect((await enter(await here.fresh('sales'), 'NONE')).status).toBe(403)
    // The account there was assigned to a user here; signing in to it there gives no access to this company.
    expect((await enter(await there.fresh('sales'), 'SWA')).status).toBe(403)
    // An account that another user may switch to within the company does not lend them its companies.
    await admin('POST', 'user/assign', { user_id: ids.buyer, assignments: [ids.sales] })
    const lent = await here.user('buyer')('POST', 'user/update_acc', { account_id: ids.sales })
    expect((await enter((lent.body.data as { token: string }).token)).status).toBe(403)
  })

  test('lasts no longer than the session in which it began', async () => {
    const token = await here.fresh('sales')
    const clock = instance.server.clock
    const later = (hours: number) => clock.advanceTo(new Date(clock.now().getTime() + hours * 3_600_000).toISOString())
    later(23)
    const switched = await tokenIn(token)
    later(0.9)
    expect(await isOpen(switched)).toBe(true)
    later(0.2)
    expect(await isOpen(switched)).toBe(false)
  })

  test('is refused by a rule while the account there could not sign in', async () => {
    const rule = async () => {
      const { status, body } = await enter(await here.fresh('sales'))
      return [status, body.rule]
    }
    const boss = there.user('admin')
    const user = `user/${ids['b.sales']}`
    await boss('PUT', user, { is_active: false })
    expect(await rule()).toEqual([422, 'E_SWITCH_ACCOUNT'])
    await boss('PUT', user, { is_active: true })
    const [company] = (await boss('GET', 'company/paginate')).body.data as Row[]
    await boss('PUT', `company/${company!.id}`, { is_maintenance: true })
    expect(await rule()).toEqual([422, 'E_SWITCH_MAINTENANCE'])
    await boss('PUT', `company/${company!.id}`, { is_maintenance: false })
    for (let n = 0; n < 5; n++) await there.public('POST', 'login', { username: 'sales', password: 'wrong', company_code: 'SWB' })
    expect(await rule()).toEqual([422, 'E_SWITCH_LOCKED'])
    instance.server.clock.advanceTo(new Date(instance.server.clock.now().getTime() + 16 * 60_000).toISOString())
    await boss('POST', 'features/install', { name: 'password_birthday_default' })
    await boss('POST', 'user/generate-password', { user_id: ids['b.sales'] })
    expect(await rule()).toEqual([422, 'E_SWITCH_PASSWORD'])
    await boss('POST', 'features/uninstall', { name: 'password_birthday_default', _method: 'DELETE' })
    await admin('PUT', 'user/override', { user_id: ids.sales, valid_until: '2020-01-31' })
    expect(await rule()).toEqual([422, 'E_SWITCH_EXPIRED'])
    await admin('PUT', 'user/override', { user_id: ids.sales, valid_until: null })
    expect(await rule()).toEqual([200, undefined])
  })
})

describe('the end of a switched session', () => {
  const ends = async (cause: () => Promise<unknown>) => {
    const switched = await tokenIn(await here.fresh('sales'))
    expect(await isOpen(switched)).toBe(true)
    await cause()
    expect(await isOpen(switched)).toBe(false)
  }
  test('a changed validity, a deactivated account, or a removed company ends it, on either side', async () => {
    await ends(() => admin('PUT', 'user/override', { user_id: ids.sales, valid_until: '2099-01-31' }))
    await ends(() => admin('PUT', `user/${ids.sales}`, { is_active: false }))
    await admin('PUT', `user/${ids.sales}`, { is_active: true })
    expect((await here.user('hr')('DELETE', `user/${ids.sales}/companies`, { link_id: await linkOf('sales') })).status).toBe(403)
    // Another user's link cannot be removed under this user's name.
    expect((await admin('DELETE', `user/${ids.hr}/companies`, { link_id: await linkOf('sales') })).status).toBe(404)
    await ends(() => take('sales'))
    expect((await give(admin, 'sales', CONFIRM)).status).toBe(200)
    const link = await linkOf('sales')
    await ends(() => there.user('admin')('DELETE', `user/${ids['b.sales']}/companies`, { link_id: link }))
    expect((await enter(await here.fresh('sales'))).status).toBe(403)
    expect(await actions(admin, ids.sales!)).toContain('company_removed')
  })

  test('a password or e-mail set by another user removes the companies; the user’s own change does not', async () => {
    for (const change of [
      () => admin('PUT', `user/${ids.sales}/change-password`, { password: 'Demo#2026', password_confirmation: 'Demo#2026' }),
      () => admin('PUT', `user/${ids.sales}`, { email: 'other@swa.example' }),
    ]) {
      expect((await give(admin, 'sales', CONFIRM)).status).toBe(200)
      await ends(change)
      expect((await enter(await here.fresh('sales'))).status).toBe(403)
    }
    expect((await give(admin, 'sales', CONFIRM)).status).toBe(200)
    const changed = await here.user('sales')('POST', 'user/changePassword', { password: 'Demo#2026', password_confirmation: 'Demo#2026' })
    expect([changed.status, (await enter(await here.fresh('sales'))).status]).toEqual([200, 200])
  })
})
