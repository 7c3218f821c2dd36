import { expect, test } from 'vitest'
import type { Module, Panel } from '../../../engine/model/module.ts'
import { moduleOf } from '../../fields/testing.ts'
import { groupsOf, isGrouped, withPart } from './parts.ts'

const panel = (path: string, group?: string): Panel => ({
  path,
  title: path,
  module: 'child',
  where: {},
  through: true,
  may: [],
  ...(group && { group }),
})
const module = (more: Partial<Module>): Module => ({ ...moduleOf('person', []), ...more })
const tab = (title: string, group?: string) => ({ title, sections: [], ...(group && { group }) })

// proves: form.tabs[].group, panels.*.group
test('parts are listed under the groups that the descriptor names, in order of their first part, the rest last', () => {
  const grouped = module({
    form: { tabs: [tab('Personal', 'Person'), tab('Notes'), tab('Payroll', 'Pay')] },
    panels: [panel('bank', 'Pay'), panel('skill', 'Person'), panel('file', 'Documents')],
  })
  expect(groupsOf(grouped).map(({ title, parts }) => [title, ...parts.map((part) => part.title)])).toEqual([
    ['Person', 'Personal', 'skill'],
    ['Pay', 'Payroll', 'bank'],
    ['Documents', 'file'],
    ['More', 'Notes'],
  ])
  expect(isGrouped(grouped)).toBe(true)
  expect(isGrouped(module({ form: { tabs: [tab('A')] }, panels: [panel('b')] }))).toBe(false)
})

test('the form opens with the part of the record that was looked at', () => {
  expect(withPart('/talent/employee/edit/3', '?part=compensation&x=1')).toBe('/talent/employee/edit/3?part=compensation')
  expect(withPart('/talent/employee/edit/3', '')).toBe('/talent/employee/edit/3')
})
