import { expect, test } from 'vitest'
import { requirePlainBody } from './bodies.ts'

test('M3: a body that nests too deep, or has a name like a conversion method, is refused', () => {
  expect(() => requirePlainBody(JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`))).toThrow()
  expect(() => requirePlainBody({ items: [{ qty: { valueOf: 1 } }] })).toThrow(
    expect.objectContaining({ errors: { 'items.0.qty': [expect.stringContaining('valueOf')] } }),
  )
  expect(() => requirePlainBody({ items: [{ qty: 1, more: { deep: [null] } }] })).not.toThrow()
})
