/**
 * `npm run leaks`: tries, as every demo role, every call that takes names on every module, field and path, and compares the responses
 * of two databases that differ only in data hidden from that role. Prints the figures; exit code 1 when something leaks. `--roles
 * a,b`, `--seed n`, `--share 1` (part of the names of two steps that are tried; the pure proof tries them all), `--deep n` (names of
 * three steps), `--json <file>`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { grantsOf, ROLE_TEMPLATES } from '../src/server/companies/role-templates.ts'
import { DEMO_USERS } from '../src/server/demo/index.ts'
import { openModules } from '../src/server/packages/registry.ts'
import { openEmbedded } from '../src/server/platform/db/embedded/index.ts'
import { difference, STATED, tokensOf, wordsOf } from './leaks/answers.ts'
import { createJudge, type Person } from './leaks/judge.ts'
import { type Canary, plant, unseenCanaries } from './leaks/plant.ts'
import { type Probe, probesOf } from './leaks/probes.ts'
import { makeTwin } from './leaks/twin.ts'
import { type Answer, connected, databasesOn, startWorld, type World } from './leaks/world.ts'

const CLOCK = '2026-11-22T04:00:00Z'
const { values: given } = parseArgs({
  options: {
    roles: { type: 'string' },
    seed: { type: 'string', default: '12' },
    deep: { type: 'string', default: '400' },
    share: { type: 'string', default: '0.3' },
    json: { type: 'string' },
    match: { type: 'string' },
  },
})

const began = performance.now()
const note = (text: string): void => console.error(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${text}`)

interface Count {
  tried: number
  refused: number
  answered: number
  /** Responses that differ in data that the record itself states. */
  stated: number
  leaks: number
}
interface Leak {
  role: string
  call: string
  kind: 'value' | 'depends' | 'named'
  request: string
  detail: string
}

const dataDir = mkdtempSync(join(tmpdir(), 'tanggapan-leaks-db-'))
const address = process.env['TEST_DATABASE_URL']
const embedded = address ? undefined : await openEmbedded({ dataDir, durable: false, maxConnections: 100 })
const databases = databasesOn(address ?? embedded!.url)
const stem = `leaks_${process.pid}`
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void clean().then(() => process.exit(130)))

const store = openModules()
if (store.problems.length) throw new Error(store.problems.map((problem) => `${problem.file}: ${problem.message}`).join('\n'))

const counts = new Map<string, Count>()
const leaks: Leak[] = []
const fieldsTried = new Set<string>()
const unstable: string[] = []
let code = 1
try {
  const base = `${stem}_base`
  note('making the demo')
  await databases.create(base)
  const first = await startWorld(databases.url(base), CLOCK, store, true)
  const modules = await first.server.store.of(first.server.database.db, (await first.server.companies())[0]!)
  await first.stop()
  const canaries = await connected(databases.url(base), (sql) => plant(sql, modules))
  note(`${canaries.length} canaries in ${modules.size} modules`)
  const wanted = given.roles?.split(',')
  const users = DEMO_USERS.filter((user) => !wanted || wanted.includes(user.username))
  for (const user of users) await tryAs(user)

  async function tryAs({ username, role: roleCode }: { username: string; role: string }): Promise<void> {
    const role = ROLE_TEMPLATES.find((roleTemplate) => roleTemplate.code === roleCode)!
    const person: Person = { role: role.name, grants: Object.fromEntries(grantsOf(role, modules)), access: role.access ?? [] }
    const judge = createJudge(modules, person)
    const [a, b] = [`${stem}_${username}_a`, `${stem}_${username}_b`]
    await databases.create(a, base)
    await databases.create(b, base)
    const twin = await connected(databases.url(b), async (sql) => {
      const [me] = await sql<{ id: string; employee_id: string | null; branch_ids: string[] | null }>(
        `select id, employee_id, branch_ids from co_demo."user" where username = $1`,
        [username],
      )
      return makeTwin(sql, modules, {
        judge,
        me: {
          user_id: Number(me!.id),
          employee_id: me!.employee_id === null ? null : Number(me!.employee_id),
          branch_ids: (me!.branch_ids ?? []).map(Number),
          role: role.name,
        },
      })
    })
    note(`${username}: a twin in which ${twin.hidden.length} columns differ`)
    const worlds = [await startWorld(databases.url(a), CLOCK, store), await startWorld(databases.url(b), CLOCK, store)] as const
    const before = performance.now()
    const tried = await run(
      worlds,
      username,
      probesOf(modules, judge, twin, { seed: Number(given.seed), deep: Number(given.deep), share: Number(given.share) }),
      unseenCanaries(twin, canaries),
    )
    const seconds = (performance.now() - before) / 1000
    for (const world of worlds) await world.stop()
    await databases.drop(a)
    await databases.drop(b)
    note(
      `${username}: ${twin.hidden.length} hidden columns, ${tried} probes in ${seconds.toFixed(0)} s, ${leaks.filter((leak) => leak.role === username).length} leaks`,
    )
  }
  report(users.length, modules.size)
  code = leaks.length ? 1 : 0
} finally {
  await clean()
}
process.exit(code)

