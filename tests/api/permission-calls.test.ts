/**
 * Every module × every call of it × every role of the demo: allowed or refused as the role was granted. What a call requires is said
 * here once more, in the words of the specification, and not asked of the server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isHandWritten, keepsRecords } from '../../src/engine/model/kind.ts'
import type { Module, ModuleSet, Row } from '../../src/engine/model/module.ts'
import { mayPick } from '../../src/engine/runtime/permissions/index.ts'
import { DEMO_USERS } from '../../src/server/demo/index.ts'
import type { Server } from '../../src/server/server.ts'
import { startInstance } from './instance.ts'
import { alike, ensureRows, type Grants, granted, NOBODY, readGrants } from './permissions-host.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface Call {
  readonly method: Method
  readonly path: string
  readonly body?: Row
  /** Permission code that covers it; `pick` for choices, which a reference that the person meets opens as well. */
  readonly code: string
}

/** The module whose calls need a developer, regardless of the role's grants. */
const FOR_DEVELOPERS = 'developer_console'
const records = (module: Module) => keepsRecords(module.kind)

/** The generic calls of a module and the code that covers each. */
function genericCalls(module: Module): Call[] {
  const has = (action: string) => module.actions[action] !== undefined
  const calls: Call[] = !records(module)
    ? module.kind === 'report'
      ? [
          { method: 'GET', path: '', code: 'index' },
          { method: 'GET', path: '/paginate', code: 'index' },
        ]
      : []
    : [
        { method: 'GET', path: '/paginate?limit=1', code: 'index' },
        { method: 'GET', path: '/paginate/floating', code: 'index' },
        { method: 'GET', path: '/dashboard_info', code: 'index' },
        { method: 'GET', path: '/exportCSV?id=0', code: 'index' },
        { method: 'GET', path: '/views', code: 'index' },
        { method: 'GET', path: '/dropdown?limit=1', code: 'pick' },
        { method: 'GET', path: `/${NOBODY}`, code: 'view' },
        { method: 'GET', path: `/find/${NOBODY}`, code: 'view' },
        { method: 'GET', path: `/${NOBODY}/timeline`, code: 'view' },
        { method: 'GET', path: `/${NOBODY}/links`, code: 'view' },
        { method: 'GET', path: `/${NOBODY}/attachments`, code: 'view' },
        { method: 'POST', path: `/${NOBODY}/print-form`, code: 'view' },
        { method: 'GET', path: `/${NOBODY}/tags`, code: 'view' },
        { method: 'GET', path: '/tags', code: 'index' },
        { method: 'POST', path: '/views', body: {}, code: 'index' },
        { method: 'PUT', path: `/views/${NOBODY}`, body: {}, code: 'index' },
        { method: 'DELETE', path: `/views/${NOBODY}`, code: 'index' },
      ]
  if (records(module) && module.lines.length) calls.push({ method: 'GET', path: `/${NOBODY}/items`, code: 'view' })
  if (records(module) && has('new'))
    calls.push(
      { method: 'POST', path: '', body: {}, code: 'new' },
      { method: 'GET', path: '/defaults', code: 'new' },
      { method: 'POST', path: '/preview', body: {}, code: 'new' },
      { method: 'GET', path: '/import-template', code: 'new' },
      { method: 'POST', path: '/import?preview=true', body: { rows: [] }, code: 'new' },
      { method: 'GET', path: `/${NOBODY}/duplicate`, code: 'new' },
    )
  if (records(module) && has('edit'))
    calls.push(
      { method: 'GET', path: `/edit/${NOBODY}`, code: 'edit' },
      { method: 'PUT', path: `/${NOBODY}`, body: {}, code: 'edit' },
      { method: 'POST', path: `/${NOBODY}/attachments`, body: {}, code: 'edit' },
      { method: 'DELETE', path: `/${NOBODY}/attachments/${NOBODY}`, code: 'edit' },
      { method: 'POST', path: '/tags', body: { ids: [NOBODY] }, code: 'edit' },
      { method: 'PUT', path: `/${NOBODY}/tags`, body: { tag_ids: [] }, code: 'edit' },
      { method: 'POST', path: `/${NOBODY}/tags`, body: { tag_id: NOBODY }, code: 'edit' },
      { method: 'DELETE', path: `/${NOBODY}/tags/${NOBODY}`, code: 'edit' },
    )
  if (records(module)) calls.push({ method: 'DELETE', path: `/${NOBODY}`, code: 'delete' })
  const below = calls.map((call) => ({ ...call, path: `${module.name}${call.path}` }))
  // Calls that every signed-in user can make check their arguments themselves; other tests prove those.
  for (const { method, path, code } of module.endpoints.filter((endpoint) => endpoint.code !== 'everyone'))
    below.push({ method: method as Method, path: addressOf(module, path), body: {}, code })
  // `comments/{type}/{id}` are the comments of another record; those calls go by that record's permissions.
  return module.name === 'comments' ? below.filter(({ path }) => path.split('/').length !== 3) : below
}

