import { expect, test } from 'vitest'
import { narrowingOf } from '../../fields/filters.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { watchFirstChoices } from './first-choice.ts'
import { RecordStore } from './store.ts'

const period = fieldOf('period_id', 'reference', {
  to: 'period',
  propose: { first: true },
  pickerChoices: { call: 'for_group', with: ['group_id'], always: true },
})
const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

// proves: fields.*.propose.first, entity.pickerChoices.always
test('a reference takes the first choice for the related values, until the user chooses another', async () => {
  const store = new RecordStore(moduleOf('run', [fieldOf('group_id', 'integer'), period]), {})
  const asked: unknown[] = []
  const stop = watchFirstChoices(store, [period], async (_field, around) => {
    asked.push(around.value('group_id'))
    return { id: Number(around.value('group_id')) * 10, name: 'Period' }
  })
  await settled()
  // Its choices are asked without the group as well, but none of them is taken.
  expect(narrowingOf(period, { value: () => undefined }).asked).toEqual({ call: 'for_group', params: {} })
  expect(store.value('period_id')).toBeFalsy()
  store.set('group_id', 1)
  await settled()
  expect(store.value('period_id')).toBe(10)
  store.set('group_id', 2)
  await settled()
  expect(store.value('period_id')).toBe(20)
  store.set('period_id', 7)
  store.set('group_id', 3)
  await settled()
  expect(store.value('period_id')).toBe(7)
  expect(asked).toEqual([1, 2])
  stop()
})
