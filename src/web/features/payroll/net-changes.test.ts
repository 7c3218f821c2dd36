import { expect, test } from 'vitest'
import { narrowedNet, netCsv, netTotals, valuesOf } from './net-changes.ts'
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

test('changes of net pay are filtered by name and percent; joiners and leavers are always listed', () => {
  expect(names('', 0)).toEqual(['Abad, Ana', 'Bello, Ben', 'Diaz, Dan', 'Enriquez, Eva'])
  expect(names('', 10)).toEqual(['Abad, Ana', 'Diaz, Dan', 'Enriquez, Eva'])
  expect(names('ben bello', 0)).toEqual(['Bello, Ben'])
  expect(netTotals(rows)).toEqual({ changed: 2, joined: 1, left: 1, variance: 3_100 })
})

test('changes of net pay are filtered by amount, department and cause, and exported without formulas', () => {
  const known = rows.map((each, index) => ({
    ...each,
    department: index % 2 ? 'Sales' : '=Admin',
    cause: each.reason ?? (each.variance === 0 ? null : 'rate_change'),
  }))
  const surnames = (filter: object) =>
    narrowedNet(known, { search: '', least: 0, ...filter }).map(({ employee }) => String(employee.name).split(',')[0])
  expect(surnames({ amount: 500 })).toEqual(['Abad', 'Diaz', 'Enriquez'])
  expect(surnames({ department: 'Sales' })).toEqual(['Bello', 'Diaz'])
  expect(surnames({ cause: 'separated' })).toEqual(['Enriquez'])
  expect(valuesOf(known, 'cause')).toEqual(['new_hire', 'rate_change', 'separated'])
  const csv = netCsv(narrowedNet(known, { search: 'abad', least: 0 }), ['Employee', 'Department'], (cause) => cause.toUpperCase())
  expect(csv).toBe('\uFEFF"Employee","Department"\r\n"Abad, Ana","\'=Admin","10000.00","12000.00","2000.00","20.00","RATE_CHANGE"\r\n')
})
