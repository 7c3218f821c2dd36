/**
 * A sample of `npm run leaks`: what a role is answered does not change with what it may not know. The whole of it is
 * `scripts/leaks.ts`, the proof of the rule itself `tests/security/names.test.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STATED, tokensOf, wordsOf } from '../../../scripts/leaks/answers.ts'
import { createJudge } from '../../../scripts/leaks/judge.ts'
import { type Canary, plant, unseenCanaries } from '../../../scripts/leaks/plant.ts'
import { type Probe, probesOf } from '../../../scripts/leaks/probes.ts'
import { makeTwin } from '../../../scripts/leaks/twin.ts'
import { COMPANY, connected } from '../../../scripts/leaks/world.ts'
import type { ModuleSet } from '../../../src/engine/model/module.ts'
import { grantsOf, ROLE_TEMPLATES } from '../../../src/server/companies/role-templates.ts'
import { answer } from '../../../src/server/features/chat/answer.ts'
import { type Client, createClient } from '../client.ts'
import { startInstance } from '../instance.ts'

/** One probe in so many; the first probes of each kind of call are always among them. */
const STEP = 1500
const FIRST = 2

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
let modules: ModuleSet
let canaries: Canary[]

beforeAll(async () => {
  instance = await startInstance('leaks', [COMPANY], { frozenClock: true })
  as = createClient(instance.server, COMPANY)
  modules = await instance.server.store.of(instance.server.database.db, (await instance.server.companies())[0]!)
  canaries = await connected(instance.config.databaseUrl!, (sql) => plant(sql, modules))
})
afterAll(() => instance?.stop())

function sample(probes: Iterable<Probe>): Probe[] {
  const found: Probe[] = []
  const kinds = new Map<string, number>()
  let n = 0
  for (const probe of probes) {
    const seen = kinds.get(probe.call) ?? 0
    kinds.set(probe.call, seen + 1)
    if (!probe.question && (seen < FIRST || ++n % STEP === 0)) found.push(probe)
  }
  return found
}

test.for([
  ['employee', 'EMPLOYEE'],
  ['accountant', 'ACCOUNTANT'],
] as const)('C1, H1, H2: the answers to the %s do not depend on what they may not know', async ([username, code]) => {
  const role = ROLE_TEMPLATES.find((roleTemplate) => roleTemplate.code === code)!
  const judge = createJudge(modules, { role: role.name, grants: Object.fromEntries(grantsOf(role, modules)), access: role.access ?? [] })
  const identity = await instance.server.as(COMPANY, username)
  const call = as.user(username)
  // Signs in before it is found out which rows are the user's: the sign-in is one of them.
  await call('GET', 'ready')
  const send = async ({ method, path, body }: Probe): Promise<string> => {
    const { status, headers, raw } = await call(method ?? 'GET', path, body)
    return `${status} ${wordsOf({ status, type: String(headers['content-type'] ?? ''), body: raw })}`
  }
  await connected(instance.config.databaseUrl!, async (sql) => {
    let probes: Probe[] = []
    const before: string[] = []
    const twin = await makeTwin(sql, modules, {
      judge,
      me: identity.principal,
      before: async (found) => {
        probes = sample(probesOf(modules, judge, found, { seed: 3, deep: 20, share: 0.1 }))
        for (const probe of probes) before.push(await send(probe))
      },
    })
    expect(probes.length).toBeGreaterThan(100)
    const secret = unseenCanaries(twin, canaries)
    const leaks: string[] = []
    for (const [index, probe] of probes.entries()) {
      if (STATED.some((candidate) => candidate.call.test(probe.path))) continue
      const answer = before[index]!
      if ([...tokensOf(answer)].some((token) => secret.has(token))) leaks.push(`value: ${probe.path}`)
      if (probe.named && !probe.call.includes('search') && answer.startsWith('2')) leaks.push(`named: ${probe.path}`)
      // Prints and exports of the sample have left their entries there in between.
      if (probe.path.startsWith('audit_trail/')) continue
      const after = await send(probe)
      if (after !== answer) leaks.push(`depends: ${probe.path}\n${answer.slice(0, 200)}\n${after.slice(0, 200)}`)
    }
    expect(leaks).toEqual([])
  })
})

test('the assistant answers a question whose words match hidden choices', async () => {
  // A filing refers to records that an employee may not pick; each left-over word is looked for in all of them.
  const ctx = await instance.server.as(COMPANY, 'employee')
  for (const question of ['Latest employees', 'Which leave filings are about zzz?', 'Sum of payslips for qqq'])
    await expect(answer(ctx, question), question).resolves.toMatchObject({ text: expect.any(String) })
})
