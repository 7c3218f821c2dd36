/** Tags on records: who puts them, where they travel, how lists are narrowed by them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let instance: Harness
const ids: Record<string, number> = {}
beforeAll(async () => {
  instance = await startHarness(['tagging', 'fixture_group', 'fixture_master', 'fixture_order'], { code: 'TAGS' })
  for (const [name, code] of [
    ['one', 'M-1'],
    ['two', 'M-2'],
    ['three', 'M-3'],
  ] as const)
    ids[name] = Number((await instance.make('fixture_group', { code, name: `Group ${code}` })).id)
  ids.vip = Number((await instance.make('tagging', { name: 'VIP', color: '#2f9e44' })).id)
  ids.late = Number((await instance.make('tagging', { name: 'Late payer', color: '#e03131' })).id)
})
afterAll(() => instance.close())

const AT = 'fixture_group'
const data = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown): Promise<never> => {
  const answer = await instance.call(method, url, body)
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body.data
}
const names = (tags: unknown): string[] => (tags as Row[]).map((tag) => String(tag.name))
const listed = async (filter: string): Promise<number[]> =>
  ((await data('GET', `${AT}/paginate?sort=id&${filter}`)) as Row[]).map((row) => Number(row.id))
const may = (...codes: string[]) => principalOf(instance.modules, { username: codes.join('-'), grants: { [AT]: codes } })

test('tags of a record, with their colours, are in its answer and in lists', async () => {
  expect(await data('PUT', `${AT}/${ids.one}/tags`, { tag_ids: [ids.vip, ids.late] })).toEqual([
    { id: ids.late, name: 'Late payer', color: '#e03131' },
    { id: ids.vip, name: 'VIP', color: '#2f9e44' },
  ])
  const { version } = (await data('GET', `${AT}/${ids.one}`)) as Row
  expect(await data('GET', `${AT}/${ids.one}`)).toMatchObject({ tags: [{ name: 'Late payer' }, { name: 'VIP' }] })
  const rows = (await data('GET', `${AT}/paginate?sort=id`)) as Row[]
  expect(rows.map((row) => names(row.tags))).toEqual([['Late payer', 'VIP'], [], []])
  // A whole answer may be sent back; tags are no field to be written, and tagging is no change of the record.
  expect(await data('PUT', `${AT}/${ids.one}`, { ...(rows[0] as Row), name: 'Renamed', version })).toMatchObject({ name: 'Renamed' })
  expect(names(await data('DELETE', `${AT}/${ids.one}/tags/${ids.late}`))).toEqual(['VIP'])
  expect(names(await data('POST', `${AT}/${ids.one}/tags`, { tag_id: ids.late }))).toEqual(['Late payer', 'VIP'])
})

test('lists, exports and references are narrowed by tags', async () => {
  await data('PUT', `${AT}/${ids.one}/tags`, { tag_ids: [ids.vip, ids.late] })
  await data('PUT', `${AT}/${ids.two}/tags`, { tag_ids: [ids.late] })
  expect(await listed(`filter[tags]=${ids.vip}`)).toEqual([ids.one])
  expect(await listed(`filter[tags][in]=${ids.vip},${ids.late}`)).toEqual([ids.one, ids.two])
  expect(await listed(`filter[tags][ne]=${ids.vip}`)).toEqual([ids.two, ids.three])
  expect(await listed('filter[tags][null]=true')).toEqual([ids.three])
  const order = await instance.call('GET', `fixture_order/paginate?filter[fixture_group.tags]=${ids.vip}`)
  expect([order.status, order.body.data]).toEqual([200, []])
  expect((await instance.call('GET', `${AT}/exportCSV?columns=name,tags&filter[tags]=${ids.vip}`)).text).toContain('Late payer; VIP')
  for (const bad of ['filter[tags]=red', 'filter[tags][gt]=1', 'sort=tags'])
    expect((await instance.call('GET', `${AT}/paginate?${bad}`)).status, bad).toBe(400)
})

test('viewing a record shows its tags; setting or removing them requires editing', async () => {
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body: unknown, ...codes: string[]) =>
    instance.call(method, url, body, may(...codes))
  expect((await call('GET', `${AT}/${ids.one}/tags`, undefined, 'view')).status).toBe(200)
  expect((await call('GET', `${AT}/${ids.one}/tags`, undefined, 'index')).status).toBe(403)
  expect((await call('GET', `${AT}/tags`, undefined, 'index')).status).toBe(200)
  expect((await call('GET', `${AT}/tags`, undefined, 'new')).status).toBe(403)
  expect((await call('PUT', `${AT}/${ids.one}/tags`, { tag_ids: [] }, 'view')).status).toBe(403)
  expect((await call('DELETE', `${AT}/${ids.one}/tags/${ids.vip}`, undefined, 'view', 'new')).status).toBe(403)
  expect((await call('PUT', `${AT}/${ids.three}/tags`, { tag_ids: [ids.vip] }, 'view', 'edit')).status).toBe(200)
  // A new word is a new tag, which not all users who edit records can create.
  expect((await call('POST', `${AT}/${ids.three}/tags`, { name: 'vip' }, 'view', 'edit')).status).toBe(200)
  expect((await call('POST', `${AT}/${ids.three}/tags`, { name: 'Brand new' }, 'view', 'edit')).status).toBe(403)
  expect(names(await data('POST', `${AT}/${ids.three}/tags`, { name: 'Brand new', color: '#1971c2' }))).toEqual(['Brand new', 'VIP'])
  const { body } = await instance.call('GET', `${AT}/tags`)
  expect(body).toMatchObject({ may_create: true })
  expect((await call('GET', `${AT}/tags`, undefined, 'index')).body).toMatchObject({ may_create: false })
})

test('unknown tags, tags of other modules, and too many are refused', async () => {
  const put = async (tag_ids: unknown) => (await instance.call('PUT', `${AT}/${ids.two}/tags`, { tag_ids })).body.errors
  const [module] = await instance.database.db.query<{ id: number }>(`select id from co_tags.module where name = 'fixture_order'`)
  const elsewhere = Number((await instance.make('tagging', { name: 'Orders only', module_id: module!.id })).id)
  const retired = Number((await instance.make('tagging', { name: 'Retired' })).id)
  await data('PUT', `${AT}/${ids.two}/tags`, { tag_ids: [retired] })
  await data('PUT', `tagging/${retired}`, { is_active: false })
  for (const bad of [[999], [elsewhere], 'x', [1.5], [-1], Array.from({ length: 21 }, (_, n) => n + 1), undefined])
    expect(await put(bad), JSON.stringify(bad)).toHaveProperty('tag_ids')
  // What a record carries already stays, also when it is offered no longer.
  expect(names(await data('POST', `${AT}/${ids.two}/tags`, { tag_id: ids.vip }))).toEqual(['Retired', 'VIP'])
  expect(names(await data('GET', `${AT}/tags`))).not.toContain('Retired')
  expect(names(await data('GET', `${AT}/tags`))).not.toContain('Orders only')
  expect((await instance.call('PUT', `${AT}/999/tags`, { tag_ids: [] })).status).toBe(404)
})

test('many records are tagged at once, each with its result', async () => {
  await data('PUT', `${AT}/${ids.one}/tags`, { tag_ids: [ids.late] })
  await data('PUT', `${AT}/${ids.two}/tags`, { tag_ids: [] })
  const change = { ids: [ids.one, 999, ids.two, ids.two], add: [ids.vip], remove: [ids.late] }
  expect(await data('POST', `${AT}/tags`, change)).toEqual([
    { id: ids.one, success: true },
    { id: 999, success: false, message: 'The record was not found.' },
    { id: ids.two, success: true },
  ])
  for (const id of [ids.one, ids.two]) expect(names(await data('GET', `${AT}/${id}/tags`))).toEqual(['VIP'])
  for (const bad of [{}, { ids: [] }, { ids: ['x'] }, { ids: [ids.one], add: 'VIP' }])
    expect((await instance.call('POST', `${AT}/tags`, bad)).status, JSON.stringify(bad)).toBe(400)
  expect((await instance.call('POST', `${AT}/tags`, { ids: [ids.one] }, may('view', 'new'))).status).toBe(403)
})

// E575 E576 E577 E578
test('a tag is made for its kinds of records, and deleting it removes it from all of them', async () => {
  const [module] = await instance.database.db.query<{ id: number }>(`select id from co_tags.module where name = '${AT}'`)
  const tag = await instance.make('tagging', { name: 'Audit 2026', module_id: module!.id, record_ids: [ids.one, ids.three] })
  expect(await listed(`filter[tags]=${tag.id}`)).toEqual([ids.one, ids.three])
  expect((await instance.call('POST', 'tagging', { name: 'Lost', record_ids: [ids.one] })).body.errors).toHaveProperty('module_id')
  expect((await instance.call('POST', 'tagging', { name: 'Lost', module_id: module!.id, record_ids: [999] })).body.errors).toHaveProperty(
    'record_ids',
  )
  await data('DELETE', `tagging/${tag.id}`)
  expect(names(((await data('GET', `${AT}/${ids.one}`)) as Row).tags)).not.toContain('Audit 2026')
  const gone = Number((await instance.make(AT, { code: 'M-9', name: 'Short-lived' })).id)
  await data('PUT', `${AT}/${gone}/tags`, { tag_ids: [ids.vip] })
  await data('DELETE', `${AT}/${gone}`)
  expect(await instance.database.db.query(`select 1 from co_tags.record_tag where record_id = $1 and module = $2`, [gone, AT])).toEqual([])
})

test('the timeline shows when tags changed', async () => {
  await data('PUT', `${AT}/${ids.one}/tags`, { tag_ids: [] })
  await data('PUT', `${AT}/${ids.one}/tags`, { tag_ids: [ids.vip] })
  const [latest] = (await data('GET', `${AT}/${ids.one}/timeline`)) as Row[]
  expect(latest).toMatchObject({ action: 'tag', changes: [{ field: 'tags', title: 'Tags', after: 'VIP' }] })
})
