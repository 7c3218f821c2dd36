/** The beginning of every generic route: the caller, and the module that the path names. */

import { closest } from 'fastest-levenshtein'
import type { FastifyRequest } from 'fastify'
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { invalid, notFound } from '../../platform/errors.ts'

export interface Call {
  readonly ctx: Ctx
  readonly module: Module
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
}

/** A module by the segment of a path; hyphens read as underscores. */
export const findModule = (ctx: Ctx, segment: string): Module | undefined =>
  ctx.modules.get(segment) ?? ctx.modules.get(segment.replaceAll('-', '_'))

/** The module that a path names; 404 with the nearest name when there is none. */
export function moduleOf(ctx: Ctx, segment: string): Module {
  const module = findModule(ctx, segment)
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
