/**
 * `npm run module -- new <name> [application]` scaffolds a descriptor, `check [name]` validates,
 * `show <name>` prints the resolved module, `list effects` (guards, functions …) what a descriptor may name, `docs` writes the descriptor reference, `types` the TypeScript
 * types of descriptors and the list of icons. `--package <path>` (or TANGGAPAN_PACKAGES) adds packages from outside: then `check`
 * checks them, too, `test` runs their tests, and `docs` writes the reference into them. `new-package <path>` makes one.
 */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DescriptorFile, loadDescriptors } from '../src/engine/index.ts'
import { grantProblems, type Product, sourcesOf } from '../src/server/packages/registry.ts'
import { readDescriptors } from '../src/server/platform/meta/store.ts'
import { checkReport } from './check-report.ts'
import { descriptorReference } from './descriptor-reference.ts'
import { packageEntries, productFromEnvironment, productRegistries, wordsOf } from './descriptors.ts'
import { writeGenerated } from './generate-types.ts'
import { layout } from './layout.ts'
import { newPackage, testPackages, typesOfPackages, writePackageDocs } from './packages.ts'
import { rulesPage } from './rules-doc.ts'
import { LISTS, listOf } from './vocabulary.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const USAGE =
  'Usage: npm run module -- new <name> [application] | check [name] | show <name> | list <what> | docs | types | new-package <path> [application] | test   [--package <path>]'

/** The descriptors of the product and its packages. */
const allFiles = (product: Product): DescriptorFile[] => sourcesOf(product).flatMap(readDescriptors)

async function check(name?: string): Promise<number> {
  const product = await productFromEnvironment()
  const files = allFiles(product)
  const loaded = loadDescriptors(files, product.registries)
  const problems = loaded.problems.length ? loaded.problems : grantProblems(product, loaded.modules)
  const { errors, verdict } = checkReport(files, { ...loaded, problems }, name)
  const stray = sourcesOf(product).flatMap(({ problem }) => problem ?? [])
  for (const line of [...stray, ...errors.lines]) console.error(line)
  if (verdict) console.log(verdict)
  const types = name === undefined ? typesOfPackages(product) : 0
  return errors.failed || stray.length || types ? 1 : 0
}

async function show(name: string): Promise<number> {
  const product = await productFromEnvironment()
  const { modules } = loadDescriptors(allFiles(product), product.registries)
  const module = modules.get(name)
  if (!module) {
    console.error(`There is no module "${name}".`)
    return 1
  }
  console.log(JSON.stringify(module, null, 2))
  return 0
}

const SCAFFOLD = {
  $schema: '../../schemas/module.schema.json',
  icon: 'file',
  fields: {
    code: { type: 'code', required: true, unique: true },
    name: { type: 'text', required: true, maxLength: 120 },
    is_active: { type: 'boolean', default: true },
  },
}

function scaffold(name: string, application: string): number {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    console.error(`"${name}" is not a snake_case name, such as purchase_order.`)
    return 1
  }
  const folder = `${ROOT}modules/${application}`
  const file = `${folder}/${name}.json`
  if (existsSync(file)) {
    console.error(`modules/${application}/${name}.json exists already.`)
    return 1
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${layout(SCAFFOLD)}\n`)
  console.log(`modules/${application}/${name}.json`)
  return 0
}

async function main([command, name, application]: readonly string[]): Promise<number> {
  if (command === 'new-package' && name) return newPackage(name, application)
  if (command === 'test') return testPackages(await productFromEnvironment())
  if (command === 'check') return check(name)
  if (command === 'show' && name) return show(name)
  if (command === 'new' && name) return scaffold(name, application ?? 'resource')
  if (command === 'docs' && packageEntries().length) return writePackageDocs(await productFromEnvironment())
  if (command === 'docs') {
    writeFileSync(`${ROOT}docs/descriptor-reference.md`, descriptorReference(await productRegistries()))
    writeFileSync(`${ROOT}docs/rules.md`, rulesPage())
    console.log('docs/descriptor-reference.md docs/rules.md')
    return 0
  }
  if (command === 'list') {
    const found = name ? listOf((await productFromEnvironment()).registries, name) : undefined
    if (!found) {
      console.error(`List what? ${LISTS.join(', ')}.`)
      return 2
    }
    console.log(found.join('\n'))
    return 0
  }
  if (command === 'types') {
    await writeGenerated(await productRegistries())
    return 0
  }
  console.error(USAGE)
  return 2
}

process.exitCode = await main(wordsOf(process.argv.slice(2)))
