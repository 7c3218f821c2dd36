import type { Field, Row, RowFilter } from '../../engine/model/module.ts'
import type { AskedChoices } from './client.ts'
import type { Surroundings } from './types.ts'

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * The filter of a reference with `$sibling` and `$parent.field` replaced by their values, also in a list of values. A condition
 * on a sibling that is still empty is left out: the choice is then not narrowed yet.
 */
export function resolveFilter(filter: RowFilter | undefined, around: Surroundings | undefined): Row | undefined {
  if (!filter) return undefined
  const resolved: Row = {}
  const isSibling = (entry: unknown): entry is string => typeof entry === 'string' && entry.startsWith('$')
  for (const [field, condition] of Object.entries(filter)) {
    const named = [condition].flat().filter(isSibling)
    if (named.some((name) => isMissing(around?.value(name.slice(1))))) continue
    const given = (entry: unknown): unknown => (isSibling(entry) ? around!.value(entry.slice(1)) : entry)
    resolved[field] = Array.isArray(condition) ? condition.flatMap(given) : given(condition)
  }
  return Object.keys(resolved).length ? resolved : undefined
}

/** What the picker of a reference offers in the record around it. */
export const offeredOf = ({ filter, offered }: Field, around: Surroundings | undefined): Row | undefined =>
  resolveFilter(offered ? { ...filter, ...offered } : filter, around)

/** Values around a picker by the parameters that they are sent as; a line's own before its document's. */
export function parametersOf(names: readonly string[], around: Surroundings | undefined): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name of names) {
    const value = around?.value(name) ?? around?.value(`parent.${name}`)
    if (typeof value === 'number' || (typeof value === 'string' && value)) result[name] = String(value)
  }
  return result
}

/** The filter of a reference's choices in the record around it. */
export interface Narrowing {
  readonly filter?: Row
  readonly asked?: AskedChoices
}

/** The filter of a reference, and the call asked in place of the dropdown, in most modules once the first value that it needs is filled. */
export function narrowingOf(field: Field, around: Surroundings | undefined): Narrowing {
  const { pickerChoices } = field
  const filter = offeredOf(field, around)
  const params = pickerChoices && parametersOf(pickerChoices.with, around)
  const isAsked = pickerChoices?.always || (params && params[pickerChoices.with[0]!] !== undefined)
  const asked = params && isAsked ? { call: pickerChoices.call, params } : undefined
  return { ...(filter && { filter }), ...(asked && { asked }) }
}
