/** One comparison of a stored value with a value of the request; wrong types are 400 on the field, never SQL errors. */
import type { Field, Storage } from '../../../engine/model/module.ts'
import { literal } from '../../platform/db/name.ts'
import type { Params } from '../../platform/db/params.ts'
import { invalid } from '../../platform/errors.ts'
import { dateSpan } from './dates.ts'

export const OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'like', 'null', 'between'] as const
export type Operator = (typeof OPERATORS)[number]

export interface CompareEnv {
  readonly params: Params
  /** Business date of the company. */
  readonly today: string
  readonly timeZone: string
}

/** A comparison as the request asks for it: the value, and the name under which an error is reported. */
export interface Asked {
  readonly op: Operator
  readonly value: unknown
  readonly path: string
}

const SIGN: Partial<Record<Operator, string>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' }
const MAX_LIST = 1000

/** Escapes what LIKE treats specially and looks for the text anywhere. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** A list from an array or comma-separated text. */
export function listOf(value: unknown, path: string): unknown[] {
  const list = Array.isArray(value)
    ? value
    : String(value)
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
  if (list.length > MAX_LIST) throw invalid({ [path]: [`At most ${MAX_LIST} values.`] })
  return list
}

/** Truth of `true`, `1`, `false`, `0`. */
export function booleanOf(value: unknown, path: string): boolean {
  const text = String(value)
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw invalid({ [path]: [`"${text.slice(0, 40)}" is not true or false.`] })
}

const INTEGER = /^-?\d{1,18}$/
const DECIMAL = /^-?\d{1,30}(\.\d{1,20})?$/
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/

function scalar(storage: Storage, value: unknown, path: string): string {
  const text = String(value)
  const wrong = (what: string) => invalid({ [path]: [`"${text.slice(0, 40)}" is not ${what}.`] })
  if (text.includes('\0')) throw wrong('plain text')
  switch (storage) {
    case 'bigint':
    case 'bigint[]':
      if (!INTEGER.test(text)) throw wrong('a whole number')
      return text
    case 'integer':
      if (!INTEGER.test(text) || Math.abs(Number(text)) > 2_147_483_647) throw wrong('a whole number')
      return text
    case 'numeric':
      if (!DECIMAL.test(text)) throw wrong('a number')
      return text
    case 'time':
      if (!TIME.test(text)) throw wrong('a time (HH:MM)')
      return text
    default:
      return text
  }
}

/** The SQL condition `sql <op> value` for a value of the given storage. */
export function compare(env: CompareEnv, sql: string, field: Pick<Field, 'storage'>, asked: Asked): string {
  const { op, value, path } = asked
  // Everything below reads texts of single values, or of a list of them.
  if ((Array.isArray(value) ? value : [value]).some((candidate) => typeof candidate === 'object' && candidate !== null))
    throw invalid({ [path]: [`"${JSON.stringify(value).slice(0, 40)}" is not a single value.`] })
  const { storage } = field
  if (op === 'in') {
    // An empty value among those of a list is a choice like any other.
    const list = listOf(value, path)
    const filled = list.filter((candidate) => candidate !== null && (candidate !== 'null' || storage === 'text'))
    if (filled.length < list.length) {
      const empty = compare(env, sql, field, { op: 'null', value: true, path })
      return filled.length ? `(${compare(env, sql, field, { op, value: filled, path })} or ${empty})` : empty
    }
  }
  if (op === 'null') {
    const empty = storage.endsWith('[]') ? `coalesce(cardinality(${sql}), 0) = 0` : `${sql} is null`
    return booleanOf(value, path) ? empty : `not (${empty})`
  }
  switch (storage) {
    case 'boolean':
      return compareBoolean(env, sql, asked)
    case 'date':
      return compareDate(env, sql, asked)
    case 'timestamptz':
      return compareInstant(env, sql, asked)
    case 'bigint[]':
    case 'text[]':
      return compareArray(env, sql, storage, asked)
    case 'daterange': {
      if (op !== 'eq' && op !== 'in') throw invalid({ [path]: [`"${op}" does not apply to a date range.`] })
      const span = dateSpan(value, env.today, path)
      return `${sql} && daterange(${env.params.add(span.from, 'date')}, ${env.params.add(span.to, 'date')}, '[]')`
    }
    case 'jsonb':
    case 'none':
      throw invalid({ [path]: ['This field can only be filtered by "null".'] })
    default:
      return comparePlain(env, sql, storage, asked)
  }
}

function comparePlain(env: CompareEnv, sql: string, storage: Storage, { op, value, path }: Asked): string {
  const param = (from: unknown): string => env.params.add(scalar(storage, from, path), storage)
  if (op === 'in' || ((op === 'eq' || op === 'ne') && Array.isArray(value))) {
    const list = listOf(value, path).map((item) => scalar(storage, item, path))
    return `${op === 'ne' ? 'not ' : ''}(${sql} = any(${env.params.add(list, `${storage}[]`)}))`
  }
  if (op === 'ne') return `${sql} is distinct from ${param(value)}`
  if (op === 'between') {
    const [from, to] = pair(value, path)
    return `${sql} between ${param(from)} and ${param(to)}`
  }
  if (op === 'like')
    return `${storage === 'text' ? sql : `${sql}::text`} ilike ${env.params.add(likePattern(scalar('text', value, path)), 'text')}`
  return `${sql} ${SIGN[op]} ${param(value)}`
}

