/** Operators over exact decimals, texts and truth values, with null read as nothing rather than as an error. */

import { type Decimal, isDecimal, toDecimal, ZERO } from '../../../kernel/decimal.ts'
import type { Build, Built, Frame, Node, Run } from './core.ts'
import { asBool, asNumber, asText, isEmpty, isTextual, toText, UNKNOWN, unify } from './core.ts'
import type { Type } from './types.ts'
import { typeName } from './types.ts'

const numeric = (value: unknown): boolean => isDecimal(value) || typeof value === 'number' || typeof value === 'bigint'
const NUMERIC_TEXT = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** Equality of values whose types are known only now. Empty equals empty, numbers by value, the rest as text. */
export function looseEqual(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (numeric(a) || numeric(b)) {
    const comparable = (v: unknown) => numeric(v) || (typeof v === 'string' && NUMERIC_TEXT.test(v))
    return comparable(a) && comparable(b) && toDecimal(a).eq(toDecimal(b))
  }
  return a === b
}

function equality(build: Build, node: Node, a: Built, b: Built): Run {
  if (a.type === 'null' || b.type === 'null') {
    const other = a.type === 'null' ? b : a
    const raw = other.raw ?? other.run
    return (frame) => isEmpty(raw(frame))
  }
  const [left, right] = [a.run, b.run]
  const types = [a.type, b.type]
  if (types.some((type) => typeof type === 'object')) {
    build.problem(node, `${typeName(a.type)} and ${typeName(b.type)} cannot be compared.`, 'Compare a record by its id.')
    return UNKNOWN.run
  }
  if (types.includes('any')) {
    if (types.includes('number')) return (frame) => numberEqual(left(frame), right(frame))
    if (types.includes('bool')) return (frame) => (left(frame) === true) === (right(frame) === true)
    return (frame) => looseEqual(left(frame), right(frame))
  }
  if (a.type === 'number' && b.type === 'number') {
    return (frame) => toDecimal(left(frame)).eq(toDecimal(right(frame)))
  }
  if (a.type === b.type || unify(a.type, b.type) !== undefined) return (frame) => looseEqual(left(frame), right(frame))
  build.problem(node, `${typeName(a.type)} and ${typeName(b.type)} are never equal.`)
  return UNKNOWN.run
}

/** One side is a number for certain: an empty other side reads 0, a text that is no number is never equal. */
function numberEqual(a: unknown, b: unknown): boolean {
  return looseEqual(isEmpty(a) ? ZERO : a, isEmpty(b) ? ZERO : b)
}

const ORDER: Record<string, (sign: number) => boolean> = {
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
}

/** Texts and dates compare by character; an empty one is neither before nor after anything. */
function orderText(a: unknown, b: unknown, holds: (sign: number) => boolean): boolean {
  if (isEmpty(a) || isEmpty(b)) return false
  const [left, right] = [toText(a), toText(b)]
  return holds(left < right ? -1 : left > right ? 1 : 0)
}

interface Operands {
  readonly nodes: [Node, Node]
  readonly a: Built
  readonly b: Built
}

function ordering(build: Build, node: Node, { nodes, a, b }: Operands): Run {
  const holds = ORDER[node.op]!
  const [left, right] = [a.run, b.run]
  if (isTextual(a.type) || isTextual(b.type)) {
    const other = isTextual(a.type) ? b.type : a.type
    if (!isTextual(other) && other !== 'any' && other !== 'null') {
      build.problem(node, `${typeName(a.type)} and ${typeName(b.type)} cannot be ordered.`)
    }
    return (frame) => orderText(left(frame), right(frame), holds)
  }
  if (a.type === 'any' && b.type === 'any') {
    return (frame) => {
      const [x, y] = [left(frame), right(frame)]
      const text = (v: unknown) => typeof v === 'string' && !NUMERIC_TEXT.test(v)
      return text(x) || text(y) ? orderText(x, y, holds) : holds(toDecimal(x).cmp(toDecimal(y)))
    }
  }
  const [x, y] = [asNumber(build, nodes[0], a), asNumber(build, nodes[1], b)]
  return (frame) => holds(x(frame).cmp(y(frame)))
}

