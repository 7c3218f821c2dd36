/**
 * Files of multipart requests: written to a temporary folder while they arrive, never collected in memory, and removed
 * after the response. Files left by a crash are removed at the next start.
 */

import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, Upload } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Contents, TempFile } from './contents.ts'

/** Bytes of all files of one request. */
const MAX_REQUEST = 100 * 1024 * 1024
/** Characters of all other fields of one request. */
const MAX_TEXT = 4 * 1024 * 1024
/** The most simultaneous requests with files of one user. */
const PER_USER = 4
const HEAD_BYTES = 512
/** Age from which no request uses a temporary file any more, in milliseconds. */
const ABANDONED_MS = 3_600_000

const folderOf = (dataDir: string): string => join(dataDir, 'tmp', 'uploads')
const tooLarge = (what: string) => new AppError('too_large', what)

/** All bytes of a file, for code that must read it whole. */
export const bytesOf = (contents: Contents): Promise<Buffer> =>
  Buffer.isBuffer(contents) ? Promise.resolve(contents) : readFile(contents.path)

const users = new Map<string, number>()

/**
 * Receives the files and texts of a multipart request, runs `work` with them and removes files that it has not stored.
 * Throws 413 at the limits of bytes, 429 when the caller sends too many requests at once.
 */
export async function withUploads<T>(
  ctx: Ctx,
  request: FastifyRequest,
  work: (sent: { body: Row; files: readonly Upload[] }) => Promise<T>,
): Promise<T> {
  const user = `${ctx.company.code}:${ctx.principal.user_id}`
  const running = users.get(user) ?? 0
  if (running >= PER_USER) throw new AppError('too_many', 'Your earlier uploads are still in progress. Please wait for them.')
  users.set(user, running + 1)
  const files: (Upload & { readonly body: TempFile })[] = []
  try {
    const body: Row = {}
    let bytes = 0
    let text = 0
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const file = await receive(folderOf(ctx.services.instance.config.dataDir), part.file, MAX_REQUEST - bytes)
        files.push({ name: part.filename, type: part.mimetype, body: file })
        bytes += file.size
      } else if (typeof part.value === 'string') {
        text += part.value.length
        if (text > MAX_TEXT) throw tooLarge('The request has too much text.')
        body[part.fieldname] = part.value
      }
    }
    return await work({ body, files })
  } finally {
    const left = users.get(user)! - 1
    if (left) users.set(user, left)
    else users.delete(user)
    await Promise.all(files.map(({ body }) => rm(body.path, { force: true })))
  }
}

/** Writes one part to a file of its own; a part that fails or exceeds a limit leaves none. */
async function receive(folder: string, part: Readable & { truncated?: boolean }, room: number): Promise<TempFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.part`)
  const file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  let hasNul = false
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of part as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > room) throw tooLarge(`The files of one request may have ${MAX_REQUEST / 1024 / 1024} MB at most.`)
      hash.update(chunk)
      hasNul ||= chunk.includes(0)
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      await file.writeFile(chunk)
    }
    if (part.truncated) throw tooLarge('The file is too large.')
    await file.sync()
    return { path, size, sha256: hash.digest('hex'), head, hasNul }
  } catch (error) {
    part.resume()
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Removes temporary files that no request uses any more; called at the start. `now` in milliseconds. */
export async function removeAbandoned(dataDir: string, now: number): Promise<void> {
  for (const folder of [folderOf(dataDir), join(dataDir, 'files')]) {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    for (const name of names.filter((candidate) => candidate.endsWith('.part'))) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found?.isFile() && now - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true })
    }
  }
}