/** A declared call below its module, or from the root of the API. */
const addressOf = (module: Module, path: string): string =>
  (path.startsWith('/') ? path.slice(1) : `${module.name}/${path}`).replaceAll('{name}', 'nobody-1').replaceAll(/\{\w+\}/g, String(NOBODY))

/** Each figure of the people's dashboard is for those only who may see what it is counted from: records, and a section of the employee. */
const COUNTED_FROM: Readonly<Record<string, readonly [records: string, section?: string]>> = {
  todayEscalation: ['escalation_and_concern'],
  totalStatusSum: ['employee', 'employment'],
  bday_corner: ['employee', 'personal'],
  anniv_corner: ['employee', 'employment'],
  'newly-hired-employee': ['employee', 'employment'],
  total_employee: ['employee'],
  'total-employment-type': ['employee', 'employment'],
  'attrition-by-timezone': ['employee', 'employment'],
  'attrition-by-departments': ['employee', 'employment'],
  'attrition-by-teams': ['employee', 'employment'],
  'population-pyramid': ['employee', 'personal'],
  'payroll-expenses': ['payroll'],
  'leave-filing': ['leave_filing'],
  break_status: ['break_status'],
  'year-employees': ['employee', 'employment'],
}

let server: Server
let stop: () => Promise<void>
let modules: ModuleSet
let grants: Grants
let codesOf: Grants['codesOf']

beforeAll(async () => {
  ;({ server, stop } = await startInstance('permission_calls', ['DEMO'], { requestsPerMinute: 100_000_000 }))
  await server.startJobs()
  grants = await readGrants(server)
  ;({ modules, codesOf } = grants)
  await ensureRows(server, modules)
})
afterAll(() => stop())

/** Whether the user can see the records behind a figure. True for calls that are not figures. */
function seesCounted(username: string, path: string): boolean {
  const [records, section] = (path.startsWith('talent/dashboard/') && COUNTED_FROM[path.slice('talent/dashboard/'.length)]) || []
  if (!records) return true
  const sees = granted(codesOf(username, records), modules.get(records)!, 'index')
  return sees && (!section || grants.people.get(username)!.sections.includes(section))
}

/** May they choose records of the module: list it, or meet a reference to it in what they list, view or change? */
function picks(username: string, module: Module): boolean {
  const held = Object.fromEntries([...modules.keys()].map((name) => [name, [...codesOf(username, name)]]))
  return mayPick({ grants: held, access: grants.people.get(username)!.sections }, modules, module)
}

