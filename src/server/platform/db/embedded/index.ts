/**
 * The embedded database: PostgreSQL itself as a child process, in a folder of its own, reached on the loopback address
 * with a password that is made with it.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountFor, reachableFolder } from './account.ts'
import { readyBinaries } from './binaries.ts'
import { checkVersion, openCluster } from './cluster.ts'
import { readHolder, takeLock } from './lock.ts'
import { EmbeddedProblem } from './problem.ts'
import { addressOf, runServer } from './server.ts'

export { EmbeddedProblem } from './problem.ts'

export interface EmbeddedSource {
  /** DATA_DIR: the database is in its folder `postgres`. */
  readonly dataDir: string
  /** Whether the files can be outside `dataDir` where root's folders are closed to PostgreSQL. */
  readonly mayMove?: boolean
  /** Connects to the server of a product that already runs on the folder, instead of refusing (commands beside it). */
  readonly join?: boolean
  /** False only for tests: nothing is written through to the disk. */
  readonly durable?: boolean
  readonly maxConnections?: number
  /** Receives messages about a server that died and was started again. */
  log?(message: string): void
}
interface EmbeddedServer {
  readonly url: string
  /** Receives the address of the server after it was started again. */
  onRestart(hear: (url: string) => void): void
  stop(): Promise<void>
}

/** Connections that are open at once: pool, listener and commands beside. */
const MAX_CONNECTIONS = 40

/**
 * Starts the server of the folder, creating it the first time. Throws `EmbeddedProblem` with a sentence for the person
 * who starts the product.
 */
export async function openEmbedded(source: EmbeddedSource): Promise<EmbeddedServer> {
  try {
    return await open(source)
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code ?? '')) throw error
    const why = code === 'ENOSPC' ? 'the disk is full' : 'this user may not write there'
    throw new EmbeddedProblem(`The embedded database cannot use ${path ?? source.dataDir}: ${why} (${code}).`)
  }
}

async function open(source: EmbeddedSource): Promise<EmbeddedServer> {
  const named = join(source.dataDir, 'postgres')
  mkdirSync(named, { recursive: true, mode: 0o700 })
  const account = accountFor(named)
  const directory = reachableFolder(named, account, source.mayMove ?? false)
  checkVersion(directory, join(source.dataDir, 'db', 'pg'))
  const lock = await takeLock(directory)
  if (!lock) return joinRunning(source, directory)
  try {
    const durable = source.durable ?? true
    const binaries = readyBinaries(join(directory, 'programs'), account)
    const cluster = await openCluster(directory, binaries, account, durable)
    const log = source.log ?? (() => undefined)
    const maxConnections = source.maxConnections ?? MAX_CONNECTIONS
    const server = await runServer({ directory, cluster, binaries, account, durable, maxConnections, log })
    lock.note(server.port)
    server.onRestart((port) => lock.note(port))
    return {
      url: addressOf(server.port, cluster.password),
      onRestart: (hear) => server.onRestart((port) => hear(addressOf(port, cluster.password))),
      async stop() {
        await server.stop()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The server of the product that holds the folder. */
function joinRunning({ join: mayJoin, dataDir }: EmbeddedSource, directory: string): EmbeddedServer {
  const holder = readHolder(directory)
  if (!mayJoin)
    throw new EmbeddedProblem(
      `Another Tanggapan${holder ? ` (process ${holder.pid} on ${holder.host})` : ''} runs on ${dataDir}. End it first, or set DATA_DIR to another folder.`,
    )
  if (!holder?.port) throw new EmbeddedProblem(`The Tanggapan that runs on ${dataDir} is still starting. Try again in a moment.`)
  const password = readFileSync(join(directory, 'password'), 'utf8').trim()
  return { url: addressOf(holder.port, password), onRestart: () => undefined, stop: async () => undefined }
}
