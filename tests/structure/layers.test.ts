import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
const read = (file: string) => readFileSync(file, 'utf8')
const name = (file: string) => relative(root, file).split(sep).join('/')
const isTest = (file: string) => /\.(test|stories)\.tsx?$/.test(file)

/** What each layer may import besides itself; packages it must stay free of. */
const ARROWS: Record<string, { may: string[]; never: RegExp }> = {
  // What packages import of the product; nothing of the product imports it.
  public: { may: ['kernel', 'engine', 'domain', 'server', 'web'], never: /^(fastify|react)/ },
  kernel: { may: [], never: /^(?!decimal\.js$|\.)/ },
  engine: { may: ['kernel'], never: /^(react|@mantine|@rjsf|pg$|fastify|node:)/ },
  domain: { may: ['kernel'], never: /^(react|@mantine|@rjsf|pg$|fastify|node:)/ },
  server: { may: ['kernel', 'engine', 'domain'], never: /^(react|@mantine|@rjsf\/(core|mantine))/ },
  web: { may: ['kernel', 'engine', 'domain'], never: /^(pg$|fastify|node:)/ },
}

/** Rooms of a layer, the lowest first: each imports only those before it. Types count. */
const ROOMS = {
  engine: ['model', 'runtime', 'descriptor', '(root)'],
  server: [
    'platform',
    'records',
    'workflow',
    'print',
    'events',
    'files',
    'openapi',
    'companies',
    'demo-kit',
    'features',
    'packages',
    'demo',
    '(root)',
  ],
  web: ['i18n', 'theme', 'state', 'api', 'ui', 'routing', 'fields', 'testing', 'records', 'features', 'shims', 'app', '(root)'],
} as const

/** Features that import other features. */
const FEATURES = {
  server: {
    certificates: ['payroll', 'payroll-runs'],
    console: ['backup', 'chat'],
    dashboards: ['filings', 'memos', 'time'],
    filings: ['time'],
    home: ['chat'],
    inventory: ['accounting'],
    leave: ['filings', 'time'],
    loans: ['accounting', 'payroll-runs'],
    'my-team': ['approvals', 'filings'],
    payroll: ['accounting', 'leave', 'loans', 'payroll-runs', 'people', 'time'],
    people: ['approvals'],
    sales: ['inventory'],
    time: ['people'],
  },
  web: {
    access: ['admin'],
    account: ['session'],
    audit: ['admin'],
    backup: ['admin'],
    company: ['account', 'admin'],
    console: ['admin'],
    dashboards: ['home'],
  },
} as const

/** The folder of a file below its layer; a file directly in the layer is at the top. */
const roomOf = (layer: string, file: string): string => {
  const parts = file.slice(`src/${layer}/`.length).split('/')
  return parts.length === 1 ? '(root)' : parts[0]!
}
/** The feature a file belongs to; the contract and the list of features belong to none. */
const featureOf = (layer: string, file: string): string | undefined => new RegExp(`^src/${layer}/features/([^/]+)/`).exec(file)?.[1]

/** Imports between files of one layer, tests and stories aside. */
function arrows(layer: string): { from: string; to: string }[] {
  return sources
    .filter((path) => name(path).startsWith(`src/${layer}/`) && !isTest(path))
    .flatMap((file) =>
      imports(read(file))
        .filter((target) => target.startsWith('.'))
        .map((target) => ({ from: name(file), to: name(resolve(dirname(file), target)) })),
    )
    .filter(({ to }) => to.startsWith(`src/${layer}/`) && /\.(tsx?|json)$/.test(to))
}

function imports(text: string): string[] {
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)[^'"\n;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3]!)
}

