/** Calls that belong to no module: files, comments, search, jobs, events, metadata, health. Tag: `platform`. */
import type { JsonSchema } from '../../engine/model/module.ts'
import {
  answer,
  BOOLEAN,
  body,
  type FixedCall,
  file,
  INTEGER,
  inPath,
  json,
  listOf,
  nullable,
  PUBLIC,
  query,
  ref,
  STRING,
  shape,
  text,
  upload,
} from './parts.ts'

const OBJECT: JsonSchema = { type: 'object' }
const OPTIONAL_SINCE: JsonSchema = { type: 'string', format: 'date-time' }

/** Schemas that only these calls use. */
export const PLATFORM_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  StoredFile: shape({ id: INTEGER, name: STRING, type: STRING, size: INTEGER, created_at: OPTIONAL_SINCE }, ['id', 'name', 'type', 'size']),
  Comment: {
    type: 'object',
    description: 'A record of the module `comments`.',
    properties: {
      id: INTEGER,
      type: STRING,
      record_id: INTEGER,
      comment: STRING,
      mention_ids: nullable(listOf(INTEGER)),
      parent_id: nullable(INTEGER),
      attachments: nullable(listOf(INTEGER)),
      files: listOf(ref('StoredFile')),
    },
  },
  Job: shape(
    {
      id: STRING,
      queue: STRING,
      state: STRING,
      done: nullable(INTEGER),
      total: nullable(INTEGER),
      note: nullable(STRING),
      result: {},
      error: nullable(STRING),
    },
    ['id', 'queue', 'state'],
  ),
  Problem: shape({ file: STRING, pointer: STRING, line: INTEGER, message: STRING, hint: STRING }, ['file', 'pointer', 'line', 'message']),
  Overlay: shape({ module: STRING, version: INTEGER, overlay: OBJECT }, ['module', 'version', 'overlay']),
}

const RECORD = inPath('{type}/{id}')
const MODULE = inPath('{module}')
const SEEN = ['401', '403', '404'] as const

export const PLATFORM_CALLS: readonly FixedCall[] = [
  [
    'get',
    '/search',
    'Search the names and numbers of all records that the caller may open',
    {
      parameters: [query('q', STRING, 'At least two characters.')],
      responses: json(answer(listOf(shape({ module: STRING, id: INTEGER, label: STRING, exact: BOOLEAN }))), ['400', '401']),
    },
  ],
  [
    'post',
    '/files',
    'Upload files before the record exists that they belong to',
    {
      requestBody: upload,
      responses: json(answer({ anyOf: [ref('StoredFile'), listOf(ref('StoredFile'))], description: 'A list where several were sent.' }), [
        '400',
        '401',
      ]),
    },
  ],
  [
    'get',
    '/files',
    'Names of files',
    {
      parameters: [{ ...query('ids', STRING, 'Ids, separated by commas.'), required: true }],
      responses: json(answer(listOf(ref('StoredFile'))), ['400', '401']),
    },
  ],
  ['get', '/files/{id}', 'Content of a file', { parameters: inPath('{id}'), responses: file('*/*', ['401', '404']) }],
  [
    'get',
    '/jobs/{id}',
    'How far a job of the caller is',
    { parameters: inPath('{id}', { id: STRING }), responses: json(answer(ref('Job')), ['401', '404']) },
  ],
  [
    'get',
    '/events',
    'What changes, as server-sent events; the answer does not end',
    { responses: text('text/event-stream', 'Events', ['401']) },
  ],
  [
    'get',
    '/comments/{type}/{id}',
    'Comments on a record of the module `type`',
    {
      parameters: RECORD,
      responses: json(answer(listOf(ref('Comment')), { pagination: ref('Pagination') }), SEEN),
    },
  ],
  [
    'post',
    '/comments/{type}/{id}',
    'Comment on a record',
    {
      parameters: RECORD,
      requestBody: body(
        shape({ comment: STRING, mentions: listOf(INTEGER), parent_id: INTEGER, attachments: listOf(INTEGER) }, ['comment']),
      ),
      responses: json(answer(ref('Comment')), ['400', ...SEEN]),
    },
  ],
  [
    'get',
    '/comments/{type}/{id}/count',
    'How many comments there are on a record',
    { parameters: RECORD, responses: json(answer(shape({ count: INTEGER })), SEEN) },
  ],
  [
    'get',
    '/meta/modules',
    'Modules that the caller may list',
    {
      responses: json(
        answer(
          listOf(
            shape({ name: STRING, title: STRING, singular: STRING, application: STRING, group: STRING, icon: STRING, kind: STRING }, [
              'name',
              'title',
              'kind',
            ]),
          ),
        ),
        ['401'],
      ),
    },
  ],
  [
    'get',
    '/meta/modules/{module}',
    'Definition of a module, as far as the caller may know it',
    {
      parameters: MODULE,
      responses: {
        ...json(answer(OBJECT), ['401', '404']),
        '304': { description: 'Not changed since the answer with the `ETag` in `If-None-Match`' },
      },
    },
  ],
  [
    'get',
    '/meta/modules/{module}/overlay',
    'Changes of the company to a module',
    { parameters: MODULE, responses: json(answer(ref('Overlay')), SEEN) },
  ],
  [
    'put',
    '/meta/modules/{module}/overlay',
    'Replace the changes of the company to a module',
    {
      parameters: MODULE,
      requestBody: body(
        shape({ overlay: OBJECT, version: { type: 'integer', minimum: 0, description: 'Version that it is based on.' } }, ['overlay']),
      ),
      responses: json(answer(ref('Overlay')), ['400', ...SEEN, '409']),
    },
  ],
  [
    'get',
    '/meta/validators/{file}',
    'Validation of a module as a program; its address is in the definition of the module',
    { security: PUBLIC, parameters: inPath('{file}'), responses: text('text/javascript', 'Program', ['404']) },
  ],
  [
    'get',
    '/meta/navigation',
    'Menus, plugins, the settings that forms compute with, and the modules whose choices are loaded whole',
    {
      responses: json(
        answer(shape({ applications: listOf(ref('Application')), settings: OBJECT, plugins: listOf(STRING), preload: listOf(STRING) })),
        ['401'],
      ),
    },
  ],
  [
    'get',
    '/meta/lookups',
    'Rows of the tables that forms look values up in, by the names of the tables',
    {
      parameters: [query('tables', STRING, 'Names, separated by commas.')],
      responses: json(
        answer({
          type: 'object',
          additionalProperties: listOf(
            shape({ key: INTEGER, effective_from: { type: 'string', format: 'date' }, value: { type: ['number', 'null'] } }),
          ),
        }),
        ['401'],
      ),
    },
  ],
  ['get', '/meta/problems', 'Mistakes in descriptors', { responses: json(answer(listOf(ref('Problem'))), ['401', '403']) }],
  ['get', '/openapi.json', 'This document', { responses: { ...json(OBJECT, ['401']) } }],
  ['get', '/health', 'Does the server run?', { security: PUBLIC, responses: json(answer(shape({ status: { const: 'ok' } })), []) }],
  [
    'get',
    '/version',
    'Which build of the web application is served?',
    { security: PUBLIC, responses: json(answer(shape({ build: { type: 'string' } })), []) },
  ],
  [
    'get',
    '/ready',
    'Can the server answer?',
    { security: PUBLIC, responses: json(answer(shape({ status: { const: 'ready' } })), ['503']) },
  ],
  ['get', '/metrics', 'Measurements for Prometheus', { security: PUBLIC, responses: text('text/plain', 'Measurements', []) }],
]