/** Division by zero answers 0: a form that is not filled in yet has no error to show. */
const ARITHMETIC: Record<string, (a: Decimal, b: Decimal) => Decimal> = {
  '+': (a, b) => a.plus(b),
  '-': (a, b) => a.minus(b),
  '*': (a, b) => a.times(b),
  '/': (a, b) => (b.isZero() ? ZERO : a.div(b)),
  '%': (a, b) => (b.isZero() ? ZERO : a.mod(b)),
}

function plus(build: Build, nodes: [Node, Node], a: Built, b: Built): Built | undefined {
  if (a.type === 'text' || b.type === 'text') {
    const [left, right] = [asText(build, nodes[0], a), asText(build, nodes[1], b)]
    return { type: 'text', run: (frame) => left(frame) + right(frame) }
  }
  if (a.type !== 'any' || b.type !== 'any') return undefined
  const [left, right] = [a.run, b.run]
  const run = (frame: Frame) => {
    const [x, y] = [left(frame), right(frame)]
    const text = (v: unknown) => typeof v === 'string' && !NUMERIC_TEXT.test(v)
    return text(x) || text(y) ? toText(x) + toText(y) : toDecimal(x).plus(toDecimal(y))
  }
  return { type: 'any', run }
}

function arithmetic(build: Build, node: Node, { nodes, a, b }: Operands): Built {
  if (node.op === '+') {
    const joined = plus(build, nodes, a, b)
    if (joined) return joined
  }
  const dates = new Set<Type>(['date', 'datetime'])
  if (dates.has(a.type) || dates.has(b.type)) {
    build.problem(node, `"${node.op}" is not defined for dates.`, 'Use daysBetween(a, b), addDays(d, n) or addMonths(d, n).')
    return UNKNOWN
  }
  const [left, right] = [asNumber(build, nodes[0], a), asNumber(build, nodes[1], b)]
  const apply = ARITHMETIC[node.op]!
  return { type: 'number', run: (frame) => apply(left(frame), right(frame)) }
}

function membership(build: Build, node: Node, a: Built, b: Built): Built {
  const list = b.type
  if (list !== 'any' && list !== 'null' && (typeof list !== 'object' || list.kind !== 'list')) {
    build.problem(node, `"in" needs a list on its right, this is ${typeName(list)}.`, 'e.g. status in ["draft", "approved"]')
  } else if (typeof list === 'object' && list.kind === 'list' && unify(a.type, list.of) === undefined) {
    build.problem(node, `${typeName(a.type)} is never in a ${typeName(list)}.`)
  }
  const [left, right] = [a.run, b.run]
  const run = (frame: Frame) => {
    const values = right(frame)
    const value = left(frame)
    return Array.isArray(values) && values.some((entry) => looseEqual(entry, value))
  }
  return { type: 'bool', run }
}

/** A binary operator over parts that are built already. */
export function binary(build: Build, node: Node, { nodes, a, b }: Operands): Built {
  switch (node.op) {
    case '&&': {
      const [left, right] = [asBool(build, nodes[0], a), asBool(build, nodes[1], b)]
      return { type: 'bool', run: (frame) => left(frame) && right(frame) }
    }
    case '||': {
      const [left, right] = [asBool(build, nodes[0], a), asBool(build, nodes[1], b)]
      return { type: 'bool', run: (frame) => left(frame) || right(frame) }
    }
    case '==':
      return { type: 'bool', run: equality(build, node, a, b) }
    case '!=': {
      const equal = equality(build, node, a, b)
      return { type: 'bool', run: (frame) => equal(frame) === false }
    }
    case 'in':
      return membership(build, node, a, b)
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { type: 'bool', run: ordering(build, node, { nodes, a, b }) }
    default:
      return arithmetic(build, node, { nodes, a, b })
  }
}

/** `condition ? a : b` */
export function conditional(build: Build, node: Node, nodes: [Node, Node, Node], parts: [Built, Built, Built]): Built {
  const condition = asBool(build, nodes[0], parts[0])
  const [, a, b] = parts
  const type = unify(a.type, b.type)
  if (type === undefined) {
    build.problem(node, `Both sides of "? :" must be of one type, not ${typeName(a.type)} and ${typeName(b.type)}.`)
  }
  const [yes, no] = [a.run, b.run]
  const nullable = a.nullable || b.nullable || a.type === 'null' || b.type === 'null'
  return {
    type: type ?? 'any',
    run: (frame) => (condition(frame) ? yes(frame) : no(frame)),
    ...(nullable ? { nullable: true } : {}),
  }
}
