/** Part 5: from the start of the process until it is ready, and its memory. */
import { execFileSync } from 'node:child_process'
import { scratchFolder } from '../scratch.ts'
import { BUYER, makeMasters, signIn } from './company.ts'
import { createDatabase } from './database.ts'
import { measure } from './load.ts'
import { freePort, start } from './processes.ts'
import { quantile, type Result } from './results.ts'

const CALLS = 1000
/** Only masters: the contents of the tables do not affect the start. */
const SCALE = 0.1

/** Resident memory of a process in megabytes. */
function memoryOf(pid: number): number {
  if (process.platform === 'win32') return Number.NaN
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

async function measureStart(name: string, env: Readonly<Record<string, string>>, times: number): Promise<Result[]> {
  const ready: number[] = []
  const idle: number[] = []
  const used: number[] = []
  for (let run = 0; run < times; run++) {
    const port = await freePort()
    const server = await start('src/server/main.ts', { ...env, PORT: String(port) })
    try {
      ready.push(server.milliseconds)
      idle.push(memoryOf(server.pid))
      // Once is enough: a thousand calls take longer than a start.
      if (run > 0) continue
      const token = await signIn(port, BUYER)
      await measure({ port, token }, 8, CALLS, () => ({ method: 'GET', path: 'item/paginate?limit=20' }))
      used.push(memoryOf(server.pid))
    } finally {
      await server.stop()
    }
  }
  return [
    { part: 'startup', name: `start until ready, ${name}`, ours: { 'ms median': quantile(ready, 0.5), 'ms longest': Math.max(...ready) } },
    {
      part: 'startup',
      name: `resident memory, ${name}`,
      ours: { 'MB after start': quantile(idle, 0.5), 'MB after 1,000 lists': used[0]! },
    },
  ]
}

/** Measures the product as `npm start` runs it, with a company and without demo. */
export async function benchStartup({ quick }: { readonly quick: boolean }): Promise<Result[]> {
  const times = quick ? 3 : 5
  const { path: folder, remove } = scratchFolder('bench-start')
  const { path: dataDir, remove: removeData } = scratchFolder('bench-embedded')
  try {
    const { database } = await createDatabase(`tanggapan_bench_start_${process.pid}`)
    try {
      await makeMasters({ url: database.url, dataDir: folder }, SCALE)
      const server = await measureStart('PostgreSQL', { DATABASE_URL: database.url, DATA_DIR: folder }, times)
      await makeMasters({ dataDir }, SCALE)
      const embedded = await measureStart('embedded database', { DATABASE_URL: '', DATA_DIR: dataDir }, times)
      return [...server, ...embedded]
    } finally {
      await database.drop()
    }
  } finally {
    remove()
    removeData()
  }
}
