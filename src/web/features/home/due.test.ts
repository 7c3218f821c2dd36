import { describe, expect, test } from 'vitest'
import { daysUntil, dueLabel, inProgressFirst } from './due.ts'

describe('tasks of Home', () => {
  // S163 S164 S165 S166
  test('the due label counts days, and says when there is no date', () => {
    expect([0, 1, 2, 14].map(dueLabel)).toEqual(['Due today', 'Due tomorrow', 'Due in 2 days', 'Due in 14 days'])
    expect([null, undefined, -1].map(dueLabel)).toEqual(['No Due Date', 'No Due Date', 'No Due Date'])
  })

  test('days are counted across months', () => {
    expect(['2026-11-30', '2026-12-01', '2026-12-02', '2026-11-29'].map((date) => daysUntil(date, '2026-11-30'))).toEqual([0, 1, 2, -1])
    expect(daysUntil(null, '2026-11-30')).toBeNull()
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
