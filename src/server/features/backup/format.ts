/**
 * A backup is gzipped lines of JSON: a header, then every table with its rows as texts (exact for every type), then files
 * in pieces. Each table ends with the number of its rows and a checksum over them.
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Db } from '../../platform/context.ts'
import { literal, qualify, quote } from '../../platform/db/name.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'

export const FORMAT = 'tanggapan-backup-1'
export const BACKUP_TYPES = ['full', 'database', 'files'] as const
export type BackupType = (typeof BACKUP_TYPES)[number]

export interface Column {
  readonly name: string
  readonly type: string
}
export interface TableSum {
  readonly table: string
  readonly rows: number
  readonly checksum: string
}
export type Line =
  | {
      readonly kind: 'header'
      readonly format: string
      readonly type: BackupType
      readonly company: { code: string; name: string; time_zone: string }
      readonly made_at: string
    }
  | { readonly kind: 'table'; readonly name: string; readonly columns: readonly Column[] }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly (string | null)[])[] }
  | ({ readonly kind: 'end' } & TableSum)
  | { readonly kind: 'sequence'; readonly name: string; readonly last: string }
  | { readonly kind: 'file'; readonly key: string; readonly type: string; readonly base64: string; readonly last: boolean }
  | { readonly kind: 'done'; readonly tables: number; readonly files: number }

const BATCH = 500

/** Tables of a schema that belong to the company; the planner's own notes (`_…`) are created again on restore. */
export async function tablesOf(db: Db, schema: string): Promise<{ name: string; columns: Column[] }[]> {
  const rows = await db.query<{ name: string; column: string; type: string }>(
    sql`
      SELECT c.relname AS name, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
      FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE n.nspname = ${schema}
        AND c.relkind = 'r'
        AND left(c.relname, 1) <> '_'
        AND a.attnum > 0
        AND NOT a.attisdropped
        AND a.attgenerated = ''
      ORDER BY c.relname, a.attname
    `,
  )
  const tables = new Map<string, Column[]>()
  for (const { name, column, type } of rows) tables.set(name, [...(tables.get(name) ?? []), { name: column, type }])
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** Reads a table in batches through a cursor of the current transaction, in an order that only depends on its contents. */
export async function* readRows(
  db: Db,
  schema: string,
  tableName: { name: string; columns: readonly Column[] },
): AsyncGenerator<(string | null)[][]> {
  const texts = tableName.columns.map((column) => `${quote(column.name)}::text`)
  const order = tableName.columns.some((column) => column.name === 'id') ? '"id"' : texts.join(', ')
  await db.query(
    sql`
      DECLARE backup_rows NO SCROLL CURSOR FOR
      SELECT to_json(ARRAY[${raw(texts.join(', '))}]::text[]) AS row
      FROM ${raw(qualify(schema, tableName.name))}
      ORDER BY ${raw(order)}
    `,
  )
  try {
    for (;;) {
      const rows = await db.query<{ row: (string | null)[] }>(sql`FETCH ${raw(String(BATCH))} FROM backup_rows`)
      if (!rows.length) return
      yield rows.map((row) => row.row)
    }
  } finally {
    await db.query(sql`CLOSE backup_rows`)
  }
}

/** Adds up a table's rows as they pass. */
export function summing(tableName: string): { add(rows: readonly (readonly (string | null)[])[]): void; sum(): TableSum } {
  const hash = createHash('sha256')
  let count = 0
  return {
    add(rows) {
      for (const row of rows) hash.update(JSON.stringify(row)).update('\n')
      count += rows.length
    },
    sum: () => ({ table: tableName, rows: count, checksum: hash.digest('hex') }),
  }
}

/** Checksum of a table's present rows, over the given columns. Inside a transaction. */
export async function sumTable(db: Db, schema: string, tableName: { name: string; columns: readonly Column[] }): Promise<TableSum> {
  const sum = summing(tableName.name)
  for await (const rows of readRows(db, schema, tableName)) sum.add(rows)
  return sum.sum()
}

/** Sequences of a schema that do not belong to a column, and those that do, by name, with the last value given. */
export const sequencesOf = (db: Db, schema: string): Promise<{ name: string; last: string }[]> =>
  db.query(
    sql`
      SELECT sequencename AS name, last_value::text AS last
      FROM pg_sequences
      WHERE schemaname = ${raw(literal(schema))} AND last_value IS NOT NULL
      ORDER BY 1
    `,
  )

/** The lines of a backup file. Throws when it is no such file. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  // `pipeline` passes a failure of either stream on to the reader; an unhandled failure would end the process.
  const unzipped = pipeline(createReadStream(path), createGunzip(), () => undefined).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of unzipped) {
      const lines = `${rest}${chunk as string}`.split('\n')
      rest = lines.pop()!
      for (const line of lines) yield JSON.parse(line) as Line
    }
  } catch {
    // The file is cut off or no backup at all; unzipping and parsing report that in different ways.
    throw broken()
  }
  if (rest) throw broken()
}

export const broken = () => refuse('E_BACKUP_BROKEN', 'The backup is damaged, or ends in the middle. It was not restored.')
