import { expect, it } from 'vitest'
import { edit, loadWorld, PARTS } from '../../testing.ts'

const values = (names: object) => ({
  type: 'object',
  properties: {
    reference: { type: 'string', format: 'any-field' },
    values: { type: 'object', propertyNames: names, additionalProperties: { type: 'string', format: 'expression' } },
  },
})
const parts = {
  ...PARTS,
  effects: {
    ...PARTS.effects,
    'references.set': values({ format: 'referenced-field', through: 'reference', written: true }),
    'record.set': values({ format: 'field', written: true }),
  },
}
const reported = (effect: object): string[] =>
  loadWorld(
    edit('buy/receipt', (raw) => {
      const { post } = (raw.workflow as { transitions: { post: { effects: object[] } } }).transitions
      post.effects.push(effect)
    }),
    parts,
  ).problems.map(({ pointer, message }) => `${pointer} ${message}`)

it('reports a field that the referenced record does not have', () => {
  expect(reported({ 'references.set': { reference: 'supplier_id', values: { term_days: '30' } } })).toEqual([])
  expect(reported({ 'references.set': { reference: 'supplier_id', values: { nosuch: '1' } } })).toEqual([
    '/workflow/transitions/post/effects/2/references.set/values/nosuch There is no field of supplier called "nosuch".',
  ])
})

it('reports an effect that sets a computed field', () => {
  expect(reported({ 'record.set': { values: { freight: '1' } } })).toEqual([])
  expect(reported({ 'record.set': { values: { value: '1' } } })).toEqual([
    '/workflow/transitions/post/effects/2/record.set/values/value "value" is computed and cannot be set.',
  ])
})

it('reports names that the database would truncate', () => {
  const named = (name: string) =>
    loadWorld(
      edit('base/supplier', (raw) => {
        Object.assign(raw.fields as object, { [name]: { type: 'text' } })
      }),
    ).problems.map(({ message }) => message)
  expect(named('n'.repeat(63))).toEqual([])
  expect(named('n'.repeat(80))).toEqual([`The name "${'n'.repeat(80)}" has 80 letters; at most 63 are allowed.`])
})