async function clean(): Promise<void> {
  await databases.dropAll()
  await embedded?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function run(
  worlds: readonly [World, World],
  username: string,
  probes: Iterable<Probe>,
  canaries: ReadonlyMap<string, Canary>,
): Promise<number> {
  const refusals = new Map<string, boolean>()
  let tried = 0
  const send = (world: World, probe: Probe): Promise<Answer> =>
    probe.question ? world.ask(username, probe.path) : world.call(username, probe.method ?? 'GET', probe.path, probe.body)
  await send(worlds[0], { call: '', path: 'validate' })
  await send(worlds[1], { call: '', path: 'validate' })
  // One after another: prints and exports write entries, which must be in the same order in both databases.
  for (const probe of probes) {
    if (given.match && !probe.path.includes(given.match)) continue
    tried++
    await attempt(probe)
  }
  return tried

  async function attempt(probe: Probe): Promise<void> {
    const count = counts.get(probe.call) ?? { tried: 0, refused: 0, answered: 0, stated: 0, leaks: 0 }
    counts.set(probe.call, count)
    count.tried++
    if (probe.named) fieldsTried.add(probe.named)
    // Where the call is refused with any name, one refusal covers all names of the module.
    const refusedAtAll = probe.bare !== undefined ? refusals.get(probe.bare) : undefined
    if (refusedAtAll) {
      count.refused++
      return
    }
    // A call that should be refused needs no second response unless there is a first one.
    const second = probe.named || probe.bare !== undefined ? undefined : send(worlds[1], probe)
    const answer = await send(worlds[0], probe)
    if (answer.status === 403 && probe.bare && /permission|may pick|not allowed/i.test(answer.body.toString()))
      refusals.set(probe.bare, true)
    if (answer.status >= 400) {
      count.refused++
      if (answer.status >= 500) leak(probe, 'depends', `status ${answer.status}: ${answer.body.toString().slice(0, 200)}`)
    } else count.answered++
    const words = wordsOf(answer)
    for (const token of tokensOf(words)) {
      const canary = canaries.get(token)
      if (canary) {
        await second
        leak(probe, 'value', `${canary.module}.${canary.column} of ${canary.id}: ${token}`)
        return
      }
    }
    if (answer.status >= 400 && probe.named) return
    const other = await (second ?? send(worlds[1], probe))
    const otherWords = wordsOf(other)
    if (other.status !== answer.status || otherWords !== words) {
      // Sent again to both, so that the side effects of a call stay the same.
      const again = wordsOf(await send(worlds[0], probe))
      await send(worlds[1], probe)
      if (again !== words) {
        if (unstable.length < 200) unstable.push(`${username} ${probe.path}: ${difference(words, again)}`)
        return
      }
      const stated = STATED.find(({ call }) => call.test(probe.path))
      if (stated) {
        count.stated++
        return
      }
      leak(
        probe,
        'depends',
        other.status !== answer.status
          ? `status ${answer.status} ≠ ${other.status}: ${(answer.status < 400 ? other : answer).body.toString().slice(0, 200)}`
          : difference(words, otherWords),
      )
      return
    }
    if (probe.named && answer.status < 400 && probe.call !== 'search') leak(probe, 'named', `accepted, ${answer.status}`)

    function leak(probe: Probe, kind: Leak['kind'], detail: string): void {
      count.leaks++
      leaks.push({
        role: username,
        call: probe.call,
        kind,
        request: `${probe.method ?? 'GET'} ${probe.path}${probe.body ? ` ${JSON.stringify(probe.body).slice(0, 200)}` : ''}`,
        detail,
      })
    }
  }
}

function report(roles: number, modules: number): void {
  const rows = [...counts].sort(([a], [b]) => a.localeCompare(b))
  const line = (name: string, count: Count) =>
    `${name.padEnd(26)}${[count.tried, count.refused, count.answered, count.stated, count.leaks].map((n) => n.toLocaleString('en').padStart(11)).join('')}`
  console.log(`${'call'.padEnd(26)}${['tried', 'refused', 'answered', 'stated', 'leaks'].map((word) => word.padStart(11)).join('')}`)
  for (const [name, count] of rows) console.log(line(name, count))
  const sum = rows.reduce(
    (all, [, count]) => ({
      tried: all.tried + count.tried,
      refused: all.refused + count.refused,
      answered: all.answered + count.answered,
      stated: all.stated + count.stated,
      leaks: all.leaks + count.leaks,
    }),
    { tried: 0, refused: 0, answered: 0, stated: 0, leaks: 0 },
  )
  console.log(line('all', sum))
  console.log(
    `\n${roles} roles × ${modules} modules, ${fieldsTried.size.toLocaleString('en')} names that may not be used, ${rows.length} kinds of calls, ${((performance.now() - began) / 1000).toFixed(0)} s, seed ${given.seed}`,
  )
  const shown = new Map<string, number>()
  for (const leak of leaks) {
    const key = `${leak.role} ${leak.call} ${leak.kind}`
    const n = (shown.get(key) ?? 0) + 1
    shown.set(key, n)
    if (n <= 3) console.log(`LEAK ${leak.role} [${leak.kind}] ${leak.request}\n     ${leak.detail}`)
  }
  if (unstable.length)
    console.log(
      `\n${unstable.length} answers differ from one call to the next and were not compared, e.g.\n${unstable.slice(0, 10).join('\n')}`,
    )
  if (given.json) writeFileSync(given.json, JSON.stringify({ counts: Object.fromEntries(counts), leaks, unstable }, null, 1))
}
