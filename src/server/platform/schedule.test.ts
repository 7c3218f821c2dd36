import { expect, test } from 'vitest'
import { Schedule } from './schedule.ts'

test('13.16: scheduled jobs show when they last ran, per company', () => {
  const schedule = new Schedule()
  schedule.add('leave', 600_000, 'Accruals.')
  schedule.add('outbox', 30_000, 'Notifications.')
  schedule.ran('leave', 'ONE', new Date('2026-11-22T01:00:00Z'), false)
  schedule.ran('outbox', 'ONE', new Date('2026-11-22T01:05:00Z'), true)
  expect(schedule.of('ONE')).toEqual([
    { name: 'leave', expression: 'every 10 min', description: 'Accruals.', last_run_at: '2026-11-22T01:00:00.000Z', status: 'completed' },
    { name: 'outbox', expression: 'every 30 s', description: 'Notifications.', last_run_at: '2026-11-22T01:05:00.000Z', status: 'failed' },
  ])
  expect(schedule.of('TWO').map(({ last_run_at, status }) => [last_run_at, status])).toEqual([
    [null, 'waiting'],
    [null, 'waiting'],
  ])
})
