/** Parameters of a report: from the request, else the descriptor's defaults; invalid ones are 400 per field. */
import type { Field, Module, Report, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { type FieldErrors, invalid } from '../../platform/errors.ts'
import { envFor, programFor } from '../../platform/expressions.ts'
import { didYouMean } from '../query/paths.ts'
import { isReserved } from '../routes/query.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** The value a request gives a parameter: `filter[x]`, `filter[x][eq]` or `x`. */
function given(query: Readonly<Record<string, unknown>>, name: string): unknown {
  // Query strings arrive with literal names; a nested filter comes from callers inside the server.
  const filter = query.filter
  let value = query[`filter[${name}]`] ?? query[`filter[${name}][eq]`]
  if (value === undefined && filter && typeof filter === 'object') value = (filter as Row)[name]
  if (value && typeof value === 'object' && !Array.isArray(value)) value = (value as Row).eq
  if (value === undefined) value = query[name]
  return value === '' ? undefined : value
}

/** Names that a request gives as parameters, each once: `filter[x][eq]`, `x`, and those of a nested filter. */
function namesIn(query: Readonly<Record<string, unknown>>): string[] {
  const nested = typeof query.filter === 'object' && query.filter !== null ? Object.keys(query.filter) : []
  const plain = Object.keys(query).filter((name) => !isReserved(name))
  return [...new Set([...plain.map((name) => /^filters?\[([^\]]*)\]/.exec(name)?.[1] ?? name), ...nested])]
}

/** Refuses parameters that the report does not have: left unread, they would make other figures than were asked for. Throws 400. */
export function refuseUnknown(report: Report, query: Readonly<Record<string, unknown>>): void {
  const known = report.parameters.map(({ name }) => name)
  const unknown = namesIn(query).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw invalid(
    Object.fromEntries(unknown.map((name) => [name, [`There is no parameter "${name.slice(0, 60)}".${didYouMean(name, known)}`]])),
  )
}

/** Reads the parameters of `module`'s report. Throws 400. */
export async function readParameters(ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>): Promise<Row> {
  const errors: FieldErrors = {}
  const values: Row = {}
  for (const field of module.report?.parameters ?? []) {
    const raw = given(query, field.name)
    const value = raw === undefined ? await fallback(ctx, module, field) : raw
    if (value === undefined || value === null) {
      if (field.required) errors[field.name] = [`${field.title} is required.`]
      values[field.name] = null
      continue
    }
    const read = convert(field, value)
    if (read === undefined) errors[field.name] = [`${field.title} is not valid.`]
    values[field.name] = read ?? null
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return values
}

async function fallback(ctx: Ctx, module: Module, field: Field): Promise<unknown> {
  if (!field.default) return undefined
  if ('value' in field.default) return field.default.value
  return programFor(ctx, module, field.default.expr).evaluate({}, await envFor(ctx, module))
}

function convert(field: Field, value: unknown): string | number | boolean | readonly number[] | undefined {
  switch (field.storage) {
    case 'bigint[]': {
      const ids = (Array.isArray(value) ? value : String(value).split(',')).map(Number)
      return ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0) ? ids : undefined
    }
    case 'bigint':
    case 'integer': {
      const number = Number(value)
      return Number.isSafeInteger(number) && number >= 0 ? number : undefined
    }
    case 'date': {
      const text = String(value)
      return DATE.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text) ? text : undefined
    }
    case 'boolean':
      return value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined
    default:
      return String(value).slice(0, 200)
  }
}