function pair(value: unknown, path: string): [unknown, unknown] {
  const list = listOf(value, path)
  if (list.length !== 2) throw invalid({ [path]: ['"between" takes two values: from,to.'] })
  return [list[0], list[1]]
}

function compareBoolean(env: CompareEnv, sql: string, { op, value, path }: Asked): string {
  if (op === 'in')
    return `coalesce(${sql}, false) = any(${env.params.add(
      listOf(value, path).map((entry) => booleanOf(entry, path)),
      'boolean[]',
    )})`
  if (op !== 'eq' && op !== 'ne') throw invalid({ [path]: [`"${op}" does not apply to true or false.`] })
  // An empty switch counts as off, for users and for filters alike.
  return `coalesce(${sql}, false) ${op === 'eq' ? '=' : '<>'} ${env.params.add(booleanOf(value, path), 'boolean')}`
}

function compareDate(env: CompareEnv, sql: string, { op, value, path }: Asked): string {
  const day = (date: string): string => env.params.add(date, 'date')
  const within = (from: string, to: string): string => `${sql} between ${day(from)} and ${day(to)}`
  const span = (valueSpan: unknown) => dateSpan(valueSpan, env.today, path)
  switch (op) {
    case 'eq':
    case 'in': {
      const spans = (op === 'in' || Array.isArray(value) ? listOf(value, path) : [value]).map(span)
      if (!spans.length) return 'false'
      return `(${spans.map(({ from, to }) => (from === to ? `${sql} = ${day(from)}` : within(from, to))).join(' or ')})`
    }
    case 'ne': {
      const { from, to } = span(value)
      return `(${sql} is null or not (${within(from, to)}))`
    }
    case 'between': {
      const [from, to] = pair(value, path)
      return within(span(from).from, span(to).to)
    }
    case 'gt':
      return `${sql} > ${day(span(value).to)}`
    case 'gte':
      return `${sql} >= ${day(span(value).from)}`
    case 'lt':
      return `${sql} < ${day(span(value).from)}`
    case 'lte':
      return `${sql} <= ${day(span(value).to)}`
    default:
      throw invalid({ [path]: [`"${op}" does not apply to dates.`] })
  }
}

/** Days are the company's; an exact instant is taken as it is. */
function compareInstant(env: CompareEnv, sql: string, { op, value, path }: Asked): string {
  const zone = literal(env.timeZone)
  const start = (date: string): string => `(${env.params.add(date, 'date')}::timestamp at time zone ${zone})`
  const exact = (text: string): string => {
    const moment = new Date(text)
    if (Number.isNaN(moment.getTime())) throw invalid({ [path]: [`"${text.slice(0, 40)}" is not a date and time.`] })
    return env.params.add(moment.toISOString(), 'timestamptz')
  }
  const from = (written: unknown): string =>
    INSTANT.test(String(written)) ? exact(String(written)) : start(dateSpan(written, env.today, path).from)
  // The database counts the day on: the day after the last one that can be written (9999-12-31) has five digits.
  const after = (written: unknown): string =>
    `((${env.params.add(dateSpan(written, env.today, path).to, 'date')} + 1)::timestamp at time zone ${zone})`
  const until = (written: unknown): string =>
    INSTANT.test(String(written)) ? `${sql} <= ${exact(String(written))}` : `${sql} < ${after(written)}`
  switch (op) {
    case 'eq':
      return INSTANT.test(String(value)) ? `${sql} = ${exact(String(value))}` : `(${sql} >= ${from(value)} and ${until(value)})`
    case 'between': {
      const [low, high] = pair(value, path)
      return `(${sql} >= ${from(low)} and ${until(high)})`
    }
    case 'gte':
      return `${sql} >= ${from(value)}`
    case 'lt':
      return `${sql} < ${from(value)}`
    case 'lte':
      return until(value)
    case 'gt':
      return `not (${until(value)})`
    default:
      throw invalid({ [path]: [`"${op}" does not apply to dates and times.`] })
  }
}

function compareArray(env: CompareEnv, sql: string, storage: 'bigint[]' | 'text[]', { op, value, path }: Asked): string {
  if (op !== 'eq' && op !== 'in' && op !== 'ne') throw invalid({ [path]: [`"${op}" does not apply to a list of values.`] })
  const list = (op === 'in' || Array.isArray(value) ? listOf(value, path) : [value]).map((entry) =>
    scalar(storage === 'bigint[]' ? 'bigint' : 'text', entry, path),
  )
  const overlap = `${sql} && ${env.params.add(list, storage)}`
  return op === 'ne' ? `not (${overlap})` : overlap
}
