/** The OpenAPI document of a module set: every generic call, transition, panel and declared endpoint. */
import type { JsonSchema, Module, ModuleSet } from '../../engine/module.ts'
import { answerName, answerSchema, COMMON, inputSchema, requestName, requestSchema } from './schemas.ts'
import type { OpenApi, Operation, Parameter, PathItem } from './types.ts'

export type { OpenApi } from './types.ts'

const ID: Parameter = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
const query = (name: string, schema: JsonSchema, description?: string): Parameter => ({
  name,
  in: 'query',
  schema,
  ...(description ? { description } : {}),
})
const LIST: readonly Parameter[] = [
  query('page', { type: 'integer', minimum: 1, default: 1 }),
  query('limit', { type: 'integer', minimum: 1, maximum: 500, default: 10 }),
  query('sort', { type: 'string' }, 'Fields or dotted paths, `-` descends: `-transaction_date,id`.'),
  query('search', { type: 'string' }, 'Parts of words in any order.'),
  query(
    'filter',
    { type: 'object' },
    '`filter[field]=v` or `filter[field][gte]=v`; operators eq ne gt gte lt lte in like null between; relative dates such as this_month.',
  ),
  query('count', { enum: ['exact', 'none'] }),
  query('window', { enum: ['all'] }),
]
const ERRORS = Object.fromEntries(['400', '401', '403', '404', '422'].map((status) => [status, { $ref: '#/components/responses/Error' }]))
const of = (schema: JsonSchema): JsonSchema => ({ type: 'object', properties: { success: { const: true }, data: schema } })
const json = (schema: JsonSchema, description = 'Done') => ({
  '200': { description, content: { 'application/json': { schema } } },
  ...ERRORS,
})
const file = (type: string) => ({
  '200': { description: 'File', content: { [type]: { schema: { type: 'string', format: 'binary' } } } },
  ...ERRORS,
})
const body = (schema: JsonSchema, type = 'application/json') => ({ required: true, content: { [type]: { schema } } })

const TAG_IDS: JsonSchema = {
  type: 'object',
  properties: { tag_ids: { type: 'array', items: { type: 'integer' } } },
  required: ['tag_ids'],
}

class Paths {
  readonly all: Record<string, PathItem> = {}
  readonly #module: Module
  constructor(module: Module) {
    this.#module = module
  }

  add(method: keyof PathItem, path: string, summary: string, more: Partial<Operation>): void {
    // A declared call may stand at the root of the API.
    const url = path.startsWith('/') ? path : `/${this.#module.name}${path ? `/${path}` : ''}`
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!)
    const declared = names.map((name) => (name === 'id' ? ID : { ...ID, name, schema: { type: 'string' } }))
    const parameters = [...declared, ...(more.parameters ?? [])]
    const operation: Operation = {
      operationId: `${method}_${this.#module.name}${path ? `_${path.replaceAll(/[{}]/g, '').replaceAll(/[^A-Za-z0-9]+/g, '_')}` : ''}`,
      summary,
      tags: [this.#module.name],
      responses: json(of({})),
      ...more,
      ...(parameters.length ? { parameters } : {}),
    }
    const item = (this.all[url] ??= {})
    item[method] ??= operation
  }
}

function modulePaths(module: Module): Record<string, PathItem> {
  const paths = new Paths(module)
  const record: JsonSchema = { $ref: `#/components/schemas/${answerName(module)}` }
  const request = body({ $ref: `#/components/schemas/${requestName(module)}` })
  for (const endpoint of module.endpoints) {
    paths.add(
      endpoint.method.toLowerCase() as keyof PathItem,
      endpoint.path,
      endpoint.path,
      endpoint.method === 'GET' ? {} : { requestBody: body({ type: 'object' }) },
    )
  }
  const page = json({
    type: 'object',
    properties: {
      success: { const: true },
      data: { type: 'array', items: record },
      pagination: { $ref: '#/components/schemas/Pagination' },
    },
  })
  if (module.kind === 'report') {
    const parameters = (module.report?.parameters ?? []).map(
      (field): Parameter => ({ ...query(field.name, field.schema, field.title), required: field.required }),
    )
    paths.add('get', 'paginate', `${module.title}: rows`, { parameters })
    return paths.all
  }
  if (module.kind === 'dashboard') return paths.all
  paths.add('get', '', `${module.title}: list`, { parameters: LIST, responses: page })
  paths.add('get', 'paginate', `${module.title}: list`, { parameters: LIST, responses: page })
  paths.add('get', 'dropdown', `${module.title}: choices`, {
    parameters: LIST.slice(0, 5),
    responses: json(of({ type: 'array', items: { $ref: '#/components/schemas/Reference' } })),
  })
  paths.add('get', 'exportCSV', `${module.title}: export`, {
    parameters: [...LIST.slice(2, 5), query('format', { enum: ['csv', 'xlsx'] }), query('columns', { type: 'string' })],
    responses: file('text/csv'),
  })
  for (const path of ['{id}', 'find/{id}', 'edit/{id}']) paths.add('get', path, `${module.singular}: read`, { responses: json(of(record)) })
  paths.add('get', '{id}/timeline', `${module.singular}: what happened`, {})
  paths.add('get', '{id}/links', `${module.singular}: documents before and after`, {})
  paths.add('get', '{id}/attachments', `${module.singular}: files`, {})
  paths.add('post', '{id}/attachments', `${module.singular}: add files`, {
    requestBody: body({ type: 'object', properties: { file: { type: 'string', format: 'binary' } } }, 'multipart/form-data'),
  })
  paths.add('get', 'tags', `${module.title}: tags to put on them`, {})
  paths.add('post', 'tags', `${module.title}: put tags on many, or take them off`, { requestBody: body({ type: 'object' }) })
  paths.add('get', '{id}/tags', `${module.singular}: tags`, {})
  paths.add('put', '{id}/tags', `${module.singular}: set its tags`, { requestBody: body(TAG_IDS) })
  paths.add('post', '{id}/tags', `${module.singular}: put a tag on`, { requestBody: body({ type: 'object' }) })
  paths.add('delete', '{id}/tags/{tag}', `${module.singular}: take a tag off`, {})
  paths.add('get', 'views', `${module.title}: saved views`, {})
  paths.add('post', 'views', `${module.title}: save a view`, { requestBody: body({ type: 'object' }) })
  paths.add('put', 'views/{view}', `${module.title}: change a view`, { requestBody: body({ type: 'object' }) })
  paths.add('delete', 'views/{view}', `${module.title}: remove a view`, {})
  if (module.lines.length) paths.add('get', '{id}/items', `${module.singular}: lines`, {})
  writes(paths, module, record, request)
  for (const { section, title } of module.form.tabs) {
    if (!section) continue
    paths.add('get', `{id}/${section}`, `${module.singular}: ${title}`, {})
    paths.add('patch', `{id}/${section}`, `${module.singular}: save ${title}`, { requestBody: body({ type: 'object' }) })
  }
  for (const panel of module.panels) {
    paths.add('get', `{id}/${panel.path}`, `${module.singular}: ${panel.title}`, {})
    paths.add('post', `{id}/${panel.path}`, `${module.singular}: add to ${panel.title}`, { requestBody: body({ type: 'object' }) })
    paths.add('put', `{id}/${panel.path}/{child}`, `${module.singular}: change in ${panel.title}`, {
      requestBody: body({ type: 'object' }),
    })
    paths.add('delete', `{id}/${panel.path}/{child}`, `${module.singular}: remove from ${panel.title}`, {})
    if (panel.default) paths.add('put', `{id}/${panel.path}/{child}/default`, `${module.singular}: default of ${panel.title}`, {})
  }
  return paths.all
}

