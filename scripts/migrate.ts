/**
 * `npm run migrate`: updates every company's tables. `--plan` prints the changes without making them;
 * `--allow-destructive` also makes those that are otherwise only listed. Tables of a package that is not loaded are kept
 * even then, but with `--forget-package <name>`.
 */

import { openModules } from '../src/server/packages/registry.ts'
import { listCompanies } from '../src/server/platform/companies/registry.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { openDatabase, sourceOf } from '../src/server/platform/db/index.ts'
import { previewSchema, syncSchema } from '../src/server/platform/db/planner/index.ts'
import { syncPlatform } from '../src/server/platform/db/platform.ts'
import { forgetPackage, missingMessage, missingPackages } from '../src/server/platform/meta/installed-packages.ts'
import { productFromEnvironment } from './descriptors.ts'

const planOnly = process.argv.includes('--plan')
const allowDestructive = process.argv.includes('--allow-destructive')
const forgotten = new Set(
  process.argv.flatMap((word, index, all) => (word === '--forget-package' && all[index + 1] ? [all[index + 1]!] : [])),
)
const config = readConfig(process.env)
const product = await productFromEnvironment()
const store = openModules(product)
for (const { file, line, message } of store.problems) console.error(`${file}:${line} ${message}`)
if (store.problems.length) process.exit(1)

const database = await openDatabase(sourceOf(config, { join: true }))
try {
  await syncPlatform(database.db)
  for (const company of await listCompanies(database.db)) {
    const modules = await store.of(database.db, company)
    const missing = await missingPackages(database.db, company, product.facts)
    const keep = new Set(missing.filter(({ name }) => !forgotten.has(name)).flatMap(({ tables }) => tables))
    const { steps } = await previewSchema(database.db, company.schema, modules, keep)
    for (const installedPackage of missing)
      console.log(
        forgotten.has(installedPackage.name)
          ? `${company.code}: the package "${installedPackage.name}" is forgotten`
          : `${company.code}: ${missingMessage(installedPackage)} Its tables are kept.`,
      )
    console.log(`${company.code}: ${steps.length === 0 ? 'nothing to change' : `${steps.length} changes`}`)
    for (const { unique: _index, changes: _values, ...step } of steps) console.log(`  ${JSON.stringify(step)}`)
    const doubled = steps.filter((step) => step.duplicates)
    for (const { table, note, duplicates } of doubled) console.log(`  not unique yet, ${table}, ${note}: ${duplicates!.join('; ')}`)
    if (planOnly) continue
    await syncSchema(database.db, company.schema, modules, { allowDestructive, keep })
    for (const installedPackage of missing)
      if (allowDestructive && forgotten.has(installedPackage.name)) await forgetPackage(database.db, company, installedPackage.name)
  }
} finally {
  await database.close()
}
