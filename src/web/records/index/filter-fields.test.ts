import { expect, it } from 'vitest'
import { fieldOf } from '../../fields/testing.ts'
import { conditionsText, filterFields } from './filter-fields.ts'

const fields = [
  fieldOf('status', 'select'),
  fieldOf('progress', 'select', {
    options: [
      { value: 'open', label: 'Open' },
      { value: 'overdue', label: 'Overdue' },
    ],
  }),
  fieldOf('posting_seq', 'integer', { widget: 'hidden' }),
  fieldOf('version', 'integer'),
  fieldOf('remarks', 'text'),
]
const states = {
  draft: { name: 'draft', title: 'Draft' },
  posted: { name: 'posted', title: 'Posted' },
  closed: { name: 'closed', title: 'Closed' },
}
const module = {
  fields,
  field: Object.fromEntries(fields.map((field) => [field.name, field])),
  filters: ['status', 'progress'],
  workflow: { states, progress: {} },
} as never

it('filters the status by its labels, and offers no internal fields', () => {
  const { quick, others } = filterFields(module)
  expect(quick.map(({ name }) => name)).toEqual(['status'])
  expect(quick[0]!.options.map(({ label }) => label)).toEqual(['Draft', 'Open', 'Overdue', 'Posted (any)', 'Closed'])
  expect(conditionsText(quick[0]!, { in: 'draft,overdue' })).toBe('Draft, Overdue')
  expect(others.filter(({ internal }) => !internal).map(({ name }) => name)).toEqual(['remarks'])
})
