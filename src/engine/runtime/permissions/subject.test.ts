import { expect, test } from 'vitest'
import type { Module } from '../../model/module.ts'
import { cutValues } from './subject.ts'

test('H1: values of a record are cut by the field and the column of a child table, and masked where sensitive', () => {
  const field = (name: string, more: object = {}) => ({ name, type: 'text', title: name, sensitive: false, ...more })
  const byName = (fields: readonly { readonly name: string }[]) => Object.fromEntries(fields.map((entry) => [entry.name, entry]))
  const columns = [field('item'), field('cost', { access: 'cost' }), field('account_no', { sensitive: true })]
  const module = {
    field: byName([field('name'), field('rate', { access: 'compensation' }), field('account_no', { sensitive: true })]),
    lines: [
      { name: 'items', field: byName(columns) },
      { name: 'pay', access: 'compensation', field: byName(columns) },
    ],
  } as unknown as Module
  const values = {
    name: 'Ana',
    rate: 5,
    account_no: '123',
    items: [{ id: 1, line_no: 1, item: 'a', cost: 3, account_no: '9', gone: 7 }],
    pay: [{ id: 2, item: 'b' }],
    x_bonus: 8,
    tags: 'VIP',
  }
  expect(cutValues(module, values, ({ access }) => access === undefined)).toEqual({
    name: 'Ana',
    account_no: '••••',
    items: [{ id: 1, line_no: 1, item: 'a', account_no: '••••' }],
    tags: 'VIP',
  })
  expect(cutValues(module, null, () => true)).toBeNull()
})
