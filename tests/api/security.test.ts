/**
 * Attacks from outside: guessing, forging, smuggling, listening. Fixation, lockout, wrong, late and used codes, and
 * the end of sessions are proved in `session.test.ts`; names of backups in `backup.test.ts`; kinds of uploads in
 * `platform.test.ts`; odd values of every kind in `hostile*.test.ts`; rights in `security-rights.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { createEvents } from '../../src/server/events/index.ts'
import type { Db } from '../../src/server/platform/context.ts'
import type { Database } from '../../src/server/platform/db/index.ts'
import { type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
const log: string[] = []
/** Texts that must not be in any line of the log. */
const secrets = new Set(['Demo#2026', 'Wrong#2026', '$argon2'])

beforeAll(async () => {
  instance = await startInstance('security', ['SECU'], {
    frozenClock: true,
    logger: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
  })
  as = createClient(instance.server, 'SECU')
})
afterAll(() => instance.stop())

const minutes = (n: number) => instance.server.clock.advanceTo(new Date(instance.server.clock.now().getTime() + n * 60_000).toISOString())
const signIn = (username: string, password = 'Wrong#2026', headers: Record<string, string> = {}) =>
  as.public('POST', 'login', { username, password, company_code: 'SECU' }, headers)
const inject = (options: {
  method?: 'GET' | 'POST' | 'OPTIONS' | 'HEAD'
  url: string
  headers?: Record<string, string>
  payload?: string
}) => instance.server.app.http.inject(options)
const mails = (): string[] => {
  const folder = join(instance.config.dataDir, 'mail')
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
}

