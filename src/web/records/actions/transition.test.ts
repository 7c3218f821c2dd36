import { expect, test } from 'vitest'
import { createRegistries, loadDescriptors } from '../../../engine/index.ts'
import { factsOf } from './transition.ts'

const descriptor = (facts: readonly string[]) => ({
  fields: { people: { type: 'integer', title: 'Employees' }, net: { type: 'money' }, day: { type: 'date' }, note: { type: 'text' } },
  workflow: {
    facts,
    states: { open: { edit: '*' }, done: {} },
    transitions: { finish: { from: 'open', to: 'done', code: 'edit' } },
  },
})
const load = (facts: readonly string[]) =>
  loadDescriptors([{ path: 'modules/fixture/pay.json', text: JSON.stringify(descriptor(facts)) }], createRegistries())

// proves: workflow.facts
test('the facts of a record stand beneath the question, without those that are empty', () => {
  const module = load(['people', 'net', 'day', 'note']).modules.get('pay')!
  expect(factsOf(module, { people: 12, net: 1234.5, day: '2026-11-30', note: null })).toBe('Employees 12 · Net 1,234.50 · Day 2026/11/30')
  expect(factsOf(module, {})).toBeUndefined()
})

test('a fact is a field', () => {
  const { problems } = load(['peple'])
  expect(problems.find(({ message }) => message === 'There is no field "peple".')).toMatchObject({ pointer: '/workflow/facts/0' })
})
