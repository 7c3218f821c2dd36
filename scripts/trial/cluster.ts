/**
 * A PostgreSQL server only for the trial, from the binaries of the product: it can be stopped and started at any moment
 * without affecting others.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { accountFor } from '../../src/server/platform/db/embedded/account.ts'
import { readyBinaries } from '../../src/server/platform/db/embedded/binaries.ts'

const START_LIMIT_MS = 60_000

export interface Cluster {
  readonly url: string
  start(): Promise<void>
  /** `immediate`: as after a power failure. `fast`: in order, with all sessions closed. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

/** Creates the server in `folder`, or finds the existing one, and starts it. */
export async function openCluster(folder: string, port: number): Promise<Cluster> {
  const data = join(folder, 'cluster')
  const account = accountFor(data)
  const as = account ?? {}
  mkdirSync(data, { recursive: true })
  if (account) {
    // The account of the server must be able to pass the folders above.
    chmodSync(folder, 0o755)
    chownSync(data, account.uid, account.gid)
  }
  const { initdb, postgres } = readyBinaries(join(folder, 'programs'), account)
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const words = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--no-sync']
    const made = spawnSync(initdb, words, { ...as, cwd: data, encoding: 'utf8' })
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  }
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_locks_per_transaction: 256 }
  const words = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const log = openSync(join(folder, 'cluster.log'), 'a')
  let child: ChildProcess | undefined
  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('SELECT 1')
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const cluster: Cluster = {
    url,
    async start() {
      child = spawn(postgres, words, { ...as, cwd: data, stdio: ['ignore', log, log] })
      const from = performance.now()
      while (!(await answers())) {
        if (child.exitCode !== null || performance.now() - from > START_LIMIT_MS)
          throw new Error(`PostgreSQL did not start; see ${join(folder, 'cluster.log')}.`)
        await delay(20)
      }
    },
    async stop(mode) {
      const running = child
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const ended = new Promise((resolve) => running.once('exit', resolve))
      running.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      await ended
    },
  }
  // The server ends with the trial, for any reason.
  process.once('exit', () => child?.kill('SIGINT'))
  await cluster.start()
  return cluster
}
