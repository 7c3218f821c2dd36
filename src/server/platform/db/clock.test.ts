import { expect, test } from 'vitest'
import { createClock, dayIn } from './clock.ts'

test('a separate clock moves only for the work that uses it', async () => {
  const clock = createClock({ start: '2026-11-21', frozen: true })
  const seen: string[] = []
  let go = () => {}
  const signal = new Promise<void>((resolve) => {
    go = resolve
  })
  const first = clock.separately(async () => {
    clock.advanceTo('2026-05-01')
    await signal
    seen.push(clock.today('Asia/Manila'))
    clock.reset()
    seen.push(clock.today('Asia/Manila'))
  })
  const second = clock.separately(async () => {
    clock.advanceTo('2026-06-15')
    await signal
    seen.push(clock.today('Asia/Manila'))
  })
  expect(clock.today('Asia/Manila')).toBe('2026-11-21')
  go()
  await Promise.all([first, second])
  expect(seen.toSorted()).toEqual(['2026-05-01', '2026-06-15', '2026-11-21'])
  expect(clock.today('Asia/Manila')).toBe('2026-11-21')
})

test('an instant falls on the day in the zone at that time, and a date is itself', () => {
  expect(dayIn('2026-12-31T23:07:00.000Z', 'Asia/Manila')).toBe('2027-01-01')
  expect(dayIn('2026-12-31', 'Asia/Manila')).toBe('2026-12-31')
})
