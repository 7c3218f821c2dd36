/**
 * The application in memory, with the product's modules and the fixtures of `tests/fixtures/modules`, a company and a
 * chosen caller. It has no sign-in: a request names its caller.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productModules } from '../../scripts/descriptors.ts'
import type { Json, Module, ModuleSet, Principal, Row } from '../../src/engine/model/module.ts'
import { createRegistries } from '../../src/engine/model/registries.ts'
import { API, type App, createApp } from '../../src/server/app.ts'
import { shipped } from '../../src/server/packages/registry.ts'
import { type RegisteredCompany, registerCompany } from '../../src/server/platform/companies/registry.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import type { Ctx, Services } from '../../src/server/platform/context.ts'
import { createClock, type Database, openDatabase, type SettableClock } from '../../src/server/platform/db/index.ts'
import { syncSchema } from '../../src/server/platform/db/planner/index.ts'
import { Schedule } from '../../src/server/platform/schedule.ts'
import { registerPrintRoutes } from '../../src/server/print/index.ts'
import { createRecords, registerRecordRoutes } from '../../src/server/records/index.ts'
import { codeOf, createWorkflow, registerWorkflowRoutes } from '../../src/server/workflow/index.ts'
import { CODE, freshDatabase, madeOnce, renameCompany, tablesTemplate } from './template.ts'

const FIXTURES = new URL('../fixtures/modules/', import.meta.url)

/** What every company needs to be signed in to and audited. */
const CORE = ['user', 'user_role', 'user_access', 'user_permission', 'application', 'module', 'audit_trail', 'branch', 'comments']

/** Who brings no employees along, who in turn bring half of the product. */
const WITHOUT_EMPLOYEES: ReadonlySet<string> = new Set(['user', 'branch', 'accounting_entry', 'general_ledger'])

/** The modules named and all that they refer to: tables of the rest only cost time. */
function closure(modules: ReadonlyMap<string, Module>, names: readonly string[]): ModuleSet {
  const loaded = new Map<string, Module>()
  const visit = (name: string): void => {
    const module = modules.get(name)
    if (!module || loaded.has(name)) return
    loaded.set(name, module)
    for (const field of [...module.fields, ...module.lines.flatMap((lines) => lines.fields)])
      if (field.to && !(WITHOUT_EMPLOYEES.has(name) && field.to === 'employee')) visit(field.to)
    for (const panel of module.panels) visit(panel.module)
  }
  for (const name of [...CORE, ...names]) visit(name)
  return loaded
}

/** By the fixtures among them; the files of a run share them. */
const resolved = new Map<string, ModuleSet>()

/** Descriptors of the product and the named fixtures, resolved; throws when one is unsound. `all`: every module of the product. */
export async function fixtureModules(names: readonly string[], all = false): Promise<ModuleSet> {
  const fixtures = readdirSync(FIXTURES)
    .filter((file) => names.includes(file.replace('.json', '')))
    .map((file) => ({ path: `modules/fixture/${file}`, text: readFileSync(new URL(file, FIXTURES), 'utf8') }))
  const key = fixtures.map(({ path }) => path).join()
  let modules = resolved.get(key)
  if (!modules) {
    const loaded = await productModules(fixtures)
    if (loaded.problems.length)
      throw new Error(loaded.problems.map((problem) => `${problem.file}:${problem.line} ${problem.message}`).join('\n'))
    modules = loaded.modules
    resolved.set(key, modules)
  }
  return all ? modules : closure(modules, names)
}

/** Every module of the product and every fixture: copying all their tables takes less than making those of a few. */
const everyModule = (): Promise<ModuleSet> =>
  fixtureModules(
    readdirSync(FIXTURES).map((file) => file.replace('.json', '')),
    true,
  )

const ALL = ['mail', 'index', 'view', 'new', 'edit', 'delete', 'post', 'void', 'process', 'approval', 'view_all', 'export', 'print']

/** A caller with every permission on every module; `more` takes away or adds. */
export function principalOf(modules: ModuleSet, more: Partial<Principal> = {}): Principal {
  return {
    user_id: 1,
    username: 'tester',
    name: 'Tester',
    role: 'admin',
    branch_id: 1,
    branch_ids: [],
    employee_id: null,
    is_developer: false,
    grants: Object.fromEntries([...modules.keys()].map((name) => [name, ALL])),
    access: ['cost', 'compensation', 'personal', 'employment', 'attendance_setting', 'payroll_setting', 'security_setting', 'bank_details'],
    applications: [...new Set([...modules.values()].map((module) => module.application))],
    ...more,
  }
}

export interface Answer {
  readonly status: number
  readonly body: {
    success: boolean
    data: never
    pagination?: Row
    message?: string
    rule?: string
    errors?: Record<string, string[]>
    details?: Row
  }
  readonly text: string
  /** The bytes of a file. */
  readonly raw: Buffer
  readonly headers: Record<string, unknown>
}

export interface Harness {
  readonly app: App
  readonly database: Database
  readonly company: RegisteredCompany
  readonly modules: ModuleSet
  readonly clock: SettableClock
  readonly admin: Principal
  readonly published: Row[]
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
    as?: Principal,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Posts and answers the record, failing loudly. */
  make(module: string, values: Row): Promise<Row>
  /** An employee with only the data that approvals need; returns their id. */
  employ(name: string, user_id: number, manager_id?: number): Promise<number>
  ctx(as?: Principal): Promise<Ctx>
  close(): Promise<void>
}

