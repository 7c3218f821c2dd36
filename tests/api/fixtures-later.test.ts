/** What came with a later version, in a company that is older: lists, modules and their grants. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
beforeAll(async () => {
  instance = await startInstance('later', ['LATE'])
})
afterAll(() => instance.stop())

test('a company with an earlier version of a public list gets the missing rows and the missing values of its rows', async () => {
  const { db } = instance.server.database
  const count = async (module: string): Promise<number> =>
    Number((await db.query<{ n: number }>(`SELECT count(*) AS n FROM co_late.${module}`))[0]!.n)
  const before = await Promise.all(['region', 'province', 'city'].map(count))
  // As the company was before: large cities only, one of them with a code and a name of its own, and no dates.
  await db.query(
    `SET session_replication_role = replica; DELETE FROM co_late.fixture_edition; DELETE FROM co_late.city WHERE city_class IS DISTINCT FROM 'huc';
     UPDATE co_late.city SET city_class = NULL, official_name = NULL;
     UPDATE co_late.city SET code = 'MKT', name = 'City of Makati', zip_code = '1234' WHERE psgc_code = '1380300000';
     DELETE FROM co_late.province WHERE effective_to IS NOT NULL; UPDATE co_late.province SET effective_from = NULL;
     DELETE FROM co_late.region WHERE code = 'ARMM'; SET session_replication_role = origin`,
  )
  await instance.server.syncCompanies()
  expect(await Promise.all(['region', 'province', 'city'].map(count))).toEqual(before)
  const [makati] = await db.query("SELECT code, name, zip_code, city_class FROM co_late.city WHERE psgc_code = '1380300000'")
  expect(makati).toEqual({ code: 'MKT', name: 'City of Makati', zip_code: '1234', city_class: 'huc' })
  const [north] = await db.query("SELECT effective_from FROM co_late.province WHERE psgc_code = '1908700000'")
  expect(north).toEqual({ effective_from: '2022-09-18' })
  const [antipolo] = await db.query(
    "SELECT r.code AS region, c.version, c.is_active FROM co_late.city c JOIN co_late.region r ON r.id = c.region_id WHERE c.name = 'Antipolo'",
  )
  expect(antipolo).toEqual({ region: 'IV-A', version: 1, is_active: true })

  // The same version again changes nothing: what an administrator deleted meanwhile stays away.
  await db.query("DELETE FROM co_late.city WHERE name = 'Antipolo'")
  await instance.server.syncCompanies()
  expect(await count('city')).toBe(before[2]! - 1)
})

test('a new list is loaded with the rows whose referenced rows exist', async () => {
  const { db } = instance.server.database
  const codes = async (): Promise<unknown[]> =>
    (await db.query<{ code: string }>('SELECT DISTINCT c.code FROM co_late.state s JOIN co_late.country c ON c.id = s.country_id')).map(
      ({ code }) => code,
    )
  expect((await codes()).length).toBeGreaterThan(100)
  await db.query(
    `SET session_replication_role = replica; DELETE FROM co_late.state; DELETE FROM co_late.country WHERE code NOT IN ('US', 'JP'); SET session_replication_role = origin`,
  )
  await instance.server.syncCompanies()
  expect((await codes()).sort()).toEqual(['JP', 'US'])
})

// proves: entity.systemKey
test('accounts that postings find by role are added to an older chart of accounts', async () => {
  const { db } = instance.server.database
  const accounts = () =>
    db.query(`SELECT code, type, role FROM co_late.chart_of_account WHERE code IN ('4110', '6150', '6160', '6210') ORDER BY code`)
  const before = await accounts()
  // A chart of before the roles: one account is missing, one was made something else under its code, one has been renamed.
  await db.query(
    `SET session_replication_role = replica; DELETE FROM co_late.fixture_edition WHERE module = 'chart_of_account';
     DELETE FROM co_late.chart_of_account WHERE code = '6160'; UPDATE co_late.chart_of_account SET role = NULL WHERE code IN ('4110', '6150', '6210');
     UPDATE co_late.chart_of_account SET name = 'Sundry income' WHERE code = '4110';
     UPDATE co_late.chart_of_account SET type = 'Asset' WHERE code = '6210'; SET session_replication_role = origin`,
  )
  await instance.server.syncCompanies()
  expect(await accounts()).toEqual(before.map((row) => (row.code === '6210' ? { ...row, type: 'Asset', role: null } : row)))
  expect(await db.query("SELECT name FROM co_late.chart_of_account WHERE code = '4110'")).toEqual([{ name: 'Sundry income' }])
  // What an administrator changes afterwards stays.
  await db.query("UPDATE co_late.chart_of_account SET role = NULL WHERE code = '6150'")
  await instance.server.syncCompanies()
  expect(await db.query("SELECT role FROM co_late.chart_of_account WHERE code = '6150'")).toEqual([{ role: null }])
})

test('pay items that payroll computes with are added to an older list', async () => {
  const { db } = instance.server.database
  const items = () =>
    db.query(
      `SELECT code, kind, is_system FROM co_late.pay_item WHERE code IN ('SSS_MATERNITY', 'MATERNITY_DIFFERENTIAL', 'TRANSPORT') ORDER BY code`,
    )
  await db.query(
    `SET session_replication_role = replica; DELETE FROM co_late.pay_item WHERE code IN ('SSS_MATERNITY', 'MATERNITY_DIFFERENTIAL', 'TRANSPORT'); SET session_replication_role = origin`,
  )
  await instance.server.syncCompanies()
  // What a company may delete (an allowance) is not put back.
  expect(await items()).toEqual([
    { code: 'MATERNITY_DIFFERENTIAL', kind: 'maternity_differential', is_system: true },
    { code: 'SSS_MATERNITY', kind: 'sss_benefit', is_system: true },
  ])
})

test('a module that has its own permissions since a later version is granted to the roles that could reach it before', async () => {
  const { db } = instance.server.database
  const system = await instance.server.system('LATE', 'preparing roles')
  const { records } = system.services
  const idOf = async (table: string, name: string): Promise<number> =>
    (await db.query<{ id: number }>(`SELECT id FROM co_late.${table} WHERE name = $1`, [name]))[0]!.id
  const [application_id, employee] = [await idOf('application', 'talent'), await idOf('module', 'employee')]
  const role = async (code: string, permission_codes: string[]): Promise<number> =>
    Number(
      (
        await records.create(system, system.modules.get('user_role')!, {
          code,
          name: code,
          apps: [{ application_id }],
          modules: [{ application_id, module_id: employee, permission_codes }],
        })
      ).id,
    )
  const people = await role('PEOPLE', ['index', 'view', 'edit', 'view_all'])
  const lister = await role('LISTER', ['index'])
  const granted = async (id: number): Promise<unknown[]> =>
    (
      await db.query<{ codes: string[] }>(
        `SELECT l.permission_codes AS codes FROM co_late.user_role__modules l JOIN co_late.module m ON m.id = l.module_id WHERE l.parent_id = $1 AND m.name = 'personal_movement'`,
        [id],
      )
    ).map(({ codes }) => codes)
  // A company of 2.38, which did not write down what was hidden.
  await db.query('UPDATE co_late.module SET is_hidden = NULL')
  await instance.server.syncCompanies()
  expect(await granted(people)).toEqual([['index', 'view', 'view_all', 'new', 'delete']])
  expect(await granted(lister)).toEqual([])
  const trail = await db.query(
    `SELECT new_values, reason IS NOT NULL AS explained FROM co_late.audit_trail WHERE record_id = $1 AND action = 'update' AND module_id = (SELECT id FROM co_late.module WHERE name = 'user_role')`,
    [people],
  )
  expect(trail).toEqual([
    { new_values: { granted: { personal_movement: ['index', 'view', 'view_all', 'new', 'delete'] } }, explained: true },
  ])

  // Once: what an administrator takes away stays away.
  await db.query('DELETE FROM co_late.user_role__modules WHERE parent_id = $1 AND module_id <> $2', [people, employee])
  await instance.server.syncCompanies()
  expect(await granted(people)).toEqual([])
})

test('a new module is granted to the roles whose template covers it', async () => {
  const { db } = instance.server.database
  const [timekeeper] = await db.query<{ id: number }>(`SELECT id FROM co_late.user_role WHERE code = 'TIMEKEEPER'`)
  await db.query(
    `SET session_replication_role = replica; DELETE FROM co_late.module WHERE name = 'time_sheet'; SET session_replication_role = origin`,
  )
  await instance.server.syncCompanies()
  const trail = await db.query<{ granted: Record<string, string[]> }>(
    `SELECT new_values->'granted' AS granted FROM co_late.audit_trail WHERE record_id = $1 AND action = 'update' AND new_values->'granted' ? 'time_sheet'`,
    [timekeeper!.id],
  )
  expect(trail.map(({ granted }) => Object.keys(granted))).toEqual([['time_sheet']])
  expect(trail[0]!.granted.time_sheet).toContain('view_all')
})
