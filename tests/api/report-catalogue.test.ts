/** The catalogue of reports: what each role finds in it, and how it is narrowed; reports that are mailed on a schedule. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { DEMO_USERS } from '../../src/server/companies/role-templates.ts'
import { DELIVERIES, deliver, queueDue } from '../../src/server/features/reports/deliver.ts'
import type { Ctx, Mail } from '../../src/server/platform/context.ts'
import { type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
beforeAll(async () => {
  instance = await startInstance('reports', ['RPTS'], { frozenClock: true })
  as = createClient(instance.server, 'RPTS')
})
afterAll(() => instance.stop())

const rows = async (who: string, query = ''): Promise<Row[]> => {
  const { status, body } = await as.user(who)('GET', `reports/paginate?limit=all${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as Row[]
}
const names = async (who: string, query = '') => (await rows(who, query)).map(({ title }) => title)

// S84 R18
test('each role sees exactly the reports that it can open, in each application of its menus', async () => {
  const reports = [...instance.server.store.shipped.values()].filter(({ kind, name }) => kind === 'report' && name !== 'reports')
  for (const { username } of DEMO_USERS) {
    const me = as.user(username)
    const { applications } = (await me('GET', 'meta/navigation')).body.data as { applications: { name: string }[] }
    const expected: string[] = []
    for (const module of reports) {
      if (module.hidden || (await me('GET', `${module.name}/views`)).status !== 200) continue
      for (const { name } of applications)
        if (name === module.application || module.alsoIn.some((also) => also.application === name)) expected.push(`${name}:${module.name}`)
    }
    const found = (await rows(username)).map(({ id }) => String(id))
    expect([username, found.sort()]).toEqual([username, expected.sort()])
  }
})

test('can be searched and narrowed by application and bookmarks', async () => {
  expect(await names('accountant', '&filter[search]=balance sheet')).toEqual(['Balance Sheet'])
  expect(await names('accountant', '&filter[application]=talent')).toEqual([])
  expect(await names('accountant', '&filter[bookmarked]=true')).toEqual([])
  const { applications } = (await as.user('accountant')('GET', 'meta/navigation')).body.data as {
    applications: { id: number; name: string; groups: { modules: { name: string; module_id: number }[] }[] }[]
  }
  const financial = applications.find(({ name }) => name === 'financial')!
  const { module_id } = financial.groups.flatMap(({ modules }) => modules).find(({ name }) => name === 'trial_balance')!
  await as.user('accountant')('POST', 'notification/onBookmark', { module_id, application_id: financial.id })
  expect(await names('accountant', '&filter[bookmarked]=true')).toEqual(['Trial Balance'])
  // Someone else's bookmarks are not shown.
  expect(await names('auditor', '&filter[bookmarked]=true')).toEqual([])
})

test('saved parameters, own and shared, are listed below their report and open it', async () => {
  const body = { name: 'Midyear books', shared: true, state: { filters: { as_of: { eq: '2025-12-31' } }, columns: ['account_id'] } }
  const saved = await as.user('accountant')('POST', 'trial_balance/views', body)
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await as.user('accountant')('POST', 'trial_balance/views', { ...body, name: 'Mine', shared: false })
  const query = `filter%5Bas_of%5D=2025-12-31&view=${String((saved.body.data as Row).id)}`
  const found = await rows('auditor', '&filter[search]=midyear books')
  expect(found).toMatchObject([
    { title: 'Trial Balance', level: 0, application_name: 'financial', query: null },
    { title: 'Midyear books', level: 1, module_name: 'trial_balance', query, description: 'Shared with you' },
  ])
  expect((await names('accountant', '&filter[search]=trial balance')).sort()).toEqual(['Midyear books', 'Mine', 'Trial Balance'])
  // Without the report there is nothing of its views either.
  expect(await names('payroll', '&filter[search]=midyear books')).toEqual([])
})

describe('a saved view mailed on a schedule', () => {
  const queued: { readonly sender: Ctx; readonly data: Json }[] = []
  const sent: Parameters<Mail['send']>[1][] = []
  const post = async (who: string, path: string, body: Row): Promise<Row> => {
    const { status, body: answer } = await as.user(who)('POST', path, body)
    expect(status, JSON.stringify(answer)).toBe(200)
    return answer.data as Row
  }
  const ctxOf = () => instance.server.system('RPTS', 'mailing reports')
  /** One turn of the timer, and the jobs that it queued. */
  const turn = async (): Promise<number> => {
    const ctx = await ctxOf()
    const due = await queueDue(ctx)
    for (const { sender, data } of queued.splice(0)) await deliver(sender, data)
    return due
  }
  const idsOf = async (...usernames: string[]): Promise<number[]> => {
    const { data } = (await as.user('admin')('GET', 'user/paginate?limit=100')).body as unknown as { data: Row[] }
    return usernames.map((username) => Number(data.find((row) => row.username === username)!.id))
  }
  const schedule = async (id: unknown) => (await as.user('admin')('GET', `report_schedule/find/${String(id)}`)).body.data as Row
  const textOf = (to: string) => sent.find((mail) => mail.to.startsWith(to))?.attachments?.[0]?.body.toString('utf8')

  beforeAll(async () => {
    const { services } = await ctxOf()
    services.jobs.send = async (sender, queue, data) => {
      // Workers act for the user who sent a job, and the system is none.
      expect(sender.principal.user_id, sender.principal.username).toBeGreaterThan(0)
      if (queue === DELIVERIES) queued.push({ sender, data })
      return 'job'
    }
    services.mail.send = async (_ctx, message) => void sent.push(message)
  })

  beforeEach(() => void sent.splice(0))

  test('reaches each recipient at its hour, with the data that the recipient can see', async () => {
    const view = await post('admin', 'supplier/views', { name: 'All suppliers', state: { columns: ['code', 'name'] } })
    const recipient_ids = await idsOf('admin', 'auditor', 'employee')
    instance.server.clock.advanceTo('2026-11-22T22:30:00.000Z')
    // 07:00 on Monday in Manila, half an hour later.
    const made = await post('admin', 'report_schedule', {
      name: 'Suppliers of the week',
      module_name: 'supplier',
      view_id: view.id,
      format: 'csv',
      recipient_ids,
      frequency: 'weekly',
      weekday: '1',
      time: '07:00',
    })
    expect(made).toMatchObject({ next_run_at: '2026-11-22T23:00:00.000Z', source: expect.stringContaining('All suppliers') })
    expect(await turn()).toBe(0)
    instance.server.clock.advanceTo('2026-11-22T23:00:00.000Z')
    expect(await turn()).toBe(1)
    expect(await turn()).toBe(0)
    const after = await schedule(made.id)
    expect(after).toMatchObject({ next_run_at: '2026-11-29T23:00:00.000Z', last_run_at: '2026-11-22T23:00:00.000Z', has_failed: true })
    expect(sent).toHaveLength(2)
    expect(textOf('admin')).toMatch(/Code,Name/)
    expect(after.last_result).toMatch(/^Sent to 2\.\n/)
    expect(after.last_result).toMatch(/Emilio Mendoza: They cannot open/)
    const { data: news } = (await as.user('admin')('GET', 'notification/paginate?limit=5')).body as unknown as { data: Row[] }
    expect(news).toContainEqual(expect.objectContaining({ title: 'Suppliers of the week was not sent to everyone' }))
    // It is its owner's own.
    expect((await as.user('buyer')('GET', `report_schedule/find/${String(made.id)}`)).status).toBe(404)
  })

  test('leaves out columns that a recipient cannot see, and recipients who cannot see a filtered field', async () => {
    const [item_category] = ((await as.user('admin')('GET', 'item_category/dropdown?limit=1')).body.data as Row[]) ?? []
    const category = item_category ?? (await post('admin', 'item_category', { code: 'CAT', name: 'Category' }))
    const uom = ((await as.user('admin')('GET', 'uom/dropdown?limit=1')).body.data as Row[])[0]!
    const item = { sku_code: 'SKU-1', name: 'Sack', item_category_id: category.id, uom_id: uom.id, cost: 77.5, selling_price: 99 }
    await post('admin', 'item', item)
    const columns = ['sku_code', 'cost']
    const open = await post('admin', 'item/views', { name: 'Costs', state: { columns } })
    const narrowed = await post('admin', 'item/views', { name: 'Dear', state: { columns, filters: { cost: { gt: '50' } } } })
    const ctx = await ctxOf()
    await ctx.db.query(`UPDATE ${ctx.company.schema}.user_role SET access_codes = '{}' WHERE upper(code) = 'BUYER'`)
    const base = { name: 'Costs', module_name: 'item', format: 'csv', recipient_ids: await idsOf('admin', 'buyer'), frequency: 'daily' }
    const first = await post('admin', 'report_schedule', { ...base, view_id: open.id })
    await post('admin', `report_schedule/${String(first.id)}/send`, {})
    await turn()
    expect(textOf('admin')).toMatch(/77\.5/)
    expect(textOf('buyer')).toMatch(/SKU-1/)
    expect(textOf('buyer')).not.toMatch(/77\.5|Cost/)
    sent.length = 0
    const second = await post('admin', 'report_schedule', { ...base, view_id: narrowed.id })
    await post('admin', `report_schedule/${String(second.id)}/send`, {})
    await turn()
    expect(sent.map(({ to }) => to.split('@')[0])).toEqual([expect.stringContaining('admin')])
    expect((await schedule(second.id)).last_result).toMatch(/Bianca Uy: The view uses fields/)
  })

  test('has only the rows and sums of the branch of a recipient limited to one branch', async () => {
    const branches = ((await as.user('admin')('GET', 'branch/dropdown?limit=5')).body.data as Row[]).map(({ id }) => Number(id))
    const [mine, other] =
      branches.length > 1 ? branches : [branches[0]!, Number((await post('admin', 'branch', { code: 'B2', name: 'Second' })).id)]
    for (const [index, branch_id] of [mine, mine, other].entries())
      await post('admin', 'inventory_location', { code: `LOC-${index}`, name: `Place ${index}`, branch_id, type: 'Warehouse' })
    const [recipient] = await idsOf('warehouse')
    const ctx = await ctxOf()
    await ctx.db.query(`UPDATE ${ctx.company.schema}."user" SET branch_ids = $1 WHERE id = $2`, [[mine], recipient])
    await ctx.db.query(`UPDATE ${ctx.company.schema}."user" SET branch_id = $1 WHERE id = $2`, [mine, recipient])
    const rowsView = await post('admin', 'inventory_location/views', { name: 'Places', state: { columns: ['code', 'name'], sort: 'code' } })
    const sums = await post('admin', 'inventory_location/views', {
      name: 'By type',
      state: { show: 'pivot', group: 'type', measure: 'count' },
    })
    const base = { module_name: 'inventory_location', format: 'csv', recipient_ids: await idsOf('admin', 'warehouse'), frequency: 'daily' }
    const mailed = async (view: Row): Promise<(string | undefined)[]> => {
      sent.length = 0
      const made = await post('admin', 'report_schedule', { ...base, name: String(view.name), view_id: view.id })
      await post('admin', `report_schedule/${String(made.id)}/send`, {})
      await turn()
      expect((await schedule(made.id)).last_result).toBe('Sent to 2.')
      return [textOf('admin'), textOf('warehouse')]
    }
    const [everyone, limited] = await mailed({ ...rowsView, name: 'Places' })
    const codes = (text: string | undefined) => text?.match(/LOC-\d/g)
    expect([codes(everyone), codes(limited)]).toEqual([
      ['LOC-0', 'LOC-1', 'LOC-2'],
      ['LOC-0', 'LOC-1'],
    ])
    const [everywhere, here] = await mailed({ ...sums, name: 'By type' })
    const warehouses = (text: string | undefined) => Number(/^Warehouse,(\d+)/m.exec(text ?? '')?.[1])
    expect(warehouses(everywhere) - warehouses(here)).toBeGreaterThan(0)
    const { pagination } = (await as.user('warehouse')('GET', 'inventory_location/paginate?limit=1&filter[type]=Warehouse'))
      .body as unknown as { pagination: Row }
    expect(warehouses(here)).toBe(pagination.total)
  })

  test('is a report as PDF, figures as a sheet, or a link; while paused it is not mailed', async () => {
    const report = await post('admin', 'trial_balance/views', { name: 'Year', state: { filters: { as_of: { eq: '2026-10-31' } } } })
    const pivot = await post('admin', 'item/views', {
      name: 'Pivot',
      state: { show: 'pivot', group: 'item_category_id', measure: 'count' },
    })
    const recipient_ids = await idsOf('admin')
    const base = { recipient_ids, frequency: 'daily', time: '06:00' }
    const refused = await as.user('admin')('POST', 'report_schedule', {
      ...base,
      name: 'X',
      module_name: 'item',
      view_id: pivot.id,
      format: 'pdf',
    })
    expect([refused.status, Object.keys(refused.body.errors as Row)]).toEqual([400, ['format']])
    const stranger = await as.user('buyer')('POST', 'report_schedule', { ...base, name: 'X', module_name: 'item', view_id: pivot.id })
    expect([stranger.status, Object.keys(stranger.body.errors as Row)]).toEqual([400, ['name']])
    const made: Row[] = []
    for (const [module_name, view_id, format] of [
      ['trial_balance', report.id, 'pdf'],
      ['item', pivot.id, 'xlsx'],
      ['trial_balance', report.id, 'link'],
    ])
      made.push(await post('admin', 'report_schedule', { ...base, name: `${format}`, module_name, view_id, format }))
    const paused = await post('admin', 'report_schedule', {
      ...base,
      name: 'paused',
      module_name: 'item',
      view_id: pivot.id,
      is_paused: true,
    })
    expect(paused.next_run_at).toBeNull()
    instance.server.clock.advanceTo('2026-11-24T22:00:00.000Z')
    await turn()
    for (const { id } of made) expect(await schedule(id)).toMatchObject({ last_result: 'Sent to 1.', has_failed: false })
    const mails = sent.filter(({ subject }) => ['pdf', 'xlsx', 'link', 'paused'].includes(subject))
    expect(mails.map(({ subject, attachments }) => [subject, attachments?.map(({ type }) => type.split(/[./]/).at(-1))])).toEqual([
      ['pdf', ['pdf']],
      ['xlsx', ['sheet']],
      ['link', undefined],
    ])
    // A mail is read outside of the product, so its link is a whole address.
    const { port } = (await ctxOf()).services.instance.config
    const path = `/financial/trial_balance?filter%5Bas_of%5D=2026-10-31&view=${String(report.id)}`
    expect(mails[2]!.text).toContain(`\nhttp://localhost:${port}${path}`)
  })
})
