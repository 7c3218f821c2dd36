/** Every call there is: those of the OpenAPI document of all modules, and some that the server does not know. */
import type { Module, ModuleSet } from '../../src/engine/model/module.ts'
import { openApi } from '../../src/server/openapi/index.ts'
import { openModules } from '../../src/server/packages/registry.ts'

export interface Operation {
  readonly method: string
  /** Below the API's prefix, with names in braces. */
  readonly path: string
  readonly module?: Module
  /** Names that the document says the body or the query has. */
  readonly names: readonly string[]
  readonly isUpload: boolean
}

/** Calls that would end the run's own sessions. */
const LEFT_OUT = new Set(['POST /logout', 'PATCH /user/password/change', 'POST /user/changePassword', 'PUT /user/update-password'])

/** Method, path, names of the body or query. */
const MORE: readonly (readonly [string, string, string])[] = [
  ['DELETE', '/comments/{id}', ''],
  ['POST', '/user/update-password', 'password'],
  ['POST', '/user/dark_mode', 'dark_mode'],
  ['GET', '/{name}', ''],
  ['POST', '/{module}/{id}/{name}', 'version reason'],
  ['GET', '/{module}/summary', 'group_by measures filter'],
]

interface Described {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly properties?: Record<string, unknown> } }> }
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
}

/** All operations in one order, which is the same for the same descriptors. */
export function operations(): { all: readonly Operation[]; modules: ModuleSet } {
  const modules = openModules().shipped
  const all: Operation[] = []
  for (const [path, item] of Object.entries(openApi(modules, { version: '0' }).paths)) {
    // Another name of a path whose calls are here already.
    if (item.$ref) continue
    const module = modules.get(path.split('/')[1] ?? '')
    for (const [method, operation] of Object.entries(item as Record<string, Described>)) {
      const content = operation.requestBody?.content ?? {}
      const body = Object.values(content).flatMap(({ schema }) => Object.keys(schema.properties ?? {}))
      const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)
      const endpoint = module?.endpoints.find(
        (candidate) => candidate.method === method.toUpperCase() && path === `/${module.name}/${candidate.path}`,
      )
      const input = endpoint?.button?.input.map((field) => field.name) ?? []
      all.push({
        method: method.toUpperCase(),
        path,
        names: [...body, ...query, ...input],
        isUpload: 'multipart/form-data' in content,
        ...(module ? { module } : {}),
      })
    }
  }
  for (const [method, path, names] of MORE)
    all.push({ method, path, names: names.split(' ').filter(Boolean), isUpload: path === '/files' && method === 'POST' })
  return { all: all.filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`)), modules }
}
