/** The calls that are tried as one user: every call that returns rows, and every name that a call takes. */
import type { Field, Module, ModuleSet } from '../../src/engine/model/module.ts'
import { type Judge, pathsOf } from './judge.ts'
import { keepsRows, type Reach } from './reach.ts'
import type { Hidden, Twin } from './twin.ts'

export interface Probe {
  /** Row of the table of figures. */
  readonly call: string
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** The path is a question to the assistant. */
  readonly question?: true
  /** The forbidden name: the call must be refused, or change nothing. */
  readonly named?: string
  /** The same call without names was refused, too: then the refusal does not depend on the name. */
  readonly bare?: string
}

const CHUNK = 30
const LIST = 'limit=500&count=exact&window=all'
const seeded = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}
const enc = encodeURIComponent
const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

export interface ProbeOptions {
  readonly seed: number
  /** Paths of three hops tried per person and call. */
  readonly deep: number
  /** Share of the hidden names of two hops that is tried, from 0 to 1. */
  readonly share: number
}

export function* probesOf(modules: ModuleSet, judge: Judge, twin: Twin, options: ProbeOptions): Generator<Probe> {
  const random = seeded(options.seed)
  const hiddenOf = new Map<string, Hidden[]>()
  for (const hidden of twin.hidden) hiddenOf.set(hidden.module.name, [...(hiddenOf.get(hidden.module.name) ?? []), hidden])
  yield* generalCalls(modules, twin)
  for (const module of modules.values()) {
    yield* declaredCalls(module, twin.reach.get(module.name))
    if (!keepsRows(module)) {
      yield* reportCalls(module)
      continue
    }
    yield* plainCalls(module, twin.reach.get(module.name)!)
    yield* ownNames(module, hiddenOf.get(module.name) ?? [], judge)
    yield* pathNames(modules, module, { judge, hiddenOf, chosen: () => random() < options.share })
    yield* writingCalls(modules, module, twin, hiddenOf.get(module.name) ?? [])
  }
  // A sample of longer paths; the pure proof tries them all.
  const deep: [Module, string][] = []
  for (const module of modules.values()) {
    if (!keepsRows(module) || !(judge.lists(module) || judge.picks(module))) continue
    for (const path of pathsOf(modules, module, 3)) {
      if (path.split('.').length < 3 || random() > 0.02) continue
      if (judge.path(module, path) === 'hidden') deep.push([module, path])
    }
  }
  for (let n = 0; n < options.deep && deep.length; n++) {
    const [module, path] = deep.splice(Math.floor(random() * deep.length), 1)[0]!
    yield* nameProbes(module, path, '3 hops')
  }
}

function* generalCalls(modules: ModuleSet, twin: Twin): Generator<Probe> {
  for (const path of ['validate', 'openapi.json', 'meta/modules', 'meta/navigation', 'meta/problems', 'files?ids=1,2,3,4,5,6,7,8'])
    yield { call: path.split(/[?.]/)[0]!, path }
  const lookups = [...new Set([...modules.values()].flatMap((module) => module.lookups))]
  yield { call: 'meta/lookups', path: `meta/lookups?tables=${lookups.join()}` }
  for (const question of QUESTIONS) yield { call: 'chat', path: question, question: true }
  for (const hidden of twin.hidden) {
    const sample = hidden.samples[0]
    // A shorter text (a year) is part of so many numbers that only some of the matches are checked, as they are stored.
    if (sample && sample.length > 4 && hidden.changed)
      yield { call: 'search', path: `search?q=${enc(sample.slice(0, 60))}`, named: `value of ${hidden.module.name}.${hidden.path}` }
  }
}

const QUESTIONS = [
  'How many employees are there?',
  'What is the salary of employee 20?',
  'Total net pay of payroll',
  'Sum of payslips',
  'Which bills are unpaid?',
  'Total of purchase orders',
  'List bank accounts',
  'Show the audit trail',
  'Latest employees',
  'How many loans are open?',
  'Total of sales orders this year',
  'Who earns the most?',
  'List users',
  'Balance of suppliers',
]

