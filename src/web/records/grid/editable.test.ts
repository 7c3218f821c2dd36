/** Cells that their row hides: a receipt in cash has no check number. */
import { expect, test } from 'vitest'
import { storyClient } from '../../fields/storyClient.ts'
import { fieldOf, linesOf, moduleOf } from '../../fields/testing.ts'
import { calculatorFor } from '../form/calculator.ts'
import { RecordStore } from '../form/store.ts'
import { isEditable } from './editable.ts'
import { pasteBlock } from './paste.ts'
import { clearBlock } from './range.ts'

const TENDERS = linesOf('tenders', [fieldOf('kind', 'text'), fieldOf('check_no', 'text', { visible: "kind == 'check'" })])
const RECEIPT = { ...moduleOf('receipt', []), lines: [TENDERS] }

test('nothing is entered, pasted or cleared where the row hides the field', async () => {
  const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T00:00:00.000Z' }
  const store = new RecordStore(
    RECEIPT,
    {
      tenders: [
        { id: 1, kind: 'cash', check_no: 'was a check' },
        { id: 2, kind: 'check', check_no: null },
      ],
    },
    calculatorFor(RECEIPT, env),
  )
  const checkNo = TENDERS.field['check_no']!
  const states = store.keys('tenders').map((key) => store.cellStates('tenders', key)['check_no'])
  expect(states.map((state) => isEditable(checkNo, state))).toEqual([false, true])

  await pasteBlock(store, TENDERS, {
    columns: TENDERS.fields,
    from: { row: 0, column: 1 },
    block: [['1001'], ['1002']],
    client: storyClient,
  })
  expect(store.rows('tenders').map((row) => row['check_no'])).toEqual(['was a check', '1002'])

  clearBlock(store, 'tenders', TENDERS.fields, { top: 0, bottom: 1, left: 1, right: 1 })
  expect(store.rows('tenders').map((row) => row['check_no'])).toEqual(['was a check', null])
})

// proves: fields.*.fixed
test('rows pasted below the last row are left out where rows are fixed', async () => {
  const store = new RecordStore(
    { ...RECEIPT, lines: [{ ...TENDERS, fixed: true }] },
    { tenders: [{ id: 1, kind: 'check', check_no: null }] },
  )
  await pasteBlock(store, TENDERS, {
    columns: TENDERS.fields,
    from: { row: 0, column: 1 },
    block: [['1001'], ['1002']],
    client: storyClient,
  })
  expect(store.rows('tenders').map((row) => row['check_no'])).toEqual(['1001'])
})
