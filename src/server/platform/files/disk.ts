/** Shared by all writers of files: whole files or none, free space, and the errors of a full disk. */
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, copyFile, type FileHandle, mkdir, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { AppError, notFound, refuse } from '../errors.ts'

/** The calls that a full disk breaks first. Tests replace them. */
export const disk = { createWriteStream, rename, statfs }

/** Space that is kept free: the database and the log are often on the same disk. */
const RESERVE_BYTES = 16 * 1024 * 1024

/** Error codes of the operating system and of PostgreSQL that mean "the disk cannot take this". */
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the server is full. Free some space, then try again.',
  EDQUOT: 'The disk quota of the server is used up. Free some space, then try again.',
  '53100': 'The disk of the database is full. Free some space, then try again.',
  EROFS: 'The disk of the server can only be read. Ask the administrator to make it writable.',
  EACCES: 'The server is not allowed to write to its data folder. Ask the administrator to correct its permissions.',
  EPERM: 'The server is not allowed to write to its data folder. Ask the administrator to correct its permissions.',
  EIO: 'The disk of the server failed. Ask the administrator to check it.',
}

/** The error as a 503 that names the problem of the disk; undefined for other errors. */
export function diskProblem(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error.rule === 'E_DISK' ? error : undefined
  const message = PROBLEMS[String((error as { code?: unknown } | null)?.code)]
  return message === undefined ? undefined : refuse('E_DISK', message)
}

/**
 * Writes a file under a temporary name and renames it when all of it is on the disk. A failure leaves neither: half a
 * file would keep a full disk full.
 */
export async function writeWhole(path: string, body: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  let file: FileHandle | undefined
  try {
    file = await open(part, 'w')
    await file.writeFile(body)
    await file.sync()
    await file.close()
    file = undefined
    await disk.rename(part, path)
  } catch (error) {
    await file?.close().catch(() => undefined)
    await rm(part, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Renames a complete file; across disks it is copied. */
export async function moveWhole(from: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  try {
    await disk.rename(from, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const part = `${path}.${randomBytes(6).toString('hex')}.part`
    try {
      await copyFile(from, part)
      await disk.rename(part, path)
    } catch (failure) {
      await rm(part, { force: true }).catch(() => undefined)
      throw failure
    }
  }
}

/**
 * A file's bytes, opened when they are read; the existence of the file is checked before the response begins, so that a
 * missing one is a 404 (`message`) and not an error in the middle of the response.
 */
export async function openToRead(path: string, message: string): Promise<Readable> {
  try {
    await access(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(message)
    throw error
  }
  const body = Readable.from(bytesIn(path), { objectMode: false })
  // Readers still get the error; without this listener, a stream that has no reader yet would end the process.
  body.on('error', () => undefined)
  return body
}

async function* bytesIn(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path) as AsyncIterable<Buffer>
}

/** Throws the 503 of a full disk unless `bytes` more, and some reserve, fit on the disk of `folder`. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  // Where the file system does not report free space (some network disks), the write itself fails.
  const usage = await disk.statfs(folder).catch(() => undefined)
  if (!usage || usage.blocks === 0) return
  const free = usage.bavail * usage.bsize
  if (free >= bytes + RESERVE_BYTES) return
  const text = `The disk of the server is full: about ${megabytes(bytes + RESERVE_BYTES)} are needed, ${megabytes(free)} are free. Free some space, then try again.`
  throw refuse('E_DISK', text)
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576).toLocaleString('en')} MB`
