/** Sessions as people have them: signing in, lockout, recovery by mail, accounts, devices, maintenance, first set-up. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
beforeAll(async () => {
  instance = await startInstance('session', ['SESS', 'SESB'], { frozenClock: true })
  as = createClient(instance.server, 'SESS')
})
afterAll(() => instance.stop())

const minutes = (n: number) => instance.server.clock.advanceTo(new Date(instance.server.clock.now().getTime() + n * 60_000).toISOString())
/** The last mail that was really written to this address, other than `but`. */
const mailTo = (address: string, but = ''): Promise<string> =>
  vi.waitFor(
    () => {
      const folder = join(instance.config.dataDir, 'mail')
      const mails = readdirSync(folder)
        .sort()
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .filter((mail) => mail.includes(`To: ${address}`))
      if (!mails.length || mails.at(-1) === but) throw new Error(`no mail to ${address}`)
      return mails.at(-1)!
    },
    { timeout: 10_000, interval: 10 },
  )
const otpIn = (mail: string) => /code is (\d{6})/.exec(mail)![1]!

describe('signing in', () => {
  // S203
  test('the sign-in page gets the address of the app from the settings of the company', async () => {
    const links = async (code?: string) => {
      const { body } = await as.public('GET', 'instance/has_instance', undefined, code ? { 'x-company-code': code } : {})
      return [body.app_store_url, body.play_store_url]
    }
    expect(await links()).toEqual([null, null])
    const settings = { app_store_url: 'https://apps.example/sess', play_store_url: 'javascript:alert(1)' }
    expect((await as.user('admin')('PATCH', 'settings', settings)).status).toBe(200)
    expect(await links()).toEqual(['https://apps.example/sess', null])
    expect(await links('SESS')).toEqual(['https://apps.example/sess', null])
    expect(await links('SESB')).toEqual([null, null])
    await as.user('admin')('PATCH', 'settings', { app_store_url: null, play_store_url: null })
  })

  // S6 S153 S172 S173 S175 S176 S177 S183 S199 E1 E2 E3 E4 E6
  test('answers the user and the accessible applications, and ends with signing out', async () => {
    const companies = (await as.public('GET', 'companies')).body.data as Row[]
    expect(companies.map((company) => company.code)).toEqual(expect.arrayContaining(['SESS', 'SESB']))
    expect(Object.keys(companies[0]!)).toEqual(['id', 'code', 'name', 'logo'])
    expect(Object.keys((await as.public('POST', 'login', {})).body.errors as Row)).toEqual(['username', 'password', 'company_code'])
    const { body } = await as.public('POST', 'login', {
      username: 'buyer',
      password: 'Demo#2026',
      company_id: companies.find((company) => company.code === 'SESS')!.id,
    })
    const data = body.data as Row & { user: Row; token: string }
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining(['token', 'user', 'company', 'branch', 'applications', 'maintenance', 'features', 'is_developer']),
    )
    expect(data.user).toMatchObject({ username: 'buyer', employee_id: null, is_dark: null, user_role: { name: 'Buyer' } })
    const [application] = data.applications as Row[]
    expect(application).toMatchObject({ subdomain: 'procurement', navigation: expect.any(Array) })
    expect((application!.navigation as Row[]).flatMap((group) => group.children as Row[])).toContainEqual(
      expect.objectContaining({
        is_module: true,
        is_report: false,
        module: 'supplier',
        module_id: expect.any(Number),
        permission_codes: expect.any(Array),
        children: [],
      }),
    )
    const root = await as.withToken(data.token)('GET', '')
    expect(root.body).toMatchObject({ features: [{ name: 'chatbot', enabled: true }], is_developer: false })
    expect((await as.withToken(data.token)('GET', 'validate')).body).toMatchObject({ valid: true, maintenance: false })
    await as.withToken(data.token)('POST', 'logout')
    // Stolen or kept, a token is worth nothing afterwards.
    expect((await as.withToken(data.token)('GET', 'validate')).status).toBe(401)
    expect((await as.public('GET', '')).body).toMatchObject({ features: [], is_developer: false })
  })

  test('lasts a day from signing in, for its company only', async () => {
    const token = await as.token('sales')
    expect((await as.withToken(token)('GET', 'validate', undefined, { 'x-company-code': 'SESB' })).status).toBe(403)
    minutes(23 * 60)
    expect((await as.withToken(token)('GET', 'validate')).status).toBe(200)
    minutes(61)
    expect((await as.withToken(token)('GET', 'validate')).status).toBe(401)
  })

  test('a session sent in the request is ignored: signing in creates a new one', async () => {
    const fixed = 'A'.repeat(43)
    const { body } = await as.public(
      'POST',
      'login',
      { username: 'buyer', password: 'Demo#2026', company_code: 'SESS', token: fixed },
      { authorization: `Bearer ${fixed}` },
    )
    expect((body.data as Row).token).not.toBe(fixed)
    expect((await as.withToken(fixed)('GET', 'validate')).status).toBe(401)
  })

  // E85 S111
  test('the fifth failure locks a user name, known or not, and is logged', async () => {
    for (const username of ['cashier', 'nobody']) {
      for (let n = 0; n < 5; n++)
        expect((await as.public('POST', 'login', { username, password: 'wrong', company_code: 'SESS' })).status).toBe(401)
      const locked = await as.public('POST', 'login', { username, password: 'Demo#2026', company_code: 'SESS' })
      expect([locked.status, locked.body.message]).toEqual([429, 'Too many failed attempts. Please try again later.'])
    }
    const log = (await as.user('admin')('GET', 'command/recent-logins?limit=20')).body.data as Row[]
    expect(log.filter((row) => row.result === 'failed').map((row) => row.username)).toEqual(expect.arrayContaining(['cashier', 'nobody']))
    expect((await as.user('buyer')('GET', 'command/recent-logins')).status).toBe(403)
    minutes(16)
    expect((await as.public('POST', 'login', { username: 'cashier', password: 'Demo#2026', company_code: 'SESS' })).status).toBe(200)
  })
})

