import { expect, test } from 'vitest'
import { WorkerPool } from './pool.ts'

const script = new URL('../../../../tests/fixtures/workers/tasks.ts', import.meta.url)
const bounds = { script, size: 1, queue: 2, perCaller: 2, memoryMb: 64 }
async function count(pool: WorkerPool<string, number>, task: string, caller = 'one'): Promise<number> {
  let taken = 0
  await pool.run(caller, task, () => taken++)
  return taken
}

test('H3: a worker that hangs is ended, and another one takes its place', async () => {
  const pool = new WorkerPool<string, number>({ ...bounds, timeoutMs: 1500 })
  const hanging = count(pool, 'hang')
  const next = count(pool, '50')
  await expect(hanging).rejects.toMatchObject({ reason: 'time' })
  expect(await next).toBe(50)
  await expect(count(pool, 'exit')).rejects.toMatchObject({ reason: 'failed' })
  await expect(count(pool, 'fail')).rejects.toMatchObject({ reason: 'failed', message: 'This task fails.' })
  expect(await count(pool, '20')).toBe(20)
})

test('H3: more tasks than may wait are refused, and more than one caller may have', async () => {
  const pool = new WorkerPool<string, number>({ ...bounds, timeoutMs: 60_000 })
  const running = ['1', '2'].map((task) => count(pool, task))
  await expect(count(pool, '1')).rejects.toMatchObject({ kind: 'too_many' })
  const other = count(pool, '3', 'two')
  await expect(count(pool, '1', 'three')).rejects.toMatchObject({ kind: 'busy' })
  expect([...(await Promise.all(running)), await other]).toEqual([1, 2, 3])
  expect(await count(pool, '4')).toBe(4)
})
