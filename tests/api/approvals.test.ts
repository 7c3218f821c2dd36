/** The users whose decision a record awaits, and who is notified of decisions. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { asSystem } from '../../src/server/platform/auth/as-system.ts'
import { createOutbox, deliverNext } from '../../src/server/platform/notifications/outbox.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

const CODES = ['index', 'view', 'new', 'edit', 'post', 'approval']
let h: Harness
let settings: Record<string, unknown>
const people: Record<string, Principal> = {}

beforeAll(async () => {
  h = await startHarness(['fixture_request', 'notification', 'employee'], { code: 'APR' })
  settings = (await h.ctx()).settings as Record<string, unknown>
  settings['fixture_request.requires_approval'] = true
  const roles = { clerk: 'clerk', head: 'head', one: 'director', two: 'director', audit: 'auditor' }
  const s = `"${h.company.schema}"`
  for (const [n, [name, role]] of Object.entries(roles).entries()) {
    await h.database.db.query(
      `with r as (insert into ${s}.user_role (code, name, is_active) select upper($1), 'The ' || $1, true where not exists (select 1 from ${s}.user_role where code = upper($1)) returning id)
       insert into ${s}."user" (id, username, name, is_active, user_role_id) overriding system value values ($2, $3, $3, true, coalesce((select id from r), (select id from ${s}.user_role where code = upper($1))))`,
      [role, n + 2, name],
    )
    people[name] = principalOf(h.modules, {
      user_id: n + 2,
      username: name,
      // Levels name roles by code; what people call them is theirs.
      role: `The ${role}`,
      role_code: role.toUpperCase(),
      grants: { fixture_request: CODES, notification: ['index', 'view'] },
    })
  }
})
afterAll(() => h.close())

const raise = async (amount: number): Promise<Row> =>
  (await h.call('POST', 'fixture_request', { amount, head_id: people.head!.user_id, branch_id: 1 }, people.clerk!)).body.data
const act = (record: Row, action: string, as: string, body: Row = {}) =>
  h.call('POST', `fixture_request/${String(record.id)}/${action}`, body, people[as]!)
/** Names of the users whose list contains the record. */
const seenBy = async (record: Row): Promise<string[]> => {
  const seen: string[] = []
  for (const [name, person] of Object.entries(people)) {
    const { body } = await h.call('GET', `fixture_request/paginate?id=${String(record.id)}`, undefined, person)
    if ((body.data as Row[]).length) seen.push(name)
  }
  return seen
}
const noticesOf = async (name: string): Promise<string[]> => {
  const { body } = await h.call('GET', 'notification/paginate?sort=id', undefined, people[name]!)
  return (body.data as Row[]).map((row) => String(row.title))
}
const system = async () => asSystem(await h.ctx(), 'delivering notifications')

// proves: workflow.transitions.*.approval, workflow.transitions.*.approval.levels, workflow.transitions.*.approval.levels[].field,
// proves: workflow.transitions.*.approval.levels[].role, workflow.transitions.*.approval.levels[].quorum, workflow.transitions.*.approval.setting, entity.owner
test('a pending record is shown only to the approvers of its level, level by level', async () => {
  const small = await raise(500)
  expect(await seenBy(small)).toEqual(['clerk', 'head'])
  expect((await act(small, 'approve', 'clerk')).body.rule).toBe('E_APPROVAL')
  expect((await act(small, 'approve', 'one')).status).toBe(404)
  expect((await act(small, 'approve', 'head')).status).toBe(200)
  expect(await seenBy(small)).toEqual(['clerk'])

  const large = await raise(5000)
  expect((await act(large, 'approve', 'head')).status).toBe(200)
  expect(await seenBy(large)).toEqual(['clerk', 'one', 'two'])
  expect((await act(large, 'approve', 'one')).status).toBe(200)
  expect((await act(large, 'approve', 'one')).body.rule).toBe('E_APPROVAL')
  expect((await act(large, 'approve', 'two')).status).toBe(200)
  expect(await seenBy(large)).toEqual(['clerk'])
  const { body } = await h.call('GET', `fixture_request/${String(large.id)}`, undefined, people.clerk!)
  expect(body.data).toMatchObject({ status: 'approved' })
})

// proves: workflow.transitions.*.approval.amount, workflow.transitions.*.approval.levels[].from_amount
test('a raised amount also requires the next level', async () => {
  const record = await raise(900)
  const { body } = await h.call('PUT', `fixture_request/${String(record.id)}`, { amount: 1000, version: record.version }, people.clerk!)
  expect(body.data).toMatchObject({ amount: 1000 })
  expect((await act(record, 'approve', 'head')).status).toBe(200)
  expect(await seenBy(record)).toEqual(['clerk', 'one', 'two'])
  expect((await act(record, 'disapprove', 'two', { disapproved_reason: 'not this year' })).status).toBe(200)
  expect(await seenBy(record)).toEqual(['clerk'])
})

