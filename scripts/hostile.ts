/**
 * `npm run hostile`: invalid and hostile requests, by a seed, for every operation and as several roles. Passes when no
 * response is an internal error, none takes over five seconds, the process lives, and its memory returns to its former
 * size. See `docs/reliability.md`. `--repeat N` sends one of them again and prints it with its response.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { operations } from './hostile/operations.ts'
import { CALLERS, type Hostile, requestOf } from './hostile/requests.ts'
import { type Caller, createCaller, dataOf, type Got, jsonOf, Person } from './trial/client.ts'
import { openCluster } from './trial/cluster.ts'
import { machine, megabytes, quantile, textTable, writeJson } from './trial/figures.ts'
import { type Memory, Product } from './trial/product.ts'

const ROOT = join(import.meta.dirname, '..')
const { values: given } = parseArgs({
  options: {
    calls: { type: 'string', default: '200000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '8' },
    database: { type: 'string', default: 'embedded' },
    port: { type: 'string', default: '21730' },
    scale: { type: 'string', default: '0.05' },
    cycle: { type: 'string' },
    repeat: { type: 'string' },
    keep: { type: 'string' },
    out: { type: 'string', default: join(ROOT, 'test-results/hostile.json') },
  },
})
const started = performance.now()
// The exit handlers remove servers and disks of the trial.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
const note = (text: string): void => console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${text}`)

/** Calls between two progress messages. */
const TOLD = 10_000
/** Longest time of a response. */
const SLOW_MS = 5_000
/** Time limit of every wait. */
const LIMIT_MS = 120_000
/** Time for which a stream of events is read. */
const STREAM_MS = 150
/** Memory measurements in each round. */
const LOOKS = 4
/** Growth of the heap allowed after a round, as a share and in bytes, against its size after the first quarter. */
const GROWTH = 0.1
const GROWTH_BYTES = 4 * 2 ** 20
/** Codes of an expected 503: closed for maintenance, in preparation, or busy. */
const ANNOUNCED: ReadonlySet<unknown> = new Set([10011, 10013])

interface Fault {
  readonly number: number
  readonly why: string
  readonly milliseconds: number
  readonly request: string
  readonly answer: string
}

const folder = given.keep ? resolve(given.keep) : mkdtempSync(join(tmpdir(), 'tanggapan-hostile-'))
mkdirSync(folder, { recursive: true })
// The account of the database must be able to pass the folders above.
chmodSync(folder, 0o711)
const seed = Number(given.seed)
const port = Number(given.port)
/** After this many calls the same requests are repeated: growth of the heap from then on is no cache of requested data. */
const cycle = given.cycle === undefined ? Number.POSITIVE_INFINITY : Number(given.cycle)
const { all, modules } = operations()

const cluster = given.database === 'server' ? await openCluster(folder, port + 1) : undefined
const product = new Product({
  dataDir: join(folder, 'data'),
  port,
  logFile: join(folder, 'product.log'),
  env: { LOG_LEVEL: 'error', DATABASE_URL: cluster?.url ?? '', DEMO_SCALE: given.scale },
  inspectPort: port + 2,
})
const deaths: string[] = []
product.onEnd = ({ code, signal, wanted }) => {
  if (!wanted) deaths.push(`the process ended by itself (code ${code}, signal ${signal}): ${product.tail(8)}`)
}

const show = ({ number, role, method, path, headers, body }: Hostile): string =>
  [
    `seed ${seed}, number ${number}, as ${role}`,
    `${method} ${path.slice(0, 3000)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 200)}`),
    ...(body === undefined ? [] : ['', String(body).slice(0, 4000)]),
  ].join('\n')

/** All callers, signed in to a company; a caller who can no longer sign in calls without a session. */
class Callers {
  readonly #people = new Map<string, Person>()
  readonly #caller: Caller
  readonly company: string
  lost = 0
  constructor(caller: Caller, company: string) {
    this.#caller = caller
    this.company = company
  }
  async signIn(role: string): Promise<void> {
    try {
      this.#people.set(role, await new Person(this.#caller, role, this.company).signIn())
    } catch {
      this.lost += 1
    }
  }
  async send(request: Hostile): Promise<Got> {
    const session = this.#people.get(request.role)?.headers ?? {}
    const address = { 'x-forwarded-for': `10.${(request.number >> 16) & 255}.${(request.number >> 8) & 255}.${request.number & 255}` }
    const got = await this.#caller.send(
      { ...request, headers: { ...session, ...address, ...request.headers } },
      request.isStream ? STREAM_MS : LIMIT_MS,
    )
    // Some requests end a session, as they should: the caller signs in again.
    if (got.status === 401 && !request.headers['authorization'] && !/login|password/.test(request.path)) await this.signIn(request.role)
    return got
  }
}

