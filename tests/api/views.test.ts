import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let harness: Harness
let clerk: Principal
beforeAll(async () => {
  harness = await startHarness(['supplier', 'user_role'])
  clerk = principalOf(harness.modules, { user_id: 2, role_code: 'CLERK', grants: { supplier: ['index', 'view', 'edit'] } })
  for (const code of ['CLERK', 'CHIEF'])
    await harness.database.db.query(
      `INSERT INTO "${harness.company.schema}".user_role (code, name, is_active) VALUES ('${code}', '${code}', true)`,
    )
})
afterAll(() => harness.close())

const save = async (body: Row, as?: Principal) => harness.call('POST', 'supplier/views', { state: {}, ...body }, as)
const change = async (id: number, body: Row, as?: Principal) => harness.call('PUT', `supplier/views/${id}`, body, as)
const idOf = (answer: { readonly body: { readonly data: never } }): number => (answer.body.data as { id: number }).id
/** The name of the view that the user's list opens with. */
const first = async (as: Principal): Promise<string | undefined> => {
  const { body } = await harness.call('GET', 'supplier/views', undefined, as)
  return (body.data as { name: string; opens_first: boolean }[]).find(({ opens_first }) => opens_first)?.name
}

test('a list opens with the user’s default view, else that of the role, else none', async () => {
  const active = idOf(await save({ name: 'Active', shared: true, roles: ['CLERK'], state: { filters: { is_active: { eq: 'true' } } } }))
  expect(await first(clerk)).toBe('Active')
  expect(await first({ ...clerk, role_code: 'CHIEF' })).toBeUndefined()

  // A role has one view: the later one takes it from the earlier one, which keeps its other roles.
  await change(active, { roles: ['CLERK', 'CHIEF'] })
  await save({ name: 'By name', shared: true, roles: ['CLERK'], state: { sort: 'name' } })
  expect(await first(clerk)).toBe('By name')
  expect(await first({ ...clerk, role_code: 'CHIEF' })).toBe('Active')

  const mine = idOf(await save({ name: 'Mine', is_default: true }, clerk))
  const other = idOf(await save({ name: 'Newest', state: { sort: '-id' } }, clerk))
  expect(await first(clerk)).toBe('Mine')
  await change(other, { is_default: true }, clerk)
  expect(await first(clerk)).toBe('Newest')
  expect((await harness.call('GET', 'supplier/views', undefined, clerk)).body.data).toContainEqual(
    expect.objectContaining({ id: mine, is_default: false, opens_first: false }),
  )
  await change(other, { is_default: false }, clerk)
  expect(await first(clerk)).toBe('By name')
})

test('only users who maintain roles set a role’s view, and it must be shared with its users', async () => {
  expect((await save({ name: 'For all', shared: true, roles: ['CHIEF'] }, clerk)).status).toBe(403)
  expect((await save({ name: 'Private', roles: ['CHIEF'] })).body.errors).toEqual({
    roles: ['Only a shared view can open the lists of a role.'],
  })
  expect((await save({ name: 'Nowhere', shared: true, roles: ['GONE'] })).body.errors).toEqual({ roles: ['There is no role GONE.'] })
  expect((await save({ name: 'Odd', shared: true, roles: 'CHIEF', is_default: 'yes' })).body.errors).toEqual({
    is_default: ['Must be yes or no.'],
    roles: ['Must be codes of roles.'],
  })
  // Other users are not told for whom it is.
  const { body } = await harness.call('GET', 'supplier/views', undefined, clerk)
  for (const view of body.data as (Row & { own: boolean })[]) expect('roles' in view).toBe(view.own)
})
