/** Starts the product: database, companies, HTTP; the demo is made behind a page that shows how far it is. */
import { mkdirSync } from 'node:fs'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { demoIsDue, makeDemo } from './demo/index.ts'
import { printProblems, untilSound } from './meta/problems-page.ts'
import { ModuleStore } from './meta/store.ts'
import { createServer, MODULES } from './server.ts'
import { watchStandstill } from './standstill.ts'

const config = readConfig(process.env)
const logger = pino({ level: config.logLevel })
mkdirSync(config.dataDir, { recursive: true })

const store = new ModuleStore(MODULES)
if (store.problems.length) {
  printProblems(store.problems)
  if (!config.development) {
    console.error('The descriptors have errors; nothing was started.')
    process.exit(1)
  }
  await untilSound(store, config)
}

let preparing: { done: number; note: string } | undefined = { done: 0, note: 'Starting' }
const server = await createServer({ config, store, logger, preparing: () => preparing })

let stopping = false
async function stop(signal: string): Promise<void> {
  if (stopping) return
  stopping = true
  logger.info({ signal }, 'stopping')
  // Requests in hand are finished; what still hangs after ten seconds is cut off.
  const late = setTimeout(() => process.exit(1), 10_000)
  late.unref()
  await server.close()
  process.exit(0)
}
process.on('SIGINT', () => void stop('SIGINT'))
process.on('SIGTERM', () => void stop('SIGTERM'))

const address = await server.app.http.listen({ port: config.port, host: config.host })
await server.syncCompanies()
if (config.demo && (await demoIsDue(server.database.db))) {
  const started = Date.now()
  await makeDemo(
    server.database.db,
    server.demoHost((done, note) => {
      preparing = { done, note }
    }),
    config.demoScale,
  )
  logger.info({ seconds: (Date.now() - started) / 1000 }, 'the demo is ready')
}
await server.startJobs()
server.watchModules()
watchStandstill((seconds) => logger.warn({ seconds }, 'nobody was answered for a while'))
preparing = undefined
console.log(`Tanggapan is ready at ${address.replace('127.0.0.1', 'localhost')}`)
