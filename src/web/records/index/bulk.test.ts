import { expect, it } from 'vitest'
import type { Module } from '../../../engine/model/module.ts'
import { bulkActions, rowName } from './bulk.ts'

// proves: report.records.actions.*.title, report.records.actions.*.reason, report.records.actions.*.danger
it('offers on rows of a report the declared actions, for the records behind them', () => {
  const report = {
    kind: 'report',
    report: {
      records: {
        module: 'kind',
        id: 'number',
        actions: [
          { name: 'approve', title: 'Agree', reason: false, danger: false },
          { name: 'disapprove', title: 'Refuse', reason: true, danger: true },
        ],
      },
    },
  } as unknown as Module
  const [agree, refuse] = bulkActions(
    report,
    [
      { kind: 'one', number: 3 },
      { kind: 'two', number: 3 },
    ],
    () => true,
  )
  const rows = [
    { module: 'one', id: 3 },
    { module: 'two', id: 3 },
  ]
  expect(agree).toEqual({ name: 'approve', title: 'Agree', danger: false, ids: [3, 3], rows, input: [] })
  expect(refuse).toMatchObject({ title: 'Refuse', danger: true, rows, input: [{ name: 'reason', required: true }] })
})

it('makes records of the selected rows of a report, by their IDs, with the input of the record', () => {
  const ask = [{ name: 'date_needed' }]
  const module = { kind: 'report', report: { makes: [{ name: 'request', title: 'Make request', ask }] } } as unknown as Module
  expect(bulkActions(module, [{ id: '7:3' }, { id: '8:' }], () => true)).toEqual([
    { name: 'request', title: 'Make request', danger: false, ids: [0, 1], path: 'make/request', keys: ['7:3', '8:'], input: ask },
  ])
})

it('a row of a report is named by its number, not by the key of its record', () => {
  expect(rowName({ id: 'leave_filing:31', transaction_no: 'LF-2026-000031' })).toBe('LF-2026-000031')
  expect(rowName({ id: 4, transaction_no: 'PO-4', label: 'PO-4 · Reyes' })).toBe('PO-4 · Reyes')
  expect(rowName({ id: 4 })).toBe('4')
})

it('decides on the versions that the list shows', () => {
  const step = { title: 'Approve', from: ['draft'], code: 'approval', input: [] }
  const transitions = { approve: { ...step, name: 'approve', approval: { levels: [] } }, post: { ...step, name: 'post' } }
  const module = { kind: 'document', workflow: { transitions, states: { draft: {} } }, actions: {} } as unknown as Module
  const rows = [
    { id: 3, version: 2, status: 'draft' },
    { id: 4, version: 1, status: 'posted' },
  ]
  const [approve, post] = bulkActions(module, rows, () => true)
  expect([approve!.versions, post!.versions]).toEqual([{ 3: 2 }, undefined])
})
