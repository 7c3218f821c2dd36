import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ModuleSet } from '../../engine/model/module.ts'
import { cutModule } from '../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../platform/context.ts'
import { openApi } from './index.ts'

/** Mounts `GET openapi.json`: the calls and fields that the caller may know of. */
export function registerOpenApi(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Ctx | Promise<Ctx>; version: string }): void {
  app.get('/openapi.json', async (request) => {
    const { modules, principal } = await deps.ctx(request)
    const visible: ModuleSet = new Map(
      [...modules].filter(([name]) => principal.grants[name]?.length).map(([name, module]) => [name, cutModule(module, principal)]),
    )
    return openApi(visible, { version: deps.version })
  })
}
