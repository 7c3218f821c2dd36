/** Shared by the builder of programs and the function library. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { type Decimal, isDecimal, toDecimal } from '../../../kernel/decimal.ts'
import type { Row } from '../../model/module.ts'
import type { ObjectType, ScopeTypes, Type } from './types.ts'
import { typeName } from './types.ts'

/** The environment of expressions. The hooks are synchronous: tables are fetched beforehand. */
export interface EvalEnv {
  readonly user?: Row | undefined
  readonly company?: Row | undefined
  readonly branch?: Row | undefined
  readonly settings?: Row | undefined
  /** Further global names (`input` of a transition); they must be declared in `ScopeTypes.globals`. */
  readonly extra?: Row | undefined
  /** Business date `YYYY-MM-DD`. */
  today(): string
  /** Instant, ISO 8601. */
  now(): string
  /** Amount in words, as checks print it. */
  words?(amount: Decimal): string
  /** Value of an effective-dated table (`module.lines.field`) for a key on a date; null when there is none. */
  lookup?(table: string, key: unknown, date: string): unknown
}

/** One evaluation: the row of plain names, and the header when that row is a line. */
export interface Frame {
  readonly row: Row
  readonly parent: Row | undefined
  readonly env: EvalEnv
  /** Rows are never mutated but replaced, so values computed from a row can be cached with it. */
  readonly stable: boolean
}
export type Run = (frame: Frame) => unknown

/** A checked and executable part of an expression. */
export interface Built {
  readonly type: Type
  /** A `number` returns a Decimal, a `bool` a boolean; everything else its value or null. */
  readonly run: Run
  /** The value before null was read as 0 or false, to compare with null. */
  readonly raw?: Run
  /** Can return null although its type is number or bool. */
  readonly nullable?: boolean
}

export interface ExpressionProblem {
  readonly message: string
  readonly hint?: string
  /** Offsets in the source text, end exclusive. */
  readonly start: number
  readonly end: number
}

/** Names, and the prefix under which reads of them are recorded: a row inside `sum(items, …)` is recorded under `items.`. */
export interface Scope {
  readonly types: ScopeTypes
  readonly recordPrefix: string
  readonly parentPrefix: string
}

/** A name that is compared with texts: `status == 'posted'`, `kind in ['a', 'b']`. */
export interface Comparison {
  readonly path: string
  readonly values: readonly string[]
}

/** State of one build; problems are collected, so that all of them are reported at once. */
export class Build {
  readonly source: string
  readonly problems: ExpressionProblem[] = []
  readonly reads = new Set<string>()
  readonly lookups = new Set<string>()
  readonly comparisons: Comparison[] = []
  /** Cleared while an aggregate's row expression reads only its own row. */
  impure = false
  constructor(source: string) {
    this.source = source
  }
  problem(node: { start: number; end: number }, message: string, hint?: string): void {
    this.problems.push({ message, start: node.start, end: node.end, ...(hint ? { hint } : {}) })
  }
}

export type Node = ASTNode
export type BuildNode = (build: Build, node: Node, scope: Scope) => Built

/** Replaces a part that has a problem: it fits everywhere, so that one error is reported once. */
export const UNKNOWN: Built = { type: 'any', run: () => null }

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const TEXTUAL = new Set<Type>(['text', 'date', 'datetime', 'time'])
export const isTextual = (type: Type): boolean => TEXTUAL.has(type)

/** `built` as a number; identifiers and texts are refused. */
export function asNumber(build: Build, node: Node, built: Built): (frame: Frame) => Decimal {
  const { type, run } = built
  if (type === 'number' && !built.nullable) return run as (frame: Frame) => Decimal
  if (type !== 'number' && type !== 'any' && type !== 'null') {
    build.problem(node, `A number is needed here, this is ${typeName(type)}.`)
  }
  return (frame) => toDecimal(run(frame))
}

export function asBool(build: Build, node: Node, built: Built): (frame: Frame) => boolean {
  const { type, run } = built
  if (type !== 'bool' && type !== 'any' && type !== 'null') {
    const hint = type === 'number' ? 'Compare it, e.g. "> 0".' : 'Compare it, e.g. "!= null".'
    build.problem(node, `A condition is needed here, this is ${typeName(type)}.`, hint)
  }
  return (frame) => run(frame) === true
}

/** `built` as text, null as ''. Numbers are written plainly, without thousands. */
export function asText(build: Build, node: Node, built: Built): (frame: Frame) => string {
  if (typeof built.type === 'object') build.problem(node, `A text is needed here, this is ${typeName(built.type)}.`)
  const { run } = built
  return (frame) => toText(run(frame))
}

export function toText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (isDecimal(value)) return value.toFixed()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Common type of two alternatives; undefined when there is none. */
export function unify(a: Type, b: Type): Type | undefined {
  if (a === b) return a
  if (a === 'null') return b
  if (b === 'null') return a
  if (a === 'any' || b === 'any') return 'any'
  if (isTextual(a) && isTextual(b)) return 'text'
  if ((a === 'number' && b === 'id') || (a === 'id' && b === 'number')) return 'any'
  if (typeof a === 'object' && typeof b === 'object' && a.kind === b.kind) return a
  return undefined
}

export const NOTHING: ObjectType = { kind: 'object', fields: {}, open: false }