describe('a forgotten password', () => {
  const request = (usernameEmail: string) => as.public('POST', 'forgot_password_request', { company_code: 'SESS', usernameEmail })
  const step = (name: string, body: Row) => as.public('POST', `forgot_password_request/${name}`, body)

  // S205 S208 S209 S210 S211 S215 S216 S217 S219 S220 S227 E9 E10 E11 E12
  test('is replaced once with the code from the mail', async () => {
    const old = await as.token('warehouse')
    const sent = await request('warehouse')
    const asked = sent.body.data as { email: string; user_id: number }
    // Where the specification has them, too.
    expect(sent.body).toMatchObject(asked)
    expect(asked.email).toMatch(/^wa\*+@/)
    const { user_id } = asked
    const mail = await mailTo('warehouse@sess.example')
    const first = otpIn(mail)
    expect((await step('resend-otp', { user_id })).status).toBe(429)
    minutes(2)
    expect((await step('resend-otp', { user_id })).body.message).toBe('OTP has been resent')
    const otp = otpIn(await mailTo('warehouse@sess.example', mail))
    expect((await step('verify-otp', { user_id, otp: first })).body.rule).toBe('E_OTP_WRONG')
    const verified = (await step('verify-otp', { user_id, otp })).body
    const { token } = verified.data as { token: string }
    expect(verified.token).toBe(token)
    expect((await step('verify-otp', { user_id, otp })).status).toBe(422)
    const weak = await step('reset-password', { user_id, token, password: 'short', confirm_password: 'other' })
    expect(weak.body.errors).toEqual({
      password: ['Password must be at least 8 characters long'],
      confirm_password: ['Password does not match!'],
    })
    const fresh = { user_id, token, password: 'Fresh#2026x', confirm_password: 'Fresh#2026x' }
    expect((await step('reset-password', { ...fresh, token: 'x'.repeat(43) })).body.rule).toBe('E_RESET_EXPIRED')
    expect((await step('reset-password', fresh)).body.message).toBe('Password reset successfully')
    expect((await step('reset-password', fresh)).body.rule).toBe('E_RESET_EXPIRED')
    expect((await as.withToken(old)('GET', 'validate')).status).toBe(401)
    expect((await as.public('POST', 'login', { username: 'warehouse', password: 'Fresh#2026x', company_code: 'SESS' })).status).toBe(200)
  })

  // S218 R21
  test('an unknown account is answered like a known one, and no code opens it', async () => {
    const known = (await request('accountant@sess.example')).body
    const unknown = (await request('stranger@sess.example')).body
    expect(Object.keys(unknown)).toEqual(Object.keys(known))
    expect(Object.keys(unknown.data as Row)).toEqual(Object.keys(known.data as Row))
    expect((unknown.data as Row).email).toBe(`st${'*'.repeat(6)}@sess.example`)
    const named = [(await request('ghost')).body.data, (await request('ghost')).body.data] as Row[]
    expect(named[0]!.email).toBe(named[1]!.email)
    const { user_id } = unknown.data as { user_id: number }
    for (let n = 0; n < 4; n++) expect((await step('verify-otp', { user_id, otp: '000000' })).body.rule).toBe('E_OTP_WRONG')
    expect((await step('verify-otp', { user_id, otp: '000000' })).body).toMatchObject({
      rule: 'E_OTP_EXPIRED',
      message: 'OTP has expired. Please request a new one.',
    })
  })

  test('a wrong code runs out of tries, and a code expires', async () => {
    const { user_id } = (await request('accountant')).body.data as { user_id: number }
    const otp = otpIn(await mailTo('accountant@sess.example'))
    const wrong = otp === '111111' ? '222222' : '111111'
    for (let n = 0; n < 5; n++) await step('verify-otp', { user_id, otp: wrong })
    expect((await step('verify-otp', { user_id, otp })).body.rule).toBe('E_OTP_EXPIRED')
    const again = (await request('auditor')).body.data as { user_id: number }
    const late = otpIn(await mailTo('auditor@sess.example'))
    minutes(5)
    expect((await step('verify-otp', { user_id: again.user_id, otp: late })).body.rule).toBe('E_OTP_EXPIRED')
  })

  test('requires its fields', async () => {
    expect((await as.public('POST', 'forgot_password_request', {})).body.errors).toEqual({
      company_code: ['Field is required'],
      usernameEmail: ['Field is required'],
    })
    expect((await step('verify-otp', { user_id: 1, otp: 'abc' })).status).toBe(400)
    expect((await step('reset-password', { user_id: 'x', password: 'Good#2026', confirm_password: 'Good#2026', token: 't' })).status).toBe(
      400,
    )
  })
})

