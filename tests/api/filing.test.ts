/** The `filing` workflow over HTTP: filed, returned, filed again, decided by the manager, processed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { asSystem } from '../../src/server/platform/auth/as-system.ts'
import { deliverNext } from '../../src/server/platform/notifications/outbox.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let h: Harness
let ana: Principal
let boss: Principal
let clerk: Principal

beforeAll(async () => {
  h = await startHarness(['fixture_filing', 'fixture_petition', 'employee', 'notification'], { code: 'FILE' })
  await h.database.db.query(
    `insert into "${h.company.schema}"."user" (id, username, name, is_active) overriding system value values (2, 'ana', 'Ana', true), (3, 'boss', 'Boss', true), (4, 'clerk', 'Clerk', true)`,
  )
  const settings = (await h.ctx()).settings as Record<string, unknown>
  settings['fixture_filing.approval_levels'] = [{ manager: true }]
  const chief = await h.employ('Boss', 3)
  const self = await h.employ('Ana', 2, chief)
  await h.database.db.query(`update "${h.company.schema}"."user" set employee_id = $1 where id = 2`, [self])
  const person = (user_id: number, username: string, employee_id: number | null, codes: string[]) =>
    principalOf(h.modules, { user_id, username, employee_id, grants: { fixture_filing: codes } })
  ana = person(2, 'ana', self, ['index', 'view', 'new', 'edit', 'void'])
  boss = person(3, 'boss', chief, ['index', 'view', 'approval'])
  clerk = person(4, 'clerk', null, ['index', 'view', 'view_all', 'process'])
})
afterAll(() => h.close())

const file = async (): Promise<Row> =>
  (await h.call('POST', 'fixture_filing', { day: '2026-12-01', reason: 'Family matter' }, ana)).body.data
const act = (record: Row, action: string, as: Principal, body: Row = {}) =>
  h.call('POST', `fixture_filing/${String(record.id)}/${action}`, body, as)
const status = async (record: Row): Promise<unknown> =>
  ((await h.call('GET', `fixture_filing/${String(record.id)}`, undefined, clerk)).body.data as Row).status
const inbox = async (): Promise<unknown[]> =>
  ((await h.call('GET', 'fixture_filing/paginateForApproval', undefined, boss)).body.data as Row[]).map((row) => row.id)

const seen = async (as: Principal): Promise<unknown[]> =>
  ((await h.call('GET', 'fixture_filing/paginate', undefined, as)).body.data as Row[]).map((row) => row.id)

// proves: entity.leaders, entity.supervised
test('managers see submitted filings of their reports, but not drafts', async () => {
  const record = await file()
  expect([await seen(ana), await seen(boss)]).toEqual([[record.id], []])
  await act(record, 'post', ana)
  await act(record, 'void', ana, { void_reason: 'a mistake' })
  expect([await seen(boss), await inbox()]).toEqual([[record.id], []])
  expect((await h.call('PUT', `fixture_filing/${String(record.id)}`, { reason: 'x' }, boss)).status).toBe(403)
})

// S347: the flow of every filing is the template that this one has
test('a filing is submitted, returned, submitted again, approved and processed', async () => {
  const record = await file()
  expect(record).toMatchObject({ status: 'draft', employee: { name: 'Ana' } })
  expect(await inbox()).toEqual([])
  expect((await act(record, 'post', ana)).status).toBe(200)
  expect(await inbox()).toEqual([record.id])
  expect((await act(record, 'approve', ana)).status).toBe(403)

  expect((await act(record, 'return', boss, { returned_reason: 'Which day exactly?' })).status).toBe(200)
  while (await deliverNext(asSystem(await h.ctx(), 'delivering notifications')));
  const [note] = await h.database.db.query(`select detail from "${h.company.schema}".notification where user_id = 2 order by id desc`)
  expect(note).toEqual({ detail: 'Which day exactly?' })
  expect(await inbox()).toEqual([])
  expect((await h.call('PUT', `fixture_filing/${String(record.id)}`, { day: '2026-12-02' }, ana)).status).toBe(200)
  expect((await act(record, 'resubmit', ana)).body.data).toMatchObject({ status: 'posted', day: '2026-12-02' })
  expect(await inbox()).toEqual([record.id])

  expect((await act(record, 'process', clerk)).body.rule).toBe('E_STATE')
  expect((await act(record, 'approve', boss)).status).toBe(200)
  expect([await status(record), await inbox()]).toEqual(['approved', []])
  expect((await act(record, 'process', clerk)).status).toBe(200)
  expect((await act(record, 'void', ana, { void_reason: 'changed my mind' })).body.rule).toBe('E_STATE')
})

test('a disapproved filing is final; a pending one can be withdrawn by its owner', async () => {
  const refused = await file()
  await act(refused, 'post', ana)
  expect(Object.keys((await act(refused, 'disapprove', boss)).body.errors ?? {})).toEqual(['disapproved_reason'])
  expect((await act(refused, 'disapprove', boss, { disapproved_reason: 'Too many away' })).status).toBe(200)
  expect((await act(refused, 'resubmit', ana)).body.rule).toBe('E_STATE')

  const ownFiling = await file()
  await act(ownFiling, 'post', ana)
  expect((await act(ownFiling, 'void', ana, { void_reason: 'not needed' })).body.data).toMatchObject({ status: 'voided' })
  expect(await inbox()).toEqual([])
})

test('a filing without a possible approver cannot be submitted', async () => {
  const as = principalOf(h.modules, {
    user_id: 2,
    username: 'ana',
    employee_id: ana.employee_id,
    grants: { fixture_petition: ['index', 'view', 'new', 'edit'] },
  })
  const { body } = await h.call('POST', 'fixture_petition', { day: '2026-12-01', reason: 'Family matter' }, as)
  const post = () => h.call('POST', `fixture_petition/${String((body.data as Row).id)}/post`, {}, as)
  const s = `"${h.company.schema}"`
  const grant = (role: number) =>
    h.database.db.query(
      `insert into ${s}.user_role__modules (parent_id, module_id, application_id, permission_codes, is_enabled)
       select $1::bigint, id, application_id, '{index,view,approval}', true from ${s}.module where name = 'fixture_petition'`,
      [role],
    )
  // A manager without the right to approve is named.
  expect((await post()).body).toMatchObject({
    rule: 'E_APPROVAL',
    message: expect.stringMatching(/Boss cannot approve fixture petitions\. Ask an administrator to grant it/),
  })
  await h.database.db.query(
    `insert into ${s}.user_role (id, code, name, is_active) overriding system value values (76, 'LEAD', 'Lead', true)`,
  )
  await h.database.db.query(`update ${s}."user" set user_role_id = 76 where id = 3`)
  await grant(76)
  expect((await post()).body).toMatchObject({
    rule: 'E_APPROVAL',
    message: expect.stringMatching(/no other active user has the role GHOST/),
  })
  // The one who prepared it does not count, and the role goes by its code.
  await h.database.db.query(
    `insert into ${s}.user_role (id, code, name, is_active) overriding system value values (77, 'GHOST', 'Wraith', true)`,
  )
  await h.database.db.query(`update ${s}."user" set user_role_id = 77 where id = 2`)
  expect((await post()).body.rule).toBe('E_APPROVAL')
  await h.database.db.query(`update ${s}."user" set user_role_id = 77 where id = 4`)
  expect((await post()).body.message).toMatch(/no one with the role GHOST can approve fixture petitions\. Ask an administrator to grant it/)
  await grant(77)
  expect((await post()).status).toBe(200)
})
