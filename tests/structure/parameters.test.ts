import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
/** Arguments by position that a reader can still tell apart; more are the named properties of one object. */
const MOST = 4
/** Functions whose parameters another party decides. */
const EXCEPTIONS: Record<string, string> = {
  'src/engine/descriptor/schema/json.ts onObjectProperty': 'a callback of jsonc-parser',
}

type Node = { readonly type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
/** Functions have `params`; signatures of them in types have a list of the same name. */
const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|TSMethodSignature|TSFunctionType|TSDeclareFunction)$/
const nameOf = (node: unknown): string => {
  const { name } = (isNode(node) ? node : {}) as { name?: unknown }
  return typeof name === 'string' ? name : '(unnamed)'
}

/** Names of functions with more parameters than allowed; `given` is the name of the variable or property that holds one. */
function tooMany(value: unknown, given: string, names: string[]): string[] {
  if (Array.isArray(value)) for (const entry of value) tooMany(entry, given, names)
  if (!isNode(value)) return names
  const { params } = value
  if (isFunction.test(value.type) && Array.isArray(params) && params.length > MOST)
    names.push(value.id || value.key ? nameOf(value.id ?? value.key) : given)
  const holder = value.type === 'VariableDeclarator' ? nameOf(value.id) : 'key' in value ? nameOf(value.key) : given
  for (const child of Object.values(value)) tooMany(child, holder, names)
  return names
}

/** Names that say nothing about a value: it is called after what it holds. */
const EMPTY_NAMES = new Set(['one', 'at', 'of', 'own', 'it', 'told', 'kept'])
/** Where such a name is not ours: test runners call their function `it`. */
const IMPORTED = new Set(['vitest'])

/** The names that a pattern binds: `a`, `{ b, c: d }`, `[e = 1, ...f]`. */
function bound(pattern: unknown): string[] {
  if (!isNode(pattern)) return []
  const { properties, elements, value, left, argument, parameter } = pattern
  if (pattern.type === 'Identifier') return [nameOf(pattern)]
  if (Array.isArray(properties)) return properties.flatMap((property: Node) => bound(property.value ?? property.argument))
  if (Array.isArray(elements)) return elements.flatMap(bound)
  return bound(value ?? left ?? argument ?? parameter)
}

/** Variables, parameters, functions and imports of an empty name, each as often as it is declared. */
function emptyNames(value: unknown, names: string[] = []): string[] {
  if (Array.isArray(value)) for (const entry of value) emptyNames(entry, names)
  if (!isNode(value)) return names
  const { params, type } = value
  const patterns =
    type === 'VariableDeclarator' || /^(FunctionDeclaration|TSDeclareFunction|ClassDeclaration)$/.test(type)
      ? [value.id]
      : type === 'ImportDeclaration' && !IMPORTED.has(String((value.source as { value?: unknown }).value))
        ? (value.specifiers as Node[]).map(({ local }) => local)
        : type === 'CatchClause'
          ? [value.param]
          : []
  if (isFunction.test(type) && Array.isArray(params)) patterns.push(...params)
  names.push(...patterns.flatMap(bound).filter((name) => EMPTY_NAMES.has(name)))
  for (const child of Object.values(value)) emptyNames(child, names)
  return names
}

const inSource = (source: string, lang: 'ts' | 'tsx' = 'ts') => tooMany(parseAst(source, { lang }), '(unnamed)', [])

const parsed = globSync(['{src,tests,scripts,.storybook}/**/*.{ts,tsx}', '*.ts'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, tree: parseAst(readFileSync(resolve(root, path), 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }) }))

test('a function takes at most four arguments by position', () => {
  // Samples of tests and stories are rows of a table, read by position.
  const files = parsed.filter(
    ({ path }) => /^(src|scripts)\//.test(path) && !/\.(test|stories)\.tsx?$|\/(mock|story)[A-Z][^/]*$/.test(path),
  )
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap(({ path, tree }) => tooMany(tree, '(unnamed)', []).map((name) => `${path} ${name}`))
  expect(found.sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})

test('the check finds functions in every kind of declaration', () => {
  expect(
    inSource(`
      function plain(a, b, c, d, e) {}
      const arrow = (a, b, c, d, e) => 0
      class Box { method(a, b, c, d, e) {} }
      interface Service { call(a: 1, b: 1, c: 1, d: 1, e: 1): void }
      type Callback = (a: 1, b: 1, c: 1, d: 1, e: 1) => void
      const few = (a, b, c, d) => 0
    `),
  ).toEqual(['plain', 'arrow', 'method', 'call', '(unnamed)'])
})

test('no variable, parameter or function has a meaningless name', () => {
  expect(parsed.length).toBeGreaterThan(1400)
  expect(parsed.flatMap(({ path, tree }) => emptyNames(tree).map((name) => `${path} ${name}`))).toEqual([])
})

test('the check finds meaningless names in every kind of declaration', () => {
  const source = `
    import { own } from './own.ts'
    import { it } from 'vitest'
    const at = { of: 1, it: 2 }, { a: one, kept = 1, ...told } = at
    function of([own], { it }) {}
    const fine = (x) => x.at(0).of
    interface Answer { own: boolean; call(at: string): void }
    try {} catch (told) {}
    for (const one of []) {}
  `
  expect(emptyNames(parseAst(source, { lang: 'ts' })).sort()).toEqual([
    'at',
    'at',
    'it',
    'kept',
    'of',
    'one',
    'one',
    'own',
    'own',
    'told',
    'told',
  ])
})