describe('the user’s account', () => {
  // S228 S229 S230 S232 S233 E8 E16 E122
  test('a new password ends the other sessions', async () => {
    const [mine, other] = [await as.fresh('timekeeper'), await as.fresh('timekeeper')]
    const call = as.withToken(mine)
    expect((await call('POST', 'user/changePassword', { password: 'short', password_confirmation: 'short' })).body.errors).toEqual({
      password: ['At least use 8 characters'],
    })
    expect((await call('PUT', 'user/update-password', { password: 'longenough', password_confirmation: 'different' })).body.errors).toEqual(
      { password_confirmation: ['Password does not match!.'] },
    )
    expect(
      (await call('PATCH', 'user/password/change', { password: 'nocapital1', password_confirmation: 'nocapital1' })).body.errors,
    ).toEqual({ password: ['Password must contain at least (1) uppercase letter'] })
    expect(
      (await call('PATCH', 'user/password/change', { password: 'Better#2026', password_confirmation: 'Better#2026' })).body.message,
    ).toBe('Password changed successfully')
    expect((await call('GET', 'validate')).body).toMatchObject({ user: { password_changed: true } })
    expect((await as.withToken(other)('GET', 'validate')).status).toBe(401)
  })

  // S160 S235 S236 E504 E505 E506 E507 E508 E509 E510 E511 E119
  test('users change their own profile only, and only its fields', async () => {
    const me = as.user('buyer')
    const id = ((await me('GET', 'validate')).body.user as Row).id as number
    expect((await me('GET', 'profile/paginate')).body.data).toEqual([expect.objectContaining({ id, username: 'buyer' })])
    expect((await me('GET', 'profile/dropdown')).body.data).toHaveLength(1)
    const { body } = await me('PUT', `profile/${id}`, {
      first_name: 'Bea',
      gender: 'Female',
      birth_at: '1990-04-05',
      privacy: [{ field: 'mobile', visibility: 'only_me' }],
    })
    expect(body.data).toMatchObject({ first_name: 'Bea', name: 'Bea Uy', gender: 'Female', privacy: [{ field: 'mobile' }] })
    expect((await me('POST', 'profile', { mobile: '+639171234567' })).status).toBe(200)
    expect((await me('PUT', `profile/${id}`, { user_role_id: 1 })).body.errors).toEqual({
      user_role_id: ['This cannot be changed in the profile.'],
    })
    expect((await me('PUT', `profile/${id}`, { email: 'nonsense' })).status).toBe(400)
    expect((await me('GET', `profile/${id + 1}`)).status).toBe(404)
    expect((await me('PUT', `profile/${id + 1}`, { first_name: 'X' })).status).toBe(404)
    expect((await me('DELETE', `profile/${id}`)).body.rule).toBe('E_OWN_PROFILE')
    expect((await me('GET', 'profile/exportCSV')).status).toBe(200)
    expect(
      (
        await me('PUT', `profile/${id}/change-password`, {
          password: 'Another#26',
          password_confirmation: 'Another#26',
          current_password: 'wrong',
        })
      ).status,
    ).toBe(403)
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const picture = await as.upload(await as.token('buyer'), `user/create_media/${id}`, { file: { name: 'me.png', body: png } })
    expect(picture.body.data).toMatchObject({ avatar_url: expect.stringContaining('/files/') })
    // A picture is on everyone's screens, regardless of rights on users.
    expect((await as.user('sales')('GET', `files/${String((picture.body.data as Row).avatar_path)}`)).status).toBe(200)
    expect((await as.upload(await as.token('buyer'), `user/create_media/${id + 1}`, { file: { name: 'me.png', body: png } })).status).toBe(
      403,
    )
  })

  // S238 E15
  test('dark mode is saved', async () => {
    await as.user('buyer')('PUT', 'user/dark_mode', { is_dark: 1 })
    expect((await as.user('buyer')('GET', 'validate')).body).toMatchObject({ user: { is_dark: 1 } })
  })

  // E111 E112 E115 E116
  test('switches between the accounts that an administrator assigned, and no others', async () => {
    const admin = as.user('admin')
    const users = (await admin('GET', 'user/paginate?limit=50')).body.data as Row[]
    const id = (name: string) => users.find((user) => user.username === name)!.id as number
    const me = as.user('sales')
    expect((await me('POST', 'user/update_acc', { account_id: id('admin') })).status).toBe(403)
    expect((await me('POST', 'user/assign', { user_id: id('sales'), assignments: [id('admin')] })).status).toBe(403)
    expect((await admin('POST', 'user/assign', { user_id: id('sales'), assignments: [id('hr')] })).status).toBe(200)
    expect((await admin('GET', `user/get_assign?user_id=${id('sales')}`)).body.data).toMatchObject({ assigned_account_ids: [id('hr')] })
    const accounts = (await me('GET', 'user/acc_switch')).body.data as Row[]
    expect(accounts.filter((account) => account.kind === 'account').map((account) => account.username)).toEqual(['sales', 'hr'])
    const { token } = (await me('POST', 'user/update_acc', { account_id: id('hr') })).body.data as { token: string }
    expect((await as.withToken(token)('GET', 'validate')).body).toMatchObject({ user: { username: 'hr' } })
    const branch = accounts.find((account) => account.kind === 'branch' && !account.is_current)!
    expect((await me('POST', 'user/update_acc', { branch_id: branch.branch_id })).body.data).toMatchObject({
      branch: { id: branch.branch_id },
    })
    expect((await me('POST', 'user/update_acc', { branch_id: 9999 })).status).toBe(400)
  })

  // E121 E124
  test('devices are listed, and deleting one signs it out', async () => {
    const { body } = await as.public('POST', 'login', {
      username: 'payroll',
      password: 'Demo#2026',
      company_code: 'SESS',
      device_id: 'phone-1',
      device_name: 'My phone',
    })
    const phone = as.withToken((body.data as { token: string }).token)
    const me = as.user('payroll')
    const [device] = ((await me('GET', 'user_device/paginate')).body.data as Row[]).filter((row) => row.device_id === 'phone-1')
    expect(device).toMatchObject({ device_name: 'My phone', platform: 'web' })
    expect((await as.user('sales')('POST', 'user/delete-device', { id: device!.id })).status).toBe(404)
    expect((await me('POST', 'user/delete-device', { id: device!.id })).status).toBe(200)
    expect((await phone('GET', 'validate')).status).toBe(401)
    expect(((await me('GET', 'user/recent-accounts')).body.data as Row[]).length).toBeGreaterThan(0)
  })
})

