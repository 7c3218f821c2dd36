/**
 * `npm run faults`: faults under load. Simulated users work, one part after another breaks, and after each fault the
 * journal of the responses they got is compared with the stored data. See `docs/reliability.md`. Exit code 1 on a
 * violation.
 */
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { check, checkFiles, checkJobs, checkRestores, dropRestored, openJobs } from './faults/check.ts'
import { Journal } from './faults/journal.ts'
import { KINDS, type Kind, type Outcome, type Scene } from './faults/kinds.ts'
import { Load } from './faults/load.ts'
import { Setting } from './faults/setting.ts'
import { machine, quantile, randomOf, seconds, textTable, writeJson } from './trial/figures.ts'

const ROOT = join(import.meta.dirname, '..')
const { values: given } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    only: { type: 'string' },
    database: { type: 'string', default: 'embedded' },
    port: { type: 'string', default: '21710' },
    scale: { type: 'string', default: '0.05' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'test-results/faults.json') },
  },
})
const names = given.only?.split(',') ?? Object.keys(KINDS)
const unknown = names.filter((name) => !KINDS[name])
if (unknown.length || (given.database !== 'embedded' && given.database !== 'server')) {
  console.error(
    `Usage: npm run faults -- [--count 50] [--only ${Object.keys(KINDS).join(',')}] [--database embedded|server] [--seed 1] [--keep <folder>]`,
  )
  process.exit(2)
}
const count = Number(given.count)
let isCut = false
const started = performance.now()
// The first signal ends the run with the figures so far; on the second, the exit handlers remove servers and disks.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isCut) process.exit(130)
    isCut = true
  })
const note = (text: string): void => console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}`)

/** Longest time in which interrupted work must end by itself. */
const SETTLE_MS = 180_000
const folder = given.keep ? resolve(given.keep) : mkdtempSync(join(tmpdir(), 'tanggapan-faults-'))
mkdirSync(folder, { recursive: true })

interface Row {
  readonly kind: string
  readonly faults: number
  /** Milliseconds for each. */
  readonly recovery: readonly number[]
  /** Milliseconds until all jobs had ended after the last fault. */
  readonly settled: number
  readonly violations: readonly string[]
  readonly skipped?: string
}

const journal = new Journal()
const rows: Row[] = []
let violations: string[] = []
const violate = (what: string): void => {
  violations.push(what)
  note(`✗ ${what}`)
}

const setting = await Setting.open({ folder, database: given.database, port: Number(given.port), scale: Number(given.scale), note })
const load = new Load(setting, journal, violate)
setting.onCrash = (what) => {
  violate(what)
  // The trial continues: further faults are worth knowing, too.
  void setting.product.start().catch((error: Error) => violate(error.message))
}

/** Waits until no job is running. */
async function settle(): Promise<number> {
  const from = performance.now()
  for (;;) {
    const open = await openJobs(setting)
    const took = performance.now() - from
    if (!open.length) return took
    if (took > SETTLE_MS) {
      violate(`jobs never end: ${JSON.stringify(open.slice(0, 3))}`)
      return took
    }
    await delay(200)
  }
}

async function runKind(name: string, kind: Kind, scene: Scene): Promise<void> {
  violations = []
  const skipped = kind.unfit?.(scene)
  if (skipped) {
    note(`${kind.name}: skipped, ${skipped}`)
    rows.push({ kind: kind.name, faults: 0, recovery: [], settled: Number.NaN, violations: [], skipped })
    return
  }
  note(`${kind.name} …`)
  await kind.begin?.(scene)
  load.focus(kind.focus)
  const recovery: number[] = []
  const met = new Map((kind.aims ?? []).map((work) => [work, [] as number[]]))
  const enough = (): boolean => (kind.aims ? [...met.values()].every((candidate) => candidate.length >= count) : done >= count)
  let done = 0
  for (let tries = 0; !enough() && !isCut && tries < count * 20 && violations.length < 200; tries++) {
    // A call of the trial itself may meet a fault as well; the run continues.
    const outcome = await kind
      .happen(scene, done)
      .catch((error: Error): Outcome => ({ violations: [`the trial failed: ${error.message}`] }))
    if (outcome.hit === false) continue
    done += 1
    for (const what of outcome.violations) violate(what)
    if (outcome.recovery !== undefined) recovery.push(outcome.recovery)
    for (const work of outcome.met ?? []) met.get(work)?.push(outcome.recovery ?? Number.NaN)
    for (const what of await check(setting, journal)) violate(what)
    if (journal.restores.size > 3) {
      for (const what of await checkRestores(setting, journal)) violate(what)
      await dropRestored(setting, journal)
    }
    if (done % 10 === 0) note(`${kind.name}: ${done} of ${count}, ${journal.acknowledged} acknowledged`)
  }
  load.focus()
  if (!enough() && !isCut) violate(`${name}: too few faults hit what they were aimed at`)
  const settled = await settle()
  for (const what of await checkJobs(setting, journal)) violate(what)
  for (const what of await checkRestores(setting, journal)) violate(what)
  await dropRestored(setting, journal)
  if (name !== 'files') for (const what of await checkFiles(journal, await setting.person('employee'))) violate(what)
  await kind.end?.(scene)
  rows.push({ kind: kind.aims ? 'process killed, all' : kind.name, faults: done, recovery, settled, violations })
  // One kill interrupts several works; each row lists those that were running.
  for (const [work, times] of met)
    rows.push({ kind: `  ${kind.name} ${work}`, faults: times.length, recovery: times, settled, violations: [] })
}

const scene: Scene = { setting, journal, load, random: randomOf(Number(given.seed)), person: await setting.person('admin') }
try {
  await load.start()
  await journal.next(30_000)
  for (const name of names) if (!isCut) await runKind(name, KINDS[name]!, scene)
} finally {
  violations = []
  await load.stop()
  await setting.close(given.keep !== undefined)
}

const figure = (row: Row, share: number): string => seconds(quantile(row.recovery, share))
console.log(
  textTable(
    ['fault', 'faults', 'recovery min s', 'median', 'max', 'jobs ended after s', 'violations'],
    rows.map((row) => [
      row.skipped ? `${row.kind} (${row.skipped})` : row.kind,
      row.faults,
      figure(row, 0),
      figure(row, 0.5),
      figure(row, 1),
      seconds(row.settled),
      row.violations.length,
    ]),
  ),
)
const statuses = Object.fromEntries([...journal.statuses].sort(([a], [b]) => a - b))
const all = rows.flatMap((row) => row.violations.map((what) => `${row.kind}: ${what}`))
console.log(
  `\n${given.database}: ${rows.filter(({ kind }) => !kind.startsWith(' ')).reduce((sum, row) => sum + row.faults, 0)} faults in ${Math.round((performance.now() - started) / 1000)} s; ${journal.acknowledged} writes acknowledged (${journal.receipts.size} receipts, ${journal.orders.size} orders, ${journal.imports.size} imports, ${journal.backups.size} backups); answers by status ${JSON.stringify(statuses)}; violations ${all.length + violations.length}${isCut ? '; cut short' : ''}`,
)
for (const what of [...all, ...violations].slice(0, 50)) console.log(`✗ ${what}`)
writeJson(given.out, { at: new Date().toISOString(), machine: machine(), given, statuses, acknowledged: journal.acknowledged, rows })
process.exit(all.length + violations.length ? 1 : 0)
