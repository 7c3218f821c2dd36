import { expect, it } from 'vitest'
import { initialsOf, rowsOf } from './heat.ts'
import type { Entry } from './month.ts'

it('each meaning has different initials', () => {
  expect([...initialsOf(['Absent', 'Half day', 'Holiday', 'Present', 'Holiday worked', 'Hidden', 'Paid'])]).toEqual([
    ['Absent', 'A'],
    ['Half day', 'HD'],
    ['Holiday', 'H'],
    ['Present', 'P'],
    ['Holiday worked', 'HW'],
    ['Hidden', 'Hi'],
    ['Paid', 'Pa'],
  ])
})

it('entries are in rows by name, without empty rows', () => {
  const entry = (id: string, row?: string): Entry => ({
    id,
    title: id,
    from: '2026-11-02',
    to: '2026-11-02',
    tone: 'green',
    ...(row && { row }),
  })
  expect(
    rowsOf([entry('1', 'Reyes'), entry('2', 'Cruz'), entry('3'), entry('4', 'Reyes')]).map(({ name, entries }) => [name, entries.length]),
  ).toEqual([
    ['Cruz', 1],
    ['Reyes', 2],
  ])
})
