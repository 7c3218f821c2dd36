/** Records that are in force for a time only: which of them a day has. */
import type { Module } from '../../../engine/model/module.ts'
import type { CompareEnv } from './compare.ts'
import { column } from './values.ts'

/** Conditions under which a record is in force today; none where the module knows no such dates. */
export function inForceSql(env: CompareEnv, module: Module, alias: string): string[] {
  if (!module.entity.inForce) return []
  const [from, to] = module.entity.inForce.map((name) => column(alias, name)) as [string, string]
  const today = env.params.add(env.today, 'date')
  return [`coalesce(${from} <= ${today}, true) and coalesce(${to} >= ${today}, true)`]
}

/** First and last day of a record, either of which may be open. */
export type Span = readonly [from: string | null, to: string | null]

/** What is wrong with choosing a record on a day; undefined where it is in force. */
export function notInForce([from, to]: Span, day: string): string | undefined {
  if (to !== null && to < day) return `The selected record was effective until ${to} only.`
  if (from !== null && from > day) return `The selected record is not effective before ${from}.`
  return undefined
}
