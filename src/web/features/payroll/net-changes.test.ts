import { expect, test } from 'vitest'
import { narrowedNet, netTotals } from './net-changes.ts'
import type { NetChange } from './types.ts'

const row = (name: string, before: number | null, now: number | null): NetChange => {
  const variance = (now ?? 0) - (before ?? 0)
  return {
    employee_id: name.length,
    employee: { id: name.length, name, label: name },
    previous_amount: before ?? 0,
    current_amount: now ?? 0,
    variance,
    variance_percent: before ? Math.round((variance / before) * 1000) / 10 : null,
    reason: before === null ? 'new_hire' : now === null ? 'separated' : null,
  } as NetChange
}
const rows = [
  row('Abad, Ana', 10_000, 12_000),
  row('Bello, Ben', 10_000, 10_100),
  row('Cruz, Carla', 9_000, 9_000),
  row('Diaz, Dan', null, 8_000),
  row('Enriquez, Eva', 7_000, null),
]
const names = (search: string, least: number) => narrowedNet(rows, { search, least }).map(({ employee }) => employee.name)

test('changes of net pay are narrowed by name and by percent; who came or left is always told', () => {
  expect(names('', 0)).toEqual(['Abad, Ana', 'Bello, Ben', 'Diaz, Dan', 'Enriquez, Eva'])
  expect(names('', 10)).toEqual(['Abad, Ana', 'Diaz, Dan', 'Enriquez, Eva'])
  expect(names('ben bello', 0)).toEqual(['Bello, Ben'])
  expect(netTotals(rows)).toEqual({ changed: 2, joined: 1, left: 1, variance: 3_100 })
})
