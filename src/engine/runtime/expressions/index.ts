/**
 * Expressions: the Common Expression Language, interpreted, with exact decimals.
 *
 * CEL's grammar (parsed by @marcbachmann/cel-js); values differ from CEL in what business forms need:
 * every number is an exact decimal, a missing number reads 0 and a missing record's members read null,
 * division by zero is 0, and aggregates (`sum(items, qty * price)`) run an expression over each row. No
 * expression throws, loops or reaches outside its scope, so none can hang or break a form.
 */
import { Environment } from '@marcbachmann/cel-js'
import { toDecimal } from '../../../kernel/decimal.ts'
import type { Row } from '../../model/module.ts'
import { buildNode } from './build.ts'
import type { Built, Comparison, EvalEnv, ExpressionProblem, Node } from './core.ts'
import { Build, UNKNOWN } from './core.ts'
import type { ScopeTypes, Type } from './types.ts'

export { Decimal, isDecimal, ONE, roundHalfUp, sameDecimal, toDecimal, ZERO } from '../../../kernel/decimal.ts'
export type { Comparison, EvalEnv, ExpressionProblem } from './core.ts'
export { isEmpty, toText } from './core.ts'
export * as dates from './dates.ts'
export { FUNCTION_NAMES, FUNCTIONS } from './functions.ts'
export { didYouMean, nearest } from './hint.ts'
export { looseEqual } from './operators.ts'
export * from './types.ts'

export interface Analysis {
  /** Type of the result; `any` when there are problems. */
  readonly type: Type
  /**
   * Everything it reads, as paths: `qty`, `supplier.name`, `items` and `items.qty` (inside an aggregate),
   * `parent.tax_type.rate` (in row scope), `settings.x`. Reads of the document in an aggregate's row expression are
   * recorded as the document's own fields.
   */
  readonly reads: readonly string[]
  /** Effective-dated tables it looks up, `module.lines.field`. */
  readonly lookups: readonly string[]
  /** Names that are compared with texts, recorded as reads are. */
  readonly comparisons: readonly Comparison[]
  /** Literal texts that it can return: `"draft"` as the whole, or as one branch of `condition ? "draft" : other`. */
  readonly results: readonly string[]
  readonly problems: readonly ExpressionProblem[]
}

export interface Program {
  readonly source: string
  readonly type: Type
  readonly reads: readonly string[]
  /**
   * Value over a record, or with `parent` over one of its rows. Numbers are `Decimal`, dates strings, identifiers as they
   * are in the record, missing values null. Never throws. `stable`: the caller replaces rows instead of mutating them, so
   * values per row may be kept.
   */
  evaluate(values: Row, env: EvalEnv, parent?: Row, stable?: boolean): unknown
}

/** Raised by `compileExpression`; descriptors are checked at load, so at run time this is a programming error. */
class ExpressionError extends Error {
  readonly source: string
  readonly problems: readonly ExpressionProblem[]
  constructor(source: string, problems: readonly ExpressionProblem[]) {
    const messages = problems.map((p) => `${p.message}${p.hint ? ` ${p.hint}` : ''} (at ${p.start + 1})`)
    super(`In "${source}": ${messages.join(' ')}`)
    this.name = 'ExpressionError'
    this.source = source
    this.problems = problems
  }
}

const parser = new Environment({
  homogeneousAggregateLiterals: false,
  limits: { maxAstNodes: 2000, maxDepth: 60, maxListElements: 500, maxMapEntries: 0, maxCallArguments: 16 },
})

interface SyntaxFault {
  readonly summary?: string
  readonly message: string
  readonly range?: { start: number; end: number }
}

function construct(source: string, types: ScopeTypes): { build: Build; built: Built; tree?: Node } {
  const build = new Build(source)
  let tree: Node
  try {
    tree = parser.parse(source).ast
  } catch (error) {
    const fault = error as SyntaxFault
    const { start, end } = fault.range ?? { start: 0, end: source.length }
    build.problem(
      { start, end },
      `Syntax: ${fault.summary ?? fault.message.split('\n')[0]}.`,
      /\bif\b/.test(source) ? 'Write "condition ? value : other value".' : undefined,
    )
    return { build, built: UNKNOWN }
  }
  const scope = { types, recordPrefix: '', parentPrefix: types.parent ? 'parent.' : '' }
  return { build, built: buildNode(build, tree, scope), tree }
}

/** Literal texts that an expression can return; computed ones are not known before it runs. */
function resultsOf(node: Node): string[] {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : []
  return node.op === '?:' ? (node.args as [Node, Node, Node]).slice(1).flatMap(resultsOf) : []
}

/** Checks an expression without running it: type, reads, and every problem with its place and a hint. */
export function analyse(source: string, scope: ScopeTypes): Analysis {
  const { build, built, tree } = construct(source, scope)
  return {
    type: build.problems.length ? 'any' : built.type,
    reads: [...build.reads],
    lookups: [...build.lookups],
    comparisons: build.comparisons,
    results: tree ? resultsOf(tree) : [],
    problems: build.problems,
  }
}

/** Compiles an expression once; throws `ExpressionError` when it has problems. */
export function compileExpression(source: string, scope: ScopeTypes): Program {
  const ofScope = programs.get(scope) ?? new Map<string, Program>()
  programs.set(scope, ofScope)
  let program = ofScope.get(source)
  if (!program) ofScope.set(source, (program = compile(source, scope)))
  return program
}

/** Compiled expressions by scope: a scope belongs to a module, which is replaced when its descriptor changes. */
const programs = new WeakMap<ScopeTypes, Map<string, Program>>()

function compile(source: string, scope: ScopeTypes): Program {
  const { build, built } = construct(source, scope)
  if (build.problems.length) throw new ExpressionError(source, build.problems)
  const { run, type } = built
  const exact = type === 'number' && built.nullable
  return {
    source,
    type,
    reads: [...build.reads],
    evaluate: (values, env, parent, stable = false) => {
      const value = run({ row: values, parent, env, stable })
      return exact && value !== null ? toDecimal(value) : value
    },
  }
}
