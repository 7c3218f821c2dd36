/** Numbers that many take at once, some of whom fail. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Module, Row } from '../../src/engine/module.ts'
import { assignNumber } from '../../src/server/numbering/index.ts'
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
  const one = (n: number): Promise<Row> =>
    ctx.db.tx(async () => {
      const given = await assignNumber(ctx, module, {}, 'save')
      if (n % 3 === 0) throw new Error('changed my mind')
      return given
    })
  const all = await Promise.allSettled(Array.from({ length: COUNT }, (_, n) => one(n)))
  return all.flatMap((each) => (each.status === 'fulfilled' ? [String(each.value.no)] : [])).sort()
}

test('a gap-free series has neither gaps nor doubles, whoever fails beside', async () => {
  expect(await taken(true)).toEqual(Array.from({ length: (COUNT * 2) / 3 }, (_, n) => `NG-${String(n + 1).padStart(4, '0')}`))
})

test('a fast series has no doubles, also when all are the first of it', async () => {
  const given = await taken(false)
  expect([given.length, new Set(given).size]).toEqual([(COUNT * 2) / 3, (COUNT * 2) / 3])
})
