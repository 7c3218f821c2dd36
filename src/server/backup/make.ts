/** Writes a backup of one company: rows as one transaction saw them, and the bytes of its files. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createGzip } from 'node:zlib'
import type { Clock, Company, Db } from '../context.ts'
import { qualify } from '../db/name.ts'
import type { ByteStore } from '../files/store.ts'
import { type BackupType, FORMAT, type Line, readRows, sequencesOf, summing, tablesOf } from './format.ts'

/** Bytes of a file per line. */
const PIECE = 512 * 1024

export interface BackupParts {
  readonly db: Db
  readonly clock: Clock
  readonly bytes: ByteStore
}
export interface BackupSum {
  readonly size: number
  readonly checksum: string
}

/** Writes the file under a passing name and gives it its own when it is whole. Answers its size and SHA-256. */
export async function makeBackup(
  parts: BackupParts,
  company: Company,
  type: BackupType,
  path: string,
  progress: (done: number, total: number, note: string) => void = () => undefined,
): Promise<BackupSum> {
  await mkdir(dirname(path), { recursive: true })
  const hash = createHash('sha256')
  const gzip = createGzip()
  const out = createWriteStream(`${path}.part`)
  gzip.on('data', (chunk: Buffer) => hash.update(chunk))
  gzip.pipe(out)
  const finished = once(out, 'close')
  const write = async (line: Line): Promise<void> => {
    if (!gzip.write(`${JSON.stringify(line)}\n`)) await once(gzip, 'drain')
  }
  try {
    await writeAll(parts, company, type, write, progress)
    gzip.end()
    await finished
  } catch (error) {
    gzip.destroy()
    out.destroy()
    throw error
  }
  await rename(`${path}.part`, path)
  return { size: (await stat(path)).size, checksum: hash.digest('hex') }
}

async function writeAll(
  { db, clock, bytes }: BackupParts,
  company: Company,
  type: BackupType,
  write: (line: Line) => Promise<void>,
  progress: (done: number, total: number, note: string) => void,
): Promise<void> {
  const { code, name, time_zone } = company
  await write({ kind: 'header', format: FORMAT, type, company: { code, name, time_zone }, made_at: clock.now().toISOString() })
  // Rows of all tables as they were at one moment; whoever works on is not held up.
  const { tables, files } = await db.tx(async () => {
    await db.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    const all = (await tablesOf(db, company.schema)).filter((table) => type !== 'files' || table.name === 'file')
    for (const [at, table] of all.entries()) {
      progress(at, all.length, table.name)
      await write({ kind: 'table', name: table.name, columns: table.columns })
      const sum = summing(table.name)
      for await (const rows of readRows(db, company.schema, table)) {
        sum.add(rows)
        await write({ kind: 'rows', rows })
      }
      await write({ kind: 'end', ...sum.sum() })
    }
    for (const sequence of await sequencesOf(db, company.schema)) await write({ kind: 'sequence', ...sequence })
    const kept =
      type === 'database'
        ? []
        : await db.query<{ key: string; type: string }>(`SELECT key, type FROM ${qualify(company.schema, 'file')} ORDER BY id`)
    return { tables: all.length, files: kept }
  })
  for (const [at, file] of files.entries()) {
    progress(at, files.length, 'files')
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
