import { expect, test } from 'vitest'
import { orderModule } from '../../testing/modules.ts'
import { toldOf, whatWasDone, whoFor } from './TimelineBox.tsx'

const user = { id: 1, name: 'Maria', label: 'Maria' }

test('a decision is listed once, with its changes, and comments at their own time', () => {
  const changes = [{ field: 'status', title: 'Status', before: 'pending', after: 'approved' }]
  const entries = toldOf([
    { kind: 'comment', id: 9, at: '2026-10-03T02:20:00Z', action: 'comment', text: 'Thanks', user },
    { kind: 'approval', id: 4, at: '2026-10-03T02:15:01Z', action: 'approve', text: 'Fine', user },
    { kind: 'change', id: 3, at: '2026-10-03T02:15:00Z', action: 'approve', changes, user },
    { kind: 'change', id: 2, at: '2026-10-02T02:15:00Z', action: 'approve', changes, user },
  ])
  expect(entries.map(({ kind, id, text, changes: made }) => [kind, id, text, made?.length])).toEqual([
    ['approval', 4, 'Fine', 1],
    ['change', 2, undefined, 1],
  ])
})

test('a transition is named by its past tense, else by the resulting state', () => {
  const post = orderModule.workflow!.transitions['post']!
  const undo_approval = { ...post, title: 'Undo approval', to: 'draft', doneText: 'Approval undone' }
  const module = { workflow: { ...orderModule.workflow!, transitions: { post, undo_approval } } }
  expect(['create', 'post', 'undo_approval'].map((action) => whatWasDone(module, action))).toEqual(['Created', 'Posted', 'Approval undone'])
})

test('a decision of a delegate names the approver', () => {
  const decision = { kind: 'approval', id: 4, at: '2026-10-03T02:15:01Z', action: 'approve', user } as const
  expect(whoFor(decision)).toBe('Maria')
  expect(whoFor({ ...decision, for_user: { id: 2, name: 'Aurora', label: 'Aurora' } })).toBe('Maria for Aurora')
})
