import { expect, it } from 'vitest'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { statusOf } from './StatusBadge.tsx'

it('open and active states do not look like drafts', () => {
  const order = {
    ...moduleOf('order', []),
    workflow: {
      states: { draft: { title: 'Draft', tone: 'grey' }, posted: { title: 'Posted', tone: 'green' } },
      progress: { tones: { open: 'blue', overdue: 'red' } },
    },
  } as never
  expect(statusOf(order, { id: 1, status: 'draft' })).toEqual({ title: 'Draft', tone: 'grey' })
  expect(statusOf(order, { id: 1, status: 'posted', progress: 'open' })).toEqual({ title: 'Open', tone: 'blue' })
  expect(statusOf(order, { id: 1, status: 'posted', progress: 'overdue' })).toMatchObject({ tone: 'red' })
  const person = moduleOf('person', [fieldOf('status', 'select', { options: [{ value: 'active', label: 'Active' }] })])
  expect(statusOf(person, { id: 1, status: 'active' })).toEqual({ title: 'Active', tone: 'green' })
})
