/** How the built-in calls of modules are mounted: one Fastify route each, for all modules, so that a new module answers at once. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type BuiltInCall, REPORT_CALLS } from '../../../engine/model/built-in-calls.ts'
import { requireRecords } from '../access.ts'
import type { RecordRouteDeps } from './deps.ts'
import { answerDeclared, answerReplaced } from './dispatch.ts'
import { type Call, findModule } from './request.ts'

/** Answers a built-in call for a module. */
export type Answer = (call: Call, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** Mounts a built-in call. */
export type Mount = (call: BuiltInCall, answer: Answer) => void

/** The route of a call in Fastify's notation. An id is digits, so that other words reach the calls that modules declare. */
export const routeOf = (path: string): string =>
  `/:module/${path}`
    .replace(/\/$/, '')
    .replaceAll('{id}', ':id(^\\d+$)')
    .replaceAll(/\{(\w+)\}/g, ':$1')

/** The function that mounts built-in calls on an application. A module that replaces a call comes first. */
export const mountOn =
  (app: FastifyInstance, deps: RecordRouteDeps): Mount =>
  (call, answer) => {
    const [method, path] = call.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string]
    app.route({
      method,
      url: routeOf(path),
      handler: async (request, reply) => {
        const ctx = await deps.ctx(request)
        const params = request.params as Record<string, string>
        const module = findModule(ctx, params.module ?? '')
        // The first word may be that of a call that some module declares from the root of the API.
        const answered = module ? await answerReplaced(ctx, module, call, { request, reply }) : await answerDeclared(ctx, request, reply)
        if (answered || !module) return reply
        if (module.kind !== 'report' || !REPORT_CALLS.has(call)) requireRecords(module)
        return answer({ ctx, module, params, query: request.query as Record<string, unknown> }, request, reply)
      },
    })
  }
