import { describe, expect, test } from 'vitest'
import { dueLabel, inProgressFirst } from './due.ts'

describe('tasks of Home', () => {
  // S163 S164 S165 S166
  test('the due label counts days and says when there is none', () => {
    expect([0, 1, 2, 14].map(dueLabel)).toEqual(['Due today', 'Due tomorrow', 'Due in 2 days', 'Due in 14 days'])
    expect([null, undefined, -1].map(dueLabel)).toEqual(['No Due Date', 'No Due Date', 'No Due Date'])
  })

  // S162
  test('in-progress tasks come before done ones, otherwise in the given order', () => {
    const tasks = [
      { id: 1, is_done: true },
      { id: 2, is_done: false },
      { id: 3, is_done: true },
      { id: 4, is_done: false },
    ]
    expect(inProgressFirst(tasks).map(({ id }) => id)).toEqual([2, 4, 1, 3])
  })
})
