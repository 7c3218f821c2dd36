import { expect, test } from 'vitest'
import { groupOrder } from './navigation.ts'

// S134
test('the groups of Resource stand as the specification lists them', () => {
  const shuffled = ['Reports', 'Setup', 'Item Management', 'Master Files', 'Inventory Management']
  expect(shuffled.sort(groupOrder('resource'))).toEqual(['Master Files', 'Item Management', 'Inventory Management', 'Setup', 'Reports'])
})

// S141
test('Workforce begins with its dashboard; the other groups follow by name', () => {
  expect(['Time Setup', 'Payroll', '', 'Dashboard', 'Employee Management'].sort(groupOrder('talent'))).toEqual([
    '',
    'Dashboard',
    'Employee Management',
    'Payroll',
    'Time Setup',
  ])
})
