/** Part 1: calls on a million rows, the product and the reference in turns. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireAgreement } from './agree.ts'
import { BUYER, makeBenchCompany, signIn, WAREHOUSE } from './company.ts'
import { createDatabase } from './database.ts'
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

interface Side {
  readonly name: 'ours' | 'reference'
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

async function compare(operation: Operation, connections: number, sides: readonly [Side, Side], quick: boolean): Promise<Result> {
  const wanted = operation.calls(connections)
  const calls = Math.max(connections, Math.ceil(wanted / (quick ? 3 : 1)))
  const rounds = operation.rounds ?? (quick ? 3 : 6)
  const samples: Record<Side['name'], Sample[]> = { ours: [], reference: [] }
  const median = (sample: Sample): number => quantile(sample.latencies, 0.5)
  const nexts = new Map<Side, Awaited<ReturnType<Operation['prepare']>>>()
  const target = (side: Side): Target => side[operation.user]
  for (const side of sides) {
    const next = await operation.prepare(target(side), connections)
    nexts.set(side, next)
    await measure(target(side), connections, operation.warmUp ?? Math.max(connections * 3, Math.ceil(calls / 4)), next)
  }
  for (let round = 0; round < rounds; round++) {
    // Whoever comes second meets the warmer cache; the two take turns at that as well.
    for (const side of round % 2 === 0 ? sides : [...sides].reverse())
      samples[side.name].push(await measure(target(side), connections, Math.max(connections, Math.ceil(calls / rounds)), nexts.get(side)!))
  }
  const [ours, reference] = [figures(samples.ours), figures(samples.reference)]
  return {
    part: 'http',
    name: `${operation.name}, ${connections} conn.`,
    ours,
    reference,
    // Of pairs that were measured right after each other, so that a busy machine slows both.
    ratio: quantile(
      samples.ours.map((sample, round) => median(sample) / median(samples.reference[round]!)),
      0.5,
    ),
    detail: { throughput_ratio: reference['/s']! / ours['/s']!, calls: samples.ours.reduce((sum, one) => sum + one.latencies.length, 0) },
    ...(operation.target === undefined ? {} : { target: operation.target }),
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
  try {
    if (isNew) {
      note(`making ${orders.toLocaleString('en')} purchase orders`)
      const from = performance.now()
      await makeBenchCompany(database, dataDir, orders)
      note(`made in ${((performance.now() - from) / 1000).toFixed(0)} s`)
    }
    const ports = { ours: await freePort(), reference: await freePort() }
    const profiling = (name: Side['name']): string[] =>
      options.profile ? ['--cpu-prof', `--cpu-prof-dir=${join(options.profile, name)}`] : []
    const common = { DATABASE_URL: database.url, DATA_DIR: dataDir, POOL: String(POOL) }
    running.push(await start('scripts/bench/product.ts', { ...common, PORT: String(ports.ours) }, profiling('ours')))
    running.push(await start('scripts/bench/reference/server.ts', { ...common, PORT: String(ports.reference) }, profiling('reference')))
    // One session serves both: the reference reads the product's table of sessions.
    const [buyer, warehouse] = [await signIn(ports.ours, BUYER), await signIn(ports.ours, WAREHOUSE)]
    const side = (name: Side['name']): Side => ({
      name,
      buyer: { port: ports[name], token: buyer },
      warehouse: { port: ports[name], token: warehouse },
    })
    const sides = [side('ours'), side('reference')] as const
    for (const operation of operations(database, orders)) {
      if (options.match && !operation.name.includes(options.match)) continue
      await requireAgreement(operation, sides[0][operation.user], sides[1][operation.user])
      for (const connections of options.quick ? QUICK_CONNECTIONS : CONNECTIONS) {
        note(`${operation.name}, ${connections} connection${connections === 1 ? '' : 's'}`)
        results.push(await compare(operation, connections, sides, options.quick))
      }
    }
  } finally {
    await Promise.all(running.map((one) => one.stop()))
    if (!options.keep) await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
