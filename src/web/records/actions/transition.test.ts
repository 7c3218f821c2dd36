import { expect, test, vi } from 'vitest'
import { createRegistries, loadDescriptors } from '../../../engine/index.ts'
import { queryClient } from '../../api/queries.ts'
import { factsOf, runTransition } from './transition.ts'

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
test('the facts of a record are below the question, without empty ones', () => {
  const module = load(['people', 'net', 'day', 'note']).modules.get('pay')!
  expect(factsOf(module, { people: 12, net: 1234.5, day: '2026-11-30', note: null })).toBe('Employees 12 · Net 1,234.50 · Day 2026/11/30')
  expect(factsOf(module, {})).toBeUndefined()
})

test('a fact is a field', () => {
  const { problems } = load(['peple'])
  expect(problems.find(({ message }) => message === 'There is no field "peple".')).toMatchObject({ pointer: '/workflow/facts/0' })
})

test('a record that another user has changed is reloaded when the action is refused', async () => {
  const module = load(['people']).modules.get('pay')!
  const refused = { success: false, rule: 'E_STATE', message: '"Finish" is possible for open records only.' }
  vi.stubGlobal('fetch', async () => Response.json(refused, { status: 422 }))
  const read = vi.spyOn(queryClient, 'invalidateQueries')
  const finish = { ...module.workflow!.transitions.finish!, input: [] }
  await expect(runTransition(module, finish, { id: 7, version: 1, status: 'open' } as never)).rejects.toThrow(refused.message)
  expect(read.mock.calls.map(([asked]) => asked?.queryKey)).toContainEqual(['records', 'pay'])
  vi.unstubAllGlobals()
})

test('a decision is sent with the displayed version, another transition without', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(await request.json())
    return Response.json({ success: true, data: { id: 7 } })
  })
  const module = load(['people']).modules.get('pay')!
  const finish = module.workflow!.transitions.finish!
  const record = { id: 7, version: 3, status: 'open' } as never
  await runTransition(module, { ...finish, approval: { levels: [] } }, record)
  await runTransition(module, finish, record)
  expect(sent).toEqual([{ version: 3 }, {}])
  vi.unstubAllGlobals()
})
