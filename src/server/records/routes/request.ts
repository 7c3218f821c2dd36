/** What every generic route begins with: who calls, and which module the path names. */

import { closest } from 'fastest-levenshtein'
import type { FastifyRequest } from 'fastify'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { RecordRouteDeps } from './deps.ts'

export interface Call {
  readonly ctx: Ctx
  readonly module: Module
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

/** The caller and the module of a request; 404 with the nearest name when there is no such module. */
export async function callOf(deps: RecordRouteDeps, request: FastifyRequest): Promise<Call> {
  const ctx = await deps.ctx(request)
  const params = request.params as Record<string, string>
  return { ctx, module: moduleOf(ctx, params.module ?? ''), params, query: request.query as Record<string, unknown> }
}

/** A module by the segment of a path; hyphens read as underscores. */
export function moduleOf(ctx: Ctx, segment: string): Module {
  const module = ctx.modules.get(segment) ?? ctx.modules.get(segment.replaceAll('-', '_'))
  if (!module)
    throw notFound(
      `Cannot find module "${segment.slice(0, 60)}".${ctx.modules.size ? ` Did you mean "${closest(segment.slice(0, 60), [...ctx.modules.keys()])}"?` : ''}`,
    )
  return module
}

/** The body as an object; 400 for anything else. */
export function bodyOf(request: FastifyRequest): Row {
  const { body } = request
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid({ _: ['The request must be an object of field values.'] })
  return body as Row
}

export const ok = (data: unknown): { success: true; data: unknown } => ({ success: true, data })