test('the grants of the demo are what the specification says of its people', () => {
  const may = (username: string, module: string) => [...codesOf(username, module)].sort()
  expect(may('employee', 'purchase_order')).toEqual([])
  expect(may('approver', 'purchase_order')).toEqual(['approval', 'index', 'view'])
  expect(may('auditor', 'bill')).toEqual(['index', 'view', 'view_all'])
  expect(may('buyer', 'bill')).toEqual(['index', 'view'])
  expect(may('buyer', 'purchase_order')).toEqual(expect.arrayContaining(['new', 'edit', 'post', 'void']))
  expect(may('warehouse', 'goods_return')).toEqual(expect.arrayContaining(['post', 'void']))
  expect(may('accountant', 'check_voucher')).toEqual(expect.arrayContaining(['new', 'post']))
})

const bySize = (sets: readonly ReadonlySet<string>[]) => sets.toSorted((a, b) => a.size - b.size)

/**
 * The calls of a module that this user tries. The first call of each code is tried with every combination of codes that
 * somebody holds on the module; the others with the two that tell most: the fewest codes that allow the call, and the most
 * that do not. Users with the same codes share the calls between them. Everyone tries the calls that depend on more than
 * those codes.
 */
function shareOf(username: string, module: Module): Call[] {
  const calls = genericCalls(module)
  // A figure asks for more than its dashboard's code.
  if (isHandWritten(module.kind)) return calls
  const codesHeld = (who: string) => codesOf(who, module.name)
  const keyOf = (codes: ReadonlySet<string>) => [...codes].sort().join()
  const mine = keyOf(codesHeld(username))
  const sets = [...new Map(DEMO_USERS.map((entry) => [keyOf(codesHeld(entry.username)), codesHeld(entry.username)])).values()]
  const sharers = alike(codesOf, username, module.name)
  const isTelling = (code: string): boolean => {
    const [allowing, refusing] = [true, false].map((wanted) => sets.filter((codes) => granted(codes, module, code) === wanted))
    return [bySize(allowing!)[0], bySize(refusing!).at(-1)].some((codes) => codes && keyOf(codes) === mine)
  }
  const isFirst = ({ code }: Call, index: number) => calls.findIndex((call) => call.code === code) === index
  return calls.filter(
    (call, index) =>
      call.code === 'pick' || (index % sharers.length === sharers.indexOf(username) && (isFirst(call, index) || isTelling(call.code))),
  )
}

describe.each(DEMO_USERS.map(({ username }) => username))('%s', (username) => {
  test('holds the codes of their role on every module, and no others', async () => {
    const { grants: held } = (await server.as('DEMO', username)).principal
    const names = [...modules.keys()].filter((name) => held[name]?.length || codesOf(username, name).size > 0)
    const by = (codes: (name: string) => Iterable<string>) =>
      Object.fromEntries(names.map((name) => [name, [...new Set(codes(name))].sort()]))
    expect(by((name) => held[name] ?? [])).toEqual(by((name) => codesOf(username, name)))
  })

  // proves: endpoints, endpoints.*.handler, endpoints.*.code
  test('is allowed and refused every call as granted', async () => {
    const caller = grants.callers.get(username)!
    const wrong: string[] = []
    for (const module of modules.values()) {
      const codes = codesOf(username, module.name)
      // One after another: beside each other they would run on ten connections, each of which plans all statements.
      for (const { method, path, body, code } of shareOf(username, module)) {
        const { status } = await caller.call(method, path, body as never)
        const expected =
          (code === 'pick' ? picks(username, module) : granted(codes, module, code)) &&
          (module.name !== FOR_DEVELOPERS || username === 'developer') &&
          seesCounted(username, path)
        if (status >= 500 || status === 401 || (status !== 403) !== expected)
          wrong.push(`${method} ${path}: ${status}, ${expected ? 'granted' : 'not granted'} ${code}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('nobody who is not signed in gets anything', async () => {
  const open: string[] = []
  for (const module of modules.values()) {
    for (const { method, path, body } of genericCalls(module)) {
      const answer = await server.app.http.inject({ method, url: `/api/v1/${path}`, ...(body ? { payload: body } : {}) })
      if (answer.statusCode !== 401) open.push(`${method} ${path}: ${answer.statusCode}`)
    }
  }
  expect(open).toEqual([])
})
