/**
 * `npm run memory`: two thousand lists of five hundred rows from a server with a heap of 512 MB. It must survive, with
 * the same memory after a collection at the end as at the beginning. See `docs/reliability.md`.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createCaller, Person } from './trial/client.ts'
import { openCluster } from './trial/cluster.ts'
import { machine, megabytes, quantile, textTable, writeJson } from './trial/figures.ts'
import { type Memory, Product } from './trial/product.ts'

const ROOT = join(import.meta.dirname, '..')
const { values: given } = parseArgs({
  options: {
    lists: { type: 'string', default: '2000' },
    heap: { type: 'string', default: '512' },
    connections: { type: 'string', default: '4' },
    database: { type: 'string', default: 'embedded' },
    port: { type: 'string', default: '21750' },
    scale: { type: 'string', default: '0.05' },
    keep: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'test-results/memory.json') },
  },
})
const started = performance.now()
// Servers and disks of the trial go in the handlers of the exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const note = (text: string): void => console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}`)

/** Looks into the memory so often. */
const LOOKS = 10
/** Growth of the heap allowed at the end, as a share and in bytes. */
const GROWTH = 0.1
const GROWTH_BYTES = 8 * 2 ** 20
const ROWS = 500

const folder = given.keep ? resolve(given.keep) : mkdtempSync(join(tmpdir(), 'tanggapan-memory-'))
mkdirSync(folder, { recursive: true })
// The account of the database passes the folders above.
chmodSync(folder, 0o711)
const port = Number(given.port)
const cluster = given.database === 'server' ? await openCluster(folder, port + 1) : undefined
const product = new Product({
  dataDir: join(folder, 'data'),
  port,
  logFile: join(folder, 'product.log'),
  env: { LOG_LEVEL: 'error', DATABASE_URL: cluster?.url ?? '', DEMO_SCALE: given.scale },
  nodeOptions: [`--max-old-space-size=${given.heap}`],
  inspectPort: port + 2,
})
let death = ''
product.onEnd = ({ code, signal, wanted }) => {
  if (!wanted) death = `the process ended by itself (code ${code}, signal ${signal}): ${product.tail(8)}`
}

/** Lists with rows enough, the columns of which are references, dates, times and sums. */
const PATHS = ['raw_time_log', 'audit_trail', 'daily_time_record'].map((module) => `${module}/paginate?limit=${ROWS}&window=all`)

async function run(): Promise<number> {
  const total = Number(given.lists)
  const connections = Number(given.connections)
  const caller = createCaller(port, connections)
  const admin = await new Person(caller, 'admin').signIn()
  const memory: (Memory & { lists: number })[] = []
  const latencies: number[] = []
  const wrong: string[] = []
  let bytes = 0
  let done = 0
  const list = async (n: number): Promise<void> => {
    const got = await admin.call('GET', `${PATHS[n % PATHS.length]}&page=${1 + (Math.floor(n / PATHS.length) % 4)}`, {
      more: {
        // The limit of calls a minute is not tested here.
        'x-forwarded-for': `10.9.${(n >> 8) & 255}.${n & 255}`,
      },
    })
    latencies.push(got.milliseconds)
    bytes += got.text.length
    done += 1
    if (got.status !== 200 && wrong.length < 10) wrong.push(`list ${n}: ${got.status} ${got.failure ?? got.text.slice(0, 200)}`)
  }
  // Values created once, plans and compiled checks, exist before the first measurement.
  await Promise.all(PATHS.map((_, n) => list(n)))
  for (let look = 0; look <= LOOKS && product.isAlive; look++) {
    const until = Math.round((total * look) / LOOKS)
    let next = Math.round((total * Math.max(0, look - 1)) / LOOKS)
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (next < until && product.isAlive) await list(next++)
      }),
    )
    if (!product.isAlive) break
    const now = await product.memory()
    memory.push({ ...now, lists: done })
    note(`${done} lists, ${megabytes(bytes)} MB answered, heap ${megabytes(now.heap)} MB, resident ${megabytes(now.resident)} MB`)
  }
  caller.close()
  // The first tenth warms up.
  const first = memory[1] ?? memory[0]
  const last = memory.at(-1)
  const isFlat = first !== undefined && last !== undefined && last.heap <= first.heap * (1 + GROWTH) + GROWTH_BYTES
  console.log(
    textTable(
      ['lists', 'heap after GC MB', 'external MB', 'resident MB'],
      memory.map((entry) => [entry.lists, megabytes(entry.heap), megabytes(entry.external), megabytes(entry.resident)]),
    ),
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `\n${given.database}: ${done} lists of ${ROWS} rows, ${megabytes(bytes)} MB of JSON, with --max-old-space-size=${given.heap}, in ${seconds} s; median ${Math.round(quantile(latencies, 0.5))} ms, slowest ${Math.round(quantile(latencies, 1))} ms; ${death ? 'the server died' : 'the server lives'}; heap ${isFlat ? 'is flat' : 'has grown'}`,
  )
  for (const what of [...wrong, ...(death ? [death] : [])]) console.log(`✗ ${what}`)
  writeJson(given.out, { at: new Date().toISOString(), machine: machine(), given, seconds, lists: done, bytes, memory, wrong, death })
  return wrong.length || death || !isFlat ? 1 : 0
}

let code = 1
try {
  note('starting the product')
  note(`ready after ${((await product.start()) / 1000).toFixed(1)} s`)
  code = await run()
} finally {
  await product.stop()
  await cluster?.stop('fast')
  if (!given.keep) rmSync(folder, { recursive: true, force: true })
}
process.exit(code)
