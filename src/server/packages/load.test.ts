import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROLE_TEMPLATES } from '../companies/role-templates.ts'
import { loadPackages } from './load.ts'
import { readPackage, VERSION } from './manifest.ts'
import { loadProduct, openModules, shipped } from './registry.ts'
import { roleProblems } from './role-problems.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'packages-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A package with these files; answers its folder. */
function makePackage(name: string, contributes: object, files: Readonly<Record<string, unknown>> = {}, tanggapan = '^2.38'): string {
  const directory = join(folder, name)
  for (const [path, value] of Object.entries({
    ...files,
    'package.json': { name: basename(name), version: '1.2.0', tanggapan, contributes },
  })) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), typeof value === 'string' ? value : JSON.stringify(value))
  }
  return directory
}
const failure = (...entries: string[]): Promise<string> =>
  loadPackages(entries, folder).then(
    () => 'loaded',
    (error: Error) => error.message,
  )
const feature = (more: string): string => `export const own = { name: 'own', ${more} }`
const setting = (key: string) => ({ key, type: 'text', default: '', group: 'G', label: 'L', description: 'D' })

test('a package declares the versions of the product it works with', async () => {
  expect(await failure(makePackage('old', {}, {}, '^1.4'))).toBe(
    `The package "old" 1.2.0 works with tanggapan ^1.4, but this is ${VERSION}. Install a version of the package that fits, or leave it out of TANGGAPAN_PACKAGES. (${join(folder, 'old/package.json')})`,
  )
  expect(await failure(makePackage('odd', {}, {}, 'newest'))).toContain('"newest", which is no range of versions')
  expect(readPackage(makePackage('next', {}, {}, '>=2.38 <4'), '3.0.0-beta.1').name).toBe('next')
  expect(await failure(makePackage('fits', {}))).toBe('loaded')
})

test('packages are found by path, relative or not, and by their npm name', async () => {
  makePackage('node_modules/by-name', {})
  makePackage('by-path', {})
  const { packages } = await loadPackages(['./by-path', 'node_modules/by-name'], folder)
  expect(packages.flatMap(({ shipped, folder }) => (shipped ? [] : [folder]))).toEqual([
    join(folder, 'by-path'),
    join(folder, 'node_modules/by-name'),
  ])
  expect((await loadPackages(['by-name'], folder)).packages.at(-1)!.folder).toBe(join(folder, 'node_modules/by-name'))
  expect(await failure('nowhere')).toContain(
    `TANGGAPAN_PACKAGES names "nowhere", but there is no such package. Looked for it in ${join(folder, 'nowhere')}`,
  )
  mkdirSync(join(folder, 'empty'))
  expect(await failure('./empty')).toContain('is no package: there is no package.json')
})

test('a manifest is checked key by key', async () => {
  expect(await failure(makePackage('keys', { moduls: ['modules/x'] }))).toMatch(/package\.json \/contributes\/moduls: .*"modules"/)
  expect(await failure(makePackage('files', { modules: ['modules/x'] }))).toContain('there is no modules/x in the package "files"')
  expect(await failure(makePackage('json', { settings: 'settings.json' }, { 'settings.json': '[{]' }))).toContain(
    'settings.json is not valid JSON',
  )
  const translated = (text: string) => makePackage('words', { translations: 'translations' }, { 'translations/fil.json': text })
  expect(await failure(translated('{ "Jobs": "Mga Gawain", }'))).toContain('fil.json is not valid JSON')
  expect(await failure(translated('{ "Jobs": ["Mga Gawain"] }'))).toContain('fil.json /Jobs')
})

