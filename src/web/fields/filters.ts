import type { Field, Row, RowFilter } from '../../engine/model/module.ts'
import type { AskedChoices } from './client.ts'
import type { Surroundings } from './types.ts'

/**
 * The filter of a reference with `$sibling` and `$parent.field` replaced by their values. A condition on a
 * sibling that is still empty is left out: the choice is then not narrowed yet.
 */
export function resolveFilter(filter: RowFilter | undefined, around: Surroundings | undefined): Row | undefined {
  if (!filter) return undefined
  const resolved: Row = {}
  for (const [field, condition] of Object.entries(filter)) {
    if (typeof condition === 'string' && condition.startsWith('$')) {
      const value = around?.value(condition.slice(1))
      if (value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)) resolved[field] = value
    } else resolved[field] = condition
  }
  return Object.keys(resolved).length ? resolved : undefined
}

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
export function narrowingOf({ filter: given, pickerChoices }: Field, around: Surroundings | undefined): Narrowing {
  const filter = resolveFilter(given, around)
  const params = pickerChoices && parametersOf(pickerChoices.with, around)
  const isAsked = pickerChoices?.always || (params && params[pickerChoices.with[0]!] !== undefined)
  const asked = params && isAsked ? { call: pickerChoices.call, params } : undefined
  return { ...(filter && { filter }), ...(asked && { asked }) }
}
