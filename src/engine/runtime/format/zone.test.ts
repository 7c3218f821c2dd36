import { expect, it } from 'vitest'
import { instantOfWall, wallTime } from './zone.ts'

it('reads and writes the local time of a zone', () => {
  expect(wallTime('2026-11-22T11:18:57.567Z', 'Asia/Manila')).toBe('2026-11-22T19:18:57')
  for (const text of ['2026/11/22 07:18 PM', '2026-11-22 19:18', '2026-11-22T19:18:00'])
    expect(instantOfWall(text, 'Asia/Manila')).toBe('2026-11-22T11:18:00.000Z')
  expect(instantOfWall('2026/11/22 12:05 AM', 'Asia/Manila')).toBe('2026-11-21T16:05:00.000Z')
  // Clocks go back at 02:00 on 25 October 2026 in Berlin, forward on 29 March.
  expect(instantOfWall('2026-10-25 02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(instantOfWall('2026-03-29 12:00', 'Europe/Berlin')).toBe('2026-03-29T10:00:00.000Z')
  for (const wrong of ['2026-02-30 08:00', '2026-01-01 25:00', '2026-01-01 13:00 PM', 'today', ''])
    expect(instantOfWall(wrong, 'Asia/Manila')).toBeUndefined()
})
