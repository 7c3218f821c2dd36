/** The whole server: database, modules, services, routes. `main.ts` and the tests start it. */

import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { DescriptorFile } from '../engine/index.ts'
import type { Principal } from '../engine/model/module.ts'
import { type App, createApp, type Preparing } from './app.ts'
import { addCompany, type FurtherCompany } from './companies/add.ts'
import { createCompany, syncCompany } from './companies/create.ts'
import { registerInstanceRoutes } from './companies/instance-routes.ts'
import type { DemoHost } from './demo/index.ts'
import { registerOpenApi } from './openapi/routes.ts'
import { MODULES } from './packages/load.ts'
import { ROOT, VERSION } from './packages/manifest.ts'
import { openModules, type Product, shipped } from './packages/registry.ts'
import { asSystem, SYSTEM } from './platform/auth/as-system.ts'
import { loadPrincipal } from './platform/auth/principal.ts'
import { cached } from './platform/companies/cache.ts'
import { findCompany, listCompanies, type RegisteredCompany, removeAbandoned } from './platform/companies/registry.ts'
import type { Config } from './platform/config.ts'
import type { Ctx, Services } from './platform/context.ts'
import { createClock, openDatabase, sourceOf } from './platform/db/index.ts'
import { sql, table } from './platform/db/sql.ts'
import { missingMessage, missingPackages } from './platform/meta/installed-packages.ts'
import { tellProblems } from './platform/meta/overlays.ts'
import { printProblems } from './platform/meta/problems-page.ts'
import { registerMetaRoutes } from './platform/meta/routes.ts'
import type { ModuleStore } from './platform/meta/store.ts'
import { watchDescriptors } from './platform/meta/watch.ts'
import { defaultSettings, loadSettings } from './platform/settings/index.ts'
import type { UsersOf } from './records/audience/readers.ts'
import { createRecords, registerRecordRoutes } from './records/index.ts'
import { createPlatform } from './services.ts'
import { codeOf, createWorkflow, registerWorkflowRoutes } from './workflow/index.ts'

export { MODULES }

export interface ServerOptions {
  readonly config: Config
  /** The product with its packages; the shipped ones where it is left out. */
  readonly product?: Product
  /** The modules, when they are already loaded. */
  readonly store?: ModuleStore
  /** Descriptors beside the shipped ones, for tests. */
  readonly extra?: readonly DescriptorFile[]
  readonly logger?: FastifyBaseLogger
  readonly requestsPerMinute?: number
  readonly frozenClock?: boolean
  /** A command that runs beside the product: it uses the embedded server that the product has started. */
  readonly isCommand?: boolean
  preparing?(): Preparing | undefined
}

export type Server = Awaited<ReturnType<typeof createServer>>