function idsOf(reach: Reach): number[] {
  const visible = reach.rows ? [...reach.rows].slice(0, 2) : []
  const ownIds = [...reach.ownIds].slice(0, 1)
  return [...new Set([1, 2, 3, 20, ...visible, ...ownIds])]
}

function* plainCalls(module: Module, reach: Reach): Generator<Probe> {
  const { name } = module
  for (const path of [
    `paginate?${LIST}`,
    'tree?limit=200',
    'paginate/floating?limit=200',
    'dashboard_info',
    'defaults',
    'views',
    'import-template',
    'tags',
    `exportCSV?${LIST}`,
    'exportCSV?format=xlsx',
  ])
    yield { call: path.includes('xlsx') ? 'exportCSV (xlsx)' : path.split('?')[0]!, path: `${name}/${path}` }
  yield { call: 'dropdown', path: `${name}/dropdown?limit=500` }
  yield { call: 'dropdown', path: `${name}/dropdown?limit=500&for=${name}.id` }
  yield { call: 'meta/modules/{module}', path: `meta/modules/${name}` }
  for (const id of idsOf(reach)) {
    for (const [call, path] of [
      ['{id}', `${id}`],
      ['find', `find/${id}`],
      ['edit', `edit/${id}`],
      ['items', `${id}/items`],
      ['timeline', `${id}/timeline`],
      ['links', `${id}/links`],
      ['attachments', `${id}/attachments`],
      ['duplicate', `${id}/duplicate`],
      ['comments', `../comments/${name}/${id}`],
    ] as const)
      yield { call, path: path.startsWith('../') ? path.slice(3) : `${name}/${path}` }
    for (const panel of module.panels) yield { call: 'panels', path: `${name}/${id}/${panel.path}` }
    for (const { name: form } of module.print)
      yield { call: 'print-form', method: 'POST', path: `${name}/${id}/print-form`, body: { form } }
  }
}

function* reportCalls(module: Module): Generator<Probe> {
  const filled = (module.report?.parameters ?? []).map((field) => `${field.name}=${enc(valueFor(field))}`).join('&')
  for (const query of ['', filled]) {
    yield { call: 'reports', path: `${module.name}/paginate?limit=500&${query}` }
    yield { call: 'reports (csv)', path: `${module.name}/exportCSV?${query}` }
  }
  yield { call: 'reports (xlsx)', path: `${module.name}/exportCSV?format=xlsx&${filled}` }
  yield { call: 'dashboard_info', path: `${module.name}/dashboard_info` }
}

function valueFor(field: Field): string {
  if (/year/.test(field.name)) return '2026'
  if (/from|start/.test(field.name)) return '2026-01-01'
  if (field.type === 'date') return '2026-11-22'
  if (field.type === 'month') return '2026-10'
  if (field.type === 'boolean') return 'true'
  if (field.options?.length) return field.options[0]!.value
  return '1'
}

const READING_POST = /print|check|validate|pdf|recon|report|template|proof/i

function* declaredCalls(module: Module, reach: Reach | undefined): Generator<Probe> {
  for (const endpoint of module.endpoints) {
    const reads =
      endpoint.method === 'GET' || (endpoint.method === 'POST' && READING_POST.test(endpoint.path) && !/mail|smtp/.test(endpoint.path))
    if (!reads || /backup|server-info|cron|qr/.test(endpoint.path)) continue
    const ids = /\{/.test(endpoint.path) ? (reach ? idsOf(reach) : [1, 2, 20]) : [undefined]
    for (const id of ids) {
      const below = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        name === 'module' ? 'sales_order' : name === 'type' ? 'all' : name === 'endpoint' ? 'employees' : String(id ?? 1),
      )
      const path = below.startsWith('/') ? below.slice(1) : `${module.name}/${below}`
      const method = endpoint.method === 'GET' ? 'GET' : 'POST'
      const body = {
        id: id ?? 1,
        ids: [1, 2, 20],
        employee_id: 20,
        employee_ids: [20, 21],
        payroll_id: 1,
        payroll_ids: [1],
        sss: '1',
        from: '2026-10-01',
        to: '2026-10-31',
        date_from: '2026-10-01',
        date_to: '2026-10-31',
      }
      const call = `declared calls (${method})`
      yield method === 'GET' ? { call, path } : { call, method, path, body }
      if (method === 'GET')
        yield {
          call,
          path: `${path}?employee_id=20&id=20&limit=200&payroll_id=1&date_from=2026-10-01&date_to=2026-10-31&year=2026&search=a`,
        }
    }
  }
}

