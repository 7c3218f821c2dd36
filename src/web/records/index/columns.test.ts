import { expect, it } from 'vitest'
import { fieldOf } from '../../fields/testing.ts'
import { extraColumns, movedTo, PLAIN, visibleColumns, widthOf, withColumn } from './columns.ts'

const fields = [
  fieldOf('no', 'text'),
  fieldOf('party_id', 'reference', { to: 'party', refAs: 'party' }),
  fieldOf('buyer_id', 'user', { to: 'user', refAs: 'buyer', title: 'Buyer' }),
  fieldOf('status', 'select'),
  fieldOf('progress', 'select'),
  fieldOf('total', 'money'),
  fieldOf('posting_seq', 'integer', { widget: 'hidden' }),
  fieldOf('version', 'integer'),
  fieldOf('notes', 'richtext'),
]
const column = (path: string, via?: string) => ({
  path,
  title: path,
  type: 'text' as const,
  align: 'start' as const,
  sortable: true,
  ...(via && { via }),
})
const module = { columns: [column('no'), column('party.name', 'party_id'), column('status')], fields, entity: { volume: 'large' } } as never

it('offers a column for every field that people read, and shows those that they add in their order', () => {
  expect(extraColumns(module)).toMatchObject([
    { path: 'buyer.name', title: 'Buyer', via: 'buyer_id', sortable: false },
    { path: 'total', align: 'end' },
  ])
  const added = withColumn(module, PLAIN, 'buyer.name', true)
  expect(visibleColumns(module, added).map(({ path }) => path)).toEqual(['no', 'party.name', 'status', 'buyer.name'])
  const order = movedTo(
    visibleColumns(module, added).map(({ path }) => path),
    'buyer.name',
    'party.name',
  )
  expect(order).toEqual(['no', 'buyer.name', 'party.name', 'status'])
  expect(withColumn(module, { ...added, order }, 'buyer.name', false).order).toEqual(['no', 'party.name', 'status'])
  const status = { ...column('status'), type: 'status' as const }
  const long = fieldOf('status', 'select', { options: [{ value: 'x', label: 'Waiting for the second approval' }] })
  expect(widthOf(status, { entity: { numbers: [], name: 'no' }, field: { status: long } } as never)).toBeGreaterThan(320)
  // A column of the module's own is hidden, and keeps its place.
  expect(withColumn(module, PLAIN, 'no', false).hidden).toEqual(['no'])
})
