import { expect, test } from 'vitest'
import { nextRun } from './next-run.ts'

const next = (schedule: object, moment: string, zone = 'Asia/Manila') => nextRun({ time: '07:00', ...schedule }, new Date(moment), zone)

// 21 November 2026 is a Saturday; 07:00 in Manila is 23:00 UTC of the day before.
test.each([
  ['today, while its hour is to come', { frequency: 'daily' }, '2026-11-20T22:59:59Z', '2026-11-20T23:00:00.000Z'],
  ['tomorrow, once its hour has come', { frequency: 'daily' }, '2026-11-20T23:00:00Z', '2026-11-21T23:00:00.000Z'],
  ['Monday after a weekend', { frequency: 'weekdays' }, '2026-11-20T23:00:00Z', '2026-11-22T23:00:00.000Z'],
  ['the day of the week', { frequency: 'weekly', weekday: '3' }, '2026-11-21T00:00:00Z', '2026-11-24T23:00:00.000Z'],
  ['the day of the month', { frequency: 'monthly', month_day: 5 }, '2026-11-21T00:00:00Z', '2026-12-04T23:00:00.000Z'],
  ['the last day of a short month', { frequency: 'monthly', month_day: 31 }, '2027-02-01T00:00:00Z', '2027-02-27T23:00:00.000Z'],
])('the next run is %s', (_, schedule, moment, expected) => {
  expect(next(schedule, moment)).toBe(expected)
})

test('the hour follows the clock when it changes', () => {
  expect(next({ frequency: 'daily' }, '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z')
  expect(next({ frequency: 'daily' }, '2026-03-27T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T06:00:00.000Z')
})
