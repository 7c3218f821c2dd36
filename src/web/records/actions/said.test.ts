import { expect, test } from 'vitest'
import { orderModule } from '../../testing/modules.ts'
import { saidOfMany } from '../index/said-of-many.ts'
import { printTitle, saidOf } from './said.ts'
import { aboutOf } from './transition.ts'

const record = {
  id: 7,
  transaction_no: 'PO-MNL-2026-000020',
  status: 'posted',
  supplier_id: 1,
  supplier: { id: 1, name: 'Garcia Marketing', label: 'Garcia Marketing' },
  total: 8692,
}
const post = orderModule.workflow!.transitions['post']!
const undone = { undo_approval: { ...post, doneText: 'Approval undone', from: ['approved'], to: 'draft' } }

test('a message names the record and its new state, not the button', () => {
  expect(saidOf(orderModule, record, 'post')).toBe('PO-MNL-2026-000020 posted')
  expect(saidOf(orderModule, record)).toContain('PO-MNL-2026-000020')
  // A change that was sent for a day to come, which the record does not show yet.
  const [date] = orderModule.fields.filter(({ type, writable }) => type === 'date' && writable)
  const past = { ...record, [date!.name]: '2026-01-05' }
  expect(saidOf(orderModule, past, undefined, { [date!.name]: '2099-12-01' })).toContain('takes effect on 2099/12/01')
  expect(saidOf(orderModule, { ...past, [date!.name]: '2099-12-01' }, undefined, { [date!.name]: '2099-12-01' })).not.toContain('2099')
  // What leaves a record in its state says what ran.
  const stays = {
    ...orderModule,
    workflow: {
      ...orderModule.workflow!,
      transitions: { remind: { ...post, title: 'Remind', doneText: undefined as string | undefined, from: ['posted'], to: 'posted' } },
    },
  }
  expect(saidOf(stays, record, 'remind')).toBe('PO-MNL-2026-000020: Remind')
  // proves: workflow.transitions.*.doneText
  stays.workflow.transitions.remind.doneText = 'Supplier reminded'
  expect(saidOf(stays, record, 'remind')).toBe('PO-MNL-2026-000020: Supplier reminded')
  expect(
    saidOf(
      { ...orderModule, workflow: { ...orderModule.workflow!, transitions: undone } },
      { ...record, status: 'draft' },
      'undo_approval',
    ),
  ).toBe('PO-MNL-2026-000020: Approval undone')
  // What others decide now is submitted, and says by whom it is decided where that is known.
  const submit = { ...post, from: ['draft'], to: 'posted' }
  const decided = { ...post, from: ['posted'], to: 'approved', approval: { levels: [] } }
  const filing = { ...orderModule, workflow: { ...orderModule.workflow!, transitions: { submit, decided } } }
  expect(saidOf(filing, record, 'submit')).toBe('PO-MNL-2026-000020 was submitted and waits for approval.')
  expect(saidOf(filing, { ...record, awaiting: ['Arturo Cruz'] }, 'submit')).toContain('waits for approval by Arturo Cruz.')
  // The first of two levels leaves a record in its state: it says who decides next.
  const draft = { ...record, status: 'draft', awaiting: ['Arturo Cruz'] }
  const approve = { ...post, from: ['draft'], to: 'approved', approval: { levels: [] } }
  const levels = { ...orderModule, workflow: { ...orderModule.workflow!, transitions: { approve } } }
  expect(saidOf(levels, draft, 'approve')).toBe('PO-MNL-2026-000020 approved. The next approval is due from Arturo Cruz.')
})

test('a message about many records names their common state, or only what was done', () => {
  const posted = { status: 'posted' }
  expect(saidOfMany(orderModule, post, [posted, posted])).toBe('2 records posted.')
  // The first of several approvals leaves a record where it was.
  expect(saidOfMany(orderModule, post, [posted, { status: 'draft' }])).toBe('Post: done for 2 records.')
  expect(saidOfMany(orderModule, post, [{ status: 'draft' }])).toBe('Post: done for 1 record.')
  // What takes a record back is called by what it does, not "2 records draft".
  const module = { ...orderModule, workflow: { ...orderModule.workflow!, transitions: undone } }
  expect(saidOfMany(module, { name: 'undo_approval', title: 'Undo approval' }, [{ status: 'draft' }])).toBe(
    'Undo approval: done for 1 record.',
  )
  expect(saidOfMany(orderModule, { name: 'delete', title: 'Delete' }, [{}])).toBe('1 record deleted.')
})

test('the button of a print form says Print, with the name where there are several', () => {
  const print = ['Check voucher', 'BIR form 2307'].map((title) => ({ title })) as unknown as typeof orderModule.print
  expect(printTitle({ print: print.slice(0, 1) }, print[0]!)).toBe('Print')
  expect(print.map((form) => printTitle({ print }, form))).toEqual(['Print check voucher', 'Print BIR form 2307'])
})

test('a question names the record, the party, the amount and the resulting state', () => {
  const [about, ...follows] = aboutOf(orderModule, { ...record, status: 'draft' }, post)
  expect(about).toContain('PO-MNL-2026-000020')
  expect(about).toContain('Supplier Garcia Marketing')
  expect(about).toContain('8,692.00')
  expect(follows).toEqual(['New status: Posted'])
})
