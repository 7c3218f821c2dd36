/** The request with a number: the same for the same seed and descriptors, regardless of earlier requests. */
import type { Module, ModuleSet } from '../../src/engine/model/module.ts'
import { randomOf } from '../trial/figures.ts'
import type { Operation } from './operations.ts'
import { upload } from './uploads.ts'
import { chance, idIn, NAMES, OPERATORS, odd, oddText, pick, type Random, record, sound, whole } from './values.ts'

/** Callers by frequency. */
const ROLES = [
  ...Array.from({ length: 10 }, () => 'admin'),
  'hr',
  'payroll',
  'timekeeper',
  'approver',
  'employee',
  'buyer',
  'warehouse',
  'sales',
  'cashier',
  'accountant',
  'auditor',
  'developer',
] as const

/** All callers. */
export const CALLERS: readonly string[] = [...new Set(ROLES)]

export interface Hostile {
  readonly number: number
  readonly role: string
  readonly method: string
  /** From the root of the host. */
  readonly path: string
  /** Headers beside those of the session. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The response never ends by itself. */
  readonly isStream: boolean
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed())

/** Names of columns: the module's own, of another module through a reference, and names that do not exist. */
function fieldName(random: Random, module: Module | undefined, modules: ModuleSet): string {
  if (!module || chance(random, 0.15)) return pick(random, NAMES)
  const fields = module.fields
  if (!fields.length) return pick(random, NAMES)
  const field = pick(random, fields)
  if (chance(random, 0.2) && module.lines.length) {
    const lines = pick(random, module.lines)
    return `${lines.name}.${lines.fields.length ? pick(random, lines.fields).name : 'id'}`
  }
  const target = field.to ? modules.get(field.to) : undefined
  if (target && field.refAs && chance(random, 0.5)) return `${field.refAs}.${fieldName(random, target, modules)}`
  return field.name
}

function plain(random: Random, module: Module | undefined, serial: number): string {
  const field = module?.fields.length && chance(random, 0.4) ? pick(random, module.fields) : undefined
  const value = field ? sound(random, field, serial) : odd(random)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encode(text.slice(0, 1500))
}

/** A query with any parameter of a list, an export, a report or a declared call. */
function queryOf(random: Random, { module, names }: Operation, modules: ModuleSet, serial: number): string {
  const words: string[] = []
  const name = (): string => fieldName(random, module, modules)
  const add = (word: string): void => void words.push(word)
  for (let n = whole(random, 0, 3); n > 0; n--) {
    switch (whole(random, 0, 11)) {
      case 0:
        add(`page=${chance(random, 0.5) ? whole(random, 1, 9) : plain(random, undefined, serial)}`)
        break
      case 1:
        add(`limit=${chance(random, 0.5) ? whole(random, 1, 60) : plain(random, undefined, serial)}`)
        break
      case 2:
        add(`sort=${Array.from({ length: whole(random, 1, 4) }, () => (chance(random, 0.5) ? '-' : '') + encode(name())).join(',')}`)
        break
      case 3:
        add(`search=${plain(random, module, serial)}`)
        break
      case 4:
      case 5:
        add(`filter[${encode(name())}][${encode(pick(random, OPERATORS))}]=${plain(random, module, serial)}`)
        break
      case 6:
        add(
          `filter=${encode(JSON.stringify({ [name()]: chance(random, 0.5) ? { [pick(random, OPERATORS)]: odd(random) } : odd(random) }).slice(0, 3000))}`,
        )
        break
      case 7:
        add(`${encode(name())}=${plain(random, module, serial)}`)
        break
      case 8:
        add(
          `${pick(random, ['fields', 'columns', 'group', 'group_by', 'measures', 'labels'])}=${Array.from(
            { length: pick(random, [1, 2, 3, 60]) },
            () => encode(name()),
          )
            .join(',')
            .slice(0, 6000)}`,
        )
        break
      case 9:
        add(
          `${pick(random, ['count', 'window', 'format', 'for', 'as_of', 'preview', 'source', 'ids', 'date_from', 'date_to', 'year', 'month', 'id'])}=${chance(random, 0.4) ? pick(random, ['exact', 'all', 'xlsx', 'csv', 'true', '1', '2026', '2026-11-01']) : plain(random, undefined, serial)}`,
        )
        break
      case 10:
        if (names.length) add(`${encode(pick(random, names))}=${plain(random, module, serial)}`)
        break
      default:
        add(
          pick(random, [
            'filter[]=1',
            'filter[a][b][c][d]=1',
            'filter={broken',
            'id=1&id=2&id=x',
            'window[]=all',
            '&&&',
            '=',
            '_method=DELETE',
            '__proto__[x]=1',
            'filter[id][in][]=1',
            '%',
            '#',
          ]),
        )
    }
  }
  // A report usually gets dates of its own.
  if (module?.report && chance(random, 0.5))
    for (const field of module.report.parameters ?? []) add(`${field.name}=${encode(String(sound(random, field, serial)))}`)
  return words.join('&')
}

