import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

/** First byte of the protocol's Terminate message. */
const TERMINATE = 0x58

/** Longest time in milliseconds that answers follow each other without a turn for anything else. */
const TURN_MS = 20
let lastTurn = 0

/**
 * Runs `next`, after everybody else's turn if that is due. What PGlite answers comes without leaving the process, so
 * a row of queries would keep timers and other people's requests waiting until its last.
 */
function inTurn(next: () => void): void {
  if (performance.now() - lastTurn < TURN_MS) return next()
  setImmediate(() => {
    lastTurn = performance.now()
    next()
  })
}

/**
 * A socket to PostgreSQL in this process: what the driver writes goes to PGlite, what PGlite answers is
 * read back. Messages written together travel together, as the protocol needs when one of them fails
 * (the rest up to Sync is skipped). PGlite's own adapter sends them one by one and loses step after an
 * error in Bind, which any malformed value causes.
 */
export class EmbeddedSocket extends Duplex {
  readonly #lite: PGlite
  constructor(lite: PGlite) {
    super()
    this.#lite = lite
  }
  /** Called by the driver as for a network socket. */
  connect(): this {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }

  override _read(): void {
    /* answers are pushed as they come */
  }
  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#send(chunk, done)
  }
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(Buffer.concat(chunks.map((one) => one.chunk)), done)
  }
  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #send(message: Buffer, done: (error?: Error) => void): void {
    // The session belongs to the process: a client that leaves must not end it.
    if (message[0] === TERMINATE) return done()
    this.#lite.execProtocolRaw(message).then((answer) => {
      inTurn(() => {
        if (answer.length > 0) this.push(Buffer.from(answer))
        done()
      })
    }, done)
  }
}
