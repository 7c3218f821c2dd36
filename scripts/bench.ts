/**
 * `npm run bench`: measures, prints one table, writes `test-results/bench.json`. See `docs/bench.md`.
 * `--quick` for a smaller run, `--only <part>` for one part.
 */
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dropTemporary } from './bench/database.ts'
import { benchDays } from './bench/days.ts'
import { benchEngine } from './bench/engine.ts'
import { benchGrid } from './bench/grid.ts'
import { benchHttp } from './bench/http.ts'
import { benchList } from './bench/list.ts'
import { benchPayroll } from './bench/payroll.ts'
import { type Result, table, write } from './bench/results.ts'
import { benchRuns } from './bench/runs.ts'
import { benchSent } from './bench/sent.ts'
import { benchStartup } from './bench/startup.ts'
import { benchTime } from './bench/time.ts'

const ROOT = join(import.meta.dirname, '..')
const { values: given } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    match: { type: 'string' },
    keep: { type: 'string' },
    profile: { type: 'string' },
  },
})

const started = performance.now()
const note = (text: string): void => console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`)
const common = { quick: given.quick, note }

const results: Result[] = []
const all = (found: readonly Result[]): void => void results.push(...found)

/** Parts by name, in the order they run: the engine's first, in a process that has not loaded descriptors yet. */
const PARTS: Record<string, () => Promise<void>> = {
  engine: async () => all(await benchEngine()),
  time: async () => all(benchTime(common)),
  days: async () => all(await benchDays(common)),
  payroll: async () => all(await benchPayroll(common)),
  runs: async () => all(await benchRuns(common)),
  startup: async () => all(await benchStartup(common)),
  sent: async () => all(await benchSent()),
  grid: async () => all(await benchGrid(common)),
  list: async () => all(await benchList(common)),
  http: () =>
    benchHttp(
      {
        ...common,
        ...(given.keep ? { keep: given.keep } : {}),
        ...(given.match ? { match: given.match } : {}),
        ...(given.profile ? { profile: given.profile } : {}),
      },
      results,
    ),
}

if (given.only && !PARTS[given.only]) {
  console.error(`There is no part "${given.only}". Known: ${Object.keys(PARTS).join(', ')}.`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void dropTemporary().then(() => process.exit(130)))
let failed = 0
for (const [name, run] of Object.entries(PARTS)) {
  if (given.only && given.only !== name) continue
  note(`part ${name}`)
  try {
    await run()
  } catch (error) {
    failed += 1
    console.error(`The part "${name}" could not be measured: ${(error as Error).message}`)
  }
}
console.log(table(results))
const file = join(ROOT, 'test-results/bench.json')
const [cpu] = cpus()
write(
  file,
  {
    at: new Date().toISOString(),
    quick: given.quick,
    machine: { cpu: cpu?.model, cores: cpus().length, memory_gb: Math.round(totalmem() / 2 ** 30), node: process.version },
    seconds: Math.round((performance.now() - started) / 1000),
  },
  results,
)
console.log(`\nRatios are ours / reference by median latency; less is better. All numbers: ${file}`)
process.exit(failed ? 1 : 0)
