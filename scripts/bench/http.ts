/** Part 1: calls on a million rows, the product in turns with the reference and with a bare server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireAgreement } from './agree.ts'
import { BUYER, makeBenchCompany, signIn, WAREHOUSE } from './company.ts'
import { cpuTime } from './cpu.ts'
import { type BenchDatabase, createDatabase } from './database.ts'
import { benchFigures } from './figures.ts'
import { measure, type Sample, type Target } from './load.ts'
import { type Operation, operations } from './operations.ts'
import { freePort, start } from './processes.ts'
import { quantile, type Result } from './results.ts'

const CONNECTIONS = [1, 8, 32]
const QUICK_CONNECTIONS = [1, 8]
/** Connections of either server's pool to PostgreSQL; the product's own default. */
const POOL = 10
const ORDERS = 1_000_000
const QUICK_ORDERS = 100_000

/** Connections at which the bare server is compared: where throughput, not waiting, is measured. */
const BARE_CONNECTIONS = 8

interface Side {
  readonly name: 'ours' | 'reference' | 'bare'
  readonly pid: number
  readonly buyer: Target
  readonly warehouse: Target
}

export interface HttpOptions {
  readonly quick: boolean
  /** Database that is used as it is when it exists, and kept: for working on the benchmark itself. */
  readonly keep?: string
  /** Only operations whose name contains this. */
  readonly match?: string
  /** Folder for CPU profiles of both servers. */
  readonly profile?: string
  note(text: string): void
}

const figures = (samples: readonly Sample[]): Record<string, number> => {
  const latencies = samples.flatMap((sample) => sample.latencies)
  const seconds = samples.reduce((sum, sample) => sum + sample.seconds, 0)
  return { 'ms median': quantile(latencies, 0.5), 'ms p95': quantile(latencies, 0.95), '/s': latencies.length / seconds }
}

type Nexts = ReadonlyMap<Side, Awaited<ReturnType<Operation['prepare']>>>

interface TurnOptions {
  readonly sides: readonly [Side, Side]
  readonly quick: boolean
  readonly around?: (side: Side, take: () => Promise<Sample>) => Promise<Sample>
}

