/** From syntax tree to a checked, executable program. One pass does both, so that they cannot disagree. */

import { Decimal, ONE, toDecimal } from '../../../kernel/decimal.ts'
import type { Row } from '../../model/module.ts'
import type { Rows } from './aggregates.ts'
import { AGGREGATES, aggregate } from './aggregates.ts'
import type { Build, Built, Frame, Node, Run, Scope } from './core.ts'
import { asBool, asNumber, NOTHING, UNKNOWN, unify } from './core.ts'
import { callFunction, FUNCTION_NAMES } from './functions.ts'
import { didYouMean } from './hint.ts'
import { binary, conditional } from './operators.ts'
import type { ObjectType, Type } from './types.ts'
import { typeName } from './types.ts'

/** Names that expressions reach beside the record. */
const ENV_NAMES = new Set(['user', 'company', 'branch', 'settings'])

export function buildNode(build: Build, node: Node, scope: Scope): Built {
  switch (node.op) {
    case 'value':
      return literal(build, node)
    case 'id':
    case '.':
      return reference(build, node, scope)
    case 'list':
      return list(build, node, scope)
    case '?:': {
      const nodes = node.args as [Node, Node, Node]
      const [a, b, c] = nodes
      return conditional(build, node, nodes, [buildNode(build, a, scope), buildNode(build, b, scope), buildNode(build, c, scope)])
    }
    case '!_': {
      const operand = node.args as Node
      const run = asBool(build, operand, buildNode(build, operand, scope))
      return { type: 'bool', run: (frame) => !run(frame) }
    }
    case '-_': {
      const operand = node.args as Node
      const run = asNumber(build, operand, buildNode(build, operand, scope))
      return { type: 'number', run: (frame) => run(frame).neg() }
    }
    case 'call': {
      const [name, args] = node.args as [string, Node[]]
      return call(build, node, { name, nodes: args, scope })
    }
    case 'rcall': {
      const [name, receiver, args] = node.args as [string, Node, Node[]]
      return call(build, node, { name, nodes: [receiver, ...args], scope })
    }
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case 'in':
    case '&&':
    case '||': {
      const nodes = node.args as [Node, Node]
      noteComparison(build, node, nodes, scope)
      return binary(build, node, { nodes, a: buildNode(build, nodes[0], scope), b: buildNode(build, nodes[1], scope) })
    }
    default:
      build.problem(node, `"${build.source.slice(node.start, node.end)}" is not part of the expression language.`)
      return UNKNOWN
  }
}

const isText = (node: Node): boolean => node.op === 'value' && typeof node.args === 'string'

/** Dotted name of a part of an expression; undefined for anything else. */
function nameOf(node: Node): string | undefined {
  if (node.op === 'id') return node.args as string
  if (node.op !== '.') return undefined
  const [owner, member] = node.args as [Node, string]
  const before = nameOf(owner)
  return before === undefined ? undefined : `${before}.${member}`
}

/** Records the texts that a name is compared with, so that the caller can check them against its options. */
function noteComparison(build: Build, node: Node, [left, right]: [Node, Node], scope: Scope): void {
  const note = (named: Node, texts: readonly Node[]) => {
    const path = nameOf(named)
    const values = texts.filter(isText).map((text) => text.args as string)
    if (path !== undefined && values.length) build.comparisons.push({ path: scope.recordPrefix + path, values })
  }
  if (node.op === '==' || node.op === '!=') {
    if (isText(right)) note(left, [right])
    else if (isText(left)) note(right, [left])
  } else if (node.op === 'in' && right.op === 'list') note(left, right.args as Node[])
}

function literal(build: Build, node: Node): Built {
  const value: unknown = node.args
  if (value === null) return { type: 'null', run: () => null }
  if (typeof value === 'string') return { type: 'text', run: () => value }
  if (typeof value === 'boolean') return { type: 'bool', run: () => value }
  if (typeof value === 'bigint' || typeof value === 'number') {
    // The source text is exact where the parsed double is not.
    const text = build.source.slice(node.start, node.end)
    const exact = typeof value === 'bigint' ? new Decimal(value) : new Decimal(text)
    return { type: 'number', run: () => exact }
  }
  build.problem(node, 'Only numbers, texts, true, false, null and lists can be written here.')
  return UNKNOWN
}

function list(build: Build, node: Node, scope: Scope): Built {
  const nodes = node.args as Node[]
  const items = nodes.map((each) => buildNode(build, each, scope))
  let entry: Type = 'null'
  for (const [i, item] of items.entries()) {
    const joined = unify(entry, item.type)
    if (joined === undefined)
      build.problem(nodes[i]!, `All entries of a list must be of one type, not ${typeName(entry)} and ${typeName(item.type)}.`)
    entry = joined ?? 'any'
  }
  return {
    type: { kind: 'list', of: entry === 'null' ? 'any' : entry },
    run: (frame) => items.map((item) => item.run(frame)),
  }
}

/** A resolved name: how to reach it, and the path under which its read is recorded. */
interface Found {
  readonly type: Type
  readonly run: Run
  readonly path: string
  readonly root: 'record' | 'parent' | 'global'
}

