/** Both servers must do the same work: their responses are compared before anything is measured. */

import { ask, type Call, type Target } from './load.ts'
import type { Operation } from './operations.ts'

type Json = unknown

/** Where two responses differ, as paths with both values. Order of keys has no meaning. */
function* differences(a: Json, b: Json, path: string): Generator<string> {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    if (a !== b) yield `${path}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`
    return
  }
  const [left, right] = [a as Record<string, Json>, b as Record<string, Json>]
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) yield* differences(left[key], right[key], `${path}.${key}`)
}

/** Differences that an error names. */
const NAMED = 5

/** Values that differ between two records made from the same input, and the words of refusals. */
const OWN = new Set(['id', 'transaction_no', 'label', 'created_at', 'updated_at', 'posted_at', 'posting_seq', 'reason', 'supplier_dr_no'])

/** A response without the values specific to each record, at any depth; references keep their ids. */
function comparable(value: Json, isNew: boolean): Json {
  if (Array.isArray(value)) return value.map((entry) => comparable(entry, isNew))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => (isNew ? !OWN.has(name) : name !== 'reason'))
      .map(([name, call]) => [name, comparable(call, isNew)]),
  )
}

/** Throws when the two servers answer a call of the operation differently. */
export async function requireAgreement(operation: Operation, ours: Target, reference: Target): Promise<void> {
  const answers: Json[] = []
  let isNew = false
  for (const target of [ours, reference]) {
    const call: Call = (await operation.prepare(target, 1))(0)
    isNew = call.method !== 'GET'
    answers.push(comparable((await ask(target, call)).data, isNew))
  }
  const named = [...differences(answers[0], answers[1], 'data').take(NAMED)]
  if (named.length) throw new Error(`"${operation.name}" is not answered alike, so its times cannot be compared: ${named.join('; ')}`)
}
