import { expect, test } from 'vitest'
import { makeField } from '../../engine/model/make-field.ts'
import { filterParams } from './client.ts'
import { narrowingOf } from './filters.ts'

// proves: fields.*.offered
test('a list of values includes those of other fields, and an empty value; without the field the condition is omitted', () => {
  const field = makeField('invoice_id', 'reference', 'Invoice', {
    to: 'invoice',
    filter: { status: 'posted', term_id: '$parent.term_ids' },
    offered: { 'customer.collector_id': ['$parent.assigned_to', null] },
  })
  const around = (values: Record<string, unknown>) => ({ value: (name: string) => values[name] })
  const { filter: resolved } = narrowingOf(field, around({ 'parent.assigned_to': 7, 'parent.term_ids': [] }))
  expect(resolved).toEqual({ status: 'posted', 'customer.collector_id': [7, null] })
  expect(filterParams(resolved)).toEqual({ 'filter[status]': 'posted', 'filter[customer.collector_id][in]': '7,null' })
  expect(narrowingOf(field, around({ 'parent.assigned_to': null, 'parent.term_ids': [1, 2] })).filter).toEqual({
    status: 'posted',
    term_id: [1, 2],
  })
})
