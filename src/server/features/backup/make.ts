/** Writes a backup of one company: rows as one transaction saw them, and the bytes of its files. */

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Clock, Company, Db } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { disk, requireSpace } from '../../platform/files/disk.ts'
import type { ByteStore } from '../../platform/files/store.ts'
import { type BackupType, FORMAT, type Line, readRows, sequencesOf, summing, tablesOf } from './format.ts'

/** Bytes of a file per line. */
const PIECE = 512 * 1024

interface BackupParts {
  readonly db: Db
  readonly clock: Clock
  readonly bytes: ByteStore
}
interface BackupSum {
  readonly size: number
  readonly checksum: string
}

/** Writes the file under a temporary name and gives it its own when it is whole. See `writeBackup`. */
export async function makeBackup(parts: BackupParts, company: Company, path: string, progress?: Progress): Promise<BackupSum> {
  const part = `${path}.part`
  const sum = await writeBackup(parts, company, { type: 'full', path: part, progress })
  await rename(part, path)
  return sum
}

type Progress = (done: number, total: number, note: string) => void

/** What is written, where to, and who hears of the progress. */
interface BackupTarget {
  readonly type: BackupType
  readonly path: string
  readonly progress?: Progress
}

/**
 * Writes the file; returns its size and SHA-256 when all of it is on the disk. Throws the error of the disk, the database
 * or the file store, and then leaves no file behind.
 */
export async function writeBackup(
  parts: BackupParts,
  company: Company,
  { type, path, progress = () => undefined }: BackupTarget,
): Promise<BackupSum> {
  await requireSpace(dirname(path), await estimate(parts.db, company, type))
  const file = openFile(path)
  try {
    await writeAll(parts, company, { type, write: file.write, progress })
    const checksum = await file.end()
    return { size: (await stat(path)).size, checksum }
  } catch (error) {
    await file.abandon()
    await rm(path, { force: true })
    throw error
  }
}

/**
 * A compressed file of lines. `write` waits for a slow disk and throws as soon as the file has failed; `end` waits until
 * everything is on the disk and returns the SHA-256; `abandon` discards it.
 */
function openFile(path: string) {
  const gzip = createGzip()
  const hash = createHash('sha256')
  const failed = new AbortController()
  const tally = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const written = pipeline(gzip, tally, disk.createWriteStream(path, { flush: true }))
  // The next write throws the failure; until then it must not count as an unhandled rejection.
  written.catch(() => failed.abort())
  return {
    async write(line: Line): Promise<void> {
      if (!gzip.destroyed && gzip.write(`${JSON.stringify(line)}\n`)) return
      if (!gzip.destroyed) await once(gzip, 'drain', { signal: failed.signal }).catch(() => undefined)
      if (gzip.destroyed || failed.signal.aborted) await written
    },
    async end(): Promise<string> {
      if (!gzip.destroyed) gzip.end()
      await written
      return hash.digest('hex')
    },
    async abandon(): Promise<void> {
      gzip.destroy()
      await written.catch(() => undefined)
    },
  }
}

/** Rows as compressed texts take about a tenth of what their tables do; files hardly shrink. */
async function estimate(db: Db, { schema }: Company, type: BackupType): Promise<number> {
  const [size] = await db.query<{ tables: string; files: string }>(
    sql`
      SELECT (
        SELECT coalesce(sum(pg_table_size(c.oid)), 0)
        FROM pg_class c
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = ${schema} AND c.relkind = 'r'
      ) AS tables,
        (SELECT coalesce(sum(size), 0) FROM ${raw(qualify(schema, 'file'))}) AS files
    `,
  )
  return (type === 'files' ? 0 : Number(size?.tables) / 10) + (type === 'database' ? 0 : Number(size?.files))
}

interface BackupOutput {
  readonly type: BackupType
  readonly write: (line: Line) => Promise<void>
  readonly progress: (done: number, total: number, note: string) => void
}

async function writeAll({ db, clock, bytes }: BackupParts, company: Company, { type, write, progress }: BackupOutput): Promise<void> {
  const { code, name, time_zone } = company
  await write({ kind: 'header', format: FORMAT, type, company: { code, name, time_zone }, made_at: clock.now().toISOString() })
  // Rows of all tables as of one moment, without blocking users who go on working.
  const { tables, files } = await db.tx(async () => {
    await db.query(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
    const all = (await tablesOf(db, company.schema)).filter((tableName) => type !== 'files' || tableName.name === 'file')
    for (const [index, tableName] of all.entries()) {
      progress(index, all.length, tableName.name)
      await write({ kind: 'table', name: tableName.name, columns: tableName.columns })
      const sum = summing(tableName.name)
      for await (const rows of readRows(db, company.schema, tableName)) {
        sum.add(rows)
        await write({ kind: 'rows', rows })
      }
      await write({ kind: 'end', ...sum.sum() })
    }
    for (const sequence of await sequencesOf(db, company.schema)) await write({ kind: 'sequence', ...sequence })
    const files =
      type === 'database'
        ? []
        : await db.query<{ key: string; type: string }>(sql`SELECT key, type FROM ${table({ company }, 'file')} ORDER BY id`)
    return { tables: all.length, files: files }
  })
  for (const [index, file] of files.entries()) {
    progress(index, files.length, 'files')
    for await (const piece of pieces(await bytes.get(file.key))) await write({ kind: 'file', ...file, ...piece })
  }
  await write({ kind: 'done', tables, files: files.length })
}

/** A file's bytes in lines of bounded size; an empty file is one empty piece. */
async function* pieces(body: AsyncIterable<Buffer>): AsyncGenerator<{ base64: string; last: boolean }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const part of body) {
    rest = Buffer.concat([rest, part])
    while (rest.length > PIECE) {
      yield { base64: rest.subarray(0, PIECE).toString('base64'), last: false }
      rest = rest.subarray(PIECE)
    }
  }
  yield { base64: rest.toString('base64'), last: true }
}
