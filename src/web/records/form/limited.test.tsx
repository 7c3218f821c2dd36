import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Module, Row } from '../../../engine/model/module.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { calculatorFor } from './calculator.ts'
import { editableFields, Limited } from './FormEditor.tsx'
import { RecordStore } from './store.ts'

const order = {
  ...moduleOf('order', [fieldOf('transaction_no', 'text'), fieldOf('remarks', 'text'), fieldOf('total', 'money')], { singular: 'Order' }),
  workflow: {
    initial: 'draft',
    flags: [],
    transitions: {},
    states: { draft: { title: 'Draft', edit: '*' }, posted: { title: 'Posted', edit: ['remarks', 'total'] } },
  },
} as unknown as Module

const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' }
const textOf = (module: Module, values: Row, readonly: readonly string[] = []) => {
  const store = new RecordStore(module, values, calculatorFor(module, env))
  const state = store.state.bind(store)
  store.state = (field) => ({ ...state(field), ...(readonly.includes(field.name) && { readonly: true }) })
  const editable = editableFields(module, { ...values, id: 7 }) as readonly string[]
  const page = (
    <MantineProvider env="test">
      <Limited module={module} store={store} values={values} editable={editable} />
    </MantineProvider>
  )
  return renderToStaticMarkup(page).replace(/<[^>]*>/g, '')
}

test('the form of a posted record names the fields that can still be changed', () => {
  const posted = { id: 7, transaction_no: 'PO-7', status: 'posted' }
  expect(editableFields(order, { status: 'draft' })).toBe('*')
  expect(textOf(order, posted)).toMatch(/is posted\. Only these can still be changed: Remarks, Total\.$/)
  // 17.4: what the record itself closes to this user, as the hearing date of a notice to its employee, is not offered.
  expect(textOf(order, posted, ['total'])).toMatch(/changed: Remarks\.$/)
  // Some states leave few fields open from the beginning: a new record is not told so.
  expect(textOf(order, { transaction_no: 'PO-8', status: 'posted' }, [])).not.toContain('Only these')
  expect(editableFields(order, { status: 'posted' })).toBe('*')
})
