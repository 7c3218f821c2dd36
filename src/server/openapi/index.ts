/** The OpenAPI document of a module set: the calls at fixed addresses and every call of every module. */
import type { ModuleSet } from '../../engine/model/module.ts'
import { addDeclared, addGeneric } from './module-calls.ts'
import { Paths } from './paths.ts'
import { PLATFORM_CALLS, PLATFORM_SCHEMAS } from './platform-calls.ts'
import { answerName, answerSchema, COMMON, requestName, requestSchema } from './schemas.ts'
import { SESSION_CALLS, SESSION_SCHEMAS } from './session-calls.ts'
import type { OpenApi } from './types.ts'

export type { OpenApi } from './types.ts'

const DESCRIPTION = `Answers are JSON in one envelope, \`{success, data}\`, unless another type is given.

- Every \`GET\` is answered to \`HEAD\` as well. Clients that can only \`POST\` name the method in \`X-HTTP-Method-Override\`, \`?_method=\` or \`_method\` of the body.
- \`Idempotency-Key\` makes a creation, a transition or a bulk action safe to send twice.
- Names of transitions, and of modules before calls that they declare, may be written with hyphens for underscores.`

const ready = new WeakMap<ModuleSet, OpenApi>()

/** The document of a module set; made once per set. */
export function openApi(modules: ModuleSet, options: { version: string; title?: string }): OpenApi {
  let document = ready.get(modules)
  if (!document) ready.set(modules, (document = build(modules, options)))
  return document
}

/** All paths, in the order in which the server looks for a handler: fixed, declared, generic. */
function pathsOf(modules: ModuleSet): OpenApi['paths'] {
  const paths = new Paths()
  for (const [method, path, summary, more] of SESSION_CALLS) paths.add(method, path, { summary, tag: 'session', ...more })
  for (const [method, path, summary, more] of PLATFORM_CALLS) paths.add(method, path, { summary, tag: 'platform', ...more })
  for (const level of ['own', 'root'] as const) for (const module of modules.values()) addDeclared(paths, module, level)
  for (const module of modules.values()) addGeneric(paths, module, modules)
  for (const module of modules.values()) for (const alias of module.aliases ?? []) paths.addAlias(module.name, alias)
  return paths.all
}

function build(modules: ModuleSet, { version, title = 'Tanggapan' }: { version: string; title?: string }): OpenApi {
  const list = [...modules.values()]
  return {
    openapi: '3.1.0',
    info: { title, version, description: DESCRIPTION },
    servers: [{ url: '/api/v1' }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'session', description: 'Signing in, passwords, companies and the instance' },
      { name: 'platform', description: 'Files, comments, search, jobs, events, metadata and health' },
      ...list.map((module) => ({ name: module.name, description: module.description ?? module.title })),
    ],
    paths: pathsOf(modules),
    components: {
      schemas: {
        ...COMMON,
        ...SESSION_SCHEMAS,
        ...PLATFORM_SCHEMAS,
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
