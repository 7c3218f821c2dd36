import { expect, test } from 'vitest'
import type { Module, Row } from '../../../engine/model/module.ts'
import { forestOf, type Line, linesOf, openAtFirst } from './forest.ts'
import { stepOf } from './keys.ts'

const module = {
  tree: { parent: 'up', title: '{name}', detail: '{kind}', first: false },
  fields: [{ name: 'kind', options: [{ value: 'team_lead', label: 'Team lead' }] }],
} as unknown as Module
const row = (id: number, up: number | null): Row => ({ id, up, name: `N${id}`, kind: 'team_lead' })
const said = (lines: readonly Line[]) =>
  lines.map(({ node, level, position, siblings }) => `${'-'.repeat(level)}${node.title} ${position}/${siblings}`)
const whole = (rows: readonly Row[]) => linesOf(forestOf(module, rows), () => true)

test('rows are below their parents in their own order; rows without a parent are at the top', () => {
  const lines = whole([row(3, 1), row(1, null), row(2, 1), row(4, 3), row(5, 99)])
  expect(said(lines)).toEqual(['-N1 1/2', '--N3 1/2', '---N4 1/1', '--N2 2/2', '-N5 2/2'])
  expect([lines[0]!.node.below, lines[0]!.node.detail]).toEqual([3, 'Team lead'])
})

test('cycles are broken without losing a row', () => {
  expect(said(whole([row(1, 3), row(2, 1), row(3, 2), row(4, 4), row(5, 3)]))).toEqual([
    '-N1 1/2',
    '--N2 1/1',
    '---N3 1/1',
    '----N5 1/1',
    '-N4 2/2',
  ])
})

test('a tree opens to a readable size, and always the first level', () => {
  const wide = Array.from({ length: 80 }, (_, index) => row(index + 2, 1))
  expect([...openAtFirst(forestOf(module, [row(1, null), ...wide, row(100, 2)]))]).toEqual([1])
  expect([...openAtFirst(forestOf(module, [row(1, null), row(2, 1), row(3, 2)]))]).toEqual([1, 2])
  // Deep chains neither hang nor break.
  expect(whole(Array.from({ length: 5000 }, (_, index) => row(index + 1, index || null)))).toHaveLength(5000)
})

test('arrow keys move by line, in and out', () => {
  const roots = forestOf(module, [row(1, null), row(2, 1), row(3, 1), row(4, 3)])
  const lines = linesOf(roots, ({ id }) => id === 1)
  expect(stepOf(lines, 0, 'ArrowDown')).toEqual({ focus: 2 })
  expect(stepOf(lines, 0, 'ArrowLeft')).toEqual({ toggle: 1, open: false })
  expect(stepOf(lines, 0, 'ArrowRight')).toEqual({ focus: 2 })
  expect(stepOf(lines, 2, 'ArrowRight')).toEqual({ toggle: 3, open: true })
  expect(stepOf(lines, 2, 'ArrowLeft')).toEqual({ focus: 1 })
  expect(stepOf(lines, 2, 'ArrowDown')).toEqual({ focus: 3 })
  expect(stepOf(lines, 2, 'n')).toEqual({ focus: 1 })
  expect(stepOf(lines, 0, 'Tab')).toBeUndefined()
})
