import { expect, test } from 'vitest'
import { createRegistries, loadDescriptors } from '../../../engine/index.ts'
import { shipped } from '../../packages/registry.ts'
import { groupOrder, placeIn } from './navigation.ts'

// S134
test('the groups of Resource stand as the specification lists them', () => {
  const shuffled = ['Reports', 'Setup', 'Item Management', 'Master Files', 'Inventory Management']
  expect(shuffled.sort(groupOrder('resource', shipped.facts.applications))).toEqual([
    'Master Files',
    'Item Management',
    'Inventory Management',
    'Setup',
    'Reports',
  ])
})

// S141
test('Workforce begins with its dashboard; the other groups follow by name', () => {
  expect(['Time Setup', 'Payroll', '', 'Dashboard', 'Employee Management'].sort(groupOrder('talent', shipped.facts.applications))).toEqual([
    '',
    'Dashboard',
    'Employee Management',
    'Payroll',
    'Time Setup',
  ])
})

// proves: alsoIn[].title, alsoIn[].filter
test('another application calls a module by what is done with it there, and opens its list narrowed to that', () => {
  const text = JSON.stringify({
    group: 'Purchasing',
    fields: { name: { type: 'text' }, status: { type: 'select', options: ['open', 'partly', 'done'] } },
    alsoIn: [
      { application: 'stock', group: 'Arrivals', title: 'Orders to receive', filter: { status: ['open', 'partly'] }, actions: ['index'] },
    ],
  })
  const module = loadDescriptors([{ path: 'modules/buying/order.json', text }], createRegistries()).modules.get('order')!
  expect(placeIn(module, 'buying')).toEqual({ group: 'Purchasing' })
  expect(placeIn(module, 'stock')).toEqual({
    group: 'Arrivals',
    title: 'Orders to receive',
    query: 'filter%5Bstatus%5D%5Bin%5D=open%2Cpartly',
    actions: ['index'],
  })
})