/** Opens the database, loads and checks the descriptors, and builds the application. Does not listen yet. */
export async function createServer(options: ServerOptions) {
  const { config } = options
  const product = options.product ?? shipped
  const store = options.store ?? openModules(product, MODULES, options.extra ?? [])
  const database = await openDatabase(
    sourceOf(config, { join: options.isCommand ?? false, log: (message) => options.logger?.warn(message) }),
  )
  const { db } = database
  const clock = createClock({ ...(config.clock ? { start: config.clock } : {}), frozen: options.frozenClock ?? false })

  const fail = (error: unknown) => options.logger?.error({ err: error }, 'a background task failed')
  const platform = await createPlatform({
    config,
    features: product.features,
    version: VERSION,
    database,
    clock,
    fail,
    users: (code, ids) => usersOf(code, ids),
  })
  const services: Services = {
    records: createRecords(),
    workflow: createWorkflow(codeOf(product.effects, product.guards, product.invariants, product.retired)),
    ...product.code,
    ...platform.services,
  }

  const defaults = defaultSettings(product.facts.settings)
  const settingsOf = (company: RegisteredCompany) => cached(db, company, 'settings', () => loadSettings(db, company, defaults))
  const app: App = await createApp({
    database,
    clock,
    services,
    modules: (company) => store.of(db, company),
    aliases: () => store.aliases,
    settings: settingsOf,
    routes: (api, { ctx }) => {
      registerInstanceRoutes(api, {
        db,
        clock,
        config,
        createCompany: (input) => create(input),
        settings: settingsOf,
        system: (company, reason) => systemFor(company, reason),
      })
      registerMetaRoutes(api, { ctx, store })
      platform.routes(api, { ctx })
      registerWorkflowRoutes(api, { ctx })
      registerOpenApi(api, { ctx, version: VERSION })
      registerRecordRoutes(api, { ctx })
    },
    webDir: join(ROOT, 'dist/web'),
    ...(options.logger ? { logger: options.logger } : {}),
    ...(options.requestsPerMinute ? { requestsPerMinute: options.requestsPerMinute } : {}),
    ...(config.trustProxy ? { trustProxy: config.trustProxy } : {}),
    ...(options.preparing ? { preparing: options.preparing } : {}),
  })
  // Removes at once what a killed process was restoring or creating: no other process works on a server that this one
  // started, but for commands.
  if (database.embedded && !options.isCommand) await removeAbandoned(db, '0 seconds')

  const systemFor = async (company: RegisteredCompany, reason: string): Promise<Ctx> => asSystem(await app.ctxFor(company, SYSTEM), reason)
  const create = (input: { code: string; name: string }) =>
    createCompany(db, store, input, (company) => systemFor(company, 'creating the company'))
  const principalOf = async (company: RegisteredCompany, username: string): Promise<Principal> => {
    const [user] = await db.query<{ id: number }>(sql`SELECT id FROM ${table({ company }, 'user')} WHERE username = ${username}`)
    const principal = user ? await loadPrincipal(db, company, user.id, clock.today(company.time_zone)) : undefined
    if (!principal) throw new Error(`${company.code} has no user ${username}.`)
    return principal
  }
  const registered = async (code: string): Promise<RegisteredCompany> => {
    const company = await findCompany(db, code)
    if (!company) throw new Error(`There is no company ${code}.`)
    return company
  }

  const usersOf: UsersOf = async (code, user_ids) => {
    const company = await findCompany(db, code)
    const users = new Map<number, Ctx>()
    for (const id of user_ids) {
      const ctx = company && (await app.ctxOf(company, id))
      if (ctx) users.set(id, ctx)
    }
    return users
  }

  const syncCompanies = async () => {
    const failed: unknown[] = []
    const companies = await listCompanies(db)
    for (const company of companies) {
      const system = () => systemFor(company, 'bringing the company up to date')
      // An error in one company must not stop the others from starting.
      try {
        await syncCompany(db, store, company, { ctx: system, log: options.logger })
        const ctx = await system()
        for (const missingPackage of await missingPackages(db, company, product.facts))
          options.logger?.warn({ company: company.code }, missingMessage(missingPackage))
        await tellProblems(ctx, store)
      } catch (error) {
        failed.push(error)
        options.logger?.error({ err: error, company: company.code }, 'a company could not be brought up to date')
      }
    }
    if (failed.length && failed.length === companies.length) throw failed[0]
  }
  let unwatch: (() => void) | undefined

  return {
    app,
    database,
    store,
    clock,
    services,
    createCompany: create,
    /** Creates a further company of an instance that is set up, and its first user. */
    addCompany: (input: FurtherCompany) =>
      addCompany(db, input, async (entry) => systemFor(await create(entry), 'setting up a further company')),
    /** Starts the background workers. */
    startJobs: () =>
      platform.startJobs(
        () => listCompanies(db),
        async (code, username) => {
          const company = await registered(code)
          return app.ctxFor(company, await principalOf(company, username))
        },
        async (company) => systemFor(await registered(company.code), 'telling people what happened'),
      ),
    /** Updates every company to the descriptors. */
    syncCompanies,
    /**
     * From now on saved descriptors are checked and applied, and browsers are informed. What is saved before `ready` is
     * applied then: the demo is made with the descriptors that it began with.
     */
    watchModules(ready: Promise<unknown> = Promise.resolve()) {
      unwatch = watchDescriptors(
        [MODULES, ...store.folders],
        async () => {
          await ready
          const problems = store.reload()
          printProblems(problems)
          if (problems.length === 0) await syncCompanies().catch(fail)
          const event = { type: 'modules', data: { problems: problems.length } }
          for (const { code } of await listCompanies(db)) services.events.publish(code, event)
        },
        fail,
      )
    },
    companies: () => listCompanies(db),
    system: async (code: string, reason: string) => systemFor(await registered(code), reason),
    as: async (code: string, username: string) => {
      const company = await registered(code)
      return app.ctxFor(company, await principalOf(company, username))
    },
    demoHost(progress: DemoHost['progress']): DemoHost {
      // The demo acts as the system hundreds of times; a line for each would bury the messages for the person who starts it.
      const quiet = (ctx: Ctx): Ctx => ({ ...ctx, log: Object.assign(Object.create(ctx.log) as Ctx['log'], { info: () => undefined }) })
      const demoSystem = async (company: RegisteredCompany, reason: string) => asSystem(quiet(await app.ctxFor(company, SYSTEM)), reason)
      return {
        createCompany: create,
        system: async (company, reason) => demoSystem(await registered(company.code), reason),
        as: async (company, username) => {
          const entry = await registered(company.code)
          return quiet(await app.ctxFor(entry, await principalOf(entry, username)))
        },
        separately: (work) => clock.separately(work),
        setClock: (instant) => (instant ? clock.advanceTo(instant.toISOString()) : clock.reset()),
        now: () => clock.now(),
        ownRows: async (company) => {
          const entry = await registered(company.code)
          for (const { demo } of product.features) if (demo) await demo(await demoSystem(entry, 'Demo data'))
        },
        progress,
      }
    },
    async close() {
      unwatch?.()
      await app.close()
      await platform.stop()
      await database.close()
    },
  }
}
