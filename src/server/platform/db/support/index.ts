/**
 * Tables that no module describes: sessions, counters, ledgers' working tables. Every folder of the server can add its
 * own in a file `internal-tables.ts`, exporting `supportTables` (per company) and `platformTables`: lists of idempotent
 * statements in which `{schema}` is the quoted schema. They are collected from the disk, because this layer may not
 * import the features above it; a folder that moves takes its tables along.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { literal, quote } from '../name.ts'
import { companyTables, platformTables } from './tables.ts'

interface TablesFile {
  readonly supportTables?: readonly string[]
  readonly platformTables?: readonly string[]
}

const SERVER = join(import.meta.dirname, '../../..')
let files: Promise<readonly TablesFile[]> | undefined

/** Statements for a company's schema, in a fixed order. */
export async function companyDdl(schema: string): Promise<string[]> {
  return [...companyTables, ...(await areaFiles()).flatMap((file) => file.supportTables ?? [])].map(within(schema))
}

/** Statements for the control schema `platform`. */
export async function platformDdl(): Promise<string[]> {
  return [...platformTables, ...(await areaFiles()).flatMap((file) => file.platformTables ?? [])].map(within('platform'))
}

const within = (schema: string) => (sql: string) => {
  const text = sql.trim().replace(/;$/, '').replaceAll('{schema}', quote(schema))
  if (/;/.test(text.replaceAll(/\$\$.*?\$\$/gs, ''))) throw new Error(`One statement per entry, please: ${literal(text.slice(0, 80))}`)
  return text
}

function areaFiles(): Promise<readonly TablesFile[]> {
  files ??= Promise.all(
    readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
      .filter((file) => basename(file) === 'internal-tables.ts')
      .sort()
      .map((file) => import(pathToFileURL(join(SERVER, file)).href) as Promise<TablesFile>),
  )
  return files
}
