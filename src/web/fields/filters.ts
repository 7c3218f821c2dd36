import type { Row, RowFilter } from '../../engine/model/module.ts'
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
      if (value !== undefined && value !== null && value !== '') resolved[field] = value
    } else resolved[field] = condition
  }
  return Object.keys(resolved).length ? resolved : undefined
}
