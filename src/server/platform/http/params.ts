/** Checked parameters of requests for handlers; a wrong value is a 400 with its field. */
import type { Json, JsonSchema, Row } from '../../../engine/model/module.ts'
import type { Ctx, Handler, HandlerRequest } from '../context.ts'
import { qualify } from '../db/name.ts'
import { invalid } from '../errors.ts'

/** Parameters of handlers that take none. */
export const NONE: JsonSchema = { type: ['object', 'null'], additionalProperties: false, properties: {} }

/** A handler without parameters of its own. */
export const handler = (
  name: string,
  run: (ctx: Ctx, request: HandlerRequest, module: Parameters<Handler['run']>[1]) => Promise<unknown>,
): Handler => ({
  name,
  params: NONE,
  run: (ctx, module, request, _params: Json) => run(ctx, request, module),
})

const wrong = (name: string, message = 'The value is not valid.') => invalid({ [name]: [message] })

/** A positive whole number; throws 400 when it is missing or another thing. */
export function id(from: Readonly<Record<string, unknown>>, name: string): number {
  const value = optionalId(from, name)
  if (value === undefined) throw wrong(name, 'Field is required')
  return value
}

export function optionalId(from: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = from[name]
  if (value === undefined || value === null || value === '') return undefined
  const number = typeof value === 'number' || (typeof value === 'string' && /^\d{1,16}$/.test(value)) ? Number(value) : Number.NaN
  if (!Number.isSafeInteger(number) || number < 1) throw wrong(name)
  return number
}

/** A text of at most `max` characters, trimmed; throws 400 when it is missing. */
export function text(from: Readonly<Record<string, unknown>>, name: string, max = 200): string {
  const value = optionalText(from, name, max)
  if (value === undefined) throw wrong(name, 'Field is required')
  return value
}

export function optionalText(from: Readonly<Record<string, unknown>>, name: string, max = 200): string | undefined {
  const value = from[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw wrong(name, 'Must be a text.')
  if (value.length > max) throw wrong(name, `Use at most ${max} characters.`)
  return value.trim() || undefined
}

export function flag(from: Readonly<Record<string, unknown>>, name: string): boolean {
  const value = from[name]
  if ([true, 1, '1', 'true'].includes(value as string)) return true
  if ([false, 0, '0', 'false', undefined, null].includes(value as string)) return false
  throw wrong(name, 'Must be true or false.')
}

/** One of the words given. */
export function oneOf<T extends string>(from: Readonly<Record<string, unknown>>, name: string, words: readonly T[], fallback?: T): T {
  const value = from[name] ?? fallback
  if (!words.includes(value as T)) throw wrong(name, `Allowed: ${words.join(', ')}.`)
  return value as T
}

/** A list of positive whole numbers; a single one counts as a list. */
export function ids(from: Readonly<Record<string, unknown>>, name: string): number[] {
  const value = from[name]
  if (value === undefined || value === null) throw wrong(name, 'Field is required')
  const list = Array.isArray(value) ? value : [value]
  if (list.length > 5000) throw wrong(name, 'Too many at once.')
  return list.map((entry) => id({ [name]: entry }, name))
}

/** A list of objects. */
export function rows(from: Readonly<Record<string, unknown>>, name: string): Row[] {
  const value = from[name]
  if (
    !Array.isArray(value) ||
    value.length > 5000 ||
    value.some((candidate) => typeof candidate !== 'object' || candidate === null || Array.isArray(candidate))
  )
    throw wrong(name, 'Must be a list of objects.')
  return value as Row[]
}

/** A table of the company, quoted. */
export const table = (ctx: Ctx, name: string): string => qualify(ctx.company.schema, name)