/** The module's own hidden names and values, in every call that takes one. */
function* ownNames(module: Module, hidden: readonly Hidden[], judge: Judge): Generator<Probe> {
  const { name } = module
  for (const entry of hidden) {
    const label = `${name}.${entry.path}`
    for (const sample of entry.samples.slice(0, 1)) {
      const equal = `filter[${entry.path}]=${enc(sample)}`
      const mark = entry.everywhere ? { named: label } : {}
      if (!judge.asks(module, entry.path, sample))
        yield { call: 'dropdown filter', path: `${name}/dropdown?limit=500&${equal}`, bare: `${name}/dropdown`, ...mark }
      yield { call: 'paginate filter', path: `${name}/paginate?${LIST}&${equal}`, bare: `${name}/paginate`, ...mark }
      yield { call: 'exportCSV filter', path: `${name}/exportCSV?columns=id&${equal}`, bare: `${name}/paginate`, ...mark }
      yield { call: 'floating filter', path: `${name}/paginate/floating?${equal}`, bare: `${name}/paginate`, ...mark }
      yield { call: 'tree filter', path: `${name}/tree?${equal}`, bare: `${name}/paginate`, ...mark }
      if (entry.changed) {
        yield { call: 'dropdown search', path: `${name}/dropdown?limit=500&search=${enc(sample)}`, bare: `${name}/dropdown` }
        yield { call: 'paginate search', path: `${name}/paginate?${LIST}&search=${enc(sample)}`, bare: `${name}/paginate` }
      }
    }
    if (entry.everywhere) yield* nameProbes(module, entry.path, undefined)
    else yield* orderProbes(module, entry.path)
  }
}

function* orderProbes(module: Module, path: string, named?: string): Generator<Probe> {
  const mark = named ? { named } : {}
  yield { call: 'dropdown sort', path: `${module.name}/dropdown?limit=500&sort=-${path}`, bare: `${module.name}/dropdown`, ...mark }
  yield { call: 'paginate sort', path: `${module.name}/paginate?${LIST}&sort=-${path}`, bare: `${module.name}/paginate`, ...mark }
  yield { call: 'exportCSV sort', path: `${module.name}/exportCSV?columns=id&sort=${path}`, bare: `${module.name}/paginate`, ...mark }
}

/** A forbidden name, in filter (of any type), sort, column and fields. */
function* nameProbes(module: Module, path: string, note: string | undefined): Generator<Probe> {
  const named = `${module.name}.${path}${note ? ` (${note})` : ''}`
  const { name } = module
  yield { call: 'dropdown filter', path: `${name}/dropdown?limit=500&filter[${path}][null]=false`, bare: `${name}/dropdown`, named }
  yield { call: 'paginate filter', path: `${name}/paginate?${LIST}&filter[${path}][null]=true`, bare: `${name}/paginate`, named }
  yield { call: 'exportCSV column', path: `${name}/exportCSV?columns=${path}`, bare: `${name}/paginate`, named }
  yield* orderProbes(module, path, named)
}

interface HiddenPaths {
  readonly judge: Judge
  readonly hiddenOf: ReadonlyMap<string, readonly Hidden[]>
  readonly chosen: () => boolean
}

