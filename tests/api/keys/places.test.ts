/** The places of a module: menus, panels of others, rows it includes, and names that must be right. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productRegistries } from '../../../scripts/descriptors.ts'
import { loadDescriptors } from '../../../src/engine/index.ts'
import type { Module, Row } from '../../../src/engine/model/module.ts'
import { signIn, startInstance } from '../instance.ts'

const fixture = (name: string) => ({
  path: `modules/fixture/${name}.json`,
  text: readFileSync(new URL(`../../fixtures/modules/${name}.json`, import.meta.url), 'utf8'),
})

let instance: Awaited<ReturnType<typeof startInstance>>
let admin: Awaited<ReturnType<typeof signIn>>
beforeAll(async () => {
  instance = await startInstance('places', ['PLACES'], { extra: [fixture('key_rate'), fixture('key_field'), fixture('key_tree')] })
  admin = await signIn(instance.server, 'PLACES', 'admin')
})
afterAll(() => instance.stop())

interface Group {
  title: string
  modules: (Row & { name: string })[]
}

// proves: $schema, title, singular, description, icon, kind, order, group, application, hidden, alsoIn, alsoIn[].application, alsoIn[].group, alsoIn[].actions
test('a module is in the declared menus only', async () => {
  const { applications } = (await admin.call('GET', 'meta/navigation')).body.data as { applications: (Row & { groups: Group[] })[] }
  const resource = applications.find((application) => application.name === 'resource')!
  const borrowed = resource.groups.find((group) => group.title === 'Borrowed')!
  expect(borrowed.modules).toEqual([
    expect.objectContaining({ name: 'key_field', title: 'Key Fields', icon: 'key', kind: 'master', actions: ['index', 'view'] }),
  ])
  const everywhere = applications.flatMap((application) =>
    application.groups.flatMap((group) => group.modules.map((module) => module.name)),
  )
  expect(everywhere).not.toContain('key_tree')
  const module = (await admin.call('GET', 'meta/modules/key_field')).body.data as unknown as Module
  expect(module).toMatchObject({
    singular: 'Key Field',
    description: 'One field for each keyword.',
    application: 'fixture',
    group: 'Keywords',
    order: 7,
  })
  const [row] = (await admin.call('GET', 'module/paginate?name=key_field')).body.data as Row[]
  expect(row).toMatchObject({ title: 'Key Fields', group: 'Keywords', icon: 'key', sort_order: 7 })
})

// proves: rows
test('a module adds its rows to a new company', async () => {
  const { body } = await admin.call('GET', 'uom/paginate?limit=500')
  const shipped = JSON.parse(readFileSync(new URL('../../../modules/resource/uom.rows.json', import.meta.url), 'utf8')) as Row[]
  expect((body.data as Row[]).map((row) => row.code).sort()).toEqual(shipped.map((row) => row.code).sort())
})

// proves: panels, panels.*.module, panels.*.where, panels.*.default, panels.*.title
// proves: entity.defaultRecord, entity.defaultRecord.field, entity.defaultRecord.within
test('a panel answers the records of its owner, one of them the default', async () => {
  const first = async (module: string) => ((await admin.call('GET', `${module}/paginate?limit=1`)).body.data as Row[])[0]!.id
  const terms = {
    entity_type_id: await first('entity_type'),
    payment_term_id: await first('payment_term'),
    tax_type_id: await first('tax_type'),
  }
  const supplierOf = async (code: string) =>
    (await admin.call('POST', 'supplier', { ...terms, code, name: `Panels ${code}` } as never)).body.data as Row
  const [supplier, another] = [await supplierOf('P1'), await supplierOf('P2')]
  const path = `supplier/${String(supplier.id)}/address`
  const add = async (line_1: string, is_default: boolean) =>
    (await admin.call('POST', path, { label: 'Office', line_1, country_id: await first('country'), is_default } as never)).body.data as Row
  const [firstPlace, two] = [await add('One Street', true), await add('Two Street', true)]
  const list = async () => ((await admin.call('GET', path)).body.data as Row[]).map((row) => [row.line_1, row.is_default])
  expect((await list()).sort()).toEqual([
    ['One Street', false],
    ['Two Street', true],
  ])
  expect((await admin.call('PUT', `${path}/${String(firstPlace.id)}/default`)).status).toBe(200)
  expect((await list()).sort()).toEqual([
    ['One Street', true],
    ['Two Street', false],
  ])
  expect(two).toMatchObject({ owner_type: 'supplier', owner_id: supplier.id })
  // The same by way of the addresses themselves, with an entry in the audit trail of the one that gives way.
  const owner = { owner_type: 'supplier', owner_id: supplier.id }
  const three = { ...owner, label: 'Office', line_1: 'Three Street', country_id: await first('country'), is_default: true }
  const added = (await admin.call('POST', 'address', three as never)).body.data as Row
  expect((await list()).sort()).toEqual([
    ['One Street', false],
    ['Three Street', true],
    ['Two Street', false],
  ])
  const trail = (
    await admin.call('GET', `audit_trail/paginate?filter[module.name]=address&filter[record_id]=${String(firstPlace.id)}&sort=-id&limit=1`)
  ).body.data as Row[]
  expect((await admin.call('GET', `audit_trail/${String(trail[0]?.id)}`)).body.data).toMatchObject({
    action: 'update',
    old_values: { is_default: true },
    new_values: { is_default: false },
    reason: 'another record becomes the default',
  })
  // Another owner has a default of their own; an address that moves there as the default is theirs alone.
  const other = { owner_type: 'supplier', owner_id: another.id }
  const theirs = (await admin.call('POST', 'address', { ...three, ...other, line_1: 'Four Street' } as never)).body.data as Row
  expect((await list()).filter(([, isDefault]) => isDefault)).toEqual([['Three Street', true]])
  await admin.call('PUT', `address/${String(added.id)}`, other as never)
  const marked = (await admin.call('GET', `supplier/${String(another.id)}/address?filter[is_default]=true`)).body.data as Row[]
  expect(marked.map(({ id }) => id)).toEqual([added.id])
  expect((await admin.call('GET', `address/${String(theirs.id)}`)).body.data).toMatchObject({ is_default: false, version: 2 })
  await admin.call('DELETE', `address/${String(added.id)}`)
  // The same address by way of another owner does not exist.
  expect((await admin.call('GET', `supplier/${Number(supplier.id) + 1}/address/${String(firstPlace.id)}`)).status).toBe(404)
  expect((await admin.call('DELETE', `${path}/${String(two.id)}`)).status).toBe(200)
  // Users who can change suppliers can change their addresses, although addresses have no menu of their own.
  const buyer = await signIn(instance.server, 'PLACES', 'buyer')
  expect((await buyer.call('GET', 'address/paginate')).status).toBe(403)
  expect((await buyer.call('PUT', `${path}/${String(firstPlace.id)}`, { line_1: 'New Street' })).status).toBe(200)
  const panels = ((await buyer.call('GET', 'meta/modules/supplier')).body.data as unknown as Module).panels
  expect(panels.find((panel) => panel.path === 'address')).toMatchObject({ title: 'Addresses', through: true })
})

test('a default means the person, also where a reference of the module has that name', async () => {
  const [supplier] = (await admin.call('GET', 'supplier/paginate?limit=1')).body.data as Row[]
  const path = `comments/supplier/${String(supplier!.id)}`
  await admin.call('POST', path, { comment: 'Called twice.' })
  const [comment] = (await admin.call('GET', path)).body.data as Row[]
  expect(comment).toMatchObject({ comment: 'Called twice.', user: { name: 'Andrea Santos' } })
})

// proves: endpoints.*.params, report.params
test('parameters of handlers are those that the handler takes', async () => {
  const problems = (text: string) =>
    loadDescriptors([{ path: 'modules/fixture/x.json', text }], registries).problems.map(
      (problem) => `${problem.pointer} ${problem.message}`,
    )
  const registries = await productRegistries()
  const endpoint = (params: string) =>
    `{ "fields": { "name": { "type": "text" } }, "endpoints": { "GET summary": { "handler": "item.totalInventorySummary", "params": ${params} } } }`
  expect(problems(endpoint('null')).filter((problem) => problem.includes('endpoints'))).toEqual([])
  expect(problems(endpoint('{ "nonsense": 1 }')).some((problem) => problem.startsWith('/endpoints') && problem.includes('nonsense'))).toBe(
    true,
  )
  const report = (params: string) =>
    `{ "kind": "report", "report": { "handler": "stock.balance", "params": ${params}, "columns": { "a": { "type": "text" } } } }`
  expect(problems(report('{ "nonsense": 1 }')).some((problem) => problem.startsWith('/report') && problem.includes('nonsense'))).toBe(true)
})