describe('guessing', () => {
  test('passwords, all at once and from many addresses, ends after five attempts', async () => {
    const tries = await Promise.all(
      Array.from({ length: 25 }, (_, n) => signIn('hr', 'Wrong#2026', { 'x-forwarded-for': `10.0.0.${n}`, 'x-real-ip': `10.0.1.${n}` })),
    )
    expect(tries.filter((answer) => answer.status === 401)).toHaveLength(5)
    expect(tries.filter((answer) => answer.status === 429)).toHaveLength(20)
    expect((await signIn('hr', 'Demo#2026')).body.message).toBe('Too many failed attempts. Please try again later.')
    minutes(16)
  })

  test('a name gets the same answer and takes the same time whether or not the account exists', async () => {
    const time = async (username: string) => {
      const begin = performance.now()
      const { status, body } = await signIn(username)
      return { ms: performance.now() - begin, said: JSON.stringify([status, body]) }
    }
    await time('cashier')
    const [known, unknown] = [[await time('payroll')], [await time('nobody1')]]
    for (let n = 2; n < 5; n++) {
      known.push(await time('payroll'))
      unknown.push(await time('nobody1'))
    }
    expect(new Set([...known, ...unknown].map((entry) => entry.said)).size).toBe(1)
    const [fastest, other] = [known, unknown].map((list) => Math.min(...list.map((entry) => entry.ms)))
    expect(fastest! / other!).toBeGreaterThan(0.3)
    expect(fastest! / other!).toBeLessThan(3.3)
    minutes(16)
  })

  test('recovery codes are limited for each name, known or not, and an account allows few wrong ones', async () => {
    const request = (usernameEmail: string) => as.public('POST', 'forgot_password_request', { company_code: 'SECU', usernameEmail })
    const verify = (user_id: unknown, otp: string) => as.public('POST', 'forgot_password_request/verify-otp', { user_id, otp })
    for (const name of ['timekeeper', 'nobody2']) {
      const answers = []
      for (let n = 0; n < 7; n++) answers.push((await request(name)).status)
      expect([name, ...answers]).toEqual([name, 200, 200, 200, 200, 200, 200, 429])
    }
    // Twenty wrong ones, over several codes; then even the right one is not taken.
    await vi.waitFor(() => expect(mails().filter((mail) => mail.includes('To: timekeeper@'))).toHaveLength(6), { timeout: 10_000 })
    minutes(61)
    let last: { id: unknown; otp: string } | undefined
    for (let n = 0; n < 5; n++) {
      const { user_id } = (await request('timekeeper')).body.data as Row
      const mail = await vi.waitFor(
        () => {
          const found = mails().filter((name) => name.includes('To: timekeeper@'))
          if (found.length < 7 + n) throw new Error('no mail yet')
          return found.at(-1)!
        },
        { timeout: 10_000 },
      )
      const otp = /code is (\d{6})/.exec(mail)![1]!
      secrets.add(otp)
      const wrong = otp === '111111' ? '222222' : '111111'
      if (n < 4) for (let guess = 0; guess < 5; guess++) await verify(user_id, wrong)
      last = { id: user_id, otp }
      minutes(1)
    }
    expect((await verify(last!.id, last!.otp)).body.rule).toBe('E_OTP_WRONG')
    minutes(61)
    const again = (await request('timekeeper')).body.data as Row
    const otp = await vi.waitFor(
      () => {
        const found = mails().filter((mail) => mail.includes('To: timekeeper@'))
        if (found.length < 12) throw new Error('no mail yet')
        return /code is (\d{6})/.exec(found.at(-1)!)![1]!
      },
      { timeout: 10_000 },
    )
    const { token } = (await verify(again.user_id, otp)).body.data as { token: string }
    secrets.add(token)
    // The token is of this request: another request's id opens nothing with it.
    const fresh = { password: 'Fresh#2026x', confirm_password: 'Fresh#2026x' }
    const reset = (user_id: unknown, given: string) =>
      as.public('POST', 'forgot_password_request/reset-password', { user_id, token: given, ...fresh })
    secrets.add('Fresh#2026x')
    expect((await reset(last!.id, token)).body.rule).toBe('E_RESET_EXPIRED')
    expect((await reset(again.user_id, '')).body.rule).toBe('E_RESET_EXPIRED')
    expect((await reset(again.user_id, token)).status).toBe(200)
    await vi.waitFor(async () => {
      const trail = (await as.user('admin')('GET', 'audit_trail/paginate?filter[action]=password_reset')).body.data as Row[]
      expect(trail).toHaveLength(1)
    })
  })

  test('one address has few attempts in a minute, whatever its headers say, and gets the reason', async () => {
    const small = await startInstance('security_limit', ['LIMI'], { requestsPerMinute: 300 })
    const defaultPort = await small.server.app.http.inject({
      url: '/api/v1/instance/has_instance',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
    })
    expect(defaultPort.json().data.api_base).toBe('http://localhost:80/api/v1')
    const client = createClient(small.server, 'LIMI')
    const body = (username: string) => ({ username, password: 'Wrong#2026', company_code: 'LIMI' })
    const answers = []
    for (let n = 0; n < 5; n++) answers.push(await client.public('POST', 'login', body(`name${n}`), { 'x-forwarded-for': `10.9.9.${n}` }))
    await small.stop()
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 429, 429])
    expect(answers[4]!.body).toEqual({ success: false, code: 10008, message: 'Too many requests. Please wait a moment and try again.' })
    expect(answers[4]!.headers).toMatchObject({ 'retry-after': expect.anything() })
  })
})

