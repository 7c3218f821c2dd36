/** The application: all HTTP routes, wired together. Tests use it with `inject()`. */

import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { ModuleSet, Principal } from '../engine/model/module.ts'
import { asSystem, SYSTEM } from './platform/auth/as-system.ts'
import { cachedPrincipal } from './platform/auth/cached-principal.ts'
import type { AuthRouteDeps, SignedIn } from './platform/auth/deps.ts'
import { worksInMaintenance } from './platform/auth/principal.ts'
import { profileOf } from './platform/auth/profile.ts'
import { registerAuthRoutes } from './platform/auth/routes.ts'
import { findSession, touchSession } from './platform/auth/sessions.ts'
import { cached } from './platform/companies/cache.ts'
import { companyById, type RegisteredCompany } from './platform/companies/registry.ts'
import type { Clock, Ctx, Services, Settings } from './platform/context.ts'
import type { Database } from './platform/db/index.ts'
import { syncPlatform } from './platform/db/platform.ts'
import { sql } from './platform/db/sql.ts'
import { AppError, notFound } from './platform/errors.ts'
import { registerBodies } from './platform/http/bodies.ts'
import { toErrorResponse } from './platform/http/errors.ts'
import { createRequestLimit, tokenOf } from './platform/http/request-limit.ts'
import { registerSecurity, registerWeb, sendPage } from './platform/http/security.ts'
import { confirmedOf } from './records/write/questions.ts'

export const API = '/api/v1'
/** Calls that anyone can make during maintenance: to check whether it is over, and to sign out. */
const IN_MAINTENANCE = /\/(validate|logout)\b/
/** Statuses of refusals that are logged with the user's name. */
const REFUSALS: ReadonlySet<number> = new Set([403, 429])
const REQUESTS_PER_MINUTE = 3000
const BODY_LIMIT = 8 * 1024 * 1024

/** The parts of the application; the caller opens the database and assembles the services. */
/** The instance's demo is being made. */
export interface Preparing {
  /** 0 to 1. */
  readonly done: number
  readonly note: string
  /** Users can sign in to the existing companies. */
  readonly open: boolean
}

interface AppOptions {
  readonly database: Database
  readonly clock: Clock
  readonly services: Services
  /** Resolved modules of a company: shipped with its overlay. */
  modules(company: RegisteredCompany): Promise<ModuleSet>
  settings(company: RegisteredCompany): Promise<Settings>
  /** Mounts further routes under the API: generic records, workflow, meta. Literal routes take precedence over parameters. */
  routes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void | Promise<void>
  /** Built web application. */
  readonly webDir: string
  /** Aliases for the first segment of paths below the API, each with its module. */
  aliases?(): ReadonlyMap<string, string>
  readonly logger?: FastifyBaseLogger
  readonly requestsPerMinute?: number
  readonly trustProxy?: string
  /** While set, the API answers 503 and browsers show the progress of the preparation. */
  preparing?(): Preparing | undefined
}

export interface App {
  readonly http: FastifyInstance
  /** Every route that was mounted, in Fastify's notation. */
  readonly routes: readonly { readonly method: string; readonly url: string }[]
  /** The context of a user, as their own request would get it. */
  ctxFor(company: RegisteredCompany, principal: Principal, request?: FastifyRequest): Promise<Ctx>
  /** The context of a user with their present data; undefined for an unknown or inactive one. */
  ctxOf(company: RegisteredCompany, userId: number): Promise<Ctx | undefined>
  close(): Promise<void>
}

