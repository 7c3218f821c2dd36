// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { productModules } from '../../../../scripts/descriptors.ts'
import type { EvalEnv } from '../../../engine/runtime/expressions/index.ts'
import { followingTransition, isMeantBySaving } from './follow.ts'

// Descriptors are read from disk, without a browser; the API's address is derived from the page's.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://localhost')))

test('13.5: on a phone submitting comes before saving a draft, posting does not', () => {
  expect(['new', 'edit', 'post', 'approval'].filter((code) => isMeantBySaving({ code }))).toEqual(['new', 'edit'])
})

test('a transition whose condition the form cannot satisfy is not offered with saving', async () => {
  const { modules } = await productModules()
  const offered = (name: string, values: object) =>
    followingTransition(modules.get(name)!, { ...values }, { can: () => true, env: {} as EvalEnv })?.name
  // The cart writes the lines of a reservation: a new one has none to check out.
  expect([offered('stock_reservation', { items: [] }), offered('stock_reservation', { items: [{ qty: 1 }] })]).toEqual([
    undefined,
    'checkout',
  ])
  expect(offered('cash_receipt', { items: [] })).toBe('post')
})
