import { expect, test } from 'vitest'
import type { Endpoint } from '../../../engine/model/module.ts'
import { moduleOf } from '../../fields/testing.ts'
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
test('a button is shown on the records with the values that it is for', () => {
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
