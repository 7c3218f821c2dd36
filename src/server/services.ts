/** Services around the records: files, jobs, mail, events. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createEvents, registerEventRoutes } from './events/index.ts'
import type { Feature } from './features/feature.ts'
import { createBytes, createFiles, registerFileRoutes } from './files/index.ts'
import type { Config } from './platform/config.ts'
import type { Clock, Company, Ctx, Services } from './platform/context.ts'
import type { Database } from './platform/db/index.ts'
import { removeAbandoned } from './platform/files/uploads.ts'
import { createJobs, registerJobRoutes } from './platform/jobs/index.ts'
import { createMail } from './platform/mail/index.ts'
import { createOutbox, SWEEP_MS } from './platform/notifications/outbox.ts'
import { Schedule } from './platform/schedule.ts'
import { registerPrintRoutes } from './print/index.ts'
import type { UsersOf } from './records/audience/readers.ts'

type AsUser = (company: string, username: string) => Promise<Ctx>

interface PlatformDeps {
  readonly config: Config
  readonly features: readonly Feature[]
  readonly version: string
  readonly database: Database
  readonly clock: Clock
  fail(error: unknown): void
  /** The present users of a company, with their rights, for events. */
  readonly users: UsersOf
}

export async function createPlatform({ config, features, version, database, clock, fail, users }: PlatformDeps) {
  const events = await createEvents(database, clock, fail, users)
  const jobs = createJobs(database, fail)
  for (const queue of features.flatMap((feature) => feature.queues ?? [])) jobs.work(queue.name, queue.work, queue.end)
  const schedule = new Schedule()
  schedule.add('outbox', SWEEP_MS, 'Delivers notifications that another process left.')
  const outbox = createOutbox(database.db, fail, (company) => schedule.ran('outbox', company.code, clock.now(), false))
  await removeAbandoned(config.dataDir, Date.now())
  const bytes = createBytes(config)
  const services: Pick<Services, 'files' | 'jobs' | 'mail' | 'events' | 'outbox' | 'instance'> = {
    instance: {
      config,
      version,
      embedded: database.embedded,
      startedAt: new Date(),
      bytes,
      schedule,
      ctxOf: async (code, userId) => (await users(code, [userId])).get(userId),
    },
    files: createFiles(bytes),
    jobs,
    mail: createMail(config, clock),
    events,
    outbox,
  }
  const timers: NodeJS.Timeout[] = []
  return {
    services,
    /** Starts the workers; `as` acts for the user who sent a job, `system` for the server itself. */
    async startJobs(companies: () => Promise<readonly Company[]>, as: AsUser, system: (company: Company) => Promise<Ctx>) {
      await jobs.start({ as, system, companies })
      await outbox.start(companies, system)
      const every = (name: string, ms: number, description: string, work: (ctx: Ctx) => Promise<unknown>) => {
        schedule.add(name, ms, description)
        let busy = false
        const round = async () => {
          for (const company of await companies()) {
            // An error in one company must not stop the others.
            try {
              await work(await system(company))
              schedule.ran(name, company.code, clock.now(), false)
            } catch (error) {
              schedule.ran(name, company.code, clock.now(), true)
              fail(error)
            }
          }
        }
        const turn = async () => {
          if (busy) return
          busy = true
          await round().catch(fail)
          busy = false
        }
        timers.push(setInterval(() => void turn(), ms).unref())
      }
      for (const timer of features.flatMap((feature) => feature.timers ?? []))
        every(timer.name, timer.everyMs, timer.description, timer.run)
    },
    routes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }) {
      registerEventRoutes(app, events, deps)
      registerFileRoutes(app, deps)
      registerJobRoutes(app, deps)
      registerPrintRoutes(app, deps)
      for (const feature of features) feature.routes?.(app, deps)
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await outbox.stop()
      await jobs.stop()
      await events.stop()
    },
  }
}
