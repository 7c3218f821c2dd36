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
  const own = value.type === 'VariableDeclarator' ? nameOf(value.id) : 'key' in value ? nameOf(value.key) : given
  for (const child of Object.values(value)) tooMany(child, own, names)
  return names
}

const inSource = (source: string, lang: 'ts' | 'tsx' = 'ts') => tooMany(parseAst(source, { lang }), '(unnamed)', [])

test('a function takes at most four arguments by position', () => {
  const files = globSync(['src/**/*.{ts,tsx}', 'scripts/**/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    // Samples of tests and stories are rows of a table, read by position.
    .filter((path) => !/\.(test|stories)\.tsx?$|\/(mock|story)[A-Z][^/]*$/.test(path))
  expect(files.length).toBeGreaterThan(1000)
  const found = files.flatMap((path) =>
    inSource(readFileSync(resolve(root, path), 'utf8'), path.endsWith('x') ? 'tsx' : 'ts').map((name) => `${path} ${name}`),
  )
  expect(found.sort()).toEqual(Object.keys(EXCEPTIONS).sort())
})

test('functions are found wherever they stand', () => {
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
