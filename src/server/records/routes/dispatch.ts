/**
 * Calls that descriptors declare: endpoints, panels and tabs that are saved separately. Fastify brings here the calls that
 * no built-in route answers (`/:module/*`); the handler is looked up in the module at each request, so that a changed
 * descriptor applies at once. The route of a built-in call asks for an endpoint that replaces it (`module-call.ts`).
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { builtInCall } from '../../../engine/model/built-in-calls.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { withUploads } from '../../platform/files/uploads.ts'
import { downloads } from '../../platform/http/downloads.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { auditFile } from '../export/audit.ts'
import { idOf } from '../get.ts'
import { panelCall } from '../panels.ts'
import { readSection, saveSection } from '../sections.ts'
import { findEndpoint, findRootEndpoint, type Match, runEndpoint } from './custom.ts'
import type { RecordRouteDeps } from './deps.ts'
import { bodyOf, findModule, moduleOf } from './request.ts'

/** A handler's answer that is not JSON data: it is sent as it is. */
interface Raw {
  readonly reply: {
    readonly type: string
    readonly body: unknown
    readonly filename?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly audited?: boolean
  }
}
const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && 'reply' in value && typeof (value as Raw).reply?.type === 'string'

/** An export that is still to be read; a stream of bytes that are there already goes out as it is. */
const isRows = (body: unknown): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body && !(body instanceof Readable)

/** Sends what a handler answered: `{success, data}`, a whole envelope of its own, or a file. */
export function sendAnswer(reply: FastifyReply, value: unknown): FastifyReply {
  if (isRaw(value)) {
    const { type, body, filename, headers } = value.reply
    if (filename) reply.header('content-disposition', `attachment; filename="${filename.replaceAll(/["\r\n]/g, '')}"`)
    return reply
      .headers({ ...headers })
      .type(type)
      .send(body)
  }
  const whole = typeof value === 'object' && value !== null && 'success' in value
  return reply.send(whole ? value : { success: true, data: value ?? null })
}

/** Mounts the handler of the calls that no built-in route takes. */
export function registerDeclared(app: FastifyInstance, deps: RecordRouteDeps): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await deps.ctx(request)
    if (!(await answerDeclared(ctx, request, reply))) throw notFound('Not found.')
    return reply
  }
  app.route({ method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/:module/*', handler })
  app.route({ method: ['PUT', 'PATCH', 'DELETE'], url: '/:module', handler })
}

/** Answers a call that a descriptor declares; false when none does. 404 when there is no such module either. */
export async function answerDeclared(ctx: Ctx, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { module: segment = '' } = request.params as { module?: string }
  const module = findModule(ctx, segment)
  const path = request.url.split('?')[0]!.split(`/${segment}/`).slice(1).join(`/${segment}/`)
  const method = methodOf(request)
  const match = module && findEndpoint(module, method, path)
  const root = match ? undefined : findRootEndpoint(ctx.modules, method, `${segment}/${path}`)
  if (module && match) await answerEndpoint(ctx, module, match, { request, reply })
  else if (root) await answerEndpoint(ctx, root.module, root, { request, reply })
  else if (!module) moduleOf(ctx, segment)
  else return (await panel(ctx, module, { request, reply, path })) || (await section(ctx, module, { request, reply, path }))
  return true
}

/** A request and the reply to it. */
interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Answers a built-in call by the endpoint that replaces it; false when the module has none. */
export async function answerReplaced(ctx: Ctx, module: Module, call: string, { request, reply }: Exchange): Promise<boolean> {
  const endpoint = module.endpoints.find((candidate) => builtInCall(candidate.method, candidate.path) === call)
  if (!endpoint) return false
  const values = Object.values({ ...(request.params as Record<string, string>), module: undefined }).filter((value) => value !== undefined)
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]!]))
  await answerEndpoint(ctx, module, { endpoint, params }, { request, reply })
  return true
}

/** `{"_method": "DELETE"}` in the body of a POST: the third way to say it, beside the header and the query. */
function methodOf(request: FastifyRequest): string {
  const body = request.body as Row | null | undefined
  const asked = request.method === 'POST' && typeof body === 'object' ? String(body?._method ?? '').toUpperCase() : ''
  // HEAD is answered like GET.
  if (!['PUT', 'PATCH', 'DELETE'].includes(asked)) return request.method === 'HEAD' ? 'GET' : request.method
  const { _method, ...rest } = body!
  request.body = rest
  return asked
}

async function answerEndpoint(ctx: Ctx, module: Module, match: Match, { request, reply }: Exchange): Promise<void> {
  const query = request.query as Record<string, unknown>
  const run = (sent: Parameters<typeof runEndpoint>[3]['sent']) => runEndpoint(ctx, module, match, { query, sent })
  const answer = request.isMultipart?.() ? await withUploads(ctx, request, run) : await run({ body: bodyOf(request), files: [] })
  if (isRaw(answer) && !answer.reply.audited)
    await auditFile(ctx, module, answer.reply.type, { path: match.endpoint.path, id: match.params.id, query })
  if (isRaw(answer) && isRows(answer.reply.body))
    sendAnswer(reply, { reply: { ...answer.reply, body: await downloads.body(ctx, reply, answer.reply.body) } })
  else sendAnswer(reply, answer)
}

/** Calls of a form's tab that is saved by itself: `{id}/{section}`. Answers whether there is such a tab. */
async function section(ctx: Ctx, module: Module, { request, reply, path }: Exchange & { readonly path: string }): Promise<boolean> {
  const [record, name, ...rest] = path.split('/').filter(Boolean)
  if (!/^\d+$/.test(record ?? '') || !name || rest.length || !module.form.tabs.some((tab) => tab.section === name)) return false
  if (request.method === 'GET') sendAnswer(reply, await readSection(ctx, module, idOf(record), name!))
  else if (request.method === 'PATCH' || request.method === 'PUT')
    sendAnswer(reply, await saveSection(ctx, module, idOf(record), { section: name!, input: bodyOf(request) }))
  else return false
  return true
}

/** Calls of child records that a panel shows: `{id}/{panel}`. Answers whether there is such a panel. */
async function panel(ctx: Ctx, module: Module, { request, reply, path }: Exchange & { readonly path: string }): Promise<boolean> {
  const segments = path.split('/').filter(Boolean)
  const panel = /^\d+$/.test(segments[0] ?? '') ? module.panels.find((candidate) => candidate.path === segments[1]) : undefined
  if (!panel) return false
  const call = () =>
    panelCall(ctx, module, panel, {
      method: request.method,
      segments,
      query: request.query as Record<string, unknown>,
      body: () => bodyOf(request),
    })
  sendAnswer(reply, request.method === 'POST' ? await idempotent(ctx, request, call) : await call())
  return true
}