/** Samples of both sides in turns, after a warm-up; `around` takes each of them. */
async function inTurns(
  operation: Operation,
  connections: number,
  { sides, quick, around = (_, take) => take() }: TurnOptions,
): Promise<readonly [Sample[], Sample[]]> {
  const calls = Math.max(connections, Math.ceil(operation.calls(connections) / (quick ? 3 : 1)))
  const rounds = operation.rounds ?? (quick ? 3 : 6)
  const nexts: Nexts = new Map(
    await Promise.all(sides.map(async (side) => [side, await operation.prepare(side[operation.user], connections)] as const)),
  )
  const sample = (side: Side, calls: number): Promise<Sample> => measure(side[operation.user], connections, calls, nexts.get(side)!)
  const samples: [Sample[], Sample[]] = [[], []]
  for (const side of sides) await sample(side, operation.warmUp ?? Math.max(connections * 3, Math.ceil(calls / 4)))
  for (let round = 0; round < rounds; round++) {
    // The second side finds a warmer cache; the two take turns at that as well.
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      samples[index].push(await around(sides[index], () => sample(sides[index], Math.max(connections, Math.ceil(calls / rounds)))))
  }
  return samples
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The product and the reference: the ratio of their median latencies. */
async function compare(operation: Operation, connections: number, sides: readonly [Side, Side], quick: boolean): Promise<Result> {
  const median = (sample: Sample): number => quantile(sample.latencies, 0.5)
  const [samples, others] = await inTurns(operation, connections, { sides, quick })
  const [ours, reference] = [figures(samples), figures(others)]
  return {
    part: 'http',
    name: `${operation.name}, ${connections} conn.`,
    ours,
    reference,
    // Of pairs that were measured right after each other, so that a busy machine slows both.
    ratio: quantile(
      samples.map((sample, round) => median(sample) / median(others[round]!)),
      0.5,
    ),
    detail: { throughput_ratio: reference['/s']! / ours['/s']!, calls: sum(samples.map(({ latencies }) => latencies.length)) },
    ...(operation.target === undefined ? {} : { target: operation.target }),
  }
}

/** The product and the bare server: the ratio of their calls per second, and the processor time of each call. */
async function compareBare(operation: Operation, sides: readonly [Side, Side], quick: boolean, database: BenchDatabase): Promise<Result> {
  const used = new Map<Side, { calls: number; server: number; database: number }>()
  const [samples, others] = await inTurns(operation, BARE_CONNECTIONS, {
    sides,
    quick,
    around: async (side, take) => {
      const before = await cpuTime(side.pid, database)
      const sample = await take()
      const after = await cpuTime(side.pid, database)
      const known = used.get(side) ?? { calls: 0, server: 0, database: 0 }
      if (before && after)
        used.set(side, {
          calls: known.calls + sample.latencies.length,
          server: known.server + after.server - before.server,
          database: known.database + after.database - before.database,
        })
      return sample
    },
  })
  const cpu = (side: Side): Record<string, number> => {
    const known = used.get(side)
    return known ? { 'ms CPU': (known.server * 1000) / known.calls, 'ms CPU database': (known.database * 1000) / known.calls } : {}
  }
  const rate = ({ latencies, seconds }: Sample): number => latencies.length / seconds
  return {
    part: 'bare',
    name: `${operation.name}, ${BARE_CONNECTIONS} conn.`,
    ours: { '/s': figures(samples)['/s']!, ...cpu(sides[0]) },
    reference: { '/s': figures(others)['/s']!, ...cpu(sides[1]) },
    ratio: quantile(
      samples.map((sample, round) => rate(others[round]!) / rate(sample)),
      0.5,
    ),
    ...(operation.bare?.target === undefined ? {} : { target: operation.bare.target }),
  }
}

/** Measures all operations, each of which is added to `results` as it is done; makes and drops the database. */
export async function benchHttp(options: HttpOptions, results: Result[]): Promise<void> {
  const { note } = options
  const orders = options.quick ? QUICK_ORDERS : ORDERS
  const dataDir = mkdtempSync(join(tmpdir(), 'tanggapan-bench-'))
  const name = options.keep ?? `tanggapan_bench_${process.pid}`
  const { database, isNew } = await createDatabase(name, options.keep !== undefined)
  const running: Awaited<ReturnType<typeof start>>[] = []
  const unlike: string[] = []
  try {
    if (isNew) {
      note(`making ${orders.toLocaleString('en')} purchase orders`)
      const from = performance.now()
      await makeBenchCompany(database, dataDir, orders)
      note(`made in ${((performance.now() - from) / 1000).toFixed(0)} s`)
    }
    const ports = { ours: await freePort(), reference: await freePort(), bare: await freePort() }
    const profiling = (name: Side['name']): string[] =>
      options.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(options.profile, name)}`] : []
    const common = { DATABASE_URL: database.url, DATA_DIR: dataDir, POOL: String(POOL) }
    running.push(await start('scripts/bench/product.ts', { ...common, PORT: String(ports.ours) }, profiling('ours')))
    running.push(await start('scripts/bench/reference/server.ts', { ...common, PORT: String(ports.reference) }, profiling('reference')))
    running.push(await start('scripts/bench/bare/server.ts', { ...common, PORT: String(ports.bare) }, profiling('bare')))
    // One session serves all: the others read the product's table of sessions.
    const [buyer, warehouse] = [await signIn(ports.ours, BUYER), await signIn(ports.ours, WAREHOUSE)]
    const side = (name: Side['name'], index: number): Side => ({
      name,
      pid: running[index]!.pid,
      buyer: { port: ports[name], token: buyer },
      warehouse: { port: ports[name], token: warehouse },
    })
    const [ours, reference, bare] = [side('ours', 0), side('reference', 1), side('bare', 2)]
    if (!options.match || 'figures'.includes(options.match)) {
      note('figures by month and supplier')
      results.push(...(await benchFigures(ours.buyer, database)))
    }
    for (const operation of operations(database, orders)) {
      if (options.match && !operation.name.includes(options.match)) continue
      if (operation.bare) {
        note(`${operation.name}, against the bare server`)
        results.push(await compareBare(operation, [ours, bare], options.quick, database))
      }
      if (operation.bare?.only) continue
      try {
        await requireAgreement(operation, ours[operation.user], reference[operation.user])
      } catch (error) {
        // The other operations can still be compared; the part fails at its end.
        unlike.push((error as Error).message)
        continue
      }
      for (const connections of options.quick ? QUICK_CONNECTIONS : CONNECTIONS) {
        note(`${operation.name}, ${connections} connection${connections === 1 ? '' : 's'}`)
        results.push(await compare(operation, connections, [ours, reference], options.quick))
      }
    }
    if (unlike.length) throw new Error(unlike.join('\n'))
  } finally {
    await Promise.all(running.map((entry) => entry.stop()))
    if (!options.keep) await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
