/** Invalid and hostile values, and valid ones around them that let a request reach the code behind. */
import type { Field } from '../../src/engine/model/field.ts'
import type { Json, Module } from '../../src/engine/model/module.ts'

/** A random number in [0, 1). */
export type Random = () => number

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
export const chance = (random: Random, share: number): boolean => random() < share
export const whole = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1))

/** JSON text that an object literal cannot express. */
const raw = (text: string): Json => JSON.parse(text) as Json

const LONG = 'x'.repeat(70_000)
const HUGE = 'ñ🦄'.repeat(120_000)
const DEEP = raw(`${'['.repeat(400)}1${']'.repeat(400)}`)
const NESTED = raw(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`)
const WIDE = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`k${n}`, n]))
const LIST = Array.from({ length: 5000 }, (_, n) => n)

export const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202egnp.exe',
  '\u200b\u2066x\u2069',
  '\ufeff',
  'é',
  '🦄'.repeat(50),
  '%00',
  '%',
  '%E0%A4%A',
  '_%_',
  '\\',
  "'",
  '"',
  '`',
  "'; DROP TABLE co_demo.supplier; --",
  "' OR 1=1 --",
  '$1',
  '$$',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is sent unchanged.
  '${7*7}',
  '{{constructor}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '=1+1',
  ';=cmd|x',
  '../../etc/passwd',
  '..%2f..%2fetc',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '1e308',
  '1e309',
  '0x10',
  '1,000',
  '١٢',
  '9'.repeat(30),
  `1${'0'.repeat(400)}`,
  `0.${'0'.repeat(300)}1`,
  'true',
  'null',
  'undefined',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '(a+)+$',
  '[',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '10000-01-01',
  '-infinity',
  'infinity',
  'today',
  'this_month',
  '2026-11-21T25:00:00Z',
  '2026-11-21T10:00:00+99:00',
  '25:61',
  'Asia/Nowhere',
  'x'.repeat(300),
  LONG,
  HUGE,
]
export const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  1.5,
  1e308,
  -1e308,
  1.7976931348623157e308,
  5e-324,
  1e21,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  2 ** 63,
  999_999_999_999.99,
  1e15 + 0.5,
]
export const SHAPES: readonly Json[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  [1, 1, '1'],
  [{}],
  { id: 1 },
  { id: { id: 1 } },
  { $gt: 0 },
  { $where: '1' },
  { toString: 1 },
  { valueOf: 'x', toString: null },
  { toJSON: 1 },
  raw('{"then": 1}'),
  { length: 1e9 },
  { '': 1 },
  raw('{"__proto__": {"admin": true}}'),
  raw('{"__proto__": null}'),
  raw('{"constructor": {"prototype": {"admin": true}}}'),
  raw('{"hasOwnProperty": 1}'),
  DEEP,
  NESTED,
  WIDE,
  LIST,
]
export const IDS: readonly string[] = [
  '0',
  '-1',
  '1.5',
  'abc',
  '9007199254740993',
  '9'.repeat(40),
  '%00',
  '%2e%2e%2f',
  '..%2f..%2fetc%2fpasswd',
  '1%20or%201=1',
  "1'",
  '%',
  '%E0%A4%A',
  '%D9%A1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '1,2',
  '[1]',
  'x'.repeat(190),
  'x'.repeat(3000),
]
/** Names that no field, operator or file has. */
export const NAMES: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'prototype',
  'hasOwnProperty',
  'nonsense',
  'id; drop table x',
  'id desc nulls last--',
  '(select 1)',
  'status.x.y.z',
  'created_by_user.role.name',
  'a.b.c.d.e.f.g.h.i.j.k',
  'branch.company.branch.company',
  '"',
  '\u0000',
  'ñ',
  ' ',
  '-',
  '.',
  '..',
  '*',
  '1',
  'x'.repeat(250),
]
export const OPERATORS: readonly string[] = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'nin',
  'like',
  'contains',
  'null',
  'between',
  'evil',
  '__proto__',
  'constructor',
  '',
]

/** A value of any sort; the large ones are rare, since they test the same each time. */
export function odd(random: Random): Json {
  const draw = random()
  const value: Json = draw < 0.45 ? pick(random, TEXTS) : draw < 0.65 ? pick(random, NUMBERS) : pick(random, SHAPES)
  const isLarge = value === HUGE || value === LONG || value === LIST || value === WIDE
  return isLarge && chance(random, 0.8) ? odd(random) : value
}

/** A text of any sort as a part of an address. */
export const oddText = (random: Random): string => {
  const value = pick(random, TEXTS)
  return encodeURIComponent((value.length > 2000 ? value.slice(0, 2000) : value).toWellFormed())
}

/** An id: mostly an existing one, else an impossible one. */
export const idIn = (random: Random): string => (chance(random, 0.7) ? String(whole(random, 1, 25)) : pick(random, IDS))

const DAYS = ['2026-11-02', '2026-11-20', '2026-10-15', '2026-12-01'] as const

/** A valid value of the field, as far as its type defines it. */
export function sound(random: Random, field: Field, serial: number): Json {
  // No user is locked out by a password that a request has set.
  if (/password/.test(field.name)) return 'Demo#2026'
  if (field.name === 'is_maintenance') return false
  if (field.options?.length) return pick(random, field.options).value as Json
  if (field.storage.endsWith('[]')) return field.to ? [whole(random, 1, 5)] : []
  if (field.to !== undefined || field.storage.startsWith('bigint')) return whole(random, 1, 20)
  if (field.storage === 'numeric' || field.storage === 'integer') return whole(random, 0, 12)
  if (field.storage === 'boolean') return chance(random, 0.5)
  if (field.storage === 'date') return pick(random, DAYS)
  if (field.storage === 'timestamptz') return `${pick(random, DAYS)}T08:00:00Z`
  if (field.storage === 'time') return '08:30'
  if (field.storage === 'jsonb') return chance(random, 0.5) ? {} : []
  if (field.type === 'email') return `n${serial}@example.com`
  if (field.unique || field.type === 'code') return `N${serial}`
  return `Sample ${serial}`
}

type Values = Record<string, Json>

/** Fields that a record must not set itself. */
const EXTRAS: readonly Values[] = [
  { id: 7 },
  { version: 1 },
  { version: 'x' },
  { version: { toString: 1 } },
  { nonsense: 1 },
  { constructor: 1 },
  { valueOf: 'x' },
] as Values[]

function part(random: Random, fields: readonly Field[], serial: number, oddities: number): Values {
  const writable = fields.filter((field) => field.storage !== 'none' && (field.writable || chance(random, 0.05)))
  const chosen = writable.filter((field) => field.required || chance(random, 0.5))
  const values = Object.fromEntries(chosen.map((field) => [field.name, sound(random, field, serial)]))
  for (let n = 0; n < oddities && writable.length; n++) values[pick(random, writable).name] = odd(random)
  return values
}

/** A record of the module with this many odd values, in its lines as well, and sometimes with unknown names. */
export function record(random: Random, module: Module, serial: number): Values {
  const oddities = pick(random, [0, 1, 1, 1, 2, 5, 50])
  const inHeader = chance(random, 0.6)
  const values = part(random, module.fields, serial, inHeader ? oddities : 0)
  for (const lines of module.lines) {
    if (lines.readonly && !chance(random, 0.1)) continue
    values[lines.name] = chance(random, 0.1)
      ? odd(random)
      : Array.from({ length: whole(random, 0, 3) }, () => part(random, lines.fields, serial, inHeader ? 0 : oddities))
  }
  if (chance(random, 0.1)) Object.assign(values, pick(random, EXTRAS))
  return values
}