// proves: workflow.transitions.*.approval.levels[].user_id
test('a company can name its approvers', async () => {
  settings['fixture_request.approval_levels'] = [{ user_id: people.two!.user_id }]
  const record = await raise(100)
  expect(await seenBy(record)).toEqual(['clerk', 'two'])
  expect((await act(record, 'approve', 'two')).status).toBe(200)
  delete settings['fixture_request.approval_levels']
})

// proves: workflow.transitions.*.approval.levels[].manager
test('a level can be the manager of the employee in the record', async () => {
  settings['fixture_request.approval_levels'] = [{ manager: true }]
  const boss = await h.employ('Boss', people.one!.user_id)
  await h.employ('Clerk', people.clerk!.user_id, boss)
  const record = await raise(100)
  expect(await seenBy(record)).toEqual(['clerk', 'one'])
  expect((await act(record, 'approve', 'one')).status).toBe(200)
  // The record of an employee without a manager awaits no particular user, and no one else can step in.
  const alone = (await h.call('POST', 'fixture_request', { amount: 1, branch_id: 1 }, people.head!)).body.data as Row
  expect(await seenBy(alone)).toEqual(['head'])
  delete settings['fixture_request.approval_levels']
})

test('an employee named in a field decides by their user account', async () => {
  settings['fixture_request.approval_levels'] = [{ field: 'buyer_id' }]
  const buyer_id = await h.employ('Buyer', people.two!.user_id)
  people.two = { ...people.two!, employee_id: buyer_id }
  const record = await h.make('fixture_request', { amount: 1, buyer_id, branch_id: 1, requested_by: people.clerk!.user_id })
  expect(await seenBy(record)).toEqual(['clerk', 'two'])
  expect((await act(record, 'approve', 'two')).status).toBe(200)
  delete settings['fixture_request.approval_levels']
})

// proves: notify, notify[].on, notify[].to, notify[].title
test('notifications are delivered once, also when the process dies after the commit', async () => {
  while (await deliverNext(await system()));
  const before = await noticesOf('clerk')
  const record = await raise(100)
  await act(record, 'approve', 'head')
  // No process delivered it: the outbox entry waits for the next one.
  expect(await noticesOf('clerk')).toEqual(before)
  const outbox = createOutbox(h.database.db, (error) => {
    throw error
  })
  await outbox.start(async () => [h.company], system)
  await outbox.stop()
  expect(await noticesOf('clerk')).toEqual([...before, `Fixture Request ${String(record.transaction_no)}: approved`])
  expect(await deliverNext(await system())).toBe(false)

  people.admin = h.admin
  expect((await act(record, 'post', 'admin')).status).toBe(200)
  await deliverNext(await system())
  const posted = `${String(record.transaction_no)} over 100 was posted`
  expect([await noticesOf('audit'), await noticesOf('head'), await noticesOf('one')]).toEqual([[posted], [posted], []])

  // Who decides first is asked as soon as it is saved, and again once it was corrected after being refused.
  const small = await raise(50)
  while (await deliverNext(await system()));
  expect((await noticesOf('head')).at(-1)).toBe(`Fixture Request ${String(small.transaction_no)}: approval due`)
  await act(small, 'disapprove', 'head', { disapproved_reason: 'too small' })
  const refused = (await h.call('GET', `fixture_request/${String(small.id)}`, undefined, people.clerk!)).body.data as Row
  await h.call('PUT', `fixture_request/${String(small.id)}`, { amount: 60, version: refused.version }, people.clerk!)
  while (await deliverNext(await system()));
  expect((await noticesOf('head')).filter((title) => title.includes(String(small.transaction_no)))).toHaveLength(2)

  // Those who decide next are asked; that the record is still a draft is no news to them.
  const large = await raise(5000)
  const decided = await act(large, 'approve', 'head')
  expect(decided.body.data).toMatchObject({ status: 'draft', awaiting: ['The director'] })
  while (await deliverNext(await system()));
  expect(await noticesOf('one')).toEqual([`Fixture Request ${String(large.transaction_no)}: approval due`])
})

test('a notification that cannot be delivered is stored with its error and does not block the others', async () => {
  const db = h.database.db
  const table = `"${h.company.schema}".outbox`
  await db.query(
    `insert into ${table} (kind, payload) values ('transition', '{"module": "fixture_request", "id": "x", "action": "approve"}')`,
  )
  const record = await raise(200)
  await act(record, 'approve', 'head')
  for (let n = 0; n < 10; n++) await deliverNext(await system())
  expect((await noticesOf('clerk')).at(-1)).toContain(String(record.transaction_no))
  expect(await db.query(`select attempts, error is not null as told from ${table}`)).toEqual([{ attempts: 5, told: true }])
})

