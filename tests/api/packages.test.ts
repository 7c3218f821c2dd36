/** Packages from outside of the product: in companies that exist, and when they are gone again. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { makeBackup, restoreBackup } from '../../src/server/features/backup/index.ts'
import { createBytes } from '../../src/server/files/index.ts'
import { loadProduct, openModules, type Product } from '../../src/server/packages/registry.ts'
import { findCompany } from '../../src/server/platform/companies/registry.ts'
import { previewSchema } from '../../src/server/platform/db/planner/index.ts'
import { missingMessage, missingPackages } from '../../src/server/platform/meta/installed-packages.ts'
import type { ModuleStore } from '../../src/server/platform/meta/store.ts'
import { createServer, type Server } from '../../src/server/server.ts'
import { signIn, startInstance } from './instance.ts'
import { productStore } from './template.ts'

const ROOT = join(import.meta.dirname, '../..')
const FLEET = join(ROOT, 'examples/fleet')
/** A copy of the example's data, without its code, so that files of it can be changed. */
const folder = mkdtempSync(join(tmpdir(), 'package-'))

let product: Product
let withPackage: ModuleStore
let instance: Awaited<ReturnType<typeof startInstance>>
let server: Server

beforeAll(async () => {
  product = await loadProduct([FLEET])
  withPackage = openModules(product)
  instance = await startInstance('packages', ['PACK'])
  // As an administrator of a company in production: a role of the company's own beside those of the templates.
  const system = await instance.server.system('PACK', 'preparing a test')
  await system.services.records.create(system, system.modules.get('user_role')!, { code: 'CLERK', name: 'Clerk' })
  server = await start(product, withPackage)
})
afterAll(async () => {
  await server.close()
  await instance.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The product started again on the same database, in production, with these packages. */
async function start(other?: Product, store?: ModuleStore): Promise<Server> {
  const started = await createServer({
    config: { ...instance.config, production: true },
    requestsPerMinute: 1_000_000,
    ...(other ? { product: other } : {}),
    ...(store ? { store } : {}),
  })
  await started.syncCompanies()
  return started
}
const menuOf = (body: Row): string[] => (body.data as { applications: { name: string }[] }).applications.map(({ name }) => name)

describe('a package that is added later', () => {
  test('is granted to administrators, its own roles and the roles that it names, and to no one else', async () => {
    const admin = await signIn(server, 'PACK', 'admin')
    expect(menuOf((await admin.call('GET', 'meta/navigation')).body)).toContain('fleet')
    const made = await admin.call('POST', 'fuel_type', { code: 'LPG', name: 'LPG', price: 40 })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { db } = server.database
    const roles = await db.query<{ code: string; modules: string[] }>(
      `SELECT r.code, array_agg(m.name::text ORDER BY m.name) AS modules FROM co_pack.user_role r JOIN co_pack.user_role__modules l ON l.parent_id = r.id
       JOIN co_pack.module m ON m.id = l.module_id WHERE m.name IN ('vehicle', 'trip_ticket', 'fuel_type') GROUP BY r.code ORDER BY r.code`,
    )
    expect(roles).toEqual([
      { code: 'ADMIN', modules: ['fuel_type', 'trip_ticket', 'vehicle'] },
      { code: 'AUDITOR', modules: ['fuel_type', 'trip_ticket', 'vehicle'] },
      { code: 'DEVELOPER', modules: ['fuel_type', 'trip_ticket', 'vehicle'] },
      { code: 'FLEET_MANAGER', modules: ['fuel_type', 'trip_ticket', 'vehicle'] },
      { code: 'WAREHOUSE', modules: ['fuel_type', 'trip_ticket', 'vehicle'] },
    ])
    const warehouse = await signIn(server, 'PACK', 'warehouse')
    expect((await warehouse.call('GET', 'vehicle/paginate')).status).toBe(200)
    expect((await warehouse.call('POST', 'vehicle', { code: 'X' })).status).toBe(403)
    expect((await (await signIn(server, 'PACK', 'sales')).call('GET', 'vehicle/paginate')).status).toBe(403)
  })

  test('appears in OpenAPI, in the settings and in the handlers', async () => {
    const admin = await signIn(server, 'PACK', 'admin')
    const { body } = await admin.call('GET', 'openapi.json')
    expect(Object.keys((body as unknown as { paths: Row }).paths)).toContain('/trip_ticket/{id}/post')
    const settings = (await admin.call('GET', 'settings?group=Fleet')).body.data as Row[]
    expect(settings.map(({ key, value }) => [key, value])).toEqual([['fleet_max_trip_hours', 12]])
    expect((await admin.call('GET', 'fleet/board')).body.data).toEqual({ vehicles: 0, trips: 0 })
  })

  test('adds rows to lists of the product, such as the account of a role that its postings name', async () => {
    expect(await server.database.db.query(`SELECT code, name FROM co_pack.chart_of_account WHERE role = 'fleet_fuel_expense'`)).toEqual([
      { code: '6710', name: 'Fuel and Oil' },
    ])
  })

  test('grants a role once: what an administrator deleted or revoked stays so', async () => {
    const { db } = server.database
    await db.query(`DELETE FROM co_pack.user_role__apps WHERE parent_id = (SELECT id FROM co_pack.user_role WHERE code = 'FLEET_MANAGER')`)
    await db.query(
      `DELETE FROM co_pack.user_role__modules WHERE parent_id = (SELECT id FROM co_pack.user_role WHERE code = 'FLEET_MANAGER')`,
    )
    await db.query(`DELETE FROM co_pack.user_role WHERE code = 'FLEET_MANAGER'`)
    await server.syncCompanies()
    expect(await db.query(`SELECT 1 FROM co_pack.user_role WHERE code = 'FLEET_MANAGER'`)).toEqual([])
  })
})

describe('a package that is removed', () => {
  let without: Server
  beforeAll(async () => {
    const system = await server.system('PACK', 'preparing a test')
    const { records } = system.services
    const { data } = await records.list(system, system.modules.get('branch')!, { limit: 1 })
    await records.create(system, system.modules.get('vehicle')!, { code: 'KEPT 1', name: 'Kept', branch_id: data[0]!.id, capacity: 10 })
    without = await start(undefined, productStore())
  })
  afterAll(() => without.close())

  test('takes its menus and calls with it, and administrators are notified', async () => {
    const admin = await signIn(without, 'PACK', 'admin')
    expect(menuOf((await admin.call('GET', 'meta/navigation')).body)).not.toContain('fleet')
    expect((await admin.call('GET', 'vehicle/paginate')).status).toBe(404)
    const problems = (await admin.call('GET', 'meta/problems')).body.data as { file: string; message: string; hint: string }[]
    const [refusal] = problems.filter(({ file }) => file === 'package fleet')
    expect(refusal!.message).toContain('The package "fleet" 1.0.0 is not loaded.')
    expect(refusal!.message).toContain('Vehicles')
    expect(refusal!.message).toContain('The data stays in the database.')
    expect((await (await signIn(without, 'PACK', 'employee')).call('GET', 'meta/problems')).status).toBe(403)
    const notices = (await admin.call('GET', 'notification/paginate?search=fleet')).body.data as { title: string }[]
    expect(notices.map(({ title }) => title)).toEqual(['Not applied: the package fleet'])
    // Screens that list what roles hold know of rows without a module.
    const role = ((await admin.call('GET', 'user_role/paginate?code=ADMIN')).body.data as Row[])[0]!
    expect((await admin.call('GET', `user_role/${String(role.id)}`)).status).toBe(200)
  })

  test('keeps its tables, even when destructive changes are allowed', async () => {
    const company = (await findCompany(without.database.db, 'PACK'))!
    const modules = await without.store.of(without.database.db, company)
    const missing = await missingPackages(without.database.db, company, without.services.product)
    const keep = new Set(missing.flatMap(({ tables }) => tables))
    expect([...keep].sort()).toEqual(['fuel_type', 'trip_ticket', 'trip_ticket__stops', 'vehicle'])
    const drops = async (wanted?: ReadonlySet<string>) =>
      (await previewSchema(without.database.db, company.schema, modules, wanted)).steps.filter(({ sql }) => sql.startsWith('DROP TABLE'))
    expect((await drops()).map(({ table }) => table).sort()).toEqual([...keep].sort())
    expect(await drops(keep)).toEqual([])
  })

  test('is restored from a backup with its data, and reported as missing until it is loaded', async () => {
    const { db } = without.database
    const company = (await findCompany(db, 'PACK'))!
    const file = join(folder, 'pack.backup')
    const bytes = createBytes(instance.config)
    await makeBackup({ db, clock: without.clock, bytes }, company, file)
    const { identical } = await restoreBackup({ db, bytes }, productStore().shipped, file, { code: 'PACK2' })
    expect(identical).toBe(true)
    const restored = (await findCompany(db, 'PACK2'))!
    expect((await missingPackages(db, restored, without.services.product)).map(missingMessage)[0]).toContain('"fleet" 1.0.0 is not loaded')
    await server.syncCompanies()
    const system = await server.system('PACK2', 'looking after the restore')
    const { data } = await system.services.records.list(system, system.modules.get('vehicle')!, {})
    expect(data.map(({ code }) => code)).toEqual(['KEPT 1'])
  })

  test('has its data again when it returns', async () => {
    const back = await start(product, withPackage)
    const admin = await signIn(back, 'PACK', 'admin')
    expect(((await admin.call('GET', 'vehicle/paginate')).body.data as Row[]).map(({ code }) => code)).toEqual(['KEPT 1'])
    expect(menuOf((await admin.call('GET', 'meta/navigation')).body)).toContain('fleet')
    // As when a demo company is made.
    await back.demoHost(() => undefined).ownRows((await findCompany(back.database.db, 'PACK'))!)
    expect((await admin.call('GET', 'fleet/board')).body.data).toEqual({ vehicles: 3, trips: 0 })
    await back.close()
  })
})

test('descriptors of a package take effect when they are saved', async () => {
  cpSync(join(FLEET, 'modules/resource'), join(folder, 'modules/resource'), { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'live', version: '1.0.0', tanggapan: '^2.38', contributes: { modules: ['modules/resource'] } }),
  )
  const live = await start(await loadProduct([folder]))
  try {
    const reloaded = new Promise<Row>((resolve) => {
      const publish = live.services.events.publish
      Object.assign(live.services.events, {
        publish: (company: string, event: { type: string; data: Row }) => {
          publish(company, event as never)
          if (event.type === 'modules') resolve(event.data)
        },
      })
    })
    live.watchModules()
    const file = join(folder, 'modules/resource/fuel_type.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace('"Fuel Types"', '"Fuels"'))
    expect(await reloaded).toEqual({ problems: 0 })
    expect((await live.system('PACK', 'reading titles')).modules.get('fuel_type')!.title).toBe('Fuels')
  } finally {
    await live.close()
  }
})

/** Runs a command of the product to its end; answers its output, with the exit code at the end. */
const command = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const env = { ...process.env, TEST_DATABASE_URL: inject('server'), CALLED_FROM: folder, INIT_CWD: '' }
    const child = spawn(process.execPath, [join(ROOT, 'scripts/module.ts'), ...args], { cwd: ROOT, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('close', (code) => resolve(`${said}\nexit ${code}`))
  })

test('new-package makes a package; it and the example are valid and pass their tests', async () => {
  const made = join(folder, 'motor-pool')
  expect(await command('new-package', made)).toMatch(/exit 0$/)
  const both = ['--package', FLEET, '--package', made]
  expect(await command('check', ...both)).toMatch(/modules are sound\.\s+exit 0$/)
  expect(await command('test', ...both)).toMatch(/pass 7[\s\S]*pass 1\b[\s\S]*exit 0$/)
  expect(await command('new-package', made)).toMatch(/exists already and is not empty\.\s+exit 1$/)
}, 300_000)
