import { expect, test } from 'vitest'
import { createAttemptLimit } from './attempt-limit.ts'

test('failed sign-ins of an address are limited for a minute; successful ones are not', () => {
  let now = 0
  const limit = createAttemptLimit(2, () => now)
  const waits: number[] = []
  const attempt = (address: string) => limit.begin(address, (seconds) => waits.push(seconds))
  for (let index = 0; index < 50; index++) attempt('office')()
  attempt('office')
  attempt('office')
  now = 20_000
  expect(() => attempt('office')).toThrow('Too many requests')
  expect(waits).toEqual([40])
  // Another address is not affected, and attempts that are under way count until they succeed.
  const first = attempt('home')
  attempt('home')
  expect(() => attempt('home')).toThrow()
  first()
  attempt('home')
  now = 60_000
  attempt('office')
})
