import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../platform/context.ts'

/** The needs of the generic routes from the application that mounts them. */
export interface RecordRouteDeps {
  /** The signed-in caller's context; throws 401 when there is none. */
  ctx(request: FastifyRequest): Ctx | Promise<Ctx>
}