/** A copy of the demo for each round, so that damage of one round does not weaken the next. */
async function copies(caller: Caller, count: number): Promise<string[]> {
  const admin = await new Person(caller, 'admin').signIn()
  const run = Date.now().toString(36).toUpperCase()
  const names = Array.from({ length: count }, (_, n) => `H${run}${n + 1}`)
  const { id, name } = await admin.data<{ id: number; name: string }>('POST', 'system_backup', { type: 'full' })
  for (let status = ''; status !== 'Done'; ) {
    await delay(200)
    ;({ status } = await admin.data<{ status: string }>('GET', `system_backup/${id}`))
    if (status === 'Failed') throw new Error('The backup that the rounds begin from failed.')
  }
  for (const code of names) {
    const got = await admin.call('POST', `system_backup/${name}/restore`, {
      body: { company_code: code, company_name: code },
      more: {},
      limitMs: 10 * 60_000,
    })
    if (got.status !== 200) throw new Error(`restore of ${code}: ${got.status} ${got.text}`)
  }
  return names
}

/** Waits until no company has background work. */
async function idle(callers: readonly Person[]): Promise<void> {
  for (const person of callers) {
    for (let tries = 0; tries < 300; tries++) {
      const got = await person.call('GET', 'system_backup/paginate?limit=1&filter[status][in]=Queued,Running')
      const rows = dataOf(got) as unknown as unknown[]
      if (got.status !== 200 || !Array.isArray(rows) || rows.length === 0) break
      await delay(200)
    }
  }
  await delay(3000)
}

const why = (request: Hostile, got: Got): string | undefined => {
  if (request.isStream && got.status === 0) return undefined
  if (got.status === 0) return `no answer: ${got.failure}`
  if (got.status === 503 && ANNOUNCED.has(jsonOf(got.text)?.['code']))
    return got.milliseconds > SLOW_MS ? 'busy, and said so late' : undefined
  if (got.status >= 500) return String(got.status)
  return got.milliseconds > SLOW_MS ? 'slow' : undefined
}

async function repeat(number: number): Promise<number> {
  const caller = createCaller(port)
  const request = requestOf(seed, number, all, modules)
  console.log(show(request))
  const callers = new Callers(caller, 'DEMO')
  await callers.signIn(request.role)
  const got = await callers.send(request)
  console.log(`\n${got.status} after ${Math.round(got.milliseconds)} ms ${got.failure ?? ''}\n${got.text.slice(0, 4000)}`)
  if (got.status >= 500) console.log(`\n${product.tail(40)}`)
  caller.close()
  return why(request, got) ? 1 : 0
}

