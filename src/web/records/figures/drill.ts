/** From a figure to the records that it is made of. */
import type { RowFilter } from '../../../engine/model/field.ts'
import type { Conditions, Filters, ListState } from '../index/url-state.ts'
import { writeState } from '../index/url-state.ts'

const conditionsOf = (given: RowFilter[string]): Conditions => {
  const entries = typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : [['eq', given] as const]
  return Object.fromEntries(entries.map(([operator, value]) => [operator, Array.isArray(value) ? value.join(',') : String(value)]))
}

/** The filters of a list, further narrowed to a group. */
export const narrowed = (filters: Filters, group: RowFilter): Filters => ({
  ...filters,
  ...Object.fromEntries(Object.entries(group).map(([path, given]) => [path, { ...filters[path], ...conditionsOf(given) }])),
})

/** The address of the list of a group's records. */
export const listOfGroup = ({ search, all, sort, filters }: ListState, group: RowFilter): string =>
  `?${writeState({ page: 1, limit: 10, sort, search, all, filters: narrowed(filters, group), show: 'list' })}`
