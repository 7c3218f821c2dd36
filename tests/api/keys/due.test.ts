import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { asSystem } from '../../../src/server/platform/auth/as-system.ts'
import { tellDue } from '../../../src/server/platform/notifications/due.ts'
import { type Harness, startHarness } from '../harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness(['key_due', 'notification'], { code: 'DUE', today: '2026-11-21' })
  await h.database.db.query(
    `insert into "${h.company.schema}"."user" (id, username, name, is_active) overriding system value values (2, 'ana', 'Ana', true)`,
  )
})
afterAll(() => h.close())

// proves: notify[].before, notify[].before.date, notify[].before.days, notify[].when
test('users are notified once, a set number of days before a due date', async () => {
  const make = (name: string, expires_on: string | null, more: Row = {}) => h.make('key_due', { name, expires_on, watcher_id: 2, ...more })
  await make('Today', '2026-12-21')
  await make('While off', '2026-12-16')
  await make('Long ago', '2026-12-01')
  await make('Later', '2026-12-22')
  await make('Unwatched', '2026-12-21', { watched: false })
  await make('Never', null)
  const notices = async () => {
    await tellDue(asSystem(await h.ctx(), 'telling of days'))
    const rows = await h.database.db.query<{ title: string }>(
      `select title from "${h.company.schema}".notification where user_id = 2 order by title`,
    )
    return rows.map(({ title }) => title)
  }
  const due = ['Today expires on 2026-12-21', 'While off expires on 2026-12-16']
  expect(await notices()).toEqual(due)
  expect(await notices()).toEqual(due)
  h.clock.advanceTo('2026-11-22T00:00:00Z')
  expect(await notices()).toEqual(['Later expires on 2026-12-22', ...due])
})
