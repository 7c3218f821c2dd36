/**
 * One odd value in a record that is sound otherwise, for every field of some modules of every shape: refused with
 * a message at that field, or legal and then kept as it was sent. What is refused leaves the record as it was. Every kind of
 * field meets every odd value.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field, Json, Module, ModuleSet, Row } from '../../src/engine/model/module.ts'
import { DEMO_COMPANIES } from '../../src/server/demo/index.ts'
import { makeGoods } from '../../src/server/features/inventory/demo.ts'
import { quote } from '../../src/server/platform/db/index.ts'
import type { Server } from '../../src/server/server.ts'
import { fingerprint } from './fingerprint.ts'
import { signIn, startInstance } from './instance.ts'
import { copyOf, makeDrafts } from './sound.ts'

let server: Server
let stop: () => Promise<void>
let call: Awaited<ReturnType<typeof signIn>>['call']
let modules: ModuleSet

/** Masters with choices, times, references, lists, trees and money, and documents with lines. */
const MODULES = [
  'leave_type',
  'pay_rate',
  'supplier',
  'item',
  'user',
  'tax_type',
  'chart_of_account',
  'purchase_order',
  'goods_receipt',
] as const
const DOCUMENTS: readonly string[] = ['purchase_order', 'goods_receipt']

beforeAll(async () => {
  ;({ server, stop } = await startInstance('hostile_fields', ['ODDS']))
  const system = await server.system('ODDS', 'preparing a test')
  await system.db.tx(() => makeGoods(system, { ...DEMO_COMPANIES[0]!, code: 'ODDS' }, 0.03))
  ;({ modules } = system)
  ;({ call } = await signIn(server, 'ODDS', 'admin'))
  await makeDrafts(call, modules, DOCUMENTS)
})
afterAll(() => stop())

const LONG = 'x'.repeat(1_000_000)
/** No record has it. */
const NOBODY = 987_654_321
const BAD_IDS = ['0', '-1', '1.5', 'abc', '9'.repeat(30), '%00', "1'%20OR%201=1", '..%2f..%2fetc', '__proto__', String(NOBODY)] as const
const TEXTS = [
  'NaN',
  'Infinity',
  '1e309',
  '0x10',
  '٣',
  "'; DROP TABLE co_odds.supplier; --",
  '<script>alert(1)</script>',
  'a\u0000b',
  '\ud800',
  '\u202egnp.exe',
] as const
const SHAPES: readonly Json[] = [true, [], {}, [null], [[1]], { id: 1 }, { $gt: 0 }, { toString: 1 }]
const NUMBERS: readonly Json[] = [1e308, -1e308, 5e-324, 2 ** 53 + 2, 1e15 + 0.5, '9'.repeat(40)]
const IDS: readonly Json[] = [0, -1, 1.5, NOBODY, 2 ** 60, '1; DROP TABLE x', '1', [NOBODY], [1, 1, '1']]
const DATES: readonly Json[] = ['2026-02-30', '0000-00-00', '10000-01-01', '-infinity', 'today', '2026-11-21T25:00:00Z', 20261121]

function oddFor(field: Field): readonly Json[] {
  if (field.to !== undefined || field.storage.startsWith('bigint')) return [...IDS, ...SHAPES, ...TEXTS]
  if (field.storage === 'numeric' || field.storage === 'integer') return [...NUMBERS, ...SHAPES, ...TEXTS]
  if (field.storage === 'date' || field.storage === 'timestamptz' || field.storage === 'time') return [...DATES, ...SHAPES, ...TEXTS]
  return [LONG, ...TEXTS, ...SHAPES, 7]
}

/** Of a field whose kind was tried already, so many of the odd values: others for each field. */
const OF_KNOWN_KINDS = 4
const known = new Set<string>()
/**
 * The odd values to change a field to: all of them for the first field of its kind, which is what its checks depend on; a few
 * for each other field of that kind.
 */
