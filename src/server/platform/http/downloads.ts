/**
 * Exports to clients. An export is first read completely, as fast as the database gives it, into memory or a temporary
 * file without a name, and then sent from there: a client that reads slowly, or not at all, holds a file and no
 * connection of the database. Few are read at once, so that other requests always find a connection.
 */
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Ctx } from '../context.ts'
import { AppError, refuse } from '../errors.ts'

type Source = AsyncIterable<string | Uint8Array>

interface DownloadLimits {
  /** Exports that are read from the database at once, and that may wait for it. */
  readonly reading: number
  readonly waiting: number
  /** Exports of one user from their beginning to their last byte. */
  readonly perUser: number
  /** Bytes of one export, and how many of them are gathered in memory before a file is used. */
  readonly maxBytes: number
  readonly inMemory: number
  /** Time to read an export, in milliseconds. */
  readonly readMs: number
  /** Time without a byte taken by the client after which it is cut off, in milliseconds. */
  readonly stallMs: number
}

export const DOWNLOAD_LIMITS: DownloadLimits = {
  reading: 4,
  waiting: 20,
  perUser: 3,
  maxBytes: 256 * 1024 * 1024,
  inMemory: 1024 * 1024,
  readMs: 60_000,
  stallMs: 60_000,
}

const tooLarge = (bytes: number) =>
  refuse(
    'E_EXPORT_TOO_LARGE',
    `The export is larger than ${Math.floor(bytes / 1024 / 1024)} MB. Please filter it, or choose fewer columns.`,
  )
const tooLong = () => new AppError('busy', 'The export took too long and was stopped. Please filter it, or choose fewer columns.')

export class Downloads {
  readonly #limits: DownloadLimits
  readonly #users = new Map<string, number>()
  readonly #waiting: (() => void)[] = []
  #reading = 0

  constructor(limits: DownloadLimits = DOWNLOAD_LIMITS) {
    this.#limits = limits
  }

  /** Reads `source` to its end and returns it as the payload for `reply`. Throws 422, 429 and 503 at the limits. */
  async body(ctx: Ctx, reply: FastifyReply, source: Source): Promise<Readable> {
    const leave = this.#enter(`${ctx.company.code}:${ctx.principal.user_id}`)
    try {
      const gathered = await this.#read(join(ctx.services.instance.config.dataDir, 'tmp'), source)
      reply.raw.once('finish', leave).once('close', leave)
      this.#cutWhenStalled(reply)
      return gathered
    } catch (error) {
      leave()
      throw error
    }
  }

  #enter(user: string): () => void {
    const open = this.#users.get(user) ?? 0
    if (open >= this.#limits.perUser)
      throw new AppError('too_many', `You have ${open} exports open already. Please wait until they have arrived.`)
    this.#users.set(user, open + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const others = this.#users.get(user)! - 1
      if (others) this.#users.set(user, others)
      else this.#users.delete(user)
    }
  }

  /** The socket closes when the client takes nothing for `stallMs`. */
  #cutWhenStalled({ raw }: FastifyReply): void {
    raw.setTimeout(this.#limits.stallMs, () => raw.destroy())
  }

  async #read(folder: string, source: Source): Promise<Readable> {
    const { reading, waiting, readMs } = this.#limits
    if (this.#reading < reading) this.#reading++
    else if (this.#waiting.length >= waiting)
      throw new AppError('busy', 'Many exports are being made right now. Please try again in a moment.')
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const iterator = source[Symbol.asyncIterator]()
    const file = new Gathered(folder, this.#limits)
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooLong()), readMs)
    })
    late.catch(() => undefined)
    // The place is free again when the database has let go, also where the time limit has answered before.
    const free = (): void => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#reading--
    }
    try {
      for (;;) {
        const next = await Promise.race([iterator.next(), late])
        if (next.done) break
        await file.add(typeof next.value === 'string' ? Buffer.from(next.value) : Buffer.from(next.value))
      }
      return file.stream()
    } catch (error) {
      await file.discard()
      throw error
    } finally {
      clearTimeout(timer)
      void Promise.resolve(iterator.return?.())
        .catch(() => undefined)
        .then(free)
    }
  }
}

/** Bytes in memory, and from `inMemory` of them on in a file that has no name any more: it ends with the process. */
class Gathered {
  readonly #folder: string
  readonly #limits: Pick<DownloadLimits, 'maxBytes' | 'inMemory'>
  #parts: Buffer[] = []
  #held = 0
  #size = 0
  #file: FileHandle | undefined

  constructor(folder: string, limits: Pick<DownloadLimits, 'maxBytes' | 'inMemory'>) {
    this.#folder = folder
    this.#limits = limits
  }

  async add(part: Buffer): Promise<void> {
    this.#size += part.length
    if (this.#size > this.#limits.maxBytes) throw tooLarge(this.#limits.maxBytes)
    this.#parts.push(part)
    this.#held += part.length
    if (this.#held >= this.#limits.inMemory) await this.#flush()
  }

  async #flush(): Promise<void> {
    this.#file ??= await nameless(this.#folder)
    const parts = this.#parts
    this.#parts = []
    this.#held = 0
    let bytes = Buffer.concat(parts)
    // A disk that is full takes a part of the bytes before it fails.
    while (bytes.length) bytes = bytes.subarray((await this.#file.write(bytes)).bytesWritten)
  }

  async stream(): Promise<Readable> {
    if (!this.#file) return Readable.from(this.#parts)
    await this.#flush()
    return this.#file.createReadStream({ start: 0 })
  }

  async discard(): Promise<void> {
    await this.#file?.close()
  }
}

async function nameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.export`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** The exports of this process. */
export const downloads = new Downloads()
