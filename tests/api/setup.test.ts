/** An empty instance: the licence, the first company, its first user; and an instance that was given a public key. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { renderSVG } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { ROLE_TEMPLATES } from '../../src/server/companies/role-templates.ts'
import { instanceSecret } from '../../src/server/platform/auth/secret.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { type Client, createClient } from './client.ts'
import { ownConfig } from './instance.ts'
import { productStore } from './template.ts'

const KEY = 'ABCDE-12345-FGHIJ-67890-KLMNO'
const keys = generateKeyPairSync('ed25519')
const signature = sign(null, Buffer.from(KEY), keys.privateKey).toString('base64')

let server: Server
let as: Client
let drop: () => Promise<void>
beforeAll(async () => {
  const { config, drop: away } = await ownConfig('setup')
  drop = away
  const licensePublicKey = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  server = await createServer({ config: { ...config, licensePublicKey }, store: productStore(), requestsPerMinute: 1_000_000 })
  as = createClient(server, 'FIRST')
})
afterAll(async () => {
  await server.close()
  await drop()
})

const setup = (more: Row = {}) =>
  as.public('POST', 'instance/setup', {
    license_key: KEY,
    signature,
    company: { code: 'first', name: 'First Trading' },
    user: {
      first_name: 'Ana',
      last_name: 'Reyes',
      username: 'ana',
      email: 'ana@first.example',
      password: 'Demo#2026',
      password_confirmation: 'Demo#2026',
    },
    ...more,
  })

// S15 S16 S203 S204 E13 E14
test('asks once for a key, a company and an administrator', async () => {
  expect((await as.public('GET', 'instance/has_instance')).body).toMatchObject({
    has_instance: false,
    needs_setup: true,
    signature_required: true,
    api_base: expect.stringMatching(/\/api\/v1$/),
  })
  expect((await as.public('GET', 'companies')).body.data).toEqual([])
  for (const body of [
    {},
    { license_key: 'abc' },
    { license_key: KEY },
    { license_key: KEY, signature: 'AAAA' },
    { license_key: KEY.replace('A', 'B'), signature },
  ])
    expect((await as.public('POST', 'instance/validate_key', body)).body).toMatchObject({
      message: 'Please enter license key',
      errors: { license_key: ['Please enter license key'] },
    })
  expect((await as.public('POST', 'instance/validate_key', { license_key: KEY, signature })).body).toMatchObject({ valid: true })
  const refused = await setup({ company: { code: '1x' }, user: { username: 'A', password: 'weak' } })
  expect(Object.keys(refused.body.errors as Row).sort()).toEqual(
    [
      'company.code',
      'company.name',
      'user.email',
      'user.first_name',
      'user.last_name',
      'user.password',
      'user.password_confirmation',
      'user.username',
    ].sort(),
  )
  expect((await as.public('GET', 'companies')).body.data).toEqual([])

  const [first, two] = await Promise.all([setup(), setup({ company: { code: 'SECOND', name: 'Second' } })])
  expect([first.status, two.status].sort()).toEqual([200, 403])
  const [company] = (await as.public('GET', 'companies')).body.data as Row[]
  const token = (
    (await as.public('POST', 'login', { username: 'ana', password: 'Demo#2026', company_code: company!.code })).body.data as Row
  ).token as string
  const me = as.withToken(token)
  const { applications } = (await me('GET', 'validate')).body as unknown as { applications: Row[] }
  expect(applications.map((application) => application.subdomain)).toEqual([
    'command',
    'talent',
    'employee_portal',
    'resource',
    'revenue',
    'procurement',
    'financial',
    'media',
  ])
  // S418 S419: versions as the specification states them.
  expect(Object.fromEntries(applications.map((application) => [application.subdomain, application.version]))).toMatchObject({
    talent: '2.2.0',
    employee_portal: '2.2.0',
    media: '2.2.0',
  })
  // Everyone but the administrator begins with a role of the product, and none has to be built by hand.
  const roles = (await me('GET', 'user_role/paginate?per_page=50')).body.data as Row[]
  expect(roles.map(({ code }) => code)).toEqual(expect.arrayContaining(['ADMIN', ...ROLE_TEMPLATES.map(({ code }) => code)]))
  expect(roles.filter(({ code }) => code === 'ADMIN')).toHaveLength(1)
  expect(roles.filter(({ is_default }) => is_default).map(({ code }) => code)).toEqual(['EMPLOYEE'])
  expect((await me('POST', 'brand', { code: 'A', name: 'A' })).status).toBe(200)
  expect((await me('POST', 'user', { username: 'x' })).status).toBe(400)
  expect((await me('GET', 'instance/paginate')).body.data).toMatchObject([
    {
      status: 'Active',
      license_key: KEY,
      licensee: expect.any(String),
      seats: null,
      host: 'localhost:80',
      api_base: 'http://localhost:80/api/v1',
    },
  ])
  expect((await setup()).status).toBe(403)

  const code = await as.public('GET', 'instance/mobile-qr')
  expect([code.status, code.headers['content-type']]).toEqual([200, 'image/svg+xml'])
  // The picture of exactly this text: where the server answers, and the key of the app.
  const key = createHmac('sha256', await instanceSecret(server.database.db))
    .update('mobile')
    .digest('base64url')
  expect(code.raw.toString()).toBe(renderSVG(JSON.stringify({ api: 'http://localhost:80/api/v1', key }), { border: 2 }))
})

test('a command adds another company, whose first user must change the password at the first sign-in', async () => {
  const user = { username: 'ben', email: 'ben@branch.example', first_name: 'Ben', last_name: 'Cruz' }
  await expect(server.addCompany({ code: (await server.companies())[0]!.code.toLowerCase(), name: 'Again', user })).rejects.toMatchObject({
    errors: { 'company.code': ['A company with this code already exists.'] },
  })
  await expect(server.addCompany({ code: '1x', name: 'Bad', user: { ...user, email: 'nobody' } })).rejects.toMatchObject({
    errors: { 'company.code': [expect.stringMatching(/^Use 2 to 20/)], 'user.email': ['Invalid email format'] },
  })
  const made = await server.addCompany({ code: 'branch', name: 'Branch Trading', user })
  expect(made).toMatchObject({ code: 'BRANCH', username: 'ben' })
  const enter = async (password: string) =>
    (await as.public('POST', 'login', { username: 'ben', password, company_code: 'BRANCH' })).body.data as Row
  const ben = as.withToken((await enter(made.password)).token as string)
  expect((await ben('GET', 'validate')).body).toMatchObject({ company: { name: 'Branch Trading' }, must_change_password: true })
  const changed = await ben('PATCH', 'user/password/change', {
    password: 'Mine#2026',
    password_confirmation: 'Mine#2026',
  })
  expect(changed.status).toBe(200)
  const again = as.withToken((await enter('Mine#2026')).token as string)
  expect((await again('GET', 'validate')).body).toMatchObject({ must_change_password: false })
})