function oddChanges(field: Field, index: number): readonly Json[] {
  const odd = oddFor(field)
  const { storage, type, to, widget, required, unique, writable, options, schema } = field
  const kind = JSON.stringify([
    storage,
    type,
    to !== undefined,
    widget,
    required,
    unique,
    writable,
    options !== undefined,
    Object.keys(schema).sort(),
  ])
  if (!known.has(kind)) {
    known.add(kind)
    return odd
  }
  return Array.from({ length: OF_KNOWN_KINDS }, (_, n) => odd[(index * OF_KNOWN_KINDS + n) % odd.length]!)
}

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'undefined'
/** Kept as it was sent: text without the blanks around it, numbers by value, nothing for what is empty. */
function isKept(sent: Json, got: unknown): boolean {
  if (typeof sent === 'string') return got === sent.trim() || (typeof got === 'number' && String(got) === sent)
  if (typeof sent === 'number') return Number(got) === sent
  return JSON.stringify(got ?? null) === JSON.stringify(sent) || (Array.isArray(sent) && sent.length === 0 && got === null)
}
const stored = async (module: Module, id: unknown): Promise<string> => {
  const schema = quote('co_odds')
  const lines = module.lines.map(
    (line) => `(SELECT jsonb_agg(to_jsonb(l) ORDER BY l.id) FROM ${schema}.${quote(line.table)} l WHERE l.parent_id = r.id)`,
  )
  const [row] = await server.database.db.query<{ row: unknown }>(
    `SELECT jsonb_build_array(to_jsonb(r)${lines.map((line) => `, ${line}`).join('')}) AS row FROM ${schema}.${quote(module.entity.table)} r WHERE id = $1`,
    [id],
  )
  return JSON.stringify(row!.row)
}
const rows = async (module: Module): Promise<number> => {
  const [row] = await server.database.db.query<{ n: number }>(`SELECT count(*)::int AS n FROM co_odds.${quote(module.entity.table)}`)
  return row!.n
}

describe.each(MODULES)('%s', (name) => {
  let module: Module
  let record: Row
  const wrong: string[] = []
  /** Judges an answer to a record with one odd value at `path`; whether it was refused. */
  function judge(what: string, path: string, sent: Json, { status, body }: Awaited<ReturnType<typeof call>>): boolean {
    const place = `${what} ${path} = ${show(sent)}: ${status}`
    if (status === 200) {
      const field = path.split('.').reduce<unknown>((value, key) => (value as Row | undefined)?.[key], body.data)
      if (!/password|secret/.test(path) && !isKept(sent, field)) wrong.push(`${place}, but came back as ${show(field)}`)
      return false
    }
    const errors = (body.errors ?? {}) as Record<string, string[]>
    const names = Object.keys(errors).some((key) => key === path || key.startsWith(`${path}.`))
    if (status < 400 || status >= 500 || typeof body.message !== 'string' || !names) wrong.push(`${place} ${show(body)}`)
    return true
  }

  beforeAll(async () => {
    module = modules.get(name)!
    const [first] = (await call('GET', `${name}/paginate?limit=1&sort=-id&window=all`)).body.data as Row[]
    record = (await call('GET', `${name}/${String(first!.id)}`)).body.data
    const made = await call('POST', name, copyOf(module, record) as Json)
    expect([made.status, made.body.message, made.body.errors]).toEqual([200, undefined, undefined])
    record = made.body.data
  })

  test('a change of one field', async () => {
    // Any version other than the record's is a conflict.
    const fields = module.fields.filter((field) => field.storage !== 'none' && field.name !== 'version')
    let before = await stored(module, record.id)
    for (const [index, field] of fields.entries()) {
      for (const value of oddChanges(field, index)) {
        const answer = await call('PUT', `${name}/${String(record.id)}`, { version: record.version as number, [field.name]: value })
        const refused = judge('PUT', field.name, value, answer)
        const after = await stored(module, record.id)
        if (!refused) record = answer.body.data
        else if (after !== before) wrong.push(`PUT ${field.name} = ${show(value)} was refused and written`)
        before = after
      }
    }
    const answer = await call('PUT', `${name}/${String(record.id)}`, { version: record.version as number, nonsense_field: 1 })
    judge('PUT', 'nonsense_field', 1, answer)
    expect(wrong.splice(0)).toEqual([])
  })

  test('a new record with one invalid field, also in its lines', async () => {
    for (const [n, field] of module.fields.entries()) {
      if (field.storage === 'none') continue
      const odd = oddFor(field)
      const value = odd[n % odd.length]!
      const before = await rows(module)
      const answer = await call('POST', name, { ...copyOf(module, record), [field.name]: value } as Json)
      if (judge('POST', field.name, value, answer) && (await rows(module)) !== before)
        wrong.push(`POST ${field.name} = ${show(value)} was refused and written`)
    }
    for (const lines of module.lines.filter((line) => !line.readonly)) {
      const copy = copyOf(module, record)
      const [line] = (copy[lines.name] ?? []) as Row[]
      if (!line) continue
      for (const field of lines.fields.filter((candidate) => candidate.storage !== 'none')) {
        for (const value of oddFor(field).slice(0, 12)) {
          const answer = await call('POST', name, { ...copyOf(module, record), [lines.name]: [{ ...line, [field.name]: value }] } as Json)
          judge('POST', `${lines.name}.0.${field.name}`, value, answer)
        }
      }
    }
    expect(wrong.splice(0)).toEqual([])
  })
})

