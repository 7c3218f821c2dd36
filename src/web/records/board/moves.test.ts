import { expect, test } from 'vitest'
import { orderModule } from '../../testing/modules.ts'
import { moveTo, undoOf } from './moves.ts'

const everything = () => true
const nothing = () => false
const status = orderModule.field.status!
const draft = { id: 1, version: 1, status: 'draft' }

test('a card moves to another state by its transition', () => {
  expect(moveTo({ module: orderModule, can: everything, field: status }, draft, 'posted')).toMatchObject({
    kind: 'transition',
    transition: { name: 'post' },
  })
  expect(moveTo({ module: orderModule, can: everything, field: status }, draft, 'draft')).toEqual({ kind: 'same' })
})

test('an impossible move gives the reason: no transition, no permission, a field set by the system', () => {
  expect(moveTo({ module: orderModule, can: everything, field: status }, { ...draft, status: 'voided' }, 'draft')).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining('no step'),
  })
  expect(moveTo({ module: orderModule, can: nothing, field: status }, draft, 'posted')).toMatchObject({
    reason: expect.stringContaining('permission'),
  })
  const field = { ...orderModule.field.supplier_id!, readonly: true }
  expect(moveTo({ module: orderModule, can: everything, field: field }, { ...draft, supplier_id: 1 }, 2)).toMatchObject({
    reason: expect.stringContaining('set by the system'),
  })
})

test('a choice or a reference changes where the status allows editing', () => {
  const field = { ...orderModule.field.supplier_id!, readonly: false }
  expect(moveTo({ module: orderModule, can: everything, field: field }, { ...draft, supplier_id: 1 }, 2)).toEqual({
    kind: 'edit',
    value: 2,
  })
  expect(moveTo({ module: orderModule, can: everything, field: field }, { ...draft, status: 'posted', supplier_id: 1 }, 2)).toMatchObject({
    kind: 'refused',
  })
})

test('a transition is undone by the one that reverses it', () => {
  const [post] = Object.values(orderModule.workflow!.transitions).filter(({ name }) => name === 'post')
  const back = { ...post!, name: 'unpost', from: ['posted'], to: 'draft', reverses: true }
  const module = {
    ...orderModule,
    workflow: { ...orderModule.workflow!, transitions: { ...orderModule.workflow!.transitions, unpost: back } },
  }
  expect(undoOf(module, everything, post!, 'draft')?.name).toBe('unpost')
  expect(undoOf(module, nothing, post!, 'draft')).toBeUndefined()
  expect(undoOf(orderModule, everything, post!, 'draft')).toBeUndefined()
})
