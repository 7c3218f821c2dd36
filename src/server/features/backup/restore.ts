/** Restores a backup as a company of its own, and compares the restored rows with what was saved. */

import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ModuleSet } from '../../../engine/model/module.ts'
import { watchTables } from '../../platform/companies/cache-invalidation.ts'
import { beginCompany, openCompany, removeUnfinished } from '../../platform/companies/registry.ts'
import type { Db } from '../../platform/context.ts'
import { COMPANY_CODE, literal, qualify, quote } from '../../platform/db/name.ts'
import { syncSchema } from '../../platform/db/planner/index.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { requireSpace } from '../../platform/files/disk.ts'
import type { ByteStore } from '../../platform/files/store.ts'
import { isNumberSequence } from '../../platform/numbering/index.ts'
import { broken, type Column, FORMAT, type Line, readLines, sumTable, type TableSum, tablesOf } from './format.ts'

interface Comparison extends TableSum {
  readonly restored_checksum: string
}
interface Restored {
  readonly company: { readonly code: string; readonly name: string }
  /** Every table and every file is as it was saved. */
  readonly identical: boolean
  readonly tables: readonly Comparison[]
  readonly files: number
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Restores the file into a new company, all of it or nothing. Its tables are created from `modules`; columns and tables
 * that these no longer know are restored as they were saved. Each step commits by itself, so that no lock is held for
 * long; users can sign in to the new company only after the last one, and a failure removes all of it.
 */
export async function restoreBackup(
  parts: { readonly db: Db; readonly bytes: ByteStore },
  modules: ModuleSet,
  path: string,
  into: { readonly code?: string; readonly name?: string },
): Promise<Restored> {
  const { db, bytes } = parts
  const lines = readLines(path)
  const { value: header } = (await lines.next().catch(() => ({ value: undefined }))) as { value: Line | undefined }
  if (header?.kind !== 'header' || header.format !== FORMAT) throw invalid({ file: ['This is not a backup of this product.'] })
  if (header.type === 'files')
    throw refuse('E_BACKUP_PARTIAL', 'This backup holds files only; a company is restored from a full or database backup.')
  const code = into.code ?? header.company.code
  const name = into.name ?? header.company.name
  if (!COMPANY_CODE.test(code)) throw invalid({ company_code: ['Use 2 to 20 capital letters, digits or underscores, a letter first.'] })
  // The folder of the backups is on the disk of the data folder, as the files and the embedded database are.
  await requireSpace(dirname(path), (await unpackedBytes(path)) * SPACE_FACTOR)
  const company = await beginCompany(db, { code, name, time_zone: header.company.time_zone })
  if (!company) throw invalid({ company_code: ['A company with this code already exists.'] })
  try {
    await syncSchema(db, company.schema, modules, { inParts: true })
    const keys = await dropForeignKeys(db, company.schema)
    const { sums, files, columns } = await load(db, bytes, company.schema, lines)
    await alterAll(db, company.schema, keys, (key) => `ADD CONSTRAINT ${quote(key.name)} ${key.definition}`)
    await watchTables(db, company.schema, modules)
    const tables: Comparison[] = []
    for (const sum of sums) {
      const now = await db.tx(() => sumTable(db, company.schema, { name: sum.table, columns: columns.get(sum.table) ?? [] }))
      tables.push({ ...sum, restored_checksum: now.checksum })
    }
    // After the comparison: the rows so far are those that were saved.
    await nameCompany(db, company.schema, { code, name })
    await openCompany(db, company.id, name)
    return { company: { code, name }, identical: tables.every((table) => table.checksum === table.restored_checksum), tables, files }
  } catch (error) {
    await removeUnfinished(db, company)
    throw error
  }
}

/** The company's row about itself has the code and the name of the new company, which its documents print. */
const nameCompany = (db: Db, schema: string, { code, name }: { readonly code: string; readonly name: string }) =>
  db.query(
    sql`
      UPDATE ${raw(qualify(schema, 'company'))}
      SET code = ${code}, name = ${name}
      WHERE id = (SELECT min(id) FROM ${raw(qualify(schema, 'company'))})
    `,
  )

/** Tables with their indexes take about twice the room of their rows as text. */
const SPACE_FACTOR = 2

/** Uncompressed size of a gzip file, from its last four bytes (RFC 1952; modulo 4 GB, so that it is a least size). */
async function unpackedBytes(path: string): Promise<number> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(4)
    if (size >= 4) await file.read(last, 0, 4, size - 4)
    return Math.max(last.readUInt32LE(), size)
  } finally {
    await file.close()
  }
}

