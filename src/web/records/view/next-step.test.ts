import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'

const action = (name: string, more = {}) => ({ name, title: name, run: () => undefined, ...more })
const target = (module: string, more = {}) => ({ module, title: module, application: 'trade', ...more })
const posted = { is_posted: true }

test('the next step is the forward transition, then the usual downstream document', () => {
  const module = { targets: [target('goods_return', { exception: true }), target('bill')] }
  const [back, bill] = [action('create-goods_return'), action('create-bill')]
  expect(nextStep([action('post', { tone: 'primary' }), back, bill], module, posted)?.name).toBe('post')
  expect(nextStep([back, bill], module, posted)?.name).toBe('create-bill')
})

test('an exception is never the next step, nor is a document with nothing left open', () => {
  const module = { targets: [target('goods_return', { exception: true }), target('bill')] }
  const served = [action('edit'), action('create-goods_return'), action('create-bill', { disabled: 'No open lines remain.' })]
  expect(nextStep(served, module, posted)).toBeUndefined()
  expect(nextStep(served, module, { is_posted: false })?.name).toBe('edit')
})
