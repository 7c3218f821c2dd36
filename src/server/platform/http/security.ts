import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'
import type { RequestLimit } from './request-limit.ts'
import { dropUnread } from './unread.ts'

/** Placeholder in the built page for the nonce of the response. */
const NONCE = '__CSP_NONCE__'
/** Placeholder in the page for the version of the build. */
const BUILD = '__BUILD__'

/** Strict policy: scripts from here only, never evaluated; styles from here or with the page's nonce. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The page reads responses of the API; none is ever shown as a page. */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/**
 * A list of fifty records is compressed in 0.1 ms; a stream with a state and a thread of its own takes 0.9 ms, a fifth of
 * all that the response costs. Level 3 saves two thirds of the time of level 6, for a twelfth more bytes.
 */
const COMPRESSION = { threshold: 2048, syncThreshold: 256 * 1024, zlibOptions: { level: 3 } }

/** Whether the first two bytes are those of a gzip or zlib stream (RFC 1952, RFC 1950), which a text may begin with as well. */
function beginsCompressed(payload: unknown): boolean {
  const [first, second] = typeof payload === 'string' ? Buffer.from(payload.slice(0, 2)) : Buffer.isBuffer(payload) ? payload : []
  if (first === undefined || second === undefined) return false
  const isGzip = first === 0x1f && second === 0x8b
  const isZlib = (first & 0x0f) === 8 && first >> 4 <= 7 && ((first << 8) + second) % 31 === 0
  return isGzip || isZlib
}

/** Compression, security headers, a general limit per session or address, and no rest of a body before the next request. */
export async function registerSecurity(
  app: FastifyInstance,
  options: { readonly requestsPerMinute: number; readonly limit: RequestLimit },
): Promise<void> {
  dropUnread(app)
  // Compresses only responses: a compressed request would be unpacked before its sender is checked, and blocks its
  // connection when it is not read.
  await app.register(compress, { ...COMPRESSION, encodings: ['gzip', 'deflate'], globalDecompression: false })
  // Runs before the compression of the route, which takes what begins like compressed data for such, and sends it under the
  // name of an encoding that it does not have: a relief file begins with `H,`, the two bytes of a deflated one.
  app.addHook('onSend', async (request, reply, payload) => {
    const isStream = typeof payload === 'object' && payload !== null && !Buffer.isBuffer(payload)
    if (isStream ? reply.hasHeader('content-disposition') : beginsCompressed(payload)) request.headers['x-no-compression'] = 'true'
  })
  await app.register(helmet, { contentSecurityPolicy: false, crossOriginEmbedderPolicy: false, referrerPolicy: { policy: 'same-origin' } })
  // API responses belong to the caller: no proxy and no disk may cache them unless a route says so.
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', API_POLICY)
  })
  await app.register(rateLimit, {
    max: options.requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => options.limit.key(request),
    allowList: (request) => options.limit.isFree(request),
    errorResponseBuilder: () => new AppError('too_many', 'Too many requests. Please wait a moment and try again.'),
  })
}

/** Answers a page with the policy and a fresh nonce. */
export function sendPage(reply: FastifyReply, html: string, status = 200): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(status)
    .header('content-security-policy', contentSecurityPolicy(nonce))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(NONCE, nonce))
}

interface Built {
  readonly html: string
  /** Name of the build: it changes with any of its files, whose names contain hashes of their contents. */
  readonly build: string
}

/** The built page; a new build is read again. */
function builtPage(path: string): () => Built | undefined {
  let cache: (Built & { modifiedAt: number }) | undefined
  return () => {
    const modifiedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modifiedAt === undefined) return undefined
    if (cache?.modifiedAt !== modifiedAt) {
      const html = readFileSync(path, 'utf8')
      const build = createHash('sha256').update(html).digest('hex').slice(0, 16)
      cache = { modifiedAt, build, html: html.replaceAll(BUILD, build) }
    }
    return cache
  }
}

const UNBUILT = '<!doctype html><title>Tanggapan</title><p>The web application has not been built. Run "npm run build".</p>'

interface Web {
  /** Answers the application's page. */
  readonly send: (reply: FastifyReply) => FastifyReply
  /** Version of the served build, as the page contains it; empty before the first build. */
  readonly build: () => string
}

/** A file of a build, such as `app-BGrjNlQL.js`. */
const ASSET = /^\w[\w.-]*$/

/** The built web application: files by name, and its page for every other address that a browser opens. */
export async function registerWeb(app: FastifyInstance, directory: string): Promise<Web> {
  const page = builtPage(join(directory, 'index.html'))
  if (existsSync(directory)) {
    await app.register(serveStatic, {
      root: directory,
      index: false,
      // The build lays each of its files, but the smallest, beside itself in compressed form.
      preCompressed: true,
      setHeaders: (response, path) => {
        response.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  // Of the addresses below it, which name no part of a build, the library compares each with the listing of its folder; with a
  // folder of several hundred files that takes longer than to send one of them.
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    if (!ASSET.test(request.params.name) || !existsSync(directory)) return reply.callNotFound()
    // What the build left uncompressed is too small for it.
    request.headers['x-no-compression'] = 'true'
    return reply.sendFile(`assets/${request.params.name}`)
  })
  // The folder itself is no file; the page answers every address without a file.
  app.get('/', (_request, reply) => reply.callNotFound())
  return { send: (reply) => sendPage(reply, page()?.html ?? UNBUILT), build: () => page()?.build ?? '' }
}
