/** Calls over HTTP that return the exact response, for trials in which any response is possible. */
import { Agent, request } from 'node:http'

export interface Sent {
  readonly method: string
  /** From the root of the host. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Got {
  /** 0: no answer, the connection broke or the time was over. */
  readonly status: number
  readonly text: string
  readonly milliseconds: number
  /** Why there is no answer. */
  readonly failure?: string
}

export interface Caller {
  send(sent: Sent, limitMs?: number): Promise<Got>
  close(): void
}

/** Keeps so much of an answer's text. */
const KEPT_BYTES = 4 * 1024 * 1024
const LIMIT_MS = 60_000

/**
 * A client with this many kept-alive connections. `again`: a request on a connection that the server had just closed is
 * sent once more, as browsers do; not where a request must not be sent twice unknowingly.
 */
export function createCaller(port: number, connections = 64, again = false): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const send = ({ method, path, headers, body }: Sent, limitMs: number, isFirst: boolean): Promise<Got> =>
    new Promise((resolve) => {
      const from = performance.now()
      const done = (status: number, text: string, failure?: string): void => {
        clearTimeout(late)
        resolve({ status, text, milliseconds: performance.now() - from, ...(failure ? { failure } : {}) })
      }
      const outgoing = request(
        {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
        },
        (answer) => {
          const chunks: Buffer[] = []
          let size = 0
          answer.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size <= KEPT_BYTES) chunks.push(chunk)
          })
          answer.on('error', (error) => done(0, '', error.message))
          answer.on('close', () => {
            if (!answer.complete) done(0, '', 'the answer broke off')
          })
          answer.on('end', () => done(answer.statusCode ?? 0, Buffer.concat(chunks).toString()))
        },
      )
      const late = setTimeout(() => outgoing.destroy(new Error(`no answer within ${limitMs} ms`)), limitMs)
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(late)
        if (again && isFirst && outgoing.reusedSocket && error.code === 'ECONNRESET')
          resolve(send({ method, path, headers: headers ?? {}, ...(body === undefined ? {} : { body }) }, limitMs, false))
        else done(0, '', error.message)
      })
      outgoing.end(body)
    })
  return {
    send: (sent, limitMs = LIMIT_MS) => send(sent, limitMs, true),
    close: () => agent.destroy(),
  }
}

/** The value of an answer's JSON; undefined when it is none. */
export function jsonOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** The `data` of a response; empty where there is none. */
export const dataOf = (got: Got): Record<string, unknown> => (jsonOf(got.text)?.['data'] ?? {}) as Record<string, unknown>

interface CallOptions {
  readonly body?: unknown
  readonly more?: Readonly<Record<string, string>>
  readonly limitMs?: number
}

/**
 * The calls of a signed-in user. Each user has an address of their own behind the proxy that the product trusts, and so a
 * limit of their own.
 */
export class Person {
  readonly username: string
  readonly #caller: Caller
  readonly #company: string
  readonly #address: string
  #token = ''
  static #next = 0

  constructor(caller: Caller, username: string, company = 'DEMO') {
    this.username = username
    this.#caller = caller
    this.#company = company
    const n = ++Person.#next
    this.#address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#token}`, 'x-forwarded-for': this.#address }
  }

  /** Signs in; throws with the answer when that is refused. */
  async signIn(): Promise<this> {
    const body = JSON.stringify({ username: this.username, password: 'Demo#2026', company_code: this.#company })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': this.#address }
    const got = await this.#caller.send({ method: 'POST', path: '/api/v1/login', headers, body })
    const { token } = (jsonOf(got.text)?.['data'] ?? {}) as { token?: string }
    if (!token) throw new Error(`${this.username}@${this.#company} cannot sign in: ${got.status} ${got.text || got.failure}`)
    this.#token = token
    return this
  }

  call(method: string, path: string, { body, more = {}, limitMs }: CallOptions = {}): Promise<Got> {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    return this.#caller.send(
      {
        method,
        path: `/api/v1/${path}`,
        headers: { ...this.headers, ...json, ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      limitMs,
    )
  }

  /** Calls and answers `data`; throws unless the answer is 200 or 202. */
  async data<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    const got = await this.call(method, path, { body })
    if (got.status !== 200 && got.status !== 202)
      throw new Error(`${method} ${path}: ${got.status} ${got.text.slice(0, 300) || got.failure}`)
    return jsonOf(got.text)?.['data'] as T
  }

  upload(path: string, name: string, type: string, bytes: Buffer): Promise<Got> {
    const boundary = '----trial'
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const headers = { ...this.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
    return this.#caller.send({ method: 'POST', path: `/api/v1/${path}`, headers, body })
  }
}
