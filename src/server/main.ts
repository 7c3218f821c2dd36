/** Starts the product: database, companies, HTTP; the demo is made behind a page that shows how far it is. */

import { mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import type { Preparing } from './app.ts'
import { demoIsDue, makeDemo } from './demo/index.ts'
import { PackageProblem } from './packages/manifest.ts'
import { loadProduct, openModules } from './packages/registry.ts'
import { readConfig } from './platform/config.ts'
import { EmbeddedProblem } from './platform/db/index.ts'
import { sql } from './platform/db/sql.ts'
import { watchEventLoop } from './platform/event-loop-lag.ts'
import { printProblems, untilSound } from './platform/meta/problems-page.ts'
import { createServer } from './server.ts'

const config = readConfig(process.env)
const logger = pino({ level: config.logLevel })
mkdirSync(config.dataDir, { recursive: true })

/** Says why a package cannot be loaded, without the product's stack. */
function refusePackage(error: unknown): never {
  if (!(error instanceof PackageProblem)) throw error
  console.error(error.message)
  if (error.cause instanceof Error) console.error(error.cause.stack)
  console.error('The packages have errors; nothing was started.')
  process.exit(1)
}
const product = await loadProduct(config.packages).catch(refusePackage)
for (const { name, version, folder, shipped } of product.facts.packages) if (!shipped) logger.info({ folder }, `package ${name} ${version}`)
const store = openModules(product)
if (store.problems.length) {
  printProblems(store.problems)
  if (!config.development) {
    console.error('The descriptors have errors; nothing was started.')
    process.exit(1)
  }
  await untilSound(store, config)
}

/** Says in one sentence why nothing was started, where the cause is outside of the product. */
function refuseToStart(error: unknown): never {
  if (!(error instanceof EmbeddedProblem)) throw error
  console.error(error.message)
  process.exit(1)
}

let preparing: Preparing | undefined = { done: 0, note: 'Starting', open: false }
const server = await createServer({ config, product, store, logger, preparing: () => preparing }).catch(refuseToStart)

let stopping = false
async function stop(reason: string, code = 0): Promise<void> {
  if (stopping) return
  stopping = true
  logger.info({ reason }, 'stopping')
  // Running requests are finished; those still open after ten seconds are cut off. The embedded server then ends without
  // further action.
  const late = setTimeout(() => process.exit(1), 10_000)
  late.unref()
  await server.close().catch((error: unknown) => logger.error({ err: error }, 'stopping failed'))
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
// The last resort: the state of the process is unknown after an uncaught error, so it ends, in order.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    logger.fatal({ err: error }, 'an uncaught error ends the server')
    void stop(event, 1)
  })

/** Reports in one sentence why the address is not available, and stops the started parts. */
async function refuseToListen(error: NodeJS.ErrnoException): Promise<never> {
  const address = `port ${config.port} of ${config.host}`
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Another program listens on ${address} already. Stop it, or set PORT to another number.`,
    EACCES: `This user is not allowed to listen on ${address}. Set PORT to a number above 1023.`,
    EADDRNOTAVAIL: `This machine has no address ${config.host}. Set HOST to one of its own.`,
    ENOTFOUND: `This machine has no address ${config.host}. Set HOST to one of its own.`,
  }
  console.error(reasons[error.code ?? ''] ?? `The server cannot listen on ${address}: ${error.message}`)
  await stop('no address to listen on', 1)
  throw error
}

const address = await server.app.http.listen({ port: config.port, host: config.host }).catch(refuseToListen)
const shown = config.pageUrl ?? address.replace('127.0.0.1', 'localhost')
await server.syncCompanies()
const ready = Promise.withResolvers<void>()
server.watchModules(ready.promise)
if (config.demo && (await demoIsDue(server.database.db))) {
  const started = Date.now()
  await makeDemo(
    server.database.db,
    server.demoHost((done, note, open = false) => {
      if (open && !preparing?.open) console.log(`You can sign in at ${shown}; the demo data is still being made.`)
      preparing = { done, note, open }
    }),
    config.demoScale,
  )
  // A start after a crash would have to make it a second time from the log.
  if (server.database.embedded) await server.database.db.query(sql`CHECKPOINT`)
  logger.info({ seconds: (Date.now() - started) / 1000 }, 'the demo is ready')
}
await server.startJobs()
ready.resolve()
watchEventLoop((seconds) => logger.warn({ seconds }, 'no request was answered for a while'))
preparing = undefined
console.log(`Tanggapan is ready at ${shown}`)
// The next start finds what this one compiled, even where the process is killed.
flushCompileCache()