test('a name used by two packages is refused with both of them', async () => {
  const application = { name: 'fleet', title: 'Fleet' }
  const first = makePackage('one', { applications: [application], settings: 's.json' }, { 's.json': [setting('shared')] })
  const two = makePackage('two', { applications: [application], settings: 's.json' }, { 's.json': [setting('shared')] })
  expect((await failure(first, two)).split('\n')).toEqual([
    'The application "fleet" of the package "two" exists already in the package "one".',
    'The setting "shared" of the package "two" exists already in the package "one".',
  ])
  expect(await failure(makePackage('third', { settings: 's.json' }, { 's.json': [setting('over_receipt_percent')] }))).toBe(
    'The setting "over_receipt_percent" of the package "third" exists already in the package "tanggapan".',
  )
  const code = `effects: [{ name: 'ledger.post', rank: 1, params: {}, apply() {}, reverse() {} }], rules: { E_BOOKS: { meaning: 'x' } }, reports: { trial_balance: () => {} }`
  expect((await failure(makePackage('ledger', { features: ['f.ts'] }, { 'f.ts': feature(code) }))).split('\n')).toEqual([
    'The effect "ledger.post" of the package "ledger" (feature "own") exists already in the package "@tanggapan/financial" (feature "accounting").',
    'The rule "E_BOOKS" of the package "ledger" (feature "own") exists already in the package "tanggapan".',
  ])
  const role = { code: 'BUYER', name: 'Purchaser', rules: [] }
  expect(await failure(makePackage('roles', { roles: 'r.json' }, { 'r.json': [role] }))).toContain(
    'The role "BUYER" of the package "roles" exists already',
  )
  expect(await failure(first, first)).toBe(`The package "one" is named twice: ${first} and ${first}.`)
})

test('an existing module is refused with both files', async () => {
  const overriding = makePackage(
    'brands',
    { modules: ['modules/resource'] },
    { 'modules/resource/brand.json': { fields: { name: { type: 'text' } } } },
  )
  const [problem] = openModules(await loadProduct([overriding])).problems
  expect(problem!.message).toBe('The module "brand" exists already in modules/resource/brand.json.')
  expect(problem!.file).toBe(join(overriding, 'modules/resource/brand.json').replaceAll('\\', '/'))
})

test('a feature may have only its keys, and a role only existing ones', async () => {
  expect(await failure(makePackage('wrong', { features: ['f.ts'] }, { 'f.ts': feature('handler: []') }))).toMatch(
    /The feature "own" of the package "wrong" has the unknown key "handler"\. .*handlers/,
  )
  expect(
    await failure(makePackage('half', { features: ['f.ts'] }, { 'f.ts': feature("effects: [{ name: 'half.do', apply() {} }]") })),
  ).toContain('The feature "own" of the package "half" is not complete. effects: "half.do" needs "rank", "params", "reverse".')
  expect(await failure(makePackage('none', { features: ['f.ts'] }, { 'f.ts': 'export const answer = 42' }))).toContain(
    'must export one Feature, and exports none',
  )
  expect(await failure(makePackage('broken', { features: ['f.ts'] }, { 'f.ts': 'throw new Error("no luck")' }))).toContain(
    'f.ts of the package "broken" could not be loaded: no luck',
  )
  const role = { code: 'BUYR', rules: [] }
  expect(await failure(makePackage('roles', { roles: 'r.json' }, { 'r.json': [role] }))).toMatch(
    /grants rights to the role "BUYR", which does not exist\. .*"BUYER"/,
  )
  const named = (rules: unknown[]) => makePackage('rules', { roles: 'r.json' }, { 'r.json': [{ code: 'BUYER', rules }] })
  expect(await failure(named(['PORTALS']))).toMatch(/r\.json: There are no rules named "PORTALS"\./)
  const [problem] = openModules(await loadProduct([named([{ on: ['iten'], codes: ['READ'] }])])).problems
  expect([problem!.file, problem!.message]).toEqual([
    expect.stringMatching(/r\.json$/),
    'The role "BUYER" is granted rights on "iten", which does not exist.',
  ])
})