describe('tokens', () => {
  test('are accepted in the header only, are long and random, and are stored as hashes', async () => {
    const token = await as.fresh('buyer')
    secrets.add(token)
    for (const headers of [
      { cookie: `token=${token}` },
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token}x` },
      { authorization: `Bearer ${token.slice(0, -1)}` },
    ] as Record<string, string>[])
      expect((await as.public('GET', 'supplier/paginate', undefined, headers)).status).toBe(401)
    // Not in the address, where logs and histories would keep it.
    const other = await as.fresh('buyer')
    expect((await as.public('GET', `supplier/paginate?token=${other}&access_token=${other}`)).status).toBe(401)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(await as.fresh('buyer')).not.toBe(token)
    const stored = await instance.server.database.db.query<{ found: boolean }>(
      `SELECT bool_or(to_jsonb(s)::text LIKE '%' || $1 || '%') AS found FROM platform.session s`,
      [token],
    )
    expect(stored[0]!.found).toBe(false)
  })

  test('after signing out it opens nothing', async () => {
    const token = await as.fresh('buyer')
    secrets.add(token)
    const stolen = as.withToken(token)
    const open = [
      'validate',
      'supplier/paginate',
      'landing/',
      'notification/paginate',
      'meta/navigation',
      'supplier/exportCSV',
      'chatbot/history',
    ]
    for (const url of open) expect([url, (await stolen('GET', url)).status]).toEqual([url, 200])
    expect((await stolen('POST', 'logout')).status).toBe(200)
    for (const url of [...open, 'events', 'files/1']) expect([url, (await stolen('GET', url)).status]).toEqual([url, 401])
    expect((await stolen('POST', 'todo', { title: 'x' })).status).toBe(401)
    expect((await stolen('POST', 'logout')).status).toBe(401)
  })
})

test('event streams end with the session', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const open = { id: 7 }
  const db = { query: async () => [open] } as unknown as Db
  const hub = await createEvents(
    { db, listen: async () => async () => undefined } as unknown as Database,
    instance.server.clock,
    () => undefined,
  )
  const ended: number[] = []
  for (const session_id of [7, 8]) {
    const response = { write: () => true, end: () => void ended.push(session_id) } as unknown as ServerResponse
    hub.add({ company: 'SECU', user_id: 1, session_id, response })
  }
  await vi.advanceTimersByTimeAsync(25_000)
  vi.useRealTimers()
  expect(ended).toEqual([8])
  await hub.stop()
})

describe('other origins', () => {
  test('get nothing: no answer names an origin, and a cookie alone does not authenticate', async () => {
    const token = await as.token('buyer')
    secrets.add(token)
    const foreign = { origin: 'https://evil.example', cookie: `token=${token}` }
    for (const options of [
      { url: '/api/v1/supplier/paginate', headers: { ...foreign, authorization: `Bearer ${token}` } },
      { url: '/api/v1/companies', headers: foreign },
      {
        method: 'OPTIONS' as const,
        url: '/api/v1/supplier',
        headers: { ...foreign, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      },
      { method: 'POST' as const, url: '/api/v1/todo', headers: { ...foreign, 'content-type': 'text/plain' }, payload: '{"title":"x"}' },
      {
        method: 'POST' as const,
        url: '/api/v1/todo',
        headers: { ...foreign, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'title=x',
      },
    ]) {
      const answer = await inject(options)
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
      expect(answer.headers['set-cookie']).toBeUndefined()
      if (options.method) expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    }
  })

  test('every kind of response has its security headers, and none names the server software', async () => {
    const authorization = `Bearer ${await as.token('buyer')}`
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    const picture = (await as.upload(await as.token('buyer'), 'files', { file: { name: 'a.png', body: png } })).body.data as Row
    const text = (await as.upload(await as.token('buyer'), 'files', { file: { name: 'a.csv', body: Buffer.from('a,b') } })).body.data as Row
    const kinds: Record<string, Parameters<typeof inject>[0]> = {
      page: { url: '/login', headers: { accept: 'text/html' } },
      'unknown page': { url: '/no/such/page', headers: { accept: 'text/html' } },
      data: { url: '/api/v1/supplier/paginate', headers: { authorization } },
      public: { url: '/api/v1/companies' },
      unauthorized: { url: '/api/v1/supplier/paginate' },
      forbidden: { url: '/api/v1/user/paginate', headers: { authorization } },
      missing: { url: '/api/v1/no/such/thing', headers: { authorization } },
      invalid: { method: 'POST', url: '/api/v1/login', headers: { 'content-type': 'application/json' }, payload: '{' },
      kind: { method: 'POST', url: '/api/v1/todo', headers: { authorization, 'content-type': 'application/xml' }, payload: '<a/>' },
      export: { url: '/api/v1/supplier/exportCSV', headers: { authorization } },
      picture: { url: `/api/v1/files/${String(picture.id)}`, headers: { authorization } },
      file: { url: `/api/v1/files/${String(text.id)}`, headers: { authorization } },
      qr: { url: '/api/v1/instance/mobile-qr' },
      health: { url: '/health' },
      asset: { url: '/no/such/asset.js' },
    }
    for (const [kind, options] of Object.entries(kinds)) {
      const { headers, payload } = await inject(options)
      expect(headers, kind).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': expect.stringMatching(/max-age=31536000/),
      })
      for (const name of ['server', 'x-powered-by']) expect(headers[name], kind).toBeUndefined()
      if (options.url.startsWith('/api/')) {
        expect(headers['content-security-policy'], kind).toBe("default-src 'none'; frame-ancestors 'none'")
        expect(headers['cache-control'], kind).toBe(kind === 'picture' ? 'private, max-age=3600' : 'no-store')
      }
      if (kind === 'picture') expect(String(headers.vary).toLowerCase()).toContain('authorization')
      expect(payload, kind).not.toMatch(/node_modules|src\/server|co_secu|\bat \w+ \(|postgres|fastify/i)
    }
    const policy = String((await inject({ url: '/login', headers: { accept: 'text/html' } })).headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe-|\*|https?:/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    const again = String((await inject({ url: '/login', headers: { accept: 'text/html' } })).headers['content-security-policy'])
    expect(/nonce-[^']+/.exec(again)![0]).not.toBe(/nonce-[^']+/.exec(policy)![0])
  })
})

describe('injection', () => {
  test('line breaks in names and addresses add no headers to mails', async () => {
    const admin = as.user('admin')
    const me = as.user('approver')
    const id = String(((await me('GET', 'validate')).body.user as Row).id)
    for (const email of ['a@b.ph\r\nBcc: x@evil.example', 'a@b.ph, x@evil.example', 'a@b.ph\nSubject: hi', '"a b"@c.ph>\r\nX: y'])
      expect([email, (await me('PUT', `profile/${id}`, { email })).status]).toEqual([email, 400])
    await me('PUT', `profile/${id}`, { first_name: 'Au\r\nBcc: x@evil.example' })
    await me('POST', 'support_ticket', {
      subject: 'Help\r\nBcc: x@evil.example',
      description: 'x\r\n.\r\nMAIL FROM',
      contact_email: 'a@b.ph',
    })
    expect(
      (await me('POST', 'support_ticket', { subject: 'x', description: 'y', contact_email: 'a@b.ph\r\nBcc: x@evil.example' })).status,
    ).toBe(400)
    await as.public('POST', 'forgot_password_request', { company_code: 'SECU', usernameEmail: 'approver' })
    const mail = await vi.waitFor(
      () => {
        const found = mails().find((name) => name.includes('To: approver@'))
        if (!found) throw new Error('no mail yet')
        return found
      },
      { timeout: 10_000 },
    )
    const head = mail.slice(0, mail.indexOf('\r\n\r\n'))
    expect(head).not.toMatch(/^(bcc|cc):/im)
    expect(mails().join('')).not.toMatch(/^To:.*evil/im)
    expect((await admin('GET', 'user/paginate?search=approver')).status).toBe(200)
  })

  test('files are identified by their content, and are never shown as executable content', async () => {
    const token = await as.token('buyer')
    const send = (name: string, body: Buffer | string) => as.upload(token, 'files', { file: { name, body: Buffer.from(body) } })
    const script = '<script>alert(1)</script>'
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    for (const [name, body] of [
      ['a.html.png', script],
      ['a.png.html', script],
      ['a.svg.png', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['a.pdf.exe', 'MZ\u0090\u0000'],
      ['a.xlsx', '<html/>'],
      ['a.txt\u0000.html', script],
      ['a.htm', script],
      ['a.xhtml', script],
      ['a.js', 'alert(1)'],
      ['a.html', Buffer.concat([png, Buffer.from(script)])],
      ['a.pdf.htm', `%PDF-1.4\n${script}`],
      ['a.txt', Buffer.from([0x4d, 0x5a, 0x00])],
    ] as const)
      expect([name, (await send(name, body)).status]).toEqual([name, 400])
    // Pictures with a page inside, text that is a page, names that look like two things: kept, and never run.
    for (const [name, body, type] of [
      ['a.html.png', Buffer.concat([png, Buffer.from(script)]), 'image/png'],
      ['picture', png, 'image/png'],
      ['page.html.txt', script, 'text/plain'],
      ['a%22; filename=%22b.html.csv', script, 'text/csv'],
      ['a.php.pdf', `%PDF-1.4\n${script}`, 'application/pdf'],
      ['..\\..\\a.json', '{"a":1}', 'application/json'],
    ] as const) {
      const sent = await send(name, body)
      expect([name, sent.status, sent.body.message]).toEqual([name, 200, undefined])
      const stored = sent.body.data as Row
      const back = await as.withToken(token)('GET', `files/${String(stored.id)}`)
      expect(String(back.headers['content-type']).split(';')[0], name).toBe(type)
      expect(back.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("'none'"),
      })
      const disposition = String(back.headers['content-disposition'])
      expect(disposition).toMatch(/^(inline|attachment); filename\*=UTF-8''[A-Za-z0-9%._!~*'()-]+$/)
      if (type.startsWith('text/') || type.endsWith('json')) expect(disposition).toMatch(/^attachment/)
      // No other user can open it before it belongs to a record.
      expect((await as.user('sales')('GET', `files/${String(stored.id)}`)).status).toBe(404)
    }
  })

  test('the server never calls an address that users enter', async () => {
    const called = vi.spyOn(globalThis, 'fetch')
    const admin = as.user('admin')
    const inside = 'http://169.254.169.254/latest/meta-data/'
    const [company] = (await admin('GET', 'company')).body.data as Row[]
    await admin('PUT', `company/${String(company!.id)}`, { website: inside, logo: inside })
    await admin('POST', 'support_ticket', { subject: 'x', description: inside, page_url: inside })
    for (const key of ['chat_url', 'CHAT_URL', 'mail_url', 'files_url'])
      expect((await admin('PATCH', 'settings', { [key]: inside })).body.errors).toEqual({ [key]: ['There is no such setting.'] })
    await as.user('developer')('POST', 'developer_console/smtp/test', { email: `a@[169.254.169.254]` })
    for (const website of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])
      await admin('PUT', `company/${String(company!.id)}`, { website })
    expect(called).not.toHaveBeenCalled()
    called.mockRestore()
  })
})

test('the log records requests and faults, and contains no password, token or code', async () => {
  const { db } = instance.server.database
  const token = await as.fresh('accountant')
  secrets.add(token)
  const schema = (await db.query<{ schema_name: string }>(`SELECT schema_name FROM platform.company WHERE code = 'SECU'`))[0]!.schema_name
  const { password } = (
    await as.user('admin')('POST', 'user/generate-password', {
      user_id: ((await as.user('admin')('GET', 'user/paginate?search=cashier')).body.data as Row[])[0]!.id,
    })
  ).body.data as { password: string }
  secrets.add(password)
  // A fault in the middle of changing a password.
  await db.query(`ALTER TABLE "${schema}"."user" RENAME COLUMN password_changed TO hidden_for_a_moment`)
  secrets.add('Newer#2026x')
  const failed = await as.withToken(token)('PATCH', 'user/password/change', {
    password: 'Newer#2026x',
    password_confirmation: 'Newer#2026x',
  })
  await db.query(`ALTER TABLE "${schema}"."user" RENAME COLUMN hidden_for_a_moment TO password_changed`)
  expect([failed.status, failed.body]).toEqual([
    500,
    {
      success: false,
      message: 'Sorry something went wrong with our server.',
      code: 10010,
      reference_id: expect.stringMatching(/^[0-9A-F]{8}$/),
    },
  ])
  const text = log.join('\n')
  expect(text).toContain(failed.body.reference_id)
  // The log also says who tried a forbidden action; and a caller cannot forge a line of it.
  await as
    .user('buyer')('GET', 'user/paginate?search=x%0A%7B%22level%22%3A30%7D', undefined, { 'user-agent': 'a\n{"level":30}' })
    .catch(() => undefined)
  const refusals = await vi.waitFor(() => {
    const found = log
      .map((line) => JSON.parse(line) as Row)
      .filter((line) => line.msg === 'refused' && line.status === 403 && line.company === 'SECU')
    if (!found.length) throw new Error('not yet')
    return found
  })
  expect(refusals.at(-1)).toMatchObject({ user_id: expect.any(Number), ip: '127.0.0.1' })
  expect(text).toContain('"url":"/api/v1/login"')
  for (const secret of secrets) expect([secret.slice(0, 3), text.includes(secret)]).toEqual([secret.slice(0, 3), false])
})
