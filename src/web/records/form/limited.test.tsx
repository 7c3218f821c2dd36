import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Row } from '../../../engine/model/module.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { editableFields, Limited } from './FormEditor.tsx'

const order = {
  ...moduleOf('order', [fieldOf('transaction_no', 'text'), fieldOf('remarks', 'text'), fieldOf('total', 'money')], { singular: 'Order' }),
  workflow: {
    initial: 'draft',
    states: { draft: { title: 'Draft', edit: '*' }, posted: { title: 'Posted', edit: ['remarks'] } },
  },
} as never

test('m5: the form of a posted record says which few of its fields can be changed', () => {
  const posted = { id: 7, transaction_no: 'PO-7', status: 'posted' }
  expect(editableFields(order, { status: 'draft' })).toBe('*')
  const editable = editableFields(order, posted)
  const textOf = (values: Row) =>
    renderToStaticMarkup(
      <MantineProvider>
        <Limited module={order} values={values} editable={editable as string[]} />
      </MantineProvider>,
    ).replace(/<[^>]*>/g, '')
  expect(textOf(posted)).toMatch(/is posted\. Only these can still be changed: Remarks\.$/)
  // Some states leave few fields open from the beginning: a new record is not told so.
  expect(textOf({ status: 'posted' })).not.toContain('Only these')
  expect(editableFields(order, { status: 'posted' })).toBe('*')
})