/** Rows that many files begin with: the first file of a run makes them, and the others copy its database. */
export interface CommonRows {
  /** Part of the name of the database that has them. */
  readonly name: string
  /** Modules that they are made with. */
  readonly fixtures: readonly string[]
  readonly all?: boolean
  /** The day on which they are made. */
  readonly today: string
  make(harness: Harness): Promise<void>
}
interface HarnessOptions {
  readonly code?: string
  readonly today?: string
  readonly all?: boolean
  readonly rows?: CommonRows
}

let harnesses = 0

/** Starts it, on a database of its own. */
export async function startHarness(fixtures: readonly string[], options: HarnessOptions = {}): Promise<Harness> {
  const tables = await tablesTemplate(await everyModule())
  const template = options.rows ? await withRows(options.rows, tables) : tables
  const { url, drop } = await freshDatabase(`harness_${process.pid}_${harnesses++}`, template)
  return openHarness(url, await fixtureModules(fixtures, options.all), options, drop)
}

/** The name of the database with the rows. */
const withRows = ({ name, fixtures, all = false, today, make }: CommonRows, tables: string): Promise<string> =>
  madeOnce(
    name,
    async (url) => {
      const harness = await openHarness(url, await fixtureModules(fixtures, all), { code: CODE, today })
      await make(harness)
      await harness.close()
    },
    tables,
  )

/** Starts it on a copy of a template. */
async function openHarness(url: string, modules: ModuleSet, options: HarnessOptions, drop = async () => {}): Promise<Harness> {
  const code = options.code ?? 'FIX'
  const database = await openDatabase({ url })
  const clock = createClock({ start: options.today ?? '2026-11-21', frozen: true })
  const published: Row[] = []
  const services: Services = {
    records: createRecords(),
    workflow: createWorkflow(codeOf(shipped.effects, shipped.guards, shipped.invariants, shipped.retired)),
    events: { publish: (_company, event) => void published.push(event.data as Row) },
    jobs: { send: async () => 'job', work: () => undefined },
    mail: { send: async () => undefined },
    outbox: { wake: () => undefined },
    ...shipped.code,
    instance: {
      config: readConfig({ DATA_DIR: join(tmpdir(), 'tanggapan-harness') }),
      version: 'test',
      embedded: database.embedded,
      schedule: new Schedule(),
      startedAt: new Date(0),
      bytes: { put: async () => undefined, get: async () => [] as never },
      ctxOf: async () => undefined,
    },
    files: {
      put: async (_ctx, file) => ({ id: 1, name: file.name }),
      get: async () => {
        throw new Error('no files here')
      },
    },
  }
  const defaults = Object.fromEntries([...createRegistries().settings.values()].map((setting) => [setting.key, setting.default])) as Record<
    string,
    Json
  >
  const callers = new Map<string, Principal>()
  const admin = principalOf(modules)
  let company: RegisteredCompany
  const app: App = await createApp({
    database,
    clock,
    services,
    webDir: '/nowhere',
    // Tests that write histories send more than any person would.
    requestsPerMinute: 1_000_000,
    modules: async () => modules,
    settings: async () => defaults,
    routes: (http) => {
      const deps = {
        ctx: async (request: Parameters<Parameters<typeof registerRecordRoutes>[1]['ctx']>[0]) =>
          app.ctxFor(company, callers.get(String(request.headers['x-as'] ?? '')) ?? admin, request),
      }
      registerWorkflowRoutes(http, deps)
      registerRecordRoutes(http, deps)
      registerPrintRoutes(http, deps)
    },
  })
  await renameCompany(database.db, code)
  // Tests change rights in the tables, without the triggers that raise the company's version: nothing is cached by it.
  const { cache_version: _, ...unversioned } = await registerCompany(database.db, { code, name: 'Fixture Company' })
  company = unversioned as RegisteredCompany
  await syncSchema(database.db, company.schema, modules)
  await database.db.query(
    `insert into "${company.schema}"."user" (id, username, name, is_active) overriding system value values (1, 'tester', 'Tester', true) on conflict do nothing`,
  )
  await database.db.query(
    `insert into "${company.schema}".branch (id, code, name, is_active) overriding system value values (1, 'HO', 'Head Office', true) on conflict do nothing`,
  )
  await database.db.query(
    `insert into "${company.schema}".module (name, title) select m->>'name', m->>'title' from jsonb_array_elements($1::jsonb) m
     where not exists (select 1 from "${company.schema}".module known where known.name = m->>'name')`,
    [JSON.stringify([...modules.values()].map(({ name, title }) => ({ name, title })))],
  )

  const call: Harness['call'] = async (method, url, body, as, headers = {}) => {
    if (as) callers.set(`${as.username}:${as.user_id}`, as)
    const answer = await app.http.inject({
      method,
      url: `${API}/${url}`,
      headers: { ...headers, ...(as ? { 'x-as': `${as.username}:${as.user_id}` } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const json = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: json ? answer.json() : (undefined as never),
      text: json ? '' : answer.body,
      raw: answer.rawPayload,
      headers: answer.headers,
    }
  }
  return {
    app,
    database,
    company,
    modules,
    clock,
    admin,
    published,
    call,
    make: async (module, values) => {
      const { status, body } = await call('POST', module, values)
      if (status !== 200) throw new Error(`POST ${module}: ${status} ${JSON.stringify(body)}`)
      return body.data as Row
    },
    employ: async (name, user_id, manager_id) => {
      const [row] = await database.db.query<{ id: number }>(
        `insert into "${company.schema}".employee (employee_no, full_name, user_id, manager_id, status) values ($1, $1, $2, $3, 'active') returning id`,
        [name, user_id, manager_id ?? null],
      )
      return Number(row!.id)
    },
    ctx: (as = admin) => app.ctxFor(company, as),
    close: async () => {
      await app.close()
      await database.close()
      await drop()
    },
  }
}
