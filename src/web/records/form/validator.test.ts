import { expect, test } from 'vitest'
import { compiledOf } from '../../fields/form/testing.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { calculatorFor } from './calculator.ts'
import { RecordStore } from './store.ts'
import { validateRecord } from './validator.ts'

const module = moduleOf('person', [fieldOf('name', 'text', { required: true }), fieldOf('email', 'email'), fieldOf('days', 'integer')])
const calculator = calculatorFor(module, { today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' })

/** As the server compiles it for browsers. */
const compiled = compiledOf({
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' }, days: { type: 'integer', minimum: 1 } },
})
const messagesOf = (values: object) => validateRecord(module, new RecordStore(module, { ...values }, calculator), compiled)

// S286 S287
test('missing values and invalid addresses are reported in the words of the specification before sending', () => {
  expect(messagesOf({ name: '', email: 'nobody' })).toEqual({ name: ['Field is required'], email: ['Invalid email format'] })
  for (const email of ['a@b', '@mabuhay.ph', 'ana@@mabuhay.ph', 'ana reyes@mabuhay.ph'])
    expect(messagesOf({ name: 'Ana', email }).email, email).toEqual(['Invalid email format'])
  for (const email of ['ana@mabuhay.ph', 'ana.reyes+po@sales.mabuhay.com.ph']) expect(messagesOf({ name: 'Ana', email })).toEqual({})
  expect(messagesOf({ name: 'Ana', days: 0 })).toEqual({ days: ['Must be at least 1.'] })
})
