import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
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
  const text = renderToStaticMarkup(
    <MantineProvider>
      <Limited module={order} values={posted} editable={editable as string[]} />
    </MantineProvider>,
  ).replace(/<[^>]*>/g, '')
  expect(text).toMatch(/is posted\. Only these can still be changed: Remarks\.$/)
})