async function run(): Promise<number> {
  const total = Number(given.calls)
  const connections = Number(given.connections)
  const caller = createCaller(port, connections + 4, true)
  const rounds = Math.max(1, Math.min(Number(given.rounds), Math.ceil(total / 1000)))
  note(`${all.length} operations of ${modules.size} modules; making a company for each of ${rounds} rounds`)
  const companies = await copies(caller, rounds)
  const statuses = new Map<number, number>()
  const latencies: number[] = []
  const slowest: { number: number; milliseconds: number; status: number; what: string }[] = []
  const faults: Fault[] = []
  const memory: (Memory & { calls: number; company: string })[] = []
  const busy = new Map<string, number>()
  const slow: Hostile[] = []
  let slowOnce = 0
  let next = Number(given.from)
  let sent = 0

  const take = (request: Hostile, got: Got): void => {
    sent += 1
    if (sent % TOLD === 0) note(`${sent} calls, ${faults.length} faults`)
    statuses.set(got.status, (statuses.get(got.status) ?? 0) + 1)
    if (!request.isStream) latencies.push(got.milliseconds)
    if (got.status === 503) busy.set(String(jsonOf(got.text)?.['message']), (busy.get(String(jsonOf(got.text)?.['message'])) ?? 0) + 1)
    if (slowest.length < 20 || got.milliseconds > slowest.at(-1)!.milliseconds) {
      slowest.push({
        number: request.number,
        milliseconds: Math.round(got.milliseconds),
        status: got.status,
        what: `${request.role} ${request.method} ${request.path.slice(0, 100)}`,
      })
      slowest.sort((a, b) => b.milliseconds - a.milliseconds).splice(20)
    }
    const fault = why(request, got)
    if (fault === 'slow') {
      slow.push(request)
      return
    }
    if (fault) blame(request, got, fault)
  }
  const blame = (request: Hostile, got: Got, fault: string): void => {
    faults.push({
      number: request.number,
      why: fault,
      milliseconds: Math.round(got.milliseconds),
      request: show(request),
      answer: got.text.slice(0, 500),
    })
    if (faults.length <= 40)
      note(
        `✗ ${fault} ${Math.round(got.milliseconds)} ms: ${request.number} ${request.method} ${request.path.slice(0, 120)} ${got.text.slice(0, 120)}`,
      )
  }

  for (const [round, company] of companies.entries()) {
    const callers = new Callers(caller, company)
    for (const role of CALLERS) await callers.signIn(role)
    for (let look = 1; look <= LOOKS; look++) {
      const until = Number(given.from) + Math.round((total * (round + look / LOOKS)) / rounds)
      const worker = async (): Promise<void> => {
        while (next < until && faults.length < 2000) {
          const request = requestOf(seed, next++ % cycle, all, modules)
          if (!product.isAlive) await product.start()
          take(request, await callers.send(request))
        }
      }
      await Promise.all(Array.from({ length: connections }, worker))
      await delay(2000)
      memory.push({ ...(await product.memory()), calls: sent, company })
    }
    // Eight at a time, or other load on the machine, may make a call slow: it is sent once more, by itself.
    for (const request of slow.splice(0)) {
      const got = await callers.send(request)
      if (why(request, got)) blame(request, got, 'slow, and again when it was alone')
      else slowOnce += 1
    }
    const admin = await new Person(caller, 'admin').signIn()
    await idle([admin])
    const now = memory.at(-1)!
    note(
      `round ${round + 1} of ${rounds}: ${sent} calls, ${faults.length} faults, heap ${megabytes(now.heap)} MB, resident ${megabytes(now.resident)} MB, sign-ins lost ${callers.lost}, load of the machine ${loadavg()[0]?.toFixed(1)}, slow beside others ${slowOnce}, statuses ${JSON.stringify(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))}`,
    )
  }
  caller.close()

  // Each company has rights, texts and compiled checks of its own in memory; the memory that calls leave behind is
  // measured within one. The first company's round also fills the shared caches (prepared statements, compiled code), so
  // with several rounds only the later ones are judged.
  const isBack = companies.slice(companies.length > 1 ? 1 : 0).every((company) => {
    const ofCompany = memory.filter((candidate) => candidate.company === company)
    return ofCompany.at(-1)!.heap <= ofCompany[0]!.heap * (1 + GROWTH) + GROWTH_BYTES
  })
  const byStatus = [...statuses].sort(([a], [b]) => a - b)
  console.log(
    textTable(
      ['status', 'answers'],
      byStatus.map(([status, count]) => [status === 0 ? 'none (event streams)' : String(status), count]),
    ),
  )
  console.log(
    `\n${textTable(
      ['slowest', 'ms', 'status', 'number'],
      slowest.map((entry) => [entry.what, entry.milliseconds, entry.status, entry.number]),
    )}`,
  )
  console.log(
    `\n${textTable(
      ['calls', 'company', 'heap MB', 'external MB', 'resident MB'],
      memory.map((entry) => [entry.calls, entry.company, megabytes(entry.heap), megabytes(entry.external), megabytes(entry.resident)]),
    )}`,
  )
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(
    `\n${given.database}, seed ${seed}: ${sent} calls of ${all.length} operations as ${CALLERS.length} people in ${seconds} s; median ${Math.round(quantile(latencies, 0.5))} ms, p99 ${Math.round(quantile(latencies, 0.99))} ms, slowest ${slowest[0]?.milliseconds ?? 0} ms; faults ${faults.length}; over ${SLOW_MS / 1000} s only beside others ${slowOnce}; deaths ${deaths.length}; memory ${isBack ? 'is back' : 'has grown'}${busy.size ? `; 503 said ${JSON.stringify(Object.fromEntries(busy))}` : ''}`,
  )
  for (const fault of faults.slice(0, 30))
    console.log(
      `\n✗ ${fault.why} after ${fault.milliseconds} ms; npm run hostile -- --seed ${seed} --repeat ${fault.number}\n${fault.request.slice(0, 1200)}\n→ ${fault.answer}`,
    )
  for (const death of deaths) console.log(`\n✗ ${death}`)
  writeJson(given.out, {
    at: new Date().toISOString(),
    machine: machine(),
    given,
    seconds,
    sent,
    statuses: Object.fromEntries(byStatus),
    busy: Object.fromEntries(busy),
    slowest,
    memory,
    faults,
    deaths,
  })
  return faults.length || deaths.length || !isBack ? 1 : 0
}

let code = 1
try {
  note('starting the product')
  note(`ready after ${((await product.start()) / 1000).toFixed(1)} s`)
  code = given.repeat === undefined ? await run() : await repeat(Number(given.repeat))
} finally {
  await product.stop()
  await cluster?.stop('fast')
  if (!given.keep) rmSync(folder, { recursive: true, force: true })
}
process.exit(code)