test('every rule of the product names existing modules and codes, and a wrong name gets the nearest suggestion', () => {
  const { shipped: modules } = openModules()
  expect(roleProblems(ROLE_TEMPLATES, modules, 'schemas/roles.json')).toEqual([])
  const wrong = {
    code: 'X',
    applications: [],
    rules: [{ on: ['iten', 'bill'], except: ['group:resource/Nothing'], codes: ['index', 'pots'] }],
  }
  const problems = roleProblems([wrong], modules, 'roles.json')
  expect(problems.map(({ message }) => message)).toEqual([
    'The role "X" is granted rights on "iten", which does not exist.',
    'The role "X" is granted rights on "group:resource/Nothing", which does not exist.',
    'The role "X" is granted on iten, bill the code "pots", which does not exist.',
  ])
  expect([problems[0]!.hint, problems[2]!.hint]).toEqual([expect.stringContaining('"item"'), expect.stringContaining('"post"')])
})

test('what a package grants to an existing role is added to its rights', async () => {
  const rule = { on: ['item'], codes: ['index'] }
  const extending = makePackage('more', { roles: 'r.json' }, { 'r.json': [{ code: 'CASHIER', applications: ['resource'], rules: [rule] }] })
  const { facts } = await loadPackages([extending])
  const cashier = facts.roles.find(({ code }) => code === 'CASHIER')!
  expect(cashier.applications).toEqual(['revenue', 'employee_portal', 'resource'])
  expect(cashier.rules.at(-1)).toEqual(rule)
  expect(cashier.rules.length).toBeGreaterThan(1)
})

test('descriptors of a package may use its templates and account roles', async () => {
  const descriptor = {
    title: 'Trips',
    application: 'resource',
    group: 'Master Files',
    icon: 'route',
    fields: { name: { type: 'text' }, stops: { type: 'lines', lines: 'trip_stops' } },
    workflow: 'trip_states',
  }
  const states = { planned: { initial: true, edit: '*' }, driven: { edit: [], final: true } }
  const files = {
    'roles.json': [
      { role: 'fuel', code: '6710', name: 'Fuel', title: 'Fuel and oil' },
      { role: 'tolls', code: '6711', name: 'Toll Fees' },
    ],
    'lines.json': { trip_stops: { fields: { place: { type: 'text' } } } },
    'workflows.json': { trip_states: { states, transitions: { drive: { from: 'planned', to: 'driven' } } } },
    'modules/resource/trip.json': descriptor,
  }
  const contributes = { accountRoles: 'roles.json', lineTemplates: 'lines.json', workflowTemplates: 'workflows.json' }
  const product = await loadProduct([makePackage('trips', { ...contributes, modules: ['modules/resource'] }, files)], folder)
  const store = openModules(product)
  expect(store.problems).toEqual([])
  const trip = store.shipped.get('trip')!
  // An account can be given them in the chart of accounts.
  expect(store.shipped.get('chart_of_account')!.field.role!.options!.slice(-2)).toEqual([
    { value: 'fuel', label: 'Fuel and oil' },
    { value: 'tolls', label: 'Toll Fees' },
  ])
  expect(trip.lines[0]!.fields.map(({ name }) => name)).toContain('place')
  expect(Object.keys(trip.workflow!.states)).toEqual(['planned', 'driven'])
  expect(product.registries.accountRoles.get('fuel')?.code).toBe('6710')
  // The product itself does not know them.
  expect(shipped.registries.accountRoles.has('fuel')).toBe(false)

  const taken = { 'roles.json': [{ role: 'inventory', code: '9', name: 'X' }], 'lines.json': { purchase: { fields: {} } } }
  expect((await failure(makePackage('taken', { accountRoles: 'roles.json', lineTemplates: 'lines.json' }, taken))).split('\n')).toEqual([
    'The account role "inventory" of the package "taken" exists already in the package "tanggapan".',
    'The line template "purchase" of the package "taken" exists already in the package "tanggapan".',
  ])
  const wrong = { 'lines.json': { trip_stops: { fields: { place: { tipe: 'text' } } } } }
  expect(await failure(makePackage('wrong', { lineTemplates: 'lines.json' }, wrong))).toMatch(
    /lines\.json \/trip_stops\/fields\/place\/tipe: .*"type"/,
  )
})
