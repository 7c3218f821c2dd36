/**
 * Checks plain JSON against the descriptor schema and reports errors in words that the author can act on: the pointer,
 * the value found, the allowed ones, the nearest name. Supports the part of JSON Schema 2020-12 that our own schemas use;
 * alternatives (`anyOf`) are distinguished by the JSON type of the value, so that an error is reported inside the branch
 * that was meant. Runs where `eval` is forbidden.
 */

import type { JsonSchema } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { patternOf } from './patterns.ts'

export interface Finding {
  readonly pointer: string
  readonly message: string
  readonly hint?: string
  /** Unknown keys can be ignored and the rest still read; wrong types cannot. */
  readonly fatal: boolean
}

type Node = Readonly<Record<string, unknown>>

/** Escapes one step of a JSON pointer (RFC 6901). */
export const step = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

const jsonType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value

const typesOf = (node: Node): readonly string[] | undefined => {
  if (typeof node.type === 'string') return [node.type]
  if (Array.isArray(node.type)) return node.type as string[]
  if (Array.isArray(node.enum)) return [...new Set((node.enum as unknown[]).map(jsonType))]
  return undefined
}

const accepts = (types: readonly string[] | undefined, value: unknown): boolean => {
  if (!types) return true
  const type = jsonType(value)
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ')
const show = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

class Checker {
  readonly findings: Finding[] = []
  readonly #root: Node
  constructor(root: Node) {
    this.#root = root
  }

  add(pointer: string, message: string, hint?: string, fatal = true): void {
    this.findings.push({ pointer, message, ...(hint ? { hint } : {}), fatal })
  }

  deref(node: Node): Node {
    let current = node
    while (typeof current.$ref === 'string') {
      let target: unknown = this.#root
      for (const part of current.$ref.slice(2).split('/')) target = (target as Node)[part]
      current = target as Node
    }
    return current
  }

  /** Every JSON type a node takes, alternatives included. */
  allTypes(node: Node): string[] {
    const plain = this.deref(node)
    const types = typesOf(plain)
    if (types) return [...types]
    if (Array.isArray(plain.anyOf)) return [...new Set((plain.anyOf as Node[]).flatMap((branch) => this.allTypes(branch)))]
    return []
  }

  check(reference: Node, value: unknown, pointer: string): void {
    const node = this.deref(reference)
    const branches = node.anyOf ?? node.oneOf
    if (Array.isArray(branches)) {
      this.checkAny(branches as Node[], value, pointer)
      if (node.type === undefined) return
    }
    if (Array.isArray(node.enum) && !node.enum.includes(value)) {
      return this.add(
        pointer,
        `${show(value)} is not allowed here; allowed: ${list(node.enum)}.`,
        typeof value === 'string' ? didYouMean(value, node.enum.map(String)) : undefined,
      )
    }
    if ('const' in node && node.const !== value)
      return this.add(pointer, `${show(value)} is not allowed here; allowed: ${show(node.const)}.`)
    for (const part of (node.allOf ?? []) as Node[]) this.checkConditional(part, value, pointer)
    // Nothing matches `not: {}`: the description says why it must stay empty.
    if (node.not !== undefined && Object.keys(node.not as Node).length === 0)
      return this.add(pointer, String(node.description ?? 'Nothing may stand here.'))
    const types = typesOf(node)
    if (!accepts(types, value)) return this.add(pointer, `Found ${jsonType(value)} ${show(value)}; expected ${types!.join(' or ')}.`)
    if (typeof value === 'string') this.checkString(node, value, pointer)
    else if (typeof value === 'number') this.checkNumber(node, value, pointer)
    else if (Array.isArray(value)) this.checkArray(node, value, pointer)
    else if (value !== null && typeof value === 'object') this.checkObject(node, value as Node, pointer)
  }

  checkAny(branches: readonly Node[], value: unknown, pointer: string): void {
    const fitting = branches.filter((branch) => {
      const types = this.allTypes(branch)
      return types.length === 0 || accepts(types, value)
    })
    if (fitting.length === 0) {
      const types = [...new Set(branches.flatMap((branch) => this.allTypes(branch)))]
      return this.add(pointer, `Found ${jsonType(value)} ${show(value)}; expected ${types.join(' or ')}.`)
    }
    let best: Finding[] | undefined
    for (const branch of fitting) {
      const inner = new Checker(this.#root)
      inner.check(branch, value, pointer)
      if (inner.findings.length === 0) return
      if (!best || inner.findings.length < best.length) best = inner.findings
    }
    this.findings.push(...best!)
  }

  /** `if` and `then`: conditions of one parameter on others. */
  checkConditional(node: Node, value: unknown, pointer: string): void {
    const test = new Checker(this.#root)
    test.check((node.if ?? {}) as Node, value, pointer)
    if (test.findings.length === 0) this.check((node.then ?? {}) as Node, value, pointer)
  }

  checkString(node: Node, value: string, pointer: string): void {
    if (typeof node.minLength === 'number' && value.length < node.minLength) this.add(pointer, 'Must not be empty.')
    if (typeof node.pattern === 'string' && !patternOf(node.pattern).test(value)) {
      this.add(pointer, `${show(value)} does not have the form ${node.pattern}.`, exampleOf(node))
    }
  }

  checkNumber(node: Node, value: number, pointer: string): void {
    if (typeof node.minimum === 'number' && value < node.minimum) this.add(pointer, `${value} is less than ${node.minimum}.`)
    if (typeof node.maximum === 'number' && value > node.maximum) this.add(pointer, `${value} is more than ${node.maximum}.`)
    if (typeof node.exclusiveMinimum === 'number' && value <= node.exclusiveMinimum)
      this.add(pointer, `${value} must be more than ${node.exclusiveMinimum}.`)
  }

  checkArray(node: Node, value: readonly unknown[], pointer: string): void {
    if (typeof node.minItems === 'number' && value.length < node.minItems) this.add(pointer, `Needs at least ${node.minItems} entries.`)
    if (typeof node.maxItems === 'number' && value.length > node.maxItems) this.add(pointer, `Takes at most ${node.maxItems} entries.`)
    if (node.items) for (const [index, entry] of value.entries()) this.check(node.items as Node, entry, pointer + step(index))
  }

  checkObject(node: Node, value: Node, pointer: string): void {
    const properties = (node.properties ?? {}) as Record<string, Node>
    for (const key of (node.required ?? []) as string[]) {
      if (!(key in value)) this.add(pointer, `"${key}" is missing.`)
    }
    const names = node.propertyNames as Node | undefined
    for (const [key, entry] of Object.entries(value)) {
      const place = pointer + step(key)
      if (names?.pattern && !patternOf(names.pattern as string).test(key))
        this.add(place, `The name "${key}" does not have the form ${names.pattern}.`, exampleOf(node))
      const known = properties[key]
      if (known) this.check(known, entry, place)
      else if (node.additionalProperties === false) {
        const instead = INSTEAD[key]
        const hint = instead && instead in properties ? `Write "${instead}".` : didYouMean(key, Object.keys(properties))
        this.add(place, unknownKey(key, Object.keys(properties)), hint, false)
      } else if (node.additionalProperties && typeof node.additionalProperties === 'object')
        this.check(node.additionalProperties as Node, entry, place)
    }
    const count = Object.keys(value).length
    if (typeof node.minProperties === 'number' && count < node.minProperties) this.add(pointer, 'Needs one key.')
    if (typeof node.maxProperties === 'number' && count > node.maxProperties)
      this.add(pointer, `Takes one key, found ${list(Object.keys(value))}.`)
  }
}

/** Keywords of JSON Schema for which descriptors have their own. */
const INSTEAD: Readonly<Record<string, string>> = { enum: 'options' }

/** The reference has the long lists; a hint with the nearest name helps more. */
const unknownKey = (key: string, names: readonly string[]): string =>
  names.length > 12 ? `Unknown key "${key}".` : `Unknown key "${key}"; allowed: ${names.join(', ') || 'none'}.`

const exampleOf = (node: Node): string | undefined =>
  Array.isArray(node.examples) && node.examples.length ? `For example ${show(node.examples[0])}.` : undefined

/** All errors of `value` under `schema`. `$ref`s are local to `root`, by default `schema` itself. */
export function checkStructure(schema: JsonSchema, value: unknown, root: JsonSchema = schema): Finding[] {
  const checker = new Checker(root)
  checker.check(schema, value, '')
  return checker.findings
}
