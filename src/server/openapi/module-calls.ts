/** The calls of a module: those that it declares, and the generic ones of its kind. */
import { keepsRecords } from '../../engine/model/kind.ts'
import type { JsonSchema, Module, ModuleSet } from '../../engine/model/module.ts'
import { ANY, answer, BOOLEAN, body, file, INTEGER, json, listOf, NULL, query, ref, STRING, shape, upload } from './parts.ts'
import type { Paths } from './paths.ts'
import { answerName, inputSchema, reportRow, requestName } from './schemas.ts'
import type { Method, Operation, Parameter } from './types.ts'

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
  query('fields', { type: 'string' }, 'Fields and dotted columns to answer: `transaction_date,supplier.name`; every field unless given.'),
]
const FIGURES: readonly Parameter[] = [
  query('group', STRING, 'Fields and paths, dates by span: `transaction_date:month,customer_id`.'),
  query('measure', STRING, '`count`, `count:items`, or sum, average, min, max, distinct of a field: `sum:total`.'),
  query('having', { type: 'object' }, '`having[sum:total][gt]=1000`; operators eq ne gt gte lt lte.'),
  query('sort', STRING, 'Groups and measures, `-` descends: `-sum:total`.'),
  query('limit', { type: 'integer', minimum: 1, maximum: 5000, default: 100 }),
  query('others', BOOLEAN, 'The groups beyond the limit as one.'),
  query('totals', BOOLEAN),
  query('compare', { enum: ['previous', 'year'] }, 'Beside the period before, or the same of the year before.'),
  query('on', STRING, 'Date that the periods are of.'),
]
const FORMAT = query('format', { enum: ['csv', 'xlsx'] })
const OBJECT: JsonSchema = { type: 'object' }
/** Records by their ids, with the versions that the user saw, or all that the parameters of the list in `matching` find. */
const CHOSEN = shape({ ids: listOf(INTEGER), versions: OBJECT, matching: OBJECT })
const FILES = json(answer(listOf(ref('StoredFile'))))
const LINES = json(answer(listOf(OBJECT)))
const TAGS = json(answer(listOf(ref('Tag'))))
const VIEW = {
  requestBody: body(shape({ name: STRING, shared: BOOLEAN, state: OBJECT, is_default: BOOLEAN, roles: listOf(STRING) })),
  responses: json(answer(ref('SavedView'))),
}
const ROW = { responses: json(answer(OBJECT)) }
const DELETED = { responses: json(answer(NULL)) }
const CONFLICT = { '409': { $ref: '#/components/responses/Error' } }
const BULK = answer(listOf(ref('BulkResult')), { succeeded: INTEGER, failed: INTEGER, job_id: STRING })
/** Runs at once, or as a job whose progress is at `jobs/{id}`. */
const orLater = (schema: JsonSchema): Operation['responses'] => ({
  ...json(schema),
  ...CONFLICT,
  '202': { description: 'A job does it', content: { 'application/json': { schema } } },
})

/** Adds the calls that a module declares: below its own address, or at the root of the API. */
export function addDeclared(paths: Paths, module: Module, level: 'own' | 'root'): void {
  for (const { method, path, button } of module.endpoints) {
    if (path.startsWith('/') !== (level === 'root')) continue
    const requestBody = method === 'GET' ? {} : { requestBody: body(button?.input.length ? inputSchema(button.input) : OBJECT) }
    paths.addTo(module, method.toLowerCase() as Method, path, { summary: button?.title ?? path, ...requestBody })
  }
}

/** Adds the generic calls that the module has by its kind and its declarations. */
export function addGeneric(paths: Paths, module: Module, modules: ModuleSet): void {
  if (module.report) addReport(paths, module)
  if (!keepsRecords(module.kind)) return
  addLists(paths, module)
  addFigures(paths, module)
  addRecord(paths, module)
  addViewsAndTags(paths, module)
  addWrites(paths, module)
  addWorkflow(paths, module)
  addParts(paths, module, modules)
}