describe('administration of accounts', () => {
  // S200 S201 E5 E120 E123 E682 E683
  test('a generated password must be changed where the company requires it', async () => {
    const admin = as.user('admin')
    const [user] = (await admin('GET', 'user/paginate?search=employee')).body.data as Row[]
    const old = await as.fresh('employee')
    const { password } = (await admin('POST', 'user/generate-password', { user_id: user!.id })).body.data as { password: string }
    expect((await as.withToken(old)('GET', 'validate')).status).toBe(401)
    await admin('POST', 'features/install', { name: 'password_birthday_default' })
    expect((await admin('GET', 'features/enabled')).body.data).toEqual([
      { name: 'chatbot', enabled: true },
      { name: 'password_birthday_default', enabled: true },
    ])
    const signed = (await as.public('POST', 'login', { username: 'employee', password, company_code: 'SESS' })).body.data as Row
    expect(signed).toMatchObject({ must_change_password: true })
    expect((await admin('POST', 'features/uninstall', { name: 'password_birthday_default', _method: 'DELETE' })).status).toBe(200)
    expect((await as.withToken(signed.token as string)('GET', 'validate')).body).toMatchObject({ must_change_password: false })
    expect(
      (await admin('PUT', `user/${String(user!.id)}/change-password`, { password: 'Given#2026', password_confirmation: 'Given#2026' }))
        .status,
    ).toBe(200)
    expect(
      (
        await as.user('buyer')('PUT', `user/${String(user!.id)}/change-password`, {
          password: 'Given#2026',
          password_confirmation: 'Given#2026',
        })
      ).status,
    ).toBe(403)
  })

  // G50: the first password is the birth date where the feature is on.
  test('a new user without a password signs in with their birth date', async () => {
    const admin = as.user('admin')
    await admin('POST', 'features/install', { name: 'password_birthday_default' })
    const [role] = (await admin('GET', 'user_role/paginate?search=buyer')).body.data as Row[]
    const [branch] = (await admin('GET', 'branch/paginate')).body.data as Row[]
    const made = await admin('POST', 'user', {
      username: 'newcomer',
      email: 'new@sess.example',
      first_name: 'New',
      last_name: 'Comer',
      birth_at: '1995-02-03',
      user_role_id: role!.id,
      branch_id: branch!.id,
    })
    expect(made.status).toBe(200)
    const signed = (await as.public('POST', 'login', { username: 'newcomer', password: '19950203', company_code: 'SESS' })).body.data as Row
    expect(signed).toMatchObject({ must_change_password: true })
    await admin('POST', 'features/uninstall', { name: 'password_birthday_default' })
  })

  // E117 E118
  test('deactivating a user ends their sessions; users cannot deactivate themselves', async () => {
    const admin = as.user('admin')
    const token = await as.fresh('hr')
    const [user] = (await admin('GET', 'user/paginate?search=hr')).body.data as Row[]
    expect((await admin('PUT', `user/${String(user!.id)}`, { is_active: false })).status).toBe(200)
    expect((await as.withToken(token)('GET', 'validate')).status).toBe(401)
    const me = ((await admin('GET', 'validate')).body.user as Row).id
    expect((await admin('PUT', `user/${String(me)}`, { is_active: false })).body.rule).toBe('E_OWN_ACCOUNT')
    expect((await admin('PUT', `user/${String(me)}`, { is_developer: true })).status).toBe(400)
  })

  // S185 S186 S187 S192
  test('during maintenance only users who can end it are admitted', async () => {
    const admin = as.user('admin')
    const [company] = (await admin('GET', 'company')).body.data as Row[]
    const set = (on: boolean) => admin('PUT', `company/${String(company!.id)}`, { is_maintenance: on })
    expect((await set(true)).status).toBe(200)
    expect((await as.user('buyer')('GET', 'validate')).body).toMatchObject({ valid: true, maintenance: true })
    expect((await as.user('buyer')('GET', 'supplier/paginate')).status).toBe(503)
    expect((await as.user('buyer')('POST', 'todo', { title: 'x' })).status).toBe(503)
    expect((await as.public('POST', 'login', { username: 'buyer', password: 'Demo#2026', company_code: 'SESS' })).body.data).toMatchObject({
      maintenance: true,
    })
    expect((await set(false)).status).toBe(200)
    expect((await as.user('buyer')('GET', 'supplier/paginate')).status).toBe(200)
  })
})