/** Paths of two hops. */
function* pathNames(modules: ModuleSet, module: Module, { judge, hiddenOf, chosen }: HiddenPaths): Generator<Probe> {
  const { name } = module
  const limited: string[] = []
  const all: string[] = []
  for (const path of pathsOf(modules, module, 2)) {
    all.push(path)
    if (!path.includes('.') || module.lines.some((lines) => path.startsWith(`${lines.name}.`) && path.split('.').length === 2)) continue
    if (judge.path(module, path) === 'hidden') {
      if (chosen()) yield* nameProbes(module, path, undefined)
    } else {
      const target = targetOf(modules, module, path)
      if (
        target?.field &&
        hiddenOf.get(target.module.name)?.some((hidden) => !hidden.lines && hidden.field.name === target.field && !hidden.everywhere)
      )
        limited.push(path)
    }
  }
  // Silently omitted names are compared with the twin database, many at once.
  for (const part of chunks(all, CHUNK))
    yield { call: 'dropdown fields', path: `${name}/dropdown?limit=500&fields=${part.join()}`, bare: `${name}/dropdown` }
  for (const path of limited) {
    const target = targetOf(modules, module, path)!
    const sample = hiddenOf.get(target.module.name)!.find((hidden) => !hidden.lines && hidden.field.name === target.field)!.samples[0]
    if (sample !== undefined) {
      yield { call: 'paginate filter', path: `${name}/paginate?${LIST}&filter[${path}]=${enc(sample)}`, bare: `${name}/paginate` }
      yield { call: 'dropdown filter', path: `${name}/dropdown?limit=500&filter[${path}]=${enc(sample)}`, bare: `${name}/dropdown` }
    }
    yield* orderProbes(module, path)
    yield { call: 'exportCSV column', path: `${name}/exportCSV?columns=id,${path}`, bare: `${name}/paginate` }
  }
}

/** The target of a path of two hops without child tables. */
function targetOf(modules: ModuleSet, module: Module, path: string): { module: Module; field: string } | undefined {
  const segments = path.split('.')
  const lines = module.lines.find((line) => line.name === segments[0])
  const fields = lines ? lines.fields : module.fields
  const [head, last] = lines ? segments.slice(1) : segments
  const field = fields.find((candidate) => candidate.to && (candidate.refAs === head || candidate.name === head))
  const target = field?.to ? modules.get(field.to) : undefined
  return target && last && segments.length === (lines ? 3 : 2) ? { module: target, field: last } : undefined
}

/** Calls that take values before a save: references to unreachable rows, hidden names in sheets. */
function* writingCalls(modules: ModuleSet, module: Module, twin: Twin, hidden: readonly Hidden[]): Generator<Probe> {
  const { name } = module
  const bare = `${name}/defaults`
  for (const field of module.fields) {
    if (!field.to || !field.writable) continue
    const reach = twin.reach.get(field.to)
    const away = [20, 3, 2, 1].find((id) => !reach?.rows?.has(id) && !reach?.ownIds.has(id))
    if (away === undefined) continue
    const value = field.storage === 'bigint[]' ? [away] : away
    yield { call: 'preview', method: 'POST', path: `${name}/preview`, body: { [field.name]: value }, bare }
    yield { call: 'advice', method: 'POST', path: `${name}/advice`, body: { [field.name]: value }, bare }
    const unseen = twin.hidden.find(
      (candidate) =>
        candidate.module.name === field.to &&
        !candidate.lines &&
        candidate.changed &&
        candidate.samples.length &&
        candidate.field.storage === 'text',
    )
    if (unseen)
      yield {
        call: 'import preview',
        method: 'POST',
        path: `${name}/import?preview=true`,
        body: { rows: [{ [field.name]: unseen.samples[0] }] },
        bare,
      }
    if (field.refAs)
      yield { call: 'import preview', method: 'POST', path: `${name}/import?preview=true`, body: { rows: [{ [field.refAs]: away }] }, bare }
  }
  for (const source of module.sources)
    for (const ids of ['1', '2', '1,2,3']) yield { call: 'defaults', path: `${name}/defaults?source=${source.module}&ids=${ids}`, bare }
  for (const entry of hidden)
    if (entry.samples[0] !== undefined && !entry.lines)
      yield {
        call: 'import preview',
        method: 'POST',
        path: `${name}/import?preview=true`,
        body: { rows: [{ [entry.path]: entry.samples[0] }] },
        bare,
      }
  void modules
}
