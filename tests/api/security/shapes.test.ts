/** Values of a wrong shape in what is computed before it is validated: previews, imports, advice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Module, Row } from '../../../src/engine/model/module.ts'
import { signIn, startInstance } from '../instance.ts'

let stop: () => Promise<void>
let call: Awaited<ReturnType<typeof signIn>>['call']
let modules: readonly Module[]

beforeAll(async () => {
  const instance = await startInstance('shapes', ['SHAP'])
  stop = instance.stop
  modules = [...(await instance.server.system('SHAP', 'reading the modules')).modules.values()]
  ;({ call } = await signIn(instance.server, 'SHAP', 'admin'))
})
afterAll(() => stop())

const BAD: Json = { toString: 1, valueOf: 1, toFixed: 1, toJSON: 1 }

test('M3: a value of an invalid shape is reported at its field by preview and import', async () => {
  const city = await call('POST', 'holiday/preview', { city_ids: BAD })
  expect([city.status, Object.keys((city.body.errors ?? {}) as Row)]).toEqual([400, ['city_ids']])
  const date = await call('POST', 'accounting_entry/preview', { transaction_date: 1e308 })
  expect([date.status, Object.keys((date.body.errors ?? {}) as Row)]).toEqual([200, expect.arrayContaining(['transaction_date'])])
  const rows = await call('POST', 'brand/import?preview=true', { rows: [{ code: BAD, name: 'Odd' }] })
  expect([rows.status, Object.keys((rows.body.errors ?? {}) as Row)]).toEqual([400, ['rows.0.code']])
  const list = await call('POST', 'brand/import?preview=true', { rows: [{ code: [1], name: 'Odd' }] })
  expect([list.status, (list.body.data as Row | undefined)?.valid]).toEqual([200, 0])
})

test('M3: no module answers 500 to fields of an invalid shape', async () => {
  const faults: string[] = []
  for (const module of modules.filter((candidate) => !candidate.report)) {
    for (const value of [1e308, [[1]], '9999-12-31'] as Json[]) {
      const record: Row = {}
      for (const field of module.fields) if (field.writable) record[field.name] = value
      for (const lines of module.lines.filter((line) => !line.readonly))
        record[lines.name] = [Object.fromEntries(lines.fields.filter((field) => field.writable).map((field) => [field.name, value])), {}]
      for (const [path, body] of [
        ['preview', record],
        ['advice', record],
        ['import?preview=true', { rows: [record, record] }],
      ] as const) {
        const answer = await call('POST', `${module.name}/${path}`, body as Json)
        if (answer.status >= 500) faults.push(`${module.name}/${path} ${JSON.stringify(value).slice(0, 60)}`)
      }
    }
  }
  expect(faults).toEqual([])
})

test('M7: a hostile pattern in an overlay is matched without blocking, and one that RE2 does not support is refused', async () => {
  const overlay = (pattern: string): Json => ({ fields: { x_evil: { type: 'text', title: 'Evil', pattern } } })
  const refused = await call('PUT', 'meta/modules/brand/overlay', { overlay: overlay('^(?=(a+))\\1$'), version: 0 })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('RE2')])
  expect((await call('PUT', 'meta/modules/brand/overlay', { overlay: overlay('^(a+)+$'), version: 0 })).status).toBe(200)
  const answer = await call('POST', 'brand', { code: 'EVIL', name: 'Evil', x_evil: `${'a'.repeat(60)}!` })
  expect([answer.status, Object.keys(answer.body.errors as Row)]).toEqual([400, ['x_evil']])
})
