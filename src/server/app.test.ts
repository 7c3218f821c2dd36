import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, createApp } from './app.ts'
import { hashPassword } from './auth/passwords.ts'
import { registerCompany } from './companies/registry.ts'
import type { Services } from './context.ts'
import { createClock, type Database, openDatabase } from './db/index.ts'

let app: App
let database: Database
const clock = createClock({ start: '2026-01-05T01:00:00Z', frozen: true })
beforeAll(async () => {
  database = await openDatabase(process.env.TEST_DATABASE_URL ? { url: process.env.TEST_DATABASE_URL } : {})
  await database.db.query('DROP SCHEMA IF EXISTS platform CASCADE; DROP SCHEMA IF EXISTS co_tst CASCADE; CREATE SCHEMA co_tst')
  app = await createApp({
    database,
    clock,
    webDir: '/nowhere',
    services: {} as Services,
    modules: async () => new Map(),
    settings: async () => ({}),
    profile: async (company) => ({ company: { code: company.code } }),
    routes: () => undefined,
  })
  await registerCompany(database.db, { code: 'TST', name: 'Test' })
  await database.db.query(`
    CREATE TABLE co_tst."user" (id bigint PRIMARY KEY, username text, name text, password text, password_changed boolean, branch_id bigint, branch_ids bigint[], is_developer boolean, is_active boolean, user_role_id bigint, last_login_at timestamptz, version int DEFAULT 1, updated_at timestamptz);
    CREATE TABLE co_tst.user_role (id bigint PRIMARY KEY, name text, access_codes text[], is_active boolean);
    CREATE TABLE co_tst.application (id bigint PRIMARY KEY, subdomain text, is_active boolean);
    CREATE TABLE co_tst.module (id bigint PRIMARY KEY, name text, permission_codes text[], is_active boolean);
    CREATE TABLE co_tst.user_role__apps (parent_id bigint, line_no int, application_id bigint, sort_order int, is_enabled boolean);
    CREATE TABLE co_tst.user_role__modules (parent_id bigint, application_id bigint, module_id bigint, permission_codes text[], is_enabled boolean);
    CREATE TABLE co_tst.user_permission (user_id bigint, module_id bigint, action text, effect text)`)
  await database.db.query('INSERT INTO co_tst."user" (id, username, password) VALUES (1, \'ana\', $1)', [await hashPassword('Demo#2026')])
})
afterAll(async () => {
  await app.close()
  await database.close()
})
const login = (password: string, username = 'ana') =>
  app.http.inject({ method: 'POST', url: '/api/v1/login', payload: { username, password, company_code: 'TST' } })
const validate = (token: string, code = 'TST') =>
  app.http.inject({ url: '/api/v1/validate', headers: { authorization: `Bearer ${token}`, 'x-company-code': code } })

test('a session lasts a day, in its own company, until it is closed', async () => {
  const { token } = (await login('Demo#2026')).json().data
  expect((await validate(token)).json()).toMatchObject({ success: true, valid: true, company: { code: 'TST' } })
  expect((await validate(token, 'OTHER')).statusCode).toBe(403)
  clock.advanceTo('2026-01-06T01:00:01Z')
  expect((await validate(token)).statusCode).toBe(401)
  const again = (await login('Demo#2026')).json().data.token
  await app.http.inject({ method: 'POST', url: '/api/v1/logout', headers: { authorization: `Bearer ${again}` } })
  expect((await validate(again)).statusCode).toBe(401)
})

test('the fifth failure locks a name, known or not, for 15 minutes', async () => {
  for (const name of ['ana', 'nobody']) {
    for (let count = 0; count < 5; count += 1) expect((await login('wrong', name)).statusCode).toBe(401)
    expect((await login('Demo#2026', name)).statusCode).toBe(429)
  }
  clock.advanceTo('2026-01-06T01:16:00Z')
  expect((await login('Demo#2026')).statusCode).toBe(200)
})

test('hostile requests get an answer of the common form', async () => {
  const broken = await app.http.inject({
    method: 'POST',
    url: '/api/v1/login',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  })
  expect(broken.statusCode).toBe(400)
  expect(broken.json()).toMatchObject({ success: false, code: 10001 })
  expect((await app.http.inject({ url: '/api/v1/nothing' })).json()).toMatchObject({ success: false, code: 10004 })
  expect((await app.http.inject({ url: '/ready' })).statusCode).toBe(200)
})
