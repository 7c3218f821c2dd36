/** Schemas of requests and answers, from the same fields that validate and store. */
import type { Field, JsonSchema, Lines, Module } from '../../engine/model/module.ts'

const REFERENCE = { $ref: '#/components/schemas/Reference' }
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })

/** A field with all choices that a request can set. Records may have others from before, which the validator lets pass. */
const described = ({ schema, options, optionsOf }: Field): JsonSchema =>
  optionsOf ? { ...schema, enum: (options ?? []).map(({ value }) => value) } : schema

/** Names of the schemas of a module. */
export const answerName = (module: Module): string => module.name
export const requestName = (module: Module): string => `${module.name}.request`

function properties(fields: readonly Field[]): Record<string, JsonSchema> {
  const result: Record<string, JsonSchema> = {}
  for (const field of fields) {
    if (field.storage === 'none' || field.type === 'password') continue
    result[field.name] = nullable(described(field))
    if (field.refAs) result[field.refAs] = field.storage === 'bigint[]' ? { type: 'array', items: REFERENCE } : nullable(REFERENCE)
  }
  return result
}

const rows = (lines: Lines): JsonSchema => ({
  type: 'array',
  title: lines.title,
  items: { type: 'object', properties: { id: { type: 'integer' }, line_no: { type: 'integer' }, ...properties(lines.fields) } },
})

/** A record in a response. */
export function answerSchema(module: Module): JsonSchema {
  return {
    type: 'object',
    title: module.singular,
    properties: {
      ...properties(module.fields),
      ...Object.fromEntries((module.workflow?.flags ?? []).map((flag) => [flag, { type: 'boolean' }])),
      ...Object.fromEntries(module.lines.map((lines) => [lines.name, rows(lines)])),
      tags: { type: 'array', items: { $ref: '#/components/schemas/Tag' } },
      actions: { type: 'array', items: { $ref: '#/components/schemas/ActionState' } },
    },
  }
}

/** The request of create and update. */
export function requestSchema(module: Module): JsonSchema {
  const { $schema: _dialect, $id: _id, ...schema } = module.schema
  const listed = module.fields.filter(({ optionsOf, writable }) => optionsOf && writable)
  if (!listed.length) return schema
  const choices = Object.fromEntries(listed.map((field) => [field.name, nullable(described(field))]))
  return { ...schema, properties: { ...(schema.properties as Record<string, JsonSchema>), ...choices } }
}

/** A row of a report. */
export const reportRow = (columns: readonly Field[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    columns.flatMap((field): [string, JsonSchema][] => [
      [field.name, nullable(field.schema)],
      ...(field.refAs ? [[field.refAs, nullable(REFERENCE)] as [string, JsonSchema]] : []),
    ]),
  ),
})

/** Values of a transition's input form. */
export function inputSchema(fields: readonly Field[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, field.schema])),
    required: fields.filter((field) => field.required).map((field) => field.name),
  }
}

export const COMMON: Readonly<Record<string, JsonSchema>> = {
  Reference: {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: ['string', 'null'] }, label: { type: ['string', 'null'] } },
    required: ['id'],
  },
  BulkResult: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      success: { type: 'boolean' },
      message: { type: 'string' },
      rule: { type: 'string' },
      status: { type: 'string' },
      notes: { type: 'array', items: { type: 'string' } },
    },
    required: ['id', 'success'],
  },
  Note: {
    type: 'object',
    properties: { tone: { enum: ['info', 'warning', 'danger'] }, text: { type: 'string' } },
    required: ['tone', 'text'],
  },
  SavedView: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      shared: { type: 'boolean' },
      own: { type: 'boolean' },
      opens_first: { type: 'boolean', description: 'The list opens with it: the own default, else that of the role.' },
      is_default: { type: 'boolean', description: 'Of an own view' },
      roles: { type: 'array', items: { type: 'string' }, description: 'Of an own view: codes of the roles whose lists open with it' },
      state: { type: 'object' },
    },
    required: ['id', 'name', 'shared', 'own', 'state'],
  },
  TimelineEntry: {
    type: 'object',
    properties: {
      kind: { enum: ['approval', 'change', 'comment'] },
      at: { type: 'string' },
      action: { type: ['string', 'null'] },
      text: { type: ['string', 'null'] },
      level: { type: ['integer', 'null'] },
      for_user: { type: ['object', 'null'] },
    },
    required: ['kind', 'at'],
  },
  Tag: {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' }, color: { type: ['string', 'null'] } },
    required: ['id', 'name'],
  },
  ActionState: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      title: { type: 'string' },
      code: { type: 'string' },
      allowed: { type: 'boolean' },
      reason: { type: 'string' },
      transition: { type: 'boolean' },
    },
    required: ['name', 'allowed'],
  },
  Pagination: {
    type: 'object',
    properties: {
      page: { type: 'integer' },
      per_page: { type: 'integer' },
      current_page: { type: 'integer' },
      total: { type: 'integer' },
      last_page: { type: 'integer' },
      total_is_estimate: { type: 'boolean', description: 'Above ten thousand rows the total is estimated.' },
      window: {
        type: 'object',
        description: 'Dates a large list opens on; `window=all` lifts it.',
        properties: { field: { type: 'string' }, from: { type: 'string', format: 'date' } },
      },
    },
  },
  Error: {
    type: 'object',
    properties: {
      success: { const: false },
      message: { type: 'string' },
      code: { type: 'integer' },
      rule: { type: 'string' },
      reference_id: { type: 'string' },
      errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      details: {},
    },
    required: ['success', 'message', 'code'],
  },
}
