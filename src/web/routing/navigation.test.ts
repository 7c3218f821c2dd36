import { expect, test } from 'vitest'
import type { NavApplication, Session } from '../api/types.ts'
import { mayEnter } from './navigation.ts'

const application = (name: string): NavApplication => ({ name, title: name, icon: 'apps', color: 'teal', groups: [] })
const session = (employee_id?: number | null) =>
  ({ valid: true, user: { id: 1, name: 'A', username: 'a', ...(employee_id !== undefined && { employee_id }) } }) as Session

// S340
test('only employees may enter the employee portal; other applications have no such condition', () => {
  expect(mayEnter(application('employee_portal'), session(4))).toBe(true)
  for (const nobody of [session(null), session(), undefined]) expect(mayEnter(application('employee_portal'), nobody)).toBe(false)
  expect(mayEnter(application('talent'), session(null))).toBe(true)
})