/** Rows come in the order of their tables, so references are checked again when all are there. */
async function dropForeignKeys(db: Db, schema: string): Promise<ForeignKey[]> {
  const keys = await db.query<{ table: string; name: string; definition: string }>(
    sql`
      SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
      FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ${schema} AND k.contype = 'f'
    `,
  )
  await alterAll(db, schema, keys, (key) => `DROP CONSTRAINT ${quote(key.name)}`)
  return keys
}

/** One statement per table: there are a thousand keys. */
async function alterAll(db: Db, schema: string, keys: readonly ForeignKey[], action: (key: ForeignKey) => string): Promise<void> {
  for (const [tableName, constraints] of Map.groupBy(keys, ({ table: tableName }) => tableName))
    await db.query(sql`ALTER TABLE ${raw(qualify(schema, tableName))} ${raw(constraints.map(action).join(', '))}`)
}

async function load(db: Db, bytes: ByteStore, schema: string, lines: AsyncIterable<Line>) {
  const sums: TableSum[] = []
  const standing = new Map((await tablesOf(db, schema)).map((table) => [table.name, table]))
  const columns = new Map<string, readonly Column[]>()
  let tableName: Table | undefined
  let file: { key: string; type: string; parts: Buffer[] } | undefined
  let files = 0
  let whole = false
  for await (const line of lines) {
    switch (line.kind) {
      case 'table':
        tableName = line
        columns.set(line.name, line.columns)
        await prepareTable(db, schema, line, standing.get(line.name))
        break
      case 'rows':
        await insertRows(db, schema, tableName!, line.rows)
        break
      case 'end':
        sums.push({ table: line.table, rows: line.rows, checksum: line.checksum })
        break
      case 'sequence':
        await setSequence(db, schema, line.name, line.last)
        break
      case 'file':
        file ??= { key: line.key, type: line.type, parts: [] }
        file.parts.push(Buffer.from(line.base64, 'base64'))
        if (line.last) {
          await bytes.put(file.key, Buffer.concat(file.parts), file.type)
          file = undefined
          files++
        }
        break
      case 'done':
        whole = true
        break
    }
  }
  if (!whole) throw broken()
  return { sums, files, columns }
}

/**
 * Ids and numbers of records continue from where they were. A sequence that is neither of a present table nor of numbers
 * belonged to a table that is gone.
 */
async function setSequence(db: Db, schema: string, name: string, last: string): Promise<void> {
  const [known] = await db.query(sql`SELECT 1 FROM pg_sequences WHERE schemaname = ${schema} AND sequencename = ${name}`)
  if (!known && isNumberSequence(name)) await db.query(sql`CREATE SEQUENCE ${raw(qualify(schema, name))}`)
  if (known || isNumberSequence(name)) await db.query(sql`SELECT setval(${raw(literal(qualify(schema, name)))}::regclass, ${last}::bigint)`)
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

/** Creates the empty table with every column that was saved; `now` is the existing table. */
async function prepareTable(db: Db, schema: string, tableName: Table, now: Table | undefined): Promise<void> {
  const target = raw(qualify(schema, tableName.name))
  if (!now) {
    await db.query(
      sql`CREATE TABLE ${target} (${raw(tableName.columns.map((column) => `${quote(column.name)} ${column.type}`).join(', '))})`,
    )
    return
  }
  await db.query(sql`DELETE FROM ${target}`)
  const missing = tableName.columns.filter((column) => !now.columns.some((other) => other.name === column.name))
  if (missing.length)
    await db.query(sql`
      ALTER TABLE ${target} ${raw(missing.map((column) => `ADD COLUMN ${quote(column.name)} ${column.type}`).join(', '))}
    `)
}

async function insertRows(db: Db, schema: string, tableName: Table, rows: readonly (readonly (string | null)[])[]): Promise<void> {
  const names = tableName.columns.map((column) => quote(column.name)).join(', ')
  const values = tableName.columns.map((column, n) => `(r->>${n})::${column.type}`).join(', ')
  await db.query(
    sql`
      INSERT INTO ${raw(qualify(schema, tableName.name))} (${raw(names)}) OVERRIDING SYSTEM VALUE
      SELECT ${raw(values)}
      FROM json_array_elements(${JSON.stringify(rows)}::json) r
    `,
  )
}
