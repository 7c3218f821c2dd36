/** Numbers that many take at once, some of whom fail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Module, Row } from '../../src/engine/model/module.ts'
import { assignNumber } from '../../src/server/platform/numbering/index.ts'
import { type Harness, startHarness } from './harness.ts'

const COUNT = 30
let h: Harness
beforeAll(async () => {
  h = await startHarness(['fixture_group'], { code: 'NUM' })
})
afterAll(() => h.close())

/** What those got who came through; every third is rolled back. */
async function taken(gapless: boolean): Promise<string[]> {
  const ctx = await h.ctx()
  const numbers = [{ field: 'no', format: `N${gapless ? 'G' : 'F'}-{####}`, at: 'save', gapless }]
  const module = { ...h.modules.get('fixture_group')!, entity: { numbers } } as unknown as Module
  const create = (n: number): Promise<Row> =>
    ctx.db.tx(async () => {
      const given = await assignNumber(ctx, module, {}, 'save')
      if (n % 3 === 0) throw new Error('changed my mind')
      return given
    })
  const all = await Promise.allSettled(Array.from({ length: COUNT }, (_, n) => create(n)))
  return all.flatMap((each) => (each.status === 'fulfilled' ? [String(each.value.no)] : [])).sort()
}

test('a gap-free series has neither gaps nor duplicates, whatever fails meanwhile', async () => {
  expect(await taken(true)).toEqual(Array.from({ length: (COUNT * 2) / 3 }, (_, n) => `NG-${String(n + 1).padStart(4, '0')}`))
})

test('a fast series has no duplicates, also when all requests are its first', async () => {
  const given = await taken(false)
  expect([given.length, new Set(given).size]).toEqual([(COUNT * 2) / 3, (COUNT * 2) / 3])
})

test('a company created again under a former code restarts its number series', async () => {
  const before = await h.ctx()
  const module = {
    ...h.modules.get('fixture_group')!,
    entity: { numbers: [{ field: 'no', format: 'A-{###}', at: 'save' }] },
  } as unknown as Module
  expect(await assignNumber(before, module, {}, 'save')).toEqual({ no: 'A-001' })
  const { schema } = before.company
  const made = await before.db.query<{ name: string }>(
    `SELECT sequencename AS name FROM pg_sequences WHERE schemaname = $1 AND sequencename LIKE 'no\\_%'`,
    [schema],
  )
  for (const { name } of made) await before.db.query(`DROP SEQUENCE "${schema}"."${name}"`)
  const after = { ...before, company: { ...before.company, id: before.company.id + 1 } }
  expect(await assignNumber(after, module, {}, 'save')).toEqual({ no: 'A-001' })
})
