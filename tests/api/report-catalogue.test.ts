/** The catalogue of reports: what each role finds in it, and how it is narrowed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { DEMO_USERS } from '../../src/server/companies/role-templates.ts'
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
test('the reports of each role are exactly those that it can open, in each application of its menus', async () => {
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

test('it is narrowed by words, application and bookmarks', async () => {
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

test('saved parameters stand below their report, own ones and those that others share, and lead to it', async () => {
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
