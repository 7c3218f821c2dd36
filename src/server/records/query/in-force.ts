/** Records that are in force for a time only: which of them a day has. */
import type { Module } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
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

/** Why a record cannot be chosen on a day; undefined where it is in force. Its own dates are named to users who can see them. */
export function notInForce([from, to]: Span, day: string, namesDates: () => boolean): string | undefined {
  const ended = to !== null && to < day
  if (!ended && !(from !== null && from > day)) return undefined
  if (!namesDates()) return `The selected record is not effective on ${formatDate(day)}.`
  return ended
    ? `The selected record was effective until ${formatDate(to)} only.`
    : `The selected record is not effective before ${formatDate(from)}.`
}
