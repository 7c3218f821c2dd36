/** Services around the records: files, jobs, mail, events. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from './config.ts'
import type { Clock, Company, Ctx, Services } from './context.ts'
import type { Database } from './db/index.ts'
import { createEvents, registerEventRoutes } from './events/index.ts'
import { createFiles, registerFileRoutes } from './files/index.ts'
import { registerCommentRoutes } from './handlers/comments.ts'
import { createJobs, registerJobRoutes } from './jobs/index.ts'
import { createMail } from './mail/index.ts'
import { createOutbox } from './notify/outbox.ts'
import { registerPrintRoutes } from './print/index.ts'
import { IMPORT_QUEUE, workImport } from './records/index.ts'
import { BULK_QUEUE, TRANSITION_QUEUE, workBulk, workTransition } from './workflow/index.ts'

type AsUser = (company: string, username: string) => Promise<Ctx>

export interface PlatformDeps {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  fail(error: unknown): void
}

export async function createPlatform({ config, database, clock, fail }: PlatformDeps) {
  const events = await createEvents(database, fail)
  const jobs = createJobs(database, fail)
  jobs.work(IMPORT_QUEUE, workImport)
  jobs.work(TRANSITION_QUEUE, workTransition)
  jobs.work(BULK_QUEUE, workBulk)
  const outbox = createOutbox(database.db, fail)
  const services: Pick<Services, 'files' | 'jobs' | 'mail' | 'events' | 'outbox'> = {
    files: createFiles(config),
    jobs,
    mail: createMail(config, clock),
    events,
    outbox,
  }
  return {
    services,
    /** Starts the workers; `as` acts for the user who sent a job, `system` for the server itself. */
    async startJobs(companies: () => Promise<readonly Company[]>, as: AsUser, system: (company: Company) => Promise<Ctx>) {
      await jobs.start(as)
      await outbox.start(companies, system)
    },
    routes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }) {
      registerEventRoutes(app, events, deps)
      registerFileRoutes(app, deps)
      registerJobRoutes(app, deps)
      registerPrintRoutes(app, deps)
      registerCommentRoutes(app, deps)
    },
    async stop() {
      await outbox.stop()
      await jobs.stop()
      await events.stop()
    },
  }
}
