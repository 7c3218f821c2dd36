import { expect, test } from 'vitest'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { changesOf } from './diff.ts'

const module = moduleOf('order', [fieldOf('code', 'code'), fieldOf('total', 'money')])

test('shows only changes, in the order of the form', () => {
  const changes = changesOf(module, { total: 1, code: 'A', note: 'x', items: [1] }, { total: 2, code: 'B', note: 'y', items: [1] })
  expect(changes.map(({ name }) => name)).toEqual(['code', 'total', 'note'])
  expect(changes[0]!.field?.title).toBe('Code')
  expect(changes[2]!.field).toBeUndefined()
})

test('a new record has no earlier values', () => {
  expect(changesOf(undefined, null, { code: 'A', empty: null })).toEqual([
    { name: 'code', field: undefined, before: undefined, after: 'A' },
  ])
})