const BROKEN: readonly string[] = [
  '',
  '{',
  '{"name": ',
  '[1,2]',
  '"hello"',
  '42',
  'null',
  'true',
  '<xml/>',
  'a=b&c=d',
  '{"a":1}}',
  '\u0000',
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
]
const KINDS: readonly string[] = [
  'text/xml',
  'application/x-www-form-urlencoded',
  '',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'application/octet-stream',
  'x'.repeat(500),
]

function bodyOf(random: Random, operation: Operation, serial: number): { body: string | Buffer; type: string } {
  if (operation.isUpload ? chance(random, 0.75) : chance(random, 0.01)) return upload(random)
  const draw = random()
  const json = 'application/json'
  if (draw < 0.04) return { body: pick(random, BROKEN), type: json }
  if (draw < 0.05) return { body: '{"a":1}', type: pick(random, KINDS) }
  if (draw < 0.07) return { body: JSON.stringify(odd(random)), type: json }
  const { module, names, path } = operation
  let values: Record<string, unknown> = {}
  if (module && !path.includes('/bulk/')) values = record(random, module, serial)
  for (const name of names)
    if (chance(random, 0.5))
      values[name] = chance(random, 0.5) ? odd(random) : pick(random, [1, 'x', '2026-11-01', [1, 2], true, 'Demo#2026'])
  if (path.endsWith('/import'))
    values = {
      rows: chance(random, 0.8)
        ? Array.from({ length: whole(random, 0, 5) }, (_, n) =>
            module && chance(random, 0.8) ? record(random, module, serial * 10 + n) : odd(random),
          )
        : odd(random),
    }
  if (path.includes('/bulk/') || chance(random, 0.05))
    values['ids'] = chance(random, 0.6) ? [whole(random, 1, 20), whole(random, 1, 20)] : odd(random)
  if (path.endsWith('/tags')) values['tag_ids'] = odd(random)
  return { body: JSON.stringify(values), type: json }
}

function headersOf(random: Random): Record<string, string> {
  if (!chance(random, 0.12)) return {}
  return pick<Record<string, string>>(random, [
    { authorization: 'Bearer x' },
    { authorization: `Bearer ${'A'.repeat(43)}` },
    { authorization: `Basic ${'A'.repeat(2000)}` },
    { authorization: 'Bearer ../../../etc/passwd' },
    { authorization: '' },
    { 'x-company-code': 'ISLA' },
    { 'x-company-code': '__proto__' },
    { 'x-company-code': 'x'.repeat(3000) },
    { 'idempotency-key': 'x'.repeat(300) },
    { 'idempotency-key': 'hostile' },
    { 'idempotency-key': 'ñ' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-http-method-override': 'TRACE' },
    { accept: 'text/html' },
    { accept: 'x'.repeat(4000) },
    { 'accept-language': '*;q=1e308' },
    { 'accept-encoding': 'br;q=0, gzip;q=9, x' },
    { 'content-encoding': 'gzip' },
    { range: 'bytes=-1' },
    { 'if-none-match': '*' },
    { 'x-client-time': '9999-99-99' },
    { 'x-client-time': 'x'.repeat(2000) },
    { 'user-agent': 'x'.repeat(6000) },
    { expect: 'x' },
    { cookie: 'a=b; '.repeat(500) },
  ])
}

/** The request with this number. */
export function requestOf(seed: number, number: number, all: readonly Operation[], modules: ModuleSet): Hostile {
  const random = randomOf(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
  // The numbers go through all operations in turn, so that a run calls each equally often.
  const operation = all[number % all.length]!
  const names = [...modules.keys()]
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => {
    if (name === 'module') return chance(random, 0.9) ? pick(random, names) : encode(pick(random, NAMES))
    if (name === 'action') return pick(random, ['post', 'void', 'approve', 'delete', 'nonsense', 'constructor', '__proto__'])
    if (name === 'id' || name.toLowerCase().endsWith('id') || name === 'child' || name === 'tag' || name === 'view') return idIn(random)
    return chance(random, 0.5) ? idIn(random) : oddText(random)
  })
  const { method } = operation
  const query = method === 'GET' || chance(random, 0.1) ? queryOf(random, operation, modules, number) : ''
  const hasBody = method === 'GET' || method === 'DELETE' ? chance(random, 0.01) : !chance(random, 0.02)
  const sent = hasBody ? bodyOf(random, operation, number) : undefined
  return {
    number,
    role: pick(random, ROLES),
    method,
    path: `/api/v1${path}${query ? `?${query}` : ''}`,
    headers: { ...(sent?.type ? { 'content-type': sent.type } : {}), ...headersOf(random) },
    ...(sent ? { body: sent.body } : {}),
    isStream: path === '/events',
  }
}
