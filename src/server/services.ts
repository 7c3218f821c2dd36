/** Services around the records: files, jobs, mail, events. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sweepApprovals } from './approvals/pending.ts'
import { BACKUP_QUEUE, workBackup } from './backup/index.ts'
import { CHAT_QUEUE, workChat } from './chat/index.ts'
import type { Config } from './config.ts'
import type { Clock, Company, Ctx, Services } from './context.ts'
import type { Database } from './db/index.ts'
import { applyDueChanges } from './effects/change.ts'
import { expireReservations, warnOfExpiry } from './effects/stock/reservations.ts'
import { createEvents, registerEventRoutes } from './events/index.ts'
import type { UsersOf } from './events/readers.ts'
import { createBytes, createFiles, registerFileRoutes } from './files/index.ts'
import { registerCommentRoutes } from './handlers/comments.ts'
import { MAIL_QUEUE, workMail } from './handlers/payroll-prints.ts'
import { createJobs, registerJobRoutes } from './jobs/index.ts'
import { leaveDue } from './leave/year-end.ts'
import { createMail } from './mail/index.ts'
import { createOutbox } from './notify/outbox.ts'
import { PRECOMPUTE_QUEUE, workPrecompute } from './payroll/precompute.ts'
import { peopleDue } from './people/due.ts'
import { registerPrintRoutes } from './print/index.ts'
import { IMPORT_QUEUE, workImport } from './records/index.ts'
import { PROCESS_QUEUE, workProcess } from './time/process.ts'
import { BULK_QUEUE, TRANSITION_QUEUE, workBulk, workTransition } from './workflow/index.ts'

/** How often approved changes are looked for whose day has come. */
const DUE_EVERY_MS = 15 * 60_000
/** How often reservations are looked for whose time is over, or nearly. */
const EXPIRE_EVERY_MS = 60_000

type AsUser = (company: string, username: string) => Promise<Ctx>

export interface PlatformDeps {
  readonly config: Config
  readonly version: string
  readonly database: Database
  readonly clock: Clock
  fail(error: unknown): void
  /** Users of a company as they are now, for what they may hear of. */
  readonly users: UsersOf
}

export async function createPlatform({ config, version, database, clock, fail, users }: PlatformDeps) {
  const events = await createEvents(database, clock, fail, users)
  const jobs = createJobs(database, fail)
  jobs.work(IMPORT_QUEUE, workImport)
  jobs.work(TRANSITION_QUEUE, workTransition)
  jobs.work(BULK_QUEUE, workBulk)
  jobs.work(BACKUP_QUEUE, workBackup)
  jobs.work(CHAT_QUEUE, workChat)
  jobs.work(PRECOMPUTE_QUEUE, workPrecompute)
  jobs.work(MAIL_QUEUE, workMail)
  jobs.work(PROCESS_QUEUE, workProcess)
  const outbox = createOutbox(database.db, fail)
  const bytes = createBytes(config)
  const services: Pick<Services, 'files' | 'jobs' | 'mail' | 'events' | 'outbox' | 'instance'> = {
    instance: { config, version, embedded: database.embedded, startedAt: new Date(), bytes },
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
      await jobs.start(as)
      await outbox.start(companies, system)
      const every = (ms: number, work: (ctx: Ctx) => Promise<unknown>) => {
        const round = async () => {
          for (const company of await companies()) await work(await system(company))
        }
        timers.push(setInterval(() => void round().catch(fail), ms).unref())
      }
      every(DUE_EVERY_MS, applyDueChanges)
      every(DUE_EVERY_MS, sweepApprovals)
      every(DUE_EVERY_MS, peopleDue)
      every(DUE_EVERY_MS, leaveDue)
      every(EXPIRE_EVERY_MS, async (ctx) => {
        await expireReservations(ctx)
        await warnOfExpiry(ctx)
      })
    },
    routes(app: FastifyInstance, deps: { ctx(request: FastifyRequest): Promise<Ctx> }) {
      registerEventRoutes(app, events, deps)
      registerFileRoutes(app, deps)
      registerJobRoutes(app, deps)
      registerPrintRoutes(app, deps)
      registerCommentRoutes(app, deps)
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await outbox.stop()
      await jobs.stop()
      await events.stop()
    },
  }
}
