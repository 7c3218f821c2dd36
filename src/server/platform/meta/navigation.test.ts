import { expect, test } from 'vitest'
import { productModules } from '../../../../scripts/descriptors.ts'
import { createRegistries, loadDescriptors } from '../../../engine/index.ts'
import { beginsElsewhere } from '../../../engine/model/kind.ts'
import { shipped } from '../../packages/registry.ts'
import { groupOrder, placeIn } from './navigation.ts'

// S134
test('the groups of Resource are in the order of the specification', () => {
  const shuffled = ['Reports', 'Setup', 'Item Management', 'Master Files', 'Inventory Management']
  expect(shuffled.sort(groupOrder('resource', shipped.facts.applications))).toEqual([
    'Master Files',
    'Item Management',
    'Inventory Management',
    'Setup',
    'Reports',
  ])
})

test('M26: menus follow the order of work', async () => {
  const { modules } = await productModules()
  const menu = (application: string, group: string) =>
    [...modules.values()]
      .filter((module) => !module.hidden && placeIn(module, application)?.group === group)
      .sort((a, b) => a.order - b.order)
      .map(({ name }) => name)
  expect(menu('procurement', 'Purchasing').slice(0, 4)).toEqual(['purchase_request', 'purchase_order', 'goods_receipt', 'goods_return'])
  expect(menu('resource', 'Inventory Management')).toEqual([
    'beginning_inventory',
    'purchase_order',
    'goods_receipt',
    'goods_return',
    'delivery_receipt',
    'sales_return',
    'inventory_request',
    'inventory_transfer',
    'inventory_receiving',
    'inventory_adjustment',
    'physical_count',
    'cycle_count',
    'stock_reservation',
    'stock_unit',
    'inventory_movement',
  ])
  expect(menu('financial', 'Receivables')).toEqual([
    'customer',
    'invoice',
    'daily_collection',
    'cash_receipt',
    'check_register',
    'bank_deposit',
    'aging_receivable',
    'statement_of_account',
    'receivable_write_off',
  ])
  expect(menu('revenue', 'Sales').slice(0, 5)).toEqual(['sales_quotation', 'sales_order', 'delivery_receipt', 'invoice', 'sales_return'])
  expect(menu('talent', 'Filings and Approvals').slice(-2)).toEqual(['approval_flow', 'approval_delegation'])
  expect(menu('talent', 'Employee Management')[0]).toBe('employee')
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
test('another application names a module by its use there, and opens its list with that filter', () => {
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

test('a button does not start a process that starts on another page', async () => {
  const { modules } = await productModules()
  expect([...modules.values()].filter((module) => module.actions.new && beginsElsewhere(module)).map(({ name }) => name)).toEqual([
    'report_schedule',
  ])
})