const record = (module: Module): JsonSchema => ref(answerName(module))
const page = (module: Module): Operation['responses'] => json(answer(listOf(record(module)), { pagination: ref('Pagination') }))
const request = (module: Module): NonNullable<Operation['requestBody']> => body(ref(requestName(module)))
const has = (module: Module, code: string): boolean =>
  module.workflow !== undefined || Object.values(module.actions).some((action) => action.code === code)

function addReport(paths: Paths, module: Module): void {
  const { parameters: fields, columns, records, makes = [] } = module.report!
  const parameters = fields.map((field): Parameter => ({ ...query(field.name, field.schema, field.title), required: field.required }))
  const rows = { parameters, responses: json(answer(listOf(reportRow(columns)))) }
  paths.addTo(module, 'get', '', { summary: `${module.title}: rows`, ...rows })
  paths.addTo(module, 'get', 'paginate', { summary: `${module.title}: rows`, ...rows })
  paths.addTo(module, 'get', 'exportCSV', {
    summary: `${module.title}: export`,
    parameters: [...parameters, FORMAT],
    responses: file('text/csv'),
  })
  addViews(paths, module)
  paths.addTo(module, 'get', 'print-report', { summary: `${module.title}: print`, parameters, responses: file('application/pdf') })
  for (const { name, title, ask } of makes)
    paths.addTo(module, 'post', `make/${name}`, {
      summary: `${module.title}: ${title}`,
      requestBody: body(
        shape({ rows: listOf(STRING), parameters: OBJECT, ...Object.fromEntries(ask.map((field) => [field.name, field.schema])) }, [
          'rows',
        ]),
      ),
      responses: json(BULK),
    })
  if (!records?.actions.length) return
  const chosen = listOf(shape({ module: STRING, id: INTEGER, version: INTEGER }, ['module', 'id']))
  paths.addTo(module, 'post', 'bulk/{action}', {
    summary: `${module.title}: act on the records of rows`,
    requestBody: body(shape({ rows: chosen, reason: STRING }, ['rows'])),
    responses: json(BULK),
  })
}

function addLists(paths: Paths, module: Module): void {
  const list = { parameters: LIST, responses: page(module) }
  paths.addTo(module, 'get', '', { summary: `${module.title}: list`, ...list })
  paths.addTo(module, 'get', 'paginate', { summary: `${module.title}: list`, ...list })
  paths.addTo(module, 'get', 'paginate/floating', {
    summary: `${module.title}: still open`,
    ...list,
    parameters: [...LIST, query('as_of', { type: 'string', format: 'date' })],
  })
  paths.addTo(module, 'get', 'dropdown', {
    summary: `${module.title}: choices`,
    parameters: LIST.slice(0, 5),
    responses: json(answer(listOf(ref('Reference')))),
  })
  paths.addTo(module, 'get', 'exportCSV', {
    summary: `${module.title}: export`,
    parameters: [
      ...LIST.slice(2, 5),
      FORMAT,
      query('columns', STRING),
      query('for', { enum: ['import'] }, 'The columns that an import can change, with the ID and the version of each record'),
    ],
    responses: file('text/csv'),
  })
  if (module.entity.tree)
    paths.addTo(module, 'get', 'tree', {
      summary: `${module.title}: as a tree`,
      parameters: LIST.slice(2, 5),
      responses: json(answer(listOf(record(module)), { context: listOf(INTEGER), total: INTEGER })),
    })
  if (module.planner) addPlanner(paths, module)
  paths.addTo(module, 'get', 'dashboard_info', {
    summary: `${module.title}: counters`,
    responses: json(answer({ type: 'object', additionalProperties: { type: 'number' } })),
  })
}

