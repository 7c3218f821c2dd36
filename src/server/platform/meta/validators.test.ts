import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { makeField } from '../../../engine/model/make-field.ts'
import type { Module } from '../../../engine/model/module.ts'
import { offerValidator, validatorCode } from './validators.ts'

type Compiled = ((values: unknown) => boolean) & { errors?: { keyword: string }[] | null }

const reason = makeField('void_reason', 'longtext', 'Reason', { required: true, schema: { type: 'string', minLength: 5 } })
const day = makeField('day', 'date', 'Day', { schema: { type: 'string', format: 'date' } })
const module = {
  hash: 'abc',
  schema: { type: 'object', required: ['email'], properties: { email: { type: 'string', format: 'email' } } },
  workflow: { transitions: { post: { name: 'post', input: [] }, void: { name: 'void', input: [reason] } } },
  endpoints: [{ method: 'POST', path: '{id}/recompute', button: { input: [day] } }],
} as unknown as Module

/** The validators of a file as a browser has them: with Ajv's helpers from outside, and without evaluating a string. */
async function loaded(file: string): Promise<Record<string, Compiled>> {
  const code = validatorCode(file)!
  expect(code).not.toMatch(/new Function|eval\(/)
  const require = createRequire(import.meta.url)
  Object.assign(globalThis, { helpers: new Proxy({}, { get: (_, name) => require(String(name)) }) })
  const source = code.replace("import runtime from '/ajv-runtime.js'", 'const runtime = globalThis.helpers')
  return ((await import(`data:text/javascript,${encodeURIComponent(source)}`)) as { default: Record<string, Compiled> }).default
}
const refused = (validate: Compiled | undefined, values: object) =>
  validate!(values) ? [] : validate!.errors!.map(({ keyword }) => keyword)

test('a module has validators of its record and of its dialogs, each under its name', async () => {
  expect(validatorCode('abc.record.js')).toBeUndefined()
  offerValidator(module)
  const { record } = await loaded('abc.record.js')
  expect([refused(record, { email: 'a@b.ph' }), refused(record, { email: 'x' }), refused(record, {})]).toEqual([
    [],
    ['format'],
    ['required'],
  ])
  const inputs = await loaded('abc.inputs.js')
  expect(Object.keys(inputs)).toEqual(['transition void', 'call POST {id}/recompute'])
  expect(refused(inputs['transition void'], { void_reason: 'Oops' })).toEqual(['minLength'])
  expect(refused(inputs['call POST {id}/recompute'], { day: '2026-02-30' })).toEqual(['format'])
  // As users with several access codes see the module: the codes are in the hash.
  const hash = 'abc-employment.personal'
  offerValidator({ ...module, hash })
  expect(refused((await loaded(`${hash}.record.js`)).record, {})).toEqual(['required'])
  expect([validatorCode('other.record.js'), validatorCode('abc.js')]).toEqual([undefined, undefined])
})
