import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import uri, { equal, parse, resolve, serialize } from './uri.ts'

it('has what the validator requires of a URI library, by name and as one object', () => {
  expect(uri).toEqual({ parse, serialize, resolve, equal })
  const ajv = new Ajv2020({ uriResolver: uri as never })
  const validate = ajv.compile({ $id: 'order', $defs: { n: { type: 'number' } }, properties: { qty: { $ref: '#/$defs/n' } } })
  expect([validate({ qty: 1 }), validate({ qty: 'x' })]).toEqual([true, false])
  expect(uri.serialize(uri.parse('order#/$defs/n'))).toBe('order#/$defs/n')
})