/** The board of a week, and many days of it saved at once. */
function addPlanner(paths: Paths, module: Module): void {
  const change = shape({ person: INTEGER, date: { type: 'string', format: 'date' }, values: { type: ['object', 'null'] } }, [
    'person',
    'date',
    'values',
  ])
  paths.addTo(module, 'get', 'planner', {
    summary: `${module.title}: days of a week`,
    parameters: [{ ...query('from', { type: 'string', format: 'date' }), required: true }, LIST[0]!, ...LIST.slice(3, 5)],
    responses: json(answer(OBJECT)),
  })
  paths.addTo(module, 'post', 'plan', {
    summary: `${module.title}: plan days`,
    requestBody: body(shape({ changes: listOf(change) }, ['changes'])),
    responses: json(answer(listOf(OBJECT), { succeeded: INTEGER, failed: INTEGER, undo: listOf(change) })),
  })
}

function addFigures(paths: Paths, module: Module): void {
  const row = shape({ keys: listOf(ANY), labels: listOf(ANY), values: listOf(ANY), previous: listOf(ANY), filter: OBJECT })
  paths.addTo(module, 'get', 'aggregate', {
    summary: `${module.title}: figures`,
    parameters: [...FIGURES, ...LIST.slice(3, 5), LIST[6]!, FORMAT, query('spread', INTEGER), query('subtotals', BOOLEAN)],
    responses: json(
      answer(
        shape({
          groups: listOf(OBJECT),
          measures: listOf(OBJECT),
          rows: listOf(row),
          total_groups: INTEGER,
          totals: OBJECT,
          others: OBJECT,
        }),
      ),
    ),
  })
}

function addRecord(paths: Paths, module: Module): void {
  const { singular } = module
  const editable = has(module, 'edit')
  for (const path of ['{id}', 'find/{id}', ...(editable ? ['edit/{id}'] : [])])
    paths.addTo(module, 'get', path, { summary: `${singular}: read`, responses: json(answer(record(module))) })
  paths.addTo(module, 'get', '{id}/timeline', {
    summary: `${singular}: what happened`,
    responses: json(answer(listOf(ref('TimelineEntry')))),
  })
  paths.addTo(module, 'get', '{id}/links', {
    summary: `${singular}: documents before and after`,
    responses: json(answer(shape({ upstream: listOf(OBJECT), downstream: listOf(OBJECT) }))),
  })
  paths.addTo(module, 'get', '{id}/attachments', { summary: `${singular}: files`, responses: FILES })
  if (editable) {
    paths.addTo(module, 'post', '{id}/attachments', { summary: `${singular}: add files`, requestBody: upload, responses: FILES })
    paths.addTo(module, 'delete', '{id}/attachments/{file}', { summary: `${singular}: remove a file`, ...DELETED })
  }
  if (module.entity.items ?? module.lines.length)
    paths.addTo(module, 'get', '{id}/items', { summary: `${singular}: lines`, responses: LINES })
  if (module.print.length)
    paths.addTo(module, 'post', '{id}/print-form', {
      summary: `${singular}: print`,
      requestBody: { ...body(shape({ form: STRING })), required: false },
      responses: file('application/pdf'),
    })
}

function addViews(paths: Paths, module: Module): void {
  const { title } = module
  paths.addTo(module, 'get', 'views', { summary: `${title}: saved views`, responses: json(answer(listOf(ref('SavedView')))) })
  paths.addTo(module, 'post', 'views', { summary: `${title}: save a view`, ...VIEW })
  paths.addTo(module, 'put', 'views/{view}', { summary: `${title}: change a view`, ...VIEW })
  paths.addTo(module, 'delete', 'views/{view}', { summary: `${title}: remove a view`, ...DELETED })
}

function addViewsAndTags(paths: Paths, module: Module): void {
  const { title, singular } = module
  paths.addTo(module, 'get', 'tags', {
    summary: `${title}: tags to put on them`,
    responses: json(answer(listOf(ref('Tag')), { may_create: BOOLEAN })),
  })
  paths.addTo(module, 'get', '{id}/tags', { summary: `${singular}: tags`, responses: TAGS })
  addViews(paths, module)
  if (has(module, 'edit')) addTagging(paths, module)
}