test('changing a partly approved record restarts its approval after the author confirms it', async () => {
  const record = await raise(5000)
  expect((await act(record, 'approve', 'head')).status).toBe(200)
  expect((await act(record, 'approve', 'one')).status).toBe(200)
  const change = (values: Row, headers = {}) =>
    h.call('PUT', `fixture_request/${String(record.id)}`, { ...values, version: record.version }, people.clerk!, headers)
  // Remarks can be changed even when it is posted.
  const remarked = (await change({ remarks: 'urgent' })).body.data as Row
  expect(await seenBy(record)).toEqual(['clerk', 'one', 'two', 'admin'])

  record.version = remarked.version
  const asked = (await change({ amount: 50_000 })).body
  expect(asked).toMatchObject({ rule: 'E_CONFIRM', message: 'Approved so far by head, one. With your changes, approval starts again.' })
  expect(await seenBy(record)).toEqual(['clerk', 'one', 'two', 'admin'])

  const { key } = (asked.details as { questions: { key: string }[] }).questions[0]!
  expect((await change({ amount: 50_000 }, { 'x-confirm': key })).status).toBe(200)
  expect(await seenBy(record)).toEqual(['clerk', 'head', 'admin'])
  expect((await act(record, 'approve', 'two')).status).toBe(404)
  const entries = await h.database.db.query(
    `select reason from "${h.company.schema}".audit_trail where record_id = $1 and action = 'update' order by id desc limit 1`,
    [record.id],
  )
  expect(entries).toEqual([{ reason: 'Approval starts again; so far approved by head, one.' }])
  while (await deliverNext(await system())) {}
  const asking = `Fixture Request ${String(record.transaction_no)}: approval due`
  expect((await noticesOf('head')).filter((title) => title === asking)).toHaveLength(2)

  for (const name of ['head', 'one', 'two']) expect((await act(record, 'approve', name)).status).toBe(200)
  expect((await act(record, 'post', 'clerk')).body.data).toMatchObject({ status: 'posted', amount: 50_000 })
})

test('an approver can undo an approval; the record is changed and approved again', async () => {
  const record = await raise(500)
  expect((await act(record, 'approve', 'head')).body.data).toMatchObject({ status: 'approved', approved_by: people.head!.user_id })
  const edit = () => h.call('PUT', `fixture_request/${String(record.id)}`, { amount: 600 }, people.clerk!)
  expect((await edit()).body.rule).toBe('E_NOT_EDITABLE')
  expect((await act(record, 'undo_approval', 'clerk')).body.data).toMatchObject({ status: 'draft', approved_by: null, approved_at: null })
  expect(await seenBy(record)).toEqual(['clerk', 'head', 'admin'])
  expect((await act(record, 'post', 'clerk')).body.rule).toBe('E_APPROVAL')
  // Nobody's approval is lost by this change: the undone one does not count any more.
  expect((await edit()).status).toBe(200)
  expect((await act(record, 'approve', 'head')).body.data).toMatchObject({ status: 'approved', amount: 600 })
})

test('a record without a possible approver shows the reason', async () => {
  const post = async (levels: Row[]): Promise<Row> => {
    settings['fixture_request.approval_levels'] = levels
    const record = await raise(100)
    return (await act(record, 'post', 'clerk')).body
  }
  const refused = (why: string) => ({ rule: 'E_APPROVAL', message: expect.stringContaining(why) })
  expect(await post([{ user_id: people.audit!.user_id }])).toMatchObject(refused('audit cannot approve fixture requests'))
  expect(await post([{ user_id: people.clerk!.user_id }])).toMatchObject(refused('the approver is not another active user'))
  const s = `"${h.company.schema}"`
  await h.database.db.query(
    `insert into ${s}.user_role__modules (parent_id, module_id, application_id, permission_codes, is_enabled)
     select r.id, m.id, m.application_id, '{index,view,approval}', true from ${s}.user_role r, ${s}.module m where r.code = 'HEAD' and m.name = 'fixture_request'`,
  )
  expect(await post([{ role: 'head', quorum: 2 }])).toMatchObject(refused('2 users must, and only head can approve fixture requests'))
  // One that can be given is waited for.
  expect(await post([{ role: 'head' }])).toMatchObject({ rule: 'E_STATE', message: 'It must be approved first.' })
  delete settings['fixture_request.approval_levels']
})
