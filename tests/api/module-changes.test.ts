/** A descriptor that changes while there are records of it: nothing is lost, and what no longer fits is named. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { signIn, startInstance } from './instance.ts'

const extra: { path: string; text: string }[] = []
let instance: Awaited<ReturnType<typeof startInstance>>
let admin: Awaited<ReturnType<typeof signIn>>
let made: Row
let closed: Row

const STATES = { open: { title: 'Open' }, shut: { title: 'Shut' } }
const SHUT = { from: ['open'], to: 'shut', code: 'post' }
/** The module as it was first, with changes. */
const descriptor = (fields: Row = {}, line: Row = {}, workflow: Row = { states: STATES, transitions: { shut: SHUT } }) => ({
  title: 'Crates',
  application: 'resource',
  group: 'Inventory Management',
  fields: {
    name: { type: 'text', required: true },
    grade: { type: 'select', options: ['low', 'high'] },
    qty: { type: 'integer' },
    parts: { type: 'lines', fields: { weight: { type: 'quantity' }, ...line } },
    ...fields,
  },
  workflow,
})
/** Puts a descriptor in force as the watcher does when a file is saved. */
async function save(raw: object): Promise<void> {
  extra.splice(0, extra.length, { path: 'modules/resource/crate.json', text: JSON.stringify(raw) })
  expect(instance.server.store.reload()).toEqual([])
  await instance.server.syncCompanies()
}
const crate = async (): Promise<Row> => (await admin.call('GET', `crate/${String(made.id)}`)).body.data as Row
const problems = async (): Promise<string[]> =>
  ((await admin.call('GET', 'meta/problems')).body.data as Row[])
    .filter((row) => row.file === 'data of crate')
    .map((row) => String(row.message))

beforeAll(async () => {
  instance = await startInstance('changes', ['CHNG'], { extra })
  await save(descriptor())
  admin = await signIn(instance.server, 'CHNG', 'admin')
  const make = async (name: string) => {
    const values = { name, grade: 'low', qty: 3, parts: [{ weight: 2 }, { weight: 5 }] }
    const { status, body } = await admin.call('POST', 'crate', values)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data as Row
  }
  made = await make('One')
  closed = await make('Two')
  expect((await admin.call('POST', `crate/${String(closed.id)}/shut`, {})).status).toBe(200)
  const { shut: _shut, ...states } = STATES
  await save(
    descriptor(
      { grade: { type: 'integer' }, twice: { type: 'integer', computed: 'qty * 2' } },
      { half: { type: 'quantity', computed: 'weight / 2' } },
      { states: { ...states, gone: { title: 'Gone' } }, transitions: { leave: { ...SHUT, to: 'gone' } } },
    ),
  )
})
afterAll(() => instance.stop())

test('added computed fields have values in existing records', async () => {
  expect(await crate()).toMatchObject({ twice: 6, version: 1, parts: [{ half: 1 }, { half: 2.5 }] })
  const overlay = { fields: { x_heavy: { type: 'quantity', computed: 'sum(parts, weight)' } } }
  const put = await admin.call('PUT', 'meta/modules/crate/overlay', { overlay, version: 0 })
  expect(put.status, JSON.stringify(put.body)).toBe(200)
  expect(await crate()).toMatchObject({ x_heavy: 7 })
})

test('values of a changed type, and records in removed states, are reported and can be restored', async () => {
  expect(await crate()).toMatchObject({ grade: null, status: 'open' })
  expect(await problems()).toEqual([
    'The type of "grade" of Crates was changed: 2 values of before (text) are not shown any more.',
    `Records of Crates are in the state "shut", which the workflow does not have any more: ${String(closed.id)}.`,
  ])
  const { qty: _qty, ...fields } = descriptor().fields
  await save({ ...descriptor(), fields })
  expect(await crate()).toMatchObject({ grade: 'low' })
  expect(await crate()).not.toHaveProperty('qty')
  expect(await problems()).toEqual([])
  // A field that is left out for a while keeps its values.
  await save(descriptor())
  expect(await crate()).toMatchObject({ qty: 3 })
})

test('existing records of a module get the new progress column', async () => {
  const states = { ...STATES, open: { title: 'Open', flags: ['is_posted'] } }
  await save(descriptor({}, {}, { states, transitions: { shut: SHUT }, progress: { served: 'qty', of: 'qty * 2' } }))
  expect(await crate()).toMatchObject({ progress: 'partially_served', version: 1 })
})