function addTagging(paths: Paths, module: Module): void {
  const { title, singular } = module
  const many = shape({ ids: listOf(INTEGER), add: listOf(INTEGER), remove: listOf(INTEGER) }, ['ids'])
  paths.addTo(module, 'post', 'tags', {
    summary: `${title}: put tags on many, or take them off`,
    requestBody: body(many),
    responses: json(answer(listOf(ref('BulkResult')))),
  })
  paths.addTo(module, 'put', '{id}/tags', {
    summary: `${singular}: set its tags`,
    requestBody: body(shape({ tag_ids: listOf(INTEGER) }, ['tag_ids'])),
    responses: TAGS,
  })
  paths.addTo(module, 'post', '{id}/tags', {
    summary: `${singular}: put a tag on, by its id or its name`,
    requestBody: body(shape({ tag_id: INTEGER, name: STRING, color: STRING })),
    responses: TAGS,
  })
  paths.addTo(module, 'delete', '{id}/tags/{tag}', { summary: `${singular}: take a tag off`, responses: TAGS })
}

function addWrites(paths: Paths, module: Module): void {
  const { title, singular } = module
  const requestBody = request(module)
  const created = { responses: json(answer(record(module))) }
  if (has(module, 'new')) {
    paths.addTo(module, 'post', '', { summary: `${singular}: create`, requestBody, ...created })
    paths.addTo(module, 'get', 'defaults', {
      summary: `${singular}: values of a new one`,
      parameters: [query('source', STRING), query('ids', STRING)],
      ...created,
    })
    paths.addTo(module, 'post', 'preview', {
      summary: `${singular}: compute without saving`,
      requestBody,
      responses: json(answer(record(module), { errors: OBJECT })),
    })
    paths.addTo(module, 'post', 'advice', {
      summary: `${singular}: what speaks for or against it`,
      requestBody,
      responses: json(answer(listOf(ref('Note')))),
    })
    paths.addTo(module, 'post', 'propose', {
      summary: `${singular}: values proposed while the form is filled in`,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: shape({ field: STRING, record: OBJECT, rows: listOf(OBJECT) }, ['field', 'rows']) } },
      },
      responses: json(answer(listOf({}))),
    })
    if ([module, ...module.lines].some(({ fields }) => fields.some(({ suggest }) => suggest)))
      paths.addTo(module, 'post', 'suggest', {
        summary: `${singular}: values offered while a field is entered`,
        requestBody: body(shape({ field: STRING, search: STRING, id: INTEGER, values: OBJECT }, ['field'])),
        responses: json(answer(listOf(OBJECT))),
      })
    paths.addTo(module, 'get', '{id}/duplicate', { summary: `${singular}: values of a copy`, ...created })
    paths.addTo(module, 'get', 'import-template', {
      summary: `${title}: sheet to fill in`,
      parameters: [FORMAT],
      responses: file('text/csv'),
    })
  }
  if (has(module, 'new') || has(module, 'edit')) addImport(paths, module)
  if (has(module, 'edit'))
    for (const method of ['put', 'patch'] as const)
      paths.addTo(module, method, '{id}', { summary: `${singular}: change`, requestBody, responses: { ...created.responses, ...CONFLICT } })
  if (has(module, 'delete') || (has(module, 'edit') && has(module, 'new')))
    paths.addTo(module, 'delete', '{id}', { summary: `${singular}: delete`, ...DELETED })
}

/** New records from a sheet, changes of existing ones, or both: needed are the rights to what is done. */
function addImport(paths: Paths, module: Module): void {
  const sheet = shape({ file: { type: 'string', format: 'binary' }, seen: STRING }, ['file'])
  paths.addTo(module, 'post', 'import', {
    summary: `${module.title}: import`,
    parameters: [
      query('preview', BOOLEAN),
      query('mode', { enum: ['create', 'update', 'create_update'] }, 'Rows mean new records (the default), existing ones, or either'),
      query('empty', { enum: ['keep', 'clear'] }, 'What an empty cell does to an existing record; the default is `keep`'),
      query('report', BOOLEAN, 'Answers the result of each row as the text of a CSV file'),
      query('mapping', STRING, 'JSON: the column of each title of the file'),
    ],
    requestBody: {
      required: true,
      content: {
        ...body(sheet, 'multipart/form-data').content,
        'application/json': { schema: shape({ rows: listOf(OBJECT), seen: listOf(listOf(INTEGER)) }, ['rows']) },
      },
    },
    responses: json(answer(OBJECT)),
  })
}