describe('layers', () => {
  test.each(Object.keys(ARROWS))('%s imports only what it may', (layer) => {
    const { may, never } = ARROWS[layer]!
    const wrong: string[] = []
    for (const file of sources.filter((path) => name(path).startsWith(`src/${layer}/`) && !isTest(path))) {
      for (const target of imports(read(file))) {
        if (never.test(target)) wrong.push(`${name(file)} → ${target}`)
        if (!target.startsWith('.')) continue
        const to = name(resolve(dirname(file), target)).match(/^src\/(\w+)\//)?.[1]
        if (to && to !== layer && !may.includes(to)) wrong.push(`${name(file)} → ${target}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(ROOMS) as (keyof typeof ROOMS)[])('the rooms of %s stand on each other in one order', (layer) => {
    const order: readonly string[] = ROOMS[layer]
    const wrong = arrows(layer).filter(({ from, to }) => {
      const [above, below] = [order.indexOf(roomOf(layer, from)), order.indexOf(roomOf(layer, to))]
      return above < 0 || below < 0 || above < below
    })
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  test.each(Object.keys(FEATURES) as (keyof typeof FEATURES)[])('features of %s import only features they declare', (layer) => {
    const declared: Readonly<Record<string, readonly string[]>> = FEATURES[layer]
    const found: Record<string, Set<string>> = {}
    for (const { from, to } of arrows(layer)) {
      const [a, b] = [featureOf(layer, from), featureOf(layer, to)]
      if (a && b && a !== b) (found[a] ??= new Set()).add(b)
    }
    // Both ways: an unused arrow must be removed from the list.
    expect(Object.fromEntries(Object.entries(found).map(([name, set]) => [name, [...set].sort()]))).toEqual(declared)
    // No circle: every feature can be taken off when those above it are gone.
    const left = new Map(Object.entries(declared))
    for (;;) {
      const free = [...left.keys()].filter((name) => declared[name]!.every((target) => !left.has(target)))
      if (free.length === 0) break
      for (const name of free) left.delete(name)
    }
    expect([...left.keys()]).toEqual([])
  })

  test('there are no import cycles, type imports included', () => {
    // What is loaded later, such as the form that a reference field opens, may lead back to its beginning.
    const imported = new Map(
      sources
        .filter((file) => !isTest(file))
        .map((file) => [name(file), imports(read(file).replaceAll(/import\([^)]*\)/g, '')).map((to) => name(resolve(dirname(file), to)))]),
    )
    // What imports only files already set aside is part of no circle.
    for (;;) {
      const free = [...imported].filter(([, targets]) => !targets.some((target) => imported.has(target)))
      if (free.length === 0) break
      for (const [file] of free) imported.delete(file)
    }
    // Nor is what no remaining file imports.
    for (;;) {
      const targets = new Set([...imported.values()].flat())
      const above = [...imported.keys()].filter((file) => !targets.has(file))
      if (above.length === 0) break
      for (const file of above) imported.delete(file)
    }
    expect([...imported.keys()]).toEqual([])
  })

  test('every feature of the server belongs to a package', () => {
    const listed = readdirSync(join(root, 'modules')).flatMap((folder) => {
      const manifest = JSON.parse(read(join(root, 'modules', folder, 'package.json'))) as { contributes: { features?: string[] } }
      return (manifest.contributes.features ?? []).map((path) => name(resolve(root, 'modules', folder, path)))
    })
    const features = sources.map(name).filter((file) => /^src\/server\/features\/[^/]+\/feature\.ts$/.test(file))
    expect(listed.toSorted()).toEqual([...features, 'src/server/features/builtin.ts'].toSorted())
  })

  test('no module is named in the engine or the renderers', () => {
    const modules = readdirSync(join(root, 'modules'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json') && !file.endsWith('.rows.json'))
      .map((file) => file.split(/[\\/]/).at(-1)!.replace('.json', ''))
    // One-word modules share their name with ordinary words of the code (`user`, `item`, `module`); a name
    // with an underscore can only mean the module.
    const names = modules.filter((module) => module.includes('_'))
    // `employee_id` is also what every reference to an employee is called.
    const allowed = new Set(['audit_trail', 'employee_id'])
    const wrong: string[] = []
    for (const file of sources.filter(
      (path) => /^src\/(engine|web\/records|web\/fields|server\/records|server\/workflow)\//.test(name(path)) && !isTest(path),
    )) {
      const text = read(file)
      for (const module of names) {
        if (!allowed.has(module) && new RegExp(`['"\`/]${module}['"\`/?]`).test(text)) wrong.push(`${name(file)}: ${module}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('positions of parameters are written in one place', () => {
    // Statements are written with the `sql` template; what is compiled from a Module gets its positions from `Params`.
    const writers = new Set(['src/server/platform/db/params.ts'])
    // PL/pgSQL, where `$1` is a parameter of EXECUTE.
    const functions = new Set(['src/server/platform/db/support/tables.ts'])
    const wrong = sources
      .filter((path) => name(path).startsWith('src/server/') && !isTest(path))
      .flatMap((path) => {
        if (writers.has(name(path)) || functions.has(name(path))) return []
        const lines = read(path).split('\n')
        // `$1` after a space, a bracket, a sign or a comma; the `$1` of String.replace stands after a quote or a letter.
        return lines.flatMap((line, index) =>
          !/^\s*(\*|\/\*|\/\/)/.test(line) && (/[\s=(,<>]\$\d/.test(line) || line.includes('$${')) ? [`${name(path)}:${index + 1}`] : [],
        )
      })
    expect(wrong).toEqual([])
  })

  test('files are at most 400 lines long', () => {
    const long = sources.filter((file) => !/\.generated\.ts$/.test(file) && read(file).split('\n').length > 401).map(name)
    expect(long).toEqual([])
  })
})
