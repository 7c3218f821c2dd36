import { expect, test } from 'vitest'
import { decidedBy } from './demo.ts'

test('the approver of the demo decides on no filing pending with another manager', () => {
  const managers = [
    { id: 7, user_id: 5 },
    { id: 6, user_id: 2 },
    { id: 3, user_id: null },
  ]
  const people = [
    { id: 21, manager_id: 7 },
    { id: 10, manager_id: 6 },
    { id: 19, manager_id: 3 },
    { id: 1, manager_id: null },
  ]
  expect([...decidedBy({ user_id: 5 }, people, managers)]).toEqual([21, 19, 1])
})
