import { expect, test } from 'vitest'
import type { Module, Transition } from '../../../engine/model/module.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { fieldOf } from '../../fields/testing.ts'
import { reasonOf } from './StateReason.tsx'

const step = (name: string, more: Partial<Transition>) =>
  ({ name, from: ['posted'], input: [], stamps: {}, ...more }) as unknown as Transition
const why = fieldOf('disapproved_reason', 'longtext', { title: 'Reason of disapproval', required: true })
const taker = fieldOf('released_to', 'text', { title: 'Released to', required: true })
const by = fieldOf('disapproved_by', 'user', { refAs: 'disapproved_by_user' })
const module = {
  field: { disapproved_reason: why, disapproved_by: by, released_to: taker },
  workflow: {
    transitions: {
      disapprove: step('disapprove', {
        to: 'disapproved',
        tone: 'danger',
        input: [why],
        stamps: { by: 'disapproved_by', at: 'disapproved_at' },
      }),
      release: step('release', { to: 'posted', input: [taker] }),
      approve: step('approve', { to: 'approved', tone: 'primary', input: [taker] }),
    },
  },
} as unknown as Module
const record = (status: string, more = {}) => ({ id: 1, version: 1, status, actions: [], ...more })

test('shows why a record is in its state, by whom and when', () => {
  const disapproved_by_user = { id: 5, name: 'Aurora Villanueva' }
  const values = { disapproved_reason: 'No budget.', disapproved_by_user, disapproved_at: '2026-11-21T01:57:00.000Z' }
  expect(reasonOf(module, record('disapproved', values))).toEqual({
    title: 'Reason of disapproval',
    text: 'No budget.',
    by: `Aurora Villanueva · ${formatDateTime(values.disapproved_at)}`,
  })
  // Without the right to see who it was, or in a workflow that does not record it.
  expect(reasonOf(module, record('disapproved', { disapproved_reason: 'No budget.' }))?.by).toBe('')
})

test('omits reasons of other states, and inputs of a step forward or within the state', () => {
  expect(reasonOf(module, record('disapproved'))).toBeUndefined()
  expect(reasonOf(module, record('posted', { disapproved_reason: 'No budget.', released_to: 'Liza Ramos' }))).toBeUndefined()
  expect(reasonOf(module, record('approved', { released_to: 'Liza Ramos' }))).toBeUndefined()
})
