/** `sum(items, qty * price)` and its kin: the second argument is an expression of its own, over each row. */

import { type Decimal, Decimal as Exact, ZERO } from '../../../kernel/decimal.ts'
import type { Row } from '../../model/module.ts'
import type { Build, BuildNode, Built, Frame, Node, Scope } from './core.ts'
import { asBool, asNumber, isTextual, UNKNOWN } from './core.ts'
import { extremeOf } from './functions.ts'
import type { LinesType, Type } from './types.ts'
import { typeName } from './types.ts'

export const AGGREGATES: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max', 'count', 'any', 'all'])

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

/** Rows an aggregate runs over, and the scope of its row expression. */
export interface Rows {
  readonly built: Built
  readonly type: LinesType
  readonly scope: Scope
  /** The record that the rows belong to: `parent` of the row expression. */
  readonly owner: (frame: Frame) => Row | undefined
}

/** An aggregate over rows, with what compiles its expression. */
interface AggregateCall {
  readonly name: string
  readonly rows: Rows
  readonly nodes: readonly Node[]
  readonly buildNode: BuildNode
}

export function aggregate(build: Build, node: Node, { name, rows, nodes, buildNode }: AggregateCall): Built {
  const expression = nodes[1]
  if (nodes.length > 2 || (!expression && name !== 'count')) {
    build.problem(
      node,
      `${name}() takes rows and an expression over one row.`,
      `e.g. ${name}(items, ${name === 'any' || name === 'all' ? 'qty > 0' : 'amount'})`,
    )
    return UNKNOWN
  }
  if (!expression) return { type: 'number', run: (frame) => new Exact(rowsOf(rows.built.run(frame)).length) }

  const outer = build.impure
  build.impure = false
  const each = buildNode(build, expression, rows.scope)
  const typed = typedRow(build, expression, name, each)
  const keep = !build.impure
  build.impure = outer || build.impure
  const values = perRow(rows, typed, keep)
  return fold(name, each.type, values)
}

/** The row expression as the aggregate needs it. */
function typedRow(build: Build, node: Node, name: string, each: Built): (frame: Frame) => unknown {
  if (name === 'count' || name === 'any' || name === 'all') return asBool(build, node, each)
  if ((name === 'min' || name === 'max') && isTextual(each.type)) return each.run
  if (typeof each.type === 'object') build.problem(node, `${name}() needs a value per row, this is ${typeName(each.type)}.`)
  return asNumber(build, node, each)
}

/**
 * Value per row. Rows that are replaced rather than mutated keep theirs, so that after a change of one row
 * of five hundred only that row is computed again.
 */
function perRow(rows: Rows, run: (frame: Frame) => unknown, keep: boolean): (frame: Frame) => unknown[] {
  const cache = new WeakMap<Row, { value: unknown }>()
  const list = rows.built.run
  return (frame) => {
    const parent = rows.owner(frame)
    const { env, stable } = frame
    return rowsOf(list(frame)).map((row) => {
      if (!keep || !stable) return run({ row, parent, env, stable })
      const known = cache.get(row)
      if (known) return known.value
      const value = run({ row, parent, env, stable })
      cache.set(row, { value })
      return value
    })
  }
}

function total(values: readonly unknown[]): Decimal {
  let sum = ZERO
  for (const value of values) sum = sum.plus(value as Decimal)
  return sum
}

function fold(name: string, each: Type, values: (frame: Frame) => unknown[]): Built {
  switch (name) {
    case 'sum':
      return { type: 'number', run: (frame) => total(values(frame)) }
    case 'avg':
      return { type: 'number', run: (frame) => average(values(frame)) }
    case 'count':
      return {
        type: 'number',
        run: (frame) => new Exact(values(frame).filter((value) => value === true).length),
      }
    case 'any':
      return { type: 'bool', run: (frame) => values(frame).includes(true) }
    case 'all':
      return { type: 'bool', run: (frame) => !values(frame).includes(false) }
    default: {
      const which = name as 'min' | 'max'
      if (isTextual(each)) {
        return {
          type: each,
          run: (frame) =>
            extremeOf(
              which,
              values(frame).filter((value) => value !== null && value !== ''),
            ),
        }
      }
      return { type: 'number', run: (frame) => extremeOf(which, values(frame)), nullable: true }
    }
  }
}

/** Mean of the rows, 0 of none. */
function average(values: readonly unknown[]): Decimal {
  return values.length ? total(values).div(values.length) : ZERO
}
