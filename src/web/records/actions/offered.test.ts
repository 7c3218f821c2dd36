import { expect, test } from 'vitest'
import type { Endpoint, Field } from '../../../engine/model/module.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { shownValues } from '../index/parameter-values.ts'
import { printable } from '../view/printable.ts'
import { recordCalls } from './offered.ts'

const call = (path: string, where?: NonNullable<Endpoint['button']>['where']): Endpoint => ({
  method: 'PATCH',
  path,
  handler: 'memo.archive',
  params: {},
  code: 'edit',
  button: { title: path, input: [], tone: 'default', download: false, ...(where && { where }) },
})

// proves: endpoints.*.button.where
test('a button is shown on records with the values that it applies to', () => {
  const memo = {
    ...moduleOf('memo', []),
    endpoints: [
      call('{id}/remind'),
      call('{id}/archive', { is_archived: [false, null] }),
      call('{id}/unarchive', { is_archived: true }),
      call('import'),
    ],
  }
  const titles = (record: Record<string, unknown>) => recordCalls(memo, record).map(({ path }) => path)
  expect(titles({ is_archived: true })).toEqual(['{id}/remind', '{id}/unarchive'])
  expect(titles({ is_archived: false })).toEqual(['{id}/remind', '{id}/archive'])
  expect(titles({})).toEqual(['{id}/remind', '{id}/archive'])
})

test('a print form is offered in its states, and where its condition cannot be evaluated in the browser', () => {
  const env = { today: '2026-11-26' } as unknown as Parameters<typeof printable>[2]
  const form = (name: string, when?: string) => ({ name, title: name, ...(when && { when }) })
  const print = [form('sheet', "status == 'counting'"), form('result', "status != 'counting'"), form('hidden', 'unseen > 0'), form('any')]
  const module = { ...moduleOf('count', [fieldOf('status', 'text')]), print } as unknown as Parameters<typeof printable>[0]
  const names = (status: string) => printable(module, { status }, env).map(({ name }) => name)
  expect(names('counting')).toEqual(['sheet', 'hidden', 'any'])
  expect(names('posted')).toEqual(['result', 'hidden', 'any'])
})

// proves: endpoints.*.button.input
test('a call above a report is filled with the shown parameters', () => {
  const field = (name: string, type: Field['type']) => ({ ...moduleOf('x', [{ name, type } as Field]).fields[0]!, name, type })
  const parameters = [field('period', 'month'), field('module_group', 'select'), field('branch_id', 'reference')]
  const filters = { period: { eq: '2026-08' }, module_group: { eq: 'sales' }, branch_id: { eq: '3' } }
  expect(
    shownValues([field('period', 'month'), field('branch_id', 'reference'), field('module_group', 'multiselect')], parameters, filters),
  ).toEqual({
    period: '2026-08',
    branch_id: 3,
  })
  expect(shownValues([field('period', 'month')], parameters, {})).toEqual({})
  // One that is looked at is the one of many that is meant.
  expect(shownValues([field('branch_ids', 'references')], parameters, filters)).toEqual({ branch_ids: [3] })
})
