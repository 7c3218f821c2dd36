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
  engine: { may: [], never: /^(react|@mantine|@rjsf|pg$|kysely|fastify|node:)/ },
  domain: { may: [], never: /^(react|@mantine|@rjsf|pg$|kysely|fastify|node:)/ },
  server: { may: ['engine', 'domain'], never: /^(react|@mantine|@rjsf\/(core|mantine))/ },
  web: { may: ['engine', 'domain'], never: /^(pg$|kysely|fastify|node:)/ },
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

  test('files stay readable', () => {
    const long = sources.filter((file) => !/\.generated\.ts$/.test(file) && read(file).split('\n').length > 420).map(name)
    expect(long).toEqual([])
  })
})
