import { expect, it } from 'vitest'
import { createRegistries } from '../../model/registries.ts'
import { edit, loadWorld, PARTS } from '../../testing.ts'

const dated = { type: 'object', properties: { date: { type: 'string' }, entries: { type: 'array' } } }
const parts = {
  ...PARTS,
  effects: { ...PARTS.effects, 'ledger.post': { ...dated, guard: 'period.open' } },
  guards: { 'period.open': { type: 'object', properties: { group: { type: 'string' }, date: { type: 'string' } } } },
}
const guardsOf = (guards: unknown[], params: Record<string, unknown>) => {
  const post = { guards, effects: [{ 'ledger.post': { entries: [], ...params } }] }
  const over = edit('buy/receipt', (raw) => {
    raw.workflow = { extends: 'document', transitions: { post } }
  })
  return loadWorld(over, parts).modules.get('receipt')?.workflow?.transitions.post?.guards
}

it('adds the guard that an effect requires', () => {
  expect(createRegistries(parts).effects['ledger.post']).toHaveProperty('guard')
  expect(guardsOf([], {})).toEqual([{ name: 'period.open', params: {} }])
  expect(guardsOf([], { date: 'due_date' })).toEqual([{ name: 'period.open', params: { date: 'due_date' } }])
})

it('keeps the guard that the descriptor names', () => {
  const named = { 'period.open': { group: 'sales' } }
  expect(guardsOf([named], { date: 'due_date' })).toEqual([{ name: 'period.open', params: { group: 'sales' } }])
})
