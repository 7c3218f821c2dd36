import { expect, it } from 'vitest'
import { edit, loadWorld } from '../../testing.ts'

type Raw = Record<string, unknown>
/** A module with papers by month; `more` is what a case writes wrongly. */
const papers = (more: Raw) => (raw: Raw) => {
  Object.assign(raw.fields as object, {
    year: { type: 'integer' },
    month: { type: 'integer' },
    until: { type: 'date' },
    standing: { type: 'select', options: ['ready', 'paid'] },
  })
  raw.endpoints = { 'GET expected': 'order.summary', 'POST {id}/send': { handler: 'order.summary', button: { title: 'Send' } } }
  raw.periods = { of: 'month', standing: 'standing', due: 'until', ...more }
}

const CASES: readonly [string, Raw, string, RegExp][] = [
  ['a period without its field', { of: 'quarter' }, '/periods/of', /"quarter"/],
  ['an unknown paper', { paper: ['agenci'] }, '/periods/paper/0', /"agenci"/],
  ['a figure that is no number', { figures: ['until'] }, '/periods/figures/0', /is date/],
  ['a due day that is none', { due: 'month' }, '/periods/due', /date is needed/],
  ['a standing without choices', { standing: 'month' }, '/periods/standing', /select is needed/],
  ['a step of an unknown choice', { steps: { redy: 'post' } }, '/periods/steps/redy', /"ready"/],
  ['a step that nothing offers', { steps: { ready: '{id}/sent' } }, '/periods/steps/ready', /no transition or button/],
  ['a record that nothing begins', { begin: 'expected' }, '/periods/begin', /above the list/],
  ['an unknown call', { expects: 'expectd' }, '/periods/expects', /"expected"/],
]

it.each(CASES)('reports %s', (_, more, pointer, words) => {
  const reported = loadWorld(edit('buy/receipt', papers(more))).problems.map(
    (problem) => `${problem.pointer} ${problem.message} ${problem.hint ?? ''}`,
  )
  expect(reported).toEqual([expect.stringMatching(words)])
  expect(reported[0]).toMatch(new RegExp(`^${pointer} `))
})
