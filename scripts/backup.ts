/**
 * `npm run backup -- <company> <file>` writes a company's rows and files into one file; `npm run restore -- <file>
 * [code] [name]` makes a company of such a file. Both work while the product runs.
 */
import { resolve } from 'node:path'
import { makeBackup, restoreBackup } from '../src/server/features/backup/index.ts'
import { createBytes } from '../src/server/files/index.ts'
import { openModules } from '../src/server/packages/registry.ts'
import { findCompany } from '../src/server/platform/companies/registry.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { createClock, openDatabase, sourceOf } from '../src/server/platform/db/index.ts'
import { syncPlatform } from '../src/server/platform/db/platform.ts'
import { AppError } from '../src/server/platform/errors.ts'
import { missingMessage, missingPackages } from '../src/server/platform/meta/installed-packages.ts'

import { productFromEnvironment } from './descriptors.ts'

const USAGE = 'Usage: npm run backup -- <company> <file>   or   npm run restore -- <file> [code] [name]'
const [command, ...words] = process.argv.slice(2)
const config = readConfig(process.env)

async function backup(code: string, file: string): Promise<void> {
  const company = await findCompany(database.db, code.toUpperCase())
  if (!company) throw new Error(`There is no company ${code}.`)
  const parts = { db: database.db, clock: createClock({}), bytes: createBytes(config) }
  const { size, checksum } = await makeBackup(parts, company, resolve(file), (done, total, note) =>
    process.stderr.write(`\r${company.code}: ${done} of ${total} ${note.padEnd(40)}`),
  )
  process.stderr.write('\n')
  console.log(`${file}: ${size} bytes, SHA-256 ${checksum}`)
}

async function restore(file: string, code?: string, name?: string): Promise<void> {
  // The company's overlays are in the backup, and are applied when the server starts.
  const product = await productFromEnvironment()
  const modules = openModules(product).shipped
  const into = { ...(code ? { code: code.toUpperCase() } : {}), ...(name ? { name } : {}) }
  const { company, tables, files, identical } = await restoreBackup(
    { db: database.db, bytes: createBytes(config) },
    modules,
    resolve(file),
    into,
  )
  const restored = await findCompany(database.db, company.code)
  for (const missingPackage of await missingPackages(database.db, restored!, product.facts)) console.error(missingMessage(missingPackage))
  for (const table of tables.filter((comparison) => comparison.checksum !== comparison.restored_checksum))
    console.error(`${table.table} differs`)
  const rows = tables.reduce((sum, comparison) => sum + comparison.rows, 0)
  console.log(
    `${company.code} (${company.name}): ${tables.length} tables, ${rows} rows, ${files} files, ${identical ? 'identical' : 'NOT identical'}`,
  )
  if (!identical) process.exitCode = 1
}

const database = await openDatabase(sourceOf(config, { join: true }))
try {
  await syncPlatform(database.db)
  if (command === 'backup' && words.length === 2) await backup(words[0]!, words[1]!)
  else if (command === 'restore' && words.length >= 1) await restore(words[0]!, words[1], words.slice(2).join(' ') || undefined)
  else {
    console.error(USAGE)
    process.exitCode = 1
  }
} catch (error) {
  console.error(
    error instanceof AppError ? [error.message, ...Object.values(error.errors ?? {}).flat()].join(' ') : (error as Error).message,
  )
  process.exitCode = 1
} finally {
  await database.close()
}
