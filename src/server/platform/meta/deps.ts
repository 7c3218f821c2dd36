import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../context.ts'
import type { ModuleStore } from './store.ts'

export interface MetaRouteDeps {
  ctx(request: FastifyRequest): Promise<Ctx>
  readonly store: ModuleStore
}
