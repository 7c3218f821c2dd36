/** The shape of JSON bodies, checked once for every call before anything reads them. */
import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

/** Deepest nesting; what walks a value by recursion would run out of stack far below the limit of a body's bytes. */
const MAX_DEPTH = 60
/** Names of members that plain conversions (`String(value)`, `Number(value)`, `JSON.stringify`) would call in the request's value. */
const RESERVED: ReadonlySet<string> = new Set(['toString', 'valueOf', 'toJSON'])

interface Place {
  readonly value: object
  readonly path: string
  readonly depth: number
}

/** Throws 400 at the place where a body nests too deep, or has a name of `RESERVED`. */
export function requirePlainBody(body: unknown): void {
  if (typeof body !== 'object' || body === null) return
  const open: Place[] = [{ value: body, path: '', depth: 1 }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { value, path, depth } = place
    if (depth > MAX_DEPTH) throw invalid({ [path.split('.', 3).join('.')]: [`Values may be nested ${MAX_DEPTH} deep at most.`] })
    const isList = Array.isArray(value)
    for (const [name, inner] of isList ? value.entries() : Object.entries(value)) {
      if (!isList && RESERVED.has(name as string)) throw invalid({ [path || '_']: [`A value cannot have a part named "${name}".`] })
      if (typeof inner === 'object' && inner !== null)
        open.push({ value: inner as object, path: path ? `${path}.${name}` : String(name), depth: depth + 1 })
    }
  }
}

/** Checks the body of every request. */
export function registerBodies(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    const type = request.headers['content-type'] ?? ''
    if (type.startsWith('application/json')) requirePlainBody(request.body)
  })
}
