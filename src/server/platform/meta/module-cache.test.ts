/** A set of an earlier start is served only for exactly what it was made of. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRegistries, type Registries } from '../../../engine/index.ts'
import { PARTS, WORLD } from '../../../engine/testing.ts'
import { ModuleCache } from './module-cache.ts'
import { ModuleStore } from './store.ts'

const ROOT = join(import.meta.dirname, '../../../..')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'module-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SETS = 'sets'
/** The small trading company, with its items under this title and with these fields. */
const world = (title: string, fields: object = {}) =>
  Object.entries(WORLD).map(([name, value]) => {
    const item = { ...value, title, fields: { ...value.fields, ...fields } }
    return { path: `modules/${name}.json`, text: JSON.stringify(name === 'base/item' ? item : value) }
  })
const cacheOf = (root = ROOT) => new ModuleCache(join(folder, SETS), root)
const open = (files: ReturnType<typeof world>) => new ModuleStore(() => [], createRegistries(PARTS), { extra: files, cache: cacheOf() })
const written = () => readdirSync(join(folder, SETS)).map((name) => join(folder, SETS, name))

it('serves what an earlier start resolved, frozen as before', () => {
  const first = open(world('Goods'))
  expect(first.problems).toEqual([])
  const [path] = written()
  const bytes = readFileSync(path!)
  const second = open(world('Goods'))
  expect(second.shipped).toEqual(first.shipped)
  const item = second.shipped.get('item')!
  expect([item, item.fields, item.fields[0]].every(Object.isFrozen)).toBe(true)
  expect(written()).toEqual([path])
  // Proves that it comes from there.
  cacheOf().write(path!.slice(-64), { modules: new Map([['item', item]]), problems: [], warnings: [] })
  expect([...open(world('Goods')).shipped.keys()]).toEqual(['item'])
  expect(readFileSync(path!).length).toBeLessThan(bytes.length)
})

it('never serves it for a changed descriptor, at the start or while running', () => {
  open(world('Goods'))
  const files = world('Wares')
  const store = open(files)
  expect(store.shipped.get('item')!.title).toBe('Wares')
  files.splice(0, files.length, ...world('Wares', { weight: { type: 'quantity' } }))
  expect(store.reload()).toEqual([])
  expect(store.shipped.get('item')!.field.weight).toBeDefined()
})

it('resolves again when the registries or the engine change', () => {
  const registries = createRegistries({ roles: ['buyer'] })
  const key = (cache: ModuleCache, known: Registries) => cache.key(world('Goods'), known)
  expect(key(cacheOf(), registries)).toBe(key(cacheOf(), createRegistries({ roles: ['buyer'] })))
  expect(key(cacheOf(), registries)).not.toBe(key(cacheOf(), createRegistries({ roles: ['seller'] })))

  const copy = join(folder, 'product')
  for (const part of ['src/kernel', 'src/engine', 'src/domain', 'schemas', 'package-lock.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true })
  const before = key(cacheOf(copy), registries)
  for (const part of ['src/engine/descriptor/resolve/layout.ts', 'schemas/line-templates.json', 'package-lock.json']) {
    const path = join(copy, part)
    const text = readFileSync(path)
    writeFileSync(path, `${text} `)
    expect(key(cacheOf(copy), registries), part).not.toBe(before)
    writeFileSync(path, text)
  }
  expect(key(cacheOf(copy), registries)).toBe(before)
})

it('resolves again what was truncated or damaged on disk, and stores no invalid descriptors', () => {
  const whole = open(world('Goods')).shipped
  const [path] = written()
  const bytes = readFileSync(path!)
  for (const damaged of [bytes.subarray(0, 20), bytes.subarray(0, -5), Buffer.concat([bytes.subarray(0, -1), Buffer.from([0])])]) {
    writeFileSync(path!, damaged)
    expect(open(world('Goods')).shipped).toEqual(whole)
    expect(readFileSync(path!)).toEqual(bytes)
  }
  expect(open(world('Goods', { weight: { type: 'weight' } as never })).problems).not.toEqual([])
  expect(written()).toEqual([path])
})