/** Builds the application on an open database; creates the control schema. */
export async function createApp(options: AppOptions): Promise<App> {
  const { database, clock } = options
  const { db } = database
  await syncPlatform(db)
  const http = Fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    bodyLimit: BODY_LIMIT,
    trustProxy: options.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    rewriteUrl: (request) => withoutAlias(overrideMethod(request), options.aliases?.()),
  })
  const routes: { method: string; url: string }[] = []
  http.addHook('onRoute', ({ method, url }) => void routes.push(...[method].flat().map((name) => ({ method: name, url }))))
  http.setErrorHandler((error, request, reply) => {
    const { status, body } = toErrorResponse(error, (reference_id, cause) =>
      request.log.error({ reference_id, err: cause }, 'request failed'),
    )
    if (REFUSALS.has(status)) void logRefusal(request, status, body.message)
    return reply.code(status).send(body)
  })
  const limit = createRequestLimit()
  await registerSecurity(http, { requestsPerMinute: options.requestsPerMinute ?? REQUESTS_PER_MINUTE, limit })
  registerBodies(http)
  await http.register(multipart, { limits: { fileSize: 50 * 1024 * 1024, files: 20, fields: 100, parts: 120 } })

  const ctxFor: App['ctxFor'] = async (company, principal, request) => ({
    company,
    principal,
    clock,
    db,
    modules: await options.modules(company),
    settings: await options.settings(company),
    services: options.services,
    log: (request?.log ?? http.log) as Ctx['log'],
    ...(request ? { request: describe(request) } : {}),
  })

  const companyOf = (session: { company_id: number; cache_version: number }) =>
    cached(db, { id: session.company_id, cache_version: session.cache_version }, 'company', () => companyById(db, session.company_id))
  const principalFor = (company: RegisteredCompany, userId: number) => cachedPrincipal(db, company, userId, clock.today(company.time_zone))
  const signIn = async (request: FastifyRequest): Promise<SignedIn> => {
    const token = tokenOf(request)
    const session = token ? await findSession(db, clock, token) : undefined
    const company = session ? await companyOf(session) : undefined
    const principal = session && company ? await principalFor(company, session.user_id) : undefined
    if (!session || !company || !principal) throw new AppError('unauthorized', 'Your session has expired. Please log in again to continue.')
    const code = request.headers['x-company-code']
    if (typeof code === 'string' && code !== '' && code.toUpperCase() !== company.code)
      throw new AppError('forbidden', 'You are signed in to another company.')
    if (company.is_maintenance && !worksInMaintenance(principal) && !IN_MAINTENANCE.test(request.url))
      throw new AppError('unavailable', 'Site Under Maintenance')
    limit.signedIn(token!)
    await touchSession(db, clock, session)
    return { ctx: { ...(await ctxFor(company, principal, request)), session_id: session.id }, session, company }
  }
  // The session is looked up once, even if several parts of a request need the caller.
  const callers = new WeakMap<FastifyRequest, ReturnType<typeof signIn>>()
  const signedIn: AuthRouteDeps['signedIn'] = (request) => {
    let caller = callers.get(request)
    if (!caller) callers.set(request, (caller = signIn(request)))
    return caller
  }

  const logRefusal = async (request: FastifyRequest, status: number, message: string): Promise<void> => {
    const caller = await callers.get(request)?.catch(() => undefined)
    const who = caller ? { company: caller.company.code, user_id: caller.ctx.principal.user_id } : {}
    request.log.warn({ status, message, ip: request.ip, ...who }, 'refused')
  }

  const web = await registerWeb(http, options.webDir)
  // Open pages show the progress of the demo data.
  http.addHook('onSend', async (request, reply) => {
    // Pages take what day it is from here: a browser's clock may be wrong, or far from a business clock that was set.
    if (request.url.startsWith(`${API}/`)) reply.header('x-business-time', clock.now().toISOString())
    const state = options.preparing?.()
    if (state) reply.header('x-preparing', `${Math.round(state.done * 100)} ${encodeURIComponent(state.note)}`)
  })
  registerHealth(http, database, options.preparing)
  http.get(`${API}/version`, async () => ({ success: true, data: { build: web.build() } }))
  await http.register(
    async (api) => {
      api.addHook('onRequest', async () => {
        const state = options.preparing?.()
        if (state && !state.open) throw new AppError('unavailable', 'The server is being prepared. Please wait a moment.')
      })
      registerAuthRoutes(api, {
        db,
        clock,
        signInsPerMinute: Math.ceil((options.requestsPerMinute ?? REQUESTS_PER_MINUTE) / 100),
        signedIn,
        perhaps: (request) => (request.headers.authorization ? signedIn(request).catch(() => undefined) : Promise.resolve(undefined)),
        settings: options.settings,
        later: (company, work) =>
          void ctxFor(company, SYSTEM)
            .then((ctx) => work(asSystem(ctx, 'what follows from a request')))
            .catch((error: unknown) => http.log.error({ err: error }, 'what follows from a request failed')),
        profile: async (company, userId) => {
          const principal = await principalFor(company, userId)
          if (!principal) throw new AppError('unauthorized', 'Your session has expired. Please log in again to continue.')
          return profileOf(await ctxFor(company, principal), company)
        },
      })
      await options.routes(api, { ctx: async (request) => (await signedIn(request)).ctx })
    },
    { prefix: API },
  )
  http.setNotFoundHandler((request, reply) => {
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && (request.headers.accept ?? '').includes('text/html')
    if (!page) throw notFound('Not found.')
    const state = options.preparing?.()
    return state && !state.open ? sendPage(reply, preparingPage(state), 503) : web.send(reply)
  })
  await http.ready()
  const ctxOf: App['ctxOf'] = async (company, userId) => {
    const principal = await principalFor(company, userId)
    return principal && ctxFor(company, principal)
  }
  return { http, routes, ctxFor, ctxOf, close: () => http.close() }
}

