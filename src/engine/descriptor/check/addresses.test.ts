import { expect, it } from 'vitest'
import { edit, loadWorld } from '../../testing.ts'

const load = (endpoints: object) => loadWorld(edit('buy/receipt', (raw) => void Object.assign(raw, { endpoints })))

// proves: endpoints.*.aliases
it('answers an endpoint at its aliases, and offers it once', () => {
  const endpoint = { handler: 'order.summary', aliases: ['sums', '/receipt/all/sums', '/sums'], button: { title: 'Sums' } }
  const { modules, problems } = load({ 'GET {id}/sums': endpoint })
  expect(problems).toEqual([])
  const { endpoints } = modules.get('receipt')!
  expect(endpoints.map(({ path }) => path)).toEqual(['{id}/sums', 'sums', 'all/sums', '/sums'])
  expect(new Set(endpoints.map(({ handler, code }) => `${handler} ${code}`))).toEqual(new Set(['order.summary view']))
  expect(endpoints.filter(({ button }) => button)).toHaveLength(1)
})

it.each([
  ['endpoint that shadows a transition', { 'POST {id}/post': 'order.summary' }, '/endpoints/POST {id}~1post', /is the transition "post"/],
  [
    'endpoint that shadows a built-in call',
    { 'GET summary': { handler: 'order.summary', aliases: ['{id}/timeline'] } },
    '/endpoints/GET summary/aliases/0',
    /built-in call/,
  ],
  [
    'endpoint from the root that shadows a call of another module',
    { 'GET /item/paginate': { handler: 'order.summary', replaces: true } },
    '/endpoints/GET ~1item~1paginate',
    /built-in call of/,
  ],
  [
    'endpoint that replaces nothing',
    { 'GET summary': { handler: 'order.summary', replaces: true } },
    '/endpoints/GET summary/replaces',
    /nothing is replaced/,
  ],
  [
    'two endpoints at one address',
    { 'GET {id}/sums': 'order.summary', 'GET sums': { handler: 'order.summary', aliases: ['{id}/sums'] } },
    '/endpoints/GET sums/aliases/0',
    /declared twice/,
  ],
])('reports: %s', (_, endpoints, pointer, words) => {
  const reported = load(endpoints).problems.map((problem) => [problem.pointer, problem.message])
  expect(reported).toEqual([[pointer, expect.stringMatching(words)]])
})
