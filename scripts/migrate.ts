/**
 * `npm run migrate`: brings every company's tables up to date. `--plan` prints what would change and changes
 * nothing; `--allow-destructive` also carries out what is otherwise only named.
 */
import { join } from 'node:path'
import { openModules } from '../src/server/features/registry.ts'
import { listCompanies } from '../src/server/platform/companies/registry.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { openDatabase, sourceOf } from '../src/server/platform/db/index.ts'
import { previewSchema, syncSchema } from '../src/server/platform/db/planner/index.ts'
import { syncPlatform } from '../src/server/platform/db/platform.ts'

const planOnly = process.argv.includes('--plan')
const allowDestructive = process.argv.includes('--allow-destructive')
const config = readConfig(process.env)
const store = openModules(join(import.meta.dirname, '../modules'))
for (const { file, line, message } of store.problems) console.error(`${file}:${line} ${message}`)
if (store.problems.length) process.exit(1)

const database = await openDatabase(sourceOf(config, { join: true }))
try {
  await syncPlatform(database.db)
  for (const company of await listCompanies(database.db)) {
    const modules = await store.of(database.db, company)
    const { steps } = await previewSchema(database.db, company.schema, modules)
    console.log(`${company.code}: ${steps.length === 0 ? 'nothing to change' : `${steps.length} changes`}`)
    for (const step of steps) console.log(`  ${JSON.stringify(step)}`)
    const doubled = steps.filter((step) => step.duplicates)
    for (const { table, note, duplicates } of doubled) console.log(`  not unique yet, ${table}, ${note}: ${duplicates!.join('; ')}`)
    if (!planOnly) await syncSchema(database.db, company.schema, modules, { allowDestructive })
  }
} finally {
  await database.close()
}