test('refused updates, transitions, bulk actions, panels, imports, views and files write nothing', async () => {
  const last = async (module: string) =>
    ((await call('GET', `${module}/paginate?limit=1&sort=-id&window=all`)).body.data as Row[])[0]!.id as number
  const [order, receipt, supplier, user] = [
    await last('purchase_order'),
    await last('goods_receipt'),
    await last('supplier'),
    await last('user'),
  ]
  const tries: ['POST' | 'PUT' | 'DELETE', string, Json?][] = [
    ['PUT', `purchase_order/${order}`, { remarks: 'new', version: -1 }],
    ['PUT', `purchase_order/${order}`, { remarks: 'new', supplier_id: NOBODY }],
    ['PUT', `purchase_order/${order}`, { remarks: 'new', items: [{ qty: 1 }] }],
    ['PUT', `purchase_order/${order}`, { remarks: 'new', items: [{ id: NOBODY, qty: 1 }] }],
    ['PUT', `purchase_order/${order}`, { remarks: 'new', status: 'posted' }],
    ['PUT', `goods_receipt/${receipt}`, { remarks: 'new', items: [] }],
    ['PUT', `user/${user}`, { name: 'New', password: 'short' }],
  ]
  for (const [module, id] of [
    ['purchase_order', order],
    ['goods_receipt', receipt],
  ] as const) {
    for (const { name } of Object.values(modules.get(module)!.workflow!.transitions)) {
      tries.push(['POST', `${module}/${id}/${name}`, { version: -1 }])
      tries.push(['POST', `${module}/${id}/${name}`, { version: 'x' }])
      tries.push(['POST', `${module}/${NOBODY}/${name}`, {}])
      tries.push(['POST', `${module}/bulk/${name}`, { ids: [] }])
      tries.push(['POST', `${module}/bulk/${name}`, { ids: [id, 'x'] }])
    }
    for (const name of ['nonsense', 'constructor', '__proto__', 'delete', 'void']) tries.push(['POST', `${module}/${id}/${name}`, {}])
  }
  for (const { path, module } of modules.get('supplier')!.panels) {
    const bodies: Json[] = [
      {},
      { nonsense: 1 },
      ...modules
        .get(module)!
        .fields.filter((field) => field.writable)
        .map((field) => ({ [field.name]: { a: 1 } })),
    ]
    for (const body of bodies) tries.push(['POST', `supplier/${supplier}/${path}`, body], ['POST', `supplier/${NOBODY}/${path}`, body])
    for (const method of ['PUT', 'DELETE'] as const) tries.push([method, `supplier/${supplier}/${path}/${NOBODY}`, { line_1: 'new' }])
    tries.push(['PUT', `supplier/${supplier}/${path}/${NOBODY}/default`, {}])
  }
  tries.push(
    [
      'POST',
      'brand/import',
      {
        rows: [
          { code: 'FINE', name: 'Fine' },
          { code: 'BAD', name: { a: 1 } },
        ],
      },
    ],
    ['POST', 'brand/import', { rows: [{ code: 'FINE', name: 'Fine' }, 7] }],
    ['POST', 'brand/import', { rows: [null] }],
    ['POST', 'supplier/views', { name: 'x'.repeat(81), state: {} }],
    ['POST', 'supplier/views', { name: 'a\u0000b', state: {} }],
    ['POST', 'supplier/views', { name: 'Deep', state: { text: 'a\u0000b' } }],
    ['POST', 'supplier/views', { name: 'Big', state: { text: 'x'.repeat(30_000) } }],
    ['POST', `supplier/${supplier}/attachments`, {}],
    ['POST', `comments/supplier/${supplier}`, { comment: 'a\u0000b' }],
    ['POST', `comments/supplier/${NOBODY}`, { comment: 'hello' }],
    ['POST', `comments/nonsense/${supplier}`, { comment: 'hello' }],
  )
  for (const id of BAD_IDS) {
    tries.push(['PUT', `supplier/views/${id}`, { name: 'x' }], ['DELETE', `supplier/views/${id}`])
    tries.push(
      ['DELETE', `supplier/${supplier}/attachments/${id}`],
      ['DELETE', `comments/${id}`],
      ['POST', `supplier/${id}/attachments`, {}],
    )
  }
  const before = await fingerprint(server.database.db, 'co_odds')
  const wrong: string[] = []
  for (const [method, url, body] of tries) {
    const answer = await call(method, url, body)
    if (answer.status < 400 || answer.status >= 500 || typeof answer.body.message !== 'string')
      wrong.push(`${method} ${url} ${show(body)}: ${answer.status} ${show(answer.body)}`)
  }
  expect(wrong).toEqual([])
  expect(await fingerprint(server.database.db, 'co_odds')).toEqual(before)
})