test('times of a company are in the time zone set by its administrator', async () => {
  const admin = as.user('admin')
  const [company] = (await admin('GET', 'company')).body.data as Row[]
  const choose = async (name: string) => {
    const [zone] = (await admin('GET', `time_zone/paginate?filter[iana_name]=${name}`)).body.data as Row[]
    return admin('PUT', `company/${String(company!.id)}`, { time_zone_id: zone!.id })
  }
  const timeZone = async () => ((await as.user('buyer')('GET', 'validate')).body.company as Row).time_zone
  expect(await timeZone()).toBe('Asia/Manila')
  expect((await choose('America/New_York')).status).toBe(200)
  expect(await timeZone()).toBe('America/New_York')
  // The other company keeps its own.
  expect(((await createClient(instance.server, 'SESB').user('buyer')('GET', 'validate')).body.company as Row).time_zone).toBe('Asia/Manila')
  expect((await choose('Asia/Manila')).status).toBe(200)
  expect(await timeZone()).toBe('Asia/Manila')
})

test('hostile requests get an error in the common format', async () => {
  const broken = await instance.server.app.http.inject({
    method: 'POST',
    url: '/api/v1/login',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  expect(broken.statusCode).toBe(400)
  expect(broken.json()).toMatchObject({ success: false, code: 10001 })
  expect((await instance.server.app.http.inject({ url: '/ready' })).statusCode).toBe(200)
})
