/** The embedded database of a trial, found by the files that its server writes into the data folder. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf } from '../../src/server/platform/db/embedded/server.ts'
import type { DatabaseUnderTest } from './setting.ts'

const POLL_MS = 10

const text = (file: string): string => readFileSync(file, 'utf8').trim()

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** The database in this data folder, which the product starts, watches and ends. */
export function openEmbedded(dataDir: string): DatabaseUnderTest {
  const named = join(dataDir, 'postgres')
  const folder = (): string => (existsSync(join(named, 'location')) ? text(join(named, 'location')) : named)
  const pid = (): number => {
    const file = join(folder(), 'data/postmaster.pid')
    return existsSync(file) ? Number(text(file).split('\n')[0]) : 0
  }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const server = pid()
    if (server <= 1 || !isAlive(server)) return
    process.kill(server, signal)
    while (isAlive(server)) await delay(POLL_MS)
  }
  // The server that a killed product left behind ends with the trial, for any reason.
  process.once('exit', () => {
    const server = pid()
    if (server > 1 && isAlive(server)) process.kill(server, 'SIGINT')
  })
  return {
    kind: 'embedded',
    env: { DATABASE_URL: '' },
    async url() {
      const { port } = JSON.parse(text(join(folder(), 'holder.json'))) as { port?: number }
      if (!port) throw new Error('The embedded database is being started.')
      return addressOf(port, text(join(folder(), 'password')))
    },
    stop: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGKILL'),
    start: async () => undefined,
    // A product that was killed leaves its server behind until the next start.
    close: () => end('SIGINT'),
  }
}
