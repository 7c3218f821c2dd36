/** The pieces that descriptions of calls are put together from: parameters, bodies, answers. */
import type { JsonSchema } from '../../engine/model/module.ts'
import type { Operation, Parameter } from './types.ts'

export const INTEGER: JsonSchema = { type: 'integer' }
export const STRING: JsonSchema = { type: 'string' }
export const BOOLEAN: JsonSchema = { type: 'boolean' }
export const NULL: JsonSchema = { type: 'null' }
export const ID: Parameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }

/** A schema that also allows null. */
export const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, NULL] })
export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
/** An object; `required` names the properties that are always there. */
export const shape = (properties: Record<string, JsonSchema>, required?: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required ? { required: [...required] } : {}),
})

export const query = (name: string, schema: JsonSchema, description?: string): Parameter => ({
  name,
  in: 'query',
  schema,
  ...(description ? { description } : {}),
})
/** The parameters in a path; `id` is a number, every other name a word unless `schemas` says otherwise. */
export const inPath = (path: string, schemas: Readonly<Record<string, JsonSchema>> = {}): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    name === 'id' && !schemas.id ? ID : { name: name!, in: 'path', required: true, schema: schemas[name!] ?? STRING },
  )

const FAILURES = ['400', '401', '403', '404', '409', '422', '429', '503'] as const
type Failure = (typeof FAILURES)[number]
const ERROR = { $ref: '#/components/responses/Error' }
const failures = (codes: readonly Failure[]) => Object.fromEntries(codes.map((code) => [code, ERROR]))
/** Usual refusals of most calls. Created once: thousands of calls share it. */
const USUAL = failures(['400', '401', '403', '404', '422'])

/** The envelope of every JSON answer. */
export const answer = (data: JsonSchema, more: Record<string, JsonSchema> = {}): JsonSchema =>
  shape({ success: { const: true }, data, ...more }, ['success', 'data'])
export const json = (schema: JsonSchema, codes?: readonly Failure[]): Operation['responses'] => ({
  '200': { description: 'Done', content: { 'application/json': { schema } } },
  ...(codes ? failures(codes) : USUAL),
})
/** An answer of which no more is known than its envelope. */
export const ANY = json(answer({}))
export const file = (type: string, codes?: readonly Failure[]): Operation['responses'] => ({
  '200': { description: 'File', content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
  ...(codes ? failures(codes) : USUAL),
})
/** A text that is no JSON. */
export const text = (type: string, description: string, codes: readonly Failure[]): Operation['responses'] => ({
  '200': { description, content: { [type]: { schema: STRING } } },
  ...failures(codes),
})
export const body = (schema: JsonSchema, type = 'application/json'): NonNullable<Operation['requestBody']> => ({
  required: true,
  content: { [type]: { schema } },
})
/** One file or more under `file`. */
export const upload = body(shape({ file: { type: 'string', format: 'binary' } }, ['file']), 'multipart/form-data')

/** No session is needed. */
export const PUBLIC: Operation['security'] = []
/** A session is used when there is one. */
export const PERHAPS: Operation['security'] = [{}, { bearer: [] }]

/** A call at a fixed address: method, path, and its description. */
export type FixedCall = readonly [
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  summary: string,
  more: Partial<Operation>,
]
