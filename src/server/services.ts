/** Services around the records: files, jobs, mail, events. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import type { Clock, Ctx, Events, Files, Jobs, Mail, Services } from './context.ts'
import type { Database } from './db/index.ts'

export interface PlatformDeps { readonly config: Config; readonly database: Database; readonly clock: Clock }
export interface PlatformServices { readonly files: Files; readonly jobs: Jobs; readonly mail: Mail; readonly events: Events; stop(): Promise<void> }

export function createPlatformServices(deps: PlatformDeps): PlatformServices {
  void deps
  const absent = () => { throw new Error('This service is not part of the build.') }
  return {
    files: { put: absent, get: absent },
    jobs: { send: absent, work: () => undefined },
    mail: { send: absent },
    events: { publish: () => undefined },
    stop: async () => undefined,
  }
}

export interface PlatformRouteDeps { ctx(request: FastifyRequest): Promise<Ctx>; readonly config: Config; readonly database: Database; readonly services: Services }

export function registerPlatformRoutes(app: FastifyInstance, deps: PlatformRouteDeps): void {
  void app
  void deps
}