function writes(paths: Paths, module: Module, record: JsonSchema, request: Operation['requestBody'] & object): void {
  const may = (code: string): boolean =>
    module.workflow !== undefined || Object.values(module.actions).some((action) => action.code === code)
  if (may('new')) {
    paths.add('post', '', `${module.singular}: create`, { requestBody: request, responses: json(of(record)) })
    paths.add('get', 'defaults', `${module.singular}: values of a new one`, {
      parameters: [query('source', { type: 'string' }), query('ids', { type: 'string' })],
      responses: json(of(record)),
    })
    paths.add('post', 'preview', `${module.singular}: compute without saving`, { requestBody: request, responses: json(of(record)) })
    paths.add('get', '{id}/duplicate', `${module.singular}: values of a copy`, { responses: json(of(record)) })
    paths.add('get', 'import-template', `${module.title}: sheet to fill in`, {
      parameters: [query('format', { enum: ['csv', 'xlsx'] })],
      responses: file('text/csv'),
    })
    paths.add('post', 'import', `${module.title}: import`, {
      parameters: [query('preview', { type: 'boolean' })],
      requestBody: body({ type: 'object', properties: { file: { type: 'string', format: 'binary' } } }, 'multipart/form-data'),
    })
  }
  if (may('edit'))
    paths.add('put', '{id}', `${module.singular}: change`, {
      requestBody: request,
      responses: { ...json(of(record)), '409': { $ref: '#/components/responses/Error' } },
    })
  if (may('delete') || may('edit')) paths.add('delete', '{id}', `${module.singular}: delete`, {})
  if (!module.workflow) return
  paths.add('get', 'dashboard_info', `${module.title}: counters`, {})
  paths.add('get', 'paginate/floating', `${module.title}: still open`, { parameters: LIST })
  paths.add('post', '{id}/print-form', `${module.singular}: print`, { responses: file('application/pdf') })
  paths.add('post', 'bulk/{action}', `${module.title}: act on many`, {
    requestBody: body({ type: 'object', properties: { ids: { type: 'array', items: { type: 'integer' } } }, required: ['ids'] }),
  })
  for (const transition of Object.values(module.workflow.transitions)) {
    if (transition.advice)
      paths.add('post', `bulk/${transition.name}/advice`, `${module.title}: what speaks against "${transition.title}"`, {
        requestBody: body({ type: 'object', properties: { ids: { type: 'array', items: { type: 'integer' } } }, required: ['ids'] }),
      })
    paths.add('post', `{id}/${transition.name}`, `${module.singular}: ${transition.title}`, {
      requestBody: body(inputSchema(transition.input)),
      responses: json(of(record)),
    })
  }
}

const ready = new WeakMap<ModuleSet, OpenApi>()

/** The document of a module set; made once per set. */
export function openApi(modules: ModuleSet, options: { version: string; title?: string }): OpenApi {
  let document = ready.get(modules)
  if (!document) ready.set(modules, (document = build(modules, options)))
  return document
}

function build(modules: ModuleSet, { version, title = 'Tanggapan' }: { version: string; title?: string }): OpenApi {
  const list = [...modules.values()]
  return {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    tags: list.map((module) => ({ name: module.name, description: module.description ?? module.title })),
    paths: Object.assign({}, ...list.map(modulePaths)) as Record<string, PathItem>,
    components: {
      schemas: {
        ...COMMON,
        ...Object.fromEntries(
          list.flatMap((module) => [
            [answerName(module), answerSchema(module)],
            [requestName(module), requestSchema(module)],
          ]),
        ),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: { Error: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } } },
    },
  }
}
