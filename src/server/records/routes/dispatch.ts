/**
 * Calls below `/{module}/` that a descriptor declares: its own endpoints and its panels. They are found before
 * the generic routes run, so that a module may answer a generic path its own way.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { withUploads } from '../../platform/files/uploads.ts'
import { downloads } from '../../platform/http/downloads.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import { auditFile } from '../export/audit.ts'
import { idOf } from '../get.ts'
import { panelCall } from '../panels.ts'
import { readSection, saveSection } from '../sections.ts'
import { findEndpoint, findRootEndpoint, type Match, runEndpoint } from './custom.ts'
import type { RecordRouteDeps } from './deps.ts'
import { bodyOf } from './request.ts'

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

/**
 * Installs the dispatch of declared calls on the instance that carries the generic routes. The hook goes on only
 * when it has not answered: a hook that returns the reply waits for its end, goes on when the client hangs up
 * before it, and the generic route answers a second time.
 */
export function registerDeclared(app: FastifyInstance, deps: RecordRouteDeps): void {
  app.addHook('preHandler', (request, reply, next) => {
    const { module: segment } = (request.params ?? {}) as { module?: string }
    // Other routes have a parameter of this name, too (`/meta/modules/:module`).
    if (!segment || !request.url.startsWith(`${app.prefix}/${segment}`)) next()
    else declared(deps, segment, request, reply).then((answered) => (answered ? undefined : next()), next)
  })
}

/** Answers a declared call; false when the path is none. */
async function declared(deps: RecordRouteDeps, segment: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const ctx = await deps.ctx(request)
  const module = ctx.modules.get(segment) ?? ctx.modules.get(segment.replaceAll('-', '_'))
  const path = request.url.split('?')[0]!.split(`/${segment}/`).slice(1).join(`/${segment}/`)
  const method = methodOf(request)
  const match = module && findEndpoint(module, method, path)
  const root = match ? undefined : findRootEndpoint(ctx.modules, method, `${segment}/${path}`)
  if (module && match) await answerEndpoint(ctx, module, match, request, reply)
  else if (root) await answerEndpoint(ctx, root.module, root, request, reply)
  else return !!module && ((await panel(ctx, module, request, reply, path)) || (await section(ctx, module, request, reply, path)))
  return true
}

/** `{"_method": "DELETE"}` in the body of a POST: the third way to say it, beside the header and the query. */
function methodOf(request: FastifyRequest): string {
  const body = request.body as Row | null | undefined
  const asked = request.method === 'POST' && typeof body === 'object' ? String(body?._method ?? '').toUpperCase() : ''
  if (!['PUT', 'PATCH', 'DELETE'].includes(asked)) return request.method
  const { _method, ...rest } = body!
  request.body = rest
  return asked
}

async function answerEndpoint(ctx: Ctx, module: Module, match: Match, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const query = request.query as Record<string, unknown>
  const run = (sent: Parameters<typeof runEndpoint>[4]) => runEndpoint(ctx, module, match, query, sent)
  const answer = request.isMultipart?.() ? await withUploads(ctx, request, run) : await run({ body: bodyOf(request), files: [] })
  if (isRaw(answer) && !answer.reply.audited)
    await auditFile(ctx, module, answer.reply.type, { path: match.endpoint.path, id: match.params.id, query })
  if (isRaw(answer) && isRows(answer.reply.body))
    sendAnswer(reply, { reply: { ...answer.reply, body: await downloads.body(ctx, reply, answer.reply.body) } })
  else sendAnswer(reply, answer)
}

/** Calls of a form's tab that is saved by itself: `{id}/{section}`. Answers whether there is such a tab. */
async function section(ctx: Ctx, module: Module, request: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean> {
  const [record, name, ...rest] = path.split('/').filter(Boolean)
  if (!/^\d+$/.test(record ?? '') || !name || rest.length || !module.form.tabs.some((tab) => tab.section === name)) return false
  if (request.method === 'GET') sendAnswer(reply, await readSection(ctx, module, idOf(record), name!))
  else if (request.method === 'PATCH' || request.method === 'PUT')
    sendAnswer(reply, await saveSection(ctx, module, idOf(record), name!, bodyOf(request)))
  else return false
  return true
}

/** Calls of child records that a panel shows: `{id}/{panel}`. Answers whether there is such a panel. */
async function panel(ctx: Ctx, module: Module, request: FastifyRequest, reply: FastifyReply, path: string): Promise<boolean> {
  const segments = path.split('/').filter(Boolean)
  const found = /^\d+$/.test(segments[0] ?? '') ? module.panels.find((one) => one.path === segments[1]) : undefined
  if (!found) return false
  const call = () =>
    panelCall(ctx, module, found, request.method, segments, request.query as Record<string, unknown>, () => bodyOf(request))
  sendAnswer(reply, request.method === 'POST' ? await idempotent(ctx, request, call) : await call())
  return true
}