function addWorkflow(paths: Paths, module: Module): void {
  const { title, singular } = module
  if (module.endpoints.some(({ button }) => button?.advice?.length))
    paths.addTo(module, 'post', 'call-advice', {
      summary: `${title}: what speaks against a call with the input entered so far`,
      requestBody: body(shape({ call: STRING, id: INTEGER, input: OBJECT }, ['call'])),
      responses: json(answer(listOf(ref('Note')))),
    })
  // Records without a workflow are deleted in this way as well.
  if (has(module, 'delete') || has(module, 'edit'))
    paths.addTo(module, 'post', 'bulk/{action}', { summary: `${title}: act on many`, requestBody: body(CHOSEN), responses: orLater(BULK) })
  if (has(module, 'delete') || has(module, 'edit'))
    paths.addTo(module, 'post', 'bulk/{action}/matching', {
      summary: `${title}: how many an action on all that match is on`,
      requestBody: body(shape({ matching: OBJECT }, ['matching'])),
      responses: json(answer(shape({ count: INTEGER, skipped: INTEGER }, ['count', 'skipped']))),
    })
  if (!module.workflow) return
  paths.addTo(module, 'post', 'bulk/{action}/advice', {
    summary: `${title}: what speaks against acting on many`,
    requestBody: body(CHOSEN),
    responses: ANY,
  })
  for (const transition of Object.values(module.workflow.transitions)) {
    paths.addTo(module, 'post', `{id}/${transition.name}`, {
      summary: `${singular}: ${transition.title}`,
      requestBody: { ...body(inputSchema(transition.input)), required: transition.input.some((field) => field.required) },
      responses: orLater(answer(record(module))),
    })
  }
}

/** Tabs that are saved by themselves, and panels of child records. */
function addParts(paths: Paths, module: Module, modules: ModuleSet): void {
  const { singular } = module
  const requestBody = body(OBJECT)
  for (const { section, title } of module.form.tabs) {
    if (!section) continue
    paths.addTo(module, 'get', `{id}/${section}`, { summary: `${singular}: ${title}`, ...ROW })
    for (const method of ['patch', 'put'] as const)
      paths.addTo(module, method, `{id}/${section}`, { summary: `${singular}: save ${title}`, requestBody, ...ROW })
  }
  for (const panel of module.panels) {
    const [rows, child] = [`{id}/${panel.path}`, `{id}/${panel.path}/{child}`]
    const list = { parameters: LIST.slice(2, 5), responses: json(answer(listOf(OBJECT), { pagination: ref('Pagination') })) }
    paths.addTo(module, 'get', rows, { summary: `${singular}: ${panel.title}`, ...list })
    // Rows of a report are no records: nothing answers below them.
    if (modules.get(panel.module)?.report) continue
    paths.addTo(module, 'get', `${rows}/paginate`, { summary: `${singular}: ${panel.title}`, ...list })
    paths.addTo(module, 'get', child, { summary: `${singular}: read in ${panel.title}`, ...ROW })
    if (panel.readonly) continue
    paths.addTo(module, 'post', rows, { summary: `${singular}: add to ${panel.title}`, requestBody, ...ROW })
    for (const method of ['put', 'patch'] as const)
      paths.addTo(module, method, child, { summary: `${singular}: change in ${panel.title}`, requestBody, ...ROW })
    paths.addTo(module, 'delete', child, { summary: `${singular}: remove from ${panel.title}`, ...DELETED })
    if (panel.default)
      for (const method of ['put', 'post'] as const)
        paths.addTo(module, method, `${child}/default`, { summary: `${singular}: default of ${panel.title}`, ...ROW })
  }
}
