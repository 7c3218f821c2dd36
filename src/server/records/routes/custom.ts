/** Calls that a module declares for itself (`endpoints`) and the rows of reports. */
import type { Endpoint, Module, ModuleSet, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx, Upload } from '../../platform/context.ts'
import { forbidden, notFound } from '../../platform/errors.ts'
import { refuseUnknown } from '../report/parameters.ts'
import { runQuery } from '../report/query.ts'

export interface Match {
  readonly endpoint: Endpoint
  readonly params: Record<string, string>
}

/** The declared endpoint that a method and path (below the module) call; literal segments win over parameters. */
export const findEndpoint = (module: Module, method: string, path: string): Match | undefined =>
  bestOf(
    module.endpoints.filter((endpoint) => !endpoint.path.startsWith('/')),
    method,
    path,
  )

interface RootMatch extends Match {
  readonly module: Module
}
const roots = new WeakMap<ModuleSet, ReadonlyMap<Endpoint, Module>>()

/** The endpoint of any module that is declared from the root of the API (`/command/dashboard`). */
export function findRootEndpoint(modules: ModuleSet, method: string, path: string): RootMatch | undefined {
  let known = roots.get(modules)
  if (!known) {
    const declared = [...modules.values()].flatMap((module) => module.endpoints.map((endpoint) => [endpoint, module] as const))
    roots.set(modules, (known = new Map(declared.filter(([endpoint]) => endpoint.path.startsWith('/')))))
  }
  const match = bestOf(known.keys(), method, path)
  return match && { ...match, module: known.get(match.endpoint)! }
}

function bestOf(endpoints: Iterable<Endpoint>, method: string, path: string): Match | undefined {
  const segments = path.split('/').filter(Boolean)
  let best: (Match & { literals: number }) | undefined
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue
    const pattern = endpoint.path.split('/').filter(Boolean)
    if (pattern.length !== segments.length) continue
    const params: Record<string, string> = {}
    let literals = 0
    const fits = pattern.every((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name) {
        const value = decodeURIComponent(segments[index]!)
        params[name] = value
        return name !== 'id' || /^\d+$/.test(value)
      }
      literals++
      return part === segments[index]
    })
    if (fits && (!best || literals > best.literals)) best = { endpoint, params, literals }
  }
  return best
}

/** Query and body of a request. */
interface EndpointRequest {
  readonly query: Readonly<Record<string, unknown>>
  readonly sent: { body: Row; files: readonly Upload[] }
}

/** Runs a declared endpoint for the caller. */
export async function runEndpoint(
  ctx: Ctx,
  module: Module,
  match: Match,
  { query, sent: { body, files } }: EndpointRequest,
): Promise<unknown> {
  const { endpoint, params } = match
  if (ctx.system === undefined && !can(ctx.principal, module, endpoint.code))
    throw forbidden(`You need the "${endpoint.code}" permission on ${module.title} to do this.`)
  const handler = ctx.services.handlers.get(endpoint.handler)
  if (!handler) throw notFound('Not found.')
  return handler.run(ctx, module, { params, query, body, files }, endpoint.params)
}

/** Rows of a report for parameters of a query string. */
export async function runReport(ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>): Promise<unknown> {
  if (ctx.system === undefined && !can(ctx.principal, module, 'index'))
    throw forbidden(`You need the "index" permission on ${module.title} to do this.`)
  const { report } = module
  if (report) refuseUnknown(report, query)
  if (report?.query) return runQuery(ctx, module, query)
  const handler = report?.handler ? ctx.services.handlers.get(report.handler) : undefined
  if (!report || !handler) throw notFound('Not found.')
  return handler.run(ctx, module, { params: {}, query, body: {}, files: [] }, report.params)
}
