import type { FastifyInstance } from 'fastify'
import type { RecordRouteDeps } from './routes/deps.ts'

/**
 * Mounts the generic calls of every module (`:module/…`). `app` is the encapsulated instance under the
 * prefix `/api/v1`, with multipart available; literal routes registered elsewhere win over these.
 */
export function registerRecordRoutes(app: FastifyInstance, deps: RecordRouteDeps): void {
  void app
  void deps
}