/** `/api/v1/overtime/5` is `/api/v1/overtime_filing/5`; an alias of two segments takes precedence over one of one. */
function withoutAlias(url: string, aliases: ReadonlyMap<string, string> | undefined): string {
  if (!aliases?.size || !url.startsWith(`${API}/`)) return url
  const [path, query] = url.slice(API.length + 1).split(/(?=\?)/, 2) as [string, string | undefined]
  const [first = '', second = '', ...rest] = path.split('/')
  const both = aliases.get(`${first}/${second}`)
  const target = both ?? aliases.get(first)
  if (target === undefined) return url
  return `${[API, target, ...(both === undefined && path.includes('/') ? [second] : []), ...rest].join('/')}${query ?? ''}`
}

/** `X-HTTP-Method-Override: DELETE`, `?_method=DELETE`: for clients that can only POST. */
function overrideMethod(request: { method?: string; url?: string; headers: Record<string, string | string[] | undefined> }): string {
  const url = request.url ?? '/'
  const asked = request.headers['x-http-method-override'] ?? /[?&]_method=([A-Za-z]+)/.exec(url)?.[1]
  const method = typeof asked === 'string' ? asked.toUpperCase() : ''
  if (request.method === 'POST' && ['PUT', 'PATCH', 'DELETE'].includes(method)) request.method = method
  return url
}

function describe(request: FastifyRequest): NonNullable<Ctx['request']> {
  const agent = request.headers['user-agent']
  const time = request.headers['x-client-time']
  const confirmed = confirmedOf(request.headers['x-confirm'])
  return {
    id: request.id,
    ip: request.ip,
    origin: `${request.protocol}://${request.host}`,
    ...(confirmed.size ? { confirmed } : {}),
    ...(agent ? { agent } : {}),
    ...(typeof time === 'string' ? { client_time: time.slice(0, 40) } : {}),
  }
}

/** Liveness, readiness (the database answers) and metrics, at the root and below the API. */
function registerHealth(http: FastifyInstance, { db }: Database, preparing: AppOptions['preparing']): void {
  let metrics: Promise<Registry> | undefined
  for (const base of ['', API]) {
    http.get(`${base}/health`, async () => ({ success: true, data: { status: 'ok' } }))
    http.get(`${base}/ready`, async () => {
      if (preparing?.()) throw new AppError('unavailable', 'The server is being prepared. Please wait a moment.')
      await db.query(sql`SELECT 1`).catch(() => {
        throw new AppError('unavailable', 'The database does not answer.')
      })
      return { success: true, data: { status: 'ready' } }
    })
    http.get(`${base}/metrics`, async (_request, reply) => {
      metrics ??= openMetrics()
      const registry = await metrics
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}

/** What the process measures of itself, from the first question on: most installations never ask. */
async function openMetrics(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client')
  const register = new Registry()
  collectDefaultMetrics({ register })
  return register
}

const preparingPage = ({ done, note }: Preparing) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="refresh" content="2"><title>Preparing Tanggapan</title></head><body><main><h1>Preparing the demo</h1>
<progress value="${Math.round(done * 100)}" max="100"></progress><p>${note.replace(/[<>&"]/g, '')}</p></main></body></html>`
