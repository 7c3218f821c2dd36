import { expect, test } from 'vitest'
import type { NavigationEntry } from '../../admin/types.ts'
import { flattened, groupsOf, moved, stepped } from './tree.ts'

const entry = (id: number, parent: string | null, sort_order: number): NavigationEntry => ({
  id,
  parent,
  is_module: true,
  is_report: false,
  module_id: id,
  title: null,
  icon: null,
  permission_codes: null,
  sort_order,
})
const groups = groupsOf([entry(3, 'Reports', 3), entry(1, 'Masters', 1), entry(2, 'Masters', 2)])
const shape = (all: readonly { title: string; entries: readonly { id: number }[] }[]) =>
  all.map(({ title, entries }) => `${title}: ${entries.map(({ id }) => id).join(' ')}`)

test('entries are in their groups by order', () => {
  expect(shape(groups)).toEqual(['Masters: 1 2', 'Reports: 3'])
})

test('an entry moves up and down, and on into the next group', () => {
  expect(stepped(groups, 2, -1)).toEqual({ id: 2, parent: 'Masters', position: 0 })
  expect(stepped(groups, 2, 1)).toEqual({ id: 2, parent: 'Reports', position: 0 })
  expect(stepped(groups, 3, -1)).toEqual({ id: 3, parent: 'Masters', position: 2 })
  expect(stepped(groups, 1, -1)).toBeUndefined()
  expect(stepped(groups, 3, 1)).toBeUndefined()
})

test('a move shows at once, also into a new group, and empty groups are removed', () => {
  expect(shape(moved(groups, { id: 3, parent: 'Masters', position: 1 }))).toEqual(['Masters: 1 3 2'])
  expect(shape(moved(groups, { id: 1, parent: 'Own', position: 0 }))).toEqual(['Masters: 2', 'Reports: 3', 'Own: 1'])
  expect(
    flattened(moved(groups, { id: 3, parent: 'Masters', position: 0 })).map(({ module_id, sort_order }) => [module_id, sort_order]),
  ).toEqual([
    [3, 0],
    [1, 1],
    [2, 2],
  ])
})
