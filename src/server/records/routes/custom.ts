/** Calls that a module declares for itself (`endpoints`) and the rows of reports. */
import type { Endpoint, Module, Row } from '../../../engine/module.ts'
import { can } from '../../../engine/permissions/index.ts'
import type { Ctx, Handler } from '../../context.ts'
import { forbidden, notFound } from '../../errors.ts'
import { runQuery } from '../../reports/query.ts'

interface Match {
  readonly endpoint: Endpoint
  readonly params: Record<string, string>
}

/** The declared endpoint that a method and path (below the module) call; literal segments win over parameters. */
export function findEndpoint(module: Module, method: string, path: string): Match | undefined {
  const segments = path.split('/').filter(Boolean)
  let best: (Match & { literals: number }) | undefined
  for (const endpoint of module.endpoints) {
    if (endpoint.method !== method) continue
    const pattern = endpoint.path.split('/').filter(Boolean)
    if (pattern.length !== segments.length) continue
    const params: Record<string, string> = {}
    let literals = 0
    const fits = pattern.every((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name) {
        params[name] = decodeURIComponent(segments[index]!)
        return name !== 'id' || /^\d+$/.test(segments[index]!)
      }
      literals++
      return part === segments[index]
    })
    if (fits && (!best || literals > best.literals)) best = { endpoint, params, literals }
  }
  return best
}

/** Runs a declared endpoint for the caller. */
export async function runEndpoint(
  ctx: Ctx,
  module: Module,
  handlers: ReadonlyMap<string, Handler>,
  match: Match,
  query: Readonly<Record<string, unknown>>,
  body: Row,
): Promise<unknown> {
  const { endpoint, params } = match
  if (ctx.system === undefined && !can(ctx.principal, module, endpoint.code))
    throw forbidden(`You need the "${endpoint.code}" permission on ${module.title} to do this.`)
  const handler = handlers.get(endpoint.handler)
  if (!handler) throw notFound('There is nothing at this address.')
  return handler.run(ctx, module, { params, query, body }, endpoint.params)
}

/** Rows of a report for parameters of a query string. */
export async function runReport(
  ctx: Ctx,
  module: Module,
  handlers: ReadonlyMap<string, Handler>,
  query: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (ctx.system === undefined && !can(ctx.principal, module, 'index'))
    throw forbidden(`You need the "index" permission on ${module.title} to do this.`)
  const { report } = module
  if (report?.query) return runQuery(ctx, module, query)
  const handler = report?.handler ? handlers.get(report.handler) : undefined
  if (!report || !handler) throw notFound('There is nothing at this address.')
  return handler.run(ctx, module, { params: {}, query, body: {} }, report.params)
}
