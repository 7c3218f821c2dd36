/** Services around the records: files, jobs, mail, events. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createEvents, registerEventRoutes } from './events/index.ts'
import { sweepApprovals } from './features/approvals/pending.ts'
import { BACKUP_QUEUE, endBackup, workBackup } from './features/backup/index.ts'
import { applyDueChanges } from './features/change-management/apply.ts'
import { CHAT_QUEUE, endChat, workChat } from './features/chat/index.ts'
import { registerCommentRoutes } from './features/comments/routes.ts'
import { leaveDue } from './features/leave/year-end.ts'
import { endMail, MAIL_QUEUE, workMail } from './features/payroll/handlers/reports.ts'
import { endPrecompute, PRECOMPUTE_QUEUE, workPrecompute } from './features/payroll/precompute.ts'
import { peopleDue } from './features/people/daily-job.ts'
import { expireReservations, warnOfExpiry } from './features/sales/reservations.ts'
import { endProcess, PROCESS_QUEUE, workProcess } from './features/time/process.ts'
import { createBytes, createFiles, registerFileRoutes } from './files/index.ts'
import type { Config } from './platform/config.ts'
import type { Clock, Company, Ctx, Services } from './platform/context.ts'
import type { Database } from './platform/db/index.ts'
import { removeAbandoned } from './platform/files/uploads.ts'
import { createJobs, registerJobRoutes } from './platform/jobs/index.ts'
import { createMail } from './platform/mail/index.ts'
import { tellDue } from './platform/notifications/due.ts'
import { createOutbox, SWEEP_MS } from './platform/notifications/outbox.ts'
import { Schedule } from './platform/schedule.ts'
import { registerPrintRoutes } from './print/index.ts'
import type { UsersOf } from './records/audience/readers.ts'
import { endImport, IMPORT_QUEUE, workImport } from './records/index.ts'
import { BULK_QUEUE, endBulk, endTransition, TRANSITION_QUEUE, workBulk, workTransition } from './workflow/index.ts'

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
  jobs.work(IMPORT_QUEUE, workImport, endImport)
  jobs.work(TRANSITION_QUEUE, workTransition, endTransition)
  jobs.work(BULK_QUEUE, workBulk, endBulk)
  jobs.work(BACKUP_QUEUE, workBackup, endBackup)
  jobs.work(CHAT_QUEUE, workChat, endChat)
  jobs.work(PRECOMPUTE_QUEUE, workPrecompute, endPrecompute)
  jobs.work(MAIL_QUEUE, workMail, endMail)
  jobs.work(PROCESS_QUEUE, workProcess, endProcess)
  const schedule = new Schedule()
  schedule.add('outbox', SWEEP_MS, 'Delivers notifications that another process left.')
  const outbox = createOutbox(database.db, fail, (company) => schedule.ran('outbox', company.code, clock.now(), false))
  await removeAbandoned(config.dataDir, Date.now())
  const bytes = createBytes(config)
  const services: Pick<Services, 'files' | 'jobs' | 'mail' | 'events' | 'outbox' | 'instance'> = {
    instance: { config, version, embedded: database.embedded, startedAt: new Date(), bytes, schedule },
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
            // What fails in one company keeps no other from its turn.
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
      every('changes', DUE_EVERY_MS, 'Applies changes whose day has come.', applyDueChanges)
      every('approvals', DUE_EVERY_MS, 'Moves approvals to those who stand in, and reminds approvers.', sweepApprovals)
      every('people', DUE_EVERY_MS, 'Applies movements, hires and separations that are due.', peopleDue)
      every('leave', DUE_EVERY_MS, 'Accrues, carries over and forfeits leave credits.', leaveDue)
      every('reminders', DUE_EVERY_MS, 'Tells people of what becomes due.', tellDue)
      every('reservations', EXPIRE_EVERY_MS, 'Expires stock reservations and warns of those about to.', async (ctx) => {
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
