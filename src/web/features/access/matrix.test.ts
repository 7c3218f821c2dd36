import { expect, test } from 'vitest'
import { applied, columnsOf, edited, linesOf, type MatrixRow, NO_EDITS, roleChanges, withAll, withCode } from './matrix.ts'

const row = (module_id: number, more: Partial<MatrixRow> = {}): MatrixRow => ({
  application_id: 1,
  module_id,
  name: `module_${module_id}`,
  title: `Module ${module_id}`,
  group: 'Masters',
  known: ['index', 'view', 'new', 'edit'],
  codes: [],
  enabled: true,
  ...more,
})

test('columns are the usual codes in order, then the others', () => {
  expect(columnsOf([row(1, { known: ['void', 'index', 'release'] }), row(2, { known: ['post', 'index', 'bounce'] })])).toEqual([
    'index',
    'post',
    'void',
    'bounce',
    'release',
  ])
})

test('granting view grants the list, and revoking the list revokes view', () => {
  expect(withCode(row(1), 'view', true).codes).toEqual(['index', 'view'])
  expect(withCode(row(1, { codes: ['index', 'view', 'new'] }), 'index', false).codes).toEqual(['new'])
  expect(withCode(row(1, { enabled: false }), 'index', true).enabled).toBe(true)
})

test('a value set back is not a change', () => {
  const saved = [row(1, { codes: ['index'] }), row(2)]
  const once = edited(NO_EDITS, [withAll(saved[0]!, true)], saved)
  expect(once.size).toBe(1)
  expect(applied(saved, once)[0]!.codes).toHaveLength(4)
  expect(edited(once, [withCode(withAll(saved[0]!, false), 'index', true)], saved).size).toBe(0)
})

// S345
test('the summary of a role names new modules, granted and removed codes, and modules switched on or off', () => {
  const saved = [row(1, { codes: ['index', 'view'] }), row(2), row(3, { codes: ['index'] })]
  const edits = edited(
    NO_EDITS,
    [row(1, { codes: ['index', 'edit'] }), row(2, { codes: ['index'] }), { ...saved[2]!, enabled: false }],
    saved,
  )
  const changes = roleChanges(edits, saved, new Set(['1:1', '1:3']))
  expect(changes.insert.map(({ module_id }) => module_id)).toEqual([2])
  expect(changes.give).toEqual([{ module_id: 1, application_id: 1, action: 'edit' }])
  expect(changes.take).toEqual([{ module_id: 1, application_id: 1, action: 'view' }])
  expect(changes.disable.map(({ module_id }) => module_id)).toEqual([3])
  expect(changes.enable).toEqual([])
})

test('a search shows the headings of its results', () => {
  const lines = linesOf(
    [row(1), row(2, { group: 'Reports', title: 'Aging' }), row(3, { group: 'Reports', codes: ['index'] })],
    'reports',
    true,
  )
  expect(lines.map((line) => (line.kind === 'group' ? `${line.title} ${line.count}` : line.row.module_id))).toEqual(['Reports 1', 3])
})