test('malformed requests are refused, or answered with the nearest valid values', async () => {
  const wrong: string[] = []
  for (const id of BAD_IDS)
    for (const path of [
      `files/${id}`,
      `jobs/${id}`,
      `supplier/${id}/attachments`,
      `comments/supplier/${id}`,
      `supplier/defaults?source=item&ids=${id}`,
    ]) {
      const { status, body } = await call('GET', path)
      if (status < 400 || status >= 500 || typeof body.message !== 'string') wrong.push(`${path}: ${status}`)
    }
  for (const [query, expected] of [
    ['limit=1000000000', [200, 400]],
    ['limit=1e9', [200, 400]],
    ['limit=-1', [400]],
    ['page=-1', [400]],
    ['page=1000000000', [200]],
    ['sort=password', [400]],
    ['sort=,,,', [200, 400]],
    ['sort=-', [400]],
    ['sort=name:sideways', [400]],
    ['filter[id][in]=', [200, 400]],
    ['filter[credit_limit][gte]=NaN', [400]],
    ['filter[credit_limit][between]=2,1', [200, 400]],
    ['filter[name]=a%00b', [200, 400]],
    ['filter[name][contains]=%ED%A0%80', [200, 400]],
  ] as const) {
    const { status, body } = await call('GET', `supplier/paginate?${query}`)
    const rows = (body.data ?? []) as Row[]
    if (!(expected as readonly number[]).includes(status) || rows.length > 1000) wrong.push(`${query}: ${status} ${show(body.message)}`)
  }
  expect(wrong).toEqual([])
})