function find(build: Build, node: Node, name: string, scope: Scope): Found | undefined {
  const { record, parent, globals } = scope.types
  if (Object.hasOwn(record.fields, name) || (record.open && !Object.hasOwn(globals, name) && !(name === 'parent' && parent))) {
    return {
      type: record.fields[name] ?? 'any',
      run: (frame) => frame.row[name],
      path: scope.recordPrefix + name,
      root: 'record',
    }
  }
  if (name === 'parent' && parent) {
    return {
      type: parent,
      run: (frame) => frame.parent,
      path: scope.parentPrefix.replace(/\.$/, ''),
      root: 'parent',
    }
  }
  if (Object.hasOwn(globals, name)) {
    const run: Run = ENV_NAMES.has(name)
      ? (frame) => frame.env[name as 'user'] ?? frame.env.extra?.[name]
      : (frame) => frame.env.extra?.[name]
    return { type: globals[name]!, run, path: name, root: 'global' }
  }
  const names = [...Object.keys(record.fields), ...Object.keys(globals), ...(parent ? ['parent'] : [])]
  const above =
    parent && Object.hasOwn(parent.fields, name)
      ? `It is a field of the document: write "parent.${name}".`
      : (didYouMean(name, names) ?? whatThereIs(Object.keys(record.fields)))
  build.problem(node, `There is no "${name}" here.`, above)
  return undefined
}

/** Names of a row that has few of them; those of a whole document are too many to help. */
function whatThereIs(names: readonly string[]): string | undefined {
  const declared = names.filter(
    (name) => !['id', 'line_no', 'version', 'created_by', 'created_at', 'updated_by', 'updated_at'].includes(name),
  )
  return declared.length > 0 && declared.length <= 12 ? `There are ${declared.join(', ')}.` : undefined
}

/** A name with its members: `qty`, `supplier.name`, `parent.tax_type.rate`, `settings.over_receipt_percent`. */
function reference(build: Build, node: Node, scope: Scope): Built {
  const found = resolve(build, node, scope)
  if (!found) return UNKNOWN
  build.reads.add(found.path)
  if (found.root !== 'record') build.impure = true
  return normalise(found.type, found.run)
}

function resolve(build: Build, node: Node, scope: Scope): Found | undefined {
  if (node.op === 'id') return find(build, node, node.args as string, scope)
  const [target, member] = node.args as [Node, string]
  if (target.op !== 'id' && target.op !== '.') {
    build.problem(node, 'Members can be read of records only.')
    return undefined
  }
  const owner = resolve(build, target, scope)
  if (!owner) return undefined
  const type = memberType(build, node, owner.type, member)
  if (type === undefined) return undefined
  const run = owner.run
  // The header itself has no path in an aggregate of the header: `parent.rate` is filed as `rate`.
  const path = owner.path === '' ? member : `${owner.path}.${member}`
  return {
    type,
    path,
    root: owner.root,
    run: (frame) => {
      const value = run(frame)
      return value !== null && typeof value === 'object' ? (value as Row)[member] : undefined
    },
  }
}

function memberType(build: Build, node: Node, owner: Type, member: string): Type | undefined {
  if (owner === 'any') return 'any'
  if (typeof owner === 'object' && owner.kind === 'object') {
    const known = Object.hasOwn(owner.fields, member) ? owner.fields[member] : undefined
    if (known !== undefined) return known
    if (owner.open) return 'any'
    build.problem(
      { start: node.end - member.length, end: node.end },
      `There is no "${member}" in it.`,
      didYouMean(member, Object.keys(owner.fields)) ?? whatThereIs(Object.keys(owner.fields)),
    )
    return undefined
  }
  const hint = typeof owner === 'object' && owner.kind === 'lines' ? 'Use sum, min, max, avg, count, any or all over the rows.' : undefined
  build.problem(node, `${typeName(owner)} has no members.`, hint)
  return undefined
}

/** Null and missing values read as their type says; `raw` keeps them for comparisons with null. */
function normalise(type: Type, run: Run): Built {
  const raw: Run = (frame) => {
    const value = run(frame)
    return value === undefined || value === '' ? null : value
  }
  if (type === 'number') return { type, run: (frame) => toDecimal(run(frame)), raw }
  if (type === 'bool') return { type, run: (frame) => run(frame) === true, raw }
  return { type, run: raw, raw }
}

function call(
  build: Build,
  node: Node,
  { name, nodes, scope }: { readonly name: string; readonly nodes: readonly Node[]; readonly scope: Scope },
): Built {
  const [first] = nodes
  if (AGGREGATES.has(name) && first) {
    const rows = rowsArgument(build, first, scope)
    if (rows) return aggregate(build, node, { name, rows, nodes, buildNode })
    if (name !== 'min' && name !== 'max') {
      const built = buildNode(build, first, scope)
      if (built !== UNKNOWN) build.problem(first, `${name}() runs over the rows of a child table, this is ${typeName(built.type)}.`)
      return { type: 'any', run: () => ONE }
    }
  }
  if (!FUNCTION_NAMES.includes(name)) {
    build.problem(node, `There is no function "${name}".`, didYouMean(name, FUNCTION_NAMES))
    return UNKNOWN
  }
  const args = nodes.map((each) => buildNode(build, each, scope))
  return callFunction(build, node, { name, nodes, args })
}

/** The first argument of an aggregate, when it is rows. */
function rowsArgument(build: Build, node: Node, scope: Scope): Rows | undefined {
  if (node.op !== 'id' && node.op !== '.') return undefined
  const before = build.problems.length
  const found = resolve(build, node, scope)
  build.problems.length = before
  if (!found || typeof found.type !== 'object' || found.type.kind !== 'lines') return undefined
  build.reads.add(found.path)
  if (found.root !== 'record') build.impure = true
  const inParent = found.root === 'parent'
  const header: ObjectType = (inParent ? scope.types.parent : scope.types.record) ?? NOTHING
  return {
    built: normalise(found.type, found.run),
    type: found.type,
    scope: {
      types: { record: found.type.row, parent: header, globals: scope.types.globals },
      recordPrefix: `${found.path}.`,
      parentPrefix: inParent ? scope.parentPrefix : scope.recordPrefix,
    },
    owner: inParent ? (frame: Frame) => frame.parent : (frame: Frame) => frame.row,
  }
}
